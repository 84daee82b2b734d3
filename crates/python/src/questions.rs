//! Questions about positions: the value of every move, reviews, redeals, certificates.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use patience_catalogue::gaps::{self, Redeal, RedealQuestion, RedealRule};
use patience_catalogue::review::{Known, Review};
use patience_catalogue::{
    AnalysedMove, BestPlans, Context, Instance as Solvable, Lemmas, RequestError, Verdict,
};
use patience_check::{Failure, check_watched};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::json;

use crate::errors::{self, Refused};
use crate::instance::Instance;
use crate::request::{Asked, Bounds, json as written, within};
use crate::worker;

/// Maximum number of games sampled for the chance of winning with redeals.
const MAX_SAMPLES: u64 = 1_000_000;

/// Every legal move with its value, as JSON; the limits are those of one move.
#[pyfunction]
pub fn analyse(
    instance: &Instance,
    py: Python<'_>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    bounds: Bounds,
    parameters: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let mut asked = Asked::new(algorithm, heuristic, &bounds, parameters)?;
    asked.check(&*instance.instance)?;
    asked.request = instance.instance.for_player(asked.request);
    let moves = worker::detached(py, |cancel| analysed(&*instance.instance, &asked, cancel))?;
    written(&moves.map_err(errors::request)?)
}

/// ``(report as JSON, certificate)``; there is no certificate if the verdict is unknown.
#[pyfunction]
pub fn certify<'py>(
    instance: &Instance,
    py: Python<'py>,
    lemmas: &str,
    bounds: Bounds,
    parameters: &Bound<'_, PyDict>,
) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
    let lemmas = match lemmas {
        "all" => Lemmas::All,
        "no-sleep" => Lemmas::NoSleep,
        "no-sets" => Lemmas::NoSets,
        "no-dead-ends" => Lemmas::NoDeadEnds,
        "none" => Lemmas::None,
        other => {
            return Err(errors::value(format!(
                "`{}` is not valid for lemmas; expected all, no-sleep, no-sets, no-dead-ends or \
                 none",
                other.escape_debug()
            )));
        }
    };
    let asked = Asked::new(None, None, &bounds, parameters)?;
    let certified = worker::detached(py, |cancel| {
        within(cancel, |environment| {
            let resources = asked.resources.clone();
            let mut context = Context { resources, ..Context::new(environment) };
            instance.instance.certify(&asked.request, lemmas, &mut context)
        })
    })?;
    let certified = certified.map_err(errors::request)?;
    let report = json!({
        "instance": instance.instance.id(),
        "verdict": certified.verdict,
        "stop": certified.stop.map(|stop| stop.name()),
        "expanded": certified.expanded,
    });
    let bytes = certified.certificate.map(|bytes| PyBytes::new(py, &bytes));
    Ok((written(&report)?, bytes))
}

/// The chance of winning a deal of Gaps with redeals, as JSON.
#[pyfunction]
pub fn redeal_chance(
    instance: &Instance,
    py: Python<'_>,
    rule: &str,
    redeals: u32,
    samples: u64,
    seed: u64,
    bounds: Bounds,
) -> PyResult<String> {
    if !(1..=9).contains(&redeals) || !(1..=MAX_SAMPLES).contains(&samples) {
        return Err(errors::value(format!(
            "{redeals} redeals with {samples} samples are not valid; expected 1 to 9 redeals and \
             1 to {MAX_SAMPLES} samples"
        )));
    }
    let (rule, limits) = (redeal_rule(rule)?, bounds.limits()?);
    let question = RedealQuestion { rule, redeals, samples, seed, is_lost: false, limits };
    let answer = worker::detached(py, |cancel| {
        within(cancel, |environment| {
            gaps::redeal_chance(&*instance.instance, &question, &Context::new(environment))
        })
    })?;
    let answer = answer.map_err(errors::request)?;
    let policies: Vec<_> = answer
        .policies
        .iter()
        .map(|games| {
            json!({
                "policy": games.policy.name(),
                "samples": games.samples,
                "won": games.total().won,
                "undecided": games.total().undecided,
                "proved": games.are_proved(),
                "kept": games.kept,
                "plan": games.plan,
            })
        })
        .collect();
    let cut = answer.cut;
    written(&json!({
        "verdict": answer.verdict,
        "plan": answer.winning,
        "never_allowed": answer.never_allowed,
        "cut": { "time": cut.time, "expansions": cut.expansions, "memory": cut.memory },
        "policies": policies,
    }))
}

