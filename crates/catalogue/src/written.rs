//! How certificates name the states and moves of each game, as `docs/certificates.md` defines it.

use patience_core::{Domain, Game};
use patience_games::birds::{BirdsDomain, BirdsMove};
use patience_games::cohesion::{CohesionDomain, CohesionMove};
use patience_games::gaps::{self, GapsDomain};
use patience_games::grid::Direction;
use patience_games::tiles::TilesDomain;

/// A domain whose states and moves certificates can name.
pub(crate) trait Written: Domain {
    /// A state as one byte a cell.
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8>;
    /// A move as two bytes.
    fn name_of(&self, mv: <Self::Game as Game>::Move, game: &Self::Game) -> [u8; 2];
    /// Whether anyone can see that a state is lost.
    fn is_apart(&self, _game: &Self::Game, _state: &<Self::Game as Game>::State) -> bool {
        false
    }
}

impl Written for GapsDomain {
    fn bytes_of(&self, game: &gaps::Gaps, state: &gaps::State) -> Vec<u8> {
        let suits = game.suits();
        let number = |card: patience_games::cards::Card| {
            let suit =
                suits.iter().position(|suit| *suit == card.suit()).expect("the suit is in play")
                    as u8;
            (card.rank() - game.rules().base()) * 4 + suit
        };
        game.board(state).into_iter().flatten().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn name_of(&self, mv: gaps::Move, game: &gaps::Gaps) -> [u8; 2] {
        [mv.from(), mv.to()].map(|(row, column)| (row * game.columns() + column) as u8)
    }
}

impl Written for BirdsDomain {
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8> {
        let number =
            |card: patience_games::cards::Card| (card.rank() - 1) * 4 + card.suit().place();
        game.grid(state).into_iter().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn name_of(&self, BirdsMove { from, to }: BirdsMove, _: &Self::Game) -> [u8; 2] {
        [from, to]
    }

    fn is_apart(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> bool {
        !game.flock_is_connected(state)
    }
}

impl Written for CohesionDomain {
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8> {
        game.cells(state).into_iter().map(|cell| cell.unwrap_or('.') as u8).collect()
    }

    fn name_of(&self, CohesionMove { cell, direction }: CohesionMove, _: &Self::Game) -> [u8; 2] {
        [cell, direction.letter() as u8]
    }
}

impl Written for TilesDomain {
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8> {
        let mut cells = vec![b'.'; game.size().cells()];
        game.pieces(state).into_iter().for_each(|(colour, cell)| cells[cell] = b'`' + colour);
        cells
    }

    fn name_of(&self, direction: Direction, _: &Self::Game) -> [u8; 2] {
        [direction.letter() as u8, 0]
    }
}
