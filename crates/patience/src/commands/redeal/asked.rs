//! The question behind a row, which shows whether the row answers a later question.

use std::time::Duration;

use patience_catalogue::gaps::{RedealCut, RedealQuestion, RedealRule};
use patience_core::Limits;
use patience_study::setting::SOLVERS;
use serde::{Deserialize, Serialize};

use super::arguments::RedealArgs;
use crate::limits;

/// Everything that an answer depends on except the deal, the rule and the number of redeals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub samples: u64,
    seed: u64,
    /// Seconds.
    time: f64,
    expansions: Option<u64>,
    /// Bytes; `null` in rows that did not record it.
    memory: Option<u64>,
    /// The program's version.
    program: String,
    /// The solvers' version, as in studies.
    solvers: u32,
}

/// A limit that left games or the deal undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    Time,
    Expansions,
    Memory,
}

impl Asked {
    pub fn new(arguments: &RedealArgs) -> Self {
        Asked {
            samples: arguments.samples(),
            seed: arguments.seed(),
            time: arguments.time().as_secs_f64(),
            expansions: arguments.expansions,
            memory: Some(limits::free_memory() / 4 * 3),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            solvers: SOLVERS,
        }
    }

    pub fn question(&self, rule: RedealRule, redeals: u32, is_lost: bool) -> RedealQuestion {
        RedealQuestion {
            rule,
            redeals,
            samples: self.samples,
            seed: self.seed,
            is_lost,
            limits: Limits {
                time: Some(Duration::from_secs_f64(self.time)),
                expansions: self.expansions,
                memory: self.memory,
                ..Limits::default()
            },
        }
    }

    /// Whether the same solvers answer.
    pub fn is_of_program(&self, other: &Asked) -> bool {
        (&self.program, self.solvers) == (&other.program, other.solvers)
    }

    /// Whether the same games are sampled: always true if nothing is random.
    pub fn samples_as(&self, other: &Asked, rule: RedealRule) -> bool {
        self.seed == other.seed && (self.samples == other.samples || !rule.shuffles())
    }

    /// Whether this question had at least as much of a limit as another one.
    pub fn covers(&self, limit: Cut, other: &Asked) -> bool {
        let covers = |had: Option<u64>, has: Option<u64>| {
            had.is_none_or(|had| has.is_some_and(|has| has <= had))
        };
        match limit {
            Cut::Time => other.time <= self.time,
            Cut::Expansions => covers(self.expansions, other.expansions),
            Cut::Memory => covers(self.memory, other.memory),
        }
    }
}

impl Cut {
    pub fn of(cut: RedealCut) -> Vec<Cut> {
        [(cut.time, Cut::Time), (cut.expansions, Cut::Expansions), (cut.memory, Cut::Memory)]
            .into_iter()
            .filter_map(|(is_met, limit)| is_met.then_some(limit))
            .collect()
    }
}
