//! Independent pieces of work on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the results of `count` pieces of work in their order. Each thread starts with a state of
/// its own and takes the next piece when it has finished one; the number of threads changes only
/// the time.
///
/// # Panics
/// If a piece of work does.
pub(super) fn in_parallel<S, T: Send>(
    count: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let (mut mine, mut state) = (Vec::new(), state());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return mine;
            }
            mine.push((index, work(&mut state, index)));
        }
    };
    let mut found: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    found.sort_unstable_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, result)| result).collect()
}
