//! What goes wrong outside a search: files that are refused, and files that are not what was
//! written.

use patience_core::Stop;
use thiserror::Error;

/// Why [`solve`](crate::solve()) and others have no solution. Nothing was concluded from the file
/// in question; the text names it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// What was asked for cannot be done, or a file is not what it was taken for. Nothing was
    /// changed.
    #[error("{0}")]
    Refused(String),
    /// A file is damaged or missing, or cannot be read or written.
    #[error("{0}")]
    Broken(String),
}

/// Why a search goes no further: at a limit, or at a fault.
#[derive(Debug)]
pub(crate) enum Halt {
    Stop(Stop),
    Fault(Fault),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}
