//! The candidates that the given values allow.

use anyhow::Result;
use patience_catalogue::{AlgorithmInfo, Instance, Request, find};
use patience_core::{Argument, parameter, suggest};

use super::TuneArgs;
use crate::exit::bad_input;

/// Every combination of the given values that an algorithm reads; the first values come first.
pub(super) fn candidates(
    arguments: &TuneArgs,
    instance: &dyn Instance,
) -> Result<Vec<(String, Request)>> {
    let (entry, _) = find(instance.game())?;
    let known = entry.info().algorithms;
    let mut algorithms = Vec::new();
    for name in &arguments.algorithms {
        instance.check(&Request::new(name))?;
        algorithms.extend(known.iter().find(|algorithm| algorithm.name == name));
    }
    let heuristics = arguments.heuristics.iter().map(String::as_str).collect::<Vec<_>>();
    let mut varied = vec![("heuristic", heuristics)];
    for given in &arguments.vary {
        let (parameter, values) = given.split_once('=').ok_or_else(|| {
            bad_input(format!("--vary `{}`: expected NAME=VALUE,VALUE,…", given.escape_debug()))
        })?;
        let can_be_varied = |algorithm: &AlgorithmInfo| {
            algorithm
                .schema
                .iter()
                .filter(|known| known.outside)
                .map(|known| known.name)
                .collect::<Vec<_>>()
        };
        if !algorithms.iter().any(|algorithm| can_be_varied(algorithm).contains(&parameter)) {
            let mut all: Vec<&str> =
                algorithms.iter().flat_map(|algorithm| can_be_varied(algorithm)).collect();
            all.sort_unstable();
            all.dedup();
            return Err(bad_input(format!(
                "--vary: {}",
                suggest::unknown("parameter", parameter, all)
            )));
        }
        varied.push((parameter, values.split(',').collect()));
    }

    let limits = arguments.limits();
    let mut all = Vec::new();
    for algorithm in algorithms {
        let base = Request {
            limits: limits.clone(),
            model: arguments.model,
            ..Request::new(algorithm.name)
        };
        let base = if let Some(seed) = arguments.seed {
            base.with(parameter::SEED.name(), seed)
        } else {
            base
        };
        let mut some = vec![(algorithm.name.to_owned(), base)];
        let used = varied
            .iter()
            .filter(|(parameter, values)| !values.is_empty() && algorithm.reads(parameter));
        for (parameter, values) in used {
            let mut more = Vec::with_capacity(some.len() * values.len());
            for (text, request) in &some {
                for value in values {
                    let mut request = request.clone();
                    request.set(parameter, Argument::from(*value));
                    more.push((format!("{text} {parameter}={value}"), request));
                }
            }
            some = more;
        }
        all.extend(some);
    }
    Ok(all)
}
