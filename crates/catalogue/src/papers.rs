//! The generic algorithms for every game, and the papers' own variants from `patience-papers`.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Parameter};
use patience_games::cohesion::CohesionGame;
use patience_games::tiles::TilesGame;
use patience_papers as papers;
use patience_search::{Algorithm, algorithms, best_first};

use crate::solver::Solver;

/// Every generic algorithm.
pub(crate) fn generic<G: Game>() -> Vec<Solver<G>> {
    algorithms().into_iter().map(Solver::generic).collect()
}

/// A best-first search in the variant of a paper.
macro_rules! report_search {
    ($name:literal, $summary:literal, $heuristic:literal, $budget:expr, $policy:expr) => {
        Solver {
            heuristic: Some($heuristic),
            budget: $budget,
            ..Solver::generic(Algorithm {
                name: $name,
                summary: $summary,
                complete: false,
                optimal: false,
                parameters: &[patience_core::parameter::HEURISTIC],
                solve: |game, arguments, run| {
                    patience_search::best_first::search(game, arguments.heuristic, &$policy, run)
                },
            })
        }
    };
}
pub(crate) use report_search;

/// The weight of the Cohesion paper's "weighted A*"; rounded to thousandths.
const COHESION_WEIGHT: Parameter<f64> =
    Parameter::number("weight", 0.0..=1e6, 3.0, "The weight of g");

pub(crate) fn cohesion() -> Vec<Solver<CohesionGame>> {
    let mut solvers = generic();
    solvers.push(Solver {
        heuristic: Some("report-h1"),
        ..Solver::generic(Algorithm {
            name: "cohesion-report-wastar",
            summary: "The \"weighted A*\" of the Cohesion paper, f = h + 3·g: the weight is on g",
            complete: false,
            optimal: false,
            parameters: &[HEURISTIC, COHESION_WEIGHT.declared],
            solve: |game, arguments, run| {
                let variant = papers::cohesion::wastar(arguments.values.get(&COHESION_WEIGHT));
                best_first::search(game, arguments.heuristic, &variant, run)
            },
        })
    });
    solvers
}

pub(crate) fn tiles() -> Vec<Solver<TilesGame>> {
    let mut solvers = generic();
    solvers.push(report_search!(
        "tiles-report-astar",
        "The A* of the Match the Tiles paper, f = 4·g + h, with positions marked as visited when generated",
        "report-manhattan",
        None,
        papers::tiles::ASTAR
    ));
    solvers.push(Solver::generic(Algorithm {
        name: "tiles-report-bfs",
        summary: "the breadth-first search of the Match the Tiles paper: as expanded it counts every position taken from the queue, the solved one too",
        complete: true,
        optimal: true,
        parameters: &[],
        solve: |game, _, run| papers::tiles::bfs(game, run),
    }));
    solvers.push(Solver::generic(Algorithm {
        name: "tiles-report-dfs",
        summary: "the depth-first search of the Match the Tiles paper, at most 20 tilts deep, remembering the path only",
        complete: false,
        optimal: false,
        parameters: &[],
        solve: |game, _, run| papers::tiles::dfs(game, run),
    }));
    solvers
}
