//! The Cohesion paper.

use patience_search::best_first::{By, Duplicates, GoalTest, Plans, Ties, Variant, Weights};

/// The paper's "weighted A*", f = h + weight·g: the weight is on g, and its program's is 3. It is rounded to
/// thousandths.
pub fn wastar(weight: f64) -> Variant {
    // The same weights as those of weighted A*, which has them on h.
    let Weights { g: h, h: g } = Weights::weighted(weight);
    Variant {
        weights: Weights { g, h },
        by: By::Cost,
        ties: Ties::Fifo,
        duplicates: Duplicates::Reopen,
        goal_test: GoalTest::Removal,
        plans: Plans::First,
    }
}
