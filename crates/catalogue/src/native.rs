//! What a native program gives its solvers: clock, heap meter, threads and files.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use patience_core::{Clock, Meter};
use patience_gaps::{Checkpoint, Scratch};

/// The wall clock, from the moment at which it was made.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that begins now.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

thread_local! {
    /// Bytes allocated minus bytes freed by this thread, and the largest value that this had.
    static HEAP: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// The system's allocator, counting what each thread holds. To be set as `#[global_allocator]` by the program whose
/// [`HeapMeter`]s should see anything.
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

#[inline]
fn count(change: i64) {
    // A thread that is ending has no counters any more, and nobody asks for them.
    let _ = HEAP.try_with(|heap| {
        let (now, peak) = heap.get();
        let now = now + change;
        heap.set((now, peak.max(now)));
    });
}

// SAFETY: every call is passed on to the system's allocator unchanged; counting does not allocate.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as i64 - layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// Measures what the thread that made it holds on the heap, beyond what it held then.
#[derive(Clone, Copy, Debug)]
pub struct HeapMeter {
    base: i64,
}

impl HeapMeter {
    /// Begins to measure now, on this thread. It resets the thread's peak, so meters of one thread must not overlap.
    pub fn start() -> Self {
        let base = HEAP.with(|heap| {
            let (now, _) = heap.get();
            heap.set((now, now));
            now
        });
        HeapMeter { base }
    }
}

impl Meter for HeapMeter {
    fn bytes(&self) -> u64 {
        HEAP.with(|heap| heap.get().0 - self.base).max(0) as u64
    }

    fn peak(&self) -> u64 {
        HEAP.with(|heap| heap.get().1 - self.base).max(0) as u64
    }
}

/// One thread for each helper of a solver that can use several.
#[derive(Clone, Copy, Debug)]
pub struct Threads;

impl patience_gaps::Workers for Threads {
    fn run<'scope>(&self, helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>, main: Box<dyn FnOnce() + 'scope>) {
        std::thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(helper);
            }
            main();
        });
    }
}

/// Scratch space of the Gaps solver in the files of a directory of its own, which goes with it unless it is to be kept.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    kept: bool,
}

impl Directory {
    /// A new directory inside `parent`, removed at the end.
    ///
    /// # Errors
    /// What went wrong.
    pub fn create(parent: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(parent)?;
        let process = std::process::id();
        for attempt in 0u32.. {
            let path = parent.join(format!("gaps-{process}-{attempt}"));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Directory { path, kept: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// The directory at `path`, with what an earlier run left in it; it stays as long as there is anything in it.
    ///
    /// # Errors
    /// What went wrong.
    pub fn keep(path: PathBuf) -> io::Result<Self> {
        std::fs::create_dir_all(&path)?;
        Ok(Directory { path, kept: true })
    }

    fn file(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number}.layer"))
    }
}

impl Scratch for Directory {
    fn append(&mut self, number: u32, bytes: &[u8]) -> io::Result<()> {
        OpenOptions::new().create(true).append(true).open(self.file(number))?.write_all(bytes)
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        match File::open(self.file(number)) {
            Ok(file) => Ok(Box::new(BufReader::new(file))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Box::new(io::empty())),
            Err(error) => Err(error),
        }
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        match std::fs::remove_file(self.file(number)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<bool> {
        let whole = lengths
            .iter()
            .all(|(&number, &length)| std::fs::metadata(self.file(number)).map_or(0, |file| file.len()) >= length);
        for entry in std::fs::read_dir(&self.path)? {
            let path = entry?.path();
            // Files that are none of ours are left alone.
            let stem = path.file_stem().and_then(|stem| stem.to_str()?.parse::<u32>().ok());
            let Some(number) = stem.filter(|&number| path == self.file(number)) else { continue };
            match lengths.get(&number) {
                Some(&length) if whole => OpenOptions::new().write(true).open(&path)?.set_len(length)?,
                _ => std::fs::remove_file(&path)?,
            }
        }
        Ok(whole)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing can be done about a directory that cannot be removed.
        let _ = match self.kept {
            true => std::fs::remove_dir(&self.path),
            false => std::fs::remove_dir_all(&self.path),
        };
    }
}

/// A checkpoint in a file. It is written beside the file and then renamed, so that a kill at any time leaves the last
/// whole one.
#[derive(Debug)]
pub struct FileCheckpoint {
    path: PathBuf,
    every: Duration,
    last: Instant,
}

impl FileCheckpoint {
    /// A checkpoint in the file at `path`, saved no more often than `every`.
    pub fn new(path: PathBuf, every: Duration) -> Self {
        FileCheckpoint { path, every, last: Instant::now() }
    }
}

impl Checkpoint for FileCheckpoint {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut beside = self.path.clone().into_os_string();
        beside.push(".new");
        let mut out = BufWriter::new(File::create(&beside)?);
        let written = write(&mut out).and_then(|()| out.flush()).and_then(|()| out.get_ref().sync_all());
        self.last = Instant::now();
        written.and_then(|()| std::fs::rename(&beside, &self.path))
    }

    fn load(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        match File::open(&self.path) {
            Ok(file) => Ok(Some(Box::new(BufReader::new(file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
