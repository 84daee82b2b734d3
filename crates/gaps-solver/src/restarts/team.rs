//! Several workers on one deal, and their shares of the memory.

use std::sync::Mutex;

use patience_core::{Budget, Stop};

use super::end::Deepest;
use super::fixed_twos::FixedTwos;
use super::shared::Shared;
use super::worker::{STACKS, Worker};
use crate::counters::Counters;
use crate::job::{Claim, Ended, Job};
use crate::memory::{Cache, Keeper, Table};
use crate::position::{Geometry, Position};

/// The shares of a run's memory, in bytes.
pub(crate) struct Shares {
    pub table: u64,
    /// The cache of each worker.
    cache: u64,
    fixed_twos: u64,
}

impl Shares {
    /// A sweep gets half of the memory that the tables would take.
    pub fn of(job: &Job<'_>, may_sweep: bool) -> Self {
        let (memory, threads) = (job.memory(), job.services.workers.threads().max(1));
        let cache = Cache::share_of(memory, threads);
        let fixed_twos = FixedTwos::share_of(memory, job.board, &job.config);
        // The stacks hold a few hundred positions.
        let most = memory - cache * threads as u64 - fixed_twos;
        let most = most - (most / 2).min(STACKS);
        Shares { table: if may_sweep { most / 2 } else { most }, cache, fixed_twos }
    }
}

/// Runs all workers, with a table of known losses.
pub(crate) fn run(
    job: &mut Job<'_>,
    geometry: &Geometry,
    table: &Table,
    shares: &Shares,
    keeper: &mut Keeper<'_>,
    budget: &Budget<'_>,
) -> Ended {
    let (board, config, limit) = (job.board, job.config.clone(), job.limits.expansions);
    let shared = Shared::new(geometry, &config, table, limit).with_caches(shares.cache);
    let mut fixed_twos = FixedTwos::new(board, &config, shares.fixed_twos);
    let (counters, deepest) = work(job, &shared, &mut fixed_twos, keeper, budget);
    let mut ended = match fixed_twos.plan {
        Some(plan) => Ended::new(Claim::Won(Some(plan)), counters),
        None => shared.into_end().on(geometry, board, counters),
    };
    ended.failure_probability = table.failure_probability();
    ended.deepest = deepest.moves(geometry, board);
    ended
}

fn work(
    job: &mut Job<'_>,
    shared: &Shared<'_>,
    fixed_twos: &mut FixedTwos<'_>,
    keeper: &mut Keeper<'_>,
    budget: &Budget<'_>,
) -> (Counters, Deepest) {
    let Shared { geometry, config, table, .. } = *shared;
    let (start, workers) = (Position::new(geometry, job.board), job.services.workers);
    // On a graph with cycles, a position that one worker has met is not yet proved lost, so others
    // must not rely on it.
    let helpers = if geometry.is_acyclic() { workers.threads().max(1) - 1 } else { 0 };
    let others: Vec<Mutex<(Counters, Deepest, u64)>> =
        (0..helpers).map(|_| Mutex::default()).collect();
    let mut worker = Worker::new(shared, config.seed);
    {
        let helpers = others.iter().enumerate().map(|(index, result)| {
            let start = &start;
            let seed = config.seed.wrapping_add(1 + index as u64);
            let help: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                let mut helper = Worker::new(shared, seed);
                helper.run(start, &mut |_| Ok(()));
                if let Ok(mut result) = result.lock() {
                    *result = (helper.counters, helper.deepest, helper.held);
                }
            });
            help
        });
        let (worker, start, fixed_twos) = (&mut worker, &start, &mut *fixed_twos);
        let main = move || {
            worker.run(start, &mut |counters| {
                if keeper.is_due() {
                    keeper.keep(table, None);
                }
                let mut look = |all: &Counters| {
                    budget.poll()?;
                    job.report(all);
                    Ok(())
                };
                let mut all = *counters;
                all.add(&fixed_twos.counters);
                look(&all)?;
                let is_won = fixed_twos.try_after(counters, shared, &mut look)?;
                if is_won { Err(Stop::Cancelled) } else { Ok(()) }
            });
        };
        workers.run(helpers.collect(), Box::new(main));
    }
    let (mut counters, mut deepest) = (worker.counters, worker.deepest);
    counters.add(&fixed_twos.counters);
    for other in others {
        let (more, line, held) = other.into_inner().unwrap_or_default();
        counters.add(&more);
        // Each worker counted the table and its own memory.
        counters.peak_bytes += held;
        deepest = deepest.or(line);
    }
    (counters, deepest)
}
