//! Counters of a run.

/// Counters collected during a run, of an [`Answer`](crate::Answer). Positions are those of the
/// reduced game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Positions whose steps were generated.
    pub expanded: u64,
    /// Steps generated.
    pub generated: u64,
    /// Positions that were generated again.
    pub duplicates: u64,
    /// Positions cut as dead ends, by the relaxation or by pairs.
    pub dead_ends: u64,
    /// Positions without any step that are not solved.
    pub stuck: u64,
    /// Positions with just one step.
    pub forced: u64,
    /// Positions where a persistent set left out steps.
    pub persistent: u64,
    /// Restarts from the deal.
    pub restarts: u64,
    /// Positions stored at the end.
    pub stored: u64,
    /// Peak memory of tables and stacks, in bytes.
    pub peak_bytes: u64,
    /// Bytes written to the scratch space.
    pub spilled_bytes: u64,
}

impl Counters {
    /// Adds what another worker did on the same table.
    pub fn add(&mut self, other: &Counters) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.duplicates += other.duplicates;
        self.dead_ends += other.dead_ends;
        self.stuck += other.stuck;
        self.forced += other.forced;
        self.persistent += other.persistent;
        self.restarts += other.restarts;
        self.stored = self.stored.max(other.stored);
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        self.spilled_bytes += other.spilled_bytes;
    }
}

/// Totals over all processes of [`solve_parts`](crate::Solver::solve_parts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitCounters {
    /// Parts that the deal was split into; 0 if it was decided before there were enough.
    pub parts: u32,
    /// Parts that are decided.
    pub decided: u32,
    /// Expansions spent on these, on splitting the deal, and on the part that this process was
    /// working on when it was stopped.
    pub expanded: u64,
}
