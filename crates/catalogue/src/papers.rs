//! The generic algorithms for every game, and the papers' variants from `patience-papers`.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Game, Outcome, Parameter, Run, Values};
use patience_games::cohesion::CohesionGame;
use patience_games::grid::Direction;
use patience_games::tiles::TilesGame;
use patience_papers as papers;
use patience_papers::tiles::Opposites;
use patience_papers::tiles_informed::{Estimate, Variant};
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

const COHESION_CHECK: Parameter<bool> = Parameter::flag(
    "paper-check",
    "Leave out the children that the Cohesion paper's check calls lost; its second rule is not \
     always right",
);

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
    solvers.push(Solver {
        heuristic: Some("report-h1"),
        ..Solver::generic(Algorithm {
            name: "cohesion-report-climb",
            summary: "The greedy search of the Cohesion paper's text: the best child each time, \
                      until all children are worse",
            complete: false,
            optimal: false,
            parameters: &[HEURISTIC, COHESION_CHECK.declared],
            solve: |game, arguments, run| {
                let check = arguments.values.get(&COHESION_CHECK);
                papers::cohesion::climb(game, arguments.heuristic, check, run)
            },
        })
    });
    solvers
}

/// The heuristic of the Match the Tiles paper's informed searches, which the paper's program
/// computes from more than the position.
const ESTIMATE: Parameter<Estimate> =
    Parameter::choice("estimate", "The heuristic of the Match the Tiles paper");

/// The paper does not print the weight; the last version of its program has 4.
const TILES_WEIGHT: Parameter<f64> = Parameter::number(
    "weight",
    0.0..=1e6,
    3.0,
    "The weight of g; 3 reproduces all printed figures",
);

const BACK: Parameter<bool> = Parameter::flag(
    "try-opposites",
    "Also try the tilt opposite to the last one, which the paper skips",
);

fn opposites(values: &Values) -> Opposites {
    if values.get(&BACK) { Opposites::Tried } else { Opposites::LeftOut }
}

pub(crate) fn tiles() -> Vec<Solver<TilesGame>> {
    let mut solvers = generic();
    let more = [
        Algorithm {
            name: "tiles-report-bfs",
            summary: "the breadth-first search of the Match the Tiles paper: every position taken \
                      from the queue counts as expanded, including the solved one",
            complete: true,
            optimal: true,
            parameters: const { &[BACK.declared] },
            solve: |game, arguments, run| {
                papers::tiles::bfs(game, opposites(&arguments.values), run)
            },
        },
        Algorithm {
            name: "tiles-report-dfs",
            summary: "the depth-first search of the Match the Tiles paper, at most 20 tilts deep, \
                      each position once",
            complete: false,
            optimal: false,
            parameters: const { &[BACK.declared] },
            solve: |game, arguments, run| {
                papers::tiles::dfs(game, opposites(&arguments.values), run)
            },
        },
        Algorithm {
            name: "tiles-report-iddfs",
            summary: "the iterative deepening of the Match the Tiles paper, each position once \
                      per depth: not always a shortest plan",
            complete: false,
            optimal: false,
            parameters: const { &[BACK.declared] },
            solve: |game, arguments, run| {
                papers::tiles::iddfs(game, opposites(&arguments.values), run)
            },
        },
        Algorithm {
            name: "tiles-report-greedy",
            summary: "the greedy search of the Match the Tiles paper, in the order of its \
                      priority queue",
            complete: true,
            optimal: false,
            parameters: const { &[ESTIMATE.declared, BACK.declared, SEED.declared] },
            solve: |game, arguments, run| informed(game, &arguments.values, 0.0, run),
        },
        Algorithm {
            name: "tiles-report-astar",
            summary: "the A* of the Match the Tiles paper, f = 3·g + h, in the order of its \
                      priority queue",
            complete: true,
            optimal: false,
            parameters: const {
                &[ESTIMATE.declared, TILES_WEIGHT.declared, BACK.declared, SEED.declared]
            },
            solve: |game, arguments, run| {
                let values = &arguments.values;
                informed(game, values, values.get(&TILES_WEIGHT) as f32, run)
            },
        },
    ];
    solvers.extend(more.map(Solver::generic));
    solvers
}

fn informed(
    game: &TilesGame,
    values: &Values,
    weight: f32,
    run: &mut Run<TilesGame>,
) -> Outcome<Direction> {
    let variant = Variant { estimate: values.get(&ESTIMATE), weight, opposites: opposites(values) };
    papers::tiles_informed::informed(game, variant, values.get(&SEED), run)
}
