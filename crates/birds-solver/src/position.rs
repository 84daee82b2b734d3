//! Positions packed into words.
//!
//! A position is a bijection between a set of cells and a set of cards. Two graphs govern it:
//! the rook graph on the cells (same row or column) and the compatibility graph on the cards. A
//! move from cell `a` with card `A` to cell `b` with card `B` needs an edge in both, and deletes
//! one vertex from each: the cell `a` and the card `B`. Fifteen moves leave one vertex in each; a
//! graph that becomes disconnected can never shrink to one vertex, because deleting vertices does
//! not join components. This shows that both connectivity prunes are sound.

pub(crate) use patience_core::sets::{Set16 as Set, component, is_connected};

use crate::board::{Board, are_compatible};

/// Whether `vertex` is a cut vertex of a connected graph on `set`.
#[inline]
pub(crate) fn is_cut(neighbours: &[Set; 16], set: Set, vertex: usize) -> bool {
    // It is, unless the neighbours of the vertex are connected without it, which can usually be
    // shown in a step or two.
    let others = set - Set::of(vertex);
    let joined = neighbours[vertex] & others;
    let mut frontier = joined.only_first();
    let mut reached = frontier;
    while !joined.is_subset(reached) {
        let Some(next) = frontier.pop_first() else { return true };
        let new = (neighbours[next] & others) - reached;
        reached |= new;
        frontier |= new;
    }
    false
}

/// The rook graph: for each cell the other cells of its row and column.
pub(crate) const ROOK: [Set; 16] = {
    let mut rook = [Set::from_bits(0); 16];
    let mut cell = 0;
    while cell < 16 {
        let row = 0b1111 << (cell / 4 * 4);
        let column = 0b1_0001_0001_0001 << (cell % 4);
        rook[cell] = Set::from_bits((row | column) & !(1 << cell));
        cell += 1;
    }
    rook
};

/// The cards of a board, numbered in the order of their cells, and their compatibility.
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    /// The compatibility graph: for each card, the other cards compatible with it.
    pub compatible: [Set; 16],
}

impl Deal {
    /// The deal of a board and the board's position in it.
    pub fn new(board: &Board) -> (Self, Position) {
        let cards: Vec<_> = board.cells().iter().flatten().copied().collect();
        let mut compatible = [Set::EMPTY; 16];
        for (i, card) in cards.iter().enumerate() {
            for (j, _) in cards
                .iter()
                .enumerate()
                .filter(|(j, other)| *j != i && are_compatible(*card, **other))
            {
                compatible[i] |= Set::of(j);
            }
        }
        let mut position = Position {
            card_at: 0,
            cell_of: 0,
            cells: Set::EMPTY,
            cards: (0..cards.len()).collect(),
        };
        for (card, (cell, _)) in
            board.cells().iter().enumerate().filter(|(_, card)| card.is_some()).enumerate()
        {
            position.cells |= Set::of(cell);
            position.card_at |= (card as u64) << (4 * cell);
            position.cell_of |= (cell as u64) << (4 * card);
        }
        (Deal { compatible }, position)
    }
}

/// Maximum number of stacks of positions with an exact key.
pub(crate) const KEYED: u32 = 14;

/// A position of a [`Deal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// Four bits per cell: the card on it; 0 if the cell is empty.
    card_at: u64,
    /// Four bits per card: its cell; meaningless for cards not on the board.
    cell_of: u64,
    /// The cells that hold a stack.
    pub cells: Set,
    /// The top cards.
    pub cards: Set,
}

impl Position {
    /// The number of stacks.
    #[inline]
    pub fn stacks(self) -> u32 {
        self.cells.len()
    }

    /// The top card of a cell that holds a stack.
    #[inline]
    pub fn card(self, cell: usize) -> usize {
        (self.card_at >> (4 * cell) & 15) as usize
    }

    /// The position after moving the stack of cell `from` onto that of cell `to`. Contract: both
    /// hold stacks.
    #[inline]
    pub fn after(self, from: usize, to: usize) -> Position {
        let moved = self.card(from) as u64;
        let covered = self.card(to);
        let card_at = self.card_at & !(15 << (4 * from)) & !(15 << (4 * to)) | moved << (4 * to);
        let cell_of = self.cell_of & !(15 << (4 * moved)) | (to as u64) << (4 * moved);
        Position {
            card_at,
            cell_of,
            cells: self.cells - Set::of(from),
            cards: self.cards - Set::of(covered),
        }
    }

