//! Training by ranking: the first of two rows should get the smaller output.
//!
//! The loss of a pair is log(1 + exp(-(v(second) - v(first)))), the pairwise logistic loss
//! (RankNet, Burges et al. 2005).

use patience_core::{Environment, Random, Stop};

use super::columns::scale;
use super::logistic::sigmoid;
use super::network::{Adam, Gradient, Network};

/// Pairs of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    width: usize,
    /// Rows side by side: the first of a pair, then the second.
    rows: Vec<f32>,
}

impl Pairs {
    /// Adds a pair, unless its rows are equal.
    pub(crate) fn push(&mut self, first: &[f32], second: &[f32]) {
        if first != second {
            self.width = first.len();
            self.rows.extend(first.iter().chain(second));
        }
    }

    /// Adds the pairs of another.
    pub(crate) fn append(&mut self, mut other: Pairs) {
        self.width = self.width.max(other.width);
        self.rows.append(&mut other.rows);
    }

    /// Pairs noted.
    pub(crate) fn len(&self) -> usize {
        self.rows.len() / (2 * self.width).max(1)
    }

    /// The two rows of a pair.
    fn pair(&self, index: usize) -> (&[f32], &[f32]) {
        self.rows[2 * index * self.width..][..2 * self.width].split_at(self.width)
    }

    /// The share of the pairs that a network puts in the wrong order; equal outputs count half. NaN
    /// without pairs.
    pub(crate) fn wrong(&self, network: &Network) -> f64 {
        let wrong = |(first, second)| match network.output(first).total_cmp(&network.output(second))
        {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        (0..self.len()).map(|index| wrong(self.pair(index))).sum::<f64>() / self.len() as f64
    }
}

/// The derivative of a pair's loss with respect to the difference of the outputs.
fn slope(first: f32, second: f32) -> f32 {
    sigmoid(f64::from(first - second)) as f32
}

impl Network {
    /// Trains a new network on pairs, scaled by column and shuffled before each epoch.
    ///
    /// # Errors
    /// It was cancelled.
    pub(crate) fn train_on_pairs(
        &mut self,
        pairs: &Pairs,
        adam: Adam,
        random: &mut Random,
        environment: Environment<'_>,
    ) -> Result<(), Stop> {
        assert_eq!(pairs.width, self.inputs(), "the pairs have the width of the network");
        let mut scaled = pairs.clone();
        let scaling = scale(&mut scaled.rows, scaled.width);
        self.descend(scaled.len(), adam, random, environment, |network, index, gradient| {
            gradient.add_pair(network, scaled.pair(index));
        })?;
        self.take_raw(&scaling);
        Ok(())
    }
}

impl Gradient {
    /// Adds the gradient of the loss of one pair.
    fn add_pair(&mut self, network: &Network, (first, second): (&[f32], &[f32])) {
        let slope = slope(network.output(first), network.output(second));
        self.add(network, first, |_| slope);
        self.add(network, second, |_| -slope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss(network: &Network, (first, second): (&[f32], &[f32])) -> f64 {
        (1.0 + f64::from(network.output(first) - network.output(second)).exp()).ln()
    }

    /// The gradient of a network with one hidden layer agrees with numerical differentiation.
    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let mut random = Random::new(5);
        let mut steep = 0;
        for _ in 0..20 {
            let mut draw = || 2.0 * random.unit() as f32 - 1.0;
            let [first, second] = [0, 1].map(|_| [draw(), draw(), draw(), draw()]);
            let pair = (&first[..], &second[..]);
            let mut network = Network::new(4, &[6], &mut Random::new(7));
            network.numbers_mut().for_each(|number| *number = 2.0 * draw());
            let mut gradient = Gradient::new(&network);
            gradient.add_pair(&network, pair);
            steep += usize::from(gradient.numbers().filter(|slope| slope.abs() > 0.01).count() > 5);
            for (index, slope) in gradient.numbers().enumerate() {
                let moved = |step: f32| {
                    let mut network = network.clone();
                    *network.numbers_mut().nth(index).unwrap() += step;
                    loss(&network, pair)
                };
                let difference = (moved(2e-4) - moved(-2e-4)) / 4e-4;
                assert!(
                    (f64::from(*slope) - difference).abs() < 5e-3,
                    "number {index}: {slope} and {difference}"
                );
            }
        }
        // If the rectifiers are 0 for both rows, the derivative is 0.
        assert!(steep >= 10, "enough derivatives are non-zero: {steep}");
    }

    /// The relevant feature is found among irrelevant ones, and a tie counts as half an error.
    #[test]
    fn the_order_is_learned() {
        let mut random = Random::new(1);
        let mut pairs = || {
            let mut pairs = Pairs::default();
            for _ in 0..500 {
                let [a, b] = [0, 1]
                    .map(|_| [random.unit() as f32, random.unit() as f32, random.unit() as f32]);
                let is_first = a[0] - 2.0 * a[1] < b[0] - 2.0 * b[1];
                let (first, second) = if is_first { (a, b) } else { (b, a) };
                pairs.push(&first, &second);
            }
            pairs
        };
        let (train, test) = (pairs(), pairs());
        let mut network = Network::new(3, &[], &mut Random::new(1));
        assert_eq!(test.wrong(&network), 0.5, "all outputs are 0");
        let adam = Adam { epochs: 40, batch: 16, rate: 0.05, penalty: 0.0 };
        let none = Environment::none();
        network.train_on_pairs(&train, adam, &mut Random::new(1), none).unwrap();
        assert!(test.wrong(&network) < 0.05, "{}", test.wrong(&network));
        let mut one = Pairs::default();
        one.push(&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0]);
        assert_eq!(one.len(), 0, "no feature distinguishes these");
    }
}
