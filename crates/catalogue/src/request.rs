//! Requests to solve an instance.

use std::collections::BTreeMap;

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Argument, Declaration, Kind, Limits, Values};
use patience_search::bounded::GUIDE;

use crate::request_error::RequestError;
use crate::{AlgorithmInfo, GameInfo, MODEL, ModelFile, parameters};

/// A request to solve an instance. It may be untrusted: it is checked against the declarations of
/// the game's solvers before anything runs, and cannot request threads or files.
///
/// ```
/// use patience_catalogue::{Context, Request, open};
/// use patience_core::Limits;
///
/// let limits = Limits { expansions: Some(1000), ..Limits::default() };
/// let request =
///     Request { limits, ..Request::new("beam").with_heuristic("runs").with("width", 50u64) };
/// let report =
///     open("tiles:level/iartistas-04")?.solve(&request, &mut Context::unwatched())?;
/// assert_eq!((report.algorithm, report.heuristic), ("beam", Some("runs")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The algorithm; `None` for the game's best.
    pub algorithm: Option<String>,
    /// The heuristic; `None` for the algorithm's or the game's default.
    pub heuristic: Option<String>,
    /// The limits.
    pub limits: Limits,
    /// Values of the algorithm's parameters, by name; the others have their defaults.
    pub values: BTreeMap<String, Argument>,
    /// Model for the learned heuristics (default: built-in). Only the program sets it: untrusted
    /// requests have no field for it.
    pub model: Option<&'static ModelFile>,
}

impl Request {
    /// A request for an algorithm, with defaults for everything else.
    pub fn new(algorithm: &str) -> Self {
        Request { algorithm: Some(algorithm.to_owned()), ..Request::default() }
    }

    /// Returns the request with a heuristic.
    pub fn with_heuristic(self, heuristic: &str) -> Self {
        self.with(HEURISTIC.name, heuristic)
    }

    /// Returns the request with one parameter set to a value.
    pub fn with(mut self, parameter: &str, value: impl Into<Argument>) -> Self {
        self.set(parameter, value.into());
        self
    }

    /// Sets a parameter. [`Instance::check`](crate::Instance::check) and each solve check that it
    /// exists and accepts the value.
    pub fn set(&mut self, parameter: &str, value: Argument) {
        if parameter == HEURISTIC.name {
            self.heuristic = Some(value.to_string());
        } else {
            self.values.insert(parameter.to_owned(), value);
        }
    }

    /// Returns the values of a solver's parameters, read by their declarations. Parameters of other
    /// solvers are ignored, because a caller of several algorithms sets the parameters for all of
    /// them; [`unread`](Request::unread) names the ignored ones.
    ///
    /// # Errors
    /// A value is not allowed, or a name is not declared by any solver or is that of a resource.
    pub(crate) fn values_for(&self, parameters: &[Declaration]) -> Result<Values, RequestError> {
        let mut values = Values::default();
        for (name, value) in &self.values {
            match parameters.iter().find(|parameter| parameter.name == name) {
                Some(parameter) if parameter.may_come_from_outside() => {
                    values.set(parameter, value)?
                }
                _ if parameters::find(name)?.may_come_from_outside() => {}
                _ => return Err(RequestError::Resource(name.clone())),
            }
        }
        Ok(values)
    }

    /// Returns the seed of a solve: the given one, or the solver's default. It is reported even if
    /// nothing is random.
    ///
    /// # Errors
    /// The seed is not allowed.
    pub(crate) fn seed_for(&self, parameters: &[Declaration]) -> Result<u64, RequestError> {
        let declared = parameters.iter().find(|parameter| parameter.name == SEED.name());
        let declared = declared.unwrap_or(&SEED.declared);
        let mut values = Values::default();
        if let Some(seed) = self.values.get(SEED.name()) {
            values.set(declared, seed)?;
        }
        let default = match declared.kind {
            Kind::Whole { default, .. } => default,
            _ => SEED.default,
        };
        Ok(values.get(&SEED.with_default(default)))
    }

    /// Returns the guiding heuristic, if one is named.
    fn guide(&self) -> Option<&str> {
        match self.values.get(GUIDE.name) {
            Some(Argument::Text(name)) => Some(name),
            _ => None,
        }
    }

    /// The parameters that are set but read neither by the algorithm nor by its heuristics.
    pub fn unread(&self, game: &GameInfo, algorithm: &AlgorithmInfo) -> Vec<&str> {
        let used = [self.heuristic.as_deref().or(algorithm.heuristic), self.guide()];
        let is_read = |parameter: &str| {
            let mut owners = game
                .heuristics
                .iter()
                .filter(|heuristic| heuristic.parameters.contains(&parameter))
                .peekable();
            let is_of_used = owners.peek().is_none()
                || owners.any(|heuristic| used.contains(&Some(heuristic.name)));
            algorithm.reads(parameter) && is_of_used
        };
        let heuristic = self.heuristic.is_some().then_some(HEURISTIC.name);
        let model = self.model.is_some().then_some(MODEL.name);
        let set = heuristic.into_iter().chain(model).chain(self.values.keys().map(String::as_str));
        set.filter(|parameter| !is_read(parameter)).collect()
    }
}
