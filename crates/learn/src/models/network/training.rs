//! Training of networks by Adam (Kingma and Ba 2015).

use patience_core::{Environment, Random, Stop};

use super::{Layer, Network, dot};

/// Loss that training a [`Network`] minimises, as a function of output and target, averaged by
/// weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Half the squared difference.
    Squared,
    /// The log-loss of the output as log-odds; targets are 0 to 1.
    Logistic,
}

/// Training options of a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// Number of passes over all rows.
    pub epochs: u32,
    /// Rows between two steps.
    pub batch: usize,
    /// The initial step size; it falls linearly to a tenth.
    pub rate: f32,
    /// The penalty on squared weights, divided by the batch as in scikit-learn.
    pub penalty: f32,
}

/// The training set of a [`Network`]: rows side by side, with a target and a weight each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// Numbers in a row.
    pub width: usize,
    /// The rows.
    pub rows: Vec<f32>,
    /// By row: the target output.
    pub targets: Vec<f32>,
    /// By row: the weight.
    pub weights: Vec<f32>,
}

impl Network {
    /// Trains on examples; the rows are shuffled before each epoch.
    ///
    /// # Panics
    /// If the examples have a different width from the network, or there are none.
    pub fn train(&mut self, examples: &Examples, loss: Loss, adam: Adam, random: &mut Random) {
        let trained = self.train_within(examples, loss, adam, random, Environment::none());
        trained.expect("nothing cancels it");
    }

    /// Like [`train`](Network::train), until it is cancelled.
    ///
    /// # Errors
    /// It was cancelled: the network is trained in part.
    ///
    /// # Panics
    /// As [`train`](Network::train).
    pub(crate) fn train_within(
        &mut self,
        examples: &Examples,
        loss: Loss,
        adam: Adam,
        random: &mut Random,
        environment: Environment<'_>,
    ) -> Result<(), Stop> {
        let count = examples.targets.len();
        assert_eq!(examples.width, self.inputs(), "the examples have the width of the network");
        assert!(
            count > 0
                && examples.rows.len() == count * examples.width
                && examples.weights.len() == count
        );
        let mean_weight = examples.weights.iter().sum::<f32>() / count as f32;
        self.descend(count, adam, random, environment, |network, index, gradient| {
            let row = &examples.rows[index * examples.width..][..examples.width];
            let weight = examples.weights[index] / mean_weight;
            let target = examples.targets[index];
            gradient.add(network, row, |output| {
                weight
                    * match loss {
                        Loss::Squared => output - target,
                        Loss::Logistic => 1.0 / (1.0 + libm::expf(-output)) - target,
                    }
            });
        })
    }

    /// Gradient descent; `add` accumulates the gradient of each of `count` examples, which are
    /// shuffled before each epoch. The cancel flag is read before each batch.
    pub(crate) fn descend(
        &mut self,
        count: usize,
        adam: Adam,
        random: &mut Random,
        environment: Environment<'_>,
        add: impl Fn(&Network, usize, &mut Gradient),
    ) -> Result<(), Stop> {
        let mut order: Vec<usize> = (0..count).collect();
        let mut gradient = Gradient::new(self);
        let mut moments: Vec<[Layer; 2]> =
            self.layers.iter().map(|layer| [layer.zeroed(), layer.zeroed()]).collect();
        let steps = adam.epochs as usize * count.div_ceil(adam.batch);
        let mut step = 0;
        for _ in 0..adam.epochs {
            random.shuffle(&mut order);
            for batch in order.chunks(adam.batch) {
                if environment.is_cancelled() {
                    return Err(Stop::Cancelled);
                }
                gradient.layers.iter_mut().for_each(Layer::clear);
                batch.iter().for_each(|index| add(self, *index, &mut gradient));
                step += 1;
                let rate = adam.rate * (1.0 - 0.9 * step as f32 / steps as f32);
                let scale = 1.0 / batch.len() as f32;
                for ((layer, gradient), moments) in
                    self.layers.iter_mut().zip(&gradient.layers).zip(&mut moments)
                {
                    layer.step(gradient, moments, scale, rate, adam.penalty, step);
                }
            }
        }
        Ok(())
    }
}

