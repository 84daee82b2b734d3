//! A program as a process: started in its own group, watched with all its descendants, and
//! ended together with them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use std::os::unix::process::{CommandExt, ExitStatusExt};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rustix::io::Errno;
use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions, WaitOptions};

use super::captured::Captured;
use super::disk::{self, Disk};
use super::verdict::Ended;
use crate::external::MAX_OUTPUT;
use crate::monitor::{cpu_seconds, resident_bytes};
use crate::setting::Setting;
use crate::units;

/// Maximum length of the stored standard error.
const MAX_ERRORS: usize = 2000;
/// The signal of a process that wrote too large a file, `SIGXFSZ` of Linux and others.
const XFSZ: i32 = 25;
/// Interval between two polls of the processes.
const LOOK: Duration = Duration::from_millis(25);

/// Whether every child of this process belongs to the current job, including orphans.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Makes this process, a worker, the parent of processes that lose theirs, so that no descendant
/// of a program escapes.
pub(crate) fn adopt() {
    #[cfg(target_os = "linux")]
    ADOPTS.store(process::set_child_subreaper(Some(process::getpid())).is_ok(), Ordering::SeqCst);
}

/// The group of the running program, for a worker that must end at once; 0 if there is none.
static RUNNING: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(0);

/// Ends the running program.
pub(crate) fn abandon() {
    if let Some(group) = Pid::from_raw(RUNNING.load(Ordering::SeqCst)) {
        end_all(group);
    }
}

/// Runs a command in a folder under the limits of a setting, and ends all its remaining processes.
pub(super) fn run(command: &[String], folder: &Path, setting: &Setting) -> Result<Ended, String> {
    let in_words = |error: std::io::Error| error.to_string();
    let mut disk = Disk::new(folder, setting);
    let used_before = used();
    let begun = Instant::now();
    // Set before the program starts: it may fork at once.
    let restore = lower_file_limit(disk::largest_file(setting));
    let spawned = Command::new(&command[0])
        .args(&command[1..])
        .current_dir(folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn();
    restore();
    let mut child = spawned.map_err(in_words)?;
    let group = Pid::from_child(&child);
    RUNNING.store(group.as_raw_nonzero().get(), Ordering::SeqCst);
    limit_files(group, disk::largest_file(setting));
    let output = Captured::beginning(child.stdout.take(), MAX_OUTPUT);
    let errors = Captured::end(child.stderr.take(), MAX_ERRORS);
    let is_full = output.is_full();
    let (ended, end) = mpsc::channel::<()>();
    let (seen, seconds) = std::thread::scope(|scope| {
        let is_full = &is_full;
        let disk = &mut disk;
        let watched =
            scope.spawn(move || watch(end, group, begun, used_before, setting, is_full, disk));
        // The zombie keeps the number of the group until all of it is ended.
        let exited = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(process::waitid(WaitId::Pid(group), exited), Err(Errno::INTR)) {}
        let seconds = begun.elapsed().as_secs_f64();
        drop(ended);
        (watched.join().expect("watching does not panic"), seconds)
    });
    end_all(group);
    RUNNING.store(0, Ordering::SeqCst);
    let status = child.wait().map_err(in_words)?;
    if ADOPTS.load(Ordering::SeqCst) {
        // Reaps the orphans, whose time then counts for this process. An orphan left as a zombie
        // would count again for every later job.
        let ended = || process::wait(WaitOptions::NOHANG);
        std::iter::from_fn(|| ended().ok().flatten()).for_each(drop);
    }
    // A process that ended with its namespace leaves no account of its usage; the observed usage
    // counts instead.
    let waited = used().zip(used_before).map(|(now, before)| now - before);
    let cpu_seconds = waited.map(|waited| waited.max(seen.cpu_seconds));
    let killed = seen.killed.or_else(|| Some(("disk", disk.exceeded()?)));
    let killed = killed.or_else(|| {
        let is_too_large = status.signal().or(status.code().map(|code| code - 128)) == Some(XFSZ);
        let most = units::size(disk::largest_file(setting) as f64);
        is_too_large.then(|| ("disk", format!("it wrote a file of more than {most}")))
    });
    Ok(Ended {
        code: status.code(),
        signal: status.signal(),
        killed,
        output: output.finished(),
        errors: errors.finished().split_whitespace().collect::<Vec<_>>().join(" "),
        seconds,
        cpu_seconds,
        peak_bytes: seen.peak_bytes,
    })
}

/// The observed resources of a job's processes.
#[derive(Default)]
struct Seen {
    /// The reason why they were killed, if they were.
    killed: Option<(&'static str, String)>,
    /// Their processor time at the last poll.
    cpu_seconds: f64,
    /// The peak memory of the processes.
    peak_bytes: u64,
}

/// Polls the processes of a job many times a second until it has ended, and ends it at its
/// limits.
fn watch(
    end: mpsc::Receiver<()>,
    group: Pid,
    begun: Instant,
    used_before: Option<f64>,
    setting: &Setting,
    is_full: &AtomicBool,
    disk: &mut Disk<'_>,
) -> Seen {
    let mut seen = Seen::default();
    while end.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        let all = descendants(group);
        let held: u64 = all.iter().map(|one| resident_bytes(number(*one))).sum();
        let waited = used().zip(used_before).map_or(0.0, |(now, before)| now - before);
        let live: f64 = all.iter().filter_map(|one| cpu_seconds(number(*one))).sum();
        seen.peak_bytes = seen.peak_bytes.max(held);
        seen.cpu_seconds = seen.cpu_seconds.max(waited + live);
        let is_late = setting.time.is_some_and(|limit| begun.elapsed().as_secs_f64() > limit);
        let is_dear = setting.cpu_time.is_some_and(|limit| waited + live > limit);
        let killed = match () {
            () if held > setting.memory => {
                let held = units::size(held as f64);
                Some(("memory", format!("killed: its processes held {held}")))
            }
            () if is_late => Some(("time", "killed at its time limit".to_owned())),
            () if is_dear => Some(("cpu-time", "killed at its processor time limit".to_owned())),
            () if is_full.load(Ordering::Relaxed) => {
                let most = units::size(MAX_OUTPUT as f64);
                Some(("error", format!("killed: it wrote more than {most} of output")))
            }
            () => disk.poll().map(|words| ("disk", format!("killed: {words}"))),
        };
        if killed.is_some() {
            end_all(group);
            return Seen { killed, ..seen };
        }
    }
    seen
}

fn number(process: Pid) -> u32 {
    process.as_raw_nonzero().get().unsigned_abs()
}

/// Processor time of all children of this process that have ended.
fn used() -> Option<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Some(microseconds as f64 / 1e6)
}

