//! Checkable proofs of loss: all positions reachable while the compatibility graph stays connected,
//! as `docs/certificates.md` defines closed sets.
//!
//! The solver's own proofs are ten times smaller, because of dead ends and the endgame table. A
//! certificate may not use those, because its format has only one lemma for this game, the lemma of
//! components.

use patience_core::cards::Card;
use patience_core::{Budget, Stop};

use crate::board::Board;
use crate::key_set::KeySet;
use crate::position::{Deal, KEYED, Position, above, is_connected};

/// Lists the reachable positions of a board whose cards are connected, in breadth-first order: the
/// body of a certificate of kind `C`. `None` if a won position is among them. Positions count as
/// expansions.
///
/// ```
/// use patience_birds::{Board, closed_set};
/// use patience_core::cards::{Card, Suit};
/// use patience_core::{Budget, certificate};
///
/// // Three clubs: ace and Three in line, but the Two in another row and another column.
/// let mut cells = [None; 16];
/// for (cell, rank) in [(0, 1), (1, 3), (6, 2)] {
///     cells[cell] = Some(Card::new(rank, Suit::Clubs));
/// }
/// let board = Board::new(cells)?;
/// let body = closed_set(&board, &mut Budget::unlimited()).unwrap().expect("it is lost");
/// let certificate = certificate(b'C', "birds", &board.to_string(), &body);
/// let verified = patience_check::check(&certificate[..]).unwrap();
/// assert_eq!((verified.claim.as_str(), verified.records), ("lost", 3));
/// # Ok::<(), patience_birds::BoardError>(())
/// ```
///
/// # Errors
/// A limit is reached; a depth limit has no meaning.
pub fn closed_set(board: &Board, budget: &mut Budget) -> Result<Option<Vec<u8>>, Stop> {
    let numbers: Vec<u8> = board.cells().iter().flatten().copied().map(number).collect();
    let (deal, start) = Deal::new(board);
    let mut body = vec![0; size_of::<u64>()];
    let mut layer = Vec::new();
    if is_connected(&deal.compatible, start.cards) {
        layer.push(start);
    }
    let mut states: u64 = 0;
    while !layer.is_empty() {
        let (mut next, mut known) = (Vec::new(), KeySet::new());
        for position in layer {
            if position.stacks() == 1 {
                return Ok(None);
            }
            budget.expand()?;
            states += 1;
            budget.check_growth::<[u8; 16]>(body.len() / 16, body.capacity() / 16)?;
            body.extend((0..16).map(|cell| match position.cells.contains(cell) {
                false => 0xFF,
                true => numbers[position.card(cell)],
            }));
            let targets = position.targets(&deal);
            // Each pair of stacks, both ways.
            let later = |from: usize| (targets[from] & above(from)).iter();
            let pairs =
                position.cells.iter().flat_map(|one| later(one).map(move |other| (one, other)));
            for (from, to) in pairs.flat_map(|(one, other)| [(one, other), (other, one)]) {
                let child = position.after(from, to);
                if is_connected(&deal.compatible, child.cards) && is_new(child, &mut known, budget)?
                {
                    budget.check_growth::<Position>(next.len(), next.capacity())?;
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    body[..size_of::<u64>()].copy_from_slice(&states.to_le_bytes());
    Ok(Some(body))
}

/// Whether a position is new. Positions with more than fourteen stacks have no key, but none of
/// them is reached twice.
fn is_new(position: Position, known: &mut KeySet, budget: &Budget) -> Result<bool, Stop> {
    if position.stacks() > KEYED {
        return Ok(true);
    }
    if known.wants() > 0 {
        budget.check_memory(known.wants())?;
        known.grow(budget)?;
    }
    Ok(known.insert(position.key()))
}

/// The encoding of a card in certificates.
fn number(card: Card) -> u8 {
    (card.rank() - 1) * 4 + card.suit().place()
}
