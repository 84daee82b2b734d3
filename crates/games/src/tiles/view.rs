//! A position as plain data for interfaces that draw.

use patience_core::{Cell, Control, Domain, Face, Game, MoveView, View};

use super::notation::{piece_letter, target_letter};
use super::{TilesDomain, TilesGame, TilesState};

pub(super) fn view(game: &TilesGame, state: &TilesState) -> View {
    let pieces = game.pieces(state);
    let mut piece_at = vec![None; game.size().cells()];
    pieces
        .iter()
        .enumerate()
        .for_each(|(number, (colour, cell))| piece_at[*cell] = Some((number, *colour)));
    let cells = (0..game.size().cells()).map(|cell| match (piece_at[cell], game.target(cell)) {
        _ if game.is_obstacle(cell) => {
            Cell { face: Face::Wall, target: None, sign: "#".into(), words: "obstacle".into() }
        }
        (None, None) => {
            Cell { face: Face::Empty, target: None, sign: ".".into(), words: "empty".into() }
        }
        (None, Some(target)) => {
            let letter = target_letter(target);
            Cell {
                face: Face::Empty,
                target: Some(letter),
                sign: letter.into(),
                words: format!("target {letter}"),
            }
        }
        (Some((group, piece)), target) => {
            let letter = target_letter(piece);
            let face = Face::Piece { colour: letter, group };
            let small = piece_letter(piece);
            match target.map(target_letter) {
                None => Cell {
                    face,
                    target: None,
                    sign: small.into(),
                    words: format!("piece {letter}"),
                },
                Some(below) => Cell {
                    face,
                    target: Some(below),
                    sign: format!("*{small}{below}"),
                    words: if below == letter {
                        format!("piece {letter} on its target")
                    } else {
                        format!("piece {letter} on target {below}")
                    },
                },
            }
        }
    });
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let moves = legal.into_iter().map(|direction| {
        let (from, to) = pieces
            .iter()
            .map(|(_, cell)| (*cell, game.end_of_slide(state, *cell, direction)))
            .filter(|(from, to)| from != to)
            .unzip();
        MoveView {
            text: TilesDomain.move_text(game, state, direction),
            words: TilesDomain.move_words(game, state, direction),
            from,
            to,
            direction: Some(direction.word()),
        }
    });
    let mut colours: Vec<u8> = game.colours().to_vec();
    colours.dedup();
    let mut palette = vec![".".to_owned(), "#".to_owned()];
    colours.iter().for_each(|&colour| {
        let (piece, target) = (piece_letter(colour), target_letter(colour));
        palette.extend([piece.into(), target.into(), format!("*{piece}{target}")]);
    });
    View {
        rows: game.size().height,
        columns: game.size().width,
        control: Control::Tilt,
        cells: cells.collect(),
        moves: moves.collect(),
        cell_separator: "",
        row_separator: "/",
        palette,
    }
}
