//! The order in which steps are tried: a softmax over a few features of the positions that they
//! lead to.
//!
//! No policy changes a verdict, only the order.

use crate::position::{EMPTY, Geometry, Position, Step, cells_of, column_of};

/// Number of features.
pub const FEATURES: usize = 7;

/// Names of the features, in order.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "cards joined",
    "dead gaps",
    "cards locked",
    "pair broken",
    "free levels",
    "gaps in column 0",
    "beside wild rows",
];

/// A step is chosen with probability proportional to the exponential of its features times these
/// weights.
///
/// ```
/// use patience_gaps::{Board, Config, FEATURES, Policy, Solver};
///
/// // Steps drawn alike: the order of the search changes, the verdict does not.
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let verdict = |policy| {
///     let config = Config { policy, ..Config::default() };
///     Solver::new(&board).config(config).solve().verdict
/// };
/// assert_eq!(verdict(Policy([0.0; FEATURES])), verdict(Policy::default()));
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy(pub [f32; FEATURES]);

impl Policy {
    /// The policy for certificates: certifying a deal again yields the bytes of the published
    /// certificate.
    pub const OF_CERTIFICATES: Policy = Policy([1.0 / 3.0, -1.0 / 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

impl Default for Policy {
    /// Set by hand: a step that leads to a free level, or that depends on wild rows, is e³ times as
    /// likely. This shortens proofs of loss, as lost steps then sleep longer after the other steps.
    fn default() -> Self {
        Policy([0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 3.0])
    }
}

impl Policy {
    /// The logarithm of the weight of the step from `before` to `after`.
    pub(crate) fn score(
        &self,
        geometry: &Geometry,
        before: &Position,
        step: Step,
        after: &Position,
    ) -> f32 {
        let weights = self.0.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        weights.map(|(index, weight)| weight * feature(index, geometry, before, step, after)).sum()
    }
}

/// One choice on the way to a plan, for learning a [`Policy`].
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The features of each step.
    pub features: Vec<[f32; FEATURES]>,
    /// The step that is taken.
    pub taken: usize,
}

/// The cells of the wild rows.
fn wild_cells(position: &Position) -> impl Iterator<Item = u8> {
    (0u8..).zip(position.wild).flat_map(|(level, rows)| cells_of(rows, level))
}

/// The features of the step from `before` to `after`.
pub(crate) fn features(
    geometry: &Geometry,
    before: &Position,
    step: Step,
    after: &Position,
) -> [f32; FEATURES] {
    std::array::from_fn(|index| feature(index, geometry, before, step, after))
}

/// The feature with the given index in [`FEATURE_NAMES`].
#[inline]
fn feature(
    index: usize,
    geometry: &Geometry,
    before: &Position,
    step: Step,
    after: &Position,
) -> f32 {
    match index {
        0 => joined(geometry, after) as f32,
        1 => dead_gaps(geometry, after) as f32,
        2 => locked(geometry, after) as f32,
        3 => {
            let (card, from) = (usize::from(step.card), before.cell[usize::from(step.card)]);
            let breaks = !geometry.is_top(step.card) && before.cell[card + 4] == from + 1;
            u8::from(breaks).into()
        }
        4 => after.free.into(),
        5 => (after.gaps & geometry.first_column).len() as f32,
        _ => u8::from(before.is_beside_wild(step)).into(),
    }
}

fn is_home(position: &Position, card: u8) -> bool {
    column_of(position.cell[usize::from(card)]) == card / 4
}

/// Number of Twos in column 0, and of cards to the right of their predecessors. A wild card counts
/// as joined; a card at home next to wild rows counts if its predecessor is on them.
fn joined(geometry: &Geometry, position: &Position) -> usize {
    let twos = (0..geometry.rows).filter(|&two| is_home(position, two)).count();
    let pairs = position.cell.iter().zip(&position.cell[4..]);
    let mut joined = pairs.filter(|&(left, right)| left.wrapping_add(1) == *right).count();
    for cell in wild_cells(position) {
        let is_apart = |card: u8| {
            card != EMPTY
                && card >= 4
                && position.cell[usize::from(card) - 4] + 1 != position.cell[usize::from(card)]
        };
        let (card, next) = (position.at[usize::from(cell)], position.at[usize::from(cell) + 1]);
        joined += usize::from(is_apart(card));
        let beside = is_apart(next) && is_home(position, next) && !position.is_wild(cell + 1);
        joined += usize::from(beside && position.is_wild(position.cell[usize::from(next) - 4]));
    }
    twos + joined
}

/// Gaps that take no card, because they are to the right of a gap or of a highest card.
fn dead_gaps(geometry: &Geometry, position: &Position) -> usize {
    let is_dead = |&gap: &u8| {
        let left = position.at[usize::from(gap) - 1];
        left == EMPTY || geometry.is_top(left)
    };
    (position.gaps - geometry.first_column).iter().filter(is_dead).count()
}

fn locked(geometry: &Geometry, position: &Position) -> usize {
    let of = |suit: u8| {
        (0..geometry.cards / 4).take_while(|rank| is_home(position, rank * 4 + suit)).count()
    };
    (0..geometry.rows).map(of).sum()
}
