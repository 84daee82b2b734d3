//! One position, solved; perhaps watched.

use std::collections::BTreeMap;

use patience_catalogue::{Request, Verdict};
use patience_core::Limits;
use serde::Deserialize;
use serde_json::json;

use crate::position::Where;
use crate::watch::{Watch, Wish};
use crate::{ApiError, Emit, Setting};

/// A position to be solved, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    at: Where,
    algorithm: Option<String>,
    heuristic: Option<String>,
    weight: Option<f64>,
    width: Option<usize>,
    iterations: Option<u64>,
    #[serde(default)]
    seed: u64,
    seconds: Option<f64>,
    expansions: Option<u64>,
    depth: Option<u32>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    watch: Option<Wish>,
}

impl Solve {
    pub(crate) fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    fn request(&self) -> Result<Request, ApiError> {
        let width = self.width.map(|width| width.clamp(1, 1_000_000));
        if self.weight.is_some_and(|weight| !weight.is_finite() || weight < 0.0) {
            return Err(ApiError::new("a weight is a number from 0"));
        }
        Ok(Request {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            weight: self.weight,
            width,
            iterations: self.iterations,
            seed: self.seed,
            limits: Limits { expansions: self.expansions, depth: self.depth, ..Limits::default() },
            options: self.options.clone(),
            ..Request::default()
        })
    }
}

pub(crate) fn run(job: &Solve, setting: &Setting<'_>, emit: Emit<'_>) -> Result<(), ApiError> {
    let instance = job.at.open()?;
    let request = job.request()?;
    instance.check(&request)?;
    let report = match &job.watch {
        None => setting.solve(&*instance, request, job.seconds, None)?,
        Some(wish) => {
            let mut watch = Watch::new(wish, &*instance, setting, &mut *emit);
            let report = setting.solve(&*instance, request, job.seconds, Some(&mut watch))?;
            watch.finish();
            report
        }
    };
    // Where no move is left the position is lost, however little the search was allowed.
    let stuck = report.verdict == Verdict::Unknown && instance.moves().is_empty();
    emit("report", json!({ "report": report, "stuck": stuck }));
    Ok(())
}
