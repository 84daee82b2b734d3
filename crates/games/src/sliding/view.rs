//! A position as plain data for interfaces that draw.

use patience_core::{Cell, Control, Domain, Face, Game, MoveView, View};

use super::{SlidingDomain, SlidingGame, SlidingState, notation};

pub(super) fn view(game: &SlidingGame, state: &SlidingState) -> View {
    let cell = |(at, &tile): (usize, &u8)| {
        let (face, words) = match tile {
            0 => (Face::Empty, "blank".to_owned()),
            _ => {
                let is_home = game.home(tile) == at;
                (Face::Tile { number: tile, is_home }, format!("tile {tile}"))
            }
        };
        Cell { face, target: None, sign: tile.to_string(), words }
    };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let moves = legal.into_iter().map(|from| MoveView {
        text: SlidingDomain.move_text(game, state, from),
        words: SlidingDomain.move_words(game, state, from),
        from: vec![from.into()],
        to: vec![state.blank()],
        direction: Some(notation::direction(game, state, from).word()),
    });
    View {
        rows: game.size().height,
        columns: game.size().width,
        control: Control::Slide,
        cells: game.tiles(state).iter().enumerate().map(cell).collect(),
        moves: moves.collect(),
        cell_separator: " ",
        row_separator: " / ",
        palette: (0..game.size().cells()).map(|tile| tile.to_string()).collect(),
    }
}
