//! A policy for the moves of Gaps, for Levin tree search and PHS*, learned by the bootstrap
//! (Jabbari Arfaee, Zilles and Holte 2011): Levin tree search plays deals of a size by the current
//! policy; the next policy is the one that maximises the likelihood of the moves of all plans so
//! far; after some rounds, a larger size follows.

use std::sync::LazyLock;
use std::time::Duration;

use patience_core::{
    Claims, Domain, Environment, Estimate, Game, Heuristic, Limits, Part, Run, Stop, Value,
    successors,
};
use patience_games::gaps::{Gaps, GapsDomain, Move, State};
use patience_search::policy::{Softmax, TEMPERATURE};
use patience_search::{Algorithm, Arguments, best_first, lts, mcts, phs};

use super::course::{Course, Solved, Trial};
use super::gaps::{GapsFeatures, LEARNER, NAMES, reachability};
use super::learner::{Built, TRAINING_SEEDS, built_in, linear, takes};
use crate::likeliest::{Chosen, likeliest_within};
use crate::model::{Model, ModelError};
use crate::models::Network;
use crate::{LearnedHeuristic, ModelFile, features};

/// The sizes, the easy ones first; the rounds, deals and expansions per size follow.
const SHAPES: [&str; 3] = ["4x6", "4x8", "4x10"];
const ROUNDS: u64 = 2;
const DEALS: u64 = 150;
const EXPANSIONS: u64 = 8000;
/// Maximum expansions per deal of the evaluation.
const TEST_EXPANSIONS: u64 = 20_000;

/// Ordering values are negative logarithms of odds in this fraction, above a constant.
const UNIT: f32 = 64.0;
const ABOVE: f32 = 1000.0;

/// The temperature at which searches follow the policy: four times as sharp as the likeliest odds.
/// Those odds fit a player with a single try. A search can switch to the next best path as soon as
/// one becomes unlikely, and its plans have many moves.
const SHARP: f64 = 16.0;

/// A policy of moves, one of the [`COURSES`](super::COURSES).
pub struct MovePolicy;

static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| built_in("gaps-moves"));

/// The log-odds of the move that leads to a state, as a heuristic for [`Softmax`]: a weighted sum
/// of the features of `learned`. Provably lost states are dead ends.
struct Moves<'w> {
    features: GapsFeatures,
    weights: &'w [f32],
}

impl<'w> Moves<'w> {
    fn new(game: &Gaps, weights: &'w [f32]) -> Self {
        Moves { features: GapsFeatures::new(game), weights }
    }

    fn score(&self, row: &[f32]) -> f32 {
        row.iter().zip(self.weights).map(|(feature, weight)| feature * weight).sum()
    }
}

impl Heuristic<Gaps> for Moves<'_> {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, game: &Gaps, state: &State) -> Option<Value> {
        let row = self.features.unless_lost(game, state)?;
        // The conversion saturates.
        Some(Value { cost: 0, ordering: ((ABOVE - self.score(&row)) * UNIT).round() as u32 })
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        match self.features.unless_lost(game, state) {
            None => reachability(game).parts(game, state),
            Some(row) => features::parts(NAMES, &row, self.score(&row)),
        }
    }
}

/// The heuristic `learned-moves`, whose ordering values are for policies: empty before a model was
/// trained.
pub(super) fn heuristic() -> Option<LearnedHeuristic<Gaps>> {
    let takes = |file: &ModelFile| match file {
        ModelFile::Network(model) => MovePolicy.takes(model),
        other => Err(ModelError::Game { found: other.game().to_owned(), expected: "gaps-moves" }),
    };
    MODEL.as_ref().map(|_| LearnedHeuristic {
        name: "learned-moves",
        summary: "odds of moves for lts and phs (--temperature 16), learned from plans of \
                  increasingly large deals; no estimate",
        takes,
        build: |game, file| {
            let model = match file {
                Some(ModelFile::Network(model)) => model,
                _ => MODEL.as_ref().expect("a heuristic is listed once it has a model"),
            };
            Box::new(Moves::new(game, weights(model)))
        },
    })
}

fn weights(model: &Model) -> &[f32] {
    linear(model).expect("the model of a policy has no hidden layer")
}

fn deal(shape: &str, seed: u64) -> Gaps {
    GapsDomain
        .instance("standard", &format!("random/{shape}/{seed}"))
        .expect("every seed has a deal")
}

