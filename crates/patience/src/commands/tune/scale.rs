//! The cost of a solve, by the chosen measure.

use clap::ValueEnum;
use patience_catalogue::{Report, Verdict};

use crate::style;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Measure {
    /// Expansions.
    Expansions,
    /// Seconds.
    Time,
    /// Moves of the plan.
    Length,
}

/// The cost of solves: the penalised average of Hutter et al. (2009), PAR10 by default.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub measure: Measure,
    /// Limit of a solve, in the unit of the measure.
    pub limit: f64,
    /// Cost of an undecided solve as a multiple of the limit. Giving up early never pays off.
    pub par: f64,
}

impl Scale {
    pub(super) fn cost(&self, report: &Report) -> f64 {
        let used = match self.measure {
            Measure::Expansions => report.expanded as f64,
            Measure::Time => report.seconds,
            Measure::Length => report.length.unwrap_or(0) as f64,
        };
        self.penalised(report.verdict != Verdict::Unknown, used)
    }

    /// The cost of an undecided solve does not depend on how soon it gave up.
    fn penalised(&self, settled: bool, used: f64) -> f64 {
        if settled && used <= self.limit { used } else { self.par * self.limit }
    }

    pub(super) fn shown(&self, cost: f64) -> String {
        match self.measure {
            Measure::Expansions if cost < 0.0 => format!("-{}", style::count(-cost.round() as u64)),
            Measure::Expansions => style::count(cost.round() as u64),
            Measure::Time if cost < 0.0 => format!("-{}", style::seconds(-cost)),
            Measure::Time => style::seconds(cost),
            Measure::Length => format!("{cost:.1}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_up_costs_a_multiple_of_the_limit() {
        let scale = Scale { measure: Measure::Time, limit: 2.0, par: 10.0 };
        for (settled, used, cost) in [
            (true, 0.5, 0.5),
            (true, 2.0, 2.0),
            (false, 2.0, 20.0),
            (false, 0.001, 20.0),
            (true, 2.5, 20.0),
        ] {
            assert_eq!(scale.penalised(settled, used), cost, "{settled} after {used} s");
        }
    }
}
