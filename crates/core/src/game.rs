//! The definition of a one-player game with full information.

use std::fmt::Debug;
use std::hash::Hash;

/// One instance of a one-player, deterministic game with full information: a deal or a level under
/// its rules.
///
/// The instance itself is immutable; all changing data is in [`State`](Game::State).
///
/// ```
/// use patience_core::Game;
///
/// /// Count down to zero by ones and twos; the state is the number.
/// struct Countdown(u32);
///
/// impl Game for Countdown {
///     type State = u32;
///     type Move = u32;
///     type Key = u32;
///
///     fn start(&self) -> u32 {
///         self.0
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 0
///     }
///     fn moves(&self, state: &u32, out: &mut Vec<u32>) {
///         out.extend((1..=2).filter(|step| step <= state));
///     }
///     fn apply(&self, state: &u32, step: u32) -> u32 {
///         state - step
///     }
///     fn key(&self, state: &u32) -> u32 {
///         *state
///     }
/// }
///
/// let game = Countdown(1);
/// assert!(game.is_goal(&game.apply(&game.start(), 1)));
/// ```
pub trait Game {
    /// A position. It should be compact, since searches hold many states.
    type State: Clone + Eq + Debug;

    /// A move, meaningful only together with the state in which it is made.
    type Move: Copy + Eq + Debug;

    /// Identity of a position in a search. Exact: equal keys mean that the same plan lengths lead
    /// to a goal. A key may merge symmetric states, so a move found for one representative need not
    /// be legal in another; plans are therefore recovered with [`replay_keys`](crate::replay_keys).
    type Key: Clone + Eq + Hash + Debug;

    /// The starting position.
    fn start(&self) -> Self::State;

    /// Whether the game is won in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends every legal move of `state` to `out`, in an order that depends only on `state`. A
    /// won position may still have moves.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The position after a legal move. Contract: `mv` is one of [`moves`](Game::moves) of `state`;
    /// any other move may panic or return a meaningless position.
    fn apply(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Returns the cost of a legal move. Plans are compared by the sum of their costs, which must
    /// not overflow `u32`.
    fn cost(&self, _state: &Self::State, _mv: Self::Move) -> u32 {
        1
    }

    /// Lower bound on the cost of any move of this instance. Override it together with
    /// [`cost`](Game::cost) if a move may be free: searches that count moves use it to prove bounds
    /// on the cost.
    fn least_cost(&self) -> u32 {
        1
    }

    /// Whether every move can be taken back by a move of the same cost, so that the states before a
    /// state are those after it: searches then need to remember less. By default `false`, which is
    /// always safe.
    fn is_undirected(&self) -> bool {
        false
    }

    /// The exact canonical key of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Calls `visit` with each legal move of `state`, its cost and the position after it, in the
    /// order of [`moves`](Game::moves). `buffer` is reusable space for moves; its content is
    /// meaningless before and after. Override it if successors can be generated without moves, or
    /// more cheaply all at once.
    ///
    /// ```
    /// use patience_core::{Game, example::Doubling};
    ///
    /// let (game, mut after) = (Doubling { goal: 10 }, Vec::new());
    /// game.each_successor(&3, &mut Vec::new(), |mv, cost, state| after.push((mv, cost, state)));
    /// assert_eq!(after, [('d', 1, 6), ('a', 1, 4)]);
    /// ```
    #[inline]
    fn each_successor(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Move>,
        mut visit: impl FnMut(Self::Move, u32, Self::State),
    ) {
        buffer.clear();
        self.moves(state, buffer);
        for &mv in buffer.iter() {
            visit(mv, self.cost(state, mv), self.apply(state, mv));
        }
    }
}

/// Every move of `state` with the position after it, for code that need not be fast.
///
/// ```
/// use patience_core::{example::Doubling, successors};
///
/// let game = Doubling { goal: 10 };
/// assert_eq!(successors(&game, &5), [('d', 10), ('a', 6)]);
/// ```
pub fn successors<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| (mv, game.apply(state, mv))).collect()
}

/// The numbers of sequences of 1, 2, … `depth` moves from the start, known as perft: a second
/// program for the same rules must find the same numbers.
///
/// ```
/// use patience_core::{example::Doubling, perft};
///
/// assert_eq!(perft(&Doubling { goal: 100 }, 3), [2, 4, 8]);
/// ```
pub fn perft<G: Game>(game: &G, depth: usize) -> Vec<u64> {
    fn count<G: Game>(game: &G, state: &G::State, counts: &mut [u64]) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        *here += moves.len() as u64;
        if !deeper.is_empty() {
            moves.into_iter().for_each(|mv| count(game, &game.apply(state, mv), deeper));
        }
    }
    let mut counts = vec![0; depth];
    count(game, &game.start(), &mut counts);
    counts
}
