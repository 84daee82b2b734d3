//! A position as plain data for interfaces that draw.

use patience_core::{Cell, Control, Domain, Face, Game, MoveView, View};

use super::{CohesionDomain, CohesionGame, CohesionState};

pub(super) fn view(game: &CohesionGame, state: &CohesionState) -> View {
    let size = game.size();
    let first: Vec<Option<usize>> =
        (0..size.cells()).map(|cell| game.first_cell(state, cell)).collect();
    let cell = |(letter, first): (Option<char>, Option<usize>)| match letter.zip(first) {
        None => Cell { face: Face::Empty, target: None, sign: ".".into(), words: "blank".into() },
        Some((colour, group)) => Cell {
            face: Face::Piece { colour, group },
            target: None,
            sign: colour.into(),
            words: format!("piece {colour}"),
        },
    };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let moves = legal.into_iter().map(|mv| {
        let piece = Some(usize::from(mv.cell));
        let from: Vec<usize> = (0..size.cells()).filter(|cell| first[*cell] == piece).collect();
        let to = from.iter().map(|cell| {
            size.neighbour(*cell, mv.direction).expect("legal moves stay on the board")
        });
        MoveView {
            text: CohesionDomain.move_text(game, state, mv),
            words: CohesionDomain.move_words(game, state, mv),
            to: to.collect(),
            from,
            direction: Some(mv.direction.word()),
        }
    });
    View {
        rows: size.height,
        columns: size.width,
        control: Control::Shift,
        cells: game.cells(state).into_iter().zip(first.iter().copied()).map(cell).collect(),
        moves: moves.collect(),
        cell_separator: "",
        row_separator: "/",
        palette: std::iter::once('.')
            .chain(game.letters().iter().copied())
            .map(String::from)
            .collect(),
    }
}
