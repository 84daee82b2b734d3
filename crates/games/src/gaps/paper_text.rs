//! The estimate of the Gaps paper as its text defines it (its algorithms 2 to 4), which differs
//! from its program: any row may take any suit, and a gap to the right of the deal's highest rank
//! is dead, for any highest rank.

use patience_core::{Claims, Estimate, Evaluation, Game, Heuristic, Parameter, Part, Value};

use super::paper::{PaperCounts, WeightedScore, dead_and_repeated, in_moves};
use super::state::{GAP, RANKS, ROW};
use super::{Gaps, State};

/// The decrease of the penalty towards the end.
pub(super) const FADE: Parameter<f64> = Parameter::number(
    "fade",
    0.0..=1.0,
    0.0,
    "The share of its penalty that H has lost when all cards are well placed",
);
/// The increase of the weight of misplaced cards towards the end.
pub(super) const EMPHASIS: Parameter<f64> = Parameter::number(
    "emphasis",
    0.0..=1000.0,
    0.0,
    "Growth of the weight of a misplaced card during the game, from 1",
);

/// H(W_p) = N − X + W_p·½·(Y/R + Z/(R−1)) in moves, rounded, with X, Y and Z as in the text;
/// ordered by thousandths of a move. If there is only one row, Z does not count. Its future work
/// (11.3), weights that change during the game, is expressed by two numbers: N − X is multiplied by
/// 1 + `emphasis`·X/N, and the penalty by 1 − `fade`·X/N.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, PaperText};
///
/// let deal = GapsDomain.read("standard", "3H -- 2H 4H / 2S 3S 4S --")?;
/// let [placed, dead, repeated] = PaperText::counts(&deal, &deal.start());
/// assert_eq!((placed, dead, repeated), (3, 1, 0), "the spades; the gap right of 4S");
/// assert_eq!(
///     PaperText { penalty: 2.0, fade: 0.0, emphasis: 0.0 }.estimate(&deal, &deal.start()),
///     Estimate::Cost(4),
///     "three cards, and half a move, rounded"
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct PaperText {
    /// W_p, of dead and repeated gaps.
    pub penalty: f64,
    /// The share of the penalty that is lost during the game.
    pub fade: f64,
    /// Growth of the weight of a misplaced card.
    pub emphasis: f64,
}

/// The result of algorithm 2 for a row.
struct Row {
    /// The suit with the most points (the first if tied).
    slot: usize,
    points: u32,
    /// Its cards in their own columns.
    placed: u32,
}

impl PaperText {
    /// X, Y and Z: cards well placed, gaps right of a card of the highest rank, gaps right of a
    /// gap.
    pub fn counts(game: &Gaps, state: &State) -> [u32; 3] {
        let placed = (0..game.rows()).map(|row| Self::row(game, state, row).placed).sum();
        let (mut dead, mut repeated) = (0, 0);
        for &gap in state.gaps(game.rows()) {
            let cell = usize::from(gap);
            if cell % ROW != 0 {
                match state.cards[cell - 1] {
                    GAP => repeated += 1,
                    card => dead += u32::from(usize::from(card) % RANKS == game.columns() - 2),
                }
            }
        }
        [placed, dead, repeated]
    }

    /// A suit gets a point for each card in its own column, and one for each card directly after a
    /// card of its suit.
    fn row(game: &Gaps, state: &State, row: usize) -> Row {
        let card = |column: usize| match state.cards[row * ROW + column] {
            GAP => None,
            card => Some((usize::from(card) / RANKS, usize::from(card) % RANKS)),
        };
        let (mut points, mut placed) = ([0; 4], [0; 4]);
        for column in 0..game.columns() {
            let Some((slot, rank)) = card(column) else { continue };
            placed[slot] += u32::from(rank == column);
            let follows = column > 0 && card(column - 1) == Some((slot, column - 1));
            points[slot] += u32::from(rank == column) + u32::from(follows);
        }
        let slot = (0..game.rows())
            .max_by_key(|slot| (points[*slot], 4 - slot))
            .expect("a board has a row");
        Row { slot, points: points[slot], placed: placed[slot] }
    }

    fn h(&self, game: &Gaps, state: &State) -> f64 {
        if game.is_goal(state) {
            return 0.0;
        }
        let [placed, dead, repeated] = Self::counts(game, state);
        let (cards, placed) = (game.card_count() as f64, f64::from(placed));
        let progress = placed / cards;
        let penalty = self.penalty * (1.0 - self.fade * progress);
        (cards - placed) * (1.0 + self.emphasis * progress)
            + penalty / 2.0 * dead_and_repeated(game, dead, repeated)
    }
}

impl Heuristic<Gaps> for PaperText {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, game: &Gaps, state: &State) -> Option<Value> {
        Some(in_moves(self.h(game, state)))
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        let [placed, dead, repeated] = Self::counts(game, state);
        let mut parts = vec![
            Part::whole("N, cards", game.card_count() as i64),
            Part::whole("X, cards well placed", placed),
        ];
        for row in 0..game.rows() {
            let Row { slot, points, placed } = Self::row(game, state, row);
            let symbol = game.suits()[slot].symbol();
            let name =
                format!("row {}, {symbol} with the most points, {points}: well placed", row + 1);
            parts.push(Part::whole(name, placed));
        }
        parts.extend([
            Part::whole("Y, gaps right of a card of the highest rank", dead),
            Part::whole("Z, gaps right of a gap", repeated),
            Part::real("W_p, the penalty", self.penalty),
            Part::real("H(W_p)", self.h(game, state)),
        ]);
        parts
    }
}

/// S, the evaluation of the paper's tree search, with X, Y and Z counted as in its text.
///
/// ```
/// use patience_core::{Domain, Evaluation, Game};
/// use patience_games::gaps::{GapsDomain, TextScore, WeightedScore};
///
/// let deal = GapsDomain.read("paper-any-row", "AH 2H -- 3H / AS 2S 3S --")?;
/// let swapped = GapsDomain.read("paper-any-row", "AS 2S 3S -- / AH 2H -- 3H")?;
/// let score = TextScore(WeightedScore::PAPER);
/// assert_eq!(score.value(&deal, &deal.start()), score.value(&swapped, &swapped.start()));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextScore(
    /// The weights of X, Y and Z.
    pub WeightedScore,
);

impl Evaluation<Gaps> for TextScore {
    fn value(&self, game: &Gaps, state: &State) -> f64 {
        if game.is_goal(state) {
            return f64::INFINITY;
        }
        let [home, behind_king, behind_gap] = PaperText::counts(game, state);
        self.0.of(game, PaperCounts { home, behind_king, behind_gap })
    }
}
