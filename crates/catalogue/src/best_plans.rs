//! Plans for players: the shortest known plan of each position.

use std::collections::HashMap;

use patience_core::Declaration;

use crate::gaps::ROUNDS;
use crate::{Instance, Report, Request, Verdict};

/// Number of rounds that shorten a plan for a player: they take a fraction of a second, and always
/// give the same plan.
const FOR_PLAYERS: u64 = 1;

impl Request {
    /// The request, with plans shortened if a solver with these parameters can do so, unless it
    /// already configures that.
    pub(crate) fn shortening(self, parameters: &[Declaration]) -> Self {
        let is_told = [ROUNDS.name(), "shorten", "optimal"]
            .iter()
            .any(|name| self.values.contains_key(*name));
        if parameters.contains(&ROUNDS.declared) && !is_told {
            self.with(ROUNDS.name(), FOR_PLAYERS)
        } else {
            self
        }
    }

    /// Whether plans are shortened.
    pub fn shortens(&self) -> bool {
        [ROUNDS.name(), "shorten"].iter().any(|name| self.values.contains_key(*name))
    }
}

/// The shortest known plan of each position, and its proved facts. Every plan also covers the
/// positions along it, so that answers about one game never contradict each other.
///
/// ```
/// use patience_catalogue::{BestPlans, Context, Request, open};
///
/// let (deal, mut plans) = (open("birds:neller/42")?, BestPlans::default());
/// let mut report = deal.solve(&Request::default(), &mut Context::unwatched())?;
/// plans.improve(&*deal, &mut report);
/// assert_eq!(report.length, Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct BestPlans {
    known: HashMap<String, Known>,
}

#[derive(Clone, Debug)]
struct Known {
    plan: Vec<String>,
    /// No plan is shorter.
    lower_bound: u32,
}

impl BestPlans {
    /// Records a report on the instance, and replaces its plan and bound with the best known ones.
    pub fn improve(&mut self, instance: &dyn Instance, report: &mut Report) {
        // If moves do not all cost 1, the costs of the rest of a plan are unknown.
        if report.verdict != Verdict::Solved || !report.counts_moves() {
            return;
        }
        self.learn(instance, report);
        let best = &self.known[&report.board];
        if best.plan.len() < report.plan.len() {
            report.plan.clone_from(&best.plan);
            report.length = Some(best.plan.len());
            report.cost = Some(best.plan.len() as u32);
        }
        report.lower_bound = report.lower_bound.max(best.lower_bound);
        report.optimal |= report.length == Some(report.lower_bound as usize);
    }

    fn learn(&mut self, instance: &dyn Instance, report: &Report) {
        let mut at: Option<Box<dyn Instance>> = None;
        for made in 0..=report.plan.len() {
            let position = at.as_deref().unwrap_or(instance);
            let plan = &report.plan[made..];
            // A move brings the goal at most one move closer.
            let lower_bound = report.lower_bound.saturating_sub(made as u32);
            let known = self
                .known
                .entry(position.board())
                .or_insert_with(|| Known { plan: plan.to_vec(), lower_bound });
            known.lower_bound = known.lower_bound.max(lower_bound);
            if plan.len() < known.plan.len() {
                known.plan = plan.to_vec();
            }
            let Some(next) = plan.first().and_then(|mv| position.after(mv).ok()) else { return };
            at = Some(next);
        }
    }
}