/// The gradient of a loss with respect to the parameters of a [`Network`], summed over rows.
pub(crate) struct Gradient {
    layers: Vec<Layer>,
    /// Buffers for one row: the output of each layer, and the derivative of the loss.
    activations: Vec<Vec<f32>>,
    deltas: Vec<Vec<f32>>,
}

impl Gradient {
    pub(crate) fn new(network: &Network) -> Gradient {
        let activations: Vec<Vec<f32>> =
            network.layers.iter().map(|layer| vec![0.0; layer.outputs()]).collect();
        let layers = network.layers.iter().map(Layer::zeroed).collect();
        Gradient { layers, deltas: activations.clone(), activations }
    }

    /// Adds the gradient of one row; `slope` is the derivative of the loss with respect to the
    /// network's output.
    pub(crate) fn add(&mut self, network: &Network, row: &[f32], slope: impl FnOnce(f32) -> f32) {
        let Gradient { layers: gradient, activations, deltas } = self;
        let last = network.layers.len() - 1;
        for (index, layer) in network.layers.iter().enumerate() {
            let (before, after) = activations.split_at_mut(index);
            layer.forward(before.last().map_or(row, |inputs| inputs), &mut after[0]);
            if index < last {
                after[0].iter_mut().for_each(|value| *value = value.max(0.0));
            }
        }
        deltas[last][0] = slope(activations[last][0]);
        for index in (0..=last).rev() {
            let (below, here) = deltas.split_at_mut(index);
            let delta = &here[0];
            let outputs = delta.len();
            let inputs: &[f32] = if index == 0 { row } else { &activations[index - 1] };
            let layer = &mut gradient[index];
            for (sum, value) in layer.bias.iter_mut().zip(delta) {
                *sum += value;
            }
            for (input, &value) in inputs.iter().enumerate() {
                if value != 0.0 {
                    for (sum, delta) in
                        layer.weights[input * outputs..][..outputs].iter_mut().zip(delta)
                    {
                        *sum += value * delta;
                    }
                }
            }
            if let Some(below) = below.last_mut() {
                for (input, slot) in below.iter_mut().enumerate() {
                    // The rectifier has no gradient where its output is 0.
                    let open = activations[index - 1][input] > 0.0;
                    *slot = if open {
                        dot(&network.layers[index].weights[input * outputs..][..outputs], delta)
                    } else {
                        0.0
                    };
                }
            }
        }
    }
}

#[cfg(test)]
impl Network {
    /// Every weight and bias, in the order of [`Gradient::numbers`].
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.layers.iter_mut().flat_map(|layer| layer.bias.iter_mut().chain(&mut layer.weights))
    }
}

#[cfg(test)]
impl Gradient {
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.layers.iter().flat_map(|layer| layer.bias.iter().chain(&layer.weights))
    }
}

impl Layer {
    fn clear(&mut self) {
        self.bias.fill(0.0);
        self.weights.fill(0.0);
    }

    fn zeroed(&self) -> Layer {
        Layer { bias: vec![0.0; self.bias.len()], weights: vec![0.0; self.weights.len()] }
    }

    fn step(
        &mut self,
        gradient: &Layer,
        moments: &mut [Layer; 2],
        scale: f32,
        rate: f32,
        penalty: f32,
        step: i32,
    ) {
        const KEPT: [f32; 2] = [0.9, 0.999];
        let correction = [1.0 - KEPT[0].powi(step), 1.0 - KEPT[1].powi(step)];
        let update = |value: &mut f32, slope: f32, first: &mut f32, second: &mut f32| {
            *first = KEPT[0] * *first + (1.0 - KEPT[0]) * slope;
            *second = KEPT[1] * *second + (1.0 - KEPT[1]) * slope * slope;
            *value -= rate * (*first / correction[0]) / ((*second / correction[1]).sqrt() + 1e-8);
        };
        let [first, second] = moments;
        for (index, value) in self.bias.iter_mut().enumerate() {
            update(
                value,
                gradient.bias[index] * scale,
                &mut first.bias[index],
                &mut second.bias[index],
            );
        }
        for (index, value) in self.weights.iter_mut().enumerate() {
            let slope = (gradient.weights[index] + penalty * *value) * scale;
            update(value, slope, &mut first.weights[index], &mut second.weights[index]);
        }
    }
}
