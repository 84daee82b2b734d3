//! The input of HyperQueue: a job definition file.

use std::fmt::Write as _;
use std::path::Path;

use super::size::{OVERHEAD, Size};
use super::submission::{RETRIES, Submission};

/// A HyperQueue job definition file with a task for each open chunk.
pub(super) fn job(submission: &Submission<'_>, size: &Size, open: &[u64], folder: &Path) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut job = format!(
        "# Written by `patience study submit`; submit with `hq job submit-file`.\n\
         # `patience study merge` brings the rows into the store.\nname = {}\nmax_fails = {}\n",
        quoted(&format!("patience-{}", submission.spec.stem)),
        open.len(),
    );
    for chunk in open {
        let command = size
            .work(submission, &chunk.to_string())
            .iter()
            .map(|word| quoted(word))
            .collect::<Vec<_>>()
            .join(", ");
        // Two files: HyperQueue opens each separately, and one would overwrite the other.
        let log = |stream: &str| {
            quoted(&folder.join(format!("log/chunk-{chunk}.{stream}.txt")).display().to_string())
        };
        let (stdout, stderr) = (log("out"), log("err"));
        let time = size
            .seconds
            .map_or(String::new(), |seconds| format!("time_request = \"{seconds}s\"\n"));
        write!(
            job,
            "\n[[task]]\nid = {chunk}\ncommand = [{command}]\nstdout = {stdout}\n\
             stderr = {stderr}\ncrash_limit = {RETRIES}\n\n\
             [[task.request]]\nresources = {{ \"cpus\" = \"{}\", \"mem\" = \"{}\" }}\n{time}",
            submission.threads,
            // HyperQueue counts `mem` in MiB.
            (size.memory + OVERHEAD).div_ceil(1 << 20),
        )
        .expect("writing to a string cannot fail");
    }
    job
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::engine::{Engine, prepare};
    use crate::spec::Spec;
    use crate::study::Folder;

    /// The fields of `hq job submit-file` that are used here: it rejects unknown
    /// ones. (HyperQueue's documentation, "Job Definition File".)
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct JobFile {
        name: String,
        max_fails: u32,
        task: Vec<Task>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Task {
        id: u32,
        command: Vec<String>,
        stdout: PathBuf,
        stderr: PathBuf,
        crash_limit: u16,
        request: Vec<Request>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Request {
        resources: std::collections::BTreeMap<String, String>,
        time_request: String,
    }

    #[test]
    fn the_job_file_is_what_hyperqueue_takes() {
        let folder = tempfile::tempdir().unwrap();
        // Words that TOML and HyperQueue must pass through unchanged.
        let study = folder.path().join("a \"study\" with \\ and ♠.toml");
        let text = "title = \"t\"\n[limits]\nmemory = \"1GiB\"\ntime = \"10s\"\n[[instances]]\n\
                    set = \"s\"\nnames = [\"gaps:random/4x4/1..40\"]\n\
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
            chunks: Some(4),
            threads: 2,
            retry: false,
            retries: 2,
            with: &[],
        };
        let prepared = prepare(Engine::HyperQueue, &submission).unwrap();
        let file = prepared.files[0].display().to_string();
        assert_eq!(prepared.batches[0].command, ["hq", "job", "submit-file", &file]);
        let job: JobFile = toml::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(
            job.name.starts_with("patience-a \"study\"")
                && job.max_fails == 4
                && job.task.len() == 4
        );
        for (chunk, task) in (0..).zip(&job.task) {
            assert_eq!((task.id, task.crash_limit), (chunk, RETRIES as u16));
            assert!(task.command.ends_with(&["--chunk".to_owned(), chunk.to_string()]), "{task:?}");
            assert!(task.command.windows(2).any(|two| two == ["--walltime", "377s"]), "{task:?}");
            assert!(task.stdout != task.stderr && task.stdout.parent().unwrap().is_dir());
            assert_eq!(task.request[0].time_request, "377s");
            let asked: Vec<_> = task.request.iter().map(|request| &request.resources).collect();
            // A gibibyte for each of two concurrent jobs, and the overhead; HyperQueue counts in
            // MiB here.
            assert_eq!(
                asked,
                [&[("cpus", "2"), ("mem", "2560")]
                    .map(|(name, amount)| (name.to_owned(), amount.to_owned()))
                    .into()]
            );
        }
    }
}
