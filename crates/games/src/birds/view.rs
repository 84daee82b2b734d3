//! A position as plain data for interfaces that draw.

use patience_core::{Cell, Control, Domain, Face, Game, MoveView, View};

use super::{BirdsDomain, BirdsGame, BirdsState};

pub(super) fn view(game: &BirdsGame, state: &BirdsState) -> View {
    let empty =
        || Cell { face: Face::Empty, target: None, sign: "--".into(), words: "empty".into() };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let moves = legal.into_iter().map(|mv| MoveView {
        text: BirdsDomain.move_text(game, state, mv),
        words: BirdsDomain.move_words(game, state, mv),
        from: vec![usize::from(mv.from)],
        to: vec![usize::from(mv.to)],
        direction: None,
    });
    View {
        rows: 4,
        columns: 4,
        control: Control::Place,
        cells: game.grid(state).map(|card| card.map_or_else(empty, |card| card.cell())).into(),
        moves: moves.collect(),
        cell_separator: " ",
        row_separator: " / ",
        palette: Vec::new(),
    }
}
