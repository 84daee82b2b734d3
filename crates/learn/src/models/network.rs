//! Neural networks: dense layers with rectifiers, trained by Adam (Kingma and Ba 2015).

use patience_core::{Environment, Random, Stop};
use serde::{Deserialize, Serialize};

use super::Classifier;
use super::logistic::sigmoid;

/// Maximum width of a layer.
const WIDEST: usize = 128;

/// Maximum width of a hidden layer with a fast path.
const NARROW: usize = 32;

/// A feed-forward network with one output. Hidden layers are rectified, the output is not.
///
/// ```
/// use patience_core::{Environment, Random, Stop};
/// use patience_learn::models::Network;
///
/// let network = Network::new(2, &[3], &mut Random::new(1));
/// assert_eq!(network.inputs(), 2);
/// assert!(network.output(&[0.5, 1.0]).is_finite());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Layer {
    /// By output.
    bias: Vec<f32>,
    /// By input, then by output.
    weights: Vec<f32>,
}

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

impl Layer {
    fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// out = bias + inputs · weights
    #[inline]
    fn forward(&self, inputs: &[f32], out: &mut [f32]) {
        out.copy_from_slice(&self.bias);
        for (input, weights) in inputs.iter().zip(self.weights.chunks_exact(out.len())) {
            // Rectified inputs are often 0.
            if *input != 0.0 {
                for (sum, weight) in out.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
        }
    }
}

impl Network {
    /// A network of random weights: He's initialisation, drawn uniformly; the output layer starts
    /// at 0.
    ///
    /// # Panics
    /// If a hidden layer is wider than 128.
    pub fn new(inputs: usize, hidden: &[usize], random: &mut Random) -> Network {
        assert!(
            hidden.iter().all(|width| *width <= WIDEST),
            "hidden layers have at most {WIDEST} units"
        );
        let mut layers = Vec::new();
        let mut fan_in = inputs;
        for &width in hidden {
            let bound = libm::sqrtf(6.0 / fan_in as f32);
            let weights =
                (0..fan_in * width).map(|_| (2.0 * random.unit() as f32 - 1.0) * bound).collect();
            layers.push(Layer { bias: vec![0.0; width], weights });
            fan_in = width;
        }
        layers.push(Layer { bias: vec![0.0], weights: vec![0.0; fan_in] });
        Network { layers }
    }

    /// A network without hidden layers: the sum of the inputs times these weights.
    pub fn of_weights(weights: &[f32]) -> Network {
        Network::of_sum(weights, 0.0)
    }

    /// A network without hidden layers: the sum of the inputs times these weights, and a constant.
    pub fn of_sum(weights: &[f32], constant: f32) -> Network {
        Network { layers: vec![Layer { bias: vec![constant], weights: weights.to_vec() }] }
    }

    /// The weights of a network without hidden layers, `None` if it has any.
    pub fn linear(&self) -> Option<&[f32]> {
        match &self.layers[..] {
            [only] => Some(&only.weights),
            _ => None,
        }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.layers[0].weights.len() / self.layers[0].outputs()
    }

    /// The weights and the constant of a network without hidden layers, which is a weighted sum.
    pub fn as_sum(&self) -> Option<(&[f32], f32)> {
        match &self.layers[..] {
            [layer] => Some((&layer.weights, layer.bias[0])),
            _ => None,
        }
    }

    /// Whether it takes this many inputs, the sizes of its layers fit together and every number is
    /// finite: a check of models read from a file.
    pub fn is_sound(&self, inputs: usize) -> bool {
        self.fault(inputs).is_none()
    }

    /// Describes the first fault and what was expected; layers count from 1.
    pub(crate) fn fault(&self, inputs: usize) -> Option<String> {
        let mut fan_in = inputs;
        for (number, layer) in (1..).zip(&self.layers) {
            let (units, weights) = (layer.outputs(), layer.weights.len());
            if !(1..=WIDEST).contains(&units) {
                return Some(format!("layer {number} has {units} units; expected 1 to {WIDEST}"));
            }
            if weights != fan_in * units {
                return Some(format!(
                    "layer {number} has {weights} weights; expected {}, {fan_in} inputs of \
                     {units} units",
                    fan_in * units
                ));
            }
            if !layer.bias.iter().chain(&layer.weights).all(|value| value.is_finite()) {
                return Some(format!("a number of layer {number} is not finite"));
            }
            fan_in = units;
        }
        match self.layers.last().map(Layer::outputs) {
            None => Some("it has no layers; expected one or more".to_owned()),
            Some(1) => None,
            Some(units) => Some(format!("the last layer has {units} units; expected 1")),
        }
    }

