//! The encoding of Cohesion in certificates.

use patience_core::Certifiable;

use super::{CohesionDomain, CohesionGame, CohesionMove, CohesionState};

impl Certifiable for CohesionDomain {
    fn state_bytes(&self, game: &CohesionGame, state: &CohesionState) -> Vec<u8> {
        game.cells(state).into_iter().map(|cell| cell.unwrap_or('.') as u8).collect()
    }

    fn state_of(&self, game: &CohesionGame, bytes: &[u8]) -> Option<CohesionState> {
        game.state(bytes.iter().map(|byte| (*byte != b'.').then_some(char::from(*byte))))
    }

    fn move_bytes(
        &self,
        _: &CohesionGame,
        CohesionMove { cell, direction }: CohesionMove,
    ) -> [u8; 2] {
        [cell, direction.letter() as u8]
    }
}
