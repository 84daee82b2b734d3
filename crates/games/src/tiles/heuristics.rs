//! The heuristics: an admissible bound, and those of the paper.

use std::collections::VecDeque;

use patience_core::{Claims, Estimate, Heuristic, HeuristicEntry, Part, cell_name};

use super::notation::target_letter;
use super::sums::RunsAndTilts;
use super::{TilesGame, TilesState};
use crate::grid::{Direction, MAX_CELLS, Packed, Size};

/// The heuristics by name, the default first.
pub(super) fn entries() -> Vec<HeuristicEntry<TilesGame>> {
    let report = |name, summary, build| HeuristicEntry { name, summary, claims: Claims::NONE, build };
    vec![
        HeuristicEntry {
            name: "runs",
            summary: "the most straight runs that a piece needs to a target of its colour, stopping anywhere",
            claims: Claims::CONSISTENT,
            build: |game| Box::new(Runs::new(game)),
        },
        HeuristicEntry {
            name: "runs-tilts",
            summary: "runs, plus an eighth of the tilts that the pieces need, each alone on the board, summed; overestimates",
            claims: Claims::NONE,
            build: |game| Box::new(RunsAndTilts::new(game)),
        },
        HeuristicEntry {
            name: "blind",
            summary: "0 everywhere",
            claims: Claims::CONSISTENT,
            build: |_| Box::new(patience_core::Blind),
        },
        report("report-manhattan", "the paper's Manhattan distances to the targets, summed; overestimates", |game| {
            Box::new(PaperHeuristic::new(game, PaperHeuristic::manhattan))
        }),
        report(
            "report-alignment",
            "the paper's reward for pieces in the order of their targets; overestimates",
            |game| Box::new(PaperHeuristic::new(game, PaperHeuristic::alignment)),
        ),
        report(
            "report-direction",
            "the paper's rewards for pieces in line with their targets; overestimates",
            |game| Box::new(PaperHeuristic::new(game, PaperHeuristic::direction)),
        ),
        report(
            "report-blocked",
            "the paper's early reward for pieces in line with their targets that can hardly move; overestimates",
            |game| Box::new(PaperHeuristic::new(game, PaperHeuristic::blocked)),
        ),
        report("report-random", "the paper's random values from 0 to 49, here a fixed hash of the position", |_| {
            Box::new(Random)
        }),
    ]
}

/// For each piece the least number of straight runs between obstacles, stopping anywhere, to a target of its colour;
/// the maximum over the pieces.
///
/// A tilt moves every piece along one straight run or not at all, so it lowers no piece's number by more than 1: the
/// bound is admissible and consistent. The sum over the pieces is not admissible, because a tilt moves them all.
///
/// The regions that obstacles cut off from each other are closed: where one holds more pieces of a colour than targets
/// of it, every state of the instance is a dead end.
#[derive(Clone, Debug)]
pub struct Runs {
    /// By piece and cell; empty if every state is a dead end.
    runs: Vec<Box<[u8]>>,
}

impl Runs {
    const UNREACHABLE: u8 = u8::MAX;

    /// The tables for an instance.
    pub fn new(game: &TilesGame) -> Self {
        use patience_core::Game as _;
        let colours = game.colours();
        let table = |colour: u8| runs_to(game, |cell| game.target(cell) == Some(colour));
        let mut runs: Vec<Box<[u8]>> = Vec::with_capacity(colours.len());
        for (piece, colour) in colours.iter().enumerate() {
            let same = piece.checked_sub(1).filter(|before| colours[*before] == *colour);
            runs.push(same.map_or_else(|| table(*colour), |before| runs[before].clone()));
        }

        let pieces = game.pieces(&game.start());
        let crowded = pieces.iter().any(|&(colour, cell)| {
            let region = runs_to(game, |other| other == cell);
            let here = |other: usize| region[other] != Self::UNREACHABLE;
            let targets = (0..game.size().cells()).filter(|other| here(*other) && game.target(*other) == Some(colour));
            pieces.iter().filter(|(other, at)| *other == colour && here(*at)).count() > targets.count()
        });
        Runs { runs: if crowded { Vec::new() } else { runs } }
    }

    /// The runs of the farthest of the pieces on these cells; `None` for a dead end.
    #[inline]
    pub(super) fn farthest(&self, game: &TilesGame, cells: &[u8]) -> Option<u32> {
        if self.runs.len() != game.colours().len() {
            return None;
        }
        let most = self.runs.iter().zip(cells).map(|(runs, cell)| runs[usize::from(*cell)]).max();
        Some(u32::from(most.unwrap_or(0)))
    }
}

