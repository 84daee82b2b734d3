//! Rust errors as Python exceptions.

use patience_catalogue::{PlanError, RequestError};
use patience_core::{OpenError, Stop};
use pyo3::exceptions::{
    PyKeyboardInterrupt, PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError,
};
use pyo3::prelude::*;

pyo3::import_exception!(patience_games.errors, IllegalMove);
pyo3::import_exception!(patience_games.errors, Refused);

/// Converts an invalid argument.
pub fn value(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A fault of Patience itself.
pub fn defect(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Converts the reason for ending work that has no verdict of its own.
pub fn stopped(stop: Stop, what: &str) -> PyErr {
    let message = format!("{what} was stopped by its limit ({stop})");
    match stop {
        Stop::Time | Stop::CpuTime => PyTimeoutError::new_err(message),
        Stop::Memory => PyMemoryError::new_err(message),
        Stop::Cancelled => PyKeyboardInterrupt::new_err(()),
        Stop::Defect => defect(message),
        _ => value(message),
    }
}

/// The reason why a name leads to no instance.
pub fn open(error: OpenError) -> PyErr {
    match error {
        OpenError::Stopped(stop) => stopped(stop, "the search for this instance"),
        OpenError::Defect => defect(error),
        error => value(error),
    }
}

/// The reason why a request cannot be carried out.
pub fn request(error: RequestError) -> PyErr {
    match error {
        RequestError::Defect { .. } => defect(error),
        error => value(error),
    }
}

/// Converts an error in a plan.
pub fn plan(error: PlanError) -> PyErr {
    let index = match &error {
        PlanError::Unreadable { index, .. } | PlanError::Illegal { index, .. } => *index,
        PlanError::NotSolved { length, .. } => *length,
        _ => 0,
    };
    match error {
        PlanError::NotSolved { .. } => value(error),
        error => IllegalMove::new_err((index, error.to_string())),
    }
}
