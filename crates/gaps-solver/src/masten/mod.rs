//! Masten's three searches with his reductions, as the baseline (Mark Masten, 2024).
//!
//! 1. Under fixed suits, for a quick win.
//! 2. By the number of moves of Twos that are in the first column: all positions without such
//!    moves, then those with one, and so on; with move chaining ([`Masten::chain_moves`]) the gap
//!    of each move is filled again for as long as only one card can fill it.
//! 3. All positions, in sets through which play can only move forward ([`sets`]).
//!
//! In all of them safe moves are made at once and blocking patterns end a line ([`reductions`]).
//! Each part can be switched off ([`Masten`]). The baseline is separate: only the entry point
//! imports it. It imports the building blocks of the other searches: positions, `memory` and
//! `disk`.

mod held;
mod layered;
mod records;
mod reductions;
mod sets;

use patience_core::Stop;

use crate::board::Rules;
use crate::config::Masten;
use crate::counters::Counters;
use crate::disk::{MemoryScratch, Scratch, Store};
use crate::fault::{Fault, Halt};
use crate::job::{Claim, Ended, Job};
use crate::position::Geometry;
use layered::Layered;
use sets::Sets;

/// Decides a deal; the sets of the third search are kept in scratch space or, if there is none, in
/// memory.
pub(crate) fn run(job: &mut Job<'_>, scratch: Option<&mut dyn Scratch>) -> Result<Ended, Fault> {
    let board = job.board;
    let parts = job.config.masten;
    let plain = Masten { chain_moves: false, ..parts };
    let seed = job.config.seed;
    let mut counters = Counters::default();
    let mut budget = job.budget();
    let fixed = board.with_rules(Rules::FixedSuits);
    // The board, the counters, the layers, and whether a loss is a loss of the deal.
    let searches = match board.rules() {
        Rules::Standard => vec![
            parts.fixed_suits.then_some((&fixed, &plain, u32::MAX, false)),
            parts.two_moves.map(|moves| (board, &parts, moves, true)),
        ],
        _ => vec![Some((board, &plain, u32::MAX, true))],
    };
    for (board, parts, most_layers, decides) in searches.into_iter().flatten() {
        let memory = job.limits.memory.map_or(u64::MAX, |most| most / 2);
        let mut search = Layered::new(board, parts, seed, memory, most_layers);
        let result = search.run(&mut budget, job);
        counters.add(&search.counters);
        let claim = match result {
            Ok(Some(plan)) => Claim::Won(Some(plan)),
            Ok(None) if decides && search.is_exhausted => Claim::Lost,
            // For the third search, scratch space can replace memory.
            Ok(None) | Err(Stop::Memory) => continue,
            Err(stop) => Claim::Stopped(stop),
        };
        let failure_probability = search.failure_probability();
        return Ok(Ended { failure_probability, ..Ended::new(claim, counters) });
    }
    let geometry = Geometry::new(board, false, seed);
    let mut in_memory = MemoryScratch::default();
    let mut store = Store::new(scratch, &mut in_memory, 0, budget);
    store.counters = counters;
    let mut sets = Sets::new(board, &parts, &geometry, store);
    let claim = match sets.run(job) {
        Ok(Some(plan)) => Claim::Won(Some(plan)),
        Ok(None) => Claim::Lost,
        Err(Halt::Stop(stop)) => Claim::Stopped(stop),
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    // The third search compares positions in full, so no hash collision can affect it.
    Ok(Ended::new(claim, sets.counters()))
}
