//! Samples as distinct rows with weights.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};

/// Number of answers of a row stored individually.
const ANSWERS: usize = 8;

/// Rows of numbers, each with the counts of the answers no and yes.
///
/// ```
/// use patience_learn::models::Table;
///
/// let table = Table::new(1, [([1.0], true), ([1.0], false), ([2.0], true)]);
/// assert_eq!((table.len(), table.totals()), (2, [1.0, 2.0]), "equal rows are one");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    width: usize,
    values: Vec<f64>,
    weights: Vec<[f64; 2]>,
    /// By row: the first answers in the order of the samples.
    answers: Vec<Vec<bool>>,
}

impl Table {
    /// The distinct rows of samples, in the order of their first appearance.
    ///
    /// # Panics
    /// If a row does not have `width` numbers.
    pub fn new<R: AsRef<[f64]>>(
        width: usize,
        samples: impl IntoIterator<Item = (R, bool)>,
    ) -> Table {
        let mut table = Table { width, ..Table::default() };
        let mut known: HashMap<Vec<u64>, usize, FixedState> = HashMap::default();
        for (row, answer) in samples {
            let row = row.as_ref();
            assert_eq!(row.len(), width, "every row has the width of the table");
            let index = *known
                .entry(row.iter().map(|value| value.to_bits()).collect())
                .or_insert_with(|| {
                    table.values.extend(row);
                    table.weights.push([0.0; 2]);
                    table.answers.push(Vec::new());
                    table.weights.len() - 1
                });
            table.weights[index][usize::from(answer)] += 1.0;
            if table.answers[index].len() < ANSWERS {
                table.answers[index].push(answer);
            }
        }
        table
    }

    /// Whether all rows have `width` finite numbers and a count of at least one: a check of models
    /// read from a file.
    pub fn is_sound(&self, width: usize) -> bool {
        let rows = self.weights.len();
        let is_answer = |answers: &Vec<bool>| (1..=ANSWERS).contains(&answers.len());
        self.width == width
            && self.answers.len() == rows
            && self.values.len() == width * rows
            && self
                .values
                .iter()
                .chain(self.weights.iter().flatten())
                .all(|value| value.is_finite())
            && self.answers.iter().all(is_answer)
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Distinct rows.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// A row.
    pub fn row(&self, index: usize) -> &[f64] {
        &self.values[index * self.width..][..self.width]
    }

    /// The counts of no and yes for each row.
    pub fn weights(&self) -> &[[f64; 2]] {
        &self.weights
    }

    /// The first answers of a row, at most eight.
    pub(super) fn answers(&self, index: usize) -> &[bool] {
        &self.answers[index]
    }

    /// Every row with its weights.
    pub fn iter(&self) -> impl Iterator<Item = (&[f64], [f64; 2])> {
        (0..self.len()).map(|index| (self.row(index), self.weights[index]))
    }

    /// The samples with no and with yes.
    pub fn totals(&self) -> [f64; 2] {
        self.weights.iter().fold([0.0; 2], |sum, weight| [sum[0] + weight[0], sum[1] + weight[1]])
    }

    /// The share of yes.
    pub fn share(&self) -> f64 {
        let [no, yes] = self.totals();
        yes / (no + yes)
    }

    /// Returns the samples with each row replaced.
    pub fn map(&self, width: usize, mut replace: impl FnMut(&[f64], &mut Vec<f64>)) -> Table {
        let mut values = Vec::with_capacity(width * self.len());
        for (row, _) in self.iter() {
            let before = values.len();
            replace(row, &mut values);
            assert_eq!(values.len(), before + width, "every row has the width of the table");
        }
        Table { width, values, weights: self.weights.clone(), answers: self.answers.clone() }
    }
}

/// Min-max scaling: maps each column from its smallest and largest value to 0 and 1.
///
/// ```
/// use patience_learn::models::{Scaling, Table};
///
/// let scaling = Scaling::of(&Table::new(1, [([2.0], true), ([6.0], false)]));
/// assert_eq!((scaling.low[0], scaling.factor[0]), (2.0, 0.25));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scaling {
    /// By column: the smallest value; 0 without a row.
    pub low: Vec<f64>,
    /// By column: one over the span; 0 for a column of one value.
    pub factor: Vec<f64>,
}

impl Scaling {
    /// The scaling of the rows of a table. It is fitted on training samples and applied to test
    /// samples.
    pub fn of(table: &Table) -> Scaling {
        let width = table.width();
        let (mut low, mut high) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
        for (row, _) in table.iter() {
            for (column, value) in row.iter().enumerate() {
                low[column] = low[column].min(*value);
                high[column] = high[column].max(*value);
            }
        }
        let factor = low
            .iter()
            .zip(&high)
            .map(|(low, high)| if high > low { 1.0 / (high - low) } else { 0.0 });
        let factor = factor.collect();
        let low = low.into_iter().map(|low| if low.is_finite() { low } else { 0.0 }).collect();
        Scaling { low, factor }
    }

    /// A table with scaled columns.
    pub fn apply(&self, table: &Table) -> Table {
        table.map(table.width(), |row, out| {
            out.extend(
                row.iter()
                    .zip(&self.low)
                    .zip(&self.factor)
                    .map(|((value, low), factor)| (value - low) * factor),
            );
        })
    }
}
