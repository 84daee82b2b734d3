//! The store through which processes share results.

use std::io;

/// The store through which the processes of [`solve_parts`](crate::Solver::solve_parts) share
/// results. Its files may come from any source: all input is verified, and a mismatch is an error.
pub trait PartStore {
    /// Claims a part for this process until it is released; returns false if another process has
    /// it. A process that ends loses its claim.
    ///
    /// # Errors
    /// The part cannot be claimed.
    fn claim(&mut self, part: u32) -> io::Result<bool>;

    /// Releases the claimed part.
    fn release(&mut self);

    /// Returns the decided parts.
    ///
    /// # Errors
    /// The parts cannot be listed.
    fn decided(&mut self) -> io::Result<Vec<u32>>;

    /// Replaces the stored state of the claimed part: entirely, or, if that fails, not at all. A
    /// decided part is stored separately from an unfinished one, and replaces it.
    ///
    /// # Errors
    /// Writing fails.
    fn save(
        &mut self,
        part: u32,
        is_decided: bool,
        write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Returns the stored state of a part, decided or unfinished, with its length in bytes.
    ///
    /// # Errors
    /// Reading fails. An absent state is not an error.
    fn load(&mut self, part: u32, is_decided: bool)
    -> io::Result<Option<(Box<dyn io::Read>, u64)>>;

    /// Whether it is time to save unfinished parts, and to read those that others have decided.
    fn is_due(&mut self) -> bool;

    /// Waits a moment for other processes.
    fn wait(&mut self);

    /// Returns the name of a part for messages: the path of its file.
    fn name(&self, part: u32, is_decided: bool) -> String;
}
