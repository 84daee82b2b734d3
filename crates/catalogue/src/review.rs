//! Review of a played game: the losing move, the narrow escapes, and the distance from the shortest
//! solution.
//!
//! `web/src/model/review.ts` does the same on the page; `tests/review-cases.json` tests that both
//! agree.

use serde::Serialize;

use crate::Verdict;

/// The facts known about a position of a played game, for a [`Review`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Whether it is winnable.
    pub verdict: Verdict,
    /// Moves of the shortest known line to a win.
    pub distance: Option<usize>,
    /// Whether there were several moves, and all except the one made are proved to lose.
    pub only_move: bool,
}

/// A move in a [`Review`] that kept the win, but took longer than needed. Moves count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Detour {
    /// The move.
    pub number: usize,
    /// The number of moves by which the shortest known win became longer.
    pub cost: usize,
}

/// The review of a game. Moves count from 1.
///
/// ```
/// use patience_catalogue::{
///     Verdict,
///     review::{Known, Review},
/// };
///
/// let won = |distance| Known {
///     verdict: Verdict::Solved,
///     distance: Some(distance),
///     only_move: false,
/// };
/// let lost = Known { verdict: Verdict::Unsolvable, distance: None, only_move: false };
/// let review = Review::of(&[won(3), won(2), lost]);
/// assert_eq!((review.moves, review.fatal), (2, Some(2)), "the second move lost the game");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The moves made.
    pub moves: usize,
    /// Moves that could be evaluated: the positions before and after them are both decided.
    pub known: usize,
    /// Moves after which the shortest known win was one move shorter.
    pub kept: usize,
    /// The share of judged moves that kept the shortest known win, in percent.
    pub accuracy: Option<u32>,
    /// Moves of the shortest known solution from the start.
    pub least: Option<usize>,
    /// The move that lost the game: before it there was a win, after it there is none.
    pub fatal: Option<usize>,
    /// Narrow escapes: moves that did not lose although every other move did.
    pub narrow: Vec<usize>,
    /// Detours, the longest first.
    pub detours: Vec<Detour>,
}

impl Review {
    /// Reviews a game from the known facts of its positions, the start first.
    pub fn of(positions: &[Known]) -> Review {
        let is = |verdict| move |known: &Known| known.verdict == verdict;
        let won = positions.iter().rposition(is(Verdict::Solved));
        let lost = positions.iter().position(is(Verdict::Unsolvable));
        let mut review = Review {
            moves: positions.len().saturating_sub(1),
            least: positions.first().and_then(|start| start.distance),
            fatal: lost.filter(|lost| won.map(|won| won + 1) == Some(*lost)),
            ..Review::default()
        };
        for (before, pair) in positions.windows(2).enumerate() {
            let (number, from, to) = (before + 1, pair[0], pair[1]);
            let lost = to.verdict == Verdict::Unsolvable;
            let Some(least) = from.distance.filter(|_| lost || to.distance.is_some()) else {
                continue;
            };
            review.known += 1;
            let cost = to.distance.map(|left| (left + 1).saturating_sub(least));
            match cost.filter(|_| !lost) {
                Some(0) => review.kept += 1,
                Some(cost) => review.detours.push(Detour { number, cost }),
                None => {}
            }
            if !lost && from.only_move {
                review.narrow.push(number);
            }
        }
        review.detours.sort_by_key(|detour| std::cmp::Reverse(detour.cost));
        let share = |kept: usize, known: usize| (100.0 * kept as f64 / known as f64).round() as u32;
        review.accuracy = (review.known > 0).then(|| share(review.kept, review.known));
        review
    }
}
