//! Training by ranking: greedy search does not need distances; it only needs the states of a plan
//! to come first.
//!
//! A state on the plan that a search found is *open* from the expansion that generated it until it
//! is expanded itself. Every other state that was open during that time is a rival that should have
//! come later. Some rivals did come first, each at the cost of an expansion; training includes the
//! others so that they continue to come later. As the model changes, other states become rivals:
//! each round searches with the model of the previous round, and trains on the pairs of all rounds
//! so far.
//!
//! After Garrett, Kaelbling and Lozano-Pérez (2016, RankSVM) and Chrestien, Edelkamp, Komenda and
//! Pevný (2023, A* needs only the order of its open states from a heuristic).

use std::collections::HashMap;

use foldhash::fast::FixedState;
use patience_core::{
    Counters, Domain, Environment, Event, Game, Heuristic, Limits, Observer, Random, Run, Stop,
};
use patience_search::best_first::{Variant, search};

use super::learner::{Learner, Suite, TRAINING_SEEDS, instances};
use crate::features::Features;
use crate::model::Model;
use crate::models::{Adam, Network, Pairs};
use crate::teach::is_told;

/// First seed of the instances: none was used for training the network of the first round, so
/// held-out instances are also new to it.
const FIRST_SEED: u64 = TRAINING_SEEDS + 100_000;
const ROUNDS: usize = 3;
/// Instances per suite; every tenth is held out.
const INSTANCES: usize = 150;
const EXPANSIONS: u64 = 5_000;
/// Rivals per state of a plan: this many that came first, and this many that did not.
const RIVALS: usize = 6;
const ADAM: Adam = Adam { epochs: 5, batch: 32, rate: 0.003, penalty: 0.0 };

/// Starts with the network of the learner's own recipe, and trains it by ranking.
pub(super) fn train<D: Domain>(
    learner: &Learner<D>,
    hidden: usize,
    seed: u64,
    environment: Environment<'_>,
    say: &mut dyn FnMut(&str),
) -> Result<Model, Stop> {
    let suites: Vec<&str> = learner.suites.iter().map(|suite| suite.name).collect();
    let recipe = format!(
        "ranking: {INSTANCES} instances each of {suites:?}, seeds from {FIRST_SEED}, searched by \
         greedy search within {EXPANSIONS} expansions in {ROUNDS} rounds, the first with the \
         network of this recipe: {}; each state of a plan before {RIVALS} states that were \
         expanded while it waited, and {RIVALS} that waited longer; {} hidden units, pairwise \
         logistic loss, {ADAM:?}; outputs have the spread of the distances along the plans",
        (learner.recipe)(),
        hidden,
    );
    let model = |network| {
        Model::new(
            learner.domain.name(),
            recipe.clone(),
            seed,
            learner.features,
            learner.per_move,
            network,
        )
    };
    let mut games: Vec<D::Game> = Vec::new();
    for suite in learner.suites {
        // Generators search for instances of a given difficulty.
        for (done, game) in (1..).zip(instances_of(suite, environment)) {
            games.push(game?);
            if is_told(done, INSTANCES) {
                say(&format!("{}: {done} of {INSTANCES} instances", suite.name));
            }
        }
    }
    let begin = (learner.train)(seed, environment, say)?;
    let search = |network: &Network, random: &mut Random| {
        let model = model(network.clone());
        let example = |game| {
            let (heuristic, features) = ((learner.build)(game, &model), (learner.see)(game));
            Example::of(game, &*heuristic, &*features, random, environment)
        };
        games.iter().map(example).collect()
    };
    Ok(model(rounds(begin, hidden, search, seed, environment, say)?))
}

/// The instances of a suite to search.
fn instances_of<'a, G: 'a>(
    suite: &Suite<G>,
    environment: Environment<'a>,
) -> impl Iterator<Item = Result<G, Stop>> + use<'a, G> {
    instances(FIRST_SEED, environment, suite.instance).take(INSTANCES)
}

/// Trains in rounds. `search` solves the instances with a network and returns the training data
/// from each.
fn rounds(
    mut network: Network,
    hidden: usize,
    search: impl Fn(&Network, &mut Random) -> Result<Vec<Option<Example>>, Stop>,
    seed: u64,
    environment: Environment<'_>,
    say: &mut dyn FnMut(&str),
) -> Result<Network, Stop> {
    let mut random = Random::new(seed);
    let hidden = if hidden > 0 { vec![hidden] } else { Vec::new() };
    let mut learned = Example::default();
    for round in 1..=ROUNDS {
        let examples = search(&network, &mut random)?;
        let (instances, solved) = (examples.len(), examples.iter().flatten().count());
        let mut apart = Example::default();
        for (index, example) in examples.into_iter().enumerate() {
            let kept = if index % 10 == 9 { &mut apart } else { &mut learned };
            example.into_iter().for_each(|example| kept.append(example));
        }
        if learned.pairs.len() == 0 {
            say("the plans contain no training data");
            break;
        }
        let before = apart.pairs.wrong(&network);
        network = Network::new(network.inputs(), &hidden, &mut random);
        network.train_on_pairs(&learned.pairs, ADAM, &mut random, environment)?;
        learned.spread_as_distances(&mut network);
        say(&format!(
            "round {round}: {solved} of {instances} instances solved, {} pairs so far; pairs in \
             the wrong order on held-out instances: {:.1} %, of {:.1} % before",
            learned.pairs.len(),
            100.0 * apart.pairs.wrong(&network),
            100.0 * before
        ));
    }
    Ok(network)
}

