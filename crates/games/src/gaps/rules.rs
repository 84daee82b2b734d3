//! The rules: instances, states, moves and keys.

use std::fmt;

use patience_core::Game;

use crate::cards::{Card, Suit};

/// Cells of a row in the arrays of a [`State`], whatever the board's width.
pub(super) const ROW: usize = 13;
/// Cells of the largest board.
pub(super) const CELLS: usize = 4 * ROW;
/// Numbers reserved for a suit's cards: card number `12·slot + k` is the `k`-th rank in play (from 0, the base) of the
/// suit in a slot.
pub(super) const RANKS: usize = 12;
/// Cards of the largest deck.
pub(super) const CARDS: usize = 4 * RANKS;
/// What a cell without a card holds, and the successor of a card that has none.
pub(super) const GAP: u8 = CARDS as u8;
/// Fills the places of a list of gaps that a board with fewer than four rows does not use.
const NO_CELL: u8 = u8::MAX;

/// A rule set of Gaps. They differ in what a gap in column 0 takes, in which row a suit ends, and in the lowest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Column 0 takes any Two, also one already there; any suit in any row.
    Standard,
    /// Column 0 takes only the Two of its row's suit: clubs, hearts, spades, diamonds from the top.
    FixedSuits,
    /// Column 0 takes any Two that is not there already: a Two in column 0 stays. Any suit in any row.
    FixedTwos,
    /// Column 0 takes any card; hearts, diamonds, clubs, spades from the top; ace low, no king.
    Paper,
    /// Column 0 takes any card; any suit in any row; ace low, no king.
    PaperAnyRow,
}

impl Rules {
    /// All rule sets, the default first.
    pub const ALL: [Rules; 5] =
        [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos, Rules::Paper, Rules::PaperAnyRow];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::FixedSuits => "fixed-suits",
            Rules::FixedTwos => "fixed-twos",
            Rules::Paper => "paper",
            Rules::PaperAnyRow => "paper-any-row",
        }
    }

    /// The lowest rank in play: 1 for the ace, 2 for the Two. The highest is `base + columns - 2`.
    pub fn base(self) -> u8 {
        if self.takes_any_card() { 1 } else { 2 }
    }

    /// The suits in the order in which rows are assigned (fixed rows) and decks built. With fewer than four rows the
    /// first suits are in play, except that a board of a rule set without fixed rows may hold any.
    pub fn suit_order(self) -> [Suit; 4] {
        if self.takes_any_card() {
            [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades]
        } else {
            [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds]
        }
    }

    /// Whether each row belongs to one suit: the `i`-th of [`suit_order`](Rules::suit_order) to row `i`.
    pub fn fixed_rows(self) -> bool {
        matches!(self, Rules::FixedSuits | Rules::Paper)
    }

    /// Whether a gap in column 0 takes any card at all.
    pub fn takes_any_card(self) -> bool {
        matches!(self, Rules::Paper | Rules::PaperAnyRow)
    }
}

/// What keeps a board from being a deal of its rule set. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// No row, or more than four.
    #[error("a board has 1 to 4 rows, not {0}")]
    Rows(usize),
    /// A row without cells, or with more than 13.
    #[error("a row has 1 to 13 cells, not {found}")]
    Columns {
        /// The row.
        row: usize,
        /// Its cells.
        found: usize,
    },
    /// Rows of different lengths.
    #[error("this row has {found} cells, but the first has {expected}")]
    Unequal {
        /// The row that differs from the first.
        row: usize,
        /// Its cells.
        found: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// A card whose rank is not in play at this width.
    #[error("{card} is not in play: {columns} columns under the rules `{}` take {}", .rules.name(), ranks(*.rules, *.columns))]
    Rank {
        /// Where it lies.
        cell: (usize, usize),
        /// The card.
        card: Card,
        /// The rule set.
        rules: Rules,
        /// The width of the board.
        columns: usize,
    },
    /// A card whose suit is not in play with this number of rows.
    #[error("{card} is one suit too many: {} under the rules `{}`", suits_in_play(*.rules, *.rows), .rules.name())]
    Suit {
        /// Where it lies.
        cell: (usize, usize),
        /// The card.
        card: Card,
        /// The rule set.
        rules: Rules,
        /// The height of the board.
        rows: usize,
    },
    /// A card that lies on the board twice.
    #[error("{card} is here a second time; it also lies in row {}, cell {}", .first.0 + 1, .first.1 + 1)]
    Duplicate {
        /// Where it lies for the second time.
        cell: (usize, usize),
        /// Where it lies for the first time.
        first: (usize, usize),
        /// The card.
        card: Card,
    },
    /// Too many gaps.
    #[error("{gaps} gaps where {rows} belong, one a row: {card} is missing")]
    Missing {
        /// A card in play that is not on the board.
        card: Card,
        /// The gaps on the board.
        gaps: usize,
        /// The gaps that belong there.
        rows: usize,
    },
}

