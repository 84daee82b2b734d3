//! Masten's safe moves and blocking patterns.
//!
//! Both need Twos of the first column that never move again, because all four are there or the
//! rules keep them there. The cards that follow such a Two in sequence are *locked*. Only one card
//! can then fill a gap after locked cards, and that card cannot go to any other gap.

use crate::position::{EMPTY, Geometry, Position, Step, cell_at, column_of};

/// Whether a locked Two is at the head of a row.
fn is_locked(geometry: &Geometry, position: &Position, row: u8) -> bool {
    let two = position.content(row, 0);
    two < 4
        && if geometry.fixed_suits {
            two == row
        } else {
            position.twos_stay(geometry)
                || (0..geometry.rows).all(|two| column_of(position.cell[usize::from(two)]) == 0)
        }
}

/// Returns a move that can be made at once: that of the only card that fits into a gap after
/// locked cards, if it is in the last column, left of its successor, or of the highest rank.
///
/// No winning play is lost. Until that card moves, no card can enter the cell to its right: no card
/// ever enters a cell to the right of the last column or of a card of the highest rank, and a
/// successor that is already there waits for it. So the move can be brought forward in every play
/// that makes it, and every winning play makes it. Masten's text names three cases, of which only
/// the first two are preserved; the third given here holds for all cards but Twos.
pub(super) fn safe_move(geometry: &Geometry, position: &Position) -> Option<Step> {
    (0..geometry.rows).find_map(|row| {
        let suit = if is_locked(geometry, position, row) {
            position.content(row, 0)
        } else if geometry.fixed_suits {
            row
        } else {
            return None;
        };
        let fits = |column: &u8| position.content(row, *column) != suit + 4 * column;
        let column = (0..geometry.columns - 1).find(fits)?;
        if position.content(row, column) != EMPTY {
            return None;
        }
        let card = suit + 4 * column;
        let from = position.cell[usize::from(card)];
        let is_safe = column_of(from) == geometry.columns - 1
            || geometry.is_top(card)
            || position.at[usize::from(from) + 1] == card + 4;
        is_safe.then(|| Step { card, to: cell_at(row, column) })
    })
}

/// Whether a position shows one of the two patterns of blocked positions that Masten names.
///
/// Two, Four, Three, Five of a suit at the head of a row: the Three fits only after its Two, where
/// the Four is, which fits only after the Three, where the Five is, which fits only after the Four,
/// where the Three is. All Threes in the second column, some of them in another
/// suit's row: those also wait for each other.
pub(super) fn is_blocked(geometry: &Geometry, position: &Position) -> bool {
    let rows = || 0..geometry.rows;
    let locked = |row: u8| is_locked(geometry, position, row);
    let stands = |row: u8, column: u8, card: u8| position.content(row, column) == card;
    let crossed = |row: u8| {
        let two = position.content(row, 0);
        geometry.columns > 4
            && stands(row, 1, two + 8)
            && stands(row, 2, two + 4)
            && stands(row, 3, two + 12)
    };
    let is_three = |row: u8| (4..8).contains(&position.content(row, 1));
    let exchanged = |row: u8| position.content(row, 1) != position.content(row, 0) + 4;
    rows().any(|row| locked(row) && crossed(row))
        || geometry.columns > 2
            && rows().all(|row| locked(row) && is_three(row))
            && rows().any(exchanged)
}
