//! The sum of a position's weights by look-ups: the weights of a card and of the link after it, by
//! the card's surroundings. It equals the sum of the weights by feature, in a third of the time.

use super::super::state::{CARDS, GAP, RANKS};
use super::super::{Gaps, State};
use super::board::{Board, EDGE, has_rank, place};
use super::features::{BESIDE_GAP, CARD, FEATURES, MISSING, RUN, SHIFT};

/// The content right of a card with its successor, instead of [`Board::right`].
const LINKED: usize = 6;

/// The weights, summed for look-ups.
pub(super) struct Sums {
    /// By rank, column plus 1, and whether a card is linked to its left (1) and right (2).
    card: [[[i16; 4]; 16]; RANKS],
    /// By rank; the content right of a card, or [`LINKED`]; the content left of its successor,
    /// times 4, plus 2 if the card is linked to its left and 1 if the successor is to its right.
    /// All are 0 for the highest rank, whose cards have no successor.
    missing: [[[i16; 24]; LINKED + 1]; RANKS],
    /// Indexed by the contents left and right of a gap.
    beside_gap: [i16; 16],
    /// Indexed by the length of a row's run.
    run: [i16; RANKS + 1],
}

/// By place, the arguments of the look-ups for its card.
struct Around {
    /// Whether it is linked to its left and right, and 4 times the content right of it, or
    /// [`LINKED`].
    card: [u8; 64],
    /// 4 times the content left of it, and whether it is linked to its right.
    successor: [u8; 64],
}

impl Sums {
    pub fn new(game: &Gaps, weights: &[i8; FEATURES]) -> Sums {
        let ranks = game.columns() - 1;
        let weight = |feature: usize| i16::from(weights[feature]);
        let mut sums = Sums {
            card: [[[0; 4]; 16]; RANKS],
            missing: [[[0; 24]; LINKED + 1]; RANKS],
            beside_gap: std::array::from_fn(|kinds| weight(BESIDE_GAP + kinds)),
            run: std::array::from_fn(|length| weight(RUN + length)),
        };
        for rank in 0..ranks {
            for column in 0..=ranks {
                let side = usize::from(column >= rank) + usize::from(column > rank);
                for links in 0..4 {
                    let shift = if links & 2 == 0 { 0 } else { weight(SHIFT + column + 12 - rank) };
                    sums.card[rank][column + 1][links] =
                        weight(CARD + (links + 4 * side) * RANKS + rank) + shift;
                }
            }
            for right in (0..LINKED).filter(|_| rank + 1 < ranks) {
                let first = MISSING + (6 * (rank * 3 / ranks) + right) * 24;
                sums.missing[rank][right] = std::array::from_fn(|rest| weight(first + rest));
            }
        }
        sums
    }

    /// The sum for a position, with the bonuses of its links by their left cards.
    pub fn of(&self, game: &Gaps, state: &State, board: &Board, bonus: &[i32; CARDS]) -> i32 {
        let around = Around::new(game, board);
        let ranks = game.columns() - 1;
        let mut sum = 0;
        for first in (0..game.rows()).map(|suit| suit * RANKS) {
            let (cells, bonus) = (&state.cells[first..][..ranks], &bonus[first..][..ranks]);
            let mut at = place(cells[0]);
            for rank in 0..ranks {
                let next = place(cells[(rank + 1).min(ranks - 1)]);
                let beside = usize::from(around.card[at]);
                let rest = usize::from(around.successor[next]) + 2 * (beside & 1);
                sum += i32::from(self.card[rank][at % 16][beside & 3]);
                sum += i32::from(self.missing[rank][beside >> 2][rest]);
                sum += bonus[rank] * i32::from(beside & 2 != 0);
                at = next;
            }
        }
        board.gaps(game, state, |kinds| sum += i32::from(self.beside_gap[kinds]));
        board.runs(game, |length| sum += i32::from(self.run[length]));
        sum
    }
}

impl Around {
    fn new(game: &Gaps, board: &Board) -> Around {
        let (cells, highest) = (&board.cells, game.columns() as u8 - 2);
        // By place plus 1.
        let mut linked = [0; 65];
        linked[1..].copy_from_slice(&board.linked);
        let kind = |card: u8, linked: u8, last: bool| match card {
            EDGE => 0,
            GAP => 1,
            _ => 2 + linked + 2 * u8::from(last),
        };
        let mut around = Around { card: [0; 64], successor: [0; 64] };
        for place in 1..63 {
            let (left, right) = (cells[place - 1], cells[place + 1]);
            let behind = linked[place + 1];
            let seen = if behind == 1 {
                LINKED as u8
            } else {
                kind(right, linked[place + 2], has_rank(right, 0))
            };
            around.card[place] = linked[place] | (behind << 1) | (seen << 2);
            around.successor[place] =
                (4 * kind(left, linked[place - 1], has_rank(left, highest))) | behind;
        }
        around
    }
}
