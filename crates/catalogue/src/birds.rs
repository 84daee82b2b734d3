//! The solvers of Birds of a Feather: the conclusive one, the generic algorithms and the paper's own.

use std::cell::RefCell;

use patience_birds::{Board, Card, Difficulty, deal_of_difficulty};
use patience_core::parameter::SEED;
use patience_core::{Budget, Game, InputError, Outcome, Parameter, Source, Verdict};
use patience_games::birds::{BirdsGame, BirdsMove, neller};
use patience_papers::birds::{MCTS, dfs};
use patience_search::{Algorithm, mcts};

use crate::papers::generic;
use crate::solver::{Generator, Method, Solver, Special};

/// Deals found by the solver.
pub(crate) const GENERATORS: &[Generator<BirdsGame>] = &[Generator {
    source: Source {
        name: "difficulty",
        pattern: "difficulty/CLASS/SEED",
        example: "difficulty/hard/1",
        summary: "a deal of Neller's that can be won, easy, medium, hard or extreme by how rarely random play wins",
    },
    make: |path, budget| {
        let (class, seed) = path.split_once('/').unwrap_or((path, ""));
        let difficulty: Difficulty = class.parse().map_err(|error| {
            InputError::new(format!("`{}` is not a valid difficulty; {error}", class.escape_debug()))
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

/// The simulations before each move, as many as the paper's unless told otherwise.
const SIMULATIONS: Parameter = mcts::SIMULATIONS.with_default(MCTS.simulations);

/// The best solver.
pub(crate) const DEFAULTS: &[&str] = &["conclusive"];

pub(crate) fn solvers() -> Vec<Solver<BirdsGame>> {
    let mut solvers = vec![Solver {
        name: "conclusive",
        summary: "the solver that decides every deal in milliseconds: dead ends at cut vertices, an endgame table, \
                  restarts that remember (docs/birds-solver.md)",
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
        summary: "the depth-first search of Kucharski, Deihim and Ergezer 2019: first child first, every visit counted",
        complete: true,
        optimal: false,
        parameters: &[],
        solve: |game, _, run| dfs(game, run),
    }));
    solvers.push(Solver::generic(Algorithm {
        name: "birds-report-mcts",
        summary: "the Monte Carlo tree search of Kucharski, Deihim and Ergezer 2019: 160,000 simulations a move, won only \
                  if the moves settled on win",
        complete: false,
        optimal: false,
        parameters: &[SIMULATIONS, SEED],
        solve: |game, arguments, run| {
            let simulations = arguments.values.whole(&SIMULATIONS);
            mcts::solve(game, &mcts::Variant { simulations, ..MCTS }, run)
        },
    }));
    solvers
}

thread_local! {
    /// The solver with its endgame table, which fills as deals are solved. What it says does not depend on that.
    static SOLVER: RefCell<Option<Box<patience_birds::Solver>>> = const { RefCell::new(None) };
}

/// Runs the conclusive solver on a deal.
const CONCLUSIVE: Special<BirdsGame> = |game, _, _, run| {
    let cells =
        game.grid(&game.start()).map(|cell| cell.map(|card| Card { suit: card.suit() as u8, rank: card.rank() }));
    let board = Board::new(cells).expect("a position of one crate is one of the other");
    let mut budget = Budget::new(run.limits().clone(), run.environment());
    let solution = SOLVER.with_borrow_mut(|solver| solver.get_or_insert_default().solve(&board, &mut budget));
    run.absorb(&solution.counters);
    let verdict = match solution.verdict {
        Verdict::Solved { plan, optimal, stop } => {
            let plan = plan.into_iter().map(|mv| BirdsMove { from: mv.from, to: mv.to }).collect();
            Verdict::Solved { plan, optimal, stop }
        }
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Unknown(stop) => Verdict::Unknown(stop),
    };
    let lower_bound = game.start().stacks().saturating_sub(1);
    Ok(Outcome { verdict, lower_bound }.into())
};
