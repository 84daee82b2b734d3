//! The rule sets of two decks, and the legal moves of a position.

use patience_core::sets::Set8;
use patience_core::units::counted;
use patience_core::{Game, cell_name};

use super::super::Move;
use super::super::board_error::{lacking, width};
use super::super::layout::Board;
use super::super::rule_set::Layout;
use super::super::state::{CARDS, GAP, MAX_ROWS, NO_CELL, RANKS, ROW};
use super::state::{CELLS, Key, State};
use crate::cards::{Card, Suit};

/// A rule set with two decks. Under each, a gap in column 0 takes any card of the lowest rank, and
/// a gap elsewhere takes either copy of the successor of its left neighbour; any suit may end in
/// any row, each in two.
///
/// ```
/// use patience_games::gaps::two_decks::Rules;
///
/// assert_eq!(Rules::ALL.map(Rules::name)[0], "double-montana");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Like standard: two decks without their aces.
    DoubleMontana,
    /// Like blue-moon: the aces start in column 0, the gaps in any other cell.
    DoubleBlueMoon,
    /// Like red-moon: the aces start in column 0 in the order of the suits, the gaps in column 1.
    DoubleRedMoon,
    /// The gaps start in column 0, the aces in any other cell.
    PaganiniIi,
}

impl Rules {
    /// All rule sets.
    pub const ALL: [Rules; 4] =
        [Rules::DoubleMontana, Rules::DoubleBlueMoon, Rules::DoubleRedMoon, Rules::PaganiniIi];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rules::DoubleMontana => "double-montana",
            Rules::DoubleBlueMoon => "double-blue-moon",
            Rules::DoubleRedMoon => "double-red-moon",
            Rules::PaganiniIi => "paganini-ii",
        }
    }

    /// The lowest rank in play: 1 for the ace, 2 for the Two.
    pub fn base(self) -> u8 {
        if self == Rules::DoubleMontana { 2 } else { 1 }
    }

    /// The columns of the original game, which is the largest board.
    pub fn most_columns(self) -> usize {
        if self == Rules::DoubleMontana { 13 } else { 14 }
    }

    /// The suits in the order in which decks are built; with fewer than eight rows, only the first
    /// suits are dealt.
    pub fn suit_order(self) -> [Suit; 4] {
        match self {
            Rules::DoubleRedMoon => [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds],
            _ => [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds],
        }
    }

    pub(super) fn layout(self) -> Layout {
        match self {
            Rules::DoubleMontana => Layout::Anywhere,
            Rules::DoubleBlueMoon => Layout::BasesLead,
            Rules::DoubleRedMoon => Layout::BasesInOrder,
            Rules::PaganiniIi => Layout::GapsLead,
        }
    }
}

/// One deal of two decks: on 2, 4, 6 or 8 rows and 2 to 14 columns, every card of half as many
/// suits occurs twice.
///
/// Moves come by the card's cell, then by the gap, both row by row from the top.
///
/// ```
/// use patience_games::cards::Card;
/// use patience_games::gaps::two_decks::{Rules, TwoDecks};
///
/// let row = |cells: [&str; 3]| cells.map(Card::parse).to_vec();
/// let deal = TwoDecks::new(
///     Rules::DoubleMontana,
///     &[row(["3C", "--", "2C"]), row(["2C", "3C", "--"])],
/// )?;
/// assert_eq!((deal.rows(), deal.columns(), deal.suits().len()), (2, 3, 1));
/// # Ok::<(), patience_games::gaps::two_decks::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoDecks {
    rules: Rules,
    rows: usize,
    columns: usize,
    /// The suits in play, in the rule set's order.
    suits: Vec<Suit>,
    start: State,
}

/// The reason why a board is not a deal of two decks: the error of [`TwoDecks::new`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BoardError {
    /// Row and column, from 0, of the faulty cell or the start of the faulty row, if any.
    pub cell: Option<(usize, usize)>,
    /// Description of the error.
    pub message: String,
}

impl BoardError {
    fn at(cell: (usize, usize), message: String) -> Self {
        BoardError { cell: Some(cell), message }
    }

    fn of_board(message: String) -> Self {
        BoardError { cell: None, message }
    }
}

