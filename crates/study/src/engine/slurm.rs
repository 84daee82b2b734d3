//! The input of Slurm, a script for job arrays, and the cluster's limits.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::size::{OVERHEAD, Size};
use super::submission::{RETRIES, Submission};
use super::words::shell_words;

/// Maximum number of tasks per array if the cluster does not report it.
const USUAL_ARRAY: u64 = 1_000;

/// Limits of a cluster.
pub(super) struct Grants {
    /// Maximum number of tasks per array.
    pub array: u64,
    /// Maximum seconds of a task.
    pub seconds: Option<u64>,
}

impl Grants {
    /// Queries the cluster, as far as it answers; `with` are the arguments that name the partition.
    pub fn ask(with: &[String]) -> Grants {
        let said = |command: &[&str]| {
            let output = Command::new(command[0]).args(&command[1..]).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let array = said(&["scontrol", "show", "config"]).and_then(|text| array(&text));
        let limits = said(&["sinfo", "--noheader", "--format=%P|%l"]);
        let seconds = limits.and_then(|text| limit(&text, partition(with).as_deref()));
        Grants { array: array.unwrap_or(USUAL_ARRAY), seconds }
    }
}

/// `MaxArraySize = 1001`: numbers of tasks are below it.
fn array(config: &str) -> Option<u64> {
    let line = config.lines().find(|line| line.trim_start().starts_with("MaxArraySize"))?;
    line.rsplit('=').next()?.trim().parse::<u64>().ok().map(|size| size.max(1))
}

/// The partition named by the arguments of the submit command.
fn partition(with: &[String]) -> Option<String> {
    let mut words = with.iter();
    while let Some(word) = words.next() {
        if word == "-p" || word == "--partition" {
            return words.next().cloned();
        }
        let named = word.strip_prefix("--partition=").or_else(|| word.strip_prefix("-p"));
        if let Some(name) = named {
            return Some(name.to_owned());
        }
    }
    None
}

/// The seconds that a partition grants, from lines such as `all*|1-00:00:00`; a star marks the
/// default.
fn limit(text: &str, partition: Option<&str>) -> Option<u64> {
    let wanted = |name: &str| match partition {
        Some(partition) => name.trim_end_matches('*') == partition,
        None => name.ends_with('*'),
    };
    let (_, limit) =
        text.lines().filter_map(|line| line.split_once('|')).find(|(name, _)| wanted(name))?;
    let (days, rest) = limit.trim().split_once('-').unwrap_or(("0", limit.trim()));
    let parts = rest.split(':').map(|part| part.parse::<u64>().ok()).collect::<Option<Vec<_>>>()?;
    let rest = match parts[..] {
        [hours, minutes, seconds] => 3600 * hours + 60 * minutes + seconds,
        [minutes, seconds] => 60 * minutes + seconds,
        _ => return None,
    };
    Some(86_400 * days.parse::<u64>().ok()? + rest)
}

/// Returns the script of an array in which each task takes a chunk of a list, starting at the given
/// place. Slurm requeues a task whose node is lost; a task without time for all its jobs requeues
/// itself as long as it made rows, and a task whose program crashed (exit codes above 130 are
/// signals; 1 is our own error, such as a full disk) requeues itself a few times.
pub(super) fn script(
    submission: &Submission<'_>,
    size: &Size,
    list: &Path,
    folder: &Path,
) -> String {
    let mut script = String::from(
        "#!/bin/bash\n# Written by `patience study submit`; submit with sbatch --array=0-COUNT … \
         slurm.sh FIRST.\n",
    );
    let mut option =
        |text: String| writeln!(script, "#SBATCH {text}").expect("strings can be written to");
    option(format!(
        "--job-name=patience-{}",
        submission.spec.stem.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
    ));
    option(format!("--cpus-per-task={}", submission.threads));
    option(format!("--mem={}M", (size.memory + OVERHEAD).div_ceil(1 << 20)));
    if let Some(seconds) = size.seconds {
        // Rounded down, so that it does not exceed the grant.
        option(format!("--time={}", (seconds / 60).max(1)));
    }
    option("--requeue".to_owned());
    option("--open-mode=append".to_owned());
    option(format!("--output={}/log/task-%A-%a.txt", folder.display()));
    let [list, log] = [list.to_owned(), folder.join("log")]
        .map(|path| shell_words(&[path.display().to_string()]));
    let work = shell_words(&size.work(submission, "CHUNK")).replace(" CHUNK", " \"$chunk\"");
    script += &format!(
        "\nchunk=$(sed -n \"$(($1 + SLURM_ARRAY_TASK_ID + 1))p\" {list})\n\
         again() {{\n    \
             echo \"code $1; requeued\"\n    \
             scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\" && sleep 60\n\
             }}\n\
         # The remaining time, if Slurm reports it.\n\
         [ -z \"${{SLURM_JOB_END_TIME:-}}\" ] || walltime=(--walltime \"$((SLURM_JOB_END_TIME - \
         $(date +%s)))s\")\n\
         {work} \"${{walltime[@]}}\"\ncode=$?\n\
         # The chunk resumes: finished rows are kept.\n\
         crashes={log}/chunk-$chunk.crashes\n\
         if [ $code -eq 130 ]; then\n    again $code\n\
         elif [ $code -ne 0 ] && [ $code -ne 2 ]; then\n    \
             echo \"$code\" >>\"$crashes\"\n    \
             [ \"$(wc -l <\"$crashes\")\" -gt {RETRIES} ] || again $code\nfi\nexit $code\n"
    );
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_tells_what_it_grants() {
        let text = "short*|30:00\nlong|2-12:00:00\nopen|infinite\nhours|4:00:00\n";
        for (partition, seconds) in [
            (None, Some(1800)),
            (Some("long"), Some(216_000)),
            (Some("open"), None),
            (Some("hours"), Some(14_400)),
            (Some("none"), None),
        ] {
            assert_eq!(limit(text, partition), seconds, "{partition:?}");
        }
        assert_eq!(array("MailProg = x\nMaxArraySize            = 1001\n"), Some(1001));
        let words =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for given in [
            &["--qos=x", "--partition=long"][..],
            &["-p", "long"],
            &["-plong"],
            &["--partition", "long"],
        ] {
            assert_eq!(partition(&words(given)).as_deref(), Some("long"));
        }
        assert_eq!(partition(&words(&["--qos=x"])), None);
    }
}