fn ranks(rules: Rules, columns: usize) -> String {
    let letter = |rank: usize| Card::rank_letter(rank as u8);
    let base = usize::from(rules.base());
    match columns {
        1 => "no cards at all".into(),
        2 => format!("the rank {} only", letter(base)),
        _ => format!("the ranks {} to {}", letter(base), letter(base + columns - 2)),
    }
}

fn suits_in_play(rules: Rules, rows: usize) -> String {
    if rules.fixed_rows() {
        let suits: String = rules.suit_order()[..rows].iter().map(|suit| suit.letter()).collect();
        format!("{rows} row(s) take the suit(s) {suits}")
    } else {
        format!("{rows} row(s) take {rows} suit(s)")
    }
}

impl BoardError {
    /// The cell, or the beginning of the row, that is at fault, if one is.
    pub fn cell(&self) -> Option<(usize, usize)> {
        match *self {
            BoardError::Rows(_) | BoardError::Missing { .. } => None,
            BoardError::Columns { row, .. } | BoardError::Unequal { row, .. } => Some((row, 0)),
            BoardError::Rank { cell, .. } | BoardError::Suit { cell, .. } | BoardError::Duplicate { cell, .. } => {
                Some(cell)
            }
        }
    }
}

/// One deal under one rule set.
///
/// Moves come in the order of the paper's program for all rule sets: by the card's cell, then by the gap, both row by
/// row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps {
    rules: Rules,
    rows: usize,
    columns: usize,
    /// The suits in play; the `i`-th is that of row `i` where rows are fixed.
    suits: [Suit; 4],
    /// By card number, and by [`GAP`]: the card that may follow to the right, or [`GAP`].
    successor: [u8; CARDS + 1],
    start: State,
}

/// A position: what each cell holds, where each card lies and where the gaps are, kept in step. 104 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// By cell, [`ROW`] cells a row: the card's number or [`GAP`]; cells outside the board hold [`GAP`].
    pub(super) cards: [u8; CELLS],
    /// By card number: its cell; 0 for cards not in play.
    pub(super) cells: [u8; CARDS],
    /// The cells of the gaps, ascending; [`NO_CELL`] behind the last.
    gaps: [u8; 4],
}

impl State {
    /// By cell, 13 cells a row whatever the board's width: 12 times the suit's place in [`Gaps::suits`] plus the rank
    /// in play from 0, or 48 for a gap and outside the board.
    pub fn numbers(&self) -> &[u8; CELLS] {
        &self.cards
    }

    /// The cells of the gaps of a board with the given number of rows, ascending.
    pub(super) fn gaps(&self, rows: usize) -> &[u8] {
        &self.gaps[..rows]
    }

    fn from_cards(cards: [u8; CELLS], rows: usize, columns: usize) -> State {
        let mut state = State { cards, cells: [0; CARDS], gaps: [NO_CELL; 4] };
        let mut gap_count = 0;
        for cell in (0..rows).flat_map(|row| row * ROW..row * ROW + columns) {
            match cards[cell] {
                GAP => {
                    state.gaps[gap_count] = cell as u8;
                    gap_count += 1;
                }
                card => state.cells[usize::from(card)] = cell as u8,
            }
        }
        state
    }
}