/// For each cell the least number of straight runs to a cell of the set. A run can be walked in both directions, so it
/// is searched from the set outwards.
fn runs_to(game: &TilesGame, in_set: impl Fn(usize) -> bool) -> Box<[u8]> {
    let mut runs = vec![Runs::UNREACHABLE; game.size().cells()];
    let mut queue: VecDeque<usize> = (0..runs.len()).filter(|cell| in_set(*cell)).collect();
    queue.iter().for_each(|cell| runs[*cell] = 0);
    while let Some(cell) = queue.pop_front() {
        for direction in Direction::ALL {
            let (mut at, stop) = (cell, game.stop(cell, direction));
            while at != stop {
                at = game.size().neighbour(at, direction).expect("the stop lies ahead");
                if runs[at] == Runs::UNREACHABLE {
                    // 256 cells have no shortest way of 255 runs: it would visit them all, two to a run at least.
                    runs[at] = runs[cell] + 1;
                    queue.push_back(at);
                }
            }
        }
    }
    runs.into()
}

impl Heuristic<TilesGame> for Runs {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &TilesGame, state: &TilesState) -> Estimate {
        let mut buffer = [0; MAX_CELLS];
        let cells = game.unpack(state, &mut buffer);
        self.farthest(game, cells).map_or(Estimate::DeadEnd, Estimate::Cost)
    }

    fn parts(&self, game: &TilesGame, state: &TilesState) -> Vec<Part> {
        if self.runs.len() != game.colours().len() {
            return vec![Part::dead_end("a region that obstacles cut off holds more pieces of a colour than targets")];
        }
        let pieces = game.pieces(state).into_iter().zip(&self.runs);
        pieces
            .map(|((colour, cell), runs)| {
                let name = format!("runs of {}", piece_name(game.size(), colour, cell));
                match runs[cell] {
                    Self::UNREACHABLE => Part::words(name, "no way to a target"),
                    runs => Part::whole(name, runs),
                }
            })
            .collect()
    }
}

/// A heuristic of the paper "Match the Tiles" as its program has it: each piece is compared with the first target of
/// its colour in reading order, also where there are several; a piece without a target counts nothing. All overestimate.
///
/// The paper's values can be negative or fractions. Here they are rounded to the nearest integer and raised by an
/// offset that is the same for all states of an instance, which changes the order of no two states by more than the
/// rounding, neither in a greedy search nor under the paper's 4·g + h. The offset is stated at each.
struct PaperHeuristic {
    size: Size,
    /// The first target of each piece's colour.
    first_targets: Vec<Option<usize>>,
    /// The colours of the targets from left to right and from top to bottom.
    target_orders: [Vec<u8>; 2],
    value: fn(&PaperHeuristic, &TilesGame, &[(u8, usize)]) -> u32,
}

impl PaperHeuristic {
    fn new(game: &TilesGame, value: fn(&PaperHeuristic, &TilesGame, &[(u8, usize)]) -> u32) -> Self {
        let targets: Vec<(u8, usize)> =
            (0..game.size().cells()).filter_map(|cell| Some((game.target(cell)?, cell))).collect();
        let first = |colour: u8| targets.iter().find(|(other, _)| *other == colour).map(|(_, cell)| *cell);
        PaperHeuristic {
            size: game.size(),
            first_targets: game.colours().iter().map(|colour| first(*colour)).collect(),
            target_orders: orders(game.size(), &targets),
            value,
        }
    }

    /// The signed distances, rightwards and downwards, from each piece to its target.
    fn ways<'a>(&'a self, pieces: &'a [(u8, usize)]) -> impl Iterator<Item = (usize, usize, i32, i32)> + 'a {
        let place = |cell: usize| ((cell % self.size.width) as i32, (cell / self.size.width) as i32);
        pieces.iter().zip(&self.first_targets).filter_map(move |(&(_, cell), target)| {
            let target = (*target)?;
            let ((x, y), (tx, ty)) = (place(cell), place(target));
            Some((cell, target, tx - x, ty - y))
        })
    }

    /// The sum of the Manhattan distances. Offset 0.
    fn manhattan(&self, _game: &TilesGame, pieces: &[(u8, usize)]) -> u32 {
        self.ways(pieces).map(|(_, _, dx, dy)| dx.unsigned_abs() + dy.unsigned_abs()).sum()
    }

    /// A reward of 5 if the pieces' colours from left to right are those of the targets, and another from top to
    /// bottom; ties in reading order. Offset 10.
    fn alignment(&self, game: &TilesGame, pieces: &[(u8, usize)]) -> u32 {
        let orders = orders(game.size(), pieces);
        10 - 5 * orders.iter().zip(&self.target_orders).filter(|(pieces, targets)| targets.starts_with(pieces)).count()
            as u32
    }

