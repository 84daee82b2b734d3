//! Standard input that an interrupt ends, or the end of what reads it: a terminal, or a pipe that
//! nobody writes to, may keep a reader for ever.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::solving::stopped;

/// Bytes that are read at once.
const BLOCK: usize = 1 << 16;

/// How often a reader that waits looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// Standard input; an interrupt while it is waited for is an error.
pub struct Stdin {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Cursor<Vec<u8>>,
}

impl Stdin {
    /// Begins to read, one block ahead.
    pub fn new() -> Self {
        let (sender, blocks) = sync_channel(0);
        // It waits in the system's call where nobody can wake it, and ends with the program.
        thread::spawn(move || {
            let mut block = vec![0; BLOCK];
            loop {
                let read = io::stdin().read(&mut block).map(|bytes| block[..bytes].to_vec());
                let is_last = read.as_ref().is_ok_and(Vec::is_empty)
                    || read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted);
                if sender.send(read).is_err() || is_last {
                    break;
                }
            }
        });
        Stdin { blocks, block: Cursor::default() }
    }
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.block.read(buffer)?;
        if bytes > 0 || buffer.is_empty() {
            return Ok(bytes);
        }
        loop {
            match self.blocks.recv_timeout(LOOK) {
                Ok(block) => {
                    self.block = Cursor::new(block?);
                    return self.block.read(buffer);
                }
                Err(RecvTimeoutError::Timeout) if stopped() => {
                    return Err(io::Error::other("interrupted"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The last block was empty.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
