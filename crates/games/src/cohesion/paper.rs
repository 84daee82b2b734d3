//! The heuristics of the Cohesion paper, as its program has them.

use patience_core::{Claims, Estimate, Game, Heuristic};

use super::rules::BLANK;
use super::search::best_first;
use super::{CohesionGame, CohesionState};

/// A solved board to compare with. The paper stores one with each level; here it is the one that a greedy search
/// guided by [`MstWalls`](super::heuristics::MstWalls) finds among its first 50,000 positions.
fn solution_board(game: &CohesionGame) -> Option<Vec<u8>> {
    const GREEDY: u32 = 1_000;
    const POSITIONS: usize = 50_000;
    best_first(game, GREEDY, POSITIONS).path.map(|path| game.grid(path.last().expect("a path has a start")))
}

/// The paper's H1 as its program has it: the cells of pieces that differ from the solution board (its text says the
/// pieces not in place). 0 everywhere if no solution board is known.
pub(super) struct PaperH1 {
    solution: Option<Vec<u8>>,
}

impl PaperH1 {
    /// The comparison with the solution board of an instance.
    pub(super) fn new(game: &CohesionGame) -> Self {
        PaperH1 { solution: solution_board(game) }
    }
}

impl Heuristic<CohesionGame> for PaperH1 {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        let Some(solution) = &self.solution else { return Estimate::Cost(0) };
        let grid = game.grid(state);
        let wrong = grid.iter().zip(solution).filter(|(cell, solved)| **cell != BLANK && cell != solved);
        Estimate::Cost(wrong.count() as u32)
    }
}

/// The paper's H2 as its program has it: for each piece its size (which the text does not add) and the Manhattan
/// distance from it to the final piece of its colour in the solution board, from first cell to first cell; 0 in a won
/// position, and everywhere if no solution board is known.
pub(super) struct PaperH2 {
    /// By colour, column and row of the final piece's first cell.
    finals: Option<Vec<(usize, usize)>>,
}

impl PaperH2 {
    /// The places in the solution board of an instance.
    pub(super) fn new(game: &CohesionGame) -> Self {
        let width = game.size().width;
        let first = |solution: &[u8], colour: usize| {
            let cell = solution.iter().position(|cell| usize::from(*cell) == colour + 1);
            cell.map(|cell| (cell % width, cell / width)).expect("no colour is ever lost")
        };
        let finals = |solution: Vec<u8>| (0..game.letters().len()).map(|colour| first(&solution, colour)).collect();
        PaperH2 { finals: solution_board(game).map(finals) }
    }
}

impl Heuristic<CohesionGame> for PaperH2 {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        let Some(finals) = self.finals.as_ref().filter(|_| !game.is_goal(state)) else { return Estimate::Cost(0) };
        let board = game.board(state);
        let mut sum = 0;
        board.each_piece(|piece| {
            let cell = board.cell(usize::from(piece[0]));
            let (x, y) = (cell % game.size().width, cell / game.size().width);
            let (final_x, final_y) = finals[usize::from(board.cells[usize::from(piece[0])]) - 1];
            sum += piece.len() + x.abs_diff(final_x) + y.abs_diff(final_y);
            true
        });
        Estimate::Cost(sum as u32)
    }
}
