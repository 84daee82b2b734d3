//! Decision trees (CART): splits that lower the Gini impurity most.

use patience_core::Random;
use serde::{Deserialize, Serialize};

use super::{Classifier, Table};

/// The growth limits of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Maximum depth.
    pub depth: u32,
    /// Minimum weight of the samples of a leaf.
    pub leaf: f64,
    /// Number of random columns considered per split; all columns if it is at least the width.
    pub columns: usize,
}

/// A binary tree of thresholds with a probability at each leaf.
///
/// ```
/// use patience_core::Random;
/// use patience_learn::models::{Classifier, Growth, Table, Tree};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let table = Table::new(1, samples);
/// let growth = Growth { depth: 3, leaf: 1.0, columns: 1 };
/// let tree = Tree::fit(&table, table.weights(), growth, &mut Random::new(1));
/// assert_eq!(tree.accuracy(&table), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Node {
    Leaf(f64),
    /// Rows whose column is at most the threshold go to the next node, others to the node `right`.
    Split {
        column: usize,
        threshold: f64,
        right: usize,
    },
}

impl Tree {
    /// Grows a tree on the rows of a table, with other weights.
    ///
    /// # Panics
    /// If there is not one pair of weights for each row.
    pub fn fit(table: &Table, weights: &[[f64; 2]], growth: Growth, random: &mut Random) -> Tree {
        assert_eq!(weights.len(), table.len(), "every row has its weights");
        let mut rows: Vec<usize> =
            (0..table.len()).filter(|row| weights[*row][0] + weights[*row][1] > 0.0).collect();
        let mut tree = Tree { nodes: Vec::new() };
        tree.grow(&Samples { table, weights, growth }, &mut rows, growth.depth, random);
        tree
    }

    /// Whether every split uses a column of `width` and leads to later nodes only: a check of
    /// models read from a file.
    pub fn is_sound(&self, width: usize) -> bool {
        let is_later = |index: usize, at: usize| index > at && index < self.nodes.len();
        let sound = |(at, node): (usize, &Node)| match *node {
            Node::Leaf(probability) => (0.0..=1.0).contains(&probability),
            Node::Split { column, threshold, right } => {
                column < width
                    && threshold.is_finite()
                    && is_later(at + 1, at)
                    && is_later(right, at)
            }
        };
        !self.nodes.is_empty() && self.nodes.iter().enumerate().all(sound)
    }

    fn grow(&mut self, samples: &Samples, rows: &mut [usize], depth: u32, random: &mut Random) {
        let [no, yes] = samples.total(rows);
        let at = self.nodes.len();
        self.nodes.push(Node::Leaf(if no + yes > 0.0 { yes / (no + yes) } else { 0.5 }));
        if depth == 0 || no == 0.0 || yes == 0.0 {
            return;
        }
        let Some((column, threshold)) = samples.best_split(rows, random) else { return };
        rows.sort_unstable_by(|a, b| {
            let value = |row: usize| samples.table.row(row)[column];
            value(*a).total_cmp(&value(*b)).then(a.cmp(b))
        });
        let middle = rows.partition_point(|row| samples.table.row(*row)[column] <= threshold);
        let (left, right) = rows.split_at_mut(middle);
        self.grow(samples, left, depth - 1, random);
        self.nodes[at] = Node::Split { column, threshold, right: self.nodes.len() };
        self.grow(samples, right, depth - 1, random);
    }
}

/// Training data of a tree.
struct Samples<'a> {
    table: &'a Table,
    weights: &'a [[f64; 2]],
    growth: Growth,
}

impl Samples<'_> {
    fn total(&self, rows: &[usize]) -> [f64; 2] {
        rows.iter().fold([0.0; 2], |sum, row| {
            [sum[0] + self.weights[*row][0], sum[1] + self.weights[*row][1]]
        })
    }

    /// The column and threshold with the lowest impurity, if any lowers it; the first among equals.
    fn best_split(&self, rows: &[usize], random: &mut Random) -> Option<(usize, f64)> {
        let width = self.table.width();
        let mut columns: Vec<usize> = (0..width).collect();
        if self.growth.columns < width {
            random.shuffle(&mut columns);
            columns.truncate(self.growth.columns);
        }
        let total = self.total(rows);
        let mut best = None;
        let mut best_impurity = impurity(total) * (1.0 - 1e-12);
        let mut sorted: Vec<(f64, usize)> = Vec::with_capacity(rows.len());
        for column in columns {
            sorted.clear();
            sorted.extend(rows.iter().map(|row| (self.table.row(*row)[column], *row)));
            sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mut left = [0.0; 2];
            for pair in sorted.windows(2) {
                let [(value, row), (next, _)] = pair else { unreachable!("windows of two") };
                left[0] += self.weights[*row][0];
                left[1] += self.weights[*row][1];
                if value == next {
                    continue;
                }
                let right = [total[0] - left[0], total[1] - left[1]];
                if (left[0] + left[1]).min(right[0] + right[1]) < self.growth.leaf {
                    continue;
                }
                let here = impurity(left) + impurity(right);
                if here < best_impurity {
                    best_impurity = here;
                    best = Some((column, value.midpoint(*next)));
                }
            }
        }
        best
    }
}

/// The Gini impurity times the weight.
fn impurity([no, yes]: [f64; 2]) -> f64 {
    let all = no + yes;
    if all > 0.0 { 2.0 * no * yes / all } else { 0.0 }
}

impl Classifier for Tree {
    fn probability(&self, row: &[f64]) -> f64 {
        let mut at = 0;
        loop {
            match self.nodes[at] {
                Node::Leaf(probability) => return probability,
                Node::Split { column, threshold, right } => {
                    at = if row[column] <= threshold { at + 1 } else { right }
                }
            }
        }
    }
}
