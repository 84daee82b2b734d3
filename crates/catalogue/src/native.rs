//! Capabilities of native programs besides clock, threads and files: a heap meter, and model files.

mod cpu;
mod model;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use patience_core::Meter;

pub use self::cpu::CpuClock;
pub use self::model::{ModelFileError, read_model};

thread_local! {
    /// Bytes allocated minus bytes freed by this thread, and the peak of this value.
    static HEAP: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// The system's allocator, with a count of each thread's heap, and large pages for large blocks. A
/// program that uses [`HeapMeter`]s must set it as `#[global_allocator]`.
///
/// ```
/// use patience_catalogue::native::{CountingAllocator, HeapMeter};
/// use patience_core::Meter;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let meter = HeapMeter::start();
/// let held = vec![0u8; 1 << 20];
/// assert!(meter.bytes() >= held.len() as u64);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

#[inline]
fn count(change: i64) {
    // A thread that is ending no longer has counters.
    let _ = HEAP.try_with(|heap| {
        let (now, peak) = heap.get();
        let now = now + change;
        heap.set((now, peak.max(now)));
    });
}

/// Blocks of at least this size request large pages: nearly every random look-up in a table needs
/// the address of another page, and processors cache the addresses of only a few thousand pages, 12
/// MiB with pages of 4 KiB.
const LARGE: usize = 4 << 20;

/// Asks the system to back a large block with large pages if possible. It is a hint: failure is
/// ignored.
#[cfg(target_os = "linux")]
#[inline]
fn advise(pointer: *mut u8, size: usize) {
    const PAGE: usize = 2 << 20;
    if size < LARGE || pointer.is_null() {
        return;
    }
    let skipped = pointer.addr().wrapping_neg() % PAGE;
    let length = (size - skipped) / PAGE * PAGE;
    // SAFETY: the pages are within the block, which the caller has just received; advice does not
    // change their content.
    let _ = unsafe {
        rustix::mm::madvise(pointer.add(skipped).cast(), length, rustix::mm::Advice::LinuxHugepage)
    };
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

// SAFETY: every call is passed on to the system's allocator unchanged; counting and advice do not
// allocate.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's contract is the system allocator's.
        let pointer = unsafe { System.alloc(layout) };
        advise(pointer, layout.size());
        pointer
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: as above.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        advise(pointer, layout.size());
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as i64 - layout.size() as i64);
        // SAFETY: as above.
        let pointer = unsafe { System.realloc(pointer, layout, new_size) };
        advise(pointer, new_size);
        pointer
    }
}

/// Measures the heap of the thread that created it, relative to that moment, if the program's
/// allocator is a [`CountingAllocator`].
#[derive(Clone, Copy, Debug)]
pub struct HeapMeter {
    base: i64,
}

impl HeapMeter {
    /// Starts measuring on this thread. It resets the thread's peak, so meters of one thread must
    /// not overlap.
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
