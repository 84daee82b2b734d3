//! The rules: deals, and the legal moves of a position.

use patience_core::Game;
use patience_core::sets::permutations;

use super::board_error::{BoardError, width};
use super::rule_set::{Entry, Fit, Rules};
use super::state::{CARDS, CELLS, GAP, Key, Move, NO_CELL, RANKS, ROW, State};
use crate::cards::{Card, Suit};

/// One deal under one rule set.
///
/// Moves come in the order of the paper's program for all rule sets: by the card's cell, then by
/// the gap, both row by row from the top.
///
/// ```
/// use patience_games::cards::Card;
/// use patience_games::gaps::{Gaps, Rules};
///
/// let row = ["3C", "--", "2C", "4C"].map(Card::parse).to_vec();
/// let deal = Gaps::new(Rules::Standard, &[row])?;
/// assert_eq!((deal.rows(), deal.columns()), (1, 4));
/// # Ok::<(), patience_games::gaps::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps {
    rules: Rules,
    rows: usize,
    columns: usize,
    /// The suits in play; with fixed rows, the `i`-th is that of row `i`.
    suits: [Suit; 4],
    /// By card number, and by [`GAP`]: the card that may follow to the right, or [`GAP`].
    successor: [u8; CARDS + 1],
    start: State,
}

impl Gaps {
    /// The deal with the given rows of cells from the top, a gap being `None`. Rows and columns of
    /// the result are those of the board; a board of one column has no cards and is solved.
    ///
    /// # Errors
    /// The board is not a deal: by its shape, or by a card that is not in play, duplicate or
    /// missing.
    pub fn new(rules: Rules, board: &[Vec<Option<Card>>]) -> Result<Gaps, BoardError> {
        let rows = board.len();
        let (columns, unequal) = width(board);
        if !(1..=4).contains(&rows) {
            return Err(BoardError::Rows(rows));
        }
        for (row, cells) in board.iter().enumerate() {
            if !(1..=rules.most_columns()).contains(&cells.len()) {
                return Err(BoardError::Columns { row, found: cells.len(), rules });
            }
        }
        let dealt = || {
            board.iter().enumerate().flat_map(|(row, cells)| {
                cells
                    .iter()
                    .enumerate()
                    .filter_map(move |(column, card)| card.map(|card| ((row, column), card)))
            })
        };

        // The missing cards, if some cards on the board are not in play.
        let missing_in_play = || {
            let in_play = dealt().filter(|(_, card)| rules.index(*card, columns).is_some());
            suits_of(rules, rows, in_play.clone()).map_or(Vec::new(), |suits| {
                missing(rules, &suits[..rows], columns, in_play.map(|(_, card)| card))
            })
        };
        if let Some(row) = unequal {
            let (found, missing) = (board[row].len(), missing_in_play());
            return Err(BoardError::Unequal { row, found, expected: columns, missing });
        }
        if let Some((cell, card)) = dealt().find(|(_, card)| rules.index(*card, columns).is_none())
        {
            let missing = missing_in_play();
            return Err(BoardError::Rank { cell, card, rules, columns, missing });
        }
        let suits = suits_of(rules, rows, dealt()).map_err(|(cell, card)| BoardError::Suit {
            cell,
            card,
            rules,
            rows,
        })?;

        let mut cards = [GAP; CELLS];
        let mut places = [None; CARDS];
        for (cell, card) in dealt() {
            let slot = suits[..rows]
                .iter()
                .position(|suit| *suit == card.suit())
                .expect("suits were checked");
            let number = slot * RANKS + rules.index(card, columns).expect("ranks were checked");
            if let Some(first) = places[number].replace(cell) {
                let missing =
                    missing(rules, &suits[..rows], columns, dealt().map(|(_, card)| card));
                return Err(BoardError::Duplicate { cell, first, card, missing });
            }
            cards[cell.0 * ROW + cell.1] = number as u8;
        }
        let missing = missing(rules, &suits[..rows], columns, dealt().map(|(_, card)| card));
        if !missing.is_empty() {
            let gaps = rows * columns - dealt().count();
            return Err(BoardError::Missing { missing, gaps, rows });
        }

        let successor = std::array::from_fn(|card| {
            let follows = card < CARDS && card % RANKS + 2 < columns;
            if follows { card as u8 + 1 } else { GAP }
        });
        Ok(Gaps {
            rules,
            rows,
            columns,
            suits,
            successor,
            start: State::from_cards(cards, rows, columns),
        })
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Number of rows, 1 to 4, which is also the number of suits and of gaps.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns, 1 to 14; one more than ranks.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The suits in play in the order of [`Rules::suit_order`]; with fixed rows, by row.
    pub fn suits(&self) -> &[Suit] {
        &self.suits[..self.rows]
    }

    /// The cards in play.
    pub fn card_count(&self) -> usize {
        self.rows * (self.columns - 1)
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
        self.named(state.cards[row * ROW + column])
    }

    /// The board of a state, in the form of [`Gaps::new`].
    pub fn board(&self, state: &State) -> Vec<Vec<Option<Card>>> {
        (0..self.rows)
            .map(|row| (0..self.columns).map(|column| self.card(state, row, column)).collect())
            .collect()
    }

    /// The board of the start.
    pub fn start_board(&self) -> Vec<Vec<Option<Card>>> {
        self.board(&self.start)
    }

    /// The card with a number; `None` for [`GAP`].
    pub(super) fn named(&self, number: u8) -> Option<Card> {
        let (slot, rank) = (usize::from(number) / RANKS, usize::from(number) % RANKS);
        (number != GAP).then(|| Card::new(self.rules.rank(rank), self.suits[slot]))
    }

    /// The numbers of the cards in play, suit by suit.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let ranks = self.columns - 1;
        (0..self.rows).flat_map(move |slot| slot * RANKS..slot * RANKS + ranks)
    }