impl TwoDecks {
    /// The deal with the given rows of cells from the top, a gap being `None`.
    ///
    /// # Errors
    /// The board is not a deal: by its shape, or by a card that is not in play, too frequent or
    /// missing.
    pub fn new(rules: Rules, board: &[Vec<Option<Card>>]) -> Result<TwoDecks, BoardError> {
        let (rows, columns) = shape(rules, board)?;
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let dealt = || cells().filter_map(|cell| board[cell.0][cell.1].map(|card| (cell, card)));
        let index = |card: Card| {
            card.rank()
                .checked_sub(rules.base())
                .map(usize::from)
                .filter(|index| index + 1 < columns)
        };

        if let Some((cell, card)) = dealt().find(|(_, card)| index(*card).is_none()) {
            let [first, last] =
                [0, columns - 2].map(|index| Card::rank_letter(rules.base() + index as u8));
            let name = rules.name();
            return Err(BoardError::at(
                cell,
                format!(
                    "{} is not in play: {columns} columns under the rules `{name}` take the ranks \
                     {first} to {last}",
                    card.face()
                ),
            ));
        }
        let suits = suits_of(rules, rows, dealt())?;
        let mut cards = [GAP; CELLS];
        let mut counts = [0; CARDS];
        for (cell, card) in dealt() {
            let slot =
                suits.iter().position(|suit| *suit == card.suit()).expect("suits were checked");
            let number = slot * RANKS + index(card).expect("ranks were checked");
            counts[number] += 1;
            cards[cell.0 * ROW + cell.1] = number as u8;
        }
        let game = TwoDecks {
            rules,
            rows,
            columns,
            suits,
            start: State::from_cards(cards, rows, columns),
        };
        let named = |number: usize| {
            Card::new(rules.base() + (number % RANKS) as u8, game.suits[number / RANKS])
        };
        let missing: Vec<Card> =
            game.numbers().filter(|number| counts[*number] < 2).map(named).collect();
        let missing = lacking(&missing);
        if let Some(number) = game.numbers().find(|number| counts[*number] > 2) {
            let card = named(number);
            let cells: Vec<(usize, usize)> =
                dealt().filter(|(_, other)| *other == card).map(|(cell, _)| cell).collect();
            let names: Vec<String> =
                cells.iter().map(|(row, column)| cell_name(*column, *row)).collect();
            let message = format!(
                "{} is on the board {} times, in {}; two decks have it twice{missing}",
                card.face(),
                cells.len(),
                names.join(", ")
            );
            return Err(BoardError::at(cells[2], message));
        }
        if !missing.is_empty() {
            let gaps = counted(rows * columns - dealt().count(), "gap");
            let message = format!(
                "{gaps} instead of {rows}, one per row; two decks have each card twice{missing}"
            );
            return Err(BoardError::of_board(message));
        }
        Ok(game)
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Number of rows, and of gaps: 2, 4, 6 or 8.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns, 2 to 14; one more than ranks.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The suits in play, half as many as rows.
    pub fn suits(&self) -> &[Suit] {
        &self.suits
    }

    /// Returns the content of a cell of the board; `None` for a gap.
    ///
    /// # Panics
    /// Off the board.
    pub fn card(&self, state: &State, row: usize, column: usize) -> Option<Card> {
        assert!(
            row < self.rows && column < self.columns,
            "row {row}, column {column} is off the board"
        );
        let number = state.cards[row * ROW + column];
        let (slot, rank) = (usize::from(number) / RANKS, number % RANKS as u8);
        (number != GAP).then(|| Card::new(self.rules.base() + rank, self.suits[slot]))
    }

    /// The board of a state, in the form of [`TwoDecks::new`].
    pub fn board(&self, state: &State) -> Board {
        (0..self.rows)
            .map(|row| (0..self.columns).map(|column| self.card(state, row, column)).collect())
            .collect()
    }

    /// Rows and columns of a card's cells.
    pub(super) fn cells_of(&self, state: &State, card: Card) -> Vec<(usize, usize)> {
        let cells =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        cells.filter(|(row, column)| self.card(state, *row, *column) == Some(card)).collect()
    }

    /// The numbers of the cards in play, each once.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let ranks = self.columns - 1;
        (0..self.suits.len()).flat_map(move |slot| slot * RANKS..slot * RANKS + ranks)
    }