/// Returns a plan that Levin tree search finds by the policy.
fn play(
    game: &Gaps,
    weights: &[f32],
    environment: Environment<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let moves = Moves::new(game, weights);
    let policy = Softmax { heuristic: &moves, temperature: SHARP };
    let limits = Limits { expansions: Some(EXPANSIONS), ..Limits::default() };
    let outcome = lts::solve(game, &policy, &mut Run::new(limits, environment));
    match environment.is_cancelled() {
        true => Err(Stop::Cancelled),
        false => Ok(outcome.verdict.plan().map(<[Move]>::to_vec)),
    }
}

/// The choices along a plan. All plans have equal weight, regardless of their length.
fn choices(game: &Gaps, plan: &[Move]) -> Vec<Chosen> {
    let features = GapsFeatures::new(game);
    let mut state = game.start();
    let mut choices = Vec::new();
    for &mv in plan {
        let open = successors(game, &state).into_iter();
        let open: Vec<_> =
            open.filter_map(|(mv, next)| Some((mv, features.unless_lost(game, &next)?))).collect();
        if let Some(taken) = open.iter().position(|(other, _)| *other == mv) {
            let rows = open.into_iter().map(|(_, row)| row.to_vec()).collect();
            choices.push(Chosen { weight: 1.0 / plan.len() as f64, rows, taken });
        }
        state = game.apply(&state, mv);
    }
    choices
}

impl Course for MovePolicy {
    fn game(&self) -> &'static str {
        "gaps-moves"
    }

    fn model(&self) -> Option<&'static Model> {
        MODEL.as_ref()
    }

    fn takes(&self, model: &Model) -> Result<(), ModelError> {
        takes(self.game(), NAMES, model)?;
        linear(model).map(|_| ())
    }

    fn recipe(&self) -> String {
        format!(
            "the bootstrap: Levin tree search on {ROUNDS} rounds of {DEALS} random deals of each \
             of {SHAPES:?}, {EXPANSIONS} expansions each, temperature {SHARP}, begun with all \
             moves alike; after each round the weights under which the moves of all plans found \
             so far are likeliest (conditional logit)"
        )
    }

    fn hand_made(&self) -> Vec<&'static str> {
        RIVALS.iter().map(|rival| rival.name).collect()
    }

    fn train(
        &self,
        seed: u64,
        environment: Environment<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Model, Stop> {
        let mut weights = vec![0.0; NAMES.len()];
        let mut known = Vec::new();
        let rounds = SHAPES.len() as u64 * ROUNDS;
        let mut next = TRAINING_SEEDS + seed.wrapping_mul(rounds * DEALS) % TRAINING_SEEDS;
        for shape in SHAPES {
            for round in 1..=ROUNDS {
                let mut won = 0;
                for number in next..next + DEALS {
                    let game = deal(shape, number);
                    if let Some(plan) = play(&game, &weights, environment)? {
                        won += 1;
                        known.extend(choices(&game, &plan));
                    }
                }
                next += DEALS;
                weights = likeliest_within(&known, &weights, environment)?;
                say(&format!(
                    "{shape}, round {round} of {ROUNDS}: {won} of {DEALS} deals won, {weights:.2?}"
                ));
            }
        }
        let network = Network::of_weights(&weights);
        Ok(Model::new(self.game(), self.recipe(), seed, NAMES, 1.0, network))
    }

    fn evaluate(
        &self,
        model: &'static Model,
        count: usize,
        against: &[String],
        clock: &dyn Fn() -> Duration,
        say: &mut dyn FnMut(&str),
    ) -> Vec<Trial> {
        let learned = weights(model);
        let wanted =
            |rival: &&Rival| against.is_empty() || against.iter().any(|it| it == rival.name);
        let mut trials = Vec::new();
        for shape in &SHAPES {
            for (with, name, algorithm) in [
                ("Levin tree search", "lts-moves", lts::algorithm()),
                ("PHS*", "phs-moves", phs::algorithm()),
            ] {
                let is_levin = name == "lts-moves";
                let suite = format!("random {shape} deals, the learned policy with {with}");
                let mut trial = |heuristic, learned, attempt: &dyn Fn(&Gaps) -> Solved| {
                    say(&format!("{shape}: {heuristic}"));
                    let results =
                        (1..=count as u64).map(|seed| attempt(&deal(shape, seed))).collect();
                    trials.push(Trial { suite: suite.clone(), heuristic, learned, results });
                };
                for rival in RIVALS.iter().filter(|rival| rival.is_levin == is_levin).filter(wanted)
                {
                    trial(rival.name, false, &|game| (rival.attempt)(game, clock));
                }
                trial(name, true, &|game| {
                    let moves = Moves::new(game, learned);
                    match is_levin {
                        true => attempt(game, &algorithm, &moves, None, SHARP, clock),
                        false => attempt(
                            game,
                            &algorithm,
                            &*reachability(game),
                            Some(&moves),
                            SHARP,
                            clock,
                        ),
                    }
                });
            }
        }
        trials
    }
}

