//! The endgame table: the verdict on every position with few stacks, of every deal.
//!
//! The rest of a position depends only on the two graphs and the bijection between them. The
//! symmetries of the grid (permuting rows, permuting columns, and exchanging rows and columns: a
//! total of 1152) map the set of cells to one of a few *shapes*. The cells are numbered 0, 1, … in
//! the order of the shape's cells, and the compatibility of the cards on cells `i < j` is one bit.
//! Shape and bits are an exact index, shared by all deals.
//!
//! Entries are computed on first use. They have two bits each; up to seven stacks they take 11 MB.

use crate::position::{Deal, Position, ROOK, Set, is_connected};

/// Maximum number of stacks in the table.
pub(crate) const STACKS: u32 = 7;

/// Maximum number of stacks for which the table stores survivors.
pub(crate) const SURVIVORS: u32 = 6;

/// The canonical form of a set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Form {
    /// The start of the shape's entries in the table.
    base: u32,
    /// The cells in the order of the shape's cells, four bits each, the first lowest.
    order: u32,
}

/// Connected shapes of few cells in the rook graph, and their known entries.
#[derive(Clone, Debug)]
pub(crate) struct Endgames {
    /// By set of cells; [`ABSENT`] for sets that are not connected, too large or empty.
    forms: Vec<Form>,
    /// Two adjacent bits per entry, so that a look-up touches one cache line: known, and if so,
    /// won.
    entries: Vec<u64>,
    /// For positions of at most [`SURVIVORS`] stacks, by slots: the cells where the last stack can
    /// be (low byte) and the cards that can be the last (high byte). The highest bit marks computed
    /// entries.
    survivors: Vec<u16>,
}

const KNOWN: u64 = 1;
const WON: u64 = 2;

const ABSENT: Form = Form { base: u32::MAX, order: 0 };

impl Endgames {
    /// Entries of all shapes together, and of those of at most [`SURVIVORS`] stacks.
    const ENTRIES: usize = 42_375_443;
    const SURVIVOR_ENTRIES: usize = 432_403;

    /// The size of the tables in bytes.
    pub const BYTES: u64 = (size_of::<Form>() * Self::SETS
        + 8 * Self::ENTRIES.div_ceil(32)
        + 2 * Self::SURVIVOR_ENTRIES) as u64;
    const SETS: usize = 1 << 16;

    /// The shapes, with no entry known.
    pub fn new() -> Self {
        let mut forms = vec![ABSENT; Self::SETS];
        let (mut size, mut survivors) = (0, 0);
        for stacks in 1..=STACKS {
            for set in (1..=u16::MAX).map(Set::from_bits).filter(|set| set.len() == stacks) {
                if forms[index(set)] == ABSENT && is_connected(&ROOK, set) {
                    let order = set
                        .iter()
                        .enumerate()
                        .map(|(slot, cell)| (cell as u32) << (4 * slot))
                        .sum();
                    mark_orbit(&mut forms, set, Form { base: size, order });
                    size += 1 << (stacks * (stacks - 1) / 2);
                }
            }
            if stacks <= SURVIVORS {
                survivors = size as usize;
            }
        }
        debug_assert_eq!((size as usize, survivors), (Self::ENTRIES, Self::SURVIVOR_ENTRIES));
        Endgames {
            forms,
            entries: vec![0; Self::ENTRIES.div_ceil(32)],
            survivors: vec![0; Self::SURVIVOR_ENTRIES],
        }
    }

    /// Whether a position of at most [`STACKS`] stacks can be won. Exact.
    pub fn is_won(&mut self, deal: &Deal, position: Position) -> bool {
        debug_assert!(position.stacks() <= STACKS);
        let form = self.forms[index(position.cells)];
        if form == ABSENT {
            return false;
        }
        if position.stacks() == 1 {
            return true;
        }
        let entry = form.base + graph(deal, position, form.order);
        let (word, shift) = (entry as usize / 32, 2 * (entry % 32));
        if self.entries[word] >> shift & KNOWN == 0 {
            let won = self.winning_move(deal, position).is_some();
            self.entries[word] |= (KNOWN | if won { WON } else { 0 }) << shift;
        }
        self.entries[word] >> shift & WON != 0
    }

