//! What an interrupt leaves behind for the work that it is to stop.

use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the running solves.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// Set when it is the user who asks to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Stops the running solves at the user's request.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
    CANCEL.store(true, Ordering::SeqCst);
}

/// The flag that is set when the running solves shall stop: the user asks for it, or nothing more
/// can be printed.
pub fn cancel() -> &'static AtomicBool {
    &CANCEL
}

/// Whether the running solves shall stop, for whatever reason.
pub fn stopped() -> bool {
    CANCEL.load(Ordering::SeqCst)
}

/// Whether the user asked to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
