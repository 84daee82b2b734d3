//! The solvers of Birds of a Feather: the exact one (`conclusive`), the generic algorithms, and
//! those of the paper.

use std::cell::RefCell;

use patience_birds::{Board, Difficulty, closed_set, deal_of_difficulty};
use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Budget, Game, InputError, Outcome, Parameter, Source, Verdict};
use patience_games::birds::{BirdsGame, BirdsMove, BirdsState, neller};
use patience_learn::birds::guided::{LR, LR_DFS, LR8_DFS, LR16_DFS, chance};
use patience_papers::birds::{MCTS, dfs, guided_dfs, guided_mcts};
use patience_papers::birds_uct::{self, guided_uct};
use patience_search::{Algorithm, mcts};

use crate::papers::generic;
use crate::report::Record;
use crate::solver::{Found, Generator, Method, Solver, Special};

/// Deals found by the solver.
pub(crate) const GENERATORS: &[Generator<BirdsGame>] = &[Generator {
    source: Source {
        name: "difficulty",
        pattern: "difficulty/CLASS/SEED",
        example: "difficulty/hard/1",
        summary: "a winnable deal of Neller's numbering: easy, medium, hard or extreme, by how \
                  rarely random play wins",
    },
    make: |path, budget| {
        let (class, seed) = path.split_once('/').unwrap_or((path, ""));
        let difficulty: Difficulty = class.parse().map_err(|error| {
            InputError::new(format!(
                "`{}` is not a valid difficulty; {error}",
                class.escape_debug()
            ))
        })?;
        let seed = seed.parse().map_err(|_| {
            InputError::new(format!(
                "`{}` is not a valid seed; expected difficulty/CLASS/SEED, a number from 0",
                seed.escape_debug()
            ))
        })?;
        Ok(neller(deal_of_difficulty(difficulty, seed, budget)?))
    },
}];

/// Number of simulations before each move; the default is the paper's.
const SIMULATIONS: Parameter<u64> = mcts::SIMULATIONS.with_default(MCTS.simulations);

/// Minimum number of cards of a position whose children the model orders.
const CARDS: Parameter<u64> = Parameter::whole(
    "cards",
    "cards",
    1..=16,
    2,
    "Search positions with fewer cards without the model",
);
/// The number of cards at which the tree search takes over from the model; the default wins
/// most often on 200 deals with 400 and 1,600 simulations (docs/birds-report/further.md).
const FINISH: Parameter<u64> = Parameter::whole(
    "cards",
    "cards",
    1..=16,
    10,
    "The tree search takes over in the first position with at most this many cards",
);

/// Simulations before each move of the tree search that a model guides.
const FEW: Parameter<u64> = mcts::SIMULATIONS.with_default(1600);
/// Whether the model serves as the prior.
const PRIOR: Parameter<bool> =
    Parameter::flag("prior", "Try children in proportion to the model's probabilities");
const EVALUATION: Parameter<bool> = Parameter::flag(
    "evaluation",
    "Judge a leaf by the model's probability instead of a random playout",
);

/// A model-guided depth-first search from the paper, with its default heuristic and number of
/// cards.
macro_rules! guided {
    ($name:literal, $heuristic:literal, $guided:expr, $summary:literal) => {
        Solver {
            heuristic: Some($heuristic),
            ..Solver::generic(Algorithm {
                name: $name,
                summary: $summary,
                complete: true,
                optimal: false,
                parameters: const {
                    &[HEURISTIC, CARDS.with_default($guided.cards as u64).declared]
                },
                solve: |game, arguments, run| {
                    let cards = CARDS.with_default(u64::from($guided.cards));
                    let cards = arguments.values.get(&cards) as u32;
                    guided_dfs(game, arguments.heuristic, cards, run)
                },
            })
        }
    };
}

