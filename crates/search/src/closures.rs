//! Searches on closures, as in the crate `pathfinding`: a start, its successors, an estimate and a
//! test for the goal. The plan is the list of states from the start to the goal, both included.
//!
//! ```
//! use patience_search::closures::{AtLeast, astar};
//!
//! // A knight goes from one corner of a board to the other; a move is at most 3 nearer.
//! let moves = |&(x, y): &(i32, i32)| {
//!     let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
//!     let cells = jumps.map(|(dx, dy)| (x + dx, y + dy)).into_iter();
//!     cells.filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y)).map(|cell| (cell, 1))
//! };
//! let left = |&(x, y): &(i32, i32)| AtLeast(((7 - x) + (7 - y)).unsigned_abs().div_ceil(3));
//! let answer = astar((0, 0), moves, left, |cell| *cell == (7, 7));
//! assert!(answer.is_optimal() && answer.cost == Some(6));
//! assert_eq!(answer.plan().unwrap().len(), 7, "the start and six moves");
//! ```
//!
//! A plain number as an estimate gives no guarantee, so plans are not called optimal. [`AtLeast`]
//! guarantees that no plan costs less.
//!
//! Without a plan a search ends only when it has visited every state, which may be never in
//! practice. To set limits, create a [`Space`] and search it as a game.

use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;

use patience_core::{Claims, Estimate, Game, Heuristic, Verdict};

use crate::calls::{self, Answer};

/// A space of states as a [`Game`]: its moves are the numbers of successors.
///
/// ```
/// use patience_core::{Blind, Limits};
/// use patience_search::{closures::Space, within};
///
/// let space = Space::new(
///     1,
///     |&number: &u32| [(number * 2, 3), (number + 1, 1)],
///     |number| *number == 10,
/// );
/// let limits = Limits { expansions: Some(1000), ..Limits::default() };
/// let answer = within(limits).astar(&space, &Blind);
/// assert_eq!(space.states(answer.plan().unwrap()), [1, 2, 3, 4, 5, 10]);
/// assert_eq!(answer.cost, Some(7));
/// ```
pub struct Space<S, N, P> {
    start: S,
    successors: N,
    is_goal: P,
    least_cost: u32,
    /// The last expansion: a search takes the successors one by one.
    last: RefCell<Option<Expanded<S>>>,
}

/// A state, with the states after one move and the cost of that move.
type Expanded<S> = (S, Vec<(S, u32)>);

impl<S, N, I, P> Space<S, N, P>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    P: Fn(&S) -> bool,
{
    /// The states reachable from `start`. `successors` returns the states after one move with the
    /// move's cost, always in the same order.
    pub fn new(start: S, successors: N, is_goal: P) -> Self {
        Space { start, successors, is_goal, least_cost: 0, last: RefCell::new(None) }
    }

    /// The states of a plan, from the start to the end.
    pub fn states(&self, plan: &[usize]) -> Vec<S> {
        let mut states = vec![self.start.clone()];
        for &mv in plan {
            states.push(self.apply(&states[states.len() - 1], mv));
        }
        states
    }

    /// An answer in states.
    fn answer(&self, answer: Answer<usize>) -> Answer<S> {
        let Answer { verdict, cost, lower_bound, counters } = answer;
        let verdict = match verdict {
            Verdict::Solved { plan, optimal, stop } => {
                Verdict::Solved { plan: self.states(&plan), optimal, stop }
            }
            Verdict::Unsolvable => Verdict::Unsolvable,
            Verdict::Unknown(stop) => Verdict::Unknown(stop),
        };
        Answer { verdict, cost, lower_bound, counters }
    }

    /// Passes the successors of a state to a function.
    fn with_successors<T>(&self, state: &S, take: impl FnOnce(&[(S, u32)]) -> T) -> T {
        let mut last = self.last.borrow_mut();
        if let Some((known, successors)) = &*last
            && known == state
        {
            return take(successors);
        }
        let successors: Vec<(S, u32)> = (self.successors)(state).into_iter().collect();
        take(&last.insert((state.clone(), successors)).1)
    }
}

impl<S, N, I, P> Game for Space<S, N, P>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    P: Fn(&S) -> bool,
{
    type State = S;
    type Move = usize;
    type Key = S;

    fn start(&self) -> S {
        self.start.clone()
    }

    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    fn moves(&self, state: &S, out: &mut Vec<usize>) {
        self.with_successors(state, |successors| out.extend(0..successors.len()));
    }

    fn apply(&self, state: &S, mv: usize) -> S {
        self.with_successors(state, |successors| successors[mv].0.clone())
    }

    fn cost(&self, state: &S, mv: usize) -> u32 {
        self.with_successors(state, |successors| successors[mv].1)
    }

    fn least_cost(&self) -> u32 {
        self.least_cost
    }

    fn key(&self, state: &S) -> S {
        state.clone()
    }

    #[inline]
    fn each_successor(&self, state: &S, _: &mut Vec<usize>, mut visit: impl FnMut(usize, u32, S)) {
        for (mv, (next, cost)) in (self.successors)(state).into_iter().enumerate() {
            visit(mv, cost, next);
        }
    }
}

/// An estimate with a guarantee: no plan from here costs less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtLeast(pub u32);

/// A closure's estimate: a number, or a number in [`AtLeast`].
pub trait Remaining {
    /// Its guarantees.
    const CLAIMS: Claims;

    /// The number.
    fn cost(self) -> u32;
}

