//! The course of a solve: resolves the request, runs the search, replays the plan, and reports.

use patience_core::{
    Blind, Budget, Counters, Domain, Game, Heuristic, Limits, Outcome, Run, Stop, Values, replay,
};
use patience_search::{Algorithm, Arguments};

use super::{Move, TypedInstance};
use crate::known::Known;
use crate::registered::Resolved;
use crate::solver::{Found, Method};
use crate::watch::Watch;
use crate::{Context, Instance, MODEL, ModelFile, Report, Request, RequestError, Verdict, Watcher};

impl<D: Domain> TypedInstance<D> {
    /// Solves the instance, replays the plan, and reports.
    pub(super) fn solved(
        &self,
        request: &Request,
        context: &mut Context<'_>,
    ) -> Result<Report, RequestError> {
        let Resolved { solver, heuristic, guide, values, seed } =
            self.entry.resolve(&self.game, request)?;
        let environment = context.environment;
        let watcher = context.watcher.as_deref_mut().map(|watcher| watcher as &mut dyn Watcher);
        let mut limits = request.limits.clone();
        limits.expansions = limits.expansions.or(solver.budget);
        let listing =
            self.entry.certificates_for(self.rules()).filter(|_| context.resources.record).map(
                |certificates| {
                    let budget = Budget::new(limits.clone(), environment);
                    certificates.list(self.domain(), &self.game, budget)
                },
            );
        let mut watch = Watch { domain: self.domain(), watcher, listing, seen: 0 };
        let mut run = Run::new(limits, environment).with_seed(seed);
        if watch.watcher.is_some() || watch.listing.is_some() {
            run = run.with_observer(&mut watch);
        }

        let Found { outcome, mut details, record } = match &solver.method {
            Method::Search(algorithm) => {
                self.search(algorithm, [&heuristic, &guide], values, request.model, &mut run).into()
            }
            Method::Special(solve, _) => solve(&self.game, &values, &context.resources, &mut run)?,
        };
        if let (Some(model), Some(Known::Learned(_))) = (request.model, &heuristic) {
            details.push((MODEL.name, model.checksum().to_owned()));
        }
        let counters = run.counters();
        let left = run.limits().after(counters.expanded);
        let lower_bound = outcome.lower_bound;
        let Judged { verdict, stop, plan, optimal } =
            Judged::new(outcome.verdict, request.limits.depth);
        RequestError::if_defect(stop, solver.name, &self.id)?;
        let cost =
            plan.as_ref().map(|plan| replay(&self.game, plan)).transpose().map_err(|error| {
                RequestError::Defect {
                    algorithm: solver.name,
                    instance: self.id.clone(),
                    error: Some(error),
                }
            })?;
        if verdict == Verdict::Unsolvable
            && let Some(reason) = self.domain().why_lost(&self.game)
        {
            details.push(("reason", reason));
        }
        let record = match (record, watch.listing, &solver.method) {
            (None, Some(listing), Method::Search(_)) if verdict == Verdict::Unsolvable => {
                Some(listing.finish(&mut Run::new(left, environment)))
            }
            (record, ..) => record,
        };
        let Counters {
            expanded,
            generated,
            duplicates,
            reopened,
            dead_ends,
            peak_open,
            peak_closed,
            peak_bytes,
        } = counters;
        Ok(Report {
            instance: self.id.clone(),
            game: self.game(),
            rules: self.rules(),
            board: self.board(),
            algorithm: solver.name,
            heuristic: heuristic.map(|entry| entry.name()),
            verdict,
            stop,
            length: plan.as_ref().map(Vec::len),
            optimal,
            plan: plan.map(|plan| self.plan_texts(&plan)).unwrap_or_default(),
            expanded,
            generated,
            duplicates,
            reopened,
            dead_ends,
            peak_open,
            peak_closed,
            peak_bytes,
            seconds: environment.elapsed().as_secs_f64(),
            lower_bound,
            seed,
            details,
            cost,
            record,
        })
    }

    /// Builds and prepares a heuristic and a guide, and runs a generic search with them.
    fn search(
        &self,
        algorithm: &Algorithm<D::Game>,
        heuristics: [&Option<Known<D::Game>>; 2],
        values: Values,
        model: Option<&'static ModelFile>,
        run: &mut Run<'_, D::Game>,
    ) -> Outcome<Move<D>> {
        let build = |known: &Option<Known<D::Game>>| {
            known.as_ref().map(|known| known.build(&self.game, &values, model))
        };
        let [heuristic, guide] = heuristics.map(build);
        let limits = Limits { expansions: None, depth: None, ..run.limits().clone() };
        let mut budget = Budget::new(limits, run.environment());
        let mut prepared = heuristic.iter().chain(&guide);
        if let Err(stop) = prepared.try_for_each(|each| each.prepare(&self.game, &mut budget)) {
            return stop.into();
        }
        let heuristic: &dyn Heuristic<D::Game> = match &heuristic {
            Some(heuristic) => &**heuristic,
            None => &Blind,
        };
        let guide = guide.as_ref().map(|guide| &**guide as &dyn Heuristic<D::Game>);
        (algorithm.solve)(&self.game, &Arguments { heuristic, guide, values }, run)
    }

    /// The moves of a plan as text, each written in its state.
    fn plan_texts(&self, plan: &[Move<D>]) -> Vec<String> {
        let mut state = self.game.start();
        plan.iter()
            .map(|mv| {
                let text = self.domain().move_text(&self.game, &state, *mv);
                state = self.game.apply(&state, *mv);
                text
            })
            .collect()
    }
}

/// A verdict in the parts of a report.
struct Judged<M> {
    verdict: Verdict,
    stop: Option<Stop>,
    plan: Option<Vec<M>>,
    optimal: bool,
}

impl<M> Judged<M> {
    /// A plan longer than the depth limit does not count.
    fn new(verdict: patience_core::Verdict<M>, depth: Option<u32>) -> Self {
        let without = |verdict, stop| Judged { verdict, stop, plan: None, optimal: false };
        match verdict {
            patience_core::Verdict::Solved { plan, .. }
                if depth.is_some_and(|most| plan.len() > most as usize) =>
            {
                without(Verdict::Unknown, Some(Stop::Depth))
            }
            patience_core::Verdict::Solved { plan, optimal, stop } => {
                Judged { verdict: Verdict::Solved, stop, plan: Some(plan), optimal }
            }
            patience_core::Verdict::Unsolvable => without(Verdict::Unsolvable, None),
            patience_core::Verdict::Unknown(stop) => without(Verdict::Unknown, Some(stop)),
        }
    }
}
