//! Cores to which jobs are pinned, each for one job at a time.
//!
//! Several processes on one machine may run studies. A core is therefore locked by a file in the
//! system's temporary folder while a process pins jobs to it; the lock ends with the process.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use super::topology::{self, Processor};

/// The description of the machine by the system.
const DEVICES: &str = "/sys/devices/system";

/// The cores of a pool.
#[derive(Debug, Default)]
pub(super) struct Cores {
    processors: Vec<Processor>,
    /// All cores that the process may use.
    machine: Vec<Processor>,
    /// Held while jobs are pinned.
    locks: Vec<File>,
}

impl Cores {
    /// Takes this many cores for this process, for jobs of `width` threads; none if too few are
    /// free, because pinned jobs cannot be compared with unpinned ones.
    pub fn take(count: usize, width: usize) -> Cores {
        let machine = Processor::read(Path::new(DEVICES), &allowed());
        Cores::take_of(machine, count, width, &std::env::temp_dir().join("patience-cores"))
    }

    fn take_of(machine: Vec<Processor>, count: usize, width: usize, folder: &Path) -> Cores {
        let mut free = machine.clone();
        let mut cores = Cores { machine, ..Cores::default() };
        while cores.processors.len() < count {
            let width = width.clamp(1, count - cores.processors.len());
            let wanted = topology::take(&mut free, width);
            if wanted.is_empty() {
                return Cores::default();
            }
            // A core that another study holds is skipped.
            for processor in wanted {
                if let Some(lock) = lock(&folder.join(processor.number.to_string())) {
                    cores.processors.push(processor);
                    cores.locks.push(lock);
                }
            }
        }
        cores
    }

    /// The processors.
    pub fn processors(&self) -> &[Processor] {
        &self.processors
    }

    /// All processors that this process may use.
    pub fn machine(&self) -> &[Processor] {
        &self.machine
    }
}

/// Whether this many cores could be taken now, if this system pins jobs at all.
pub fn are_free(count: usize) -> bool {
    allowed().is_empty() || !Cores::take(count, 1).processors.is_empty()
}

/// The lock of a core, if no other process holds it.
fn lock(path: &PathBuf) -> Option<File> {
    fs::create_dir_all(path.parent()?).ok()?;
    // A file of another user can be locked, though not written.
    let new = OpenOptions::new().write(true).create_new(true).open(path);
    let file = new.or_else(|_| File::open(path)).ok()?;
    file.try_lock().ok().map(|()| file)
}

/// The processors that this process may use.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

/// Pins a process to cores, as far as the system allows: its first thread, and the threads that it
/// starts from now on.
#[cfg(target_os = "linux")]
pub(super) fn hold(process: u32, cores: &[Processor]) -> bool {
    use rustix::process::Pid;
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    cores.iter().for_each(|core| set.set(core.number));
    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    process.is_some_and(|process| sched_setaffinity(Some(process), &set).is_ok())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn hold(_: u32, _: &[Processor]) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_one_pool_s() {
        let folder = tempfile::tempdir().unwrap();
        let machine = Processor::read(folder.path(), &[0, 1, 5]);
        let take = |count| Cores::take_of(machine.clone(), count, 1, folder.path());
        let numbers = |cores: &Cores| -> Vec<usize> {
            cores.processors().iter().map(|processor| processor.number).collect()
        };
        let first = take(2);
        assert_eq!(numbers(&first), [0, 1]);
        assert!(numbers(&take(2)).is_empty(), "only one is left, and half a pool is not enough");
        let second = take(1);
        assert_eq!(numbers(&second), [5]);
        assert!(numbers(&take(1)).is_empty());
        drop(first);
        assert_eq!(numbers(&take(2)), [0, 1]);
        assert!(numbers(&take(3)).is_empty());
    }
}