    /// The possible cells of the last stack of a position of at most [`SURVIVORS`] stacks, and its
    /// possible top cards, over all wins. Each of the two sets is exact; both are empty if the
    /// position is lost.
    pub fn survivors(&mut self, deal: &Deal, position: Position) -> (Set, Set) {
        debug_assert!(position.stacks() <= SURVIVORS);
        let form = self.forms[index(position.cells)];
        if form == ABSENT {
            return (Set::EMPTY, Set::EMPTY);
        }
        if position.stacks() == 1 {
            return (position.cells, position.cards);
        }
        let place = (form.base + graph(deal, position, form.order)) as usize;
        let slots =
            || (0..position.stacks()).map(|slot| (slot, (form.order >> (4 * slot) & 15) as usize));
        if self.survivors[place] == 0 {
            let (mut cells, mut cards) = (Set::EMPTY, Set::EMPTY);
            let targets = position.targets(deal);
            for (from, to) in position
                .cells
                .iter()
                .flat_map(|from| targets[from].iter().map(move |to| (from, to)))
            {
                let (more_cells, more_cards) = self.survivors(deal, position.after(from, to));
                cells |= more_cells;
                cards |= more_cards;
            }
            let by_slot = |(slot, cell): (u32, usize)| {
                u16::from(cells.contains(cell)) << slot
                    | u16::from(cards.contains(position.card(cell))) << (8 + slot)
            };
            self.survivors[place] = slots().map(by_slot).sum::<u16>() | 1 << 15;
        }
        let entry = self.survivors[place];
        let marked = |from: u32| slots().filter(move |(slot, _)| entry >> (from + slot) & 1 != 0);
        let cells = marked(0).map(|(_, cell)| cell).collect();
        (cells, marked(8).map(|(_, cell)| position.card(cell)).collect())
    }

    /// A move that keeps a position of at most [`STACKS`] stacks won, as (from cell, to cell).
    pub fn winning_move(&mut self, deal: &Deal, position: Position) -> Option<(usize, usize)> {
        let targets = position.targets(deal);
        position
            .cells
            .iter()
            .flat_map(|from| targets[from].iter().map(move |to| (from, to)))
            .find(|&(from, to)| self.is_won(deal, position.after(from, to)))
    }
}

/// The index of a set in a table of all sets.
#[inline]
fn index(set: Set) -> usize {
    set.bits().into()
}

/// Sets the form of every image of `first` under the symmetries of the grid; `form` is that of
/// `first` itself.
fn mark_orbit(forms: &mut [Form], first: Set, form: Form) {
    forms[index(first)] = form;
    let mut images = vec![first];
    while let Some(set) = images.pop() {
        let Form { base, order } = forms[index(set)];
        for generator in &GENERATORS {
            let image = set.iter().map(|cell| usize::from(generator[cell])).collect::<Set>();
            if forms[index(image)] == ABSENT {
                let slots = 0..set.len();
                let order = slots
                    .map(|slot| {
                        u32::from(generator[(order >> (4 * slot) & 15) as usize]) << (4 * slot)
                    })
                    .sum();
                forms[index(image)] = Form { base, order };
                images.push(image);
            }
        }
    }
}

/// Permutations of the cells that generate the symmetries of the grid: swaps of neighbouring rows,
/// and the reflection at the diagonal, which exchanges rows and columns.
const GENERATORS: [[u8; 16]; 4] = {
    let mut generators = [[0; 16]; 4];
    let mut cell = 0;
    while cell < 16 {
        let (row, column) = (cell / 4, cell % 4);
        let mut upper = 0;
        while upper < 3 {
            let image = if row == upper {
                upper + 1
            } else if row == upper + 1 {
                upper
            } else {
                row
            };
            generators[upper][cell] = (image * 4 + column) as u8;
            upper += 1;
        }
        generators[3][cell] = (column * 4 + row) as u8;
        cell += 1;
    }
    generators
};

/// Returns the compatibility graph of the cards in the given order of their cells: one bit per
/// pair, (0,1), (0,2), (1,2), (0,3), ….
#[inline]
fn graph(deal: &Deal, position: Position, order: u32) -> u32 {
    let mut cards = [0; STACKS as usize];
    let (mut graph, mut bit) = (0, 0);
    for slot in 0..position.stacks() as usize {
        let card = position.card((order >> (4 * slot) & 15) as usize);
        let compatible = deal.compatible[card];
        for &other in &cards[..slot] {
            graph |= u32::from(compatible.contains(other)) << bit;
            bit += 1;
        }
        cards[slot] = card;
    }
    graph
}
