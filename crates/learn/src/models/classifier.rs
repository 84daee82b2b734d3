//! The common interface of all classifiers.

use super::table::Table;

/// A trained classifier of rows into no and yes.
///
/// ```
/// use patience_learn::models::Classifier;
///
/// /// Yes where the first number is above ½.
/// struct First;
///
/// impl Classifier for First {
///     fn probability(&self, row: &[f64]) -> f64 {
///         row[0]
///     }
/// }
///
/// assert!(First.probability(&[0.75]) > 0.5);
/// ```
pub trait Classifier {
    /// The model's probability of yes; only whether it exceeds ½ need be meaningful.
    fn probability(&self, row: &[f64]) -> f64;

    /// The weighted share of a table's samples on the right side of ½. Exactly ½ counts as yes.
    fn accuracy(&self, table: &Table) -> f64 {
        let (mut right, mut all) = (0.0, 0.0);
        for (row, [no, yes]) in table.iter() {
            right += if self.probability(row) >= 0.5 { yes } else { no };
            all += no + yes;
        }
        right / all
    }
}
