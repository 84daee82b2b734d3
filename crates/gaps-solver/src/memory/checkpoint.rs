//! Storage for the proved facts about a deal.

use std::io;

/// Stores the proved facts about one deal, so that an interrupted run can be resumed.
///
/// ```
/// use patience_core::Verdict;
/// use patience_gaps::{Board, Checkpoint, Files, Solver};
/// use std::io::{self, Read, Write};
///
/// /// In memory, for as long as the program runs.
/// struct Memory(Vec<u8>);
///
/// impl Checkpoint for Memory {
///     fn is_due(&mut self) -> bool {
///         true
///     }
///     fn save(
///         &mut self,
///         write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
///     ) -> io::Result<()> {
///         self.0.clear();
///         write(&mut self.0)
///     }
///     fn load(&mut self) -> io::Result<Option<(Box<dyn Read>, u64)>> {
///         let (kept, length) = (io::Cursor::new(self.0.clone()), self.0.len() as u64);
///         Ok((length > 0).then(|| (Box::new(kept) as Box<dyn Read>, length)))
///     }
///     fn name(&self) -> String {
///         "memory".to_owned()
///     }
/// }
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let mut memory = Memory(Vec::new());
/// for _ in 0..2 {
///     let files = Files { checkpoint: Some(&mut memory), ..Files::default() };
///     assert_eq!(Solver::new(&board).with_files(files).solve()?.verdict, Verdict::Unsolvable);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Checkpoint {
    /// Whether it is time to save.
    fn is_due(&mut self) -> bool;

    /// Replaces the stored state with the output of `write`: entirely, or, if that fails, not at
    /// all.
    ///
    /// # Errors
    /// Writing fails.
    fn save(
        &mut self,
        write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Returns the last stored state, with its length in bytes.
    ///
    /// # Errors
    /// Reading fails. An absent state is not an error.
    fn load(&mut self) -> io::Result<Option<(Box<dyn io::Read>, u64)>>;

    /// Returns its name for messages: the path of its file.
    fn name(&self) -> String;
}