    /// Converts a network trained on (value - mean)·factor to accept raw values.
    ///
    /// # Panics
    /// If there is not one pair of mean and factor for each input.
    pub fn take_raw(&mut self, scaling: &[(f32, f32)]) {
        assert_eq!(scaling.len(), self.inputs(), "every input has its scaling");
        let layer = &mut self.layers[0];
        let outputs = layer.outputs();
        for (weights, (mean, factor)) in layer.weights.chunks_exact_mut(outputs).zip(scaling) {
            for (weight, bias) in weights.iter_mut().zip(&mut layer.bias) {
                *weight *= factor;
                *bias -= *weight * mean;
            }
        }
    }

    /// Returns the output of the network for a row.
    #[inline]
    pub fn output(&self, row: &[f32]) -> f32 {
        debug_assert_eq!(row.len(), self.inputs(), "the row has the width of the network");
        let (last, hidden) = self.layers.split_last().expect("a network has an output layer");
        // A weighted sum needs no buffer, and a single narrow hidden layer, as in learned
        // heuristics, a small one.
        if hidden.is_empty() {
            return last.bias[0] + dot(row, &last.weights);
        }
        if let [layer] = hidden
            && layer.outputs() <= NARROW
        {
            let mut units = [0.0; NARROW];
            let units = &mut units[..layer.outputs()];
            layer.forward(row, units);
            units.iter_mut().for_each(|value| *value = value.max(0.0));
            return last.bias[0] + dot(units, &last.weights);
        }
        let (mut here, mut next) = ([0.0; WIDEST], [0.0; WIDEST]);
        let mut width = 0;
        for (index, layer) in hidden.iter().enumerate() {
            let outputs = &mut next[..layer.outputs()];
            layer.forward(if index == 0 { row } else { &here[..width] }, outputs);
            outputs.iter_mut().for_each(|value| *value = value.max(0.0));
            width = outputs.len();
            std::mem::swap(&mut here, &mut next);
        }
        last.bias[0] + dot(&here[..width], &last.weights)
    }

    /// Multiplies the network's output by a factor and adds a constant.
    pub(crate) fn rescale(&mut self, factor: f32, constant: f32) {
        let last = self.layers.last_mut().expect("a network has an output layer");
        last.weights.iter_mut().for_each(|weight| *weight *= factor);
        last.bias[0] = last.bias[0] * factor + constant;
    }

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
    pub(super) fn descend(
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
pub(super) struct Gradient {
    layers: Vec<Layer>,
    /// Buffers for one row: the output of each layer, and the derivative of the loss.
    activations: Vec<Vec<f32>>,
    deltas: Vec<Vec<f32>>,
}

impl Gradient {
    pub(super) fn new(network: &Network) -> Gradient {
        let activations: Vec<Vec<f32>> =
            network.layers.iter().map(|layer| vec![0.0; layer.outputs()]).collect();
        let layers = network.layers.iter().map(Layer::zeroed).collect();
        Gradient { layers, deltas: activations.clone(), activations }
    }

    /// Adds the gradient of one row; `slope` is the derivative of the loss by the network's output.
    pub(super) fn add(&mut self, network: &Network, row: &[f32], slope: impl FnOnce(f32) -> f32) {
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
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.layers.iter_mut().flat_map(|layer| layer.bias.iter_mut().chain(&mut layer.weights))
    }
}

#[cfg(test)]
impl Gradient {
    pub(super) fn numbers(&self) -> impl Iterator<Item = &f32> {
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

/// The dot product in eight strands, in a fixed order.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut strands = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for lane in 0..8 {
            strands[lane] += x[lane] * y[lane];
        }
    }
    strands.iter().sum::<f32>() + rest
}

/// A network of log-odds as a classifier.
impl Classifier for Network {
    fn probability(&self, row: &[f64]) -> f64 {
        let row: Vec<f32> = row.iter().map(|value| *value as f32).collect();
        sigmoid(f64::from(self.output(&row)))
    }
}
