//! Compares positions with plain boards.

use std::collections::{HashMap, HashSet};

use patience_core::Random;
use patience_core::cards::{Card, Suit};
use patience_testing::size;

use super::*;
use crate::board::{Board, Rules};

/// All arrangements of a position's wild rows, each as the contents of all cells.
pub(crate) fn members(position: &Position) -> Vec<[u8; 64]> {
    let mut all = vec![position.at];
    for (level, &rows) in position.wild.iter().enumerate() {
        let cells: Vec<usize> =
            rows.iter().map(|row| usize::from(cell_at(row, level as u8))).collect();
        for swapped in 0..cells.len() {
            // Every member so far, with each of the remaining contents in this cell.
            let each = |member: &[u8; 64]| {
                let with = |other: &usize| {
                    let mut member = *member;
                    member.swap(cells[swapped], *other);
                    member
                };
                cells[swapped..].iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(each).collect();
        }
    }
    all
}

fn explore(geometry: &Geometry, start: Position, most: usize) -> Option<Vec<Position>> {
    let mut known = HashMap::from([(start.key(), 0)]);
    let mut all = vec![start];
    let mut next = 0;
    while next < all.len() {
        for &step in all[next].clone().steps(geometry).iter() {
            let mut after = all[next].clone();
            after.take(geometry, step);
            if geometry.is_acyclic() {
                let (before, now) = (all[next].measure(geometry), after.measure(geometry));
                assert!(now > before, "{step:?} does not raise the measure of {:?}", &all[next]);
            }
            let unpacked = Position::unpack(geometry, &after.pack(geometry));
            assert_eq!(unpacked.key(), after.key(), "packing loses something");
            assert_eq!(unpacked.free, after.free);
            match known.get(&after.key()) {
                Some(&index) => assert_eq!(
                    all[index].pack(geometry),
                    after.pack(geometry),
                    "key without position"
                ),
                None => {
                    known.insert(after.key(), all.len());
                    all.push(after);
                }
            }
        }
        next += 1;
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// A random board of the given size.
pub(crate) fn random_board(
    random: &mut Random,
    rows: usize,
    columns: usize,
    rules: Rules,
) -> Board {
    let ranks = 2..=columns as u8;
    let suits = Suit::CHSD[..rows].iter();
    let cards = suits.flat_map(|suit| ranks.clone().map(move |rank| Some(Card::new(rank, *suit))));
    let mut cells: Vec<_> = cards.chain(std::iter::repeat_n(None, rows)).collect();
    random.shuffle(&mut cells);
    Board::new(rows, columns, rules, cells).expect("all cards once")
}

/// With open rows, the positions stand for exactly the boards reachable by the unreduced rules,
/// steps raise the measure, and different positions have different keys and packings.
#[test]
fn open_rows_stand_for_exactly_the_reachable_boards() {
    let mut random = Random::new(3);
    let mut compared = 0;
    for round in 0..size(750, 3000) {
        let (rows, columns) = (1 + round % 4, 2 + random.index(5));
        let rules = [Rules::FixedSuits, Rules::FixedTwos, Rules::Standard, Rules::Standard]
            [random.index(4)];
        let board = random_board(&mut random, rows, columns, rules);
        let (plain, open) = (Geometry::new(&board, false, 1), Geometry::new(&board, true, 1));
        let Some(boards) = explore(&plain, Position::new(&plain, &board), 6000) else { continue };
        let boards: HashSet<[u8; 64]> = boards.iter().map(|position| position.at).collect();
        let positions =
            explore(&open, Position::new(&open, &board), 6000).expect("no more than boards");
        let stood_for: HashSet<[u8; 64]> = positions.iter().flat_map(members).collect();
        assert_eq!(stood_for, boards, "{board:?}");
        compared += 1;
    }
    assert!(compared > size(250, 1000), "{compared}");
}
