//! Engines beyond one machine: what Slurm and HyperQueue need to run a study's chunks.
//!
//! Both get an array of tasks, each of which runs `patience study work` for one chunk. An engine
//! runs a task at least once; the worker is idempotent, so that lost nodes, requeues and double
//! runs do no harm.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shard::{self, Done, ShardError};
use crate::spec::Spec;
use crate::store::{Store, StoreError};
use crate::study::Folder;

/// An engine, for which [`prepare`] writes what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Slurm, through `sbatch`.
    Slurm,
    /// HyperQueue, through `hq`.
    HyperQueue,
}

/// What is handed to an engine; [`prepare`] has an example.
pub struct Submission<'a> {
    /// The study.
    pub spec: &'a Spec,
    /// This program's file, which the nodes must see under the same name.
    pub program: PathBuf,
    /// The study's file, likewise; absolute.
    pub study: PathBuf,
    /// The results, likewise; absolute.
    pub results: Folder,
    /// Into how many chunks the study is cut.
    pub chunks: u64,
    /// Threads of one task.
    pub threads: usize,
    /// Whether jobs that crashed are run again.
    pub retry: bool,
    /// More words for the submit command.
    pub with: &'a [String],
}

/// Files that [`prepare`] wrote and commands that submit them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The commands, in order. `JOB` in a later one stands for the number that the first one
    /// printed.
    pub commands: Vec<Vec<String>>,
    /// Chunks with jobs that have no row.
    pub open: usize,
}

/// What can go wrong when a submission is [prepared](prepare) and [submitted](submit).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        #[source]
        error: std::io::Error,
    },
    /// The shards.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The engine's command.
    #[error("`{command}`: {message}")]
    Command {
        /// The command.
        command: String,
        /// What it said.
        message: String,
    },
}

/// A task's memory beyond what its jobs may use: program, buffers, and the overshoot until the
/// watch sees it.
const OVERHEAD: u64 = 512 << 20;
/// How often a crashed task is tried again.
const RETRIES: u32 = 5;
/// The time that a chunk is cut for, in seconds.
const CHUNK_SECONDS: f64 = 900.0;

/// The time that the study's jobs take on one core at most, if all have a limit.
///
/// ```
/// use patience_study::{engine::{chunks, longest}, example};
///
/// let spec = example::small();
/// assert_eq!(longest(&spec), None, "its jobs have no limit of time");
/// assert_eq!(chunks(&spec, 1), 20, "no less than an instance each");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(spec: &Spec) -> Option<f64> {
    spec.sets
        .iter()
        .flat_map(|set| {
            set.configurations.iter().map(move |&index| (set, &spec.configurations[index]))
        })
        .map(|(set, configuration)| {
            let jobs = (set.len() * configuration.repetitions) as f64;
            Some(jobs * configuration.setting.core_seconds()?)
        })
        .sum()
}

/// A number of chunks such that each takes a quarter of an hour at most by its jobs' limits (but
/// has no less than one instance), and no more than 1,000, Slurm's usual limit on arrays;
/// [`longest`] has an example.
pub fn chunks(spec: &Spec, threads: usize) -> u64 {
    let wanted = longest(spec)
        .map_or(100.0, |seconds| (seconds / threads.max(1) as f64 / CHUNK_SECONDS).ceil());
    (wanted as u64).clamp(1, 1000).min(spec.instances().max(1))
}

