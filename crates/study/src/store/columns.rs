//! The columns of a store's tables, for writing and for verifying them.

/// The columns covered by the checksum of a row, in order.
pub(super) const COLUMNS: &str = "job, attempt, origin, finished, verdict, stop, length, optimal, \
                                  seconds, expanded, generated, duplicates, reopened, dead_ends, \
                                  peak_open, peak_closed, peak_bytes, lower_bound, seed, \
                                  algorithm, heuristic, error, details, plan, started, \
                                  cpu_seconds, cores, watch, energy, isolation, tool, nodes";

/// The columns covered by the checksum of an origin, in order.
pub(super) const ORIGIN: &str = "program, schema, revision, dirty, build, compiler, target, \
                                 features, profile, machine, system, processor, cores, memory";

/// Fills the table `tallies` from the rows: the last row of each planned job.
pub(super) const TALLIED: &str = "
    SELECT configuration_id, set_id, verdict, coalesce(stop, ''), count(*), sum(seconds)
    FROM judged r
    WHERE planned AND NOT EXISTS (SELECT 1 FROM runs later
        WHERE later.attempt > 1 AND later.job = r.job AND later.attempt > r.attempt)
    GROUP BY 1, 2, 3, 4";
