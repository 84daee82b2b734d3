//! The estimates of the Gaps paper (Darmanger, Gombas, Radomski 2024), exactly as its program
//! computes them.
//!
//! The program knows one goal: row `i` belongs to the `i`-th suit of the rule set's order. With
//! free rows these estimates keep that reading, as in the program. With X cards home, Y gaps to the
//! right of a king and outside the last column, and Z gaps to the right of a gap, on R rows with N
//! cards:
//!
//! - H(w) = N − X + w·½·(Y/R + Z/(R−1)), 0 when solved;
//! - S = (10·X/N + (3−Z)/3 + 2·(4−Y)/4) / 13, infinite when solved.
//!
//! Under the paper's rules kings are not dealt, so Y is always 0 there.

use patience_core::{
    Claims, Estimate, Evaluation, Game, Heuristic, Parameter, Part, Value, estimates_after,
};

use super::heuristics::matches;
use super::state::{CELLS, GAP, NO_CELL, RANKS, ROW};
use super::{Gaps, Move, State};

/// X, Y and Z of a state.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::{GapsDomain, PaperCounts};
///
/// let deal = GapsDomain.read("paper", "AH 2H -- 3H")?;
/// assert_eq!(PaperCounts::of(&deal, &deal.start()).home, 2);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperCounts {
    /// X: cards in their home cell.
    pub home: u32,
    /// Y: gaps outside the last column whose left neighbour is a king.
    pub behind_king: u32,
    /// Z: gaps whose left neighbour is a gap.
    pub behind_gap: u32,
}

impl PaperCounts {
    /// Counts them.
    pub fn of(game: &Gaps, state: &State) -> Self {
        let matches = matches(game, state);
        let mut counts = PaperCounts { home: 0, behind_king: 0, behind_gap: 0 };
        counts.home = (0..game.rows()).map(|row| u32::from(matches[row][row])).sum();
        for &gap in state.gaps(game.rows()) {
            let cell = usize::from(gap);
            if cell % ROW != 0 {
                let left = state.cards[cell - 1];
                let is_king = game.named(left).is_some_and(|card| card.rank() == 13);
                counts.behind_gap += u32::from(left == GAP);
                counts.behind_king += u32::from(is_king && cell % ROW != game.columns() - 1);
            }
        }
        counts
    }

    /// The counts and the score by the paper's letters.
    fn parts(self, game: &Gaps, state: &State) -> Vec<Part> {
        vec![
            Part::whole("N, cards", game.card_count() as i64),
            Part::whole("X, cards home", self.home),
            Part::whole("Y, gaps right of a king", self.behind_king),
            Part::whole("Z, gaps right of a gap", self.behind_gap),
            match PaperScore.value(game, state) {
                score if score.is_finite() => Part::real("S, the score of the tree search", score),
                _ => Part::words("S, the score of the tree search", "infinite: solved"),
            },
        ]
    }
}

/// H(0), the paper's A* heuristic: the number of cards not home. Consistent with fixed rows; with
/// free rows it may overestimate.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, PaperH0};
///
/// let deal = GapsDomain.read("paper", "AH 2H -- 3H")?;
/// assert_eq!(
///     PaperH0::new(&deal).estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Three is not home"
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct PaperH0 {
    claims: Claims,
    /// By cell: the card that belongs there, [`NO_CELL`] where none does.
    homes: [u8; CELLS],
}

impl PaperH0 {
    /// The estimate for an instance, with stronger guarantees for fixed rows.
    pub fn new(game: &Gaps) -> Self {
        let claims = if game.rules().fixed_rows() { Claims::CONSISTENT } else { Claims::SOUND };
        let mut homes = [NO_CELL; CELLS];
        for card in game.numbers() {
            homes[card / RANKS * ROW + card % RANKS] = card as u8;
        }
        PaperH0 { claims, homes }
    }
}

