//! Replaces [`Writer`] in builds without the feature `parquet`.

use std::convert::Infallible;
use std::io::Write;
use std::marker::PhantomData;

use super::{Cell, Kind};
use crate::export_error::ExportError;

/// Writes rows as Apache Parquet, which is not available in this build.
pub struct Writer<W: Write + Send> {
    never: Infallible,
    out: PhantomData<W>,
}

impl<W: Write + Send> Writer<W> {
    /// Starts a file with these columns.
    ///
    /// # Errors
    /// Always fails: the feature `parquet` is off.
    pub fn new(_: &[(&str, Kind)], _: W) -> Result<Self, ExportError> {
        Err(ExportError::WithoutParquet)
    }

    /// Writes a name and a value into the file's description. Is never called.
    pub fn note(&mut self, _: &str, _: &str) {
        match self.never {}
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Is never called.
    pub fn push<'a>(&mut self, _: impl IntoIterator<Item = Cell<'a>>) -> Result<(), ExportError> {
        match self.never {}
    }

    /// Writes the end of the file.
    ///
    /// # Errors
    /// Is never called.
    pub fn finish(self) -> Result<(), ExportError> {
        let Writer { never, out: PhantomData } = self;
        match never {}
    }
}