/// Rows of suit slots (`a` to `d`) and ranks in play (from 0), dots outside the board and for gaps.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.cards.chunks(ROW).enumerate() {
            f.write_str(if index == 0 { "" } else { " /" })?;
            for &card in row {
                match card {
                    GAP => f.write_str(" .")?,
                    card => write!(f, " {}{}", char::from(b'a' + card / RANKS as u8), card % RANKS as u8)?,
                }
            }
        }
        Ok(())
    }
}

/// A card goes from one cell into another, a gap. Two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// The move of the card in one cell (row, column) to another; `None` off the largest board.
    pub fn new(from: (usize, usize), to: (usize, usize)) -> Option<Move> {
        let cell = |(row, column): (usize, usize)| (row < 4 && column < ROW).then(|| (row * ROW + column) as u8);
        Some(Move { from: cell(from)?, to: cell(to)? })
    }

    /// Row and column of the card.
    pub fn from(self) -> (usize, usize) {
        place(self.from)
    }

    /// Row and column of the gap that it fills.
    pub fn to(self) -> (usize, usize) {
        place(self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((from_row, from_column), (to_row, to_column)) = (self.from(), self.to());
        write!(f, "{from_row},{from_column}>{to_row},{to_column}")
    }
}

/// Row and column of a cell.
pub(super) fn place(cell: u8) -> (usize, usize) {
    (usize::from(cell) / ROW, usize::from(cell) % ROW)
}

/// The cell of each card in six bits, 36 bytes in all. Positions of one instance have equal keys exactly if they are
/// equal: no symmetry is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u32; 9]);

impl Gaps {
    /// The deal with the given rows of cells from the top, a gap being `None`. Rows and columns of the result are those
    /// of the board; a board of one column has no cards and is solved.
    ///
    /// # Errors
    /// What keeps the board from being a deal: its shape, or a card that is not in play, double or missing.
    pub fn new(rules: Rules, board: &[Vec<Option<Card>>]) -> Result<Gaps, BoardError> {
        let (rows, columns) = (board.len(), board.first().map_or(0, Vec::len));
        if !(1..=4).contains(&rows) {
            return Err(BoardError::Rows(rows));
        }
        for (row, cells) in board.iter().enumerate() {
            if !(1..=ROW).contains(&cells.len()) {
                return Err(BoardError::Columns { row, found: cells.len() });
            }
            if cells.len() != columns {
                return Err(BoardError::Unequal { row, found: cells.len(), expected: columns });
            }
        }
        let dealt = || {
            board.iter().enumerate().flat_map(|(row, cells)| {
                cells.iter().enumerate().filter_map(move |(column, card)| card.map(|card| ((row, column), card)))
            })
        };

        let top = usize::from(rules.base()) + columns - 2;
        if let Some((cell, card)) =
            dealt().find(|(_, card)| !(usize::from(rules.base())..=top).contains(&usize::from(card.rank())))
        {
            return Err(BoardError::Rank { cell, card, rules, columns });
        }
        let suits =
            suits_of(rules, rows, dealt()).map_err(|(cell, card)| BoardError::Suit { cell, card, rules, rows })?;

        let mut cards = [GAP; CELLS];
        let mut places = [None; CARDS];
        for (cell, card) in dealt() {
            let slot = suits[..rows].iter().position(|suit| *suit == card.suit()).expect("suits were checked");
            let number = slot * RANKS + usize::from(card.rank() - rules.base());
            if let Some(first) = places[number].replace(cell) {
                return Err(BoardError::Duplicate { cell, first, card });
            }
            cards[cell.0 * ROW + cell.1] = number as u8;
        }
        let missing = (0..rows)
            .flat_map(|slot| (0..columns - 1).map(move |rank| (slot, rank)))
            .find(|(slot, rank)| places[slot * RANKS + rank].is_none());
        if let Some((slot, rank)) = missing {
            let card = Card::new(rules.base() + rank as u8, suits[slot]);
            return Err(BoardError::Missing { card, gaps: rows * columns - dealt().count(), rows });
        }

        let successor = std::array::from_fn(|card| {
            let follows = card < CARDS && card % RANKS + 2 < columns;
            if follows { card as u8 + 1 } else { GAP }
        });
        Ok(Gaps { rules, rows, columns, suits, successor, start: State::from_cards(cards, rows, columns) })
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The rows, 1 to 4; also the number of suits and of gaps.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns, 1 to 13; one more than there are ranks.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The suits in play in the order of [`Rules::suit_order`]; where rows are fixed, by row.
    pub fn suits(&self) -> &[Suit] {
        &self.suits[..self.rows]
    }

    /// The cards in play.
    pub fn card_count(&self) -> usize {
        self.rows * (self.columns - 1)
    }

    /// What lies in a cell of the board; `None` for a gap.
    ///
    /// # Panics
    /// Off the board.
    pub fn card(&self, state: &State, row: usize, column: usize) -> Option<Card> {
        assert!(row < self.rows && column < self.columns, "row {row}, column {column} is off the board");
        self.named(state.cards[row * ROW + column])
    }

    /// The board of a state, as [`Gaps::new`] takes it.
    pub fn board(&self, state: &State) -> Vec<Vec<Option<Card>>> {
        (0..self.rows).map(|row| (0..self.columns).map(|column| self.card(state, row, column)).collect()).collect()
    }

    /// The card with a number; `None` for [`GAP`].
    pub(super) fn named(&self, number: u8) -> Option<Card> {
        let (slot, rank) = (usize::from(number) / RANKS, number % RANKS as u8);
        (number != GAP).then(|| Card::new(self.rules.base() + rank, self.suits[slot]))
    }

    /// The numbers of the cards in play, suit by suit.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let ranks = self.columns - 1;
        (0..self.rows).flat_map(move |slot| slot * RANKS..slot * RANKS + ranks)
    }

