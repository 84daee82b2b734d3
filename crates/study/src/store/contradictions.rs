//! Rows that contradict each other or the expected verdicts.

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

/// The boards with contradictory rows. The query first makes one line per instance, so that rows
/// are read in the order of an index; it then combines instances with the same board.
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
    /// The database fails.
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

/// A row whose verdict is not the expected one.
///
/// ```
/// use patience_study::store::Surprise;
///
/// let mut found = Surprise {
///     set: "small".to_owned(),
///     instance: "p01.pddl".to_owned(),
///     configuration: "mine".to_owned(),
///     expected: "unsolvable".to_owned(),
///     is_wrong: true,
/// };
/// assert_eq!(found.to_string(), "wrong: `mine` solved `p01.pddl` of small; expected unsolvable");
/// found.is_wrong = false;
/// assert!(found.to_string().starts_with("unexpected: `mine` solved `p01.pddl`, and its plan is"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surprise {
    /// The set.
    pub set: String,
    /// The instance's name.
    pub instance: String,
    /// The configuration.
    pub configuration: String,
    /// The expected verdict.
    pub expected: String,
    /// Whether the row counts as wrong; otherwise its plan was replayed, so that the expectation is
    /// wrong.
    pub is_wrong: bool,
}

impl fmt::Display for Surprise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Surprise { set, instance, configuration, expected, is_wrong } = self;
        match (is_wrong, expected.as_str()) {
            (true, "solved") => {
                write!(f, "wrong: `{configuration}` refuted `{instance}` of {set}; expected solved")
            }
            (true, expected) => write!(
                f,
                "wrong: `{configuration}` solved `{instance}` of {set}; expected {expected}"
            ),
            (false, expected) => write!(
                f,
                "unexpected: `{configuration}` solved `{instance}`, and its plan is valid; the \
                 study expects {expected} in {set}"
            ),
        }
    }
}

impl Store {
    /// The rows of the study whose verdict is not the expected one: the first `most` of them, and
    /// their number.
    ///
    /// # Errors
    /// The database fails.
    pub fn surprises(&self, most: usize) -> Result<(Vec<Surprise>, u64), StoreError> {
        const FOUND: &str = "FROM results WHERE answer IN ('wrong', 'unexpected')";
        if self.number("SELECT EXISTS (SELECT 1 FROM expectations)")? == 0 {
            return Ok((Vec::new(), 0));
        }
        let sql = format!(
            "SELECT \"set\", instance, configuration, expected, answer = 'wrong' {FOUND} \
             ORDER BY set_position, configuration_position, job LIMIT {most}"
        );
        let named = self.collect(&sql, |row| {
            Ok(Surprise {
                set: row.get(0)?,
                instance: row.get(1)?,
                configuration: row.get(2)?,
                expected: row.get(3)?,
                is_wrong: row.get(4)?,
            })
        })?;
        Ok((named, self.number(&format!("SELECT count(*) {FOUND}"))?))
    }

    /// The number of rows with a wrong verdict.
    ///
    /// # Errors
    /// The database fails.
    pub fn wrong(&self) -> Result<u64, StoreError> {
        self.number("SELECT coalesce(sum(jobs), 0) FROM tallies WHERE stop = 'wrong'")
    }
}
