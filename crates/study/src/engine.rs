//! Engines beyond one machine: the files that Slurm and HyperQueue need to run a study's chunks.
//!
//! Both receive tasks, each of which runs `patience study work` for one chunk. An engine runs a
//! task at least once; the worker is idempotent, so lost nodes, requeues and duplicate runs do no
//! harm. Each submission is recorded with the engine's job; its pending and running tasks are not
//! submitted again.

mod error;
mod hyperqueue;
mod queue;
mod size;
mod slurm;
mod submission;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use crate::shard::{self, Chunk, Done};
use crate::spec::Spec;
use crate::unique;
pub use error::EngineError;
use error::in_file;
use queue::Submitted;
use size::Size;
pub use size::{chunks, longest};
use slurm::Grants;
pub use submission::{Engine, Submission};
use words::shell_words;

/// Files that [`prepare`] wrote and commands that submit them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prepared {
    /// The files.
    pub files: Vec<PathBuf>,
    /// The batches, submitted one after another.
    pub batches: Vec<Batch>,
    /// The command that submits the final merge, after all batches; `JOBS` in it stands for their
    /// numbers.
    pub after: Option<Vec<String>>,
    /// Chunks submitted.
    pub open: usize,
    /// Jobs already pending or running.
    pub queued: u64,
    engine: Engine,
    of: u64,
    folder: PathBuf,
}

/// Tasks submitted together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// The command.
    pub command: Vec<String>,
    /// Pairs of a task's number and its chunk.
    pub tasks: Vec<(u64, u64)>,
}

/// Writes the files that the engine needs.
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
///     chunks: Some(4),
///     threads: 2,
///     retry: false,
///     retries: 1,
///     with: &[],
/// };
/// let prepared = prepare(Engine::Slurm, &submission)?;
/// assert_eq!(prepared.batches[0].command[..3], ["sbatch", "--parsable", "--array=0-3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A file cannot be written, or the engine does not report what is pending.
pub fn prepare(engine: Engine, submission: &Submission<'_>) -> Result<Prepared, EngineError> {
    let folder = submission.folder();
    fs::create_dir_all(folder.join("log")).map_err(in_file(&folder))?;
    let mut done = submission.done()?;
    let queued = queued(submission.spec, &folder, &done)?;
    done.queue(queued.iter().copied());
    let grants = match engine {
        Engine::Slurm => Grants::ask(submission.with),
        Engine::HyperQueue => Grants { array: u64::MAX, seconds: None },
    };
    // Each submission has its own files: those of an earlier one may still be read.
    let name = unique::name();
    let named = |end: &str| folder.join(format!("{name}.{end}"));
    let size = Size::of(submission, &done, grants.seconds, named("elsewhere.json"));
    let open = shard::open_chunks(submission.spec, size.chunks, &done);
    let mut prepared = Prepared {
        files: Vec::new(),
        batches: Vec::new(),
        after: None,
        open: open.len(),
        queued: queued.len() as u64,
        engine,
        of: size.chunks,
        folder: folder.clone(),
    };
    if open.is_empty() {
        return Ok(prepared);
    }
    done.keep(&size.elsewhere)?;
    let (file, text) = match engine {
        Engine::Slurm => {
            let list = named("chunks");
            let lines: String = open.iter().map(|chunk| format!("{chunk}\n")).collect();
            fs::write(&list, lines).map_err(in_file(&list))?;
            (named("slurm.sh"), slurm::script(submission, &size, &list, &folder))
        }
        Engine::HyperQueue => (named("toml"), hyperqueue::job(submission, &size, &open, &folder)),
    };
    let quoted = |path: &Path| path.display().to_string();
    fs::write(&file, text).map_err(in_file(&file))?;
    match engine {
        Engine::Slurm => arrays(submission, &grants, &open, &file, &mut prepared),
        Engine::HyperQueue => {
            let words = ["hq", "job", "submit-file"].map(str::to_owned).into_iter();
            let command = words.chain(submission.with.iter().cloned()).chain([quoted(&file)]);
            let tasks = open.iter().map(|chunk| (*chunk, *chunk)).collect();
            prepared.batches.push(Batch { command: command.collect(), tasks });
        }
    }
    prepared.files.push(file);
    Ok(prepared)
}

