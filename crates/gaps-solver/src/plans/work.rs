//! How the searches for shorter plans use the budget.

use patience_core::{Budget, Stop};

use crate::counters::Counters;
use crate::job::Job;

/// The budget, and its use so far.
pub(super) struct Work<'a, 'j> {
    pub budget: Budget<'j>,
    pub counters: Counters,
    job: &'a mut Job<'j>,
}

impl<'a, 'j> Work<'a, 'j> {
    pub fn new(job: &'a mut Job<'j>) -> Self {
        Work { budget: job.budget(), counters: Counters::default(), job }
    }

    /// Counts an expansion by a search that holds `held` bytes, if the limits allow both.
    pub fn expand(&mut self, held: usize) -> Result<(), Stop> {
        self.budget.check_held(held as u64)?;
        self.budget.expand()?;
        self.counters.expanded += 1;
        self.counters.peak_bytes = self.counters.peak_bytes.max(held as u64);
        self.job.notify(&self.counters);
        Ok(())
    }
}
