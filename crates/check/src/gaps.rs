//! Gaps: a gap takes the successor of its left neighbour or, in the first column, a Two. Won when
//! every row holds one suit in ascending order from the first column.

use crate::{Failure, Game, refuse_if};

/// A gap in a state.
pub const GAP: u8 = 0xFF;

/// Cards that a gap in the first column takes under the rules of a [`Gaps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Any Two, including one from the first column.
    Standard,
    /// The Two of the row's suit: clubs, hearts, spades, diamonds from the top. Rows are won by
    /// their suits.
    FixedSuits,
    /// Any Two that is not in the first column.
    FixedTwos,
}

/// The cells of a board of cards such as `TH` and gaps `--`, joined by single blanks, in rows
/// joined by ` / `, and the number of its columns. A card is rank · 4 + suit, with rank 0 for an
/// ace, and suits in the order `CHSD`.
///
/// ```
/// let (cells, columns) = patience_check::gaps::cells("2C -- / -- 2H").unwrap();
/// assert_eq!((cells[0], columns), (4, 2), "rank 1 of clubs");
/// ```
pub fn cells(text: &str) -> Result<(Vec<u8>, usize), Failure> {
    let rows: Vec<Vec<&str>> = text.split(" / ").map(|row| row.split(' ').collect()).collect();
    let place = |sign: u8, signs: &[u8]| signs.iter().position(|other| *other == sign);
    let number = |(rank, suit): (usize, usize)| (4 * rank + suit) as u8;
    let read = |word: &&str| match *word.as_bytes() {
        [b'-', b'-'] => Some(GAP),
        [rank, suit] => place(rank, b"A23456789TJQK").zip(place(suit, b"CHSD")).map(number),
        _ => None,
    };
    let cells = rows.concat().iter().map(read).collect::<Option<Vec<u8>>>();
    let cells = cells.filter(|_| rows.iter().all(|row| row.len() == rows[0].len()));
    let why =
        "not a valid deal; expected cards such as `TH`, or `--`, in equal rows joined by ` / `";
    Ok((cells.ok_or(why)?, rows[0].len()))
}

/// Lists the legal moves of a card from one cell to another: their names, and the states after
/// them.
///
/// ```
/// use patience_check::gaps::{GAP, shifts};
///
/// let moves = shifts(&[0, GAP], |&(from, to)| (from, to) == (0, 1));
/// assert_eq!(moves, [([0, 1], vec![GAP, 0])]);
/// ```
pub fn shifts(state: &[u8], may_be: impl Fn(&(usize, usize)) -> bool) -> Vec<([u8; 2], Vec<u8>)> {
    let pairs = (0..state.len()).flat_map(|from| (0..state.len()).map(move |to| (from, to)));
    let shift = |(from, to): (usize, usize)| {
        let mut after = state.to_vec();
        after[to] = std::mem::replace(&mut after[from], GAP);
        ([from as u8, to as u8], after)
    };
    pairs.filter(may_be).map(shift).collect()
}

/// The rules on a board of some size. For each cell, a state has a card, rank · 4 + suit with rank
/// 0 for a Two, or [`GAP`].
///
/// ```
/// use patience_check::Game;
/// use patience_check::gaps::{Gaps, Rules};
///
/// let (gaps, start) = Gaps::read(Rules::Standard, "2H 3H -- 4H").unwrap();
/// let (_, after) = &gaps.moves(&start)[0];
/// assert!(gaps.is_won(after));
/// ```
#[derive(Clone)]
pub struct Gaps {
    /// 1 to 4: rows, suits and gaps.
    pub rows: u8,
    /// 2 to 13; one more than the number of ranks.
    pub columns: usize,
    /// Cards that a gap in the first column takes.
    pub rules: Rules,
}

impl Gaps {
    /// Reads a board. There are as many suits in play as rows; they are numbered in the order
    /// `CHSD`.
    pub fn read(rules: Rules, text: &str) -> Result<(Self, Vec<u8>), Failure> {
        let (cells, columns) = cells(text)?;
        let lower = |suit: u8| {
            (0..suit).filter(|lower| cells.iter().any(|card| card % 4 == *lower)).count() as u8
        };
        let number = |suit: u8| if rules == Rules::FixedSuits { suit } else { lower(suit) };
        let renamed = |card: u8| (card / 4 * 4).checked_sub(4).unwrap_or(200) + number(card % 4);
        let start: Vec<u8> =
            cells.iter().map(|&card| if card == GAP { GAP } else { renamed(card) }).collect();
        let mut found = start.clone();
        found.sort_unstable();
        let rows = found.iter().filter(|card| **card == GAP).count();
        let cards = (0..48)
            .filter(|card| usize::from(card % 4) < rows && usize::from(card / 4) + 1 < columns);
        let fits = columns > 1
            && (1..5).contains(&rows)
            && found.into_iter().eq(cards.chain(vec![GAP; rows]));
        refuse_if(
            !fits,
            "not a valid deal; expected 2 to 13 columns, one suit and gap per row, each card once",
        )?;
        let rows = rows as u8;
        Ok((Gaps { rows, columns, rules }, start))
    }
}

impl Game for Gaps {
    fn is_won(&self, state: &[u8]) -> bool {
        state.chunks(self.columns).enumerate().all(|(row, cells)| {
            let suit = if self.rules == Rules::FixedSuits { row as u8 } else { cells[0] % 4 };
            cells[..self.columns - 1]
                .iter()
                .enumerate()
                .all(|(column, card)| *card == column as u8 * 4 + suit)
        })
    }

    /// A move is named by the cell that the card leaves and the gap that it fills, numbered in
    /// reading order.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let takes = |&(from, to): &(usize, usize)| match self.rules {
            _ if state[from] == GAP || state[to] != GAP => false,
            _ if to % self.columns > 0 => {
                state[to - 1] != GAP && state[from] == state[to - 1].wrapping_add(4)
            }
            Rules::Standard => state[from] < 4,
            Rules::FixedSuits => usize::from(state[from]) == to / self.columns,
            Rules::FixedTwos => state[from] < 4 && from % self.columns > 0,
        };
        shifts(state, takes)
    }
}
