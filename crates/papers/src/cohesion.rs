//! The Cohesion paper.

use patience_search::best_first::{By, Duplicates, GoalTest, Plans, Ties, Variant, Weights};

/// The paper's "weighted A*", f = h + 3·g: the weight is on g.
pub const WASTAR: Variant = Variant {
    weights: Weights { g: 3, h: 1 },
    by: By::Cost,
    ties: Ties::Fifo,
    duplicates: Duplicates::Reopen,
    goal_test: GoalTest::Removal,
    plans: Plans::First,
};
