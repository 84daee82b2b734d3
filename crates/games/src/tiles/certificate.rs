//! The encoding of Match the Tiles in certificates.

use patience_core::Certifiable;

use super::{TilesDomain, TilesGame, TilesState};
use crate::grid::Direction;

impl Certifiable for TilesDomain {
    fn state_bytes(&self, game: &TilesGame, state: &TilesState) -> Vec<u8> {
        let mut cells = vec![b'.'; game.size().cells()];
        game.pieces(state).into_iter().for_each(|(colour, cell)| cells[cell] = b'`' + colour);
        cells
    }

    fn state_of(&self, game: &TilesGame, bytes: &[u8]) -> Option<TilesState> {
        if bytes.len() != game.size().cells() {
            return None;
        }
        let piece = |(cell, byte): (usize, &u8)| Some((byte.checked_sub(b'`')?, cell));
        let pieces = bytes.iter().enumerate().filter(|(_, byte)| **byte != b'.');
        game.state(pieces.map(piece).collect::<Option<_>>()?)
    }

    fn move_bytes(&self, _: &TilesGame, direction: Direction) -> [u8; 2] {
        [direction.letter() as u8, 0]
    }
}
