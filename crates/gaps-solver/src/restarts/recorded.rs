//! The search of one worker, recorded.

use super::log::Log;
use super::shared::Shared;
use super::worker::{STACKS, Worker};
use crate::config::{Config, Strategy};
use crate::job::{Claim, Ended, Job};
use crate::memory::Table;
use crate::policy::Policy;
use crate::position::{Geometry, Position};

/// Decides a deal, and returns the record if it is lost. Steps are drawn by
/// [`Policy::OF_CERTIFICATES`], and fixed Twos are not tried.
pub(crate) fn recorded(job: &mut Job<'_>) -> (Ended, Option<Vec<u8>>) {
    let mut config = Config { strategy: Strategy::Restarts, ..job.config.clone() };
    (config.reductions.open_rows, config.reductions.chains) = (true, true);
    config.reductions.pairs = false;
    config.policy = Policy::OF_CERTIFICATES;
    let geometry = Geometry::new(job.board, true, config.seed);
    // The record takes about twice as much as the table.
    let for_table = job.memory() / 3;
    let table = Table::new(for_table);
    let for_record = (job.memory() - for_table).saturating_sub(STACKS);
    let budget = job.budget();
    let shared = Shared::new(&geometry, &config, &table, job.limits.expansions);
    let mut worker = Worker::new(&shared, config.seed);
    worker.log = Some(Log::new(config.reductions.sleep, for_record));
    worker.run(&Position::new(&geometry, job.board), &mut |counters| {
        budget.poll()?;
        job.report(counters);
        Ok(())
    });
    let (mut counters, deepest) = (worker.counters, worker.deepest);
    counters.peak_bytes += worker.log.as_ref().map_or(0, Log::size);
    let record = worker.log.map(Log::into_bytes);
    let mut ended = shared.into_end().on(&geometry, job.board, counters);
    ended.failure_probability = table.failure_probability();
    ended.deepest = deepest.moves(&geometry, job.board);
    let proof = record.filter(|_| ended.claim == Claim::Lost);
    (ended, proof)
}
