//! The output of a program, up to a bound. Further output is read and discarded, so that the
//! program does not block.

use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a stream is read after the program has ended: a process that escaped may hold it open.
const REST: Duration = Duration::from_secs(1);

/// A stream that a separate thread reads.
pub(super) struct Captured {
    bytes: Arc<Mutex<Vec<u8>>>,
    is_full: Arc<AtomicBool>,
    done: Receiver<()>,
}

impl Captured {
    /// Keeps the beginning of a stream.
    pub fn beginning(stream: Option<impl Read + Send + 'static>, most: usize) -> Captured {
        Captured::of(stream, most, |kept, most| kept.truncate(most))
    }

    /// Keeps the end of a stream.
    pub fn end(stream: Option<impl Read + Send + 'static>, most: usize) -> Captured {
        Captured::of(stream, most, |kept, most| drop(kept.drain(..kept.len().saturating_sub(most))))
    }

    fn of(
        stream: Option<impl Read + Send + 'static>,
        most: usize,
        cut: impl Fn(&mut Vec<u8>, usize) + Send + 'static,
    ) -> Captured {
        let (bytes, is_full) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (sender, done) = mpsc::channel();
        let captured = Captured { bytes: Arc::clone(&bytes), is_full: Arc::clone(&is_full), done };
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            let Some(mut stream) = stream else { return };
            while let Ok(read @ 1..) = stream.read(&mut buffer) {
                let mut kept = bytes.lock().expect("no panic while it is held");
                kept.extend_from_slice(&buffer[..read]);
                if kept.len() > most {
                    is_full.store(true, Ordering::Relaxed);
                    cut(&mut kept, most);
                }
            }
            drop(sender);
        });
        captured
    }

    /// Set when there is more output than is kept.
    pub fn is_full(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_full)
    }

    /// The stored output, when the stream has ended.
    pub fn finished(self) -> String {
        let _ = self.done.recv_timeout(REST);
        String::from_utf8_lossy(&self.bytes.lock().expect("no panic while it is held")).into_owned()
    }
}