impl Remaining for u32 {
    const CLAIMS: Claims = Claims::SOUND;

    fn cost(self) -> u32 {
        self
    }
}

impl Remaining for AtLeast {
    const CLAIMS: Claims = Claims::ADMISSIBLE;

    fn cost(self) -> u32 {
        self.0
    }
}

/// A closure as a [`Heuristic`] of any game: for a [`Space`] that is searched within limits.
///
/// ```
/// use patience_search::closures::{AtLeast, Estimated};
/// use patience_search::{astar, example::Doubling};
///
/// let game = Doubling { goal: 10 };
/// let one_move = Estimated(|state: &u32| AtLeast(u32::from(*state != 10)));
/// assert!(astar(&game, &one_move).is_optimal());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Estimated<F>(pub F);

impl<G: Game, F: Fn(&G::State) -> R, R: Remaining> Heuristic<G> for Estimated<F> {
    fn claims(&self) -> Claims {
        R::CLAIMS
    }

    fn estimate(&self, _: &G, state: &G::State) -> Estimate {
        Estimate::Cost((self.0)(state).cost())
    }
}

/// Finds a path with the fewest steps by breadth-first search, or proves that there is none. Steps
/// have no costs here.
///
/// ```
/// use patience_search::closures::bfs;
///
/// let answer = bfs(1, |number| [number * 2, number + 1], |number| *number == 10);
/// assert_eq!(answer.plan(), Some(&[1, 2, 4, 5, 10][..]));
/// assert!(answer.is_optimal());
/// assert!(bfs(1, |number| [number * 2 % 8], |number| *number == 7).is_unsolvable());
/// ```
///
/// # Panics
/// The closures return different results for the same state; the other searches also panic then.
pub fn bfs<S, N, I, P>(start: S, successors: N, is_goal: P) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = S>,
    P: Fn(&S) -> bool,
{
    let steps = move |state: &S| successors(state).into_iter().map(|next| (next, 1));
    let space = Space { least_cost: 1, ..Space::new(start, steps, is_goal) };
    space.answer(calls::bfs(&space))
}

/// Finds some path by depth-first search, or proves that there is none. Steps have no costs here.
pub fn dfs<S, N, I, P>(start: S, successors: N, is_goal: P) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = S>,
    P: Fn(&S) -> bool,
{
    let steps = move |state: &S| successors(state).into_iter().map(|next| (next, 1));
    let space = Space { least_cost: 1, ..Space::new(start, steps, is_goal) };
    space.answer(calls::dfs(&space))
}

/// Finds a cheapest path by Dijkstra's algorithm, or proves that there is none.
///
/// ```
/// use patience_search::closures::dijkstra;
///
/// let answer =
///     dijkstra(1, |number| [(number * 2, 3), (number + 1, 1)], |number| *number == 10);
/// assert_eq!((answer.cost, answer.is_optimal()), (Some(7), true));
/// ```
pub fn dijkstra<S, N, I, P>(start: S, successors: N, is_goal: P) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    P: Fn(&S) -> bool,
{
    let space = Space::new(start, successors, is_goal);
    space.answer(calls::dijkstra(&space))
}

/// Finds a path by A*, or proves that there is none. It is proved cheapest if the estimates are
/// [`AtLeast`].
pub fn astar<S, N, I, H, R, P>(start: S, successors: N, estimate: H, is_goal: P) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    H: Fn(&S) -> R,
    R: Remaining,
    P: Fn(&S) -> bool,
{
    let space = Space::new(start, successors, is_goal);
    space.answer(calls::astar(&space, &Estimated(estimate)))
}

/// Finds a path by weighted A*, or proves that there is none. It costs at most `weight` times as
/// much as the cheapest if the estimates are [`AtLeast`].
pub fn wastar<S, N, I, H, R, P>(
    start: S,
    successors: N,
    estimate: H,
    weight: f64,
    is_goal: P,
) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    H: Fn(&S) -> R,
    R: Remaining,
    P: Fn(&S) -> bool,
{
    let space = Space::new(start, successors, is_goal);
    space.answer(calls::wastar(&space, &Estimated(estimate), weight))
}

/// Finds a path by IDA*, in little memory, or proves that there is none. It is proved cheapest if
/// the estimates are [`AtLeast`].
pub fn idastar<S, N, I, H, R, P>(start: S, successors: N, estimate: H, is_goal: P) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    H: Fn(&S) -> R,
    R: Remaining,
    P: Fn(&S) -> bool,
{
    let space = Space::new(start, successors, is_goal);
    space.answer(calls::idastar(&space, &Estimated(estimate)))
}

/// Finds some path by greedy best-first search, or proves that there is none.
pub fn greedy<S, N, I, H, R, P>(start: S, successors: N, estimate: H, is_goal: P) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    H: Fn(&S) -> R,
    R: Remaining,
    P: Fn(&S) -> bool,
{
    let space = Space::new(start, successors, is_goal);
    space.answer(calls::greedy(&space, &Estimated(estimate)))
}

/// Searches for a path by beam search with layers of at most `width` states.
pub fn beam<S, N, I, H, R, P>(
    start: S,
    successors: N,
    estimate: H,
    width: usize,
    is_goal: P,
) -> Answer<S>
where
    S: Clone + Eq + Hash + Debug,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    H: Fn(&S) -> R,
    R: Remaining,
    P: Fn(&S) -> bool,
{
    let space = Space::new(start, successors, is_goal);
    space.answer(calls::beam(&space, &Estimated(estimate), width))
}
