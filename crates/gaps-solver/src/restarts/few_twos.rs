//! Computes the minimum number of moves of Twos already in the first column that a deal needs.
//!
//! The game with at most n such moves is acyclic even without open rows: Twos in column 0 can move
//! back and forth only n times, and no other step can be undone. Restarts with a lost-position
//! table therefore decide it, for n = 0, 1, and so on. A position includes the number of remaining
//! moves, so proofs for one n also serve for the next. For every play, persistent sets preserve one
//! with the same moves in another order, and they contain no Twos of column 0.

use patience_core::Stop;

use super::end::End;
use super::shared::Shared;
use super::worker::Worker;
use crate::board::Move;
use crate::config::{Config, Strategy};
use crate::counters::Counters;
use crate::job::{Claim, Ended, Job};
use crate::memory::{Cache, Table};
use crate::position::{Geometry, Position};

/// Maximum number of such moves that a position can count.
const MAX_COUNTED: u32 = 191;

/// Finds a plan with the fewest such moves, given a plan whose search cost `spent`. The limits
/// cover both searches together.
pub(crate) fn fewest_two_moves(job: &mut Job<'_>, known: Vec<Move>, spent: Counters) -> Ended {
    let (board, mut counters) = (job.board, spent);
    let config = Config { strategy: Strategy::Restarts, ..job.config.clone() };
    let geometry = Geometry::counting_twos(board, config.seed);
    let memory = job.memory();
    let table = Table::new(memory - memory / 4).forgetting(true);
    let budget = job.budget();
    // The known plan needs this many, so fewer are tried.
    let needed = board.moves_of_leftmost_twos(&known);
    for moves_of_twos in 0..needed.min(MAX_COUNTED) {
        let mut start = Position::new(&geometry, board);
        start.allow_two_moves(&geometry, moves_of_twos as u8);
        let left = job.limits.after(counters.expanded).expansions;
        let shared =
            Shared::new(&geometry, &config, &table, left).with_caches(Cache::share_of(memory, 1));
        let mut worker = Worker::new(&shared, config.seed);
        worker.run(&start, &mut |now| {
            budget.poll()?;
            let mut all = counters;
            all.add(now);
            job.report(&all);
            Ok(())
        });
        counters.add(&worker.counters);
        let mut ended = match shared.into_end() {
            End::Lost => continue,
            end => end.on(&geometry, board, counters),
        };
        ended.failure_probability = table.failure_probability();
        return ended;
    }
    let claim = match needed <= MAX_COUNTED {
        true => Claim::Won(Some(known)),
        false => Claim::Stopped(Stop::Incomplete),
    };
    let failure_probability = table.failure_probability();
    Ended { failure_probability, ..Ended::new(claim, counters) }
}