/// Job arrays of at most the cluster's size, and a last job that merges.
fn arrays(
    submission: &Submission<'_>,
    grants: &Grants,
    open: &[u64],
    file: &Path,
    prepared: &mut Prepared,
) {
    let with = || submission.with.iter().cloned();
    let most = usize::try_from(grants.array).unwrap_or(usize::MAX);
    for (wave, chunks) in open.chunks(most).enumerate() {
        let array = format!("--array=0-{}", chunks.len() - 1);
        let words = ["sbatch".to_owned(), "--parsable".to_owned(), array];
        let last = [file.display().to_string(), (wave * most).to_string()];
        let command = words.into_iter().chain(with()).chain(last).collect();
        let tasks = (0..).zip(chunks.iter().copied()).collect();
        prepared.batches.push(Batch { command, tasks });
    }
    let merge = shell_words(&[
        submission.program.display().to_string(),
        "study".to_owned(),
        "merge".to_owned(),
        submission.study.display().to_string(),
        "--results".to_owned(),
        submission.results.0.display().to_string(),
    ]);
    let log = format!("--output={}", prepared.folder.join("log/merge.txt").display());
    // The rows are merged after the last task ends, whatever its result.
    let after = [
        "sbatch",
        "--parsable",
        "--dependency=afterany:JOBS",
        "--job-name=patience-merge",
        "--wrap",
    ];
    let after = after.map(str::to_owned).into_iter().chain([merge, log]);
    prepared.after = Some(after.chain(with()).collect());
}

/// The jobs without a row that earlier submissions still have queued, in order. Drops submissions
/// without remaining tasks.
fn queued(spec: &Spec, folder: &Path, done: &Done) -> Result<Vec<u64>, EngineError> {
    let submitted = queue::read(folder)?;
    let (mut jobs, mut kept) = (Vec::new(), Vec::new());
    for one in &submitted {
        let live = one.live()?;
        let chunks = live.iter().map(|&index| Chunk { index, of: one.of });
        jobs.extend(chunks.flat_map(|chunk| chunk.jobs(spec)).filter(|job| !done.has(*job)));
        kept.extend((!live.is_empty()).then(|| one.clone()));
    }
    if kept != submitted {
        queue::write(folder, &kept)?;
    }
    jobs.sort_unstable();
    jobs.dedup();
    Ok(jobs)
}

/// Runs the commands of a [prepared](prepare) submission, and records the engine's jobs. Returns
/// their output.
///
/// # Errors
/// A command is missing or fails.
pub fn submit(prepared: &Prepared) -> Result<Vec<String>, EngineError> {
    let (mut said, mut jobs) = (Vec::new(), Vec::new());
    for batch in &prepared.batches {
        let answer = queue::run(&batch.command)?;
        // `12;cluster` of Slurm, `Job submitted successfully, job ID: 12` of HyperQueue.
        let job = match prepared.engine {
            Engine::Slurm => answer.split([';', '\n']).next().unwrap_or("").trim().to_owned(),
            Engine::HyperQueue => {
                let number =
                    answer.rsplit(|c: char| !c.is_ascii_digit()).find(|word| !word.is_empty());
                number.unwrap_or("").to_owned()
            }
        };
        let mut submitted = queue::read(&prepared.folder)?;
        let (engine, of, tasks) = (prepared.engine, prepared.of, batch.tasks.clone());
        submitted.push(Submitted { engine, job: job.clone(), of, tasks });
        queue::write(&prepared.folder, &submitted)?;
        said.push(answer);
        jobs.push(job);
    }
    if let Some(after) = &prepared.after {
        let words: Vec<String> = after
            .iter()
            .map(|word| word.replace("afterany:JOBS", &format!("afterany:{}", jobs.join(":"))))
            .collect();
        said.push(queue::run(&words)?);
    }
    Ok(said)
}
