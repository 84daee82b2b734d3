//! Where processes leave what they find for each other.

use std::io;

/// Where the processes of [`solve_parts`](crate::Solver::solve_parts) leave what they find for each
/// other: files that may come from anywhere. What is read is verified, and what is not what was
/// written is an error.
pub trait Exchange {
    /// Claims a part for this process until it is released; false if another one has it. A process
    /// that ends has none.
    ///
    /// # Errors
    /// What went wrong.
    fn claim(&mut self, part: u32) -> io::Result<bool>;

    /// Releases the part that is claimed.
    fn release(&mut self);

    /// The parts that are decided.
    ///
    /// # Errors
    /// What went wrong.
    fn decided(&mut self) -> io::Result<Vec<u32>>;

    /// Replaces what is kept of the claimed part: entirely, or, if that fails, not at all. What is
    /// decided stays apart from what is begun, and takes its place.
    ///
    /// # Errors
    /// What went wrong.
    fn save(
        &mut self,
        part: u32,
        is_decided: bool,
        write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// What is kept of a part, decided or begun, with its length in bytes.
    ///
    /// # Errors
    /// What went wrong. That nothing is kept is no error.
    fn load(&mut self, part: u32, is_decided: bool)
    -> io::Result<Option<(Box<dyn io::Read>, u64)>>;

    /// Whether it is time to save what is begun, and to look at what others have decided.
    fn is_due(&mut self) -> bool;

    /// Waits a moment for others.
    fn wait(&mut self);

    /// What to call a part in messages: the path of its file.
    fn name(&self, part: u32, is_decided: bool) -> String;
}
