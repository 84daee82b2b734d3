//! Positions as plain bytes.

use super::geometry::{Cards, EMPTY, Geometry, LEVELS, Rows, cell_at};
use super::state::Position;

/// A position in plain bytes; see [`Position::pack`].
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
        for (level, &rows) in self.wild.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            let cell = |row: u8| usize::from(row * geometry.columns) + level;
            let mut contents: Vec<u8> = rows.iter().map(|row| packed[cell(row)]).collect();
            contents.sort_unstable();
            rows.iter().zip(contents).for_each(|(row, content)| packed[cell(row)] = content);
            packed[52 + level] = rows.bits();
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
            position.set_wild(geometry, level, Rows::from_bits(rows).only_if(rows != EMPTY));
        }
        position.refresh(geometry);
        position
    }

    /// Unpacks bytes from outside; `None` if they are not a position of the deal.
    pub fn unpack_checked(geometry: &Geometry, packed: &Packed) -> Option<Self> {
        let cells = usize::from(geometry.rows * geometry.columns);
        let (contents, rest) = packed[..PACKED - LEVELS].split_at(cells);
        let (mut seen, mut gaps) = (Cards::EMPTY, 0);
        for &content in contents {
            if content == EMPTY {
                gaps += 1;
            } else if content >= geometry.cards
                || content % 4 >= geometry.rows
                || seen.contains(content)
            {
                return None;
            } else {
                seen.insert(content);
            }
        }
        if gaps != geometry.rows || rest.iter().any(|&byte| byte != EMPTY) {
            return None;
        }
        let wild = packed[PACKED - LEVELS..].iter().enumerate().filter(|&(_, &rows)| rows != EMPTY);
        for (level, rows) in wild.map(|(level, &rows)| (level, Rows::from_bits(rows))) {
            let in_play = geometry.open_rows
                && level + 1 < usize::from(geometry.columns)
                && rows.is_subset(Rows::below(geometry.rows));
            let content = |row: u8| contents[usize::from(row * geometry.columns) + level];
            let fits = |row: u8| content(row) == EMPTY || usize::from(content(row) / 4) == level;
            if !in_play || rows.is_empty() || !rows.iter().all(fits) {
                return None;
            }
        }
        let position = Self::unpack(geometry, packed);
        (position.pack(geometry) == *packed).then_some(position)
    }
}
