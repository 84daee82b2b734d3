//! The heuristics of the Match the Tiles paper.

use patience_core::{Claims, Estimate, Heuristic, HeuristicEntry, Part};

use super::notation::piece_name;
use super::{TilesGame, TilesState};
use crate::grid::{Direction, Size};

/// The heuristics by name.
pub(super) fn entries() -> [HeuristicEntry<TilesGame>; 5] {
    let entry = |name, summary, build| HeuristicEntry {
        name,
        summary,
        claims: Claims::SOUND,
        parameters: &[],
        build,
    };
    [
        entry(
            "report-manhattan",
            "the paper's Manhattan distances to the targets, summed; overestimates",
            |game, _| Box::new(PaperHeuristic::new(game, Kind::Manhattan)),
        ),
        entry(
            "report-alignment",
            "the paper's reward for pieces in the order of their targets; overestimates",
            |game, _| Box::new(PaperHeuristic::new(game, Kind::Alignment)),
        ),
        entry(
            "report-direction",
            "the paper's rewards for pieces in line with their targets; overestimates",
            |game, _| Box::new(PaperHeuristic::new(game, Kind::Direction)),
        ),
        entry(
            "report-blocked",
            "the paper's early reward for nearly immobile pieces in line with their targets; \
             overestimates",
            |game, _| Box::new(PaperHeuristic::new(game, Kind::Blocked)),
        ),
        entry(
            "report-random",
            "the paper's random values from 0 to 49, here a fixed hash of the position",
            |_, _| Box::new(Random),
        ),
    ]
}

#[derive(Clone, Copy)]
enum Kind {
    /// The sum of the Manhattan distances. Offset 0.
    Manhattan,
    /// A reward of 5 if the pieces' colours from left to right are those of the targets, and
    /// another from top to bottom; ties in reading order. Offset 10.
    Alignment,
    /// For each piece: a reward of 5 on its target; in line with it, a reward of 1, or a penalty of
    /// 3 if an obstacle lies between; otherwise a penalty of 3·min(dy/dx, dx/dy). The paper's text
    /// has absolute values here; its program does not, and rewards targets up right and down left.
    /// Offset: 3 for each cell of the longer side (5 at least) and each piece.
    Direction,
    /// The early heuristic, for which the paper gives no numbers: a reward of 1 for a piece in a
    /// row or column of its target, and 1 more for each direction in which an obstacle, a piece or
    /// the border is next to it. Offset: 5 for each piece.
    Blocked,
}

/// Subject of a term of the sum.
enum Term {
    /// This piece.
    Piece(usize),
    /// All pieces, in this direction.
    All(&'static str),
}

/// A heuristic of the paper as its program computes it: each piece is compared with the first
/// target of its colour in reading order, even if there are several; a piece without a target does
/// not count. All overestimate.
///
/// The paper's values can be negative or fractions. Here they are rounded to the nearest integer
/// and raised by an offset that is the same for all states of an instance, so that only the
/// rounding affects the order of states, in a greedy search and under the paper's 3·g + h. The
/// offset is stated at each [`Kind`].
struct PaperHeuristic {
    kind: Kind,
    size: Size,
    /// The first target of each piece's colour.
    first_targets: Vec<Option<usize>>,
    /// The colours of the targets from left to right and from top to bottom.
    target_orders: [Vec<u8>; 2],
}

impl PaperHeuristic {
    fn new(game: &TilesGame, kind: Kind) -> Self {
        let targets: Vec<(u8, usize)> =
            (0..game.size().cells()).filter_map(|cell| Some((game.target(cell)?, cell))).collect();
        let first =
            |colour: u8| targets.iter().find(|(other, _)| *other == colour).map(|(_, cell)| *cell);
        PaperHeuristic {
            kind,
            size: game.size(),
            first_targets: game.colours().iter().map(|colour| first(*colour)).collect(),
            target_orders: orders(game.size(), &targets),
        }
    }

    fn offset(&self, pieces: usize) -> usize {
        match self.kind {
            Kind::Manhattan => 0,
            Kind::Alignment => 10,
            Kind::Direction => (3 * self.size.width.max(self.size.height)).max(5) * pieces,
            Kind::Blocked => 5 * pieces,
        }
    }

