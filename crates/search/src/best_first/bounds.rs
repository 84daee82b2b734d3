//! The lower bound of a best-first search, and the claims that it allows an outcome.
//!
//! While states with cheaper paths are reopened, some state on every cheapest plan is in open with
//! its true cost g, or was left out (beyond the depth limit, or called a dead end by a heuristic
//! whose dead ends are not sound). So the smallest g + h over both, with an admissible h, or of g
//! without a heuristic, is a lower bound on the cost of any plan (Hart, Nilsson and Raphael 1968,
//! lemma 1). All claims of an outcome derive from this bound.

use patience_core::{Event, Game, Outcome, Run, Stop, Verdict};

use super::{Duplicates, Plans, Search};
use crate::incumbent::Incumbent;
use crate::report_path;
use crate::table::Id;

impl<G: Game> Search<'_, G> {
    /// Takes a plan as the incumbent, or discards it if it is longer than the limits allow.
    pub(super) fn found(&mut self, id: Id, cost: u32, run: &mut Run<G>) {
        let Some(incumbent) = Incumbent::new(id, cost, |goal| self.closed.path(goal), run) else {
            self.leave_out(cost, 0);
            return;
        };
        self.incumbent = Some(incumbent);
        if self.variant.plans == Plans::Improve {
            run.notify(self.game, Event::Incumbent { cost });
        }
    }

    /// No plan through a state that was reached at cost `g` is cheaper than this.
    #[inline]
    pub(super) fn bound(&self, g: u32, h: u32) -> u32 {
        if self.claims.admissible { g.saturating_add(h) } else { g }
    }

    pub(super) fn leave_out(&mut self, g: u32, h: u32) {
        self.left_out = self.left_out.min(self.bound(g, h));
    }

    /// A lower bound on the cost of every plan; `u32::MAX` or the incumbent's cost if nothing is
    /// left.
    fn lower_bound(&self) -> u32 {
        if self.variant.duplicates != Duplicates::Reopen {
            return if self.claims.admissible { self.start_h } else { 0 };
        }
        // If f is the bound of a state, the lowest f of all is enough if it reaches the plan's
        // cost.
        if let Some(Incumbent { cost, .. }) = self.incumbent
            && self.variant.may_group()
            && self.claims.admissible
            && self.open.least().is_none_or(|(f, _)| f >= u64::from(cost))
        {
            return self.left_out.min(cost);
        }
        let current =
            self.open.iter().filter(|waiting| waiting.g == self.closed.value(waiting.id).g);
        let waiting = current.map(|waiting| self.bound(waiting.g, waiting.h)).min();
        self.left_out.min(waiting.unwrap_or(u32::MAX))
    }

    pub(super) fn outcome(self, end: Result<(), Stop>, run: &Run<G>) -> Outcome<G::Move> {
        let bound = self.lower_bound();
        match (self.incumbent, end) {
            (Some(incumbent), end) => {
                let stop = match end {
                    Err(stop) => Some(stop),
                    // States that an anytime search left out may lead to a cheaper plan.
                    Ok(()) if self.variant.plans == Plans::Improve => {
                        Some(if run.was_cut_by_depth() { Stop::Depth } else { Stop::Incomplete })
                    }
                    Ok(()) => None,
                };
                let path = incumbent.path(|goal| self.closed.path(goal));
                report_path(self.game, &path, bound, stop)
            }
            (None, Err(stop)) => Outcome::unknown(stop).with_lower_bound(bound),
            (None, Ok(())) => {
                let outcome = run.exhausted(!self.cut_unsoundly);
                match outcome.verdict {
                    Verdict::Unsolvable => outcome,
                    _ => outcome.with_lower_bound(bound),
                }
            }
        }
    }
}
