//! A hybrid: tree search explores, best-first search finishes.
//!
//! The Gaps paper (Darmanger, Gombas and Radomski 2024) proposes it as future work: Monte Carlo
//! tree search finds promising lines, and A* (or greedy search) continues from their ends. The
//! best-first search starts from the most visited leaves instead of the start; if it runs out of
//! states or reaches its limits, a win found by a playout is the plan. Incomplete: positions
//! outside those lines are never examined. Time and memory are those of its two parts.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Choice, Game, Heuristic, Outcome, Parameter, Run, Stop};

use crate::best_first::{self, Variant};
use crate::mcts::{self, Answer, EXPLORATION};
use crate::playout::PLAYOUT;
use crate::{Algorithm, report};

/// The simulations of the exploration.
pub const SIMULATIONS: Parameter<u64> = Parameter::whole(
    "iterations",
    "simulations",
    1..=u64::MAX,
    2_000,
    "Simulations before the search that finishes",
);
/// Number of lines of the tree to follow.
pub const LINES: Parameter<u64> = Parameter::whole(
    "lines",
    "lines",
    1..=1_000_000,
    20,
    "Number of lines of the tree from whose ends the search continues",
);
/// The search that continues from the ends of these lines.
pub const FINISH: Parameter<Finish> =
    Parameter::choice("finish", "The search that continues where the tree search ends");

/// The search that continues: see [`FINISH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// A*.
    Astar,
    /// Greedy best-first search.
    Greedy,
}

impl Choice for Finish {
    const WORDS: &[&str] = &["astar", "greedy"];
    const ALL: &[Finish] = &[Finish::Astar, Finish::Greedy];
}

/// Describes the hybrid for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "hybrid",
        summary: "tree search explores, A* or greedy search continues from its most visited \
                  leaves (the Gaps paper's proposal)",
        complete: false,
        optimal: false,
        parameters: &[
            HEURISTIC,
            SIMULATIONS.declared,
            PLAYOUT.declared,
            EXPLORATION.declared,
            LINES.declared,
            FINISH.declared,
            SEED.declared,
        ],
        solve: |game, arguments, run| {
            let values = &arguments.values;
            let exploration = mcts::Variant {
                simulations: values.get(&SIMULATIONS),
                playout: values.get(&PLAYOUT) as u32,
                exploration: values.get(&EXPLORATION),
                answer: Answer::MovesPlayed,
            };
            let finish = match values.get(&FINISH) {
                Finish::Astar => Variant::ASTAR,
                Finish::Greedy => Variant::GREEDY,
            };
            solve(
                game,
                arguments.heuristic,
                &exploration,
                values.get(&LINES) as usize,
                &finish,
                run,
            )
        },
    }
}

/// Runs the hybrid.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::best_first::Variant;
/// use patience_search::{example::Doubling, hybrid, mcts};
///
/// let answer = mcts::Answer::MovesPlayed;
/// let exploration = mcts::Variant { simulations: 50, exploration: 1.4, playout: 20, answer };
/// let outcome = hybrid::solve(
///     &Doubling { goal: 10 },
///     &Blind,
///     &exploration,
///     5,
///     &Variant::ASTAR,
///     &mut Run::unlimited(),
/// );
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    exploration: &mcts::Variant,
    lines: usize,
    finish: &Variant,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let explored = mcts::explore(game, exploration, lines, run);
    let finished = explored
        .lines
        .and_then(|lines| best_first::search_from(game, heuristic, finish, &lines, run));
    // A cheaper path to a state on a line may have more moves than the line.
    let is_allowed =
        |plan: &Vec<G::Move>| run.limits().depth.is_none_or(|most| plan.len() <= most as usize);
    let finished = finished.map(|plan| plan.filter(is_allowed));
    match (finished, explored.win) {
        (Ok(Some(plan)), _) => report(game, plan, 0, None),
        (Ok(None), Some(win)) => report(game, win, 0, None),
        (Err(stop), Some(win)) => report(game, win, 0, Some(stop)),
        (Ok(None), None) => Outcome::unknown(Stop::Incomplete),
        (Err(stop), None) => stop.into(),
    }
}
