//! The greedy search and the A* of the Match the Tiles paper, count by count.
//!
//! Their order depends on two details of the program: its priority queue (`tiles_queue`), and, for
//! the alignment of pieces in one line, the order of its list of pieces, which every tilt sorts. So
//! nodes carry that list, and the estimates are computed from it, in single precision as in the
//! program.

use patience_core::parameter::Choice;
use patience_core::{Game, Outcome, Random, Run, Stop};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesGame, TilesState};
use patience_search::arena::Arena;
use patience_search::report;
use patience_search::table::{Entry, Table};

use crate::tiles::Opposites;
use crate::tiles_queue::Queue;

/// The heuristics of the paper's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The Manhattan distances to the targets, summed.
    Manhattan,
    /// Rewards for pieces on their targets and in line with them.
    Direction,
    /// A reward of 5 if the pieces are in the order of their targets from right to left, and
    /// another from bottom to top.
    Alignment,
    /// A number below 50, drawn for each position.
    Random,
}

impl Choice for Estimate {
    const WORDS: &[&str] = &["manhattan", "direction", "alignment", "random"];
    const ALL: &[Estimate] =
        &[Estimate::Manhattan, Estimate::Direction, Estimate::Alignment, Estimate::Random];
}

/// A piece or a target: colour and cell.
type Piece = (u8, usize);

/// A position with the program's list of pieces.
struct Node {
    state: TilesState,
    pieces: Vec<Piece>,
    depth: u32,
    from: Option<(usize, Direction)>,
}

/// The differences between the searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// The heuristic h.
    pub estimate: Estimate,
    /// The weight of g.
    pub weight: f32,
    /// Whether a tilt back is tried.
    pub opposites: Opposites,
}

/// Takes positions in the order of `weight`·g + h: 0 is the greedy search, 3 the A* of the paper's
/// tables (the last version of its program has 4). Positions except the start are marked when
/// generated, and the solved one counts as expanded.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::tiles::TilesDomain;
/// use patience_papers::tiles::Opposites;
/// use patience_papers::tiles_informed::{Estimate, Variant, informed};
///
/// let game = TilesDomain.instance("standard", "level/iartistas-08")?;
/// let mut run = Run::unlimited();
/// let variant =
///     Variant { estimate: Estimate::Direction, weight: 3.0, opposites: Opposites::LeftOut };
/// let outcome = informed(&game, variant, 1, &mut run);
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("level 8 can be solved") };
/// assert_eq!((plan.len(), run.counters().expanded), (13, 55), "as printed");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn informed(
    game: &TilesGame,
    variant: Variant,
    seed: u64,
    run: &mut Run<TilesGame>,
) -> Outcome<Direction> {
    let mut search = InformedSearch { game, variant, random: Random::new(seed) };
    search.run(run).unwrap_or_else(Outcome::from)
}

struct InformedSearch<'a> {
    game: &'a TilesGame,
    variant: Variant,
    random: Random,
}