impl Heuristic<Gaps> for PaperH0 {
    fn claims(&self) -> Claims {
        self.claims
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let home = self.homes.iter().zip(&state.cards).filter(|(home, card)| home == card).count();
        // If rows are fixed, all cards are home in the goal.
        let is_goal = !self.claims.admissible && game.is_goal(state);
        Estimate::Cost(if is_goal { 0 } else { (game.card_count() - home) as u32 })
    }

    /// One card has moved.
    #[inline]
    fn estimate_after(&self, game: &Gaps, _: &State, h: u32, mv: Move, child: &State) -> Estimate {
        if !self.claims.admissible {
            return self.estimate(game, child);
        }
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let card = child.cards[to];
        Estimate::Cost(h + u32::from(self.homes[from] == card) - u32::from(self.homes[to] == card))
    }

    fn values_after(
        &self,
        game: &Gaps,
        parent: &State,
        h: u32,
        moves: &[Move],
        states: &[State],
        out: &mut Vec<Option<Value>>,
    ) {
        estimates_after(self, game, parent, h, moves, states, out);
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        PaperCounts::of(game, state).parts(game, state)
    }
}

/// H(2), the paper's greedy heuristic: estimates in moves, rounded. The ordering is in units of
/// 1/(R·(R−1)) of a move, so that integers order states exactly as the program's floats do. With
/// one row, where the program divides 0 by 0, that unit is a move and Z does not count.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, PaperH2};
///
/// let deal = GapsDomain.read("paper", "AH 2H -- 3H")?;
/// assert_eq!(
///     PaperH2.estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Three is not home"
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct PaperH2;

impl PaperH2 {
    /// The fractions of a move in which the ordering is given.
    fn unit(game: &Gaps) -> u32 {
        let rows = game.rows() as u32;
        if rows == 1 { 1 } else { rows * (rows - 1) }
    }

    fn ordering(game: &Gaps, state: &State) -> u32 {
        if game.is_goal(state) {
            return 0;
        }
        let counts = PaperCounts::of(game, state);
        let rows = game.rows() as u32;
        let misplaced = game.card_count() as u32 - counts.home;
        match rows {
            1 => misplaced + counts.behind_king,
            _ => {
                rows * (rows - 1) * misplaced
                    + (rows - 1) * counts.behind_king
                    + rows * counts.behind_gap
            }
        }
    }
}

impl Heuristic<Gaps> for PaperH2 {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, game: &Gaps, state: &State) -> Option<Value> {
        let (ordering, unit) = (Self::ordering(game, state), Self::unit(game));
        Some(Value { cost: (ordering + unit / 2) / unit, ordering })
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        let (ordering, unit) = (Self::ordering(game, state), Self::unit(game));
        let mut parts = PaperCounts::of(game, state).parts(game, state);
        parts.push(Part::real("H(2)", f64::from(ordering) / f64::from(unit)));
        parts
    }
}

/// W_p, the weight of dead and repeated gaps in H.
pub(super) const PENALTY: Parameter<f64> = Parameter::number(
    "penalty",
    0.0..=1000.0,
    2.0,
    "W_p, the weight of dead and repeated gaps in the Gaps paper's H",
);

/// Y/R + Z/(R−1); with one row Z does not count.
pub(super) fn dead_and_repeated(game: &Gaps, dead: u32, repeated: u32) -> f64 {
    let rows = game.rows() as f64;
    let repeated = if game.rows() == 1 { 0.0 } else { f64::from(repeated) / (rows - 1.0) };
    f64::from(dead) / rows + repeated
}

/// H in moves: rounded as a cost, in thousandths as an ordering.
pub(super) fn in_moves(h: f64) -> Value {
    Value { cost: h.round() as u32, ordering: (1000.0 * h).round() as u32 }
}

/// H(w) for any penalty w, in moves, rounded; ordered by thousandths of a move. If there is only
/// one row, Z does not count.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, PaperH};
///
/// let deal = GapsDomain.read("paper", "AH 2H -- 3H")?;
/// assert_eq!(
///     PaperH::new(1.5).estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Three is not home"
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct PaperH {
    penalty: f64,
}