/// A baseline for the policy.
struct Rival {
    name: &'static str,
    /// Whether it also uses Levin tree search; the others are compared with PHS*.
    is_levin: bool,
    attempt: fn(&Gaps, &dyn Fn() -> Duration) -> Solved,
}

/// The temperatures are from the study `policy-gaps`.
const RIVALS: &[Rival] = &[
    Rival {
        name: "lts-even",
        is_levin: true,
        // No feature makes a difference, except dead ends.
        attempt: |game, clock| {
            attempt(game, &lts::algorithm(), &Moves::new(game, &[]), None, 1.0, clock)
        },
    },
    Rival {
        name: "lts-reachability",
        is_levin: true,
        attempt: |game, clock| {
            attempt(game, &lts::algorithm(), &*reachability(game), None, 0.5, clock)
        },
    },
    Rival {
        name: "lts-learned",
        is_levin: true,
        attempt: |game, clock| {
            attempt(game, &lts::algorithm(), &*distances(game), None, 4.0, clock)
        },
    },
    Rival {
        name: "phs-even",
        is_levin: false,
        attempt: |game, clock| {
            attempt(
                game,
                &phs::algorithm(),
                &*reachability(game),
                Some(&Moves::new(game, &[])),
                1.0,
                clock,
            )
        },
    },
    Rival {
        name: "phs-reachability",
        is_levin: false,
        attempt: |game, clock| {
            attempt(game, &phs::algorithm(), &*reachability(game), None, 0.5, clock)
        },
    },
    Rival {
        name: "greedy-reachability",
        is_levin: false,
        attempt: |game, clock| {
            attempt(game, &best_first::greedy(), &*reachability(game), None, 1.0, clock)
        },
    },
    Rival {
        name: "greedy-learned",
        is_levin: false,
        attempt: |game, clock| {
            attempt(game, &best_first::greedy(), &*distances(game), None, 1.0, clock)
        },
    },
    Rival {
        name: "astar-reachability",
        is_levin: false,
        attempt: |game, clock| {
            attempt(game, &best_first::astar(), &*reachability(game), None, 1.0, clock)
        },
    },
    Rival {
        name: "mcts-reachability",
        is_levin: false,
        attempt: |game, clock| {
            attempt(game, &mcts::algorithm(), &*reachability(game), None, 1.0, clock)
        },
    },
];

/// The heuristic `learned`, which estimates distances.
fn distances(game: &Gaps) -> Built<Gaps> {
    (LEARNER.build)(game, LEARNER.model().expect("it was trained"))
}

/// Solves a deal once. Neither the search nor the heuristic has prior knowledge of it.
fn attempt(
    game: &Gaps,
    algorithm: &Algorithm<Gaps>,
    heuristic: &dyn Heuristic<Gaps>,
    guide: Option<&dyn Heuristic<Gaps>>,
    temperature: f64,
    clock: &dyn Fn() -> Duration,
) -> Solved {
    let before = clock();
    let mut arguments = Arguments::new(heuristic);
    arguments.guide = guide;
    // Only policy-guided searches read it.
    if algorithm.parameters.contains(&TEMPERATURE.declared) {
        arguments = arguments.with(&TEMPERATURE, temperature);
    }
    let limits = Limits { expansions: Some(TEST_EXPANSIONS), ..Limits::default() };
    let mut run = Run::new(limits, Environment::none());
    let outcome = (algorithm.solve)(game, &arguments, &mut run);
    let seconds = (clock() - before).as_secs_f64();
    Solved::once(&outcome.verdict, run.counters().expanded, seconds)
}
