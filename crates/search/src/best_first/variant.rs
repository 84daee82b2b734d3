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
/// let outcome = best_first::search(&Doubling { goal: 10 }, &Blind, &variant, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert_eq!(plan.len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Ordering of the open states.
    pub weights: Weights,
    /// Which value of the heuristic is the h of that order.
    pub by: By,
    /// Which of several states of the same priority is expanded first.
    pub ties: Ties,
    /// Treatment of states that are reached again.
    pub duplicates: Duplicates,
    /// When states are tested for the goal.
    pub goal_test: GoalTest,
    /// Behaviour after a plan is found.
    pub plans: Plans,
    /// The states that may be queued, the start included, before the search gives up instead of
    /// expanding another one ([`Stop::Incomplete`]): for searches inside others.
    pub node_limit: Option<u64>,
}

/// Which of the heuristic's values is the h of f, for a [`Variant`]. Bounds are always made of the
/// estimated cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// [`Value::cost`], which has the unit of g.
    Cost,
    /// [`Value::ordering`], which is finer: where g has no weight, or where the weights make up for
    /// the unit of a certain heuristic.
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

/// Which of several states of the same priority a [`Variant`] expands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The one generated first.
    Fifo,
    /// The one generated last.
    Lifo,
    /// The one with the smallest [`Value::ordering`], and of those the one generated last: in the
    /// last layer of A*, straight to a goal.
    LowH,
    /// The one with the smallest [`Value::ordering`], and of those the one generated first.
    LowHFifo,
}

/// Treatment under a [`Variant`] of a state that is reached again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Duplicates {
    /// If the new path is cheaper it replaces the old one, and the state is expanded (again).
    /// Needed for bounds.
    Reopen,
    /// Nothing: a state is marked when it is first generated, and keeps its first path.
    Ignore,
}

/// When a [`Variant`] tests states for the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalTest {
    /// When they are generated: sooner done.
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
    /// The search goes on below the plan's cost until it is proved that nothing cheaper exists.
    Improve,
}

impl Variant {
    /// A*: the state with the smallest f = g + h first (Hart, Nilsson and Raphael 1968).
    ///
    /// For a cheapest plan with an admissible heuristic: no algorithm with the same knowledge
    /// expands fewer states, up to ties, if the heuristic is consistent. If it is only admissible,
    /// states are opened again when a cheaper path to them turns up, which keeps the plan optimal.
    /// Among equal f the smallest h goes first, then the newest. With a heuristic that is not
    /// admissible it is a good search without a promise. Complete. Time and memory grow with the
    /// states whose f is below the cost of the plan.
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
    /// For cheapest plans where moves differ in cost and no heuristic is at hand; with equal costs
    /// it does what [`bfs`](mod@crate::bfs) does, a little slower, as it tests a state for the goal only
    /// when no cheaper one is left. Complete and optimal, for all costs from 0. Time and memory grow
    /// with the number of states that are no more expensive than the goal.
    pub const UNIFORM_COST: Variant =
        Variant { weights: Weights { g: 1, h: 0 }, ties: Ties::Fifo, ..Variant::ASTAR };

    /// Whether states of the same f may be expanded as a group: f bounds the cost of plans through a
    /// state, the first goal that is taken off ends the search, and nothing is counted one by one.
    pub(super) fn may_group(&self) -> bool {
        let astar = Variant { ties: self.ties, ..Variant::ASTAR };
        let uniform_cost = Variant { weights: Variant::UNIFORM_COST.weights, ..astar };
        *self == astar || *self == uniform_cost
    }

    /// Greedy best-first search: the state that looks nearest to a goal first, whatever it cost,
    /// f = h (Doran and Michie 1966).
    ///
    /// For any plan, soon. Complete, as every state that was generated is expanded at some time; a
    /// plan may be far from the cheapest. A state keeps its first path. Time and memory grow with
    /// the states generated; with a good heuristic these are few.
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
    /// For a good plan sooner than A* finds the best. With an admissible heuristic and w ≥ 1 the
    /// plan costs at most w times the optimum; the lower bound that is reported (the smallest g + h
    /// that waits when the plan is found) is usually much better than that, and the plan is reported
    /// as optimal where it reaches its cost. Complete. States are opened again, as the bound needs.
    pub fn weighted(weight: f64) -> Self {
        Variant { weights: Weights::weighted(weight), ..Variant::ASTAR }
    }

    /// Anytime weighted A* (Hansen and Zhou 2007): weighted A* that continues after its first plan.
    ///
    /// For a plan now and a better one later. Each plan is cheaper than the one before; whatever
    /// cannot be cheaper still is cut by g + h (by g alone if the heuristic is not admissible). When
    /// nothing is left the last plan is proved optimal, with any heuristic whose dead ends are
    /// sound. At a limit the best plan is reported with the limit's name and the lower bound proved
    /// by then. Complete.
    pub fn anytime(weight: f64) -> Self {
        Variant {
            goal_test: GoalTest::Generation,
            plans: Plans::Improve,
            ..Variant::weighted(weight)
        }
    }
}
