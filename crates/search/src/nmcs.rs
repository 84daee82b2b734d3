//! Nested Monte Carlo search (Cazenave 2009): at each step, a search of level n tries every move,
//! lets a search of level n − 1 finish the game after each, and follows the best sequence found so
//! far. Level 0 plays at random.
//!
//! For games with long plans in which random play is sometimes good, without a need for a
//! heuristic. A cheaper winning sequence is better; sequences that do not win are compared by the
//! heuristic's value of their last state. Incomplete. Searches from the start are repeated until
//! one has found a plan, at most `iterations` times (default 10); level 2 by default. Time: about
//! (moves · length)ⁿ playouts per search; memory: almost none.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Game, Heuristic, Outcome, Parameter, Random, Run, Stop};

use crate::Algorithm;
use crate::playout::{Line, PLAYOUT, Score};

/// Maximum number of searches from the start.
pub const SEARCHES: Parameter<u64> = Parameter::whole(
    "iterations",
    "searches",
    1..=u64::MAX,
    10,
    "Searches from the start, until one finds a plan",
);
/// The depth of nesting.
pub const LEVEL: Parameter<u64> = Parameter::whole("level", "", 1..=9, 2, "The depth of nesting");

/// Describes nested Monte Carlo search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "nmcs",
        summary: "nested Monte Carlo search: playouts that guide playouts (Cazenave 2009)",
        complete: false,
        optimal: false,
        parameters: &[
            HEURISTIC,
            SEARCHES.declared,
            LEVEL.declared,
            PLAYOUT.declared,
            SEED.declared,
        ],
        solve: |game, arguments, run| {
            let values = &arguments.values;
            let variant = Variant {
                searches: values.get(&SEARCHES),
                level: values.get(&LEVEL) as u32,
                playout: values.get(&PLAYOUT) as u32,
            };
            solve(game, arguments.heuristic, &variant, run)
        },
    }
}

/// Options of nested Monte Carlo search ([`solve`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Searches from the start, until one finds a plan.
    pub searches: u64,
    /// The depth of nesting.
    pub level: u32,
    /// Maximum number of moves of a playout.
    pub playout: u32,
}

/// Runs nested Monte Carlo search.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, nmcs};
///
/// let variant = nmcs::Variant { searches: 10, level: 2, playout: 200 };
/// let outcome = nmcs::solve(&Doubling { goal: 10 }, &Blind, &variant, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    variant: &Variant,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut line = Line::new(game, heuristic, variant.playout, run);
    let mut random = Random::new(run.seed());
    let mut end = Ok(());
    for _ in 0..variant.searches {
        line.take_back_to(0);
        end = nested(&mut line, game.start(), variant.level, &mut random, run).map(drop);
        if end.is_err() || line.has_plan() {
            break;
        }
    }
    line.outcome(end)
}

/// Returns the best sequence found from `state` onward, with its score; the line is unchanged
/// afterwards.
fn nested<G: Game>(
    line: &mut Line<G>,
    mut state: G::State,
    level: u32,
    random: &mut Random,
    run: &mut Run<G>,
) -> Result<(Score, Vec<G::Move>), Stop> {
    let base = line.moves.len();
    let mut best: Option<(Score, Vec<G::Move>)> = None;
    if level == 0 {
        let score = line.playout(state, random, run)?;
        run.check_memory(size_of_val(&line.moves[base..]) as u64)?;
        best = Some((score, line.moves[base..].to_vec()));
    } else {
        let mut legal = Vec::new();
        loop {
            line.legal(&state, &mut legal, run)?;
            if legal.is_empty() {
                break;
            }
            let here = line.moves.len();
            for &mv in &legal {
                let next = line.play(&state, mv, run);
                let (score, rest) = nested(line, next, level - 1, random, run)?;
                if best.as_ref().is_none_or(|(least, _)| score < *least) {
                    let length = line.moves.len() - base + rest.len();
                    run.check_memory((length * size_of::<G::Move>()) as u64)?;
                    let played = line.moves[base..].iter().copied();
                    best = Some((score, played.chain(rest).collect()));
                }
                line.take_back_to(here);
            }
            // Follow the best sequence, even if an earlier step found it.
            let (_, sequence) = best.as_ref().expect("there was a move");
            let mv = sequence[here - base];
            state = line.play(&state, mv, run);
        }
        if best.is_none() {
            best = Some((line.score(&state, run)?, Vec::new()));
        }
    }
    line.take_back_to(base);
    Ok(best.expect("set in both cases"))
}
