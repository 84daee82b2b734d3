//! The game's heuristics: an admissible bound, and provable dead ends.

use patience_core::{Claims, Estimate, Heuristic, Part};

use super::rules::{BLANK, BORDER, Board, MAX_BORDERED};
use super::{CohesionGame, CohesionState};
use crate::grid::Direction;

/// For each colour, the largest gap between its pieces in a minimum spanning tree (blank cells to
/// cross: the Manhattan distance minus 1), summed over the colours.
///
/// The largest gap t of the tree is the least number such that gaps of at most t join all pieces of
/// the colour. A move changes the gaps of one piece by at most 1 each, so it lowers t by at most 1,
/// and only for its own colour; gluing joins pieces without a gap. With one piece, t is 0. So the
/// sum is consistent, and admissible.
///
/// A minimum spanning tree of the cells can be used instead of one of the pieces: the cells of a
/// piece are joined by edges of length 1.
fn mst(board: &Board) -> u32 {
    let mut sum = 0;
    mst_by_colour(board, |_, Gaps { largest, .. }| sum += largest);
    sum
}

/// The gaps of a colour in a minimum spanning tree.
struct Gaps {
    largest: u32,
    all: u32,
    /// Number of gaps: pieces minus 1.
    count: u32,
}

/// The gaps of each colour, numbered from 1.
fn mst_by_colour(board: &Board, mut each: impl FnMut(u8, Gaps)) {
    let mut by_colour: Vec<(u8, i16, i16)> = Vec::with_capacity(board.len());
    for place in board.places() {
        if board.cells[place] != BLANK {
            let (x, y) = (place % board.stride(), place / board.stride());
            by_colour.push((board.cells[place], x as i16, y as i16));
        }
    }
    by_colour.sort_unstable();
    let mut distances = Vec::with_capacity(by_colour.len());
    for cells in by_colour.chunk_by(|a, b| a.0 == b.0) {
        // Prim's algorithm: the distance of each cell outside the tree to the tree.
        distances.clear();
        distances.resize(cells.len(), i16::MAX);
        let (mut newest, mut longest, mut all, mut count) = (0, 1, 0, 0);
        for _ in 1..cells.len() {
            distances[newest] = 0;
            let (_, x, y) = cells[newest];
            let mut nearest = (i16::MAX, 0);
            for (index, (distance, (_, other_x, other_y))) in
                distances.iter_mut().zip(cells).enumerate()
            {
                if *distance > 0 {
                    *distance = (*distance).min((x - other_x).abs() + (y - other_y).abs());
                    nearest = nearest.min((*distance, index));
                }
            }
            longest = longest.max(nearest.0);
            all += nearest.0 as u32 - 1;
            count += u32::from(nearest.0 > 1);
            newest = nearest.1;
        }
        each(cells[0].0, Gaps { largest: longest as u32 - 1, all, count });
    }
}

/// The terms of [`mst`].
fn mst_parts(game: &CohesionGame, board: &Board) -> Vec<Part> {
    let mut parts = Vec::new();
    mst_by_colour(board, |colour, Gaps { largest, .. }| {
        parts.push(Part::whole(
            format!("largest gap of {}", game.letters()[usize::from(colour) - 1]),
            largest,
        ));
    });
    parts
}

