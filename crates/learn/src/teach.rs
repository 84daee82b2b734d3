//! Self-generated training data: states with exact distances on small instances, with plans on
//! large ones.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use patience_core::{Claims, Environment, Estimate, Game, Heuristic, Limits, Random, Run, Value};
use patience_search::best_first::{Variant, search};

use crate::features::Features;
use crate::models::{Adam, Examples, Loss, Network};

/// What a teacher knows of a state.
///
/// ```
/// use patience_learn::teach::Label;
///
/// assert_eq!([Label::Distance(3), Label::Lost].map(|label| label.target(100.0)), [3.0, 100.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A goal is so far away: exactly, or along the plan that was found.
    Distance(u32),
    /// No goal can be reached, or none was found.
    Lost,
}

impl Label {
    /// The distance to be learned; `lost` where no goal can be reached.
    pub fn target(self, lost: f32) -> f32 {
        match self {
            Label::Distance(distance) => distance as f32,
            Label::Lost => lost,
        }
    }
}

/// The distance of the farthest of some states from which a goal can be reached; 0 without one.
///
/// ```
/// use patience_learn::teach::{Label, farthest};
///
/// assert_eq!(farthest(&[((), Label::Distance(3)), ((), Label::Lost), ((), Label::Distance(5))]), 5.0);
/// ```
pub fn farthest<S>(states: &[(S, Label)]) -> f32 {
    states.iter().map(|(_, label)| label.target(0.0)).fold(0.0, f32::max)
}

/// Every state that can be reached, with its exact distance to the nearest goal; `None` if there
/// are more than `most`.
///
/// All moves are taken to cost 1.
///
/// ```
/// use patience_games::cohesion::read;
/// use patience_learn::teach::{Label, all_distances};
///
/// let level = read("R.R")?;
/// let states = all_distances(&level, 1000).expect("a few states");
/// assert_eq!(states[0].1, Label::Distance(1), "the start comes first");
/// assert!(all_distances(&level, 1).is_none(), "more than one");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn all_distances<G: Game>(game: &G, most: usize) -> Option<Vec<(G::State, Label)>> {
    let mut known: HashMap<G::Key, u32, FixedState> = HashMap::default();
    let mut states = vec![game.start()];
    known.insert(game.key(&states[0]), 0);
    let mut parents: Vec<Vec<u32>> = vec![Vec::new()];
    let mut moves = Vec::new();
    let mut at = 0;
    while at < states.len() {
        moves.clear();
        game.moves(&states[at], &mut moves);
        for &mv in &moves {
            let next = game.apply(&states[at], mv);
            let fresh = states.len() as u32;
            let index = *known.entry(game.key(&next)).or_insert(fresh);
            if index == fresh {
                if states.len() == most {
                    return None;
                }
                states.push(next);
                parents.push(Vec::new());
            }
            parents[index as usize].push(at as u32);
        }
        at += 1;
    }
    let mut labels = vec![Label::Lost; states.len()];
    let mut queue: Vec<usize> =
        (0..states.len()).filter(|index| game.is_goal(&states[*index])).collect();
    queue.iter().for_each(|goal| labels[*goal] = Label::Distance(0));
    let mut done = 0;
    while done < queue.len() {
        let here = queue[done];
        done += 1;
        let Label::Distance(distance) = labels[here] else {
            unreachable!("only what is known is queued")
        };
        for &parent in &parents[here] {
            if labels[parent as usize] == Label::Lost {
                labels[parent as usize] = Label::Distance(distance + 1);
                queue.push(parent as usize);
            }
        }
    }
    Some(states.into_iter().zip(labels).collect())
}

/// A game that begins in another of its states.
pub(crate) struct Since<'a, G: Game> {
    pub game: &'a G,
    pub start: G::State,
}

impl<G: Game> Game for Since<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Key = G::Key;

    fn start(&self) -> G::State {
        self.start.clone()
    }

    fn is_goal(&self, state: &G::State) -> bool {
        self.game.is_goal(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.game.moves(state, out);
    }

    fn apply(&self, state: &G::State, mv: G::Move) -> G::State {
        self.game.apply(state, mv)
    }

    fn cost(&self, state: &G::State, mv: G::Move) -> u32 {
        self.game.cost(state, mv)
    }

    fn least_cost(&self) -> u32 {
        self.game.least_cost()
    }

    fn key(&self, state: &G::State) -> G::Key {
        self.game.key(state)
    }
}

/// A heuristic of a game, asked about the same game begun elsewhere.
pub(crate) struct Elsewhere<'a, G: Game>(pub &'a dyn Heuristic<G>);

impl<'a, G: Game> Heuristic<Since<'a, G>> for Elsewhere<'_, G> {
    fn claims(&self) -> Claims {
        self.0.claims()
    }

    fn estimate(&self, game: &Since<'a, G>, state: &G::State) -> Estimate {
        self.0.estimate(game.game, state)
    }

    fn value(&self, game: &Since<'a, G>, state: &G::State) -> Option<Value> {
        self.0.value(game.game, state)
    }
}

