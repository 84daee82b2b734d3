//! How certificates write Birds of a Feather.

use patience_core::Certifiable;

use super::{BirdsDomain, BirdsGame, BirdsMove, BirdsState};
use crate::cards::Card;

impl Certifiable for BirdsDomain {
    fn state_bytes(&self, game: &BirdsGame, state: &BirdsState) -> Vec<u8> {
        let number = |card: Card| (card.rank() - 1) * 4 + card.suit().place();
        game.grid(state).into_iter().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn move_bytes(&self, _: &BirdsGame, BirdsMove { from, to }: BirdsMove) -> [u8; 2] {
        [from, to]
    }

    fn is_seen_lost(&self, game: &BirdsGame, state: &BirdsState) -> bool {
        !game.flock_is_connected(state)
    }
}
