//! The admissible bound: the straight runs of one piece.

use std::collections::VecDeque;

use patience_core::{Claims, Estimate, Heuristic, Part};

use super::notation::piece_name;
use super::{TilesGame, TilesState};
use crate::grid::{Direction, MAX_CELLS};

/// For each piece, the minimum number of straight runs between obstacles, which may stop in any
/// cell, to a target of its colour; the maximum over the pieces.
///
/// A tilt moves every piece along one straight run or not at all, so it lowers no piece's number by
/// more than 1: the bound is admissible and consistent. The sum over the pieces is not admissible,
/// because a tilt moves them all.
///
/// Regions separated by obstacles are closed: if one holds more pieces of a colour than targets,
/// every state of the instance is a dead end.
///
/// ```
/// use patience_core::{Estimate, Game, Heuristic};
/// use patience_games::tiles::{Runs, read};
///
/// let game = read("R..r/.#..")?;
/// assert_eq!(Runs::new(&game).estimate(&game, &game.start()), Estimate::Cost(1));
/// # Ok::<(), patience_core::InputError>(())
/// ```
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
            let targets = (0..game.size().cells())
                .filter(|other| here(*other) && game.target(*other) == Some(colour));
            pieces.iter().filter(|(other, at)| *other == colour && here(*at)).count()
                > targets.count()
        });
        Runs { runs: if crowded { Vec::new() } else { runs } }
    }

    /// The maximum of the runs of the pieces on these cells; `None` for a dead end.
    #[inline]
    pub(super) fn farthest(&self, game: &TilesGame, cells: &[u8]) -> Option<u32> {
        if self.runs.len() != game.colours().len() {
            return None;
        }
        let most = self.runs.iter().zip(cells).map(|(runs, cell)| runs[usize::from(*cell)]).max();
        Some(u32::from(most.unwrap_or(0)))
    }
}

/// For each cell, the minimum number of straight runs to a cell of the set. A run works in both
/// directions, so the search goes outwards from the set.
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
                    // On 256 cells no shortest path has 255 runs: each run covers at least two
                    // cells.
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
            return vec![Part::dead_end(
                "a region cut off by obstacles holds more pieces of a colour than targets",
            )];
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
