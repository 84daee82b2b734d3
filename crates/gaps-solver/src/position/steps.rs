//! The steps from a position.

use super::geometry::{EMPTY, Geometry, LEVELS, Rows, cell_at, column_of, row_of};
use super::state::Position;
use super::step::{Step, Steps};

impl Position {
    /// Lists all steps from the position. Moves inside free levels are not steps.
    #[inline]
    pub fn steps(&self, geometry: &Geometry) -> Steps {
        let mut steps = Steps::new();
        let entry_cells = self.gaps & geometry.first_column;
        let may_move =
            |two: u8| !self.twos_stay(geometry) || column_of(self.cell[usize::from(two)]) != 0;
        if geometry.fixed_suits {
            let twos = entry_cells.iter().map(row_of).filter(|&two| may_move(two));
            twos.for_each(|two| steps.push(Step { card: two, to: cell_at(two, 0) }));
        } else if !geometry.open_rows {
            for to in entry_cells {
                let twos = (0..geometry.rows).filter(|&two| may_move(two));
                twos.for_each(|card| steps.push(Step { card, to }));
            }
        } else if let Some(to) = entry_cells.first() {
            let outside =
                (0..geometry.rows).filter(|&two| column_of(self.cell[usize::from(two)]) != 0);
            outside.for_each(|card| steps.push(Step { card, to }));
        }
        for to in self.gaps - geometry.first_column {
            let left = self.at[usize::from(to) - 1];
            if left != EMPTY && !geometry.is_top(left) && !self.is_wild(to) && !self.is_wild(to - 1)
            {
                steps.push(Step { card: left + 4, to });
            }
        }
        if self.has_wild() {
            self.steps_beside_wild(geometry, &mut steps);
        }
        steps
    }

    /// The steps to a wild gap, or to the right of a wild card.
    fn steps_beside_wild(&self, geometry: &Geometry, steps: &mut Steps) {
        for level in 1..=LEVELS.min(usize::from(geometry.columns) - 2) {
            let column = level as u8;
            let wild = if level < LEVELS { self.wild[level] } else { Rows::EMPTY };
            let gaps = self.gap_rows(level);
            // Rows where a gap can be assumed.
            let has_wild_gap = !wild.is_disjoint(gaps);
            let gappable = gaps | wild.only_if(has_wild_gap);
            let below = self.wild[level - 1];
            for left in self.wild_cards(level - 1) {
                let card = left + 4;
                let standing = self.cell[usize::from(card)];
                if level <= usize::from(self.free) {
                    // The left neighbour can be brought to any open row, so all gaps there are
                    // equivalent.
                    let inside = column_of(standing) == column && below.contains(row_of(standing));
                    if let Some(row) = (gaps & below).first().filter(|_| !inside) {
                        steps.push(Step { card, to: cell_at(row, column) });
                    }
                } else {
                    // A wild card moving inside its wild rows would only commit itself.
                    let barred =
                        wild.only_if(column_of(standing) == column && self.is_wild(standing));
                    let targets = ((gappable & below) - barred).iter();
                    targets.for_each(|row| steps.push(Step { card, to: cell_at(row, column) }));
                }
            }
            if has_wild_gap {
                for row in wild - below {
                    let left = self.content(row, column - 1);
                    if left != EMPTY && !geometry.is_top(left) {
                        let standing = self.cell[usize::from(left) + 4];
                        if column_of(standing) != column || !self.is_wild(standing) {
                            steps.push(Step { card: left + 4, to: cell_at(row, column) });
                        }
                    }
                }
            }
        }
    }
}
