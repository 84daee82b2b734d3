//! A position, prepared for counting links.

use patience_core::sets::Set64;

use super::super::state::{CELLS, GAP, RANKS, ROW};
use super::super::{Gaps, State};
use super::features::{BESIDE_GAP, CARD, MISSING, RUN, SHIFT};

/// Outside the board.
pub(super) const EDGE: u8 = GAP + 1;

/// Whether the content of a place is a card of this rank in play. Without branches and division: 16
/// or more places are examined at once.
pub(super) const fn has_rank(card: u8, rank: u8) -> bool {
    const SUIT: u8 = RANKS as u8;
    (card == rank) | (card == rank + SUIT) | (card == rank + 2 * SUIT) | (card == rank + 3 * SUIT)
}

/// By cell: its place on a [`Board`].
const PLACES: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = (cell / ROW * 16 + cell % ROW + 1) as u8;
        cell += 1;
    }
    places
};

pub(super) fn place(cell: u8) -> usize {
    usize::from(PLACES[usize::from(cell)])
}

/// A position with edges left and right of each row.
pub(super) struct Board {
    pub cells: [u8; 64],
    /// By place: 1 for the left card of a link, else 0.
    pub linked: [u8; 64],
    /// The places of the left cards of links.
    pub links: Set64,
}

impl Board {
    pub fn new(game: &Gaps, state: &State) -> Board {
        let mut cells = [EDGE; 64];
        let columns = game.columns();
        for row in 0..game.rows() {
            cells[row * 16 + 1..][..columns].copy_from_slice(&state.cards[row * ROW..][..columns]);
        }
        let mut linked = [0; 64];
        for place in 0..63 {
            let (card, next) = (cells[place], cells[place + 1]);
            linked[place] =
                u8::from((next == card.wrapping_add(1)) & !has_rank(next, 0) & (next < GAP));
        }
        // The lowest bits of eight bytes as one byte: the product has them side by side at the top.
        let byte = |eight: &[u8]| {
            u64::from_le_bytes(eight.try_into().expect("eight")).wrapping_mul(0x0102_0408_1020_4080)
                >> 56
        };
        let links = linked
            .chunks_exact(8)
            .enumerate()
            .fold(0, |links, (at, eight)| links | byte(eight) << (8 * at));
        Board { cells, linked, links: Set64::from_bits(links) }
    }

    pub fn is_linked(&self, place: usize) -> bool {
        self.links.contains(place)
    }

    pub fn is_base(&self, card: u8) -> bool {
        has_rank(card, 0)
    }

    pub fn is_top(&self, game: &Gaps, card: u8) -> bool {
        has_rank(card, game.columns() as u8 - 2)
    }

    /// Returns the content right of a card that is not followed by its successor.
    pub fn right(&self, place: usize) -> usize {
        match self.cells[place + 1] {
            EDGE => 0,
            GAP => 1,
            card => {
                2 + usize::from(self.is_linked(place + 1)) + 2 * usize::from(self.is_base(card))
            }
        }
    }

    /// Returns the content left of a card that does not follow its predecessor.
    pub fn left(&self, game: &Gaps, place: usize) -> usize {
        match self.cells[place - 1] {
            EDGE => 0,
            GAP => 1,
            card => {
                2 + usize::from(self.is_linked(place - 2))
                    + 2 * usize::from(self.is_top(game, card))
            }
        }
    }

    /// Visits the features of the position, in no particular order.
    pub fn features(&self, game: &Gaps, state: &State, mut visit: impl FnMut(usize)) {
        let ranks = game.columns() - 1;
        for card in game.numbers() {
            let (at, rank) = (place(state.cells[card]), card % RANKS);
            let (before, behind) =
                (usize::from(self.is_linked(at - 1)), usize::from(self.is_linked(at)));
            let column = at % 16 - 1;
            let side = usize::from(column >= rank) + usize::from(column > rank);
            visit(CARD + (before + 2 * behind + 4 * side) * RANKS + rank);
            if behind == 1 {
                visit(SHIFT + column + 12 - rank);
            } else if !self.is_top(game, card as u8) {
                let next = place(state.cells[card + 1]);
                let ends = 2 * before + usize::from(self.is_linked(next));
                let third = rank * 3 / ranks;
                visit(
                    MISSING + (6 * third + self.right(at)) * 24 + 4 * self.left(game, next) + ends,
                );
            }
        }
        self.gaps(game, state, |kinds| visit(BESIDE_GAP + kinds));
        self.runs(game, |length| visit(RUN + length));
    }

    /// Visits the content left of each gap, times 4, plus the content right of it.
    pub fn gaps(&self, game: &Gaps, state: &State, mut visit: impl FnMut(usize)) {
        let kind = |card: u8, last: bool| match card {
            EDGE => 0,
            GAP => 1,
            _ => 2 + usize::from(last),
        };
        for gap in state.gaps(game.rows()) {
            let (left, right) = (self.cells[place(*gap) - 1], self.cells[place(*gap) + 1]);
            visit(kind(left, self.is_top(game, left)) * 4 + kind(right, self.is_base(right)));
        }
    }

    /// Visits the length of each row's run from column 0.
    pub fn runs(&self, game: &Gaps, visit: impl FnMut(usize)) {
        let run = |row: usize| match self.is_base(self.cells[row]) {
            true => 1 + (!self.links.down(row)).first().unwrap_or_default(),
            false => 0,
        };
        (0..game.rows()).map(|row| run(row * 16 + 1)).for_each(visit);
    }
}
