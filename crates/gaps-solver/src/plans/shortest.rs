//! Shortest plans, with proof: A* on plain boards with exact keys.
//!
//! The bound is the number of cards that are not in their final cell, under the assignment of suits
//! to rows that makes this number smallest. A move changes the number under each assignment by at
//! most one, and so the minimum: the bound is admissible and consistent.

use patience_core::{Budget, HashMap, Limits, Stop, Verdict};

use crate::board::{Board, Move};
use crate::config::{Services, Strategy};
use crate::plan::real_move;
use crate::position::{EMPTY, Geometry, PACKED, Packed, Position};
use crate::relax::is_dead_end;
use crate::solution::{Counters, Solution};
use crate::verdict::validated;

/// Proves a shortest plan, or that there is none. Meant for small boards: every board that is met
/// stays in memory. `upper` is the length of a plan that is known: longer ways are not followed,
/// and if none is shorter, the verdict is `Unknown(Incomplete)` with that length proved optimal by
/// [`Proof::lower_bound`].
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Services, shortest};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let proof = shortest(&board, None, &Limits::default(), Services::none());
/// let Verdict::Solved { plan, optimal: true, .. } = proof.solution.verdict else { panic!("it can be won") };
/// assert_eq!(plan.len() as u32, proof.lower_bound);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn shortest(
    board: &Board,
    upper: Option<u32>,
    limits: &Limits,
    mut services: Services<'_>,
) -> Proof {
    let mut search = AStar {
        geometry: Geometry::new(board, false, 0),
        nodes: Vec::new(),
        index: HashMap::default(),
        buckets: Vec::new(),
        counters: Counters::default(),
        upper: upper.unwrap_or(u32::MAX),
    };
    let (verdict, lower_bound) =
        match search.run(board, &mut services.budget(limits), &mut services) {
            Ok(Some(plan)) => {
                let bound = plan.len() as u32;
                match validated(board, Some(plan)) {
                    Verdict::Solved { plan, .. } => {
                        (Verdict::Solved { plan, optimal: true, stop: None }, bound)
                    }
                    other => (other, 0),
                }
            }
            Ok(None) if upper.is_some() => (Verdict::Unknown(Stop::Incomplete), search.upper),
            Ok(None) => (Verdict::Unsolvable, 0),
            Err((stop, bound)) => (Verdict::Unknown(stop), bound),
        };
    Proof { solution: Solution::new(verdict, Strategy::Plain, search.counters, 0.0), lower_bound }
}

/// What [`shortest`] found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proof {
    /// The verdict and its cost.
    pub solution: Solution,
    /// No plan is shorter than this.
    pub lower_bound: u32,
}

struct Node {
    packed: Packed,
    g: u32,
    before: u32,
    m: Move,
    closed: bool,
}

/// Bytes that a node takes with its place in the index and the buckets.
const HELD: u64 = (size_of::<Node>() + PACKED + 12) as u64 * 2;

struct AStar {
    geometry: Geometry,
    nodes: Vec<Node>,
    index: HashMap<Packed, u32>,
    /// Node numbers by f; among equals the deepest first, roughly: the last put in.
    buckets: Vec<Vec<u32>>,
    counters: Counters,
    upper: u32,
}

impl AStar {
    fn run(
        &mut self,
        board: &Board,
        budget: &mut Budget<'_>,
        services: &mut Services<'_>,
    ) -> Result<Option<Vec<Move>>, (Stop, u32)> {
        let start = Position::new(&self.geometry, board);
        self.reach(&start, 0, 0, Move { from: 0, to: 0 });
        let mut f = 0;
        while f < self.buckets.len() {
            let Some(node) = self.buckets[f].pop() else {
                f += 1;
                continue;
            };
            let Node { packed, g, closed, .. } = self.nodes[node as usize];
            let position = Position::unpack(&self.geometry, &packed);
            if closed || (g + cards_not_home(&self.geometry, &position)) as usize != f {
                continue;
            }
            self.nodes[node as usize].closed = true;
            if position.is_goal(&self.geometry) {
                return Ok(Some(self.plan(node)));
            }
            self.counters.peak_bytes = self.nodes.len() as u64 * HELD;
            self.counters.stored = self.nodes.len() as u64;
            let held = budget.check_held(self.counters.peak_bytes);
            held.and_then(|()| budget.expand()).map_err(|stop| (stop, f as u32))?;
            self.counters.expanded += 1;
            services.tell(&self.counters);
            for &step in position.steps(&self.geometry).iter() {
                self.counters.generated += 1;
                let mut after = position.clone();
                after.take(&self.geometry, step);
                let m = real_move(&self.geometry, position.cell[usize::from(step.card)], step.to);
                self.reach(&after, g + 1, node, m);
            }
        }
        Ok(None)
    }

    fn reach(&mut self, position: &Position, g: u32, before: u32, m: Move) {
        let f = g + cards_not_home(&self.geometry, position);
        if f >= self.upper {
            return;
        }
        let packed = position.pack(&self.geometry);
        let node = match self.index.get(&packed) {
            Some(&known) => {
                self.counters.duplicates += 1;
                let node = &mut self.nodes[known as usize];
                if node.g <= g {
                    return;
                }
                (node.g, node.before, node.m) = (g, before, m);
                known
            }
            None => {
                let dead = is_dead_end(&self.geometry, position);
                self.counters.dead_ends += u64::from(dead);
                let number = self.nodes.len() as u32;
                self.nodes.push(Node { packed, g, before, m, closed: dead });
                self.index.insert(packed, number);
                if dead {
                    return;
                }
                number
            }
        };
        if self.buckets.len() <= f as usize {
            self.buckets.resize_with(f as usize + 1, Vec::new);
        }
        self.buckets[f as usize].push(node);
    }

    fn plan(&self, mut node: u32) -> Vec<Move> {
        let mut plan = Vec::new();
        while node != 0 {
            let Node { before, m, .. } = self.nodes[node as usize];
            plan.push(m);
            node = before;
        }
        plan.reverse();
        plan
    }
}

/// Cards that are not in their final cell under the best assignment of suits to rows.
pub(crate) fn cards_not_home(geometry: &Geometry, position: &Position) -> u32 {
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
        most_home(&home[..rows], rows, 0)
    };
    u32::from(geometry.rows) * u32::from(geometry.columns - 1) - best
}

fn most_home(home: &[[u32; 4]], suits: usize, taken: u8) -> u32 {
    let Some((row, rest)) = home.split_first() else { return 0 };
    let free = (0..suits).filter(|suit| taken >> suit & 1 == 0);
    free.map(|suit| row[suit] + most_home(rest, suits, taken | 1 << suit)).max().unwrap_or(0)
}
