//! Cores to which jobs are pinned, each for one job at a time.
//!
//! Several processes on one machine may run studies. A core is therefore locked by a file in the
//! system's temporary folder while a process pins jobs to it; the lock ends with the process.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

/// A core to which this process pins jobs.
#[derive(Debug)]
struct Core {
    number: usize,
    /// Held for its lock.
    _lock: File,
}

/// The cores of a pool.
#[derive(Debug, Default)]
pub(super) struct Cores(Vec<Core>);

impl Cores {
    /// Takes this many cores for this process; none if too few are free, because pinned jobs cannot
    /// be compared with unpinned ones.
    pub fn take(count: usize) -> Cores {
        Cores::take_of(&allowed(), count, &std::env::temp_dir().join("patience-cores"))
    }

    fn take_of(allowed: &[usize], count: usize, folder: &Path) -> Cores {
        let cores = allowed.iter().filter_map(|&number| {
            Some(Core { number, _lock: lock(&folder.join(number.to_string()))? })
        });
        let cores: Vec<Core> = cores.take(count).collect();
        if cores.len() == count { Cores(cores) } else { Cores::default() }
    }

    /// Their numbers.
    pub fn numbers(&self) -> Vec<usize> {
        self.0.iter().map(|core| core.number).collect()
    }
}

/// Whether this many cores could be taken now, if this system pins jobs at all.
pub fn are_free(count: usize) -> bool {
    let allowed = allowed();
    let folder = std::env::temp_dir().join("patience-cores");
    allowed.is_empty() || !Cores::take_of(&allowed, count, &folder).0.is_empty()
}

/// The lock of a core, if no other process holds it.
fn lock(path: &PathBuf) -> Option<File> {
    fs::create_dir_all(path.parent()?).ok()?;
    // A file of another user can be locked, though not written.
    let new = OpenOptions::new().write(true).create_new(true).open(path);
    let file = new.or_else(|_| File::open(path)).ok()?;
    file.try_lock().ok().map(|()| file)
}

/// The cores that this process may use: first one thread of each, as far as the system reports it.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    let mut cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect();
    let siblings = |core: &usize| {
        let file = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        place_among(&fs::read_to_string(file).unwrap_or_default(), *core)
    };
    cores.sort_by_cached_key(siblings);
    cores
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

/// The index of a thread within its core, from a list such as `0,4` or `0-1`.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux has such lists"))]
fn place_among(list: &str, core: usize) -> usize {
    let threads = list.trim().split(',').filter_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse::<usize>().ok()?..=last.parse::<usize>().ok()?)
    });
    threads.flatten().position(|thread| thread == core).unwrap_or(0)
}

/// Pins a process to cores, as far as the system allows: its first thread, and the threads that it
/// starts from now on.
#[cfg(target_os = "linux")]
pub(super) fn hold(process: u32, cores: &[usize]) -> bool {
    use rustix::process::Pid;
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    cores.iter().for_each(|core| set.set(*core));
    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    process.is_some_and(|process| sched_setaffinity(Some(process), &set).is_ok())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn hold(_: u32, _: &[usize]) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_one_pool_s() {
        let folder = tempfile::tempdir().unwrap();
        let take = |count| Cores::take_of(&[0, 1, 5], count, folder.path());
        let first = take(2);
        assert_eq!(first.numbers(), [0, 1]);
        assert!(take(2).numbers().is_empty(), "only one is left, and half a pool is not enough");
        let second = take(1);
        assert_eq!(second.numbers(), [5]);
        assert!(take(1).numbers().is_empty());
        drop(first);
        assert_eq!(take(2).numbers(), [0, 1]);
        assert!(take(3).numbers().is_empty());
    }

    #[test]
    fn threads_of_a_core_are_told_apart() {
        let places = [("0,4\n", 4, 1), ("0-1", 1, 1), ("2-3,6", 6, 2), ("", 3, 0), ("x", 3, 0)];
        for (list, core, place) in places {
            assert_eq!(place_among(list, core), place, "{list}");
        }
    }
}