impl Submission<'_> {
    /// The chunks with jobs that have a row neither in the store nor in a shard. What has one is
    /// left for the workers to know.
    fn open(&self) -> Result<Vec<u64>, ShardError> {
        let store = match Store::read(&self.results.store(), None) {
            Ok(store) => Some(store),
            Err(StoreError::Missing(_)) => None,
            Err(error) => return Err(error.into()),
        };
        let folder = self.results.shards();
        let done = Done::of(self.spec, &folder, store.as_ref(), self.retry)?;
        done.keep(&folder)?;
        Ok(shard::open_chunks(self.spec, self.chunks, &done))
    }

    /// Memory of one task: as many of the largest jobs at once as it has threads.
    fn memory(&self) -> u64 {
        let settings = self.spec.configurations.iter().map(|configuration| &configuration.setting);
        let at_once = |threads: usize| (self.threads / threads.max(1)).max(1) as u64;
        settings.map(|setting| setting.memory * at_once(setting.threads)).max().unwrap_or(0)
    }

    /// Seconds that a task may take: its jobs' limits and the grace of each, if all have limits.
    fn seconds(&self) -> Option<u64> {
        let settings: Vec<_> =
            self.spec.configurations.iter().map(|configuration| &configuration.setting).collect();
        let longest_job =
            settings.iter().map(|setting| setting.time).collect::<Option<Vec<_>>>()?;
        let longest_job = longest_job.into_iter().fold(0.0, f64::max) * 1.25 + 3.0;
        let most =
            (0..self.spec.sets.len()).map(|set| self.spec.jobs_of_instance(set)).max().unwrap_or(0);
        let jobs = self.spec.instances().div_ceil(self.chunks) * most;
        let rounds = jobs.div_ceil(self.threads.max(1) as u64);
        Some((rounds as f64 * longest_job) as u64 + 300)
    }

    fn work(&self, chunk: &str) -> Vec<String> {
        let words = [
            self.program.display().to_string().as_str(),
            "study",
            "work",
            &self.study.display().to_string(),
            "--results",
            &self.results.0.display().to_string(),
            "--chunks",
            &self.chunks.to_string(),
            "--threads",
            &self.threads.to_string(),
            "--memory",
            &self.memory().to_string(),
            "--chunk",
            chunk,
        ]
        .map(str::to_owned);
        words.into_iter().chain(self.retry.then(|| "--retry".to_owned())).collect()
    }
}

/// Writes what the engine needs.
///
/// ```
/// use patience_study::engine::{Engine, Submission, prepare};
/// use patience_study::{example, study::Folder};
///
/// let folder = tempfile::tempdir()?;
/// let spec = example::small();
/// let submission = Submission {
///     spec: &spec,
///     program: "patience".into(),
///     study: "small.toml".into(),
///     results: Folder(folder.path().to_owned()),
///     chunks: 4,
///     threads: 2,
///     retry: false,
///     with: &[],
/// };
/// let prepared = prepare(Engine::Slurm, &submission)?;
/// assert_eq!(prepared.commands[0][..3], ["sbatch", "--parsable", "--array=0-3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A file cannot be written.
pub fn prepare(engine: Engine, submission: &Submission<'_>) -> Result<Prepared, EngineError> {
    let open = submission.open()?;
    let folder = submission.results.0.join("engine");
    fs::create_dir_all(folder.join("log")).map_err(in_file(&folder))?;
    let (name, text) = match engine {
        Engine::Slurm => ("slurm.sh", slurm_script(submission, &folder)),
        Engine::HyperQueue => ("hyperqueue.toml", hyperqueue_job(submission, &open, &folder)),
    };
    let file = folder.join(name);
    fs::write(&file, text).map_err(in_file(&file))?;
    let path = file.display().to_string();
    let with = submission.with.iter().cloned();
    let commands = match engine {
        Engine::Slurm => {
            let merge = shell_words(&[
                submission.program.display().to_string(),
                "study".to_owned(),
                "merge".to_owned(),
                submission.study.display().to_string(),
                "--results".to_owned(),
                submission.results.0.display().to_string(),
            ]);
            let log = format!("--output={}", folder.join("log/merge.txt").display());
            let array = [
                "sbatch".to_owned(),
                "--parsable".to_owned(),
                format!("--array={}", ranges(&open)),
            ];
            // The rows are merged when the last task has ended, however it ended.
            let after = [
                "sbatch",
                "--parsable",
                "--dependency=afterany:JOB",
                "--job-name=patience-merge",
                "--wrap",
            ];
            vec![
                array.into_iter().chain(with.clone()).chain([path]).collect(),
                after.into_iter().map(str::to_owned).chain([merge, log]).chain(with).collect(),
            ]
        }
        Engine::HyperQueue => {
            let words = ["hq", "job", "submit-file"].map(str::to_owned);
            vec![words.into_iter().chain(with).chain([path]).collect()]
        }
    };
    Ok(Prepared { files: vec![file], commands, open: open.len() })
}

