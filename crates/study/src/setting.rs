//! A setting: an algorithm with all parameters and limits.

use std::collections::BTreeMap;
use std::time::Duration;

use patience_catalogue::{Instance, ModelFile, Request};
use patience_core::parameter::SEED;
use patience_core::{Argument, Limits};
use serde::{Deserialize, Serialize};

use crate::canonical::canonical;
use crate::external::Program;

/// The version of the solvers. It is part of every job's identity, so that rows of solvers that
/// behave differently never share a table. A change of a solver that changes the recorded counts of
/// `patience study bench` must raise it.
pub const SOLVERS: u32 = 6;

/// The checksum of the counts recorded by `patience study bench` for this version; a test compares
/// them.
pub const COUNTS: u64 = 0x116f_3edc_f9af_07c1;

/// Memory of a job whose study sets no limit. Pinned, so that a study means the same on every
/// machine.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// Identifies a configuration: rows of equal settings are comparable, whatever their names.
///
/// ```
/// use patience_study::{example, setting::Setting};
///
/// let setting: &Setting = &example::small().configurations[0].setting;
/// assert_eq!(setting.request(None).algorithm.as_deref(), Some("bfs"));
/// assert_eq!(setting.key(), r#"{"algorithm":"bfs","memory":1073741824,"threads":1}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The algorithm; `None` for the game's best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The parameters of the algorithm, by name, each in its own type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, Argument>,
    /// Content of the model file for the learned heuristics, if not the built-in one: rows of two
    /// models are not comparable, and a worker needs no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The program that runs instead of a solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
    /// Threads of one job.
    pub threads: usize,
    /// Seconds of one job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Seconds of processor time of one job, of all its threads together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_time: Option<f64>,
    /// Expansions of one job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansions: Option<u64>,
    /// Bytes of heap of one job.
    pub memory: u64,
    /// Maximum length of a solution, in moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Bytes of the files that a program may have written at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<u64>,
    /// Number of those files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk_files: Option<u64>,
}

impl Setting {
    /// The canonical text that identifies the setting.
    pub fn key(&self) -> String {
        canonical(&serde_json::to_value(self).expect("a setting is plain data"))
    }

    /// The setting's request; without a seed the solver uses its default.
    pub fn request(&self, seed: Option<u64>) -> Request {
        let limits = Limits {
            time: self.time.map(Duration::from_secs_f64),
            cpu_time: self.cpu_time.map(Duration::from_secs_f64),
            expansions: self.expansions,
            memory: Some(self.memory),
            depth: self.depth,
        };
        // Readers of a study and solvers reject invalid models earlier.
        let model = self.model.as_deref().and_then(|text| ModelFile::keep(text).ok());
        let mut request =
            Request { algorithm: self.algorithm.clone(), limits, model, ..Request::default() };
        for (name, value) in &self.parameters {
            request.set(name, value.clone());
        }
        if let Some(seed) = seed {
            request.set(SEED.name(), seed.into());
        }
        request
    }

    /// Maximum CPU seconds of a job, if limited.
    pub(crate) fn core_seconds(&self) -> Option<f64> {
        let wall = self.time.map(|time| time * self.threads as f64);
        wall.into_iter().chain(self.cpu_time).reduce(f64::min)
    }

    /// Lists the values of the setting that its algorithm does not use on an instance.
    pub fn unused(&self, instance: &dyn Instance) -> Vec<String> {
        let Ok((entry, _)) = patience_catalogue::find(instance.game()) else { return Vec::new() };
        if self.program.is_some() {
            return Vec::new();
        }
        let (info, request) = (entry.info(), self.request(None));
        let Some(algorithm) = request.algorithm_of(&info, instance) else { return Vec::new() };
        let unread = request.unread(&info, algorithm).into_iter();
        unread
            .map(|parameter| {
                format!("{} on {} does not use `{parameter}`", algorithm.name, info.name)
            })
            .collect()
    }

    /// Whether the algorithm behaves the same for every seed.
    pub(crate) fn is_deterministic(&self, instance: &dyn Instance) -> bool {
        if let Some(program) = &self.program {
            return program.is_deterministic();
        }
        let Ok((entry, _)) = patience_catalogue::find(instance.game()) else { return false };
        let info = entry.info();
        self.request(None)
            .algorithm_of(&info, instance)
            .is_some_and(|algorithm| !algorithm.reads(SEED.name()))
    }
}
