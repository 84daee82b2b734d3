//! A deal with its configuration, limits and services, as every search receives it, and the result
//! of a search.

use patience_core::{Budget, Limits, Stop};

use crate::board::{Board, Move};
use crate::config::Config;
use crate::counters::Counters;
use crate::policy::Choice;
use crate::services::Services;

/// A deal to work on.
pub(crate) struct Job<'a> {
    pub board: &'a Board,
    pub config: Config,
    pub limits: Limits,
    pub services: Services<'a>,
}

impl<'a> Job<'a> {
    /// The limits as a search polls them. Each search reports the memory that it holds, since the
    /// meter measures one thread only.
    pub fn budget(&self) -> Budget<'a> {
        Budget::new(self.limits.clone(), self.services.environment.without_meter())
    }

    /// Maximum memory in bytes.
    pub fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(u64::MAX)
    }

    /// Reports the counters so far.
    pub fn report(&mut self, counters: &Counters) {
        if let Some(progress) = &mut self.services.progress {
            progress(counters);
        }
    }

    /// Reports the counters so far, at intervals of some expansions.
    #[inline]
    pub fn notify(&mut self, counters: &Counters) {
        if counters.expanded.is_multiple_of(256) {
            self.report(counters);
        }
    }
}

/// The result of a search, before any check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A plan; `None` if the search met a solved position to which no moves lead, an error of the
    /// solver.
    Won(Option<Vec<Move>>),
    Lost,
    Stopped(Stop),
}

/// How a search ended.
pub(crate) struct Ended {
    pub claim: Claim,
    pub counters: Counters,
    /// Lower bound on the moves of any plan, if one was computed.
    pub lower_bound: Option<u32>,
    /// An upper bound on the probability that hashing spoiled it.
    pub failure_probability: f64,
    /// The moves of the line that brought the most cards home.
    pub deepest: Option<Vec<Move>>,
    /// The choices on the way to the plan.
    pub choices: Vec<Choice>,
}

impl Ended {
    /// The end of a search without hashing.
    pub fn new(claim: Claim, counters: Counters) -> Self {
        let (lower_bound, failure_probability) = (None, 0.0);
        let (deepest, choices) = (None, Vec::new());
        Ended { claim, counters, lower_bound, failure_probability, deepest, choices }
    }

    /// The end of a search that was stopped before it began.
    pub fn not_begun(stop: Stop) -> Self {
        Ended::new(Claim::Stopped(stop), Counters::default())
    }
}
