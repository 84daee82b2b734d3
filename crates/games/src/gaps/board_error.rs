//! Reasons why a board is not a deal.

use patience_core::cell_name;
use patience_core::units::counted;

use super::Rules;
use crate::cards::Card;

/// The reason why a board is not a deal of its rule set: the error of
/// [`Gaps::new`](super::Gaps::new). Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// No row, or more than four.
    #[error("a board has 1 to 4 rows, not {0}")]
    Rows(usize),
    /// A row without cells, or with more than the rule set has columns.
    #[error("a row has 1 to {} cells, not {found}", .rules.most_columns())]
    Columns {
        /// The row.
        row: usize,
        /// Its cells.
        found: usize,
        /// The rule set.
        rules: Rules,
    },
    /// Rows of different lengths.
    #[error("this row has {}, other rows {expected}{}", counted(.found, "cell"), lacking(.missing))]
    Unequal {
        /// The row that differs from most others.
        row: usize,
        /// Its cells.
        found: usize,
        /// Number of cells of the others.
        expected: usize,
        /// The cards in play at that width that are not on the board.
        missing: Vec<Card>,
    },
    /// A card whose rank is not in play at this width.
    #[error(
        "{} is not in play: {columns} columns under the rules `{}` take {}{}",
        .card.face(), .rules.name(), ranks(*.rules, *.columns), lacking(.missing),
    )]
    Rank {
        /// Its cell.
        cell: (usize, usize),
        /// The card.
        card: Card,
        /// The rule set.
        rules: Rules,
        /// The width of the board.
        columns: usize,
        /// The cards in play that are not on the board.
        missing: Vec<Card>,
    },
    /// A card whose suit is not in play with this number of rows.
    #[error(
        "{} is one suit too many: {} under the rules `{}`",
        .card.face(), suits_in_play(*.rules, *.rows), .rules.name(),
    )]
    Suit {
        /// Its cell.
        cell: (usize, usize),
        /// The card.
        card: Card,
        /// The rule set.
        rules: Rules,
        /// The height of the board.
        rows: usize,
    },
    /// A card is on the board twice.
    #[error(
        "{} is on the board twice, in {} and {}{}",
        .card.face(), cell_name(.first.1, .first.0), cell_name(.cell.1, .cell.0), lacking(.missing),
    )]
    Duplicate {
        /// The card's second cell.
        cell: (usize, usize),
        /// The card's first cell.
        first: (usize, usize),
        /// The card.
        card: Card,
        /// The cards in play that are not on the board.
        missing: Vec<Card>,
    },
    /// Too many gaps.
    #[error("{} instead of {rows}, one per row{}", counted(.gaps, "gap"), lacking(.missing))]
    Missing {
        /// The cards in play that are not on the board.
        missing: Vec<Card>,
        /// The gaps on the board.
        gaps: usize,
        /// The expected number of gaps.
        rows: usize,
    },
}

/// The most frequent width of the rows (the first one if tied), and the first row with another
/// width.
pub(super) fn width<T>(board: &[Vec<T>]) -> (usize, Option<usize>) {
    let rows_of = |width: usize| board.iter().filter(|row| row.len() == width).count();
    let widths = board.iter().rev().map(Vec::len);
    let width = widths.max_by_key(|width| rows_of(*width)).unwrap_or_default();
    (width, board.iter().position(|row| row.len() != width))
}

/// The end of a message that names the missing cards, if any.
pub(super) fn lacking(missing: &[Card]) -> String {
    const MOST: usize = 4;
    let faces: Vec<String> = missing.iter().map(|card| card.face()).collect();
    match &faces[..] {
        [] => String::new(),
        [one] => format!("; {one} is missing"),
        [others @ .., last] if faces.len() <= MOST => {
            format!("; {} and {last} are missing", others.join(", "))
        }
        all => format!("; {} and {} others are missing", all[..MOST].join(", "), all.len() - MOST),
    }
}

fn ranks(rules: Rules, columns: usize) -> String {
    let letter = |index: usize| Card::rank_letter(rules.rank(index));
    match columns {
        1 => "no cards at all".into(),
        2 => format!("the rank {} only", letter(0)),
        3.. if rules == Rules::Paganini => {
            format!("the ranks {} and {} to {}", letter(0), letter(1), letter(columns - 2))
        }
        _ => format!("the ranks {} to {}", letter(0), letter(columns - 2)),
    }
}

fn suits_in_play(rules: Rules, rows: usize) -> String {
    let (noun, verb) = if rows == 1 { ("suit", "takes") } else { ("suits", "take") };
    let suits = if rules.fixed_rows() {
        let suits: String = rules.suit_order()[..rows].iter().map(|suit| suit.letter()).collect();
        format!("the {noun} {suits}")
    } else {
        counted(rows, "suit")
    };
    format!("{} {verb} {suits}", counted(rows, "row"))
}

impl BoardError {
    /// The faulty cell, or the start of the faulty row, if any.
    pub fn cell(&self) -> Option<(usize, usize)> {
        match *self {
            BoardError::Rows(_) | BoardError::Missing { .. } => None,
            BoardError::Columns { row, .. } | BoardError::Unequal { row, .. } => Some((row, 0)),
            BoardError::Rank { cell, .. }
            | BoardError::Suit { cell, .. }
            | BoardError::Duplicate { cell, .. } => Some(cell),
        }
    }
}
