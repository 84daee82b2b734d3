//! A position as plain data for interfaces that draw: the content of each cell, and the cells of
//! each move.

use serde::Serialize;

use crate::{Domain, Game};

/// The way in which a player makes moves on a [`View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// The content of a cell moves to another cell: a move is identified by its first and last
    /// cell.
    Place,
    /// A piece shifts: a move is identified by a cell of the piece and a direction.
    Shift,
    /// The whole board is tilted: a move is identified by its direction.
    Tilt,
    /// A piece slides into the empty cell next to it: a move is identified by its first cell, or by
    /// its direction.
    Slide,
}

/// The content of a cell of a [`View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Face {
    /// Nothing.
    Empty,
    /// A playing card.
    Card {
        /// 1 (ace) to 13 (king).
        rank: u8,
        /// `C`, `D`, `H` or `S`.
        suit: char,
    },
    /// A coloured piece. Neighbouring cells of equal `group` are one piece.
    Piece {
        /// The colour's capital letter.
        colour: char,
        /// The piece that the cell belongs to.
        group: usize,
    },
    /// A numbered tile.
    Tile {
        /// Its number.
        number: u8,
        /// Whether it is at home.
        is_home: bool,
    },
    /// An obstacle.
    Wall,
}

/// One cell of a [`View`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Its content.
    #[serde(flatten)]
    pub face: Face,
    /// The colour of the target on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<char>,
    /// The cell in the canonical notation. A sign that begins with `*` and has several characters
    /// is written as `*` on the board, and its other characters are an entry of a legend, with
    /// `/*=` before the first entry and `,` before the others.
    pub sign: String,
    /// The cell in words: `5 of hearts`.
    pub words: String,
}

/// A legal move of a [`View`] and the cells that it touches. Cells are numbered row by row from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// The move in plan notation.
    pub text: String,
    /// The move in words.
    pub words: String,
    /// The cells whose content moves.
    pub from: Vec<usize>,
    /// The cells to which it moves, in the same order.
    pub to: Vec<usize>,
    /// `left`, `right`, `up` or `down`, if the move has a direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<&'static str>,
}

/// A position as plain data.
///
/// ```
/// use patience_core::{Cell, Control, Face, MoveView, View};
///
/// // A board of two cells on which the queen can go to the right.
/// let queen = Face::Card { rank: 12, suit: 'H' };
/// let cell = |face, sign: &str, words: &str| Cell {
///     face,
///     target: None,
///     sign: sign.into(),
///     words: words.into(),
/// };
/// let view = View {
///     rows: 1,
///     columns: 2,
///     control: Control::Place,
///     cells: vec![cell(queen, "QH", "queen of hearts"), cell(Face::Empty, "--", "gap")],
///     moves: vec![MoveView {
///         text: "0,0>0,1".into(),
///         words: "Q♥ b1".into(),
///         from: vec![0],
///         to: vec![1],
///         direction: None,
///     }],
///     cell_separator: " ",
///     row_separator: " / ",
///     palette: Vec::new(),
/// };
/// let data = serde_json::to_value(&view)?;
/// assert_eq!(
///     (&data["control"], &data["cells"][0]["kind"]),
///     (&"place".into(), &"card".into())
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// The control for moves.
    pub control: Control,
    /// The cells row by row.
    pub cells: Vec<Cell>,
    /// The legal moves in the game's order.
    pub moves: Vec<MoveView>,
    /// Separator of cells in the canonical notation.
    pub cell_separator: &'static str,
    /// Separator of rows in the canonical notation.
    pub row_separator: &'static str,
    /// The signs offered by an editor of positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub palette: Vec<String>,
}

impl View {
    /// The position by its notation: each character is a cell, `/` separates rows, `.` is an empty
    /// cell, `#` a wall, and anything else a piece of its own colour.
    pub(crate) fn of_notation<D: Domain + ?Sized>(
        domain: &D,
        game: &D::Game,
        state: &<D::Game as Game>::State,
    ) -> View {
        let notation = domain.notation(game, state);
        let signs: Vec<char> = notation.chars().filter(|&sign| sign != '/').collect();
        let rows = notation.split('/').count();
        let cell = |(group, &sign): (usize, &char)| {
            let (face, words) = match sign {
                '.' => (Face::Empty, "empty".to_owned()),
                '#' => (Face::Wall, "wall".to_owned()),
                colour => (Face::Piece { colour, group }, colour.to_string()),
            };
            Cell { face, target: None, sign: sign.to_string(), words }
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let told = |mv| {
            let after = domain.notation(game, &game.apply(state, mv));
            let after: Vec<char> = after.chars().filter(|&sign| sign != '/').collect();
            let changed = |is_there: fn(char, char) -> bool| {
                let pairs = signs.iter().zip(&after).enumerate();
                pairs.filter(|(_, (old, new))| is_there(**old, **new)).map(|(at, _)| at).collect()
            };
            MoveView {
                text: domain.move_text(game, state, mv),
                words: domain.move_words(game, state, mv),
                from: changed(|old, new| old != new && new == '.'),
                to: changed(|old, new| old != new && new != '.'),
                direction: None,
            }
        };
        View {
            rows,
            columns: signs.len() / rows,
            control: Control::Place,
            cells: signs.iter().enumerate().map(cell).collect(),
            moves: moves.into_iter().map(told).collect(),
            cell_separator: "",
            row_separator: "/",
            palette: Vec::new(),
        }
    }
}