    /// The suits' slots by row in which a game may end: one arrangement if the rows are fixed, else all.
    pub(super) fn arrangements(&self) -> Vec<[u8; 4]> {
        if self.rules.fixed_rows() {
            return vec![[0, 1, 2, 3]];
        }
        let mut all = Vec::new();
        let mut rows = vec![];
        permutations(self.rows as u8, &mut rows, &mut all);
        all
    }
}

fn permutations(count: u8, chosen: &mut Vec<u8>, out: &mut Vec<[u8; 4]>) {
    if chosen.len() == usize::from(count) {
        let mut row = [NO_CELL; 4];
        row[..chosen.len()].copy_from_slice(chosen);
        return out.push(row);
    }
    for next in 0..count {
        if !chosen.contains(&next) {
            chosen.push(next);
            permutations(count, chosen, out);
            chosen.pop();
        }
    }
}

/// A card on the board with its row and column.
type Dealt = ((usize, usize), Card);

/// The suits in play: the first ones of the rule set's order, unless rows are free and the board holds others.
fn suits_of(rules: Rules, rows: usize, mut dealt: impl Iterator<Item = Dealt>) -> Result<[Suit; 4], Dealt> {
    let order = rules.suit_order();
    let mut chosen: Vec<Suit> = if rules.fixed_rows() { order[..rows].to_vec() } else { Vec::new() };
    let stranger = dealt.find(|(_, card)| {
        let known = chosen.contains(&card.suit());
        if !known && chosen.len() < rows {
            chosen.push(card.suit());
            return false;
        }
        !known
    });
    if let Some(stranger) = stranger {
        return Err(stranger);
    }
    let absent: Vec<Suit> = order.into_iter().filter(|suit| !chosen.contains(suit)).collect();
    let filled = rows - chosen.len();
    chosen.extend(&absent[..filled]);
    // In play first, both parts in the rule set's order.
    let mut suits = order;
    suits.sort_by_key(|suit| !chosen.contains(suit));
    Ok(suits)
}

