//! The budget of a search and who is told of it.

use patience_core::{Budget, Stop};

use crate::config::Services;
use crate::solution::Counters;

/// What may be used, what of it was, and who is told.
pub(super) struct Work<'a, 's> {
    pub budget: Budget<'a>,
    pub counters: Counters,
    services: &'s mut Services<'a>,
}

impl<'a, 's> Work<'a, 's> {
    pub fn new(budget: Budget<'a>, services: &'s mut Services<'a>) -> Self {
        Work { budget, counters: Counters::default(), services }
    }

    /// To be called before a position is expanded by a search that holds so many bytes.
    pub fn expand(&mut self, held: usize) -> Result<(), Stop> {
        self.budget.check_held(held as u64)?;
        self.budget.expand()?;
        self.counters.expanded += 1;
        self.counters.peak_bytes = self.counters.peak_bytes.max(held as u64);
        self.services.tell(&self.counters);
        Ok(())
    }
}