    /// The early heuristic, for which the paper gives no numbers: a reward of 1 for a piece in a row or column of its
    /// target, and of 1 more for each direction in which nothing but an obstacle, a piece or the border is next to it. Offset: 5 for each
    /// piece.
    fn blocked(&self, game: &TilesGame, pieces: &[(u8, usize)]) -> u32 {
        let is_free = |cell: usize, direction: Direction| {
            let next = game.size().neighbour(cell, direction);
            next.is_some_and(|next| !game.is_obstacle(next) && pieces.iter().all(|(_, other)| *other != next))
        };
        let reward = |(cell, _, dx, dy): (usize, usize, i32, i32)| match (dx, dy) {
            (0, _) | (_, 0) => 1 + Direction::ALL.iter().filter(|direction| !is_free(cell, **direction)).count() as u32,
            _ => 0,
        };
        5 * pieces.len() as u32 - self.ways(pieces).map(reward).sum::<u32>()
    }

    /// For each piece: a reward of 5 on its target; in line with it, a reward of 1, or a penalty of 3 if an obstacle
    /// lies between; otherwise a penalty of 3·min(dy/dx, dx/dy). The paper's text has absolute values here; its
    /// program has not, and rewards targets up right and down left. Offset: 3 for each cell of the longer side (5 at
    /// least) and each piece.
    fn direction(&self, game: &TilesGame, pieces: &[(u8, usize)]) -> u32 {
        let value = |(cell, target, dx, dy): (usize, usize, i32, i32)| match (dx, dy) {
            (0, 0) => -5.0,
            (0, _) | (_, 0) => {
                let direction = match (dx.signum(), dy.signum()) {
                    (-1, _) => Direction::Left,
                    (1, _) => Direction::Right,
                    (_, -1) => Direction::Up,
                    _ => Direction::Down,
                };
                // The free stretch ahead reaches the target exactly if the stop lies at it or behind.
                let stop = game.stop(cell, direction);
                let free = if stop > cell { stop >= target } else { stop <= target && stop != cell };
                if free { -1.0 } else { 3.0 }
            }
            (dx, dy) => 3.0 * f64::min(f64::from(dy) / f64::from(dx), f64::from(dx) / f64::from(dy)),
        };
        let offset = (3 * self.size.width.max(self.size.height)).max(5) * pieces.len();
        let total: f64 = self.ways(pieces).map(value).sum();
        (total.round() + offset as f64) as u32
    }
}

/// A piece as people call it: `R b2`.
fn piece_name(size: Size, colour: u8, cell: usize) -> String {
    format!("{} {}", target_letter(colour), cell_name(cell % size.width, cell / size.width))
}

/// The colours of pieces from left to right and from top to bottom, ties in the order given.
fn orders(size: Size, pieces: &[(u8, usize)]) -> [Vec<u8>; 2] {
    let order = |place: fn(usize, Size) -> usize| {
        let mut sorted: Vec<(usize, usize)> = pieces.iter().map(|(_, cell)| (place(*cell, size), *cell)).collect();
        sorted.sort_unstable();
        let colour = |cell: usize| pieces.iter().find(|(_, other)| *other == cell).map(|(colour, _)| *colour);
        sorted.into_iter().filter_map(|(_, cell)| colour(cell)).collect()
    };
    [order(|cell, size| cell % size.width), order(|cell, size| cell / size.width)]
}

impl Heuristic<TilesGame> for PaperHeuristic {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &TilesGame, state: &TilesState) -> Estimate {
        Estimate::Cost((self.value)(self, game, &game.pieces(state)))
    }

    fn parts(&self, game: &TilesGame, state: &TilesState) -> Vec<Part> {
        let pieces = game.pieces(state);
        let mut parts: Vec<Part> = Vec::new();
        for (&(colour, cell), target) in pieces.iter().zip(&self.first_targets) {
            let name = format!("distance of {}", piece_name(self.size, colour, cell));
            let column_and_row = |cell: usize| (cell % self.size.width, cell / self.size.width);
            parts.push(match target.map(column_and_row) {
                None => Part::words(name, "no target"),
                Some((x, y)) => {
                    let (own_x, own_y) = column_and_row(cell);
                    Part::whole(name, (own_x.abs_diff(x) + own_y.abs_diff(y)) as i64)
                }
            });
        }
        let orders = orders(game.size(), &pieces);
        for ((pieces, targets), way) in orders.iter().zip(&self.target_orders).zip(["left to right", "top to bottom"]) {
            let aligned = if targets.starts_with(pieces) { "yes" } else { "no" };
            parts.push(Part::words(format!("in the order of the targets from {way}"), aligned));
        }
        parts
    }
}

/// A value from 0 to 49 for each state that never changes: the finaliser of SplitMix64 over the cells of the pieces.
struct Random;

impl Heuristic<TilesGame> for Random {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &TilesGame, state: &Packed) -> Estimate {
        let mix = |seed: u64, (_, cell): (u8, usize)| {
            let mut z = (seed ^ cell as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        Estimate::Cost((game.pieces(state).into_iter().fold(0, mix) % 50) as u32)
    }
}
