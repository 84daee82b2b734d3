//! Python's options for a solve, as the catalogue's request.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use patience_catalogue::native::{HeapMeter, read_model};
use patience_catalogue::{Context, Instance, ModelFile, Report, Request, Resources, find};
use patience_core::parameter::SEED;
use patience_core::{Argument, Environment, Limits, WallClock};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::sync::atomic::AtomicBool;

use crate::errors;

/// Limits of one solve; ``None`` means no limit.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Bounds {
    seconds: Option<f64>,
    expansions: Option<u64>,
    memory: Option<u64>,
    depth: Option<u32>,
}

impl Bounds {
    pub fn limits(&self) -> PyResult<Limits> {
        let time = match self.seconds {
            None => None,
            Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
                errors::value(format!("seconds is {seconds}; expected a number, 0 or more"))
            })?),
        };
        let Bounds { expansions, memory, depth, .. } = *self;
        Ok(Limits { time, expansions, memory, depth, ..Limits::default() })
    }
}

/// Values of parameters, whose names are written with `_` for `-`.
pub fn values(parameters: &Bound<'_, PyDict>) -> PyResult<BTreeMap<String, Argument>> {
    let mut values = BTreeMap::new();
    for (name, value) in parameters {
        let name = name.extract::<String>()?.replace('_', "-");
        let argument = if value.is_instance_of::<PyBool>() {
            Argument::Flag(value.extract()?)
        } else if let Ok(whole) = value.extract::<u64>() {
            Argument::Whole(whole)
        } else if let Ok(number) = value.extract::<f64>() {
            Argument::Number(number)
        } else if let Ok(text) = value.extract::<String>() {
            Argument::Text(text)
        } else {
            let kind = value.get_type().name()?;
            let message = format!("{name} is a {kind}; expected a number, a bool or a str");
            return Err(PyTypeError::new_err(message));
        };
        values.insert(name, argument);
    }
    Ok(values)
}

/// A request with its granted resources.
#[derive(Clone)]
pub struct Asked {
    pub request: Request,
    pub resources: Resources,
}

impl Asked {
    /// The arguments of ``solve``. Threads and files are parameters like the others here, because
    /// the caller runs the program.
    pub fn new(
        algorithm: Option<String>,
        heuristic: Option<String>,
        bounds: &Bounds,
        parameters: &Bound<'_, PyDict>,
    ) -> PyResult<Asked> {
        let mut values = values(parameters)?;
        let mut resources = Resources::default();
        if let Some(threads) = values.remove("threads") {
            resources.threads = match threads {
                Argument::Whole(threads @ 1..=1024) => threads as usize,
                other => {
                    let message = format!("threads is {other}; expected a number from 1 to 1024");
                    return Err(errors::value(message));
                }
            };
        }
        let mut path = |name: &str| values.remove(name).map(|path| PathBuf::from(path.to_string()));
        resources.scratch = path("scratch");
        resources.checkpoint = path("checkpoint");
        resources.split = path("split");
        let model = path("model").map(|path| {
            let named = |error: String| errors::value(format!("{}: {error}", path.display()));
            let text = read_model(&path).map_err(|error| named(error.to_string()))?;
            ModelFile::keep(&text).map_err(|error| named(error.to_string()))
        });
        let model = model.transpose()?;
        let request = Request { algorithm, heuristic, limits: bounds.limits()?, values, model };
        Ok(Asked { request, resources })
    }

    /// Rejects parameters that would be ignored, because a misplaced parameter is a mistake.
    pub fn check(&self, instance: &dyn Instance) -> PyResult<()> {
        let Request { heuristic, values, model, .. } = &self.request;
        instance.check(&self.request).map_err(errors::request)?;
        if heuristic.is_none() && values.is_empty() && model.is_none() {
            return Ok(());
        }
        let (entry, _) = find(instance.game()).map_err(errors::value)?;
        let info = entry.info();
        let Some(algorithm) = self.request.algorithm_of(&info, instance) else { return Ok(()) };
        // A seed is reported even if nothing is random.
        let mut unread = self.request.unread(&info, algorithm).into_iter();
        match unread.find(|name| *name != SEED.name()) {
            None => Ok(()),
            Some(name) => {
                let known = algorithm.parameters.join(", ");
                let message =
                    format!("{} does not read `{name}`; it reads: {known}", algorithm.name);
                Err(errors::value(message))
            }
        }
    }

    /// Solves on this thread.
    pub fn solve(
        &self,
        instance: &dyn Instance,
        cancel: &AtomicBool,
    ) -> Result<Report, patience_catalogue::RequestError> {
        within(cancel, |environment| {
            let resources = self.resources.clone();
            instance.solve(&self.request, &mut Context { resources, ..Context::new(environment) })
        })
    }
}

/// Provides the clock, the heap meter of this thread, and the flag.
pub fn within<T>(cancel: &AtomicBool, work: impl FnOnce(Environment<'_>) -> T) -> T {
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    work(Environment::none().with_clock(&clock).with_meter(&meter).with_cancel(cancel))
}

/// Plain data as JSON.
pub fn json(data: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(errors::defect)
}
