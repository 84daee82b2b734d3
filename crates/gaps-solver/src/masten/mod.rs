//! Masten's three searches, as the baseline (Mark Masten, 2024).
//!
//! 1. Under fixed suits, for a quick win.
//! 2. Without moves of Twos that are in the first column; with move chaining
//!    ([`Config::chain_moves`]) only to where the gap that a move leaves is filled again and again,
//!    as long as one card alone can fill it.
//! 3. All positions, in sets through which play can only move forward ([`sets`]).
//!
//! He uses neither dead ends by relaxation nor persistent sets, so none are used here.
//!
//! The baseline is closed: nothing but the door imports it. It imports what the other searches are
//! made of, positions, `memory` and `disk`.

mod held;
mod layered;
mod records;
mod sets;

use patience_core::Stop;

use crate::board::Rules;
use crate::config::Config;
use crate::counters::Counters;
use crate::disk::{MemoryScratch, Scratch, Store};
use crate::fault::{Fault, Halt};
use crate::job::{Claim, Ended, Job};
use crate::position::Geometry;
use crate::reduce::Reductions;
use layered::Layered;
use sets::Sets;

/// Decides a deal; the sets of the third search are kept in the scratch space or, without it, in
/// memory.
pub(crate) fn run(job: &mut Job<'_>, scratch: Option<&mut dyn Scratch>) -> Result<Ended, Fault> {
    let board = job.board;
    let standard = board.rules() == Rules::Standard;
    let chaining = Config { reductions: Reductions::NONE, ..job.config.clone() };
    let config = Config { chain_moves: false, ..chaining.clone() };
    let mut counters = Counters::default();
    let mut budget = job.budget();
    let fixed = board.with_rules(Rules::FixedSuits);
    let searches = if standard {
        &[(&fixed, &config, u32::MAX), (board, &chaining, 0)][..]
    } else {
        &[(board, &config, u32::MAX)]
    };
    for &(board, config, most_layers) in searches {
        let memory = job.limits.memory.map_or(u64::MAX, |most| most / 2);
        let mut search = Layered::new(board, config, memory, most_layers);
        let result = search.run(&mut budget, job);
        counters.add(&search.counters);
        let claim = match result {
            Ok(Some(plan)) => Claim::Won(Some(plan)),
            // Under standard rules the first two only look for wins.
            Ok(None) if !standard => Claim::Lost,
            // The third needs no memory that the scratch space cannot take the place of.
            Ok(None) | Err(Stop::Memory) => continue,
            Err(stop) => Claim::Stopped(stop),
        };
        let failure_probability = search.failure_probability();
        return Ok(Ended { failure_probability, ..Ended::new(claim, counters) });
    }
    let geometry = Geometry::new(board, false, config.seed);
    let mut in_memory = MemoryScratch::default();
    let mut store = Store::new(scratch, &mut in_memory, 0, budget);
    store.counters = counters;
    let mut sets = Sets::new(board, &geometry, store);
    let claim = match sets.run(job) {
        Ok(Some(plan)) => Claim::Won(Some(plan)),
        Ok(None) => Claim::Lost,
        Err(Halt::Stop(stop)) => Claim::Stopped(stop),
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    // Positions are compared whole in the third: no false match of hashes can have spoiled it.
    Ok(Ended::new(claim, sets.counters()))
}
