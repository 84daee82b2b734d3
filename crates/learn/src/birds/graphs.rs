//! Features of the two graphs of a position, by a few operations on sets of bits.

use patience_core::sets::Set16;
use patience_games::birds::{BirdsGame, BirdsState, CELLS};

use crate::features::Features;

pub(crate) const NAMES: &[&str] = &[
    "stacks",
    "compatible pairs",
    "cards of one partner",
    "cards of two partners",
    "pairs in line",
];

/// Features of positions, computed from both graphs by a few bit operations.
///
/// ```
/// use patience_core::Domain;
/// use patience_games::birds::BirdsDomain;
/// use patience_learn::features::Features;
/// use patience_learn::birds::graphs::BirdsFeatures;
///
/// let game = BirdsDomain.instance("standard", "neller/42")?;
/// let features = BirdsFeatures;
/// let mut row = vec![0.0; Features::<_>::names(&features).len()];
/// features.compute(&game, &patience_core::Game::start(&game), &mut row);
/// assert!(row.iter().any(|feature| *feature != 0.0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BirdsFeatures;

/// The compatibility graph of the top cards: a row for each card of the deal, empty for covered
/// cards.
pub(crate) struct Flock {
    pub tops: Set16,
    pub partners: [Set16; CELLS],
}

impl Flock {
    #[inline]
    pub fn new(game: &BirdsGame, state: &BirdsState) -> Self {
        let tops = game.tops(state);
        // Here and below all rows are treated alike, so that the compiler can process several at
        // once.
        let mut partners = *game.compatible_with();
        for (card, row) in partners.iter_mut().enumerate() {
            *row &= tops.only_if(tops.contains(card));
        }
        Flock { tops, partners }
    }

    #[inline]
    pub fn counts(&self, occupied: Set16) -> [f32; NAMES.len()] {
        let (mut edges, mut single, mut double) = (0u16, 0u16, 0u16);
        for row in self.partners {
            let row = row.bits();
            let others = row & row.wrapping_sub(1);
            single += u16::from(row != 0) & u16::from(others == 0);
            double += u16::from(others != 0) & u16::from(others & others.wrapping_sub(1) == 0);
            let pairs = row - (row >> 1 & 0x5555);
            let nibbles = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
            let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f;
            edges += (bytes + (bytes >> 8)) & 0x1f;
        }
        [
            occupied.len() as f32,
            f32::from(edges / 2),
            f32::from(single),
            f32::from(double),
            in_line(occupied),
        ]
    }
}

/// The pairs of stacks in a row or a column, whatever their cards.
#[inline]
fn in_line(occupied: Set16) -> f32 {
    let cells = u64::from(occupied.bits());
    let columns =
        cells & cells >> 4 | (cells & cells >> 8 & 0xff) << 16 | (cells & cells >> 12) << 24;
    let rows = cells & cells >> 1 & 0x7777
        | (cells & cells >> 2 & 0x3333 | (cells & cells >> 3 & 0x1111) << 2) << 16;
    (columns | rows << 32).count_ones() as f32
}

impl Features<BirdsGame> for BirdsFeatures {
    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn compute(&self, game: &BirdsGame, state: &BirdsState, out: &mut [f32]) {
        out.copy_from_slice(&Flock::new(game, state).counts(state.occupied()));
    }
}
