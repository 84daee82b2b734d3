//! The rules: stacks move onto stacks in their row or column whose top cards are compatible.

use patience_core::Game;
use patience_core::sets::{Set16, is_connected};

use crate::cards::Card;

/// The cells of the grid, numbered in reading order.
pub const CELLS: usize = 16;

/// The pairs of cells in a line, in the order of the paper: for each row from the top, each pair of
/// columns c1 < c2; then for each column from the left, each pair of rows r1 < r2.
const PAIRS: [(u8, u8); 48] = {
    let mut pairs = [(0, 0); 48];
    let (mut count, mut line) = (0, 0);
    while line < 8 {
        let (begin, step) = if line < 4 { (4 * line, 1) } else { (line - 4, 4) };
        let mut first = 0;
        while first < 4 {
            let mut second = first + 1;
            while second < 4 {
                pairs[count] = (begin + step * first, begin + step * second);
                count += 1;
                second += 1;
            }
            first += 1;
        }
        line += 1;
    }
    pairs
};

/// A deal of Birds of a Feather: at most 16 cards on the grid of 4×4 cells, at least one.
///
/// ```
/// use patience_core::Game;
/// use patience_games::birds::read;
///
/// let game = read("2D -- -- -- / JD -- -- QS / 2H -- TH 2C / -- -- -- QH")?;
/// assert_eq!(game.start().stacks(), 7);
/// let mv = game.legal_moves(&game.start()).next().expect("a first move");
/// assert_eq!(game.apply(&game.start(), mv).stacks(), 6);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BirdsGame {
    /// The cards in the reading order of the deal. States identify a card by its index here.
    cards: Vec<Card>,
    /// For each card, the set of compatible cards.
    compatible: [Set16; CELLS],
    start: BirdsState,
}

/// A position of a [`BirdsGame`]: the top card of each stack. Covered cards do not affect later
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BirdsState {
    /// Four bits per cell: the index of its top card, 0 if there is no stack.
    tops: u64,
    /// The cells with a stack.
    occupied: Set16,
}

/// A move of a [`BirdsGame`]: the stack on one cell goes onto the stack on another. Cells are
/// numbered in reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BirdsMove {
    /// The cell that becomes empty.
    pub from: u8,
    /// The cell whose stack is covered.
    pub to: u8,
}

/// Whether a stack with one card on top may be moved onto a stack with the other: the same suit, or
/// ranks that differ by at most one. Ace and king are not adjacent.
///
/// ```
/// use patience_games::birds::compatible;
/// use patience_games::cards::{Card, Suit};
///
/// let (ace, king) = (Card::new(1, Suit::Clubs), Card::new(13, Suit::Hearts));
/// assert!(
///     !compatible(ace, king)
///         && compatible(king, Card::new(12, Suit::Spades))
///         && compatible(ace, Card::new(9, Suit::Clubs))
/// );
/// ```
pub fn compatible(a: Card, b: Card) -> bool {
    a.suit() == b.suit() || a.rank().abs_diff(b.rank()) <= 1
}

impl BirdsState {
    /// The number of stacks.
    pub fn stacks(&self) -> u32 {
        self.occupied.len()
    }

    /// The cells with a stack.
    pub fn occupied(&self) -> Set16 {
        self.occupied
    }

    /// The index, in the deal's reading order, of the top card of a stack; 0 for an empty cell.
    #[inline]
    pub fn top(&self, cell: u8) -> usize {
        (self.tops >> (4 * cell) & 15) as usize
    }
}

impl BirdsGame {
    /// The deal with the given top card on each cell.
    ///
    /// # Panics
    /// If there is no card, or a card occurs twice.
    pub fn new(grid: &[Option<Card>; CELLS]) -> Self {
        let cards: Vec<Card> = grid.iter().copied().flatten().collect();
        assert!(!cards.is_empty(), "a deal has a card");
        assert!(
            cards.iter().enumerate().all(|(i, card)| !cards[..i].contains(card)),
            "no card is dealt twice"
        );
        let mut compatible_with = [Set16::EMPTY; CELLS];
        for (a, set) in cards.iter().zip(&mut compatible_with) {
            let others = cards.iter().enumerate().filter(|(_, b)| a != *b && compatible(*a, **b));
            *set = others.map(|(index, _)| index).collect();
        }
        let mut start = BirdsState { tops: 0, occupied: Set16::EMPTY };
        for (index, (cell, _)) in
            grid.iter().enumerate().filter(|(_, card)| card.is_some()).enumerate()
        {
            start.tops |= (index as u64) << (4 * cell);
            start.occupied |= Set16::of(cell);
        }
        BirdsGame { cards, compatible: compatible_with, start }
    }