    /// The cells of the board.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| row * ROW..row * ROW + columns)
    }
}

/// Rows and columns of a board.
fn shape(rules: Rules, board: &[Vec<Option<Card>>]) -> Result<(usize, usize), BoardError> {
    let (rows, (columns, unequal)) = (board.len(), width(board));
    if !(2..=MAX_ROWS).contains(&rows) || !rows.is_multiple_of(2) {
        return Err(BoardError::of_board(format!(
            "a board of two decks has 2, 4, 6 or 8 rows, not {rows}"
        )));
    }
    for (row, cells) in board.iter().enumerate() {
        let (found, most) = (cells.len(), rules.most_columns());
        if !(2..=most).contains(&found) {
            return Err(BoardError::at(
                (row, 0),
                format!("a row has 2 to {most} cells, not {found}"),
            ));
        }
    }
    if let Some(row) = unequal {
        let found = counted(board[row].len(), "cell");
        let message = format!("this row has {found}, other rows {columns}");
        return Err(BoardError::at((row, 0), message));
    }
    Ok((rows, columns))
}

/// The suits in play in the rule set's order: those on the board, and the first others if these are
/// too few.
fn suits_of(
    rules: Rules,
    rows: usize,
    dealt: impl Iterator<Item = ((usize, usize), Card)>,
) -> Result<Vec<Suit>, BoardError> {
    let most = rows / 2;
    let mut found: Vec<Suit> = Vec::new();
    for (cell, card) in dealt {
        if !found.contains(&card.suit()) {
            if found.len() == most {
                let message = format!(
                    "{} is one suit too many: {rows} rows of two decks take {}",
                    card.face(),
                    counted(most, "suit")
                );
                return Err(BoardError::at(cell, message));
            }
            found.push(card.suit());
        }
    }
    let absent = rules
        .suit_order()
        .into_iter()
        .filter(|suit| !found.contains(suit))
        .take(most - found.len());
    let in_play: Vec<Suit> = absent.chain(found.iter().copied()).collect();
    Ok(rules.suit_order().into_iter().filter(|suit| in_play.contains(suit)).collect())
}

/// The card that may follow a number to the right, or [`GAP`].
pub(super) fn successor(number: u8, columns: usize) -> u8 {
    let follows = number != GAP && usize::from(number) % RANKS + 2 < columns;
    if follows { number + 1 } else { GAP }
}

impl Game for TwoDecks {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    fn is_goal(&self, state: &State) -> bool {
        let last = self.columns - 1;
        // Most positions fail here: some gap is not at the end of its row.
        state.gaps().all(|gap| gap % ROW == last)
            && state.cards.chunks_exact(ROW).take(self.rows).all(|cards| {
                usize::from(cards[0]) % RANKS == 0
                    && cards[1..last]
                        .iter()
                        .zip(cards[0] + 1..)
                        .all(|(card, expected)| *card == expected)
            })
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        // By card: the gaps that take it, by their places in the list; none after a gap or the
        // highest card.
        let mut takers = [Set8::EMPTY; CARDS + 1];
        for (index, gap) in state.gaps().enumerate() {
            if gap % ROW == 0 {
                (0..self.suits.len()).for_each(|slot| takers[slot * RANKS].insert(index));
            } else {
                takers[usize::from(successor(state.cards[gap - 1], self.columns))].insert(index);
            }
        }
        takers[usize::from(GAP)] = Set8::EMPTY;
        for cell in self.cells() {
            let gaps = takers[usize::from(state.cards[cell])].iter();
            out.extend(gaps.map(|gap| Move { from: cell as u8, to: state.gaps[gap] }));
        }
    }

    fn apply(&self, state: &State, mv: Move) -> State {
        let mut next = *state;
        next.cards.swap(mv.from.into(), mv.to.into());
        let gap =
            next.gaps.iter_mut().find(|gap| **gap == mv.to).expect("a legal move fills a gap");
        *gap = mv.from;
        // Unused entries remain at the end.
        debug_assert!(mv.from < NO_CELL);
        next.gaps.sort_unstable();
        next
    }

    fn key(&self, state: &State) -> Key {
        state.key()
    }
}
