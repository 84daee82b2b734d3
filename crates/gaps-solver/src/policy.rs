//! Which step to look at first: a softmax over a few features of the positions that steps lead to.
//!
//! No policy changes a verdict; it only says what is tried first.

use crate::position::{EMPTY, Geometry, Position, Step, bits, column_of, first_cells};

/// Number of features.
pub const FEATURES: usize = 6;

/// What the features are called, in order.
pub const FEATURE_NAMES: [&str; FEATURES] =
    ["cards joined", "dead gaps", "cards locked", "pair broken", "free levels", "gaps in column 0"];

/// A step is chosen with a probability in proportion to the exponential of its features times these weights.
///
/// ```
/// use patience_core::Limits;
/// use patience_gaps::{Board, Config, FEATURES, Policy, Services, solve};
///
/// // Steps drawn alike: the order of the search changes, the verdict does not.
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let verdict = |policy| {
///     let config = Config { policy, ..Config::default() };
///     solve(&board, &config, &Limits::default(), Services::none()).unwrap().verdict
/// };
/// assert_eq!(verdict(Policy([0.0; FEATURES])), verdict(Policy::default()));
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy(pub [f32; FEATURES]);

impl Default for Policy {
    /// Made by hand: three cards joined, or three dead gaps fewer, make a step e times as likely.
    fn default() -> Self {
        Policy([1.0 / 3.0, -1.0 / 3.0, 0.0, 0.0, 0.0, 0.0])
    }
}

impl Policy {
    /// The logarithm of a step's weight.
    pub(crate) fn score(&self, features: &[f32; FEATURES]) -> f32 {
        self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

/// One choice on the way to a plan, for learning a [`Policy`].
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The features of each step.
    pub features: Vec<[f32; FEATURES]>,
    /// The step that was taken.
    pub taken: usize,
}

/// The cells of the wild rows.
fn wild_cells(position: &Position) -> impl Iterator<Item = u8> {
    (0u8..).zip(position.wild).flat_map(|(level, rows)| bits(first_cells(rows) << level))
}

/// The features of the step from `before` to `after`.
pub(crate) fn features(geometry: &Geometry, before: &Position, step: Step, after: &Position) -> [f32; FEATURES] {
    let suits = 0..geometry.rows;
    let is_home = |card: u8| column_of(after.cell[usize::from(card)]) == card / 4;
    let twos = suits.clone().filter(|&two| is_home(two)).count();
    let pairs = after.cell.iter().zip(&after.cell[4..]);
    let mut joined = pairs.filter(|&(left, right)| left.wrapping_add(1) == *right).count();
    // A wild card counts as joined, and one that is home beside wild rows if its predecessor is on them.
    for cell in wild_cells(after) {
        let is_apart = |card: u8| {
            card != EMPTY && card >= 4 && after.cell[usize::from(card) - 4] + 1 != after.cell[usize::from(card)]
        };
        let (card, next) = (after.at[usize::from(cell)], after.at[usize::from(cell) + 1]);
        joined += usize::from(is_apart(card));
        let beside = is_apart(next) && is_home(next) && !after.is_wild(cell + 1);
        joined += usize::from(beside && after.is_wild(after.cell[usize::from(next) - 4]));
    }
    let locked = |suit: u8| (0..geometry.cards / 4).take_while(|rank| is_home(rank * 4 + suit)).count();
    let locked: usize = suits.map(locked).sum();
    let is_dead = |&gap: &u8| {
        let left = after.at[usize::from(gap) - 1];
        left == EMPTY || geometry.is_top(left)
    };
    let dead = bits(after.gaps & !geometry.first_column).filter(is_dead).count();
    let from = before.cell[usize::from(step.card)];
    let breaks = !geometry.is_top(step.card) && before.cell[usize::from(step.card) + 4] == from + 1;
    [
        (twos + joined) as f32,
        dead as f32,
        locked as f32,
        u8::from(breaks).into(),
        after.free.into(),
        (after.gaps & geometry.first_column).count_ones() as f32,
    ]
}