/// Whether a piece separates pieces of another colour forever.
///
/// Pieces are rigid and only grow, and neither they nor the pieces they separate can pass through
/// each other. Relative to a piece P, another piece moves one cell at a time through places not
/// covered by P. It therefore stays in its connected component of the places around P, and two
/// pieces in different components never touch. P can shift within the board, so the places around
/// it reach beyond the board's border: on all sides, if P can leave both the left or right and the
/// upper or lower border. But P stays in its columns if it touches the left and the right border,
/// and in its rows if it touches the upper and the lower one; then no piece can pass it on that
/// side.
fn walls(board: &Board) -> bool {
    let (stride, len) = (board.stride(), board.len());
    let mut separated = false;
    let mut region = [0u8; MAX_BORDERED];
    let mut stack = Vec::new();
    board.each_piece(|piece| {
        let touches = |direction| {
            piece.iter().any(|at| board.cells[board.step(usize::from(*at), direction)] == BORDER)
        };
        let columns = touches(Direction::Left) && touches(Direction::Right);
        let rows = touches(Direction::Up) && touches(Direction::Down);
        // Only a ring of at least seven cells has an inside.
        if !columns && !rows && piece.len() < 7 {
            return true;
        }
        const COVERED: u8 = u8::MAX;
        region[..len].fill(0);
        piece.iter().for_each(|place| region[usize::from(*place)] = COVERED);
        for place in 0..len {
            let (x, y) = (place % stride, place / stride);
            let aside = x == 0 || x == stride - 1;
            let above_or_below = place < stride || place >= len - stride;
            if (columns && aside) || (rows && above_or_below) {
                region[y * stride + x] = COVERED;
            }
        }
        let mut count = 0;
        let mut region_of_colour = [0u8; BORDER as usize];
        let own = board.cells[usize::from(piece[0])];
        for place in board.places() {
            let colour = board.cells[place];
            if colour == BLANK || colour == own {
                continue;
            }
            if region[place] == 0 {
                count += 1;
                region[place] = count;
                stack.push(place);
                while let Some(at) = stack.pop() {
                    let (x, y) = (at % stride, at / stride);
                    let around = [
                        (x > 0).then(|| at - 1),
                        (x + 1 < stride).then_some(at + 1),
                        (y > 0).then(|| at - stride),
                        (at + stride < len).then_some(at + stride),
                    ];
                    for next in around.into_iter().flatten() {
                        if region[next] == 0 {
                            region[next] = count;
                            stack.push(next);
                        }
                    }
                }
            }
            let known = &mut region_of_colour[usize::from(colour)];
            separated |= *known != 0 && *known != region[place];
            *known = region[place];
        }
        !separated
    });
    separated
}

pub(super) struct Mst;

impl Heuristic<CohesionGame> for Mst {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        Estimate::Cost(mst(&game.board(state)))
    }

    fn parts(&self, game: &CohesionGame, state: &CohesionState) -> Vec<Part> {
        mst_parts(game, &game.board(state))
    }
}

/// For each colour, the largest gap in a minimum spanning tree of its pieces, summed; dead ends if
/// a piece separates pieces of another colour forever. The game's best bound and default.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::cohesion::{CohesionDomain, MstWalls};
///
/// let board = CohesionDomain.read("standard", "R..R")?;
/// assert_eq!(MstWalls.estimate(&board, &board.start()), Estimate::Cost(2));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MstWalls;

impl Heuristic<CohesionGame> for MstWalls {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        let board = game.board(state);
        match mst(&board) {
            // If all pieces are joined, none are separated.
            0 => Estimate::Cost(0),
            _ if walls(&board) => Estimate::DeadEnd,
            bound => Estimate::Cost(bound),
        }
    }

    fn parts(&self, game: &CohesionGame, state: &CohesionState) -> Vec<Part> {
        let mut parts = mst_parts(game, &game.board(state));
        if self.estimate(game, state) == Estimate::DeadEnd {
            parts.push(Part::dead_end("a piece separates pieces of another colour forever"));
        }
        parts
    }
}

/// The sum of all gaps of the minimum spanning trees, plus their number: the cells to cross if each
/// gap is closed separately, and a move for each joining. It overestimates if a move closes several
/// gaps.
pub(super) struct GapsAndPieces;

/// The gaps of all colours: their sum and number.
fn gaps_and_pieces(board: &Board) -> (u32, u32) {
    let mut sums = (0, 0);
    mst_by_colour(board, |_, Gaps { all, count, .. }| sums = (sums.0 + all, sums.1 + count));
    sums
}

impl Heuristic<CohesionGame> for GapsAndPieces {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        let (gaps, pieces) = gaps_and_pieces(&game.board(state));
        Estimate::Cost(gaps + pieces)
    }

    fn parts(&self, game: &CohesionGame, state: &CohesionState) -> Vec<Part> {
        let (gaps, pieces) = gaps_and_pieces(&game.board(state));
        vec![Part::whole("gaps", gaps), Part::whole("pieces to join", pieces)]
    }
}

pub(super) struct Pieces;

impl Heuristic<CohesionGame> for Pieces {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        Estimate::Cost((game.pieces(state) - game.letters().len()) as u32)
    }

    fn parts(&self, game: &CohesionGame, state: &CohesionState) -> Vec<Part> {
        let (pieces, colours) = (game.pieces(state), game.letters().len());
        vec![Part::whole("pieces", pieces as i64), Part::whole("colours", colours as i64)]
    }
}
