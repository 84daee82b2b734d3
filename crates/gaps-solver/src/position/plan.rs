//! Translates steps of the reduced game back into real moves.

use patience_core::HashSet;

use super::geometry::{EMPTY, Geometry, LEVELS, Rows, cell_at, column_of, row_of};
use super::state::Position;
use super::step::Step;
use crate::board::{Board, Move};

/// A walk through the reduced game: each position after the deal's, with the card that moved.
pub(crate) type Path = Vec<(u8, Position)>;

/// The path of the steps from a position.
pub(crate) fn path(geometry: &Geometry, start: &Position, steps: &[Step]) -> Path {
    let mut position = start.clone();
    let mut take = |&step: &Step| {
        position.take(geometry, step);
        (step.card, position.clone())
    };
    steps.iter().map(&mut take).collect()
}

/// Real moves that follow the path to a solved board, or `None` if there are none (an error of the
/// solver).
pub(crate) fn real_moves(
    geometry: &Geometry,
    deal: &Board,
    path: &[(u8, Position)],
) -> Option<Vec<Move>> {
    follow(geometry, deal, path, true)
}

/// Real moves that follow the path, to any end.
pub(crate) fn moves_along(
    geometry: &Geometry,
    deal: &Board,
    path: &[(u8, Position)],
) -> Option<Vec<Move>> {
    follow(geometry, deal, path, false)
}

/// The first columns of a real board, row by row: only there can it differ from the representative
/// of its position.
type Front = [u8; LEVELS * 4];

/// A position stands for all boards that differ from its representative only in the arrangement of
/// wild rows. The step leads to each of them from a board of the preceding position (late
/// commitment), perhaps after moves within that position. So this function works backward from a
/// board at the end, and holds one board at a time.
fn follow(
    geometry: &Geometry,
    deal: &Board,
    path: &[(u8, Position)],
    to_goal: bool,
) -> Option<Vec<Move>> {
    let start = Position::new(geometry, deal);
    let end = path.last().map_or(&start, |(_, position)| position);
    let mut board = if to_goal { solved_front(geometry, end)? } else { front(end) };
    let mut backward = Vec::new();
    for (index, (card, after)) in path.iter().enumerate().rev() {
        let before = if index == 0 { &start } else { &path[index - 1].1 };
        board = rearrange(geometry, after, board, &mut backward, |front| {
            let to = find(after, front, *card)?;
            let from = origins(before, front, *card).find(|&from| {
                let undone = moved(front, *card, to, from);
                fits(before, &undone) && takes(geometry, before, &undone, to, *card)
            })?;
            Some((moved(front, *card, to, from), Some(real_move(geometry, from, to))))
        })?;
    }
    let dealt = front(&start);
    rearrange(geometry, &start, board, &mut backward, |front| {
        (*front == dealt).then_some((dealt, None))
    })?;
    backward.reverse();
    Some(backward)
}

/// Goes backward from a board, by moves within the position, to a nearest board that `accept`
/// accepts: returns its result, and adds the moves from the last to the first.
fn rearrange(
    geometry: &Geometry,
    position: &Position,
    board: Front,
    backward: &mut Vec<Move>,
    accept: impl Fn(&Front) -> Option<(Front, Option<Move>)>,
) -> Option<Front> {
    /// A board, the index of the board that it leads to, and the move.
    struct Reached {
        front: Front,
        next: usize,
        by: Option<Move>,
    }
    let mut all = vec![Reached { front: board, next: 0, by: None }];
    let mut known = HashSet::default();
    known.insert(board);
    let mut index = 0;
    while index < all.len() {
        let here = all[index].front;
        if let Some((accepted, last)) = accept(&here) {
            let first = backward.len();
            while let Some(m) = all[index].by {
                backward.push(m);
                index = all[index].next;
            }
            backward[first..].reverse();
            backward.extend(last);
            return Some(accepted);
        }
        for (level, &rows) in position.wild.iter().enumerate() {
            let cells = || rows.iter().map(|row| cell_at(row, level as u8));
            let content = |cell: u8| here[usize::from(row_of(cell)) * LEVELS + level];
            for to in cells().filter(|&to| content(to) != EMPTY) {
                for from in cells().filter(|&from| content(from) == EMPTY) {
                    let before = moved(&here, content(to), to, from);
                    if takes(geometry, position, &before, to, content(to)) && known.insert(before) {
                        all.push(Reached {
                            front: before,
                            next: index,
                            by: Some(real_move(geometry, from, to)),
                        });
                    }
                }
            }
        }
        index += 1;
    }
    None
}

