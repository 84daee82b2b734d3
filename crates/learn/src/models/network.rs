//! Neural networks: dense layers with rectifiers.

mod training;

use patience_core::Random;
use serde::{Deserialize, Serialize};

use super::Classifier;
use super::logistic::sigmoid;

pub(crate) use training::Gradient;
pub use training::{Adam, Examples, Loss};

/// Maximum width of a layer.
const WIDEST: usize = 128;

/// Maximum width of a hidden layer with a fast path.
const NARROW: usize = 32;

/// A feed-forward network with one output. Hidden layers are rectified, the output is not.
///
/// ```
/// use patience_core::Random;
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

    /// Whether it takes this many inputs, the sizes of its layers match and every number is
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
