//! How certificates write Gaps.

use patience_core::Certifiable;

use super::{Gaps, GapsDomain, Move, State};
use crate::cards::Card;

impl Certifiable for GapsDomain {
    fn state_bytes(&self, game: &Gaps, state: &State) -> Vec<u8> {
        let suits = game.suits();
        let number = |card: Card| {
            let suit =
                suits.iter().position(|suit| *suit == card.suit()).expect("the suit is in play")
                    as u8;
            (card.rank() - game.rules().base()) * 4 + suit
        };
        game.board(state).into_iter().flatten().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn move_bytes(&self, game: &Gaps, mv: Move) -> [u8; 2] {
        [mv.from(), mv.to()].map(|(row, column)| (row * game.columns() + column) as u8)
    }

    fn has_certificates(&self, rules: &str) -> bool {
        matches!(rules, "standard" | "fixed-suits" | "fixed-twos")
    }
}