impl Game for Gaps {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    fn is_goal(&self, state: &State) -> bool {
        let last = self.columns - 1;
        // Most positions fail here: some gap is not at the end of its row.
        if state.gaps(self.rows).iter().any(|gap| usize::from(*gap) % ROW != last) {
            return false;
        }
        last == 0
            || state.cards.chunks_exact(ROW).take(self.rows).enumerate().all(|(row, cards)| {
                let first = usize::from(cards[0]);
                let may_lead = if self.rules.fixed_rows() { first == row * RANKS } else { first % RANKS == 0 };
                may_lead
                    && cards[1..last].iter().zip(first + 1..).all(|(card, expected)| usize::from(*card) == expected)
            })
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let gaps = state.gaps(self.rows);
        let from = out.len();
        // By gap, the one card it takes; GAP for none. Column 0 is looked at first, for it alone may take several.
        let mut taken = [GAP; 4];
        let mut any_card = [false; 4];
        for (index, &to) in gaps.iter().enumerate() {
            let cell = usize::from(to);
            if cell % ROW != 0 {
                taken[index] = self.successor[usize::from(state.cards[cell - 1])];
            } else if self.columns > 1 {
                match self.rules {
                    Rules::Standard => {
                        out.extend((0..self.rows).map(|slot| Move { from: state.cells[slot * RANKS], to }))
                    }
                    Rules::FixedTwos => {
                        let twos = (0..self.rows).map(|slot| state.cells[slot * RANKS]);
                        out.extend(twos.filter(|from| usize::from(*from) % ROW != 0).map(|from| Move { from, to }))
                    }
                    Rules::FixedSuits => taken[index] = (cell / ROW * RANKS) as u8,
                    Rules::Paper | Rules::PaperAnyRow => any_card[index] = true,
                }
            }
        }
        if any_card.contains(&true) {
            for row in 0..self.rows {
                for cell in row * ROW..row * ROW + self.columns {
                    let card = state.cards[cell];
                    if card != GAP {
                        let takes = |index: &usize| any_card[*index] || taken[*index] == card;
                        out.extend(
                            (0..gaps.len()).filter(takes).map(|index| Move { from: cell as u8, to: gaps[index] }),
                        );
                    }
                }
            }
        } else {
            for (&card, &to) in taken.iter().zip(gaps) {
                if card != GAP {
                    out.push(Move { from: state.cells[usize::from(card)], to });
                }
            }
            out[from..].sort_unstable();
        }
    }

    fn apply(&self, state: &State, mv: Move) -> State {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut next = *state;
        let card = next.cards[from];
        next.cards[to] = card;
        next.cards[from] = GAP;
        next.cells[usize::from(card)] = mv.to;
        // One gap goes, one comes: replace it and let it sink or rise to its place.
        let mut index = next.gaps.iter().position(|gap| *gap == mv.to).expect("a legal move fills a gap");
        next.gaps[index] = mv.from;
        while index > 0 && next.gaps[index - 1] > mv.from {
            next.gaps.swap(index - 1, index);
            index -= 1;
        }
        while index < 3 && next.gaps[index + 1] < mv.from {
            next.gaps.swap(index, index + 1);
            index += 1;
        }
        debug_assert_eq!(next, State::from_cards(next.cards, self.rows, self.columns));
        next
    }

    fn key(&self, state: &State) -> Key {
        let mut key = [0; 9];
        for (words, cells) in key.chunks_exact_mut(3).zip(state.cells.chunks_exact(16)) {
            let (low, high) = (six_bits_each(&cells[..8]), six_bits_each(&cells[8..]));
            words.copy_from_slice(&[low as u32, (low >> 32 | high << 16) as u32, (high >> 16) as u32]);
        }
        Key(key)
    }
}

/// Eight numbers below 64 in 48 bits, by closing the gaps between neighbours three times.
fn six_bits_each(numbers: &[u8]) -> u64 {
    let mut bits = u64::from_le_bytes(numbers.try_into().expect("eight numbers"));
    bits = bits & 0x003F_003F_003F_003F | (bits & 0x3F00_3F00_3F00_3F00) >> 2;
    bits = bits & 0x0000_0FFF_0000_0FFF | (bits & 0x0FFF_0000_0FFF_0000) >> 4;
    bits & 0x00FF_FFFF | (bits >> 32 & 0x00FF_FFFF) << 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_exact() {
        for shift in 0..8 {
            let numbers: [u8; 8] = std::array::from_fn(|i| ((i * 37 + shift * 11 + 5) % 64) as u8);
            let expected = numbers.iter().enumerate().fold(0, |bits, (i, n)| bits | u64::from(*n) << (6 * i));
            assert_eq!(six_bits_each(&numbers), expected);
        }
    }

    #[test]
    fn sizes_are_as_documented() {
        assert_eq!((size_of::<State>(), size_of::<Move>(), size_of::<Key>()), (104, 2, 36));
    }
}