/// Lowers this process's limit on the size of files, which its children inherit, until the result
/// is called.
fn lower_file_limit(bytes: u64) -> impl FnOnce() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let kept = getrlimit(Resource::Fsize);
    let current = kept.maximum.map_or(bytes, |maximum| maximum.min(bytes));
    let _ = setrlimit(Resource::Fsize, Rlimit { current: Some(current), maximum: kept.maximum });
    move || {
        let _ = setrlimit(Resource::Fsize, kept);
    }
}

/// Limits the size of each file, so that a program cannot fill the disk with a single file.
#[cfg(target_os = "linux")]
fn limit_files(process: Pid, bytes: u64) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = prlimit(Some(process), Resource::Fsize, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_files(_: Pid, _: u64) {}

/// The processes of a job, if the system lists them: the program and its descendants.
fn descendants(group: Pid) -> Vec<Pid> {
    let mut all = match ADOPTS.load(Ordering::SeqCst) {
        true => children(process::getpid()),
        false => vec![group],
    };
    let mut next = 0;
    while let Some(process) = all.get(next) {
        let more = children(*process);
        let known = all.len();
        all.extend(more);
        // Bounded because a hostile program could fork endlessly; no process number occurs twice.
        next += 1;
        if known > 100_000 {
            break;
        }
    }
    all
}

/// The children of all threads of a process.
fn children(process: Pid) -> Vec<Pid> {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", number(process)));
    let tasks = tasks.into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let found = lists.flat_map(|list| {
        list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>()
    });
    found.filter_map(Pid::from_raw).collect()
}

/// Ends a group, and the processes that left it, until none remains that can be ended.
fn end_all(group: Pid) {
    const ROUNDS: usize = 100;
    let _ = process::kill_process_group(group, Signal::KILL);
    for _ in 0..ROUNDS {
        let left = descendants(group).into_iter().filter(|one| !is_over(*one));
        let left: Vec<Pid> = left.collect();
        if left.is_empty() {
            return;
        }
        for one in left {
            let _ = process::kill_process(one, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether a process has ended, though its parent may not have noticed.
fn is_over(process: Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", number(process)));
    let state = stat.ok().and_then(|stat| stat.rsplit_once(") ")?.1.chars().next());
    matches!(state, None | Some('Z' | 'X'))
}
