//! The pool: worker processes fed in batches under a budget of cores and memory.
//!
//! One thread per worker process writes a batch of assignments and reads the rows. The calling
//! thread hands out batches and passes rows on; it alone accesses the store. A monitor kills
//! workers that exceed their limits; a worker killed by its own job becomes a row, and the rest of
//! its batch goes to a new worker. A shutdown of the machine also ends workers: a worker killed by
//! a signal that jobs never send themselves leaves no row.

mod cgroup;
mod cores;
mod crowding;
mod dispatch;
mod jobs;
mod slot;
mod topology;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

pub use crate::monitor::sees_memory;
use crate::monitor::{self, Vitals};
use crate::setting::Setting;
use cgroup::Groups;
use cores::Cores;
pub use cores::are_free as cores_are_free;
pub use crowding::crowding;
use dispatch::Dispatcher;
use jobs::Order;
pub use jobs::{JobSource, Options, PoolError};
use slot::Slot;

/// Carries out all assignments of a source; [`JobSource`] has an example. Returns when all
/// assignments have rows, or soon after `cancel` is set: then the running jobs are abandoned
/// without a row.
///
/// # Errors
/// See [`PoolError`].
pub fn run<X: JobSource>(
    settings: &[Setting],
    source: &mut X,
    options: &Options,
    cancel: &AtomicBool,
) -> Result<(), PoolError<X::Error>> {
    for setting in settings {
        if setting.memory > options.memory {
            let size = |bytes: u64| crate::units::size(bytes as f64);
            return Err(PoolError::Budget {
                need: size(setting.memory),
                budget: size(options.memory),
            });
        }
    }
    let stop = AtomicBool::new(false);
    let threads = options.threads.max(1);
    let vitals: Vec<Arc<Mutex<Vitals>>> = (0..threads).map(|_| Arc::default()).collect();
    let (sender, events) = mpsc::channel();
    let width = settings.iter().map(|setting| setting.threads).max().unwrap_or(1);
    let cores = if options.pin { Cores::take(threads, width) } else { Cores::default() };
    let groups = Groups::here();
    std::thread::scope(|scope| {
        let mut slots = Vec::new();
        for (index, vitals) in vitals.iter().enumerate() {
            let (batches, inbox) = mpsc::channel::<Order>();
            let slot = Slot {
                index,
                settings,
                options,
                vitals: vitals.clone(),
                group: groups.as_ref().and_then(|groups| groups.of_worker(index)),
                events: sender.clone(),
                stop: &stop,
                cancel,
            };
            scope.spawn(move || slot.run(&inbox));
            slots.push(batches);
        }
        let monitored = &vitals;
        let ended = &stop;
        scope.spawn(move || monitor::watch(monitored, ended));
        let (pinned, machine) = (cores.processors(), cores.machine());
        let result = Dispatcher::new(settings, options, &slots, pinned, machine)
            .run(source, cancel, &events);
        // Workers still running are killed; their threads see the end of the pipe and end.
        stop.store(true, Ordering::SeqCst);
        drop(slots);
        for vitals in &vitals {
            if let Some(child) = &mut vitals.lock().expect("no panic while it is held").child {
                let _ = child.kill();
            }
        }
        result
    })
}
