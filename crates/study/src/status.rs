//! Progress of a study, for each set and configuration. Configurations are never pooled: their
//! results have only the instances in common.

use std::collections::HashMap;

use crate::spec::Spec;
use crate::statistics;
use crate::store::{Store, StoreError, VerdictCount};

/// A configuration on a set, of [`standings`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// The set.
    pub set: String,
    /// The configuration.
    pub configuration: String,
    /// Jobs of the study.
    pub of: u64,
    /// Jobs with a row.
    pub done: u64,
    /// Rows with a solution.
    pub solved: u64,
    /// Number of rows with a proof that there is none.
    pub unsolvable: u64,
    /// Rows without a verdict.
    pub unknown: u64,
    /// How many of those had a wrong verdict.
    pub wrong: u64,
    /// Total time of all rows.
    pub seconds: f64,
    /// The share of solved instances, with repetitions averaged first, and its 95 % interval;
    /// `None` before the first row.
    pub rate: Option<Rate>,
}

/// A share of instances in a [`Standing`] of [`standings`], with its Wilson interval at 95 %:
/// undecided ones count as lost for the lower end and as won for the upper end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rate {
    /// The share.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Rate {
    /// Computes the rate from means over instances.
    fn of(solved: f64, unknown: f64, instances: u64) -> Option<Rate> {
        let (low, high) = statistics::wilson_undecided_mean(solved, unknown, instances);
        (instances > 0).then_some(Rate { share: solved, low, high })
    }
}

/// The status of every configuration on every set on which it is run, in the order of the study.
///
/// ```
/// use patience_study::{example, status::standings, store::Store};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let standings = standings(&spec, &store)?;
/// assert_eq!(
///     (standings[0].set.as_str(), standings[0].of, standings[0].rate),
///     ("small", 20, None)
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The store fails.
pub fn standings(spec: &Spec, store: &Store) -> Result<Vec<Standing>, StoreError> {
    let mut tallies: HashMap<(String, String), Vec<VerdictCount>> = HashMap::new();
    for tally in store.tallies()? {
        tallies.entry((tally.set.clone(), tally.configuration.clone())).or_default().push(tally);
    }
    let mut repeated = repeated(spec, store)?;
    let mut standings = Vec::new();
    for set in &spec.sets {
        for configuration in set.configurations.iter().map(|&index| &spec.configurations[index]) {
            let key = (set.name.clone(), configuration.name.clone());
            let mine = tallies.remove(&key).unwrap_or_default();
            let count = |verdict: &str| {
                mine.iter().filter(|t| t.verdict == verdict).map(|t| t.jobs).sum::<u64>()
            };
            let (solved, unsolvable, unknown) =
                (count("solved"), count("unsolvable"), count("unknown"));
            let wrong = mine.iter().filter(|t| t.stop == "wrong").map(|t| t.jobs).sum();
            let done = solved + unsolvable + unknown;
            let share = |jobs: u64| jobs as f64 / done.max(1) as f64;
            // If every instance is run once, jobs and instances are the same.
            let rate = match configuration.repetitions {
                1 => Rate::of(share(solved), share(unknown), done),
                _ => repeated.remove(&key),
            };
            standings.push(Standing {
                of: set.len() * configuration.repetitions,
                // The sum of no numbers would be -0.
                seconds: mine.iter().fold(0.0, |sum, tally| sum + tally.seconds),
                set: key.0,
                configuration: key.1,
                done,
                solved,
                unsolvable,
                unknown,
                wrong,
                rate,
            });
        }
    }
    Ok(standings)
}

/// The rates of configurations with several runs per instance, by the names of set and
/// configuration.
fn repeated(spec: &Spec, store: &Store) -> Result<HashMap<(String, String), Rate>, StoreError> {
    if spec.configurations.iter().all(|configuration| configuration.repetitions == 1) {
        return Ok(HashMap::new());
    }
    let sql = "SELECT \"set\", configuration, avg(solved) AS solved, avg(unknown) AS unknown, \
               count(*) AS instances
               FROM (SELECT \"set\", configuration, avg(verdict = 'solved') AS solved, \
               avg(verdict = 'unknown') AS unknown
                     FROM results GROUP BY set_position, configuration_position, instance_id)
               GROUP BY 1, 2";
    let rows = store.collect(sql, |row| {
        let rate = Rate::of(
            row.get("solved")?,
            row.get("unknown")?,
            row.get::<_, i64>("instances")? as u64,
        );
        Ok(((row.get("set")?, row.get("configuration")?), rate))
    })?;
    Ok(rows.into_iter().filter_map(|(key, rate)| Some((key, rate?))).collect())
}
