//! Errors outside a search: rejected files, and damaged files.

use std::io;

use patience_core::Stop;
use thiserror::Error;

/// The reason why a run with files has no answer. No verdict relies on the file, which the text
/// names.
#[derive(Debug, Error)]
pub enum Fault {
    /// The request is impossible, or a file is of another kind. Nothing was changed.
    #[error("{what}")]
    Refused {
        /// The rejected input, with the reason.
        what: String,
        /// The error of the file, if there was one.
        source: Option<io::Error>,
    },
    /// A file is damaged or missing, or cannot be read or written.
    #[error("{what}")]
    Broken {
        /// The file, and what is wrong with it.
        what: String,
        /// The error of the file, if there was one.
        source: Option<io::Error>,
    },
}

impl Fault {
    pub(crate) fn refused(what: impl Into<String>) -> Self {
        Fault::Refused { what: what.into(), source: None }
    }

    pub(crate) fn broken(what: impl Into<String>) -> Self {
        Fault::Broken { what: what.into(), source: None }
    }

    /// The fault with its source.
    pub(crate) fn because(mut self, error: io::Error) -> Self {
        let (Fault::Refused { source, .. } | Fault::Broken { source, .. }) = &mut self;
        *source = Some(error);
        self
    }
}

/// The reason why a search ended: a limit or a fault.
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
