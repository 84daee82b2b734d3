//! Shorter ways between two boards of a plan.

use std::ops::Range;

use patience_core::{HashMap, Stop};

use super::work::Work;

use crate::board::{Board, Move};
use crate::optimal::cards_not_home;
use crate::plan::real_move;
use crate::position::{CARDS, Geometry, PACKED, Packed, Position};

/// A plan with the boards on its way.
#[derive(Clone)]
pub(super) struct Line {
    pub moves: Vec<Move>,
    positions: Vec<Position>,
    /// The last index of each position.
    index: HashMap<Packed, usize>,
}

/// What the search of a window found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The line is shorter now.
    Shorter,
    /// There is no shorter way.
    Nothing,
    /// More boards would have to be looked at.
    TooMany,
}

struct Node {
    position: Position,
    g: u32,
    before: u32,
    m: Move,
}

/// Bytes that a board takes with its place in the index and the buckets, with room to grow.
const HELD: usize = 2 * (size_of::<Node>() + PACKED + 12);

impl Line {
    pub fn new(geometry: &Geometry, board: &Board, moves: Vec<Move>) -> Option<Self> {
        let mut at = board.clone();
        let mut positions = vec![Position::new(geometry, &at)];
        for &m in &moves {
            at = at.after(m)?;
            positions.push(Position::new(geometry, &at));
        }
        let index = positions
            .iter()
            .enumerate()
            .map(|(index, position)| (position.pack(geometry), index))
            .collect();
        Some(Line { moves, positions, index })
    }

    /// Looks for a shorter way from the board number `first` to board number `last`, or by chance
    /// to another, by A* among at most `most` boards. Each card that stands elsewhere has to move,
    /// so that their number is a lower bound; where `last` is the end, the number of cards not at
    /// home is, and any solved board is as good.
    pub fn shorten(
        &mut self,
        geometry: &Geometry,
        board: &Board,
        Range { start: first, end: last }: Range<usize>,
        most: usize,
        work: &mut Work<'_, '_>,
    ) -> Result<Found, Stop> {
        let to_goal = last == self.moves.len();
        let target = &self.positions[last];
        let estimate = |position: &Position| {
            if to_goal {
                cards_not_home(geometry, position)
            } else {
                cards_elsewhere(position, target)
            }
        };
        let bound = (last - first - 1) as u32;
        let start = self.positions[first].clone();
        let f = estimate(&start);
        if f > bound {
            return Ok(Found::Nothing);
        }
        let mut open: Vec<Vec<u32>> = vec![Vec::new(); bound as usize + 1];
        let mut known: HashMap<Packed, u32> = HashMap::default();
        known.insert(start.pack(geometry), 0);
        open[f as usize].push(0);
        let mut nodes = vec![Node { position: start, g: 0, before: 0, m: Move { from: 0, to: 0 } }];
        let mut f = f as usize;
        while f < open.len() {
            let Some(number) = open[f].pop() else {
                f += 1;
                continue;
            };
            let g = nodes[number as usize].g;
            let position = nodes[number as usize].position.clone();
            if (g + estimate(&position)) as usize != f {
                continue;
            }
            work.expand(nodes.len() * HELD)?;
            for &step in position.steps(geometry).iter() {
                let mut after = position.clone();
                after.take(geometry, step);
                let h = estimate(&after);
                let f = g + 1 + h;
                if f > bound {
                    continue;
                }
                let packed = after.pack(geometry);
                let m = real_move(geometry, position.cell[usize::from(step.card)], step.to);
                let joins = if to_goal && h == 0 && after.is_goal(geometry) {
                    Some(last)
                } else {
                    self.index.get(&packed).copied().filter(|&index| index > first + g as usize + 1)
                };
                let node = Node { position: after, g: g + 1, before: number, m };
                if let Some(index) = joins {
                    self.replace(geometry, board, first..index, &nodes, &node);
                    return Ok(Found::Shorter);
                }
                let number = match known.get(&packed) {
                    Some(&number) if nodes[number as usize].g <= node.g => continue,
                    Some(&number) => {
                        nodes[number as usize] = node;
                        number
                    }
                    None => {
                        if nodes.len() >= most {
                            return Ok(Found::TooMany);
                        }
                        known.insert(packed, nodes.len() as u32);
                        nodes.push(node);
                        nodes.len() as u32 - 1
                    }
                };
                open[f as usize].push(number);
            }
        }
        Ok(Found::Nothing)
    }

    /// Takes the way to the node instead of the moves of the range.
    fn replace(
        &mut self,
        geometry: &Geometry,
        board: &Board,
        range: Range<usize>,
        nodes: &[Node],
        node: &Node,
    ) {
        let mut middle = vec![node.m];
        let mut before = node.before as usize;
        while before != 0 {
            middle.push(nodes[before].m);
            before = nodes[before].before as usize;
        }
        middle.reverse();
        let moves = [&self.moves[..range.start], &middle, &self.moves[range.end..]].concat();
        *self = Line::new(geometry, board, moves).expect("both ways join in equal boards");
    }

    /// The board number `index`.
    pub fn board(&self, board: &Board, index: usize) -> Board {
        board.replay(&self.moves[..index]).expect("the line is legal")
    }
}

/// Cards that stand in different cells.
fn cards_elsewhere(one: &Position, other: &Position) -> u32 {
    (0..CARDS).filter(|&card| one.cell[card] != other.cell[card]).count() as u32
}
