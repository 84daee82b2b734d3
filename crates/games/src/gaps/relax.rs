//! What a rule set lets happen, as facts about its cards, and the delete relaxation of the game: where cards could ever
//! come if whatever was once true stayed true.

use super::rule_set::{Entry, Fit};
use super::state::{CARDS, RANKS, ROW};
use super::{Gaps, State};

/// Column 0 of all rows as a set of cells.
pub(super) const COLUMN_0: u64 = 1 | 1 << ROW | 1 << (2 * ROW) | 1 << (3 * ROW);

/// When a card fits into a gap: in column 0 by the cell, elsewhere by one neighbour in its row. Sets of cards and of cells,
/// by card.
pub(super) struct Facts {
    /// The cells of column 0 that the rules let it enter.
    pub entry: [u64; CARDS],
    /// The cards behind which it fits.
    pub behind: [u64; CARDS],
    /// The cards before which it fits.
    pub before: [u64; CARDS],
}

/// What the relaxation reaches.
pub(super) struct Reach {
    /// By card: the cells where it could ever stand.
    pub cells: [u64; CARDS],
    /// The cells that could ever be gaps.
    pub gaps: u64,
}

/// The members of a set of cards or cells.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

/// The cells right of these.
pub(super) fn right_of(cells: u64) -> u64 {
    cells << 1 & !COLUMN_0
}

/// The cells left of these, but for those of column 0, where no neighbour counts.
pub(super) fn left_of(cells: u64) -> u64 {
    (cells & !COLUMN_0) >> 1 & !COLUMN_0
}

impl Facts {
    /// Those of a deal's rule set.
    pub fn new(game: &Gaps) -> Facts {
        let mut facts = Facts { entry: [0; CARDS], behind: [0; CARDS], before: [0; CARDS] };
        let fit = game.rules().fit();
        for card in game.numbers() {
            let rank = card % RANKS;
            facts.entry[card] = match game.rules().entry() {
                Entry::AnyBase | Entry::BaseFromOutside if rank == 0 => COLUMN_0,
                Entry::OwnBase if rank == 0 => 1 << (card / RANKS * ROW),
                Entry::AnyBase | Entry::OwnBase | Entry::BaseFromOutside => 0,
                Entry::AnyCard => COLUMN_0,
            };
            facts.behind[card] = match fit {
                _ if rank == 0 => 0,
                Fit::Successor | Fit::SuccessorOrPredecessor => 1 << (card - 1),
                Fit::NextRank => (0..game.rows()).fold(0, |cards, slot| cards | 1 << (slot * RANKS + rank - 1)),
                Fit::Higher => (card - rank..card).fold(0, |cards, lower| cards | 1 << lower),
            };
            if fit == Fit::SuccessorOrPredecessor && rank + 2 < game.columns() {
                facts.before[card] = 1 << (card + 1);
            }
        }
        facts
    }

    /// The cells where a card fits, be they gaps or not, if cards stand where they could.
    #[inline]
    pub fn fits(&self, card: usize, cells: &[u64; CARDS]) -> u64 {
        let standing = |cards: u64| members(cards).fold(0, |all, card| all | cells[card]);
        self.entry[card] | right_of(standing(self.behind[card])) | left_of(standing(self.before[card]))
    }

    /// The least sets that hold the position and allow every move but those of the frozen cards. `arrived` is told, round by
    /// round from 1, the cells that a card could newly reach by what held before the round.
    ///
    /// By induction over the moves of any play in which no frozen card moves: every card stands, and every gap lies, within
    /// them, as a move needs a gap and a neighbour that are within them, and its card and the gap that it leaves are added.
    pub fn reach(&self, game: &Gaps, state: &State, frozen: u64, mut arrived: impl FnMut(usize, u64, u32)) -> Reach {
        let mut cells = [0; CARDS];
        for card in game.numbers() {
            cells[card] = 1 << state.cells[card];
        }
        let mut gaps = state.gaps(game.rows()).iter().fold(0, |set, gap| set | 1 << gap);
        for round in 1.. {
            let before = cells;
            let mut freed = 0;
            for card in game.numbers().filter(|card| frozen >> card & 1 == 0) {
                let more = gaps & !before[card] & self.fits(card, &before);
                if more != 0 {
                    cells[card] |= more;
                    freed |= 1 << state.cells[card];
                    arrived(card, more, round);
                }
            }
            if cells == before {
                break;
            }
            gaps |= freed;
        }
        Reach { cells, gaps }
    }

    /// `rounds[row][slot]`: the sum, over the cards of the suit, of the rounds of the relaxation after which they could stand
    /// at home in that row; `None` where one of them never could.
    pub fn rounds(&self, game: &Gaps, state: &State) -> [[Option<u32>; 4]; 4] {
        let home = |card: usize, row: usize| (row * ROW + card % RANKS) as u32;
        let mut rounds = [[Some(0); 4]; 4];
        let mut missing = [[0u8; 4]; 4];
        for card in game.numbers() {
            for (row, missing) in missing.iter_mut().enumerate().take(game.rows()) {
                missing[card / RANKS] += u8::from(u32::from(state.cells[card]) != home(card, row));
            }
        }
        self.reach(game, state, 0, |card, cells, round| {
            let slot = card / RANKS;
            for row in (0..game.rows()).filter(|row| cells >> home(card, *row) & 1 == 1) {
                missing[row][slot] -= 1;
                rounds[row][slot] = rounds[row][slot].map(|sum| sum + round);
            }
        });
        for (row, slot) in (0..4).flat_map(|row| (0..4).map(move |slot| (row, slot))) {
            rounds[row][slot] = rounds[row][slot].filter(|_| missing[row][slot] == 0);
        }
        rounds
    }
}
