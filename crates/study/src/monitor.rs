//! The monitor: polls every worker many times a second and kills those beyond their limits.

use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The monitor's view of a worker process.
#[derive(Default)]
pub(crate) struct Vitals {
    pub child: Option<Child>,
    /// The time by which the current job must end.
    pub deadline: Option<Instant>,
    /// Maximum memory of the process.
    pub memory: u64,
    /// The reason for killing the worker.
    pub killed: Option<&'static str>,
    /// Memory of the process at the last poll.
    pub resident: u64,
    /// Its processor time at the first poll of its current job and at the last one.
    pub cpu: Option<(f64, f64)>,
    /// How often the system had killed workers for their memory when it started.
    pub kills: u64,
}

/// Watches the workers until `stop` is set.
pub(crate) fn watch(all: &[Arc<Mutex<Vitals>>], stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        for vitals in all {
            let mut vitals = vitals.lock().expect("no panic while it is held");
            let Vitals { child: Some(child), deadline, memory, killed, resident, cpu, .. } =
                &mut *vitals
            else {
                continue;
            };
            *resident = resident_bytes(child.id());
            *cpu = cpu_seconds(child.id()).map(|now| (cpu.map_or(now, |(before, _)| before), now));
            let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
            let large = *resident > *memory;
            if killed.is_none() && (late || large) {
                *killed = Some(if late { "time" } else { "memory" });
                let _ = child.kill();
            }
        }
        std::thread::sleep(Duration::from_millis(25));
    }
}

/// Whether the system reports the memory of a process. If it cannot be measured, only the solvers
/// enforce the limit.
///
/// ```
/// if !patience_study::pool::sees_memory() {
///     eprintln!("only the solvers enforce the memory limit");
/// }
/// ```
pub fn sees_memory() -> bool {
    resident_bytes(std::process::id()) > 0
}

/// Returns the memory of a process; 0 if the system does not report it.
pub(crate) fn resident_bytes(process: u32) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    #[cfg(unix)]
    let page = rustix::param::page_size() as u64;
    #[cfg(not(unix))]
    let page = 4096;
    pages.map_or(0, |pages| pages * page)
}

/// The processor time of a process, its threads, and its children that have ended; `None` if the
/// system does not report it.
pub(crate) fn cpu_seconds(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name, which may contain any characters.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(4).map(|ticks| ticks.parse::<u64>().ok());
    let ticks = ticks.sum::<Option<u64>>()?;
    #[cfg(unix)]
    let of_a_second = rustix::param::clock_ticks_per_second();
    #[cfg(not(unix))]
    let of_a_second = 100;
    Some(ticks as f64 / of_a_second as f64)
}

#[cfg(test)]
mod tests {
    #[test]
    fn processor_time_is_seen_on_linux() {
        let used = || super::cpu_seconds(std::process::id());
        assert_eq!(used().is_some(), cfg!(target_os = "linux"));
        if let Some(before) = used() {
            while used().unwrap() < before + 0.05 {}
        }
        assert_eq!(super::cpu_seconds(0), None);
    }

    #[test]
    fn memory_is_seen_on_linux() {
        assert_eq!(super::sees_memory(), cfg!(target_os = "linux"));
    }
}