/// Runs the commands that submit what is [prepared](prepare). Returns what they said.
///
/// # Errors
/// A command is not there or fails.
pub fn submit(prepared: &Prepared) -> Result<Vec<String>, EngineError> {
    let mut said: Vec<String> = Vec::new();
    for command in &prepared.commands {
        let job = said
            .first()
            .and_then(|first| first.split([';', '\n']).next())
            .unwrap_or("")
            .trim()
            .to_owned();
        let words: Vec<String> = command
            .iter()
            .map(|word| word.replace("afterany:JOB", &format!("afterany:{job}")))
            .collect();
        let fault = |message: String| EngineError::Command { command: words.join(" "), message };
        let output = Command::new(&words[0])
            .args(&words[1..])
            .output()
            .map_err(|error| fault(error.to_string()))?;
        if !output.status.success() {
            return Err(fault(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        said.push(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Ok(said)
}

fn in_file(path: &Path) -> impl Fn(std::io::Error) -> EngineError + use<> {
    let path = path.display().to_string();
    move |error| EngineError::File { path: path.clone(), error }
}

/// A job array in which each task takes a chunk. A task whose node is lost is requeued by Slurm;
/// one whose program crashed (exit codes above 128 are signals; 1 is an error of ours, such as a
/// full disk) requeues itself, some times.
fn slurm_script(submission: &Submission<'_>, folder: &Path) -> String {
    let mut script = String::from(
        "#!/bin/bash\n# Written by `patience study submit`; submit with sbatch --array=CHUNKS.\n",
    );
    let mut option =
        |text: String| writeln!(script, "#SBATCH {text}").expect("strings can be written to");
    option(format!(
        "--job-name=patience-{}",
        submission.spec.stem.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
    ));
    option(format!("--cpus-per-task={}", submission.threads));
    option(format!("--mem={}M", (submission.memory() + OVERHEAD).div_ceil(1 << 20)));
    if let Some(seconds) = submission.seconds() {
        option(format!("--time={}", seconds.div_ceil(60)));
    }
    option("--requeue".to_owned());
    option("--open-mode=append".to_owned());
    option(format!("--output={}/log/chunk-%a.txt", folder.display()));
    let work =
        shell_words(&submission.work("CHUNK")).replace(" CHUNK", " \"$SLURM_ARRAY_TASK_ID\"");
    script += &format!(
        "\n{work}\ncode=$?\n\
         # The chunk goes on where it stood: finished rows are kept.\n\
         if [ $code -ne 0 ] && [ $code -ne 2 ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {RETRIES} ]; then\n    \
             echo \"code $code; requeued\"\n    \
             scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\" && sleep 60\nfi\nexit $code\n"
    );
    script
}

/// A HyperQueue job definition file with a task for each open chunk.
fn hyperqueue_job(submission: &Submission<'_>, open: &[u64], folder: &Path) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut job = format!(
        "# Written by `patience study submit`; submit with `hq job submit-file`.\n# `patience study merge` brings the rows into the store.\nname = {}\nmax_fails = {}\n",
        quoted(&format!("patience-{}", submission.spec.stem)),
        open.len(),
    );
    for chunk in open {
        let command = submission
            .work(&chunk.to_string())
            .iter()
            .map(|word| quoted(word))
            .collect::<Vec<_>>()
            .join(", ");
        // Two files: HyperQueue opens each on its own, and one would write over the other.
        let log = |stream: &str| {
            quoted(&folder.join(format!("log/chunk-{chunk}.{stream}.txt")).display().to_string())
        };
        let (stdout, stderr) = (log("out"), log("err"));
        write!(
            job,
            "\n[[task]]\nid = {chunk}\ncommand = [{command}]\nstdout = {stdout}\nstderr = {stderr}\ncrash_limit = {RETRIES}\n\n\
             [[task.request]]\nresources = {{ \"cpus\" = \"{}\", \"mem\" = \"{}\" }}\n",
            submission.threads,
            // HyperQueue counts `mem` in MiB.
            (submission.memory() + OVERHEAD).div_ceil(1 << 20),
        )
        .expect("strings can be written to");
    }
    job
}

/// `0-4,7`
fn ranges(numbers: &[u64]) -> String {
    let mut parts: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let words = parts.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(",")
}

/// Words for a POSIX shell.
fn shell_words(words: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@".contains(c);
    let quoted = words.iter().map(|word| match !word.is_empty() && word.chars().all(plain) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `hq job submit-file` takes, as far as it is used here: it refuses what it does not
    /// know. (HyperQueue's documentation, "Job Definition File".)
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct JobFile {
        name: String,
        max_fails: u32,
        task: Vec<Task>,
    }

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Task {
        id: u32,
        command: Vec<String>,
        stdout: PathBuf,
        stderr: PathBuf,
        crash_limit: u16,
        request: Vec<Request>,
    }

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Request {
        resources: std::collections::BTreeMap<String, String>,
    }

    #[test]
    fn the_job_file_is_what_hyperqueue_takes() {
        let folder = tempfile::tempdir().unwrap();
        // Words that TOML and HyperQueue must hand through as they are.
        let study = folder.path().join("a \"study\" with \\ and ♠.toml");
        let text = "title = \"t\"\n[limits]\nmemory = \"1GiB\"\n[[instances]]\nset = \"s\"\nnames = [\"gaps:random/4x4/1..40\"]\n\
                    [[configurations]]\nalgorithm = \"bfs\"\n";
        std::fs::write(&study, text).unwrap();
        let spec = Spec::open(&study).unwrap();
        let results = Folder::beside(&study);
        let program = PathBuf::from("/opt/it's here/patience");
        let submission = Submission {
            spec: &spec,
            program,
            study,
            results,
            chunks: 4,
            threads: 2,
            retry: false,
            with: &[],
        };
        let prepared = prepare(Engine::HyperQueue, &submission).unwrap();
        let file = prepared.files[0].display().to_string();
        assert_eq!(prepared.commands, [["hq", "job", "submit-file", &file]]);
        let job: JobFile = toml::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(
            job.name.starts_with("patience-a \"study\"")
                && job.max_fails == 4
                && job.task.len() == 4
        );
        for (chunk, task) in (0..).zip(&job.task) {
            assert_eq!((task.id, task.crash_limit), (chunk, RETRIES as u16));
            assert_eq!(task.command, submission.work(&chunk.to_string()));
            assert!(task.stdout != task.stderr && task.stdout.parent().unwrap().is_dir());
            let asked: Vec<_> = task.request.iter().map(|request| &request.resources).collect();
            // A gibibyte for each of two jobs at once, and the overhead; HyperQueue counts in MiB
            // here.
            assert_eq!(
                asked,
                [&[("cpus", "2"), ("mem", "2560")]
                    .map(|(name, amount)| (name.to_owned(), amount.to_owned()))
                    .into()]
            );
        }
    }

    #[test]
    fn words_and_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
        assert_eq!(ranges(&[]), "");
        assert_eq!(
            shell_words(&["a b".to_owned(), "c".to_owned(), "it's".to_owned()]),
            r"'a b' c 'it'\''s'"
        );
    }
}