/// How states of large instances are labelled: by the plans of weighted A*.
///
/// ```
/// use patience_core::{Blind, Game};
/// use patience_games::cohesion::read;
/// use patience_learn::teach::{Label, Teacher};
///
/// let level = read("R..R")?;
/// let teacher = Teacher { heuristic: &Blind, weight: 1.0, expansions: 1000 };
/// let labels = teacher.labels(&level, level.start());
/// assert_eq!(labels.iter().map(|(_, label)| *label).collect::<Vec<_>>(), [2, 1, 0].map(Label::Distance));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Teacher<'a, G: Game> {
    /// What guides the search.
    pub heuristic: &'a dyn Heuristic<G>,
    /// The weight of the heuristic; 1 makes the distances exact if it is consistent.
    pub weight: f64,
    /// The expansions after which a state counts as lost.
    pub expansions: u64,
}

impl<G: Game> Teacher<'_, G> {
    /// The states of a plan from `start` to a goal, or `start` alone if none was found.
    pub fn labels(&self, game: &G, start: G::State) -> Vec<(G::State, Label)> {
        let since = Since { game, start: start.clone() };
        let heuristic = Elsewhere(self.heuristic);
        let limits = Limits { expansions: Some(self.expansions), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = search(&since, &heuristic, &Variant::weighted(self.weight), &mut run);
        let Some(plan) = outcome.verdict.plan() else {
            return vec![(start, Label::Lost)];
        };
        let mut state = start;
        let mut labels = Vec::with_capacity(plan.len() + 1);
        for (index, mv) in plan.iter().enumerate() {
            let next = game.apply(&state, *mv);
            labels.push((state, Label::Distance((plan.len() - index) as u32)));
            state = next;
        }
        labels.push((state, Label::Distance(0)));
        labels
    }
}

/// The state after so many random moves, or fewer where there are none.
///
/// ```
/// use patience_core::{Game, Random};
/// use patience_games::birds::neller;
/// use patience_learn::teach::random_walk;
///
/// let deal = neller(42);
/// let state = random_walk(&deal, &deal.start(), 3, &mut Random::new(1));
/// assert_eq!(state.stacks(), 13, "every move covers a stack");
/// ```
pub fn random_walk<G: Game>(
    game: &G,
    from: &G::State,
    moves: u32,
    random: &mut Random,
) -> G::State {
    let mut state = from.clone();
    let mut legal = Vec::new();
    for _ in 0..moves {
        legal.clear();
        game.moves(&state, &mut legal);
        if legal.is_empty() {
            break;
        }
        state = game.apply(&state, legal[random.index(legal.len())]);
    }
    state
}

/// Collects features and targets, instance by instance.
///
/// ```
/// use patience_games::cohesion::read;
/// use patience_learn::games::cohesion::CohesionFeatures;
/// use patience_learn::teach::{Dataset, all_distances};
///
/// let level = read("R.R")?;
/// let mut dataset = Dataset::default();
/// dataset.begin_instance();
/// for (state, label) in all_distances(&level, 1000).expect("a few states") {
///     dataset.push(&CohesionFeatures, &level, &state, label.target(10.0));
/// }
/// assert!(dataset.len() > 1);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    examples: Examples,
    /// The first row of each instance.
    begins: Vec<usize>,
}

/// Whether people are told that so many of all instances are made: at every eighth of them, and at
/// the end.
pub(crate) fn is_told(done: usize, total: usize) -> bool {
    done == total || done.is_multiple_of(total.div_ceil(8))
}

impl Dataset {
    /// What is noted from here on is of another instance. Instances are kept apart as a whole:
    /// positions of one instance are too much alike for some of them to tell how well the others
    /// were learned.
    pub fn begin_instance(&mut self) {
        self.begins.push(self.len());
    }

    /// Notes a state with the estimate that it should get.
    ///
    /// # Panics
    /// If no instance was begun.
    pub fn push<G: Game>(
        &mut self,
        features: &impl Features<G>,
        game: &G,
        state: &G::State,
        target: f32,
    ) {
        assert!(!self.begins.is_empty(), "a state belongs to an instance");
        let width = features.names().len();
        self.examples.width = width;
        let from = self.examples.rows.len();
        self.examples.rows.resize(from + width, 0.0);
        features.compute(game, state, &mut self.examples.rows[from..]);
        self.examples.targets.push(target);
        self.examples.weights.push(1.0);
    }

    /// Says how much of the training data is made, at every eighth of the instances.
    pub(crate) fn tell(&self, what: &str, done: usize, total: usize, say: &mut dyn FnMut(&str)) {
        if is_told(done, total) {
            say(&format!("{what}: {done} of {total} instances, {} positions so far", self.len()));
        }
    }

