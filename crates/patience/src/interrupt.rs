//! The state through which an interrupt reaches running work.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Interval at which waiting code checks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Stops the running solves.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// Set when the user asks to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set once an interrupt reaches this program's handler instead of ending it at once.
static HEARD: AtomicBool = AtomicBool::new(false);

/// Sets the handler of interrupts. Later calls have no effect.
pub fn listen(handler: impl FnMut() + 'static + Send) {
    let _ = ctrlc::set_handler(handler);
    HEARD.store(true, Ordering::SeqCst);
}

/// Whether an interrupt reaches a handler.
pub fn is_heard() -> bool {
    HEARD.load(Ordering::SeqCst)
}

/// Stops the running solves at the user's request.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
    CANCEL.store(true, Ordering::SeqCst);
}

/// The flag that stops the running solves, because the user asked or nothing more can be printed.
pub fn cancel() -> &'static AtomicBool {
    &CANCEL
}

/// Whether the running solves should stop, for whatever reason.
pub fn stopped() -> bool {
    CANCEL.load(Ordering::SeqCst)
}

/// Whether the user asked to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Waits for a value that another thread sends from an uninterruptible system call; `None` if the
/// thread has ended.
///
/// # Errors
/// The running solves should stop.
pub fn wait_for<T>(sent: &Receiver<T>) -> io::Result<Option<T>> {
    loop {
        match sent.recv_timeout(LOOK) {
            Ok(found) => return Ok(Some(found)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if stopped() => {
                return Err(io::Error::other("interrupted"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
