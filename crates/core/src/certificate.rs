//! The frame of every certificate: see `docs/certificates.md`.

use crate::{Domain, Game, fnv1a};

/// Builds a certificate of a kind (`P` a plan, `C` a closed set, `O` a shortest plan, `T` a tree)
/// for a deal, from its body.
///
/// `game` is the game's name, with `+` and the rule set if it is not the default; `board` is the
/// deal in the canonical notation.
///
/// ```
/// let bytes = patience_core::certificate(b'C', "gaps", "3C -- 2C 4C", &[0]);
/// assert!(bytes.starts_with(b"\x89PCERT\n\x02C\x04\0gaps"));
/// ```
///
/// # Panics
/// If a string has 64 KiB or more, which no game's strings have.
pub fn certificate(kind: u8, game: &str, board: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + board.len() + 64);
    bytes.extend(b"\x89PCERT\n\x02");
    bytes.push(kind);
    for text in [game, board] {
        bytes.extend(u16::try_from(text.len()).expect("a deal is short").to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend(body);
    let sum = fnv1a(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A domain whose states and moves can be written in certificates, as `docs/certificates.md`
/// defines for each game. Any verdict can then be certified by the list of all reachable states.
pub trait Certifiable: Domain {
    /// Encodes a state as one byte per cell.
    fn state_bytes(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8>;

    /// The state of an instance that [`state_bytes`](Certifiable::state_bytes) encodes as `bytes`;
    /// `None` if there is none, because cells or pieces differ from the instance's. Games that
    /// support expanding states as bytes override it.
    fn state_of(&self, _game: &Self::Game, _bytes: &[u8]) -> Option<<Self::Game as Game>::State> {
        None
    }

    /// A move as two bytes.
    fn move_bytes(&self, game: &Self::Game, mv: <Self::Game as Game>::Move) -> [u8; 2];

    /// Whether the checker supports a rule set.
    fn has_certificates(&self, _rules: &str) -> bool {
        true
    }

    /// Whether the checker itself detects that a state is lost, so that lists omit it.
    fn is_seen_lost(&self, _game: &Self::Game, _state: &<Self::Game as Game>::State) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_the_documents() {
        // The sums of the empty text and of `a` are those that the authors of FNV publish.
        assert_eq!((fnv1a(b""), fnv1a(b"a")), (0xCBF2_9CE4_8422_2325, 0xAF63_DC4C_8601_EC8C));
        let bytes = certificate(b'C', "gaps", "3H -- 2H", &[1, 2]);
        assert_eq!(
            &bytes[..27],
            b"\x89PCERT\n\x02C\x04\0gaps\x08\x003H -- 2H\x01\x02"[..27].as_ref()
        );
        assert_eq!(bytes.len(), 27 + 8);
    }
}
