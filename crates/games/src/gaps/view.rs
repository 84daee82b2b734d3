//! A position as plain data for interfaces that draw.

use patience_core::{Cell, Control, Domain, Face, Game, MoveView, View};

use super::{Gaps, GapsDomain, State};

pub(super) fn view(game: &Gaps, state: &State) -> View {
    let index = |(row, column): (usize, usize)| row * game.columns() + column;
    let cell = |card: Option<crate::cards::Card>| match card {
        None => Cell { face: Face::Empty, target: None, sign: "--".into(), words: "gap".into() },
        Some(card) => card.cell(),
    };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    View {
        rows: game.rows(),
        columns: game.columns(),
        control: Control::Place,
        cells: game.board(state).into_iter().flatten().map(cell).collect(),
        moves: legal
            .into_iter()
            .map(|mv| MoveView {
                text: GapsDomain.move_text(game, state, mv),
                words: GapsDomain.move_words(game, state, mv),
                from: vec![index(mv.from())],
                to: vec![index(mv.to())],
                direction: None,
            })
            .collect(),
        cell_separator: " ",
        row_separator: " / ",
        // Every card in play lies on every board once: boards are edited by swapping cells.
        palette: Vec::new(),
    }
}