    /// The legal moves: for each cell, the cells that its stack can move to. The relation is
    /// symmetric.
    #[inline]
    pub fn targets(self, deal: &Deal) -> [Set; 16] {
        let mut targets = [Set::EMPTY; 16];
        for from in self.cells.iter() {
            let compatible = deal.compatible[self.card(from)];
            // Every pair is examined once, from its lower cell.
            for to in (ROOK[from] & self.cells & above(from)).iter() {
                let is_legal = compatible.contains(self.card(to));
                targets[from] |= Set::of(to).only_if(is_legal);
                targets[to] |= Set::of(from).only_if(is_legal);
            }
        }
        targets
    }

    /// The compatibility graph with the stacks as vertices.
    pub fn partners(self, deal: &Deal) -> Partners {
        let mut partners = [Set::EMPTY; 16];
        for cell in self.cells.iter() {
            partners[cell] = self.cells_of(deal.compatible[self.card(cell)]);
        }
        Partners(partners)
    }

    /// The position restricted to some of the cells.
    pub fn restricted(self, cells: Set) -> Position {
        let card_at = self.card_at & (spread(cells) * 15);
        // The smaller part is processed card by card.
        let gone = self.cells - cells;
        let cards = match gone.len() < cells.len() {
            true => self.cards - self.cards_of(gone),
            false => self.cards_of(cells),
        };
        Position { card_at, cell_of: self.cell_of, cells, cards }
    }

    /// Returns the stacks with one more: `card`, which is not on the board, on the empty cell
    /// `cell`.
    pub fn with(self, cell: usize, card: usize) -> Position {
        debug_assert!(!self.cells.contains(cell) && !self.cards.contains(card));
        Position {
            card_at: self.card_at | (card as u64) << (4 * cell),
            cell_of: self.cell_of & !(15 << (4 * card)) | (cell as u64) << (4 * card),
            cells: self.cells | Set::of(cell),
            cards: self.cards | Set::of(card),
        }
    }

    /// The top cards of some of the stacks.
    #[inline]
    pub fn cards_of(self, cells: Set) -> Set {
        cells.iter().map(|cell| self.card(cell)).collect()
    }

    /// The cells of those of the given cards that are on the board.
    #[inline]
    pub fn cells_of(self, cards: Set) -> Set {
        (cards & self.cards).iter().map(|card| (self.cell_of >> (4 * card) & 15) as usize).collect()
    }

    /// Identifies the position within its deal, exactly, among all positions with at most [`KEYED`]
    /// stacks; never 0.
    ///
    /// The key is the card of each cell, four bits per cell, with a card that is not on the board
    /// in the empty cells. There are at least two empty cells, so the number that occurs more than
    /// once is that card, and its occurrences are the empty cells: the position can be recovered.
    #[inline]
    pub fn key(self) -> u64 {
        debug_assert!(self.stacks() <= KEYED, "with one empty cell the key would be ambiguous");
        let absent = u64::from((!self.cards.bits()).trailing_zeros());
        self.card_at | (spread(!self.cells) * absent)
    }

    /// The position with a key.
    pub fn from_key(key: u64) -> Position {
        let card = |cell: usize| key >> (4 * cell) & 15;
        let absent =
            (0..16).map(card).find(|c| (0..16).filter(|other| card(*other) == *c).count() > 1);
        let mut position =
            Position { card_at: 0, cell_of: 0, cells: Set::EMPTY, cards: Set::EMPTY };
        for cell in (0..16).filter(|cell| Some(card(*cell)) != absent) {
            position.card_at |= card(cell) << (4 * cell);
            position.cell_of |= (cell as u64) << (4 * card(cell));
            position.cells |= Set::of(cell);
            position.cards |= Set::of(card(cell) as usize);
        }
        position
    }
}

/// The compatibility graph of a position over its stacks, each named by its cell: which others have
/// a compatible top card. Rows and bits of empty cells are meaningless, so that the graph of a
/// position also applies to a subset of its stacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partners(pub [Set; 16]);

impl Partners {
    /// The graph after the card of one cell moved to another cell, replacing its card.
    #[inline]
    pub fn after(&self, from: usize, to: usize) -> Partners {
        // On the words, so that compilers take many of them at once.
        let others = !(1 << to);
        let moved = |set: u16| set & others | (set >> from & 1) << to;
        let mut partners = self.0.map(|set| Set::from_bits(moved(set.bits())));
        partners[to] = self.0[from] - Set::of(to);
        Partners(partners)
    }
}

/// All numbers above 1.
#[inline]
pub(crate) fn above(number: usize) -> Set {
    Set::from_bits(!1 << number)
}

/// The word that has bit `4 i` for each member `i`.
#[inline]
fn spread(set: Set) -> u64 {
    let mut bits = u64::from(set.bits());
    bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
    bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
    bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
    (bits | bits << 3) & 0x1111_1111_1111_1111
}