impl PaperH {
    /// H with a penalty.
    pub fn new(penalty: f64) -> Self {
        PaperH { penalty }
    }

    fn h(&self, game: &Gaps, state: &State) -> f64 {
        if game.is_goal(state) {
            return 0.0;
        }
        let counts = PaperCounts::of(game, state);
        let misplaced = f64::from(game.card_count() as u32 - counts.home);
        misplaced
            + self.penalty / 2.0 * dead_and_repeated(game, counts.behind_king, counts.behind_gap)
    }
}

impl Heuristic<Gaps> for PaperH {
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
        let mut parts = PaperCounts::of(game, state).parts(game, state);
        parts.extend([
            Part::real("W_p, the penalty", self.penalty),
            Part::real("H(W_p)", self.h(game, state)),
        ]);
        parts
    }
}

/// S with any weights of X, Y and Z.
///
/// ```
/// use patience_core::{Domain, Evaluation, Game};
/// use patience_games::gaps::{GapsDomain, WeightedScore};
///
/// let (far, near) =
///     (GapsDomain.read("paper", "3H 2H -- AH")?, GapsDomain.read("paper", "AH 2H -- 3H")?);
/// let score = WeightedScore { home: 1.0, kings: 0.0, gaps: 0.5, growth: 0.0 };
/// assert!(score.value(&near, &near.start()) > score.value(&far, &far.start()));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedScore {
    /// W_X, of the cards home.
    pub home: f64,
    /// W_Y, of the gaps not to the right of a king.
    pub kings: f64,
    /// W_Z, of the gaps not to the right of a gap.
    pub gaps: f64,
    /// Growth of W_X (the paper's future work, 11.3): it is multiplied by 1 + `growth`·X/N.
    pub growth: f64,
}

impl WeightedScore {
    /// The weights of the program.
    pub const PAPER: WeightedScore =
        WeightedScore { home: 10.0, kings: 2.0, gaps: 1.0, growth: 0.0 };

    /// S of a state that is not solved, by its counts.
    pub(super) fn of(&self, game: &Gaps, counts: PaperCounts) -> f64 {
        let PaperCounts { home, behind_king, behind_gap } = counts;
        let home = f64::from(home) / game.card_count() as f64;
        let free_of_gaps = (3.0 - f64::from(behind_gap)) / 3.0;
        let free_of_kings = (4.0 - f64::from(behind_king)) / 4.0;
        // The sums follow the order of the program, so that its weights give its exact floats.
        // Without weights, S is 0.
        let weight = self.home * (1.0 + self.growth * home);
        let weights = weight + self.gaps + self.kings;
        let sum = weight * home + self.gaps * free_of_gaps + self.kings * free_of_kings;
        if weights > 0.0 { sum / weights } else { 0.0 }
    }
}

impl Evaluation<Gaps> for WeightedScore {
    fn value(&self, game: &Gaps, state: &State) -> f64 {
        if game.is_goal(state) {
            return f64::INFINITY;
        }
        self.of(game, PaperCounts::of(game, state))
    }
}

/// S, the evaluation that guides the paper's Monte Carlo tree search; the same floats as the
/// program's.
///
/// ```
/// use patience_core::{Domain, Evaluation, Game};
/// use patience_games::gaps::{GapsDomain, PaperScore};
///
/// let (far, near) =
///     (GapsDomain.read("paper", "3H 2H -- AH")?, GapsDomain.read("paper", "AH 2H -- 3H")?);
/// let score = PaperScore;
/// assert!(score.value(&near, &near.start()) > score.value(&far, &far.start()));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct PaperScore;

impl Evaluation<Gaps> for PaperScore {
    fn value(&self, game: &Gaps, state: &State) -> f64 {
        WeightedScore::PAPER.value(game, state)
    }
}
