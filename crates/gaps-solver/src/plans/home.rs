//! Cards that are not at home.

use patience_core::sets::Set8;

use crate::position::{EMPTY, Geometry, Position};

/// Number of cards not in their final cell, under the best assignment of suits to rows.
pub(super) fn cards_not_home(geometry: &Geometry, position: &Position) -> u32 {
    let mut home = [[0u32; 4]; 4];
    for row in 0..geometry.rows {
        for column in 0..geometry.columns - 1 {
            let card = position.content(row, column);
            if card != EMPTY && card / 4 == column {
                home[usize::from(row)][usize::from(card % 4)] += 1;
            }
        }
    }
    let rows = usize::from(geometry.rows);
    let best = if geometry.fixed_suits {
        (0..rows).map(|row| home[row][row]).sum()
    } else {
        most_home(&home[..rows], rows, Set8::EMPTY)
    };
    u32::from(geometry.rows) * u32::from(geometry.columns - 1) - best
}

fn most_home(home: &[[u32; 4]], suits: usize, taken: Set8) -> u32 {
    let Some((row, rest)) = home.split_first() else { return 0 };
    let free = (0..suits).filter(|suit| !taken.contains(*suit));
    free.map(|suit| row[suit] + most_home(rest, suits, taken | Set8::of(suit))).max().unwrap_or(0)
}
