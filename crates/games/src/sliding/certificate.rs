//! The encoding of sliding tiles in certificates.

use patience_core::Certifiable;

use super::{SlidingDomain, SlidingGame, SlidingState};

impl Certifiable for SlidingDomain {
    fn state_bytes(&self, game: &SlidingGame, state: &SlidingState) -> Vec<u8> {
        game.tiles(state).to_vec()
    }

    fn state_of(&self, game: &SlidingGame, bytes: &[u8]) -> Option<SlidingState> {
        game.state(bytes)
    }

    /// The cell that the tile leaves.
    fn move_bytes(&self, _: &SlidingGame, from: u8) -> [u8; 2] {
        [from, 0]
    }

    fn is_seen_lost(&self, game: &SlidingGame, _: &SlidingState) -> bool {
        !game.is_solvable()
    }
}
