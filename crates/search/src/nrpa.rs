//! Nested rollout policy adaptation (Rosin 2011): a search of level n runs `iterations` searches of
//! level n − 1, each with its own copy of a playout policy, and after each adapts its policy
//! towards the best sequence found so far.
//!
//! For long plans, with too many moves for `nmcs` to try them all. The policy has a weight for
//! every move of every state on a best sequence; playouts draw moves with probability proportional
//! to exp(weight). A cheaper winning sequence is better; sequences that do not win are compared by
//! the heuristic's value of their last state. Incomplete; the answer is the best plan found.
//! Defaults: level 2, 100 iterations, learning rate 1. Time: iterations to the level playouts;
//! memory: the weights of one policy per level.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{
    Budget, Game, HashMap, Heuristic, Outcome, Parameter, Random, Run, Stop, weighted_index,
};

use crate::Algorithm;
use crate::arena::make_room;
use crate::nmcs::LEVEL;
use crate::playout::{Line, PLAYOUT, Score};

/// Searches per level.
pub const SEARCHES: Parameter<u64> = Parameter::whole(
    "iterations",
    "searches",
    1..=u64::MAX,
    100,
    "Searches of the level below in each search",
);

/// Describes nested rollout policy adaptation for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "nrpa",
        summary: "nested rollout policy adaptation: playouts that learn from the best one (Rosin \
                  2011)",
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

/// Options of nested rollout policy adaptation ([`solve`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Searches of the level below in each search.
    pub searches: u64,
    /// The depth of nesting.
    pub level: u32,
    /// Maximum number of moves of a playout.
    pub playout: u32,
}

/// Runs nested rollout policy adaptation.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, nrpa};
///
/// let variant = nrpa::Variant { searches: 100, level: 2, playout: 200 };
/// let outcome = nrpa::solve(&Doubling { goal: 10 }, &Blind, &variant, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    variant: &Variant,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = Adaptation {
        game,
        line: Line::new(game, heuristic, variant.playout, run),
        iterations: variant.searches,
        random: Random::new(run.seed()),
        legal: Vec::new(),
        weights: Vec::new(),
    };
    let end = search.nested(variant.level, Weights::default(), run).map(drop);
    search.line.outcome(end)
}

const LEARNING_RATE: f64 = 1.0;

/// The weights of moves, 0 by default. Never iterated over, so that runs are reproducible.
type Weights = HashMap<u64, f64>;

/// Makes room for `more` weights if the memory limit allows it.
fn make_room_for_weights(
    policy: &mut Weights,
    more: usize,
    budget: &Budget<'_>,
) -> Result<(), Stop> {
    if policy.capacity() - policy.len() < more {
        budget.check_memory(bytes(policy.len() + more))?;
        policy.reserve(more);
    }
    Ok(())
}

/// Returns the size of a table of this many weights: a power of two of places, at most seven
/// eighths of them used, each with a control byte.
fn bytes(weights: usize) -> u64 {
    let places = (weights.max(3) * 8 / 7).next_power_of_two();
    (places * (size_of::<(u64, f64)>() + 1)) as u64
}

/// A choice of a playout, as the policy sees it.
#[derive(Clone, Copy)]
struct Step {
    /// The hash of the state's key.
    state: u64,
    legal: usize,
    chosen: usize,
}

impl Step {
    /// Returns the name of a move in the policy: the state and the position among its moves. Two
    /// states under one symmetric key may share names; the only cost is a worse policy.
    fn code(self, index: usize) -> u64 {
        self.state ^ (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

struct Adaptation<'a, G: Game> {
    game: &'a G,
    line: Line<'a, G>,
    iterations: u64,
    random: Random,
    legal: Vec<G::Move>,
    weights: Vec<f64>,
}

impl<G: Game> Adaptation<'_, G> {
    /// The best sequence of a search of some level.
    fn nested(
        &mut self,
        level: u32,
        mut policy: Weights,
        run: &mut Run<G>,
    ) -> Result<(Score, Vec<Step>), Stop> {
        if level == 0 {
            return self.playout(&policy, run);
        }
        let mut best = (Score::Lost(u32::MAX), Vec::new());
        for _ in 0..self.iterations {
            let inner = if level == 1 {
                self.playout(&policy, run)?
            } else {
                run.check_memory(bytes(policy.capacity()))?;
                self.nested(level - 1, policy.clone(), run)?
            };
            // Ties go to the last one, as in Rosin's paper, which keeps the search moving.
            if inner.0 <= best.0 {
                best = inner;
            }
            adapt(&mut policy, &best.1, run.budget())?;
        }
        Ok(best)
    }

    /// Plays to the end by the policy.
    fn playout(&mut self, policy: &Weights, run: &mut Run<G>) -> Result<(Score, Vec<Step>), Stop> {
        self.line.take_back_to(0);
        let mut state = self.game.start();
        let mut steps = Vec::new();
        loop {
            self.line.legal(&state, &mut self.legal, run)?;
            if self.legal.is_empty() {
                return Ok((self.line.score(&state, run)?, steps));
            }
            let mut step = Step {
                state: FixedState::with_seed(0).hash_one(self.game.key(&state)),
                legal: self.legal.len(),
                chosen: 0,
            };
            probabilities(policy, step, &mut self.weights);
            step.chosen = weighted_index(&mut self.random, &self.weights);
            make_room(&mut steps, 1, run.budget())?;
            steps.push(step);
            state = self.line.play(&state, self.legal[step.chosen], run);
        }
    }
}

/// The moves' shares: exp(weight), scaled so that the largest is 1.
fn probabilities(policy: &Weights, step: Step, out: &mut Vec<f64>) {
    out.clear();
    out.extend((0..step.legal).map(|index| policy.get(&step.code(index)).copied().unwrap_or(0.0)));
    let largest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for weight in out {
        // From the crate `libm`, so that every machine draws the same moves.
        *weight = libm::exp(*weight - largest);
    }
}

/// Makes a sequence more likely by a step along the gradient of its probability (Rosin 2011,
/// algorithm 2).
fn adapt(policy: &mut Weights, sequence: &[Step], budget: &Budget<'_>) -> Result<(), Stop> {
    let mut shares = Vec::new();
    // The gradient uses the old policy: a state that occurs twice must not see half of the change.
    let mut changes = Vec::new();
    for &step in sequence {
        budget.tick()?;
        make_room(&mut changes, step.legal + 1, budget)?;
        probabilities(policy, step, &mut shares);
        let total: f64 = shares.iter().sum();
        changes.extend(
            shares.iter().enumerate().map(|(index, share)| (step.code(index), -share / total)),
        );
        changes.push((step.code(step.chosen), 1.0));
    }
    make_room_for_weights(policy, changes.len(), budget)?;
    for (code, change) in changes {
        *policy.entry(code).or_insert(0.0) += LEARNING_RATE * change;
    }
    Ok(())
}
