//! A* on plain boards with exact keys.

use patience_core::{HashMap, Stop};

use super::work::Work;
use crate::board::Move;
use crate::counters::Counters;
use crate::position::{Geometry, PACKED, Packed, Position, real_move};

/// The target of a search.
pub(super) trait Quest {
    /// Data about the end of a path.
    type End;

    /// Returns a lower bound on the moves from a position to the target, which a move changes by at
    /// most one.
    fn estimate(&self, position: &Position) -> u32;

    /// Whether a new position is recognised as a dead end.
    fn is_dead_end(&self, _: &Position) -> bool {
        false
    }

    /// The end of a way to a position in its turn: there is no shorter way to one.
    fn ends(&self, _: &Position) -> Option<Self::End> {
        None
    }

    /// The end of a way of so many moves to a position as soon as it is met.
    fn joins(&self, _: &Position, _: &Packed, _moves: u32) -> Option<Self::End> {
        None
    }
}

/// How a search ends.
pub(super) enum Found<E> {
    /// With a path, and the data about its end.
    Way(Vec<Move>, E),
    /// There is no way within the bound.
    Nothing,
    /// More boards would have to be held.
    TooMany,
}

struct Node {
    packed: Packed,
    g: u32,
    parent: u32,
    m: Move,
    h: u8,
    /// Expanded, or a dead end.
    closed: bool,
}

/// Bytes that a board takes with its place in the index and the buckets, with room to grow.
const HELD: usize = 2 * (size_of::<Node>() + PACKED + 12);

pub(super) struct AStar<'a> {
    geometry: &'a Geometry,
    /// Ways of so many moves or more are not followed.
    upper: u32,
    /// Boards that may be held.
    most: usize,
    nodes: Vec<Node>,
    index: HashMap<Packed, u32>,
    /// Nodes by f; among equals the deepest first, roughly: the last put in.
    open: Vec<Vec<u32>>,
    /// The least open f: no path is shorter.
    pub least: u32,
    /// Counts of generated and stored positions; the work counts expansions.
    pub counters: Counters,
}

impl<'a> AStar<'a> {
    pub fn new(geometry: &'a Geometry, upper: u32, most: usize) -> Self {
        AStar {
            geometry,
            upper,
            most,
            nodes: Vec::new(),
            index: HashMap::default(),
            open: Vec::new(),
            least: 0,
            counters: Counters::default(),
        }
    }

    /// Searches from a position.
    pub fn run<Q: Quest>(
        &mut self,
        quest: &Q,
        start: &Position,
        work: &mut Work<'_, '_>,
    ) -> Result<Found<Q::End>, Stop> {
        let h = quest.estimate(start);
        if h < self.upper {
            let nowhere = (0, (0, Move { from: 0, to: 0 }));
            self.add(quest, start, start.pack(self.geometry), h, nowhere);
        }
        while let Some(bucket) = self.open.get_mut(self.least as usize) {
            let Some(number) = bucket.pop() else {
                self.least += 1;
                continue;
            };
            let Node { packed, g, h, closed, .. } = self.nodes[number as usize];
            if closed || g + u32::from(h) != self.least {
                continue;
            }
            self.nodes[number as usize].closed = true;
            let position = Position::unpack(self.geometry, &packed);
            if let Some(end) = quest.ends(&position) {
                return Ok(Found::Way(self.way(number), end));
            }
            self.counters.stored = self.nodes.len() as u64;
            work.expand(self.nodes.len() * HELD)?;
            for &step in position.steps(self.geometry).iter() {
                self.counters.generated += 1;
                let m = real_move(self.geometry, position.cell[usize::from(step.card)], step.to);
                let mut after = position.clone();
                after.take(self.geometry, step);
                if let Some(found) = self.meet(quest, &after, g + 1, (number, m)) {
                    return Ok(found);
                }
            }
        }
        Ok(Found::Nothing)
    }

    /// Meets a position by a way of `g` moves, the last of them from a node.
    fn meet<Q: Quest>(
        &mut self,
        quest: &Q,
        position: &Position,
        g: u32,
        last: (u32, Move),
    ) -> Option<Found<Q::End>> {
        let h = quest.estimate(position);
        if g + h >= self.upper {
            return None;
        }
        let packed = position.pack(self.geometry);
        if let Some(end) = quest.joins(position, &packed, g) {
            let (parent, m) = last;
            return Some(Found::Way([&self.way(parent)[..], &[m]].concat(), end));
        }
        match self.index.get(&packed) {
            Some(&known) => {
                self.counters.duplicates += 1;
                let node = &mut self.nodes[known as usize];
                if g < node.g {
                    (node.g, (node.parent, node.m)) = (g, last);
                    self.wait(known, g + h);
                }
            }
            None if self.nodes.len() >= self.most => return Some(Found::TooMany),
            None => self.add(quest, position, packed, h, (g, last)),
        }
        None
    }

    /// Adds a node for a new position.
    fn add<Q: Quest>(
        &mut self,
        quest: &Q,
        position: &Position,
        packed: Packed,
        h: u32,
        (g, (parent, m)): (u32, (u32, Move)),
    ) {
        let (number, closed) = (self.nodes.len() as u32, quest.is_dead_end(position));
        self.nodes.push(Node { packed, g, parent, m, h: h as u8, closed });
        self.index.insert(packed, number);
        if closed {
            self.counters.dead_ends += 1;
        } else {
            self.wait(number, g + h);
        }
    }

    fn wait(&mut self, number: u32, f: u32) {
        if self.open.len() <= f as usize {
            self.open.resize_with(f as usize + 1, Vec::new);
        }
        self.open[f as usize].push(number);
    }

    /// The moves from the start, which is node 0, to a node.
    fn way(&self, mut number: u32) -> Vec<Move> {
        let mut way = Vec::new();
        while number != 0 {
            let Node { parent, m, .. } = self.nodes[number as usize];
            way.push(m);
            number = parent;
        }
        way.reverse();
        way
    }
}
