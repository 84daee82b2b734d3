//! The encoding of Birds of a Feather in certificates.

use patience_core::Certifiable;

use super::rules::CELLS;
use super::{BirdsDomain, BirdsGame, BirdsMove, BirdsState};
use crate::cards::{Card, Suit};

impl Certifiable for BirdsDomain {
    fn state_bytes(&self, game: &BirdsGame, state: &BirdsState) -> Vec<u8> {
        let number = |card: Card| (card.rank() - 1) * 4 + card.suit().place();
        game.grid(state).into_iter().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn state_of(&self, game: &BirdsGame, bytes: &[u8]) -> Option<BirdsState> {
        let bytes: &[u8; CELLS] = bytes.try_into().ok()?;
        let mut grid = [None; CELLS];
        for (cell, &byte) in grid.iter_mut().zip(bytes) {
            *cell = match byte {
                0xFF => None,
                0..52 => Some(Card::new(byte / 4 + 1, Suit::CHSD[usize::from(byte % 4)])),
                _ => return None,
            };
        }
        game.state(&grid)
    }

    fn move_bytes(&self, _: &BirdsGame, BirdsMove { from, to }: BirdsMove) -> [u8; 2] {
        [from, to]
    }

    fn is_seen_lost(&self, game: &BirdsGame, state: &BirdsState) -> bool {
        !game.flock_is_connected(state)
    }
}