impl InformedSearch<'_> {
    fn run(&mut self, run: &mut Run<TilesGame>) -> Result<Outcome<Direction>, Stop> {
        let game = self.game;
        let (mut nodes, mut queue, mut marked) = (Arena::new(), Queue::new(), Table::new());
        let mut pieces = game.pieces(&game.start());
        pieces.sort_unstable_by_key(|(_, cell)| *cell);
        let rank = self.rank(&pieces, 0);
        let start = Node { state: game.start(), pieces, depth: 0, from: None };
        queue.push(nodes.push(start, run.budget())?, rank, run.budget())?;
        while let Some(at) = queue.pop() {
            let node: &Node = &nodes[at];
            let (state, depth, from) = (node.state.clone(), node.depth, node.from);
            run.expand(game, &state, depth, None)?;
            if game.is_goal(&state) {
                let back = std::iter::successors(from, |(node, _)| nodes[*node].from);
                let mut plan: Vec<Direction> = back.map(|(_, mv)| mv).collect();
                plan.reverse();
                return Ok(report(game, plan, 0, None));
            }
            if !run.depth_allows(depth) {
                continue;
            }
            for mv in self.variant.opposites.moves(game, &state, from.map(|(_, last)| last)) {
                run.generated(1);
                let next = game.apply(&state, mv);
                if let Entry::Known(_) = marked.insert(game.key(&next), (), run.budget())? {
                    run.duplicate();
                    continue;
                }
                let pieces = self.tilted(&nodes[at].pieces, mv);
                let rank = self.rank(&pieces, depth + 1);
                let node = Node { state: next, pieces, depth: depth + 1, from: Some((at, mv)) };
                queue.push(nodes.push(node, run.budget())?, rank, run.budget())?;
            }
            run.sizes(0, marked.len() as u64);
        }
        Ok(run.exhausted(true))
    }

    /// The program's list of pieces after a tilt.
    fn tilted(&self, pieces: &[Piece], mv: Direction) -> Vec<Piece> {
        let size = self.game.size();
        let mut pieces = pieces.to_vec();
        sort(&mut pieces, |(_, cell)| along(cell, size.width, mv));
        for index in 0..pieces.len() {
            let (colour, mut cell) = pieces[index];
            while let Some(next) = size.neighbour(cell, mv) {
                if self.game.is_obstacle(next) || pieces.iter().any(|(_, other)| *other == next) {
                    break;
                }
                cell = next;
                pieces[index] = (colour, cell);
            }
        }
        pieces
    }

    fn rank(&mut self, pieces: &[Piece], depth: u32) -> f32 {
        let estimate = match self.variant.estimate {
            Estimate::Manhattan => self.over_pairs(pieces, |search, piece, target| {
                let (dx, dy) = search.way(piece, target);
                (dx.abs() + dy.abs()) as f32
            }),
            Estimate::Direction => self.over_pairs(pieces, Self::direction),
            Estimate::Alignment => self.alignment(pieces),
            Estimate::Random => self.random.unit() as f32 * 50.0,
        };
        self.variant.weight * depth as f32 + estimate
    }

    /// The targets in reading order.
    fn targets(&self) -> impl Iterator<Item = Piece> {
        let cells = 0..self.game.size().cells();
        cells.filter_map(|cell| Some((self.game.target(cell)?, cell)))
    }

    /// Sums a value over the pieces, each with the first target of its colour.
    fn over_pairs(
        &self,
        pieces: &[Piece],
        value: fn(&Self, (usize, &[Piece]), usize) -> f32,
    ) -> f32 {
        let first =
            |colour: u8| self.targets().find(|(other, _)| *other == colour).map(|(_, cell)| cell);
        let pairs = pieces.iter().filter_map(|(colour, cell)| Some((*cell, first(*colour)?)));
        pairs.map(|(cell, target)| value(self, (cell, pieces), target)).sum()
    }

    /// Columns and rows from a piece to its target.
    fn way(&self, (cell, _): (usize, &[Piece]), target: usize) -> (i32, i32) {
        let width = self.game.size().width;
        let difference = |a: usize, b: usize| b as i32 - a as i32;
        (difference(cell % width, target % width), difference(cell / width, target / width))
    }

    /// The program's value of one piece: every object between it and the target counts as an
    /// obstacle, including pieces and targets, and the slopes have signs, which the text does not
    /// mention.
    fn direction(&self, piece: (usize, &[Piece]), target: usize) -> f32 {
        let (dx, dy) = self.way(piece, target);
        if dx != 0 && dy != 0 {
            let (dx, dy) = (dx as f32, dy as f32);
            return 3.0 * f32::min(dy / dx, dx / dy);
        }
        if (dx, dy) == (0, 0) {
            return -5.0;
        }
        let (cell, pieces) = piece;
        let step = if dy == 0 { 1 } else { self.game.size().width };
        let mut between = (cell.min(target) + step..cell.max(target)).step_by(step);
        let is_taken = between.any(|cell| {
            self.game.is_obstacle(cell)
                || self.game.target(cell).is_some()
                || pieces.iter().any(|(_, other)| *other == cell)
        });
        if is_taken { 3.0 } else { -1.0 }
    }

    fn alignment(&self, pieces: &[Piece]) -> f32 {
        let width = self.game.size().width;
        let order = |pieces: &[Piece], mv| {
            let mut sorted = pieces.to_vec();
            sort(&mut sorted, |(_, cell)| along(cell, width, mv));
            sorted
        };
        let targets: Vec<Piece> = self.targets().collect();
        let is_aligned = |mv: &Direction| {
            let (pieces, targets) = (order(pieces, *mv), order(&targets, *mv));
            pieces.iter().zip(&targets).all(|(piece, target)| piece.0 == target.0)
        };
        let aligned = [Direction::Right, Direction::Down].iter().filter(|mv| is_aligned(mv));
        -5.0 * aligned.count() as f32
    }
}

/// The distance of a piece from the front in a direction; the foremost is sorted first.
fn along(cell: usize, width: usize, direction: Direction) -> i32 {
    let (x, y) = ((cell % width) as i32, (cell / width) as i32);
    match direction {
        Direction::Left => x,
        Direction::Right => -x,
        Direction::Up => y,
        Direction::Down => -y,
    }
}

/// The sort of the program's library on short lists, which determines the order of ties: for two
/// and three pieces it exchanges fixed pairs, longer lists use insertion sort.
fn sort(pieces: &mut [Piece], key: impl Fn(Piece) -> i32) {
    let exchanges: &[(usize, usize)] = match pieces.len() {
        2 => &[(0, 1)],
        3 => &[(0, 1), (0, 2), (1, 2)],
        _ => return pieces.sort_by_key(|piece| key(*piece)),
    };
    for &(a, b) in exchanges {
        if key(pieces[a]) > key(pieces[b]) {
            pieces.swap(a, b);
        }
    }
}