/// The model-guided searches.
fn guided() -> [Solver<BirdsGame>; 6] {
    [
        guided!(
            "birds-report-lr",
            "report-lr",
            LR,
            "LR of Kucharski, Deihim and Ergezer 2019: depth first, starting with the child that \
             a model considers most likely to be solvable"
        ),
        guided!(
            "birds-report-lr-dfs",
            "report-lr-dfs",
            LR_DFS,
            "LR+DFS of the same paper: four models order the children of positions with 9 or more \
             cards, then plain depth-first search"
        ),
        guided!(
            "birds-report-lr8-dfs",
            "report-lr8",
            LR8_DFS,
            "LR8+DFS of the same paper: a model orders the children of positions with 8 or more \
             cards"
        ),
        guided!(
            "birds-report-lr16-dfs",
            "report-lr16",
            LR16_DFS,
            "LR16+DFS of the same paper: a model orders the first moves"
        ),
        Solver {
            heuristic: Some("report-lr"),
            ..Solver::generic(Algorithm {
                name: "birds-report-lr-mcts",
                summary: "future work of the same paper: the model plays until few cards are \
                          left, then its tree search finishes",
                complete: false,
                optimal: false,
                parameters: &[HEURISTIC, FINISH.declared, SIMULATIONS.declared, SEED.declared],
                solve: |game, arguments, run| {
                    let variant =
                        mcts::Variant { simulations: arguments.values.get(&SIMULATIONS), ..MCTS };
                    let cards = arguments.values.get(&FINISH) as u32;
                    guided_mcts(game, arguments.heuristic, cards, &variant, run)
                },
            })
        },
        Solver {
            heuristic: Some("report-lr"),
            ..Solver::generic(Algorithm {
                name: "birds-report-uct",
                summary: "future work of the same paper: tree search with the model as prior, as \
                          evaluation, or both",
                complete: false,
                optimal: false,
                parameters: const {
                    &[
                        HEURISTIC,
                        FEW.declared,
                        mcts::EXPLORATION.declared,
                        PRIOR.declared,
                        EVALUATION.declared,
                        SEED.declared,
                    ]
                },
                solve: |game, arguments, run| {
                    let values = &arguments.values;
                    let variant = birds_uct::Variant {
                        simulations: values.get(&FEW),
                        exploration: values.get(&mcts::EXPLORATION),
                        prior: values.get(&PRIOR),
                        evaluation: values.get(&EVALUATION),
                    };
                    let model = |state: &BirdsState| {
                        let value = arguments.heuristic.value(game, state);
                        value.map_or(0.0, |value| chance(value.ordering))
                    };
                    guided_uct(game, &model, &variant, run)
                },
            })
        },
    ]
}

/// The best solver.
pub(crate) const DEFAULTS: &[&str] = &["conclusive"];

pub(crate) fn solvers() -> Vec<Solver<BirdsGame>> {
    let mut solvers = vec![Solver {
        name: "conclusive",
        summary: "the solver that decides every deal in milliseconds: dead ends at cut vertices, \
                  an endgame table, restarts with a lost-position table (docs/birds-solver.md)",
        complete: true,
        optimal: true,
        heuristic: None,
        budget: None,
        fits: |_| true,
        method: Method::Special(CONCLUSIVE, &[]),
    }];
    solvers.extend(generic());
    solvers.push(Solver::generic(Algorithm {
        name: "birds-report-dfs",
        summary: "the depth-first search of Kucharski, Deihim and Ergezer 2019: first child \
                  first, every visit counted",
        complete: true,
        optimal: false,
        parameters: &[],
        solve: |game, _, run| dfs(game, run),
    }));
    solvers.push(Solver::generic(Algorithm {
        name: "birds-report-mcts",
        summary: "the Monte Carlo tree search of Kucharski, Deihim and Ergezer 2019: 160,000 \
                  simulations per move, won only if the chosen moves win",
        complete: false,
        optimal: false,
        parameters: &[SIMULATIONS.declared, SEED.declared],
        solve: |game, arguments, run| {
            let simulations = arguments.values.get(&SIMULATIONS);
            mcts::solve(game, &mcts::Variant { simulations, ..MCTS }, run)
        },
    }));
    solvers.extend(guided());
    solvers
}

thread_local! {
    /// The solver with its endgame table, which fills as deals are solved. Results do not depend on
    /// the table's state.
    static SOLVER: RefCell<Option<Box<patience_birds::Solver>>> = const { RefCell::new(None) };
}

/// Runs the exact solver on a deal.
const CONCLUSIVE: Special<BirdsGame> = |game, _, resources, run| {
    let board =
        Board::new(game.grid(&game.start())).expect("both crates accept the same positions");
    let mut budget = Budget::new(run.limits().clone(), run.environment());
    let solution =
        SOLVER.with_borrow_mut(|solver| solver.get_or_insert_default().solve(&board, &mut budget));
    run.absorb(&solution.counters);
    // The solver's proof relies on dead ends and the endgame table, which certificates cannot
    // express. Once the deal is known to be lost, the closed set is therefore listed, within the
    // same limits.
    let record = (resources.record && solution.verdict == Verdict::Unsolvable).then(|| {
        let mut budget = Budget::new(budget.rest(), run.environment());
        let body = closed_set(&board, &mut budget)?.expect("a lost deal reaches no won position");
        Ok(Record { kind: b'C', body, expanded: budget.expanded() })
    });
    let verdict = match solution.verdict {
        Verdict::Solved { plan, optimal, stop } => {
            let plan = plan.into_iter().map(|mv| BirdsMove { from: mv.from, to: mv.to }).collect();
            Verdict::Solved { plan, optimal, stop }
        }
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Unknown(stop) => Verdict::Unknown(stop),
    };
    let lower_bound = game.start().stacks().saturating_sub(1);
    Ok(Found { record, ..Outcome { verdict, lower_bound }.into() })
};
