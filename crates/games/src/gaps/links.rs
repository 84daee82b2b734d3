//! Links: pairs of neighbours that follow each other in their suit. They measure progress if moves
//! can be undone.
//!
//! If a card fits after its predecessor or before its successor, a moved card lands next to one of
//! them, and a card between the two cannot move. If the lowest cards in column 0 also count as
//! links, no move removes more links than it adds, with one exception: a lowest card that leaves
//! its successor in column 0 for another row. The deal is solved when all links are present. The
//! number of links is therefore a progress level for `levels` of `patience-search`, which compares
//! positions by a weighted sum of features around the missing links.
//!
//! Each feature occurs in a position some number of times, mostly zero or once; `weights` has a
//! weight for each, found by `cargo run --release -p patience-catalogue --example link_weights`.

mod board;
mod features;
mod sums;
mod weights;

use patience_core::{Claims, Estimate, Heuristic, Part, Random};

use super::rule_set::Fit;
use super::state::CARDS;
use super::{Gaps, State};
use board::Board;
use features::{FEATURES, TABLES};
use sums::Sums;
use weights::WEIGHTS;

/// Orders the positions of one level, with a bonus for each link, above or below 0, drawn by a
/// seed, so that several searches build the suits in different orders.
///
/// ```
/// use patience_core::{Domain, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, Links};
///
/// let deal = GapsDomain.read("free-parking", "2C 3C -- 4H / -- 2H 3H 4C")?;
/// assert!(Links::fits(&deal));
/// assert_eq!(
///     Links::count(&deal, &deal.start()),
///     3,
///     "the Two of Clubs in column a, and two Threes behind their Twos"
/// );
/// assert_ne!(
///     Links::new(&deal, Some(1)).estimate(&deal, &deal.start()),
///     Links::new(&deal, Some(2)).estimate(&deal, &deal.start())
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct Links {
    /// The bonus by a link's left card.
    bonus: [i32; CARDS],
    sums: Box<Sums>,
}

/// Maximum size of a bonus.
const MAX_BONUS: u32 = 20;

/// Offset that keeps sums above 0: sums of full deals' positions are within a few hundred of it.
const MIDDLE: i32 = 4000;

impl Links {
    /// Number of features.
    pub const FEATURES: usize = FEATURES;

    /// The tables that the weights of the features are written in: name, rows and columns. Feature
    /// 0 is the first of the first table's first row, and so on row by row and table by table.
    ///
    /// - `CARD`: by whether a card's predecessor is to its left (1) and its successor to its
    ///   right (2), and whether it is left of its last column, in it (4), or right of it (8); by
    ///   rank.
    /// - `SHIFT`: by 12 plus the number of columns that a linked pair is right of its last ones.
    /// - `MISSING`: by the third of the suit to which a card with its successor elsewhere belongs
    ///   (times 6), and the content right of it: the edge, a gap, a card with no link to its
    ///   right, one with, and the same for lowest cards. Then by the content left of the successor
    ///   (edge, gap, no link to its left, one, the same for highest cards) times 4, plus 2 if the
    ///   card is linked to its left, plus 1 if the successor is to its right.
    /// - `BESIDE_GAP`: by the content left of a gap (edge, gap, card, highest card), then right of
    ///   it (edge, gap, card, lowest card).
    /// - `RUN`: by the length of a row's run from column 0.
    pub const TABLES: [(&'static str, usize, usize); 5] = TABLES;

    /// The numbers of the features that a position has, each as often as it has it: the data on
    /// which weights are learned.
    ///
    /// ```
    /// use patience_core::{Domain, Game};
    /// use patience_games::gaps::{GapsDomain, Links};
    ///
    /// let deal = GapsDomain.read("galary", "AC -- 2C / 2H AH --")?;
    /// let features = Links::features(&deal, &deal.start());
    /// assert_eq!(
    ///     features.len(),
    ///     4 + 2 + 2 + 2,
    ///     "one for each card, pair to be linked, gap and row"
    /// );
    /// assert!(features.iter().all(|feature| *feature < Links::FEATURES));
    /// # Ok::<(), patience_core::InputError>(())
    /// ```
    pub fn features(game: &Gaps, state: &State) -> Vec<usize> {
        let mut features = Vec::new();
        Board::new(game, state).features(game, state, |feature| features.push(feature));
        features
    }

    /// Whether links only grow in a deal: see the top of this file.
    pub fn fits(game: &Gaps) -> bool {
        game.rules().fit() == Fit::SuccessorOrPredecessor
    }

    /// The order, with bonuses drawn from a seed or without bonuses.
    pub fn new(game: &Gaps, seed: Option<u64>) -> Self {
        Links { bonus: Links::bonus(game, seed), sums: Box::new(Sums::new(game, &WEIGHTS)) }
    }

    /// The order of a deal's positions by other weights, one per feature, smaller being better;
    /// without bonuses.
    pub fn with_weights(game: &Gaps, weights: [i8; FEATURES]) -> Self {
        Links { bonus: [0; CARDS], sums: Box::new(Sums::new(game, &weights)) }
    }

    fn bonus(game: &Gaps, seed: Option<u64>) -> [i32; CARDS] {
        let mut bonus = [0; CARDS];
        if let Some(seed) = seed {
            let mut random = Random::new(seed);
            for card in game.numbers() {
                bonus[card] = random.below(2 * MAX_BONUS + 1) as i32 - MAX_BONUS as i32;
            }
        }
        bonus
    }

    /// The number of links of a position, including the lowest cards in column 0.
    pub fn count(game: &Gaps, state: &State) -> u32 {
        let board = Board::new(game, state);
        let bases = (0..game.rows()).filter(|row| board.is_base(board.cells[row * 16 + 1]));
        board.links.len() + bases.count() as u32
    }

    /// The number of links of a solved position.
    pub fn all(game: &Gaps) -> u32 {
        game.card_count() as u32
    }
}

impl Heuristic<Gaps> for Links {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let sum = MIDDLE + self.sums.of(game, state, &Board::new(game, state), &self.bonus);
        Estimate::Cost(sum.max(0) as u32)
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        vec![Part::whole("links missing", Links::all(game) - Links::count(game, state))]
    }
}