/// ``(rule, redeals, only when no card can move)`` of each rule that redeals such deals.
#[pyfunction]
pub fn redeal_rules(instance: &Instance) -> Vec<(&'static str, u32, bool)> {
    let offers = gaps::redeal_offers(&*instance.instance).into_iter();
    offers.map(|offer| (offer.rule, offer.redeals, offer.blocked_only)).collect()
}

/// The deal after a redeal.
#[pyfunction]
pub fn redealt(instance: &Instance, rule: &str, seed: u32) -> PyResult<Instance> {
    let wanted = Redeal { rule: redeal_rule(rule)?, seed };
    Instance::new(gaps::redealt(&*instance.instance, wanted).map_err(errors::value)?)
}

fn redeal_rule(name: &str) -> PyResult<RedealRule> {
    RedealRule::named(name).ok_or_else(|| {
        let known = RedealRule::ALL.map(RedealRule::name);
        errors::value(patience_core::suggest::unknown("redeal rule", name, known))
    })
}

/// Each move in turn. Plans also determine the values of later moves, so that answers never
/// contradict each other.
fn analysed(
    instance: &dyn Solvable,
    asked: &Asked,
    cancel: &AtomicBool,
) -> Result<Vec<AnalysedMove>, RequestError> {
    let (mut plans, mut moves) = (BestPlans::default(), Vec::new());
    if asked.request.shortens() {
        let mut report = asked.solve(instance, cancel)?;
        plans.improve(instance, &mut report);
    }
    for (index, mv) in instance.moves().into_iter().enumerate() {
        let Some(after) = instance.successor(index).filter(|_| !cancel.load(Ordering::Relaxed))
        else {
            break;
        };
        let mut report = asked.solve(&*after, cancel)?;
        plans.improve(&*after, &mut report);
        moves.push(AnalysedMove::new(mv, report));
    }
    Ok(moves)
}

/// The review of a game from ``(verdict, distance, only move)`` of each position, as JSON.
#[pyfunction]
pub fn review(positions: Vec<(String, Option<usize>, bool)>) -> PyResult<String> {
    let known = |(verdict, distance, only_move): (String, Option<usize>, bool)| {
        let all = [Verdict::Solved, Verdict::Unsolvable, Verdict::Unknown];
        let verdict = all.into_iter().find(|each| each.name() == verdict);
        let verdict = verdict.ok_or_else(|| errors::value("the verdict is none of the three"))?;
        Ok(Known { verdict, distance, only_move })
    };
    let known = positions.into_iter().map(known).collect::<PyResult<Vec<_>>>()?;
    written(&Review::of(&known))
}

/// Verifies a certificate: ``(claim, game, deal, records, lemmas)``.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn check(
    py: Python<'_>,
    certificate: &[u8],
    seconds: Option<f64>,
) -> PyResult<(String, String, String, u64, Vec<&'static str>)> {
    let limit = seconds.map(Duration::try_from_secs_f64).transpose().map_err(errors::value)?;
    let began = Instant::now();
    let checked = worker::detached(py, |cancel| {
        let in_time = || limit.is_none_or(|limit| began.elapsed() < limit);
        let watch = || !cancel.load(Ordering::Relaxed) && in_time();
        check_watched(1, || Ok(certificate), &mut |_| watch())
    })?;
    match checked {
        Ok(verified) => {
            let (game, deal) = verified.deal;
            let lemmas = verified.lemmas.into_iter().collect();
            Ok((verified.claim, game, deal, verified.records, lemmas))
        }
        Err(Failure::Unreadable(reason)) => {
            Err(Refused::new_err((0, format!("unreadable: {reason}"))))
        }
        Err(Failure::Refused(record, reason)) => Err(Refused::new_err((record, reason))),
        Err(Failure::Stopped) if limit.is_some() => {
            Err(errors::stopped(patience_core::Stop::Time, "the check"))
        }
        Err(Failure::Stopped) => Err(PyKeyboardInterrupt::new_err(())),
    }
}
