//! Deciding a deal by restarts that remember: workers, what they share, and what is kept of it.

use std::sync::Mutex;

use patience_core::{Budget, Limits, Stop};

use crate::board::Board;
use crate::cache::Cache;
use crate::checkpoint::{self, Kept};
use crate::config::{Config, Services, Strategy};
use crate::fault::Fault;
use crate::narrower::Narrower;
use crate::position::{Geometry, Position};
use crate::search::Worker;
use crate::shared::Shared;
use crate::solution::{Counters, Solution};
use crate::sweep;
use crate::table::Table;
use crate::verdict::{Deepest, End, finish, not_begun, validated};

/// Bytes that the stacks of a search are expected to need.
pub(crate) const STACKS: u64 = 128 << 10;

pub(crate) fn solve(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
) -> Result<Solution, Fault> {
    let geometry = Geometry::new(board, config.reductions.open_rows, config.seed);
    // On a graph with cycles the table holds what was met, which is not all lost: nothing to go on
    // from.
    if !geometry.is_acyclic() && services.checkpoint.is_some() {
        return Err(Fault::Refused(
            "without open rows there is no checkpoint under standard rules".to_owned(),
        ));
    }
    let memory = limits.memory.unwrap_or(u64::MAX);
    let cache_bytes = Cache::share_of(memory, config.threads);
    // The stacks take some hundred positions, and if there is scratch space to go on with, that
    // takes memory as well.
    let can_sweep = services.scratch.is_some() && geometry.is_acyclic();
    let of_tables = |most: u64| {
        let most = most - (most / 2).min(STACKS);
        if can_sweep { most / 2 } else { most }
    };
    let caches = cache_bytes * config.threads.max(1) as u64;
    let aside = Narrower::share_of(memory, board, config);
    let table = Table::new(of_tables(memory - caches - aside));
    let mut table = table.forgetting(geometry.is_acyclic() && !can_sweep);
    let budget = services.budget(limits);
    match checkpoint::begin(&mut services, board, config, &mut table, &budget) {
        Ok(Kept::Nothing | Kept::Restarts) => {}
        Ok(Kept::Sweep(progress)) => {
            return sweep::go_on(
                board,
                config,
                limits,
                services,
                &table,
                Counters::default(),
                Some(progress),
            );
        }
        // What is loaded in part must not be saved.
        Err(halt) => return not_begun(halt, Strategy::Restarts),
    }
    let shared = Shared::new(&geometry, config, &table, limits.expansions).with_caches(cache_bytes);
    let mut narrower = Narrower::new(board, config, aside);
    let (end, counters, deepest) = work(board, shared, &mut narrower, &budget, &mut services);
    if let Some(plan) = narrower.plan {
        let verdict = validated(board, Some(plan));
        return Ok(Solution::new(
            verdict,
            Strategy::Restarts,
            counters,
            table.failure_probability(),
        ));
    }
    if matches!(end, End::Stopped(Stop::Memory)) && can_sweep {
        return sweep::go_on(board, config, limits, services, &table, counters, None);
    }
    if matches!(end, End::Stopped(_)) {
        checkpoint::keep(&mut services, board, config, &table, None);
    }
    let failure_probability = table.failure_probability();
    Ok(finish(
        &geometry,
        board,
        end,
        Strategy::Restarts,
        counters,
        failure_probability,
        Some(&deepest),
    ))
}

/// Lets all workers search.
fn work(
    board: &Board,
    shared: Shared<'_>,
    narrower: &mut Narrower<'_>,
    budget: &Budget<'_>,
    services: &mut Services<'_>,
) -> (End, Counters, Deepest) {
    let Shared { geometry, config, table, .. } = shared;
    let start = Position::new(geometry, board);
    // On a graph with cycles, what one worker has met is not yet refuted, so that others must not
    // rely on it.
    let helpers = if geometry.is_acyclic() { config.threads.max(1) - 1 } else { 0 };
    let others: Vec<Mutex<(Counters, Deepest, u64)>> =
        (0..helpers).map(|_| Mutex::default()).collect();
    let mut worker = Worker::new(&shared, config.seed);
    {
        let helpers = others.iter().enumerate().map(|(index, result)| {
            let (shared, start) = (&shared, &start);
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
        let helpers = helpers.collect();
        let workers = services.workers;
        let (shared, worker, start, narrower) = (&shared, &mut worker, &start, &mut *narrower);
        workers.run(
            helpers,
            Box::new(move || {
                worker.run(start, &mut |counters| {
                    if services
                        .checkpoint
                        .as_deref_mut()
                        .is_some_and(|checkpoint| checkpoint.is_due())
                    {
                        checkpoint::keep(services, board, config, table, None);
                    }
                    let mut look = |all: &Counters| {
                        budget.poll()?;
                        if let Some(progress) = &mut services.progress {
                            progress(all);
                        }
                        Ok(())
                    };
                    let mut all = *counters;
                    all.add(&narrower.counters);
                    look(&all)?;
                    let is_won = narrower.try_after(counters, shared, &mut look)?;
                    if is_won { Err(Stop::Cancelled) } else { Ok(()) }
                });
            }),
        );
    }
    let (mut counters, mut deepest) = (worker.counters, std::mem::take(&mut worker.deepest));
    counters.add(&narrower.counters);
    for other in others {
        let (more, line, held) = other.into_inner().unwrap_or_default();
        counters.add(&more);
        // Each counted the table and what is its own.
        counters.peak_bytes += held;
        if line.in_order > deepest.in_order {
            deepest = line;
        }
    }
    (shared.into_end(), counters, deepest)
}
