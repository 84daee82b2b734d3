//! A position as plain data for interfaces that draw.

use patience_core::{Cell, Control, Domain, Face, Game, MoveView, View};

use super::Move;
use super::layout::Board;

/// A board with the legal moves of the game that it belongs to.
pub(super) fn view<D>(
    domain: &D,
    game: &D::Game,
    state: &<D::Game as Game>::State,
    board: Board,
) -> View
where
    D: Domain<Game: Game<Move = Move>>,
{
    let (rows, columns) = (board.len(), board[0].len());
    let index = |(row, column): (usize, usize)| row * columns + column;
    let cell = |card: Option<crate::cards::Card>| match card {
        None => Cell { face: Face::Empty, target: None, sign: "--".into(), words: "gap".into() },
        Some(card) => card.cell(),
    };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    View {
        rows,
        columns,
        control: Control::Place,
        cells: board.into_iter().flatten().map(cell).collect(),
        moves: legal
            .into_iter()
            .map(|mv| MoveView {
                text: domain.move_text(game, state, mv),
                words: domain.move_words(game, state, mv),
                from: vec![index(mv.from())],
                to: vec![index(mv.to())],
                direction: None,
            })
            .collect(),
        cell_separator: " ",
        row_separator: " / ",
        // Every card in play is on every board once, so boards are edited by swapping cells.
        palette: Vec::new(),
    }
}
