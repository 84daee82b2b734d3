//! Generic searches on a game, with a heuristic that the catalogue does not know.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use patience_catalogue::native::HeapMeter;
use patience_core::parameter::SEED;
use patience_core::{
    Argument, Blind, Environment, Game, Heuristic, Limits, Meter, Run, Stop, Values, Verdict,
    WallClock, replay, suggest,
};
use patience_search::{Algorithm, Arguments, algorithms};
use pyo3::prelude::*;
use serde::Serialize;

use crate::callable::Callable;
use crate::errors;

/// A search to run.
pub struct Order {
    pub algorithm: String,
    /// Name of the heuristic in the report.
    pub heuristic: Option<String>,
    pub limits: Limits,
    pub values: BTreeMap<String, Argument>,
    pub cancel: AtomicBool,
}

/// The report of a search: fields named as in the catalogue's reports.
#[derive(Serialize)]
pub struct Searched<P = Vec<String>> {
    pub algorithm: &'static str,
    pub heuristic: Option<String>,
    pub verdict: &'static str,
    pub stop: Option<&'static str>,
    pub length: Option<usize>,
    pub optimal: bool,
    /// The moves; empty if there is no plan. `None` after a caller has taken them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<P>,
    pub expanded: u64,
    pub generated: u64,
    pub duplicates: u64,
    pub reopened: u64,
    pub dead_ends: u64,
    pub peak_open: u64,
    pub peak_closed: u64,
    pub peak_bytes: u64,
    pub seconds: f64,
    pub lower_bound: u32,
    pub seed: u64,
    pub cost: Option<u32>,
}

/// The generic algorithm with this name.
fn algorithm<G: Game>(name: &str) -> PyResult<Algorithm<G>> {
    let (mut all, known) = (algorithms::<G>(), algorithms::<G>());
    match all.iter().position(|algorithm| algorithm.name == name) {
        Some(at) => Ok(all.swap_remove(at)),
        None => {
            let known = known.iter().map(|algorithm| algorithm.name);
            Err(errors::value(suggest::unknown("search algorithm", name, known)))
        }
    }
}

/// Reads the values of the algorithm's parameters, and the seed.
fn values<G: Game>(algorithm: &Algorithm<G>, order: &Order) -> PyResult<(Values, u64)> {
    let (mut values, mut seeds) = (Values::default(), Values::default());
    let declared = || algorithm.parameters.iter().filter(|each| each.may_come_from_outside());
    for (name, value) in &order.values {
        if name == SEED.name() {
            seeds.set(&SEED.declared, value).map_err(errors::value)?;
        }
        match declared().find(|parameter| parameter.name == name) {
            Some(parameter) => values.set(parameter, value).map_err(errors::value)?,
            None if name == SEED.name() => {}
            None => {
                let known = declared().map(|parameter| parameter.name);
                let message = suggest::unknown("parameter", name, known);
                return Err(errors::value(format!("{}: {message}", algorithm.name)));
            }
        }
    }
    Ok((values, seeds.get(&SEED)))
}

/// Runs a search on this thread, whose heap is measured; `meter` measures any memory besides this
/// heap.
pub fn search<G: Game, P: Default>(
    game: &G,
    heuristic: Option<&Callable<'_, '_, G>>,
    order: &Order,
    meter: Option<&dyn Meter>,
    written: impl FnOnce(&[G::Move]) -> P,
) -> PyResult<Searched<P>> {
    let algorithm = algorithm::<G>(&order.algorithm)?;
    let (values, seed) = values(&algorithm, order)?;
    if heuristic.is_some() && !algorithm.uses_heuristic() {
        return Err(errors::value(format!("{} uses no heuristic", algorithm.name)));
    }
    let (clock, heap) = (WallClock::start(), HeapMeter::start());
    let environment = Environment::none()
        .with_clock(&clock)
        .with_meter(meter.unwrap_or(&heap))
        .with_cancel(&order.cancel);
    let mut run = Run::new(order.limits.clone(), environment).with_seed(seed);
    let used: &dyn Heuristic<G> = match heuristic {
        Some(heuristic) => heuristic,
        None => &Blind,
    };
    let arguments = Arguments { heuristic: used, guide: None, values };
    let outcome = (algorithm.solve)(game, &arguments, &mut run);
    let counters = run.counters();
    let seconds = environment.elapsed().as_secs_f64();
    if let Some(fault) = heuristic.and_then(|heuristic| heuristic.fault.take()) {
        return Err(fault);
    }
    let spoilt = heuristic.is_some_and(Callable::spoils_proofs);
    let (verdict, stop, plan, optimal) = match outcome.verdict {
        Verdict::Solved { plan, optimal, stop } => ("solved", stop, Some(plan), optimal && !spoilt),
        Verdict::Unsolvable if spoilt => ("unknown", Some(Stop::Incomplete), None, false),
        Verdict::Unsolvable => ("unsolvable", None, None, false),
        Verdict::Unknown(stop) => ("unknown", Some(stop), None, false),
    };
    if stop == Some(Stop::Defect) {
        return Err(errors::defect(
            "a plan that the search found fails the replay: the rules or the heuristic depend on \
             more than the state",
        ));
    }
    let cost = plan.as_deref().map(|plan| replay(game, plan)).transpose();
    Ok(Searched {
        algorithm: algorithm.name,
        heuristic: order.heuristic.clone().filter(|_| heuristic.is_some()),
        verdict,
        stop: stop.map(Stop::name),
        length: plan.as_ref().map(Vec::len),
        optimal,
        plan: Some(plan.as_deref().map(written).unwrap_or_default()),
        expanded: counters.expanded,
        generated: counters.generated,
        duplicates: counters.duplicates,
        reopened: counters.reopened,
        dead_ends: counters.dead_ends,
        peak_open: counters.peak_open,
        peak_closed: counters.peak_closed,
        peak_bytes: counters.peak_bytes,
        seconds,
        lower_bound: if spoilt { 0 } else { outcome.lower_bound },
        seed,
        cost: cost.map_err(errors::defect)?,
    })
}
