//! Positions as bytes, for programs that expand many of them: [`Instance::expand`] avoids text and
//! JSON.
//!
//! A state is one byte per cell, as in certificates (`docs/certificates.md`). For each state the
//! answer has a header of 8 bytes, the number of its moves and whether it is won, and then a record
//! per move: [`RECORD`] bytes, and the state after the move. Numbers are little-endian.
//!
//! | bytes of the header | |
//! |---|---|
//! | 4 | the number of moves |
//! | 4 | 1 if the state is won, else 0 |
//!
//! | bytes of a record | |
//! |---|---|
//! | 4 | the cost of the move |
//! | 1 | 1 if the state after it is won, else 0 |
//! | 11 | the move in plan notation, in ASCII, padded with zeros |
//! | a byte per cell | the state after it |
//!
//! [`Instance::expand`]: crate::Instance::expand

use patience_core::{Certifiable, Domain, Game};

/// Bytes of a move in an answer, before the state after it.
pub const RECORD: usize = 16;

/// Maximum bytes of an answer.
const MAX_ANSWER: usize = 64 << 20;

/// The reason why states cannot be expanded, from [`Instance::expand`](crate::Instance::expand).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpandError {
    /// The game cannot encode states as bytes.
    #[error("states of {game}+{rules} cannot be written as bytes")]
    NoBytes {
        /// The game's name.
        game: &'static str,
        /// The rule set's name.
        rules: &'static str,
    },
    /// The bytes are not a whole number of states.
    #[error("{length} bytes are not a whole number of states; expected {width} bytes per state")]
    Length {
        /// The bytes given.
        length: usize,
        /// The bytes of a state.
        width: usize,
    },
    /// The bytes are not a state of the instance.
    #[error("state {index} is not valid; expected the cells and pieces of the instance")]
    State {
        /// The index of the state, from 0.
        index: usize,
    },
    /// The answer would be too long.
    #[error("the answer exceeds {} MiB; expected fewer states", MAX_ANSWER >> 20)]
    TooMany,
}

/// The error for a game that cannot encode its states, or whose moves are too long for a record.
pub(crate) fn no_bytes<D: Domain>(domain: &D, game: &D::Game) -> ExpandError {
    ExpandError::NoBytes { game: domain.name(), rules: domain.rules(game) }
}

type State<D> = <<D as Domain>::Game as Game>::State;

/// [`Certifiable::state_of`].
type Read<D> = fn(&D, &<D as Domain>::Game, &[u8]) -> Option<State<D>>;

/// [`Certifiable`] as plain functions.
pub(crate) struct Bytes<D: Domain> {
    write: fn(&D, &D::Game, &State<D>) -> Vec<u8>,
    read: Read<D>,
}

impl<D: Certifiable> Bytes<D> {
    pub const fn new() -> Self {
        Bytes {
            write: |domain, game, state| domain.state_bytes(game, state),
            read: |domain, game, bytes| domain.state_of(game, bytes),
        }
    }
}

impl<D: Domain> Bytes<D> {
    /// The start, if it can be read again.
    pub fn start(&self, domain: &D, game: &D::Game) -> Option<Vec<u8>> {
        let bytes = (self.write)(domain, game, &game.start());
        (self.read)(domain, game, &bytes).map(|_| bytes)
    }

    /// Decodes a state.
    pub fn read(&self, domain: &D, game: &D::Game, bytes: &[u8]) -> Result<State<D>, ExpandError> {
        (self.read)(domain, game, bytes).ok_or(ExpandError::State { index: 0 })
    }

    /// Appends the answer for states of `width` bytes.
    pub fn expand(
        &self,
        domain: &D,
        game: &D::Game,
        (states, width): (&[u8], usize),
        out: &mut Vec<u8>,
    ) -> Result<(), ExpandError> {
        let length = states.len();
        if length % width != 0 {
            return Err(ExpandError::Length { length, width });
        }
        let mut moves = Vec::new();
        for (index, bytes) in states.chunks_exact(width).enumerate() {
            let state = (self.read)(domain, game, bytes).ok_or(ExpandError::State { index })?;
            moves.clear();
            game.moves(&state, &mut moves);
            if out.len() + moves.len() * (RECORD + width) + 8 > MAX_ANSWER {
                return Err(ExpandError::TooMany);
            }
            out.extend((moves.len() as u32).to_le_bytes());
            out.extend(u32::from(game.is_goal(&state)).to_le_bytes());
            for &mv in &moves {
                let after = game.apply(&state, mv);
                out.extend(game.cost(&state, mv).to_le_bytes());
                out.push(u8::from(game.is_goal(&after)));
                let text = domain.move_text(game, &state, mv);
                let mut field = [0; RECORD - 5];
                let room = field.get_mut(..text.len()).ok_or_else(|| no_bytes(domain, game))?;
                room.copy_from_slice(text.as_bytes());
                out.extend(field);
                out.extend((self.write)(domain, game, &after));
            }
        }
        Ok(())
    }
}
