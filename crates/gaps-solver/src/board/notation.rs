//! Boards as text.

use std::fmt;
use std::str::FromStr;

use patience_core::cards::{Card, write_board};
use thiserror::Error;

use super::rules::{Board, BoardError, Rules};

/// The reason why some text is not a board.
///
/// ```
/// use patience_gaps::{Board, NotationError};
///
/// let error = "2C 3C -- / 2H --".parse::<Board>().unwrap_err();
/// assert_eq!(error.to_string(), "row 2 has 2 cells; expected 3, as in the first row");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text of a cell is neither a card nor a gap.
    #[error(
        "row {row}, column {column}: `{}` is not a valid cell; expected a card such as 2C or TD, \
         or -- for a gap",
        .text.escape_debug(),
    )]
    Cell {
        /// From 1.
        row: usize,
        /// From 1.
        column: usize,
        /// The text of the cell.
        text: String,
    },
    /// A row is longer or shorter than the first one.
    #[error("row {row} has {found} cells; expected {expected}, as in the first row")]
    Row {
        /// From 1.
        row: usize,
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// The cells do not form a board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Reads a board under the standard rules ([`Board::with_rules`] changes them).
///
/// Rows follow each other from the top, separated by `/` or line breaks; cells are separated by
/// white space. A card is its rank, `2`–`9`, `T`, `J`, `Q` or `K`, and its suit: `C`, `H`, `S`,
/// `D`, as many of these in this order as there are rows; all other forms that [`Card::parse`]
/// accepts are also accepted. A gap is `--`.
///
/// ```
/// use patience_gaps::Board;
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse().unwrap();
/// assert_eq!((board.rows(), board.columns()), (2, 3));
///
/// let error = "2C 3X -- / -- 2H 3H".parse::<Board>().unwrap_err();
/// assert!(error.to_string().starts_with("row 1, column 2: `3X` is not a valid cell"));
/// ```
impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let rows: Vec<Vec<&str>> =
            text.trim().split(['/', '\n']).map(|row| row.split_whitespace().collect()).collect();
        let expected = rows[0].len();
        let mut cells = Vec::new();
        for (row, texts) in (1..).zip(&rows) {
            if texts.len() != expected {
                return Err(NotationError::Row { row, expected, found: texts.len() });
            }
            for (column, text) in (1..).zip(texts) {
                cells.push(cell(text).ok_or_else(|| NotationError::Cell {
                    row,
                    column,
                    text: (*text).to_owned(),
                })?);
            }
        }
        Ok(Board::new(rows.len(), expected, Rules::Standard, cells)?)
    }
}

/// A card or a gap.
fn cell(text: &str) -> Option<Option<Card>> {
    if text == "--" { Some(None) } else { Card::parse(text).map(Some) }
}

/// Writes the board on one line, as [`Board::from_str`] reads it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_board(self.cells(), self.columns()))
    }
}

#[cfg(test)]
mod tests {
    use crate::Board;

    #[test]
    fn what_is_written_is_read() {
        for text in ["-- 2C", "2C 3C -- / -- 2H 3H", "3C -- / -- 2C"] {
            let read = text.parse::<Board>().map(|board| board.to_string());
            assert_eq!(read.ok().as_deref(), (text != "3C -- / -- 2C").then_some(text), "{text}");
        }
        assert_eq!(
            " 2C 3c --\n\t-- 2♥ 3H \n".parse::<Board>().unwrap().to_string(),
            "2C 3C -- / -- 2H 3H"
        );
    }

    #[test]
    fn errors_name_the_place() {
        let cases = [
            ("", "1 to 4 rows and 2 to 13 columns, not 1 and 0"),
            ("2C 3C -- / -- 2H", "row 2 has 2 cells; expected 3, as in the first row"),
            (
                "2C 3C -- / -- 2H 3",
                "row 2, column 3: `3` is not a valid cell; expected a card such as 2C or TD, or -- \
                 for a gap",
            ),
            ("2C 3Cx --", "row 1, column 2: `3Cx`"),
            ("2c 1C --", "row 1, column 2: `1C`"),
            ("AC 2C --", "AC is not in play"),
            ("2C ♠♠ --", "row 1, column 2: `♠♠`"),
            ("2C 3C -- / -- 2H 4H", "is not in play"),
            ("2C 2C -- / -- 2H 3H", "is in two cells"),
            ("2C -- -- / -- 2H 3H", "2 gaps expected, 3 found"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Board>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
