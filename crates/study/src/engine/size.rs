//! The size of a study in an engine's terms: chunks, and the memory and time of a task.

use std::path::PathBuf;

use super::submission::Submission;
use crate::shard::Done;
use crate::spec::Spec;

/// A task's memory beyond what its jobs may use: program, buffers, and the overshoot before the
/// watchdog notices it.
pub(super) const OVERHEAD: u64 = 512 << 20;
/// The target time of a chunk, in seconds.
const CHUNK_SECONDS: f64 = 900.0;
/// The time that a task requests unless its jobs' limits allow less. It is queued again for the
/// jobs that do not fit.
const TASK_SECONDS: f64 = 4.0 * CHUNK_SECONDS;
/// Maximum number of chunks of a study.
const MAX_CHUNKS: u64 = 100_000;

/// Resources and options of the tasks.
pub(super) struct Size {
    pub chunks: u64,
    /// Memory in bytes, without the overhead.
    pub memory: u64,
    /// Wall-clock seconds, if every job has a limit.
    pub seconds: Option<u64>,
    /// The list of jobs done or queued elsewhere.
    pub elsewhere: PathBuf,
}

/// The maximum time of the study's jobs on one core, if all have a limit.
///
/// ```
/// use patience_study::{engine::{chunks, longest}, example, shard::Done};
///
/// let spec = example::small();
/// assert_eq!(longest(&spec), None, "its jobs have no time limit");
/// assert_eq!(chunks(&spec, 1, &Done::default()), 20, "at least an instance each");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(spec: &Spec) -> Option<f64> {
    core_seconds(spec, |index| spec.configurations[index].setting.core_seconds())
}

/// The core seconds of all jobs, given those of one job of each configuration.
fn core_seconds(spec: &Spec, of_job: impl Fn(usize) -> Option<f64>) -> Option<f64> {
    let all = spec.sets.iter().flat_map(|set| {
        set.configurations
            .iter()
            .map(|&index| (set.len() * spec.configurations[index].repetitions, index))
    });
    all.map(|(jobs, index)| Some(jobs as f64 * of_job(index)?)).sum()
}

/// Returns a number of chunks such that each takes a quarter of an hour (but has at least one
/// instance): by the times of jobs so far if every configuration has rows, else by their limits;
/// [`longest`] has an example.
pub fn chunks(spec: &Spec, threads: usize, done: &Done) -> u64 {
    let measured = core_seconds(spec, |index| {
        Some(done.effort.get(&index)? * spec.configurations[index].setting.threads as f64)
    });
    let wanted = measured
        .or_else(|| longest(spec))
        .map_or(100.0, |seconds| (seconds / threads.max(1) as f64 / CHUNK_SECONDS).ceil());
    (wanted as u64).clamp(1, MAX_CHUNKS).min(spec.instances().max(1))
}

impl Size {
    /// Computes the resources for a submission; `most` is the engine's maximum in seconds.
    pub fn of(
        submission: &Submission<'_>,
        done: &Done,
        most: Option<u64>,
        elsewhere: PathBuf,
    ) -> Size {
        let (spec, threads) = (submission.spec, submission.threads.max(1));
        let chunks = submission.chunks.unwrap_or_else(|| chunks(spec, threads, done));
        let settings = spec.configurations.iter().map(|configuration| &configuration.setting);
        // The memory of the largest jobs that the threads of a task can run at once.
        let at_once = |of_job: usize| (threads / of_job.max(1)).max(1) as u64;
        let memory = settings.clone().map(|setting| setting.memory * at_once(setting.threads));
        let times = settings.map(|setting| setting.time).collect::<Option<Vec<f64>>>();
        let seconds = times.map(|times| {
            let longest = times.into_iter().fold(0.0, f64::max) * 1.25 + 3.0;
            let jobs =
                (0..spec.sets.len()).map(|set| spec.jobs_of_instance(set)).max().unwrap_or(0);
            let rounds = (spec.instances().div_ceil(chunks) * jobs).div_ceil(threads as u64);
            let enough = TASK_SECONDS.max(2.0 * longest);
            (rounds as f64 * longest).min(enough) as u64 + 300
        });
        let seconds = seconds.map(|seconds| most.map_or(seconds, |most| seconds.min(most)));
        Size { chunks, memory: memory.max().unwrap_or(0), seconds, elsewhere }
    }

    /// The command that works on a chunk of a submission.
    pub fn work(&self, submission: &Submission<'_>, chunk: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut push = |word: &str, value: String| words.extend([word.to_owned(), value]);
        push(&submission.program.display().to_string(), "study".to_owned());
        push("work", submission.study.display().to_string());
        push("--results", submission.results.0.display().to_string());
        push("--chunks", self.chunks.to_string());
        push("--threads", submission.threads.to_string());
        push("--memory", self.memory.to_string());
        push("--elsewhere", self.elsewhere.display().to_string());
        push("--retries", submission.retries.to_string());
        if let Some(seconds) = self.seconds {
            push("--walltime", format!("{seconds}s"));
        }
        push("--chunk", chunk.to_owned());
        words.extend(submission.retry.then(|| "--retry".to_owned()));
        words
    }
}
