//! Random forests: trees on samples drawn with replacement, each split on columns drawn at random.

use patience_core::Random;
use serde::{Deserialize, Serialize};

use super::{Classifier, Growth, Table, Tree};

/// The mean of many trees.
///
/// ```
/// use patience_core::Random;
/// use patience_learn::models::{Classifier, Forest, Growth, Table};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let table = Table::new(1, samples);
/// let growth = Growth { depth: 3, leaf: 1.0, columns: 1 };
/// let forest = Forest::fit(&table, 10, growth, &mut Random::new(1));
/// assert!(forest.probability(&[19.0]) > forest.probability(&[0.0]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Forest {
    trees: Vec<Tree>,
}

impl Forest {
    /// Grows `count` trees.
    pub fn fit(table: &Table, count: usize, growth: Growth, random: &mut Random) -> Forest {
        let trees = (0..count)
            .map(|_| {
                let weights: Vec<[f64; 2]> = table
                    .weights()
                    .iter()
                    .map(|weight| weight.map(|times| f64::from(drawn(times as u32, random))))
                    .collect();
                Tree::fit(table, &weights, growth, random)
            })
            .collect();
        Forest { trees }
    }

    /// Whether it has trees, all valid: a check of models read from a file.
    pub fn is_sound(&self, width: usize) -> bool {
        !self.trees.is_empty() && self.trees.iter().all(|tree| tree.is_sound(width))
    }
}

/// How many times `times` equal samples are drawn in a bootstrap: a Poisson distribution with mean
/// 1 per sample, the limit of drawing with replacement.
fn drawn(times: u32, random: &mut Random) -> u32 {
    let mut count = 0;
    for _ in 0..times {
        let mut product = random.unit();
        while product > std::f64::consts::E.recip() {
            count += 1;
            product *= random.unit();
        }
    }
    count
}

impl Classifier for Forest {
    fn probability(&self, row: &[f64]) -> f64 {
        self.trees.iter().map(|tree| tree.probability(row)).sum::<f64>() / self.trees.len() as f64
    }
}
