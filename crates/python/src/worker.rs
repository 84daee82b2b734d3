//! Long work outside the interpreter: the lock is released, and Ctrl-C stops it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, Once, PoisonError};
use std::thread::{Builder, Result as Caught, scope};
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors;

/// Interval between two checks for signals.
pub const POLL: Duration = Duration::from_millis(50);

/// Recursive searches need more than the two megabytes that threads have by default.
pub const STACK: usize = 64 << 20;

thread_local! {
    /// Whether a panic on this thread prints nothing.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Catches a panic and prints nothing: the caller raises an exception instead.
pub fn quietly<T>(work: impl FnOnce() -> T) -> Caught<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| match IS_QUIET.get() {
            true => {}
            false => usual(panic),
        }));
    });
    let before = IS_QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(before);
    result
}

/// Does work on a separate thread, without the interpreter's lock. A signal whose handler raises
/// sets the flag passed to the work, and the exception is raised when the work has ended.
///
/// Heap meters measure a thread, so each call has its own exact figures.
pub fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    let (done, ended) = (Mutex::new(false), Condvar::new());
    scope(|scope| {
        let worker = || {
            // Set when the work has ended, for whatever reason.
            let _ended = OnDrop(|| {
                *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
                ended.notify_one();
            });
            work(&cancel)
        };
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, worker)?;
        let wait = || {
            let guard = done.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = ended.wait_timeout_while(guard, POLL, |done| !*done);
            *waited.unwrap_or_else(PoisonError::into_inner).0
        };
        let mut signal = Ok(());
        while !py.detach(wait) {
            if signal.is_ok() {
                signal = py.check_signals();
                cancel.store(signal.is_err(), Ordering::Relaxed);
            }
        }
        let result = py.detach(|| thread.join());
        signal?;
        result.map_err(|_| errors::defect(patience_core::DEFECT))
    })
}

/// Calls a function when it is dropped.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        self.0();
    }
}
