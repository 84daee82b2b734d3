//! Standard input and pipes. An interrupt or the end of the reader ends waiting: a terminal, or a
//! pipe without a writer, may block a reader forever.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::interrupt::wait_for;

/// Bytes read at once.
const BLOCK: usize = 1 << 16;

/// Input that may still be written while it is read; an interrupt while waiting is an error.
pub struct Piped {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Cursor<Vec<u8>>,
}

/// Opens a path: standard input for `-`, a file, or a pipe, for which it waits.
///
/// # Errors
/// A file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(Piped::new(|| Ok(Box::new(io::stdin()) as _))));
    }
    if std::fs::metadata(path)?.is_file() {
        return Ok(Box::new(File::open(path)?));
    }
    // Opening a pipe already waits for a writer.
    let path: PathBuf = path.to_owned();
    Ok(Box::new(Piped::new(|| Ok(Box::new(File::open(path)?) as _))))
}

impl Piped {
    /// Starts reading, one block ahead.
    fn new(open: impl FnOnce() -> io::Result<Box<dyn Read>> + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel(0);
        // The thread blocks in an uninterruptible system call and ends with the program.
        thread::spawn(move || {
            let mut reader = match open() {
                Ok(reader) => reader,
                Err(error) => return drop(sender.send(Err(error))),
            };
            let mut block = vec![0; BLOCK];
            loop {
                let read = reader.read(&mut block).map(|bytes| block[..bytes].to_vec());
                let is_last = read.as_ref().is_ok_and(Vec::is_empty)
                    || read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted);
                if sender.send(read).is_err() || is_last {
                    break;
                }
            }
        });
        Piped { blocks, block: Cursor::default() }
    }
}

impl Read for Piped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.block.read(buffer)?;
        if bytes > 0 || buffer.is_empty() {
            return Ok(bytes);
        }
        // The last block was empty.
        let Some(block) = wait_for(&self.blocks)? else { return Ok(0) };
        self.block = Cursor::new(block?);
        self.block.read(buffer)
    }
}