/// The index of a cell in a front, if it is in the first columns.
fn place(cell: u8) -> Option<usize> {
    (usize::from(column_of(cell)) < LEVELS)
        .then(|| usize::from(row_of(cell)) * LEVELS + usize::from(column_of(cell)))
}

fn front(position: &Position) -> Front {
    std::array::from_fn(|index| position.content((index / LEVELS) as u8, (index % LEVELS) as u8))
}

/// The cell of a card on a board of the position.
fn find(position: &Position, front: &Front, card: u8) -> Option<u8> {
    match front.iter().position(|&content| content == card) {
        Some(index) => Some(cell_at((index / LEVELS) as u8, (index % LEVELS) as u8)),
        None => (column_of(position.cell[usize::from(card)]) >= LEVELS as u8)
            .then_some(position.cell[usize::from(card)]),
    }
}

/// The cells where a card may have been in the position before its step.
fn origins(before: &Position, front: &Front, card: u8) -> impl Iterator<Item = u8> {
    let there = before.cell[usize::from(card)];
    let rows = if before.is_wild(there) {
        before.wild[usize::from(column_of(there))]
    } else {
        Rows::of(row_of(there))
    };
    let empty = |&cell: &u8| place(cell).is_none_or(|index| front[index] == EMPTY);
    rows.iter().map(move |row| cell_at(row, column_of(there))).filter(empty)
}

/// Whether the cell, a gap, takes the card by the rules.
fn takes(geometry: &Geometry, position: &Position, front: &Front, gap: u8, card: u8) -> bool {
    let content =
        |cell: u8| place(cell).map_or(position.at[usize::from(cell)], |index| front[index]);
    match column_of(gap) {
        0 => card < 4 && geometry.entry_cells(card).contains(gap),
        _ => card >= 4 && content(gap - 1) == card - 4,
    }
}

/// The front after the card has moved from one cell to the other.
fn moved(front: &Front, card: u8, from: u8, to: u8) -> Front {
    let mut after = *front;
    place(from).into_iter().for_each(|index| after[index] = EMPTY);
    place(to).into_iter().for_each(|index| after[index] = card);
    after
}

/// Whether a board with this front is one that the position stands for, provided that the rest
/// fits.
fn fits(position: &Position, front: &Front) -> bool {
    front.iter().enumerate().all(|(index, &content)| {
        let (row, column) = ((index / LEVELS) as u8, (index % LEVELS) as u8);
        if position.is_wild(cell_at(row, column)) {
            content == EMPTY || content / 4 == column
        } else {
            content == position.content(row, column)
        }
    })
}

/// The solved board among those that a position stands for, if there is one.
fn solved_front(geometry: &Geometry, position: &Position) -> Option<Front> {
    if !position.is_goal(geometry) {
        return None;
    }
    // Rows that are wild in all columns take the remaining suits, in any order.
    let settled = |row: u8| {
        let column =
            (0..geometry.columns - 1).find(|&column| !position.is_wild(cell_at(row, column)))?;
        Some(position.content(row, column) % 4)
    };
    let mut left =
        (0..geometry.rows).filter(|&suit| (0..geometry.rows).all(|row| settled(row) != Some(suit)));
    let mut solved = front(position);
    for row in 0..geometry.rows {
        let suit = if geometry.fixed_suits { row } else { settled(row).or_else(|| left.next())? };
        for column in (0..LEVELS as u8).take(usize::from(geometry.columns) - 1) {
            solved[usize::from(row) * LEVELS + usize::from(column)] = column * 4 + suit;
        }
    }
    Some(solved)
}

/// A move, in the numbering that boards use.
pub(crate) fn real_move(geometry: &Geometry, from: u8, to: u8) -> Move {
    let cell = |cell: u8| row_of(cell) * geometry.columns + column_of(cell);
    debug_assert_eq!(cell_at(row_of(from), column_of(from)), from);
    Move { from: cell(from), to: cell(to) }
}