/// Training data from searches that found a plan.
#[derive(Default)]
struct Example {
    /// States of the plan, each with a rival.
    pairs: Pairs,
    /// The features of the states of the plan, including the goal, and their distances to it.
    plan: Vec<(Vec<f32>, f32)>,
}

/// A state that was open.
struct Opened<S> {
    state: S,
    /// The numbers of the expansion that generated it and of its own expansion.
    generated: usize,
    expanded: usize,
}

impl Example {
    /// Solves an instance by greedy search; without a plan there is no training data.
    fn of<G: Game>(
        game: &G,
        heuristic: &dyn Heuristic<G>,
        features: &dyn Features<G>,
        random: &mut Random,
        environment: Environment<'_>,
    ) -> Result<Option<Example>, Stop> {
        let mut trace = Trace(Vec::new());
        let limits = Limits { expansions: Some(EXPANSIONS), ..Limits::default() };
        let mut run = Run::new(limits, environment).with_observer(&mut trace);
        let outcome = search(game, heuristic, &Variant::GREEDY, &mut run);
        if environment.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        let Some(plan) = outcome.verdict.plan() else { return Ok(None) };
        let row = |state: &G::State| {
            let mut row = vec![0.0; features.names().len()];
            features.compute(game, state, &mut row);
            row
        };
        let (opened, index_of) = opened(game, heuristic, &trace.0);
        let mut example = Example::default();
        let mut state = game.start();
        for (left, mv) in (1..=plan.len()).rev().zip(plan) {
            let first = row(&state);
            if let Some(&index) = index_of.get(&game.key(&state)) {
                for rival in rivals(&opened, index, random) {
                    example.pairs.push(&first, &row(rival));
                }
            }
            example.plan.push((first, left as f32));
            state = game.apply(&state, *mv);
        }
        example.plan.push((row(&state), 0.0));
        Ok(Some(example))
    }

    fn append(&mut self, mut other: Example) {
        self.pairs.append(other.pairs);
        self.plan.append(&mut other.plan);
    }

    /// Ranking does not determine the scale and constant of a network's outputs. Outputs are scaled
    /// to the spread of the distances over the states of the plans, with a minimum of 0, so that
    /// estimates are in moves and none is cut off at 0.
    fn spread_as_distances(&self, network: &mut Network) {
        let outputs: Vec<f32> = self.plan.iter().map(|(row, _)| network.output(row)).collect();
        let distances: Vec<f32> = self.plan.iter().map(|(_, distance)| *distance).collect();
        let factor = match spread(&outputs) {
            0.0 => 1.0,
            spread_of_outputs => (spread(&distances) / spread_of_outputs) as f32,
        };
        let least = outputs.into_iter().fold(f32::INFINITY, f32::min);
        network.rescale(factor, -factor * least);
    }
}

/// The standard deviation.
fn spread(values: &[f32]) -> f64 {
    let values = || values.iter().map(|value| f64::from(*value));
    let mean = values().sum::<f64>() / values().len() as f64;
    (values().map(|value| (value - mean) * (value - mean)).sum::<f64>() / values().len() as f64)
        .sqrt()
}

/// The expanded states, in order.
struct Trace<S>(Vec<S>);

impl<G: Game> Observer<G> for Trace<G::State> {
    fn event(&mut self, _: &G, event: Event<'_, G>, _: &Counters) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(state.clone());
        }
    }
}

/// The indices of states in a list.
type Indices<K> = HashMap<K, usize, FixedState>;

/// Every state that was open in a search, in order of generation, computed from the expanded
/// states.
fn opened<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    trace: &[G::State],
) -> (Vec<Opened<G::State>>, Indices<G::Key>) {
    let mut index_of = Indices::default();
    let mut opened: Vec<Opened<G::State>> = Vec::new();
    let mut moves = Vec::new();
    for (time, state) in trace.iter().enumerate() {
        let mut open = |state: G::State, generated| {
            let index = *index_of.entry(game.key(&state)).or_insert(opened.len());
            if index == opened.len() {
                opened.push(Opened { state, generated, expanded: usize::MAX });
            }
            index
        };
        let index = open(state.clone(), time);
        moves.clear();
        game.moves(state, &mut moves);
        for next in moves.iter().map(|mv| game.apply(state, *mv)) {
            // A dead end is never open.
            if heuristic.value(game, &next).is_some() {
                open(next, time);
            }
        }
        opened[index].expanded = time;
    }
    (opened, index_of)
}

/// Some of the states that were open at the same time as a state: those expanded before it, and the
/// others.
fn rivals<'a, S>(
    opened: &'a [Opened<S>],
    index: usize,
    random: &mut Random,
) -> impl Iterator<Item = &'a S> {
    let Opened { generated, expanded, .. } = opened[index];
    let waited = opened.iter().filter(|it| it.generated < expanded && it.expanded > generated);
    let (mut before, mut after): (Vec<_>, Vec<_>) =
        waited.filter(|it| it.expanded != expanded).partition(|it| it.expanded < expanded);
    random.shuffle(&mut before);
    random.shuffle(&mut after);
    before.into_iter().take(RIVALS).chain(after.into_iter().take(RIVALS)).map(|it| &it.state)
}

#[cfg(test)]
mod tests;
