//! State shared by the workers on one deal: the table, the remaining expansions, and the result.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use patience_core::Stop;

use super::end::End;
use crate::config::Config;
use crate::memory::Table;
use crate::position::Geometry;

/// State shared by the workers on one deal.
pub(crate) struct Shared<'a> {
    pub geometry: &'a Geometry,
    pub config: &'a Config,
    /// The positions proved lost. (Without open rows the graph has cycles: then all positions
    /// visited.)
    pub table: &'a Table,
    /// Maximum bytes of each worker's cache.
    pub cache_bytes: u64,
    /// Expansions that no worker has claimed yet.
    unclaimed: AtomicU64,
    /// The work that contains this one: these expansions are also claimed from it.
    within: Option<&'a Shared<'a>>,
    over: AtomicBool,
    end: Mutex<Option<End>>,
}

impl<'a> Shared<'a> {
    /// Creates the state for workers without caches that together make at most this many
    /// expansions.
    pub fn new(
        geometry: &'a Geometry,
        config: &'a Config,
        table: &'a Table,
        expansions: Option<u64>,
    ) -> Self {
        let unclaimed = expansions.unwrap_or(u64::MAX).into();
        let (within, over, end) = (None, false.into(), Mutex::new(None));
        Shared { geometry, config, table, cache_bytes: 0, unclaimed, within, over, end }
    }

    /// Returns the state; each expansion is then also claimed from `larger`, the work that contains
    /// this one.
    pub fn within(self, larger: &'a Shared<'a>) -> Self {
        Shared { within: Some(larger), ..self }
    }

    /// Returns the state with caches of at most this many bytes per worker, if any. (On a graph
    /// with cycles a recently generated position need not be lost.)
    pub fn with_caches(self, cache_bytes: u64) -> Self {
        let may_have = self.config.reductions.cache && self.geometry.is_acyclic();
        Shared { cache_bytes: if may_have { cache_bytes } else { 0 }, ..self }
    }

    /// Claims up to `wanted` expansions, as many as are left.
    pub fn claim(&self, wanted: u64) -> Result<u64, Stop> {
        let rest = |unclaimed: u64| Some(unclaimed.saturating_sub(wanted));
        let claimed = match self.unclaimed.fetch_update(Relaxed, Relaxed, rest) {
            Ok(unclaimed) if unclaimed > 0 => unclaimed.min(wanted),
            _ => return Err(Stop::Expansions),
        };
        self.within.map_or(Ok(claimed), |larger| larger.claim(claimed))
    }

    /// Gives back claimed expansions that were not made.
    pub fn give_back(&self, unused: u64) {
        self.unclaimed.fetch_add(unused, Relaxed);
        self.within.iter().for_each(|larger| larger.give_back(unused));
    }

    /// Stops all workers. A win or a proof overrides a limit reached at the same time, and the
    /// first limit overrides later ones.
    pub fn finish(&self, end: End) {
        let mut first = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        let is_limit = |end: &End| matches!(end, End::Stopped(_));
        if first.as_ref().is_none_or(|first| is_limit(first) && !is_limit(&end)) {
            *first = Some(end);
        }
        self.over.store(true, Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// How it ended.
    pub fn into_end(self) -> End {
        let end = self.end.into_inner().unwrap_or_else(PoisonError::into_inner);
        end.unwrap_or(End::Stopped(Stop::Cancelled))
    }
}
