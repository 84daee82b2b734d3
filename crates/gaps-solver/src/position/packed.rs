//! Positions as plain bytes.

use patience_core::sets::bits;

use super::geometry::{CARDS, EMPTY, Geometry, LEVELS, cell_at};
use super::state::Position;

/// A position as plain bytes; see [`Position::pack`].
pub(crate) const PACKED: usize = 52 + LEVELS;
pub(crate) type Packed = [u8; PACKED];

impl Position {
    /// The exact position in few bytes: the content of every cell, with wild rows in a canonical
    /// arrangement, and which rows are wild.
    pub fn pack(&self, geometry: &Geometry) -> Packed {
        let mut packed = [EMPTY; PACKED];
        for row in 0..geometry.rows {
            for column in 0..geometry.columns {
                packed[usize::from(row * geometry.columns + column)] = self.content(row, column);
            }
        }
        for (level, &rows) in self.wild.iter().enumerate().filter(|&(_, &rows)| rows != 0) {
            let cell = |row: u8| usize::from(row * geometry.columns) + level;
            let mut contents: Vec<u8> = bits(rows.into()).map(|row| packed[cell(row)]).collect();
            contents.sort_unstable();
            bits(rows.into()).zip(contents).for_each(|(row, content)| packed[cell(row)] = content);
            packed[52 + level] = rows;
        }
        packed
    }

    /// The inverse of [`pack`](Self::pack).
    pub fn unpack(geometry: &Geometry, packed: &Packed) -> Self {
        let mut position = Position::empty();
        for row in 0..geometry.rows {
            for column in 0..geometry.columns {
                position.put(
                    geometry,
                    cell_at(row, column),
                    packed[usize::from(row * geometry.columns + column)],
                );
            }
        }
        for level in 0..LEVELS {
            let rows = packed[52 + level];
            position.set_wild(geometry, level, if rows == EMPTY { 0 } else { rows });
        }
        position.refresh(geometry);
        position
    }

    /// Unpacks bytes from outside; `None` if they are not a position of the deal.
    pub fn unpack_checked(geometry: &Geometry, packed: &Packed) -> Option<Self> {
        let cells = usize::from(geometry.rows * geometry.columns);
        let (contents, rest) = packed[..PACKED - LEVELS].split_at(cells);
        let (mut seen, mut gaps) = ([false; CARDS], 0);
        for &content in contents {
            if content == EMPTY {
                gaps += 1;
            } else if content >= geometry.cards
                || content % 4 >= geometry.rows
                || std::mem::replace(&mut seen[usize::from(content)], true)
            {
                return None;
            }
        }
        if gaps != geometry.rows || rest.iter().any(|&byte| byte != EMPTY) {
            return None;
        }
        for (level, &rows) in
            packed[PACKED - LEVELS..].iter().enumerate().filter(|&(_, &rows)| rows != EMPTY)
        {
            let in_play = geometry.open_rows
                && level + 1 < usize::from(geometry.columns)
                && rows >> geometry.rows == 0;
            let content = |row: u8| contents[usize::from(row * geometry.columns) + level];
            let fits = |row: u8| content(row) == EMPTY || usize::from(content(row) / 4) == level;
            if !in_play || rows == 0 || !bits(rows.into()).all(fits) {
                return None;
            }
        }
        let position = Self::unpack(geometry, packed);
        (position.pack(geometry) == *packed).then_some(position)
    }
}
