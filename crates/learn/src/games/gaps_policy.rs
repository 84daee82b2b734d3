//! The policy of the restarts of the exact Gaps solver, learned from its own wins.
//!
//! The cross-entropy method (Rubinstein 1999; de Boer et al. 2005): the solver plays random deals
//! by the current policy; for each deal won within a few expansions, the choices on the winning
//! line are kept; the next policy maximises their likelihood (a conditional logit, which has one
//! maximum), and so on.

use std::sync::LazyLock;
use std::time::Duration;

use patience_core::cards::{Card, Suit};
use patience_core::{Environment, Limits, Random, Stop};
use patience_gaps::{
    Answer, Board, Choice, Config, FEATURE_NAMES, FEATURES, Policy, Rules, Services, Solver,
};

use super::course::{Course, Solved, Trial};
use super::learner::{TRAINING_SEEDS, built_in, linear, takes};
use crate::likeliest::{Chosen, likeliest_within};
use crate::model::{Model, ModelError};
use crate::models::Network;

/// Number of rounds, of deals per round, and of expansions per deal.
const ROUNDS: u64 = 3;
const DEALS: u64 = 300;
const EXPANSIONS: u64 = 200_000;
/// Maximum expansions per deal of the evaluation.
const TEST_EXPANSIONS: u64 = 1_000_000;

/// A policy of restarts, one of the [`COURSES`](super::COURSES).
pub struct RestartPolicy;

static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| built_in("gaps-policy"));

/// Returns the built-in policy, or the hand-made one if none has been trained.
///
/// ```
/// use patience_gaps::{Board, Config, Solver};
/// use patience_learn::games::gaps_policy::learned;
///
/// let config = Config { policy: learned(), ..Config::default() };
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// assert!(Solver::new(&board).config(config).solve().plan().is_some());
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn learned() -> Policy {
    MODEL.as_ref().map_or_else(Policy::default, policy)
}

/// The policy of a model, for the solver; [`learned`] is that of the built-in model.
pub fn policy(model: &Model) -> Policy {
    let mut weights = [0.0; FEATURES];
    weights.copy_from_slice(linear(model).expect("the model of a policy has no hidden layer"));
    Policy(weights)
}

/// A uniformly random deal of four rows and thirteen columns.
fn deal(seed: u64) -> Board {
    let suits = Suit::CHSD.into_iter();
    let cards = suits.flat_map(|suit| (2..=13).map(move |rank| Some(Card::new(rank, suit))));
    let mut cells: Vec<_> = cards.chain([None; 4]).collect();
    Random::new(seed).shuffle(&mut cells);
    Board::new(4, 13, Rules::Standard, cells).expect("every card occurs once")
}

fn play(seed: u64, policy: Policy, expansions: u64, environment: Environment<'_>) -> Answer {
    let config = Config { policy, seed, ..Config::default() };
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    let services = Services::new(environment);
    Solver::new(&deal(seed)).config(config).limits(limits).services(services).solve()
}

impl Course for RestartPolicy {
    fn game(&self) -> &'static str {
        "gaps-policy"
    }

    fn model(&self) -> Option<&'static Model> {
        MODEL.as_ref()
    }

    fn hand_made(&self) -> Vec<&'static str> {
        vec!["made by hand", "all alike"]
    }

    fn takes(&self, model: &Model) -> Result<(), ModelError> {
        takes(self.game(), &FEATURE_NAMES, model)?;
        linear(model).map(|_| ())
    }

    fn recipe(&self) -> String {
        format!(
            "the cross-entropy method: {ROUNDS} rounds of {DEALS} random deals with {EXPANSIONS} \
             expansions each, begun with the policy made by hand; each round the weights under \
             which the choices on the lines of the deals won are likeliest (conditional logit)"
        )
    }

    fn train(
        &self,
        seed: u64,
        environment: Environment<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Model, Stop> {
        let mut policy = Policy::default();
        let first = TRAINING_SEEDS + seed.wrapping_mul(ROUNDS * DEALS) % TRAINING_SEEDS;
        for round in 0..ROUNDS {
            let mut choices = Vec::new();
            let mut won = 0;
            for deal in 0..DEALS {
                let number = first + round * DEALS + deal;
                let solution = play(number, policy, EXPANSIONS, environment);
                if environment.is_cancelled() {
                    return Err(Stop::Cancelled);
                }
                if solution.verdict.plan().is_some() {
                    won += 1;
                    // Every win has equal weight, regardless of the length of its line.
                    let weight = 1.0 / solution.choices.len().max(1) as f64;
                    choices.extend(solution.choices.iter().map(|choice| chosen(weight, choice)));
                }
            }
            let weights = likeliest_within(&choices, &policy.0, environment)?;
            policy.0.copy_from_slice(&weights);
            say(&format!(
                "round {} of {ROUNDS}: {won} of {DEALS} deals won, {:.2?}",
                round + 1,
                policy.0
            ));
        }
        let network = Network::of_weights(&policy.0);
        Ok(Model::new(self.game(), self.recipe(), seed, &FEATURE_NAMES, 1.0, network))
    }

    fn evaluate(
        &self,
        model: &'static Model,
        count: usize,
        against: &[String],
        clock: &dyn Fn() -> Duration,
        say: &mut dyn FnMut(&str),
    ) -> Vec<Trial> {
        let contenders = [
            ("made by hand", false, Policy::default()),
            ("all alike", false, Policy([0.0; FEATURES])),
            ("learned", true, policy(model)),
        ];
        let trial = |(heuristic, learned, policy)| {
            say(&format!("random 4x13 deals: {heuristic}"));
            let attempt = |seed| {
                let before = clock();
                let solution = play(seed, policy, TEST_EXPANSIONS, Environment::none());
                let seconds = (clock() - before).as_secs_f64();
                Solved::once(&solution.verdict, solution.counters.expanded, seconds)
            };
            let results = (1..=count as u64).map(attempt).collect();
            let suite = "gaps, random 4x13 deals with the exact solver".to_owned();
            Trial { suite, heuristic, learned, results }
        };
        let wanted = |name: &str| {
            name == "learned" || against.is_empty() || against.iter().any(|it| it == name)
        };
        contenders.into_iter().filter(|(name, ..)| wanted(name)).map(trial).collect()
    }
}

/// A choice of the solver.
fn chosen(weight: f64, choice: &Choice) -> Chosen {
    Chosen {
        weight,
        rows: choice.features.iter().map(|row| row.to_vec()).collect(),
        taken: choice.taken,
    }
}
