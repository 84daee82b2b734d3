//! k nearest neighbours.

use serde::{Deserialize, Serialize};

use super::{Classifier, Table};

/// The k nearest training samples by Euclidean distance vote; among equals the earlier sample is
/// nearer.
///
/// ```
/// use patience_learn::models::{Classifier, NearestNeighbours, Table};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let table = Table::new(1, samples);
/// assert!(NearestNeighbours::fit(&table, 3).probability(&[19.0]) > 0.5);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NearestNeighbours {
    k: usize,
    table: Table,
}

impl NearestNeighbours {
    /// Stores the samples.
    ///
    /// # Panics
    /// If `k` is not between 1 and 8: no more answers of equal rows are stored.
    pub fn fit(table: &Table, k: usize) -> Self {
        assert!((1..=8).contains(&k), "between 1 and 8 neighbours vote");
        NearestNeighbours { k, table: table.clone() }
    }

    /// Whether the rows have `width` numbers, and `k` is valid: a check of models read from a file.
    pub fn is_sound(&self, width: usize) -> bool {
        (1..=8).contains(&self.k) && self.table.is_sound(width)
    }
}

impl Classifier for NearestNeighbours {
    fn probability(&self, row: &[f64]) -> f64 {
        // The nearest rows found so far, as distance and index, ascending. Each row stands for one
        // sample or more.
        let mut nearest: Vec<(f64, usize)> = Vec::with_capacity(self.k + 1);
        for index in 0..self.table.len() {
            let distance: f64 =
                self.table.row(index).iter().zip(row).map(|(a, b)| (a - b) * (a - b)).sum();
            if nearest.len() < self.k || distance < nearest[self.k - 1].0 {
                let place = nearest.partition_point(|(other, _)| *other <= distance);
                nearest.insert(place, (distance, index));
                nearest.truncate(self.k);
            }
        }
        let answers = nearest.iter().flat_map(|(_, index)| self.table.answers(*index)).take(self.k);
        let (mut yes, mut all) = (0.0, 0.0);
        for answer in answers {
            yes += f64::from(u8::from(*answer));
            all += 1.0;
        }
        // If there are no samples, there are no votes.
        if all > 0.0 { yes / all } else { 0.5 }
    }
}
