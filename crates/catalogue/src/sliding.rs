//! The solvers of sliding tiles: the generic ones, and a search from both ends.

use patience_core::Game;
use patience_core::parameter::HEURISTIC;
use patience_games::sliding::{Manhattan, SlidingGame};
use patience_search::{Algorithm, nbs};

use crate::papers::generic;
use crate::solver::Solver;

pub(crate) fn solvers() -> Vec<Solver<SlidingGame>> {
    let mut solvers = generic();
    solvers.push(Solver::generic(Algorithm {
        name: "nbs",
        summary: "near-optimal bidirectional search: a cheapest plan from both ends, by \
                  --heuristic and by Manhattan distance from the start (Chen et al. 2017)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| {
            let from_start = Manhattan::to(game, &game.start());
            nbs::solve(game, arguments.heuristic, &from_start, run)
        },
    }));
    solvers
}
