//! Masten's three searches, as the baseline (R. Masten, 2024).
//!
//! 1. Under fixed suits, for a quick win.
//! 2. Without moves of Twos that are in the first column; with move chaining
//!    ([`Config::chain_moves`]) only to where the gap that a move leaves is filled again and again,
//!    as long as one card alone can fill it.
//! 3. All positions, in sets through which play can only move forward ([`sets`]).
//!
//! He uses neither dead ends by relaxation nor persistent sets, so none are used here.

mod records;
mod sets;

use patience_core::{Limits, Stop, Verdict};

use crate::board::{Board, Rules};
use crate::config::{Config, Reductions, Services, Strategy};
use crate::fault::{Fault, Halt};
use crate::position::Geometry;
use crate::scratch::MemoryScratch;
use crate::solution::{Counters, Solution};
use crate::sorting::Store;
use crate::twos::Layered;
use crate::verdict::validated;

/// Decides a deal.
pub(crate) fn solve(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
) -> Result<Solution, Fault> {
    let standard = board.rules() == Rules::Standard;
    if config.chain_moves && !standard {
        let message =
            "moves are chained in the second of Masten's searches, which only standard rules have";
        return Err(Fault::Refused(message.to_owned()));
    }
    let chaining = Config { reductions: Reductions::NONE, ..config.clone() };
    let config = Config { chain_moves: false, ..chaining.clone() };
    let mut counters = Counters::default();
    let solution = |verdict, counters, probability| {
        Ok(Solution::new(verdict, Strategy::Masten, counters, probability))
    };
    let mut budget = services.budget(limits);
    let fixed = board.with_rules(Rules::FixedSuits);
    let searches = if standard {
        &[(&fixed, &config, u32::MAX), (board, &chaining, 0)][..]
    } else {
        &[(board, &config, u32::MAX)]
    };
    for &(board, config, most_layers) in searches {
        let mut search = Layered::new(board, config, limits, most_layers);
        let result = search.run(&mut budget, &mut services);
        counters.add(&search.counters);
        let probability = search.failure_probability();
        match result {
            Ok(Some((_, plan))) => {
                return solution(validated(board, Some(plan)), counters, probability);
            }
            // Under standard rules the first two only look for wins.
            Ok(None) if !standard => return solution(Verdict::Unsolvable, counters, probability),
            // The third needs no memory that the scratch space cannot take the place of.
            Ok(None) | Err(Stop::Memory) => {}
            Err(stop) => return solution(Verdict::Unknown(stop), counters, probability),
        }
    }
    let geometry = Geometry::new(board, false, config.seed);
    let mut in_memory = MemoryScratch::default();
    let mut store = Store::new(services.scratch.take(), &mut in_memory, 0, budget);
    store.counters = counters;
    let mut sets = sets::Sets::new(board, &geometry, store);
    let verdict = match sets.run(&mut services) {
        Ok(Some(plan)) => validated(board, Some(plan)),
        Ok(None) => Verdict::Unsolvable,
        Err(Halt::Stop(stop)) => Verdict::Unknown(stop),
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    // Positions are compared whole in the third: no false match of hashes can have spoiled it.
    solution(verdict, sets.counters(), 0.0)
}
