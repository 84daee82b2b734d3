//! An independent implementation of the rules, as simple as possible, with breadth-first search on
//! it.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet, VecDeque};

use patience_core::Random;
use patience_core::cards::{Card, Suit};
use patience_gaps::{Board, Rules};

/// The cells; (rank, suit), or `None` for a gap.
type Cells = Vec<Option<(u8, u8)>>;

/// The suits by number.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];

/// Both from 0.
fn rank_and_suit(card: Card) -> (u8, u8) {
    let suit = SUITS.iter().position(|suit| *suit == card.suit()).expect("there are four");
    (card.rank() - 2, suit as u8)
}

pub struct Outcome {
    /// Number of boards that can be reached (up to the first solved one, if requested).
    pub boards: usize,
    /// Moves in a shortest plan.
    pub shortest: Option<usize>,
    /// The minimum number of moves of lowest cards out of the first column.
    pub fewest_two_moves: Option<usize>,
}

fn neighbours(cells: &Cells, columns: usize, rules: Rules) -> Vec<(Cells, bool)> {
    let mut all = Vec::new();
    for (gap, _) in cells.iter().enumerate().filter(|(_, cell)| cell.is_none()) {
        for (from, card) in cells.iter().enumerate() {
            let Some((rank, suit)) = *card else { continue };
            let takes = if gap % columns == 0 {
                let may_enter = match rules {
                    Rules::Standard => true,
                    Rules::FixedSuits => usize::from(suit) == gap / columns,
                    Rules::FixedTwos => from % columns != 0,
                };
                rank == 0 && may_enter
            } else {
                matches!(cells[gap - 1], Some((left, same)) if same == suit && left + 1 == rank)
            };
            if takes {
                let mut next = cells.clone();
                next.swap(gap, from);
                all.push((next, from % columns == 0 && rank == 0));
            }
        }
    }
    all
}

fn solved(cells: &Cells, columns: usize, rules: Rules) -> bool {
    cells.chunks(columns).enumerate().all(|(row, cells)| {
        let Some((_, first)) = cells[0] else { return false };
        let suit = if rules == Rules::FixedSuits { row as u8 } else { first };
        (0..columns - 1).all(|column| cells[column] == Some((column as u8, suit)))
    })
}

/// All facts about a board, or `None` if more than `most` boards can be reached.
pub fn explore(board: &Board, most: usize) -> Option<Outcome> {
    let (columns, rules) = (board.columns(), board.rules());
    let start: Cells = board.cells().iter().map(|cell| cell.map(rank_and_suit)).collect();
    let mut distance = HashMap::from([(start.clone(), 0usize)]);
    let mut queue = VecDeque::from([start.clone()]);
    let mut shortest = None;
    while let Some(cells) = queue.pop_front() {
        let here = distance[&cells];
        if shortest.is_none() && solved(&cells, columns, rules) {
            shortest = Some(here);
        }
        for (next, _) in neighbours(&cells, columns, rules) {
            if !distance.contains_key(&next) {
                if distance.len() >= most {
                    return None;
                }
                distance.insert(next.clone(), here + 1);
                queue.push_back(next);
            }
        }
    }
    let mut fewest = HashMap::from([(start.clone(), 0usize)]);
    let mut queue = VecDeque::from([start]);
    let mut fewest_two_moves: Option<usize> = None;
    while let Some(cells) = queue.pop_front() {
        let here = fewest[&cells];
        if solved(&cells, columns, rules) {
            fewest_two_moves = Some(fewest_two_moves.map_or(here, |best| best.min(here)));
        }
        for (next, two) in neighbours(&cells, columns, rules) {
            let there = here + usize::from(two);
            if fewest.get(&next).is_none_or(|&known| there < known) {
                fewest.insert(next.clone(), there);
                if two { queue.push_back(next) } else { queue.push_front(next) }
            }
        }
    }
    Some(Outcome { boards: distance.len(), shortest, fewest_two_moves })
}

/// Whether a board can be won if the first column takes in each row only the lowest card of the
/// suit that the order gives it.
pub fn is_won_in_order(board: &Board, order: &[Suit]) -> bool {
    let order: Vec<u8> = order.iter().map(|suit| rank_and_suit(Card::new(2, *suit)).1).collect();
    let columns = board.columns();
    let start: Cells = board.cells().iter().map(|cell| cell.map(rank_and_suit)).collect();
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(cells) = waiting.pop() {
        let in_order =
            cells.chunks(columns).zip(&order).all(|(row, suit)| row[0] == Some((0, *suit)));
        if in_order && solved(&cells, columns, Rules::Standard) {
            return true;
        }
        for (next, _) in neighbours(&cells, columns, Rules::Standard) {
            let entered = (0..order.len())
                .find(|&row| next[row * columns].is_some() && cells[row * columns].is_none());
            let may_enter = entered.is_none_or(|row| next[row * columns] == Some((0, order[row])));
            if may_enter && known.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    false
}

/// The board with the cards in the order of a permutation of its cells.
pub fn arranged(rows: usize, columns: usize, rules: Rules, order: &[usize]) -> Board {
    let cards = (0..rows * columns).map(|index| {
        let (suit, rank) = ((index / columns) as u8, (index % columns) as u8);
        (usize::from(rank) < columns - 1).then(|| Card::new(rank + 2, SUITS[usize::from(suit)]))
    });
    let cards: Vec<_> = cards.collect();
    Board::new(rows, columns, rules, order.iter().map(|&index| cards[index]).collect())
        .expect("all cards once")
}

/// A board in random order.
pub fn random_board(random: &mut Random, rows: usize, columns: usize, rules: Rules) -> Board {
    let mut order: Vec<usize> = (0..rows * columns).collect();
    random.shuffle(&mut order);
    // Half of the time, a solved board after a few swaps, since more of these can be won.
    if random.below(2) == 0 {
        order.sort_unstable();
        for _ in 0..3 {
            let (one, other) = (random.index(order.len()), random.index(order.len()));
            order.swap(one, other);
        }
    }
    arranged(rows, columns, rules, &order)
}
