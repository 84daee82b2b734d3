//! Solves one position, optionally watched.

use std::collections::BTreeMap;

use patience_catalogue::{Request, RequestError, Verdict, parameters};
use patience_core::{Argument, Limits};
use serde::Deserialize;
use serde_json::json;

use crate::position::Where;
use crate::watch::{Watch, WatchOptions};
use crate::{ApiError, Emit, JobContext};

/// A position to solve, with the request.
#[derive(Debug, Deserialize)]
pub struct Solve {
    #[serde(deserialize_with = "crate::question::object")]
    at: Where,
    algorithm: Option<String>,
    heuristic: Option<String>,
    #[serde(default, deserialize_with = "crate::context::seconds")]
    seconds: Option<f64>,
    expansions: Option<u64>,
    depth: Option<u32>,
    /// Parameters of the algorithm by name, equivalent to fields next to `at`.
    #[serde(default)]
    options: BTreeMap<String, Argument>,
    #[serde(default, deserialize_with = "crate::question::object_or_none")]
    watch: Option<WatchOptions>,
    /// Every other field is a parameter of the algorithm; unknown names are rejected, and `null`
    /// sets nothing.
    #[serde(flatten)]
    values: BTreeMap<String, Option<Argument>>,
}

impl Solve {
    pub(crate) fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// The given parameters.
    fn set(&self) -> impl Iterator<Item = (&String, &Argument)> {
        let fields = self.values.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        self.options.iter().chain(fields)
    }

    fn request(&self) -> Request {
        let mut request = Request {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            limits: Limits { expansions: self.expansions, depth: self.depth, ..Limits::default() },
            ..Request::default()
        };
        for (name, value) in self.set() {
            request.set(name, value.clone());
        }
        request
    }

    /// Whether every field is known and allowed, before anything is opened.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        let options = self.options.iter().map(|(name, value)| (name, Some(value)));
        for (name, value) in
            options.chain(self.values.iter().map(|(name, value)| (name, value.as_ref())))
        {
            let shared = parameters::find(name)?;
            if !shared.may_come_from_outside() {
                return Err(RequestError::Resource(name.clone()).into());
            }
            value.map(|value| shared.read(value)).transpose()?;
        }
        Ok(())
    }
}

pub(crate) fn run(job: &Solve, context: &JobContext<'_>, emit: Emit<'_>) -> Result<(), ApiError> {
    let instance = job.at.open(context, job.seconds)?;
    let mut request = job.request();
    instance.check(&request)?;
    // A request that names an algorithm uses it unchanged; all other requests come from players.
    if request.algorithm.is_none() && job.watch.is_none() {
        request = instance.for_player(request);
    }
    let report = match &job.watch {
        None => context.solve(&*instance, request, job.seconds, None)?,
        Some(options) => {
            let mut watch =
                Watch::new(options, job.heuristic.as_deref(), &*instance, context, &mut *emit);
            let report = context.solve(&*instance, request, job.seconds, Some(&mut watch))?;
            watch.finish(&report);
            report
        }
    };
    // A position without moves is lost, whatever limits the search has.
    let stuck = report.verdict == Verdict::Unknown && instance.moves().is_empty();
    emit("report", json!({ "report": report, "stuck": stuck }));
    Ok(())
}