    /// Calls `each` with every term of the sum.
    fn terms(&self, game: &TilesGame, pieces: &[(u8, usize)], mut each: impl FnMut(Term, f64)) {
        if let Kind::Alignment = self.kind {
            let orders = orders(self.size, pieces);
            for ((pieces, targets), way) in
                orders.iter().zip(&self.target_orders).zip(["left to right", "top to bottom"])
            {
                each(Term::All(way), if targets.starts_with(pieces) { -5.0 } else { 0.0 });
            }
            return;
        }
        let place =
            |cell: usize| ((cell % self.size.width) as i32, (cell / self.size.width) as i32);
        for (index, (&(_, cell), target)) in pieces.iter().zip(&self.first_targets).enumerate() {
            let Some(target) = *target else { continue };
            let ((x, y), (tx, ty)) = (place(cell), place(target));
            let (dx, dy) = (tx - x, ty - y);
            let value = match self.kind {
                Kind::Manhattan | Kind::Alignment => f64::from(dx.abs() + dy.abs()),
                Kind::Direction => self.direction(game, cell, target, (dx, dy)),
                Kind::Blocked if dx != 0 && dy != 0 => 0.0,
                Kind::Blocked => -1.0 - self.blocked(game, pieces, cell) as f64,
            };
            each(Term::Piece(index), value);
        }
    }

    /// Number of directions in which the piece on a cell cannot move.
    fn blocked(&self, game: &TilesGame, pieces: &[(u8, usize)], cell: usize) -> usize {
        let is_free = |direction: &&Direction| {
            let next = self.size.neighbour(cell, **direction);
            next.is_some_and(|next| {
                !game.is_obstacle(next) && pieces.iter().all(|(_, other)| *other != next)
            })
        };
        4 - Direction::ALL.iter().filter(is_free).count()
    }

    fn direction(&self, game: &TilesGame, cell: usize, target: usize, way: (i32, i32)) -> f64 {
        let direction = match way {
            (0, 0) => return -5.0,
            (dx, dy) if dx != 0 && dy != 0 => {
                return 3.0
                    * f64::min(f64::from(dy) / f64::from(dx), f64::from(dx) / f64::from(dy));
            }
            (..0, _) => Direction::Left,
            (1.., _) => Direction::Right,
            (_, ..0) => Direction::Up,
            (_, _) => Direction::Down,
        };
        // The free stretch ahead reaches the target exactly when the stop is at or beyond it.
        let stop = game.stop(cell, direction);
        let is_free = if stop > cell { stop >= target } else { stop <= target && stop != cell };
        if is_free { -1.0 } else { 3.0 }
    }
}

/// The colours of pieces from left to right and from top to bottom, ties in the order given.
fn orders(size: Size, pieces: &[(u8, usize)]) -> [Vec<u8>; 2] {
    let order = |place: fn(usize, Size) -> usize| {
        let mut sorted: Vec<(usize, usize)> =
            pieces.iter().map(|(_, cell)| (place(*cell, size), *cell)).collect();
        sorted.sort_unstable();
        let colour = |cell: usize| {
            pieces.iter().find(|(_, other)| *other == cell).map(|(colour, _)| *colour)
        };
        sorted.into_iter().filter_map(|(_, cell)| colour(cell)).collect()
    };
    [order(|cell, size| cell % size.width), order(|cell, size| cell / size.width)]
}

impl Heuristic<TilesGame> for PaperHeuristic {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &TilesGame, state: &TilesState) -> Estimate {
        let pieces = game.pieces(state);
        let mut total = 0.0;
        self.terms(game, &pieces, |_, value| total += value);
        Estimate::Cost((total.round() + self.offset(pieces.len()) as f64) as u32)
    }

    fn parts(&self, game: &TilesGame, state: &TilesState) -> Vec<Part> {
        let pieces = game.pieces(state);
        let what = match self.kind {
            Kind::Manhattan => "distance of ",
            Kind::Alignment => "in the order of the targets, ",
            Kind::Direction => "not in the direction of the target, ",
            Kind::Blocked => "in line and blocked, ",
        };
        let mut parts = Vec::new();
        self.terms(game, &pieces, |term, value| {
            let of = match term {
                Term::All(way) => way.to_owned(),
                Term::Piece(index) => piece_name(self.size, pieces[index].0, pieces[index].1),
            };
            parts.push(Part::real(format!("{what}{of}"), value));
        });
        let offset = self.offset(pieces.len());
        if offset > 0 {
            parts.push(Part::whole("raised, so that no value is negative, by", offset as i64));
        }
        parts
    }
}

/// A fixed value from 0 to 49 for each state: the finaliser of SplitMix64 over the cells of the
/// pieces.
struct Random;

impl Heuristic<TilesGame> for Random {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &TilesGame, state: &TilesState) -> Estimate {
        let mix = |seed: u64, (_, cell): (u8, usize)| {
            let mut z = (seed ^ cell as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        Estimate::Cost((game.pieces(state).into_iter().fold(0, mix) % 50) as u32)
    }
}
