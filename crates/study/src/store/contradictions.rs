//! Rows that cannot all be right.

use std::fmt;

use super::{Store, StoreError};
use crate::units;

/// A board on which rows of a study contradict each other.
///
/// ```
/// use patience_study::store::Contradiction;
///
/// let found = Contradiction {
///     set: "small".to_owned(),
///     instance: "gaps:random/3x4/2".to_owned(),
///     claims: ("`A*` solved it in 9 moves".to_owned(), "`mine` refuted it".to_owned()),
/// };
/// assert_eq!(
///     found.to_string(),
///     "`gaps:random/3x4/2` of small: `A*` solved it in 9 moves, `mine` refuted it"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The set of the first of its instances.
    pub set: String,
    /// The name of the first of its instances.
    pub instance: String,
    /// The two claims, with the configurations that make them.
    pub claims: (String, String),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { set, instance, claims: (one, other) } = self;
        write!(f, "`{instance}` of {set}: {one}, {other}")
    }
}

/// The boards with contradictory rows. An instance has one line first, so that rows are read in the
/// order of an index; instances of the same board are then taken together.
const FOUND: &str = "
    WITH each AS (
        SELECT instance_id, \"set\", instance, game, rules, board,
               max(verdict = 'solved') AS solved,
               max(verdict = 'unsolvable') AS refuted,
               min(length) FILTER (WHERE verdict = 'solved') AS best,
               max(lower_bound) FILTER (WHERE verdict <> 'unsolvable') AS bound
        FROM results GROUP BY instance_id)
    SELECT min(instance_id), \"set\", instance, max(refuted) AS refuted, min(best) AS best,
           max(bound) AS bound, group_concat(instance_id)
    FROM each GROUP BY coalesce(game || ' ' || rules || ' ' || board, instance_id)
    HAVING max(solved) AND (max(refuted) OR min(best) < max(bound))
    ORDER BY 1";

impl Store {
    /// The boards on which a row of the study refutes what another one solved, or proves a bound
    /// that the length of another one's solution does not reach: the first `most` of them, and
    /// their number.
    ///
    /// # Errors
    /// The database's.
    pub fn contradictions(&self, most: usize) -> Result<(Vec<Contradiction>, u64), StoreError> {
        let found = self.collect(FOUND, |row| {
            let place: (String, String) = (row.get(1)?, row.get(2)?);
            let numbers: (bool, Option<i64>, Option<i64>) = (row.get(3)?, row.get(4)?, row.get(5)?);
            Ok((place, numbers, row.get::<_, String>(6)?))
        })?;
        let number = found.len() as u64;
        let first = found.into_iter().take(most);
        let named = first.map(|((set, instance), (refuted, best, bound), instances)| {
            let by = |condition: &str| self.configurations_with(&instances, condition);
            let claims = if refuted {
                (
                    format!("{} solved it", by("verdict = 'solved'")?),
                    format!("{} refuted it", by("verdict = 'unsolvable'")?),
                )
            } else {
                let (best, bound) = (best.unwrap_or(0), bound.unwrap_or(0));
                (
                    format!(
                        "{} solved it in {}",
                        by(&format!("verdict = 'solved' AND length = {best}"))?,
                        units::counted(best, "move")
                    ),
                    format!(
                        "{} proved that it takes {} or more",
                        by(&format!("verdict <> 'unsolvable' AND lower_bound = {bound}"))?,
                        units::count(bound as u64)
                    ),
                )
            };
            Ok(Contradiction { set, instance, claims })
        });
        Ok((named.collect::<Result<_, StoreError>>()?, number))
    }

    /// The names of the configurations with such a row on these instances.
    fn configurations_with(&self, ids: &str, condition: &str) -> Result<String, StoreError> {
        let sql = format!(
            "SELECT configuration FROM results WHERE instance_id IN ({ids}) AND {condition} \
             GROUP BY configuration ORDER BY min(configuration_position)"
        );
        let names = self.collect(&sql, |row| row.get::<_, String>(0))?;
        Ok(names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
    }
}
