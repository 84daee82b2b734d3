//! The solvers of Gaps: the exact one (`conclusive`), the generic algorithms and those of the Gaps
//! paper; and further questions about a deal.

mod certificate;
mod conclusive;
mod files;
mod mapped;
mod questions;
mod redeals;
mod reduced;

use patience_core::parameter::SEED;
use patience_core::{Evaluation, Parameter};
use patience_games::gaps::two_decks::{TwoDecks, TwoDecksDomain};
use patience_games::gaps::{Gaps, GapsDomain, TextScore, WeightedScore};
use patience_papers::{gaps as paper, gaps_mcts};
use patience_search::Algorithm;
use patience_search::best_first::By;

use crate::certificate::Certificates;
use crate::papers::{generic, report_search};
use crate::registered::Registered;
use crate::solver::{Method, Solver};
pub(crate) use conclusive::ROUNDS;
use conclusive::{CONCLUSIVE, PARAMETERS};
use mapped::fits;
pub use patience_games::gaps::RedealRule;
pub use questions::{InOrders, OrderAnswer, OrdersOfSuits, Questions, ask, ask_in_orders};
pub use redeals::{
    Redeal, RedealAnswer, RedealCut, RedealError, RedealOffer, RedealPolicy, RedealQuestion,
    RedealTally, SampledGames, play_on, redeal_chance, redeal_offers, redealt,
};

/// Gaps with one deck.
pub(crate) static ONE_DECK: Registered<GapsDomain> = Registered {
    learned: patience_learn::games::gaps::heuristics,
    solvers,
    defaults: DEFAULTS,
    certificates: Some(Certificates::by(certificate::decide, &[SEED.name()])),
    ..Registered::new(GapsDomain)
};

/// Gaps with two decks, under the same name.
pub(crate) static TWO_DECKS: Registered<TwoDecksDomain> = Registered {
    solvers: two_deck_solvers,
    defaults: &["restarts"],
    ..Registered::new(TwoDecksDomain)
};

/// The best solvers: the exact solver for the rule sets that it supports, then the solver with
/// reductions for nearly all others, then a portfolio.
const DEFAULTS: &[&str] = &["conclusive", "reduced", "portfolio"];

/// Iterations of the paper's tree search; its program's default (its text says 1,000).
const ITERATIONS: Parameter<u64> = Parameter::whole(
    "iterations",
    "iterations",
    1..=u64::MAX,
    3000,
    "Iterations of the paper's tree search",
);

/// W_c, the factor of the exploration term.
const EXPLORATION: Parameter<f64> =
    Parameter::number("exploration", 0.0..=1e6, 0.3, "W_c, the exploration constant");
/// The weight of S when comparing children, and the weights of X, Y and Z in S.
const WEIGHT_S: Parameter<f64> =
    Parameter::number("weight-s", 0.0..=1e6, 0.2, "W_S, the weight of S when moves are compared");
const WEIGHT_X: Parameter<f64> =
    Parameter::number("weight-x", 0.0..=1e6, 10.0, "W_X, the weight of cards at home in S");
const WEIGHT_Y: Parameter<f64> = Parameter::number(
    "weight-y",
    0.0..=1e6,
    2.0,
    "W_Y, the weight of gaps not to the right of a king in S (all gaps if there are no kings)",
);
const WEIGHT_Z: Parameter<f64> = Parameter::number(
    "weight-z",
    0.0..=1e6,
    1.0,
    "W_Z, the weight of gaps not to the right of a gap in S",
);

/// The change of W_X that the paper proposes as future work.
const GROWTH: Parameter<f64> = Parameter::number(
    "weight-growth",
    0.0..=1e6,
    0.0,
    "Growth of W_X during the game: it is multiplied by 1 + this times the share of cards at home",
);
/// How X, Y and Z are counted in S.
const COUNTED: Parameter<bool> = Parameter::flag(
    "as-in-text",
    "Count X, Y and Z in S as in the paper's text: any suit in any row, gaps to the right of the \
     highest cards",
);
/// The seed of the first draw, as in the paper's program.
const DRAWS: Parameter<u64> = SEED.with_default(42);

fn solvers() -> Vec<Solver<Gaps>> {
    let mut solvers = vec![Solver {
        name: "conclusive",
        summary: "the solver that decides every deal under standard rules, with fixed suits and \
                  with fixed Twos, and deals equivalent to these: line-up, \
                  house-of-commons, and those of blue-moon, red-moon and paganini whose aces are \
                  in column a or that have at most 13 columns (docs/gaps-solver.md)",
        complete: true,
        optimal: false,
        heuristic: None,
        budget: None,
        fits,
        method: Method::Special(CONCLUSIVE, PARAMETERS),
    }];
    solvers.push(reduced::solver());
    solvers.extend(generic());
    solvers.push(Solver {
        heuristic: Some("report-h0"),
        budget: Some(10_000),
        ..Solver::generic(Algorithm {
            name: "gaps-report-astar",
            summary: "the A* of Darmanger, Gombas and Radomski 2024: first in, first out among \
                      equal f; default limit: 10,000 expansions",
            complete: false,
            optimal: false,
            parameters: &[patience_core::parameter::HEURISTIC],
            solve: |game, arguments, run| {
                paper::astar(game, arguments.heuristic, paper::ASTAR, By::Cost, run)
            },
        })
    });
    solvers.push(report_search!(
        "gaps-report-greedy",
        "the greedy search of Darmanger, Gombas and Radomski 2024; default limit: 20,000 \
         expansions",
        "report-h2",
        Some(20_000),
        paper::GREEDY
    ));
    solvers.push(Solver::generic(Algorithm {
        name: "gaps-report-mcts",
        summary: "the Monte Carlo tree search of Darmanger, Gombas and Radomski 2024, guided by \
                  S; default limit: 3,000 iterations",
        complete: false,
        optimal: false,
        parameters: const {
            &[
                ITERATIONS.declared,
                EXPLORATION.declared,
                WEIGHT_S.declared,
                WEIGHT_X.declared,
                WEIGHT_Y.declared,
                WEIGHT_Z.declared,
                GROWTH.declared,
                COUNTED.declared,
                DRAWS.declared,
            ]
        },
        solve: |game, arguments, run| {
            let number = |parameter| arguments.values.get(parameter);
            let parameters = gaps_mcts::Parameters {
                iterations: arguments.values.get(&ITERATIONS),
                exploration: number(&EXPLORATION),
                evaluation: number(&WEIGHT_S),
                seed: arguments.values.get(&DRAWS),
                ..gaps_mcts::Parameters::default()
            };
            let weights = WeightedScore {
                home: number(&WEIGHT_X),
                kings: number(&WEIGHT_Y),
                gaps: number(&WEIGHT_Z),
                growth: number(&GROWTH),
            };
            let text = TextScore(weights);
            let score: &dyn Evaluation<Gaps> =
                if arguments.values.get(&COUNTED) { &text } else { &weights };
            gaps_mcts::solve(game, score, &parameters, run).outcome
        },
    }));
    solvers
}

/// The generic algorithms; restarts use the estimate that finds wins.
fn two_deck_solvers() -> Vec<Solver<TwoDecks>> {
    let mut solvers = generic();
    let restarts =
        solvers.iter_mut().find(|solver| solver.name == "restarts").expect("a generic algorithm");
    restarts.heuristic = Some("level-sum");
    solvers
}