    /// States noted.
    pub fn len(&self) -> usize {
        self.examples.targets.len()
    }

    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Trains a network of one hidden layer on distances ([`Dataset::train`] with squared loss) and
    /// says how well it does.
    ///
    /// # Panics
    /// As [`Dataset::train`].
    pub fn train_on_distances(
        &self,
        hidden: usize,
        adam: Adam,
        seed: u64,
        say: &mut dyn FnMut(&str),
    ) -> Network {
        say(&format!("training on {} positions, {} times each", self.len(), adam.epochs));
        let (network, error) = self.train(hidden, Loss::Squared, adam, seed);
        say(&format!("mean squared error on instances kept apart: {error:.2}"));
        network
    }

    /// Trains a network of one hidden layer (none if `hidden` is 0) on what was noted, and returns
    /// it with the mean squared error on the states of a tenth of the instances, which was kept
    /// apart.
    ///
    /// # Panics
    /// If states of fewer than ten instances were noted.
    pub fn train(&self, hidden: usize, loss: Loss, adam: Adam, seed: u64) -> (Network, f32) {
        let width = self.examples.width;
        let mut random = Random::new(seed);
        let (test, train) = self.split(&mut random);
        let mut scaled = train;
        let scaling = scale(&mut scaled.rows, width);
        let hidden = if hidden > 0 { vec![hidden] } else { Vec::new() };
        let mut network = Network::new(width, &hidden, &mut random);
        network.train(&scaled, loss, adam, &mut random);
        network.take_raw(&scaling);
        let error = |(row, target): (&[f32], &f32)| {
            let difference = network.output(row) - target;
            difference * difference
        };
        let sum: f32 = test.rows.chunks_exact(width).zip(&test.targets).map(error).sum();
        (network, sum / test.targets.len() as f32)
    }

    /// The states of a tenth of the instances, drawn at random, and those of the others.
    fn split(&self, random: &mut Random) -> (Examples, Examples) {
        let ends = self.begins.iter().skip(1).copied().chain([self.len()]);
        let mut instances: Vec<Range<usize>> = self
            .begins
            .iter()
            .zip(ends)
            .map(|(begin, end)| *begin..end)
            .filter(|rows| !rows.is_empty())
            .collect();
        assert!(instances.len() >= 10, "there are instances to learn from, and some to keep apart");
        random.shuffle(&mut instances);
        let (test, train) = instances.split_at(instances.len() / 10);
        (self.part(test), self.part(train))
    }

    fn part(&self, instances: &[Range<usize>]) -> Examples {
        let Examples { width, rows, targets, weights } = &self.examples;
        let mut part = Examples { width: *width, ..Examples::default() };
        for instance in instances {
            part.rows.extend(&rows[instance.start * width..instance.end * width]);
            part.targets.extend(&targets[instance.clone()]);
            part.weights.extend(&weights[instance.clone()]);
        }
        part
    }
}

/// Makes the mean of each column of rows 0 and its spread 1, and returns by column the mean and the
/// factor, as [`Network::take_raw`] takes them.
pub(crate) fn scale(rows: &mut [f32], width: usize) -> Vec<(f32, f32)> {
    let count = (rows.len() / width) as f64;
    let scaling: Vec<(f32, f32)> = (0..width)
        .map(|column| {
            let values = || rows.iter().skip(column).step_by(width).map(|value| f64::from(*value));
            let mean = values().sum::<f64>() / count;
            let variance =
                values().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
            (mean as f32, if variance > 1e-12 { (1.0 / variance.sqrt()) as f32 } else { 0.0 })
        })
        .collect();
    for row in rows.chunks_exact_mut(width) {
        row.iter_mut()
            .zip(&scaling)
            .for_each(|(value, (mean, factor))| *value = (*value - mean) * factor);
    }
    scaling
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use patience_core::example::Doubling;

    use super::*;

    /// The state itself.
    struct Itself;

    impl Features<Doubling> for Itself {
        fn names(&self) -> &'static [&'static str] {
            &["state"]
        }

        fn compute(&self, _: &Doubling, state: &u32, out: &mut [f32]) {
            out[0] = *state as f32;
        }
    }

    /// What is kept apart are whole instances, a tenth of them, and nothing is lost or in both
    /// parts.
    #[test]
    fn a_tenth_of_the_instances_is_kept_apart() {
        let mut dataset = Dataset::default();
        for instance in 0..40 {
            dataset.begin_instance();
            // Instances of different sizes; the target names the instance. One is empty.
            for _ in 0..instance % 7 {
                dataset.push(&Itself, &Doubling { goal: 10 }, &1, instance as f32);
            }
        }
        let (test, train) = dataset.split(&mut Random::new(3));
        assert_eq!(test.targets.len() + train.targets.len(), dataset.len());
        let instances = |part: &Examples| {
            part.targets.iter().map(|target| *target as u32).collect::<BTreeSet<_>>()
        };
        let (test, train) = (instances(&test), instances(&train));
        assert_eq!((test.len(), train.len()), (3, 31), "34 instances have states");
        assert!(test.is_disjoint(&train), "{test:?}");
    }
}
