//! Features with targets, grouped by instance.

use std::ops::Range;

use patience_core::{Environment, Game, Random, Stop};

use crate::features::Features;
use crate::models::{Adam, Examples, Loss, Network, scale};

/// Collects features and targets, grouped by instance.
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

/// Whether progress is reported after `done` instances: at every eighth of them, and at the end.
pub(crate) fn is_told(done: usize, total: usize) -> bool {
    done == total || done.is_multiple_of(total.div_ceil(8))
}

impl Dataset {
    /// Starts another instance. Whole instances are held out, because positions of one instance are
    /// too similar to be divided between training and test.
    pub fn begin_instance(&mut self) {
        self.begins.push(self.len());
    }

    /// Adds a state with its target estimate.
    ///
    /// # Panics
    /// If no instance was started.
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

    /// Reports the progress of generating training data, at every eighth of the instances.
    pub(crate) fn report(&self, what: &str, done: usize, total: usize, say: &mut dyn FnMut(&str)) {
        if is_told(done, total) {
            say(&format!("{what}: {done} of {total} instances, {} positions so far", self.len()));
        }
    }

    /// States noted.
    pub fn len(&self) -> usize {
        self.examples.targets.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Trains a network of one hidden layer on distances ([`Dataset::train`] with squared loss) and
    /// reports its error.
    ///
    /// # Errors
    /// It was cancelled.
    ///
    /// # Panics
    /// As [`Dataset::train`].
    pub fn train_on_distances(
        &self,
        hidden: usize,
        adam: Adam,
        seed: u64,
        environment: Environment<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Network, Stop> {
        say(&format!("training on {} positions, {} times each", self.len(), adam.epochs));
        let (network, error) = self.train_within(hidden, Loss::Squared, adam, seed, environment)?;
        say(&format!("mean squared error on held-out instances: {error:.2}"));
        Ok(network)
    }

    /// Trains a network with one hidden layer (none if `hidden` is 0) on the data, and returns it
    /// with the mean squared error on a held-out tenth of the instances.
    ///
    /// # Panics
    /// If there are states of fewer than ten instances.
    pub fn train(&self, hidden: usize, loss: Loss, adam: Adam, seed: u64) -> (Network, f32) {
        let trained = self.train_within(hidden, loss, adam, seed, Environment::none());
        trained.expect("nothing cancels it")
    }

    /// Like [`train`](Dataset::train), until it is cancelled.
    pub(crate) fn train_within(
        &self,
        hidden: usize,
        loss: Loss,
        adam: Adam,
        seed: u64,
        environment: Environment<'_>,
    ) -> Result<(Network, f32), Stop> {
        let width = self.examples.width;
        let mut random = Random::new(seed);
        let (test, train) = self.split(&mut random);
        let mut scaled = train;
        let scaling = scale(&mut scaled.rows, width);
        let hidden = if hidden > 0 { vec![hidden] } else { Vec::new() };
        let mut network = Network::new(width, &hidden, &mut random);
        network.train_within(&scaled, loss, adam, &mut random, environment)?;
        network.take_raw(&scaling);
        let error = |(row, target): (&[f32], &f32)| {
            let difference = network.output(row) - target;
            difference * difference
        };
        let sum: f32 = test.rows.chunks_exact(width).zip(&test.targets).map(error).sum();
        Ok((network, sum / test.targets.len() as f32))
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
        assert!(instances.len() >= 10, "there are instances for training and for validation");
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

    /// A tenth of the instances are held out as a whole, and every state is in exactly one part.
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