    /// The top card on each cell.
    pub fn grid(&self, state: &BirdsState) -> [Option<Card>; CELLS] {
        std::array::from_fn(|cell| {
            state.occupied.contains(cell).then(|| self.cards[state.top(cell as u8)])
        })
    }

    /// The state with the given top card on each cell; `None` without cards, with a duplicate, or
    /// with a card that the deal lacks.
    pub fn state(&self, grid: &[Option<Card>; CELLS]) -> Option<BirdsState> {
        let mut state = BirdsState { tops: 0, occupied: Set16::EMPTY };
        let mut seen = Set16::EMPTY;
        for (cell, card) in grid.iter().enumerate() {
            let Some(card) = card else { continue };
            let index = self.cards.iter().position(|other| other == card)?;
            if seen.contains(index) {
                return None;
            }
            seen |= Set16::of(index);
            state.tops |= (index as u64) << (4 * cell);
            state.occupied |= Set16::of(cell);
        }
        (!seen.is_empty()).then_some(state)
    }

    /// The top cards, by their places in the deal.
    pub fn tops(&self, state: &BirdsState) -> Set16 {
        state.occupied.iter().map(|cell| state.top(cell as u8)).collect()
    }

    /// For each card of the deal by index, the set of compatible cards; empty after the last card.
    pub fn compatible_with(&self) -> &[Set16; CELLS] {
        &self.compatible
    }

    /// The moves in the order of the paper: for each pair of stacks in a row, then in a column,
    /// first onto the later cell, then onto the earlier one.
    #[inline]
    pub fn legal_moves(&self, state: &BirdsState) -> impl Iterator<Item = BirdsMove> {
        let is_open = move |&(a, b): &(u8, u8)| {
            let both = Set16::of(a.into()) | Set16::of(b.into());
            both.is_subset(state.occupied) && self.compatible[state.top(a)].contains(state.top(b))
        };
        let both_ways = |(a, b)| [BirdsMove { from: a, to: b }, BirdsMove { from: b, to: a }];
        PAIRS.into_iter().filter(is_open).flat_map(both_ways)
    }

    /// The pairs of compatible top cards, wherever they lie.
    pub fn compatible_pairs(&self, state: &BirdsState) -> u32 {
        let tops = self.tops(state);
        tops.iter().map(|card| (self.compatible[card] & tops).len()).sum::<u32>() / 2
    }

    /// Whether the compatible pairs connect all top cards.
    pub fn flock_is_connected(&self, state: &BirdsState) -> bool {
        is_connected(&self.compatible, self.tops(state))
    }

    /// Whether rows and columns connect all stacks, regardless of their cards.
    #[inline]
    pub fn grid_is_connected(&self, state: &BirdsState) -> bool {
        let occupied = state.occupied.bits();
        let mut reached = occupied & occupied.wrapping_neg();
        loop {
            // All rows and columns with a reached cell, eight at once.
            let mut rows = reached | reached >> 1 & 0x7777;
            rows = (rows | rows >> 2 & 0x3333) & 0x1111;
            let mut columns = reached | reached >> 4;
            columns = (columns | columns >> 8) & 0x000f;
            let next = ((rows * 0x000f) | (columns * 0x1111)) & occupied;
            if next == reached {
                return reached == occupied;
            }
            reached = next;
        }
    }
}

impl Game for BirdsGame {
    type State = BirdsState;
    type Move = BirdsMove;
    type Key = u64;

    fn start(&self) -> BirdsState {
        self.start
    }

    /// One stack is left.
    fn is_goal(&self, state: &BirdsState) -> bool {
        state.stacks() == 1
    }

    /// The moves in the order of [`BirdsGame::legal_moves`].
    fn moves(&self, state: &BirdsState, out: &mut Vec<BirdsMove>) {
        out.extend(self.legal_moves(state));
    }

    fn apply(&self, state: &BirdsState, BirdsMove { from, to }: BirdsMove) -> BirdsState {
        let card = state.top(from) as u64;
        let tops = state.tops & !(15 << (4 * from) | 15 << (4 * to)) | card << (4 * to);
        BirdsState { tops, occupied: state.occupied - Set16::of(from.into()) }
    }

    /// The top cards' indices, where each empty cell repeats the preceding cell (cyclically). No
    /// two stacks have the same top card, so a cell is empty exactly when it equals the preceding
    /// one: the key identifies the position. Only if there is just one stack does the key lose its
    /// place; all these positions are won.
    fn key(&self, state: &BirdsState) -> u64 {
        let last_stack = state.occupied.bits().ilog2() as u8;
        let mut fill = state.top(last_stack) as u64;
        let mut key = 0;
        for cell in 0..CELLS as u8 {
            if state.occupied.contains(cell.into()) {
                fill = state.top(cell) as u64;
            }
            key |= fill << (4 * cell);
        }
        key
    }
}