    /// Visits the cards, each once, that a gap outside column 0 takes, if there may be several.
    fn fitting(&self, fit: Fit, state: &State, gap: usize, mut take: impl FnMut(usize)) {
        let left = state.cards[gap - 1];
        let next = self.successor[usize::from(left)];
        match fit {
            Fit::Successor | Fit::SuccessorOrPredecessor => {
                if next != GAP {
                    take(usize::from(next));
                }
                let has_right = fit == Fit::SuccessorOrPredecessor && gap % ROW + 1 < self.columns;
                let right = if has_right { state.cards[gap + 1] } else { GAP };
                // Between a card and the successor of its successor, both neighbours require the
                // same card.
                if right != GAP && usize::from(right) % RANKS > 0 && right - 1 != next {
                    take(usize::from(right) - 1);
                }
            }
            Fit::NextRank if next != GAP => {
                (0..self.rows).for_each(|slot| take(slot * RANKS + usize::from(next) % RANKS));
            }
            Fit::Higher if next != GAP => {
                let suit = usize::from(left) / RANKS * RANKS;
                (usize::from(next)..suit + self.columns - 1).for_each(take);
            }
            Fit::NextRank | Fit::Higher => {}
        }
    }

    /// The suits' slots by row in which a game may end: one arrangement if the rows are fixed, else
    /// all.
    pub(super) fn arrangements(&self) -> Vec<[u8; 4]> {
        if self.rules.fixed_rows() {
            return vec![[0, 1, 2, 3]];
        }
        let of_rows = |order: Vec<u8>| {
            let mut rows = [NO_CELL; 4];
            rows[..order.len()].copy_from_slice(&order);
            rows
        };
        permutations(self.rows as u8).into_iter().map(of_rows).collect()
    }
}

/// A card on the board with its row and column.
type Dealt = ((usize, usize), Card);

/// The suits in play: the first suits in the rule set's order, unless rows are free and the board
/// holds other suits.
fn suits_of(
    rules: Rules,
    rows: usize,
    mut dealt: impl Iterator<Item = Dealt>,
) -> Result<[Suit; 4], Dealt> {
    let order = rules.suit_order();
    let mut chosen: Vec<Suit> =
        if rules.fixed_rows() { order[..rows].to_vec() } else { Vec::new() };
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
    // Suits in play first, both parts in the rule set's order.
    let mut suits = order;
    suits.sort_by_key(|suit| !chosen.contains(suit));
    Ok(suits)
}

/// The cards of these suits that are in play and not among those dealt, suit by suit.
fn missing(
    rules: Rules,
    suits: &[Suit],
    columns: usize,
    dealt: impl Iterator<Item = Card>,
) -> Vec<Card> {
    let dealt: Vec<Card> = dealt.collect();
    let in_play = suits
        .iter()
        .flat_map(|suit| (0..columns - 1).map(move |rank| Card::new(rules.rank(rank), *suit)));
    in_play.filter(|card| !dealt.contains(card)).collect()
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
                let may_lead =
                    if self.rules.fixed_rows() { first == row * RANKS } else { first % RANKS == 0 };
                may_lead
                    && cards[1..last]
                        .iter()
                        .zip(first + 1..)
                        .all(|(card, expected)| usize::from(*card) == expected)
            })
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let gaps = state.gaps(self.rows);
        let from = out.len();
        // By gap, the one card it takes; GAP for none. Gaps that may take several are handled at
        // once.
        let mut taken = [GAP; 4];
        let mut any_card = [false; 4];
        for (index, &to) in gaps.iter().enumerate() {
            let cell = usize::from(to);
            if cell % ROW != 0 {
                match self.rules.fit() {
                    Fit::Successor => {
                        taken[index] = self.successor[usize::from(state.cards[cell - 1])]
                    }
                    fit => self.fitting(fit, state, cell, |card| {
                        out.push(Move { from: state.cells[card], to })
                    }),
                }
            } else if self.columns > 1 {
                match self.rules.entry() {
                    Entry::AnyBase => out.extend(
                        (0..self.rows).map(|slot| Move { from: state.cells[slot * RANKS], to }),
                    ),
                    Entry::BaseFromOutside => {
                        for slot in 0..self.rows {
                            let from = state.cells[slot * RANKS];
                            if !usize::from(from).is_multiple_of(ROW) {
                                out.push(Move { from, to });
                            }
                        }
                    }
                    Entry::OwnBase => taken[index] = (cell / ROW * RANKS) as u8,
                    Entry::AnyCard => any_card[index] = true,
                }
            }
        }
        if any_card.contains(&true) {
            for row in 0..self.rows {
                for cell in row * ROW..row * ROW + self.columns {
                    let card = state.cards[cell];
                    if card == GAP {
                        continue;
                    }
                    for (index, &to) in gaps.iter().enumerate() {
                        if any_card[index] || taken[index] == card {
                            out.push(Move { from: cell as u8, to });
                        }
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

    #[inline]
    fn apply(&self, state: &State, mv: Move) -> State {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut next = *state;
        let card = next.cards[from];
        next.cards[to] = card;
        next.cards[from] = GAP;
        next.cells[usize::from(card)] = mv.to;
        // Replaces one gap with another; five exchanges sort the four without a branch.
        for gap in &mut next.gaps {
            *gap = if *gap == mv.to { mv.from } else { *gap };
        }
        for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (a, b) = (next.gaps[one], next.gaps[other]);
            (next.gaps[one], next.gaps[other]) = (a.min(b), a.max(b));
        }
        debug_assert_eq!(next, State::from_cards(next.cards, self.rows, self.columns));
        next
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        state.key()
    }
}
