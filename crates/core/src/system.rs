//! The system's clock and files, behind the feature `std`, which WebAssembly builds omit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the only clock and file access that the libraries provide, for their users"
)]

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::environment::Clock;

/// The system's clock, from the moment of its creation.
///
/// ```
/// use patience_core::{Clock, WallClock};
///
/// let clock = WallClock::start();
/// assert!(clock.elapsed() <= clock.elapsed());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Opens a file. Anything that is not a regular file is rejected: a pipe would block, perhaps
/// forever, and a device need not end.
///
/// ```
/// use patience_core::open_regular;
/// use std::fs::OpenOptions;
///
/// let folder = std::env::temp_dir();
/// assert!(open_regular(OpenOptions::new().read(true), &folder).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// It is not a regular file, or cannot be opened.
pub fn open_regular(options: &OpenOptions, path: &Path) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
        }
        _ => options.open(path),
    }
}
