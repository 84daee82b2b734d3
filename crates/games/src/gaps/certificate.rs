//! The encoding of Gaps in certificates.

use patience_core::Certifiable;
use patience_core::sets::Set64;

use super::state::{CELLS, GAP, RANKS, ROW};
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

    fn state_of(&self, game: &Gaps, bytes: &[u8]) -> Option<State> {
        let (rows, columns) = (game.rows(), game.columns());
        if bytes.len() != rows * columns {
            return None;
        }
        let mut cards = [GAP; CELLS];
        let mut seen = Set64::EMPTY;
        for (cell, &byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0xFF) {
            let (rank, slot) = (usize::from(byte / 4), usize::from(byte % 4));
            if rank >= columns - 1 || slot >= rows {
                return None;
            }
            let card = slot * RANKS + rank;
            if seen.contains(card) {
                return None;
            }
            seen.insert(card);
            cards[cell / columns * ROW + cell % columns] = card as u8;
        }
        // Every card occurs once, so there are as many gaps as rows.
        (seen.len() as usize == game.card_count()).then(|| State::from_cards(cards, rows, columns))
    }

    fn move_bytes(&self, game: &Gaps, mv: Move) -> [u8; 2] {
        [mv.from(), mv.to()].map(|(row, column)| (row * game.columns() + column) as u8)
    }

    fn has_certificates(&self, rules: &str) -> bool {
        matches!(rules, "standard" | "fixed-suits" | "fixed-twos")
    }
}
