//! The differences between the variants of best-first search.

#[cfg(doc)]
use patience_core::{Stop, Value};

/// A variant of best-first search.
///
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::best_first::{self, Ties, Variant};
/// use patience_search::example::Doubling;
///
/// let variant = Variant { ties: Ties::Fifo, ..Variant::ASTAR };
/// let outcome =
///     best_first::search(&Doubling { goal: 10 }, &Blind, &variant, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert_eq!(plan.len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Ordering of the open states.
    pub weights: Weights,
    /// The value of the heuristic used as h.
    pub by: By,
    /// The tie-breaking rule.
    pub ties: Ties,
    /// Treatment of states reached again.
    pub duplicates: Duplicates,
    /// When states are tested for the goal.
    pub goal_test: GoalTest,
    /// Behaviour after a plan is found.
    pub plans: Plans,
    /// Maximum number of queued states, including the start, after which the search gives up
    /// ([`Stop::Incomplete`]): for searches inside others.
    pub node_limit: Option<u64>,
}

/// The value of the heuristic that a [`Variant`] uses as h in f. Bounds always use the estimated
/// cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// [`Value::cost`], which has the unit of g.
    Cost,
    /// [`Value::ordering`], which is finer: for weights without g, or weights that match the unit
    /// of a specific heuristic.
    Ordering,
}

/// The priority f = `g`·g + `h`·h, smallest first.
///
/// ```
/// use patience_search::best_first::Weights;
///
/// assert_eq!(Weights::weighted(1.5), Weights { g: 2, h: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The weight of the cost from the start.
    pub g: u32,
    /// Weight of the estimate of the remaining cost.
    pub h: u32,
}

impl Weights {
    /// f = g + `weight`·h, with the weight rounded to thousandths; 0 if it is negative or not a
    /// number.
    pub fn weighted(weight: f64) -> Self {
        let h = (weight * 1000.0).round() as u32;
        let divisor = gcd(1000, h);
        Weights { g: 1000 / divisor, h: h / divisor }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The tie-breaking rule of a [`Variant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The state generated first.
    Fifo,
    /// The state generated last.
    Lifo,
    /// The state with the smallest [`Value::ordering`], then the state generated last, which leads
    /// straight to a goal in the last layer of A*.
    LowH,
    /// The state with the smallest [`Value::ordering`], then the state generated first.
    LowHFifo,
}

/// Treatment of a state reached again, of a [`Variant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Duplicates {
    /// If the new path is cheaper, it replaces the old one, and the state is expanded (again).
    /// Needed for bounds.
    Reopen,
    /// The first path is kept, and the state is never reopened.
    Ignore,
}

/// When a [`Variant`] tests states for the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalTest {
    /// When they are generated, which ends sooner.
    Generation,
    /// When they are taken from open, as A* needs for its bound.
    Removal,
}

/// Behaviour of a [`Variant`] after a plan is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plans {
    /// The search ends.
    First,
    /// The search continues below the plan's cost until it is proved that no cheaper plan exists.
    Improve,
}

impl Variant {
    /// A*: the state with the smallest f = g + h first (Hart, Nilsson and Raphael 1968).
    ///
    /// For a cheapest plan with an admissible heuristic: no algorithm with the same knowledge
    /// expands fewer states, up to ties, if the heuristic is consistent. If it is only admissible,
    /// states are reopened when a cheaper path to them is found, which keeps the plan optimal. Ties
    /// in f go to the smallest h, then the newest state. With an inadmissible heuristic there is no
    /// guarantee. Complete. Time and memory grow with the states whose f is below the cost of the
    /// plan.
    pub const ASTAR: Variant = Variant {
        weights: Weights { g: 1, h: 1 },
        by: By::Cost,
        ties: Ties::LowH,
        duplicates: Duplicates::Reopen,
        goal_test: GoalTest::Removal,
        plans: Plans::First,
        node_limit: None,
    };

    /// Uniform-cost search: states in the order of their cost from the start, f = g (Dijkstra 1959,
    /// without the graph in memory).
    ///
    /// For cheapest plans with different move costs and no heuristic. With equal costs it behaves
    /// like [`bfs`](mod@crate::bfs), but a little slower, as it tests a state for the goal only
    /// when no cheaper one is left. Complete and optimal, for all costs from 0. Time and memory
    /// grow with the number of states that are no more expensive than the goal.
    pub const UNIFORM_COST: Variant =
        Variant { weights: Weights { g: 1, h: 0 }, ties: Ties::Fifo, ..Variant::ASTAR };

    /// Whether states of the same f may be expanded as a group: f bounds the cost of plans through
    /// a state, and the first goal taken from open ends the search.
    pub(super) fn may_group(&self) -> bool {
        let astar = Variant { ties: self.ties, ..Variant::ASTAR };
        let uniform_cost = Variant { weights: Variant::UNIFORM_COST.weights, ..astar };
        *self == astar || *self == uniform_cost
    }

    /// Greedy best-first search: the state that looks nearest to a goal first, whatever its cost, f
    /// = h (Doran and Michie 1966).
    ///
    /// For any plan, quickly. Complete, as every generated state is eventually expanded; the plan
    /// may be far from the cheapest. A state keeps its first path. Time and memory grow with the
    /// states generated; with a good heuristic these are few.
    pub const GREEDY: Variant = Variant {
        weights: Weights { g: 0, h: 1 },
        by: By::Ordering,
        ties: Ties::Fifo,
        duplicates: Duplicates::Ignore,
        goal_test: GoalTest::Generation,
        ..Variant::ASTAR
    };

    /// Weighted A*: f = g + w·h (Pohl 1970), with the weight rounded to thousandths; 0 if it is
    /// negative or not a number.
    ///
    /// For a good plan that is found sooner than A* finds the best. With an admissible heuristic
    /// and w ≥ 1 the plan costs at most w times the optimum; the reported lower bound (the smallest
    /// open g + h when the plan is found) is usually much better, and the plan is reported as
    /// optimal if the bound reaches its cost. Complete. States are reopened, as the bound requires.
    pub fn weighted(weight: f64) -> Self {
        Variant { weights: Weights::weighted(weight), ..Variant::ASTAR }
    }

    /// Anytime weighted A* (Hansen and Zhou 2007): weighted A* that continues after its first plan.
    ///
    /// For a plan soon and a better one later. Each plan is cheaper than the last; states that
    /// cannot lead to a cheaper one are pruned by g + h (by g alone if the heuristic is not
    /// admissible). When no state is left, the last plan is proved optimal, with any heuristic
    /// whose dead ends are sound. At a limit, the best plan is reported with the limit's name and
    /// the lower bound proved so far. Complete.
    pub fn anytime(weight: f64) -> Self {
        Variant {
            goal_test: GoalTest::Generation,
            plans: Plans::Improve,
            ..Variant::weighted(weight)
        }
    }
}
