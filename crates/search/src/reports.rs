//! The parameters with which the building blocks of this crate do what the programs of the four reports do.

use crate::best_first::{By, Duplicates, GoalTest, Plans, Policy, Ties, Weights};
use crate::mcts;

/// The A* of the Gaps report (Darmanger, Gombas and Radomski 2024): first in, first out among equal f; no reopening, and
/// duplicates that wait are expanded once more.
pub const GAPS_ASTAR: Policy = Policy {
    weights: Weights { g: 1, h: 1 },
    by: By::Cost,
    ties: Ties::Fifo,
    duplicates: Duplicates::ExpandTwice,
    goal_test: GoalTest::Removal,
    plans: Plans::First,
};

/// The greedy search of the Gaps report. As its g is always 0, a state that is reached again is never pushed again.
pub const GAPS_GREEDY: Policy =
    Policy { weights: Weights { g: 0, h: 1 }, by: By::Ordering, duplicates: Duplicates::Ignore, ..GAPS_ASTAR };

/// The "weighted A*" of the Cohesion report, f = h + 3·g: the weight is on the way behind.
pub const COHESION_WASTAR: Policy =
    Policy { weights: Weights { g: 3, h: 1 }, duplicates: Duplicates::Reopen, ..GAPS_ASTAR };

/// The A* of the Match the Tiles report, f = 4·g + h, with positions marked as visited when they are generated.
pub const TILES_ASTAR: Policy =
    Policy { weights: Weights { g: 4, h: 1 }, duplicates: Duplicates::Ignore, ..GAPS_ASTAR };

/// The Monte Carlo tree search of the Birds of a Feather report: 160,000 simulations a move, and won only if the moves
/// that it settles on win. Its depth-first search is [`dfs::solve`](crate::dfs::solve) with
/// [`Count::Visits`](crate::dfs::Count::Visits).
pub const BIRDS_MCTS: mcts::Policy =
    mcts::Policy { simulations: 160_000, exploration: 1.4, playout: 200, answer: mcts::Answer::MovesPlayed };
