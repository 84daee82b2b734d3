//! Records of submissions and of their pending and running tasks, so that nothing is queued twice.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::error::{EngineError, in_file};
use super::submission::Engine;
use super::words::numbers;
use crate::whole;

/// A job of an engine, whose tasks each have a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Submitted {
    pub engine: Engine,
    /// The engine's number of the job.
    pub job: String,
    /// The number of chunks of the study.
    pub of: u64,
    /// The chunk of each task, by the task's number.
    pub tasks: Vec<(u64, u64)>,
}

/// The path of the record of submissions.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("submitted.json")
}

/// Reads the recorded submissions.
pub(super) fn read(folder: &Path) -> Result<Vec<Submitted>, EngineError> {
    let path = file(folder);
    match fs::read(&path) {
        Ok(text) => {
            serde_json::from_slice(&text).map_err(std::io::Error::from).map_err(in_file(&path))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(in_file(&path)(error)),
    }
}

/// Records the submissions.
pub(super) fn write(folder: &Path, submitted: &[Submitted]) -> Result<(), EngineError> {
    let path = file(folder);
    let text = serde_json::to_vec(submitted).map_err(std::io::Error::from);
    text.and_then(|text| whole::write(&path, &text)).map_err(in_file(&path))
}

impl Submitted {
    /// The chunks whose tasks are pending or running.
    pub fn live(&self) -> Result<Vec<u64>, EngineError> {
        let command: &[&str] = match self.engine {
            Engine::Slurm => &["squeue", "--noheader", "--array", "--format=%F %K"],
            Engine::HyperQueue => {
                &["hq", "job", "task-ids", &self.job, "--filter", "waiting,running"]
            }
        };
        let said = run(command)?;
        let live: Vec<u64> = match self.engine {
            Engine::Slurm => {
                let ours = said.lines().filter_map(|line| line.trim().split_once(' '));
                let ours = ours.filter(|(job, _)| *job == self.job);
                ours.flat_map(|(_, task)| numbers(task)).collect()
            }
            Engine::HyperQueue => numbers(&said),
        };
        let tasks = self.tasks.iter().filter(|(task, _)| live.contains(task));
        Ok(tasks.map(|(_, chunk)| *chunk).collect())
    }
}

/// Runs a command of an engine. Returns its output.
pub(super) fn run(command: &[impl AsRef<str>]) -> Result<String, EngineError> {
    let words: Vec<&str> = command.iter().map(AsRef::as_ref).collect();
    let fault = |message: String| EngineError::Command { command: words.join(" "), message };
    let output = Command::new(words[0])
        .args(&words[1..])
        .output()
        .map_err(|error| fault(error.to_string()))?;
    if !output.status.success() {
        return Err(fault(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
