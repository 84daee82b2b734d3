//! Memory limits: every algorithm under an allocator that counts.

mod common;

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use common::*;
use patience_core::{Environment, Limits, Meter, Run, Stop, Verdict};
use patience_search::{Arguments, algorithms};
use patience_testing::size;

/// A meter of the whole test program's heap, kept by the allocator below.
struct Heap(u64);

impl Meter for Heap {
    fn bytes(&self) -> u64 {
        counting::BYTES.with(Cell::get).saturating_sub(self.0)
    }
    fn peak(&self) -> u64 {
        counting::PEAK.with(Cell::get).saturating_sub(self.0)
    }
}

mod counting {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::cell::Cell;

    thread_local! {
        pub static BYTES: Cell<u64> = const { Cell::new(0) };
        pub static PEAK: Cell<u64> = const { Cell::new(0) };
    }

    struct Counting;

    // SAFETY: every call is passed on to the system's allocator unchanged; the counters do not
    // allocate.
    unsafe impl GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            let bytes = BYTES.with(|bytes| {
                bytes.set(bytes.get().wrapping_add(layout.size() as u64));
                bytes.get()
            });
            PEAK.with(|peak| peak.set(peak.get().max(bytes)));
            // SAFETY: the caller's contract is the system allocator's.
            unsafe { System.alloc(layout) }
        }
        unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
            BYTES.with(|bytes| bytes.set(bytes.get().wrapping_sub(layout.size() as u64)));
            // SAFETY: as above.
            unsafe { System.dealloc(pointer, layout) }
        }
    }

    #[global_allocator]
    static COUNTING: Counting = Counting;
}

#[test]
fn memory_is_limited() {
    for algorithm in algorithms::<Sliding>() {
        for &most in size(&[200_000u64, 1_000_000][..], &[200_000, 1_000_000, 3_000_000]) {
            let base = counting::BYTES.with(Cell::get);
            counting::PEAK.with(|peak| peak.set(base));
            let heap = Heap(base);
            let environment = Environment::none().with_meter(&heap);
            // Restarts, the portfolio and iterative deepening restart many times; the incomplete
            // ones need little.
            let expansions = Some(size(100_000, 200_000));
            let limits = Limits { memory: Some(most), expansions, ..Limits::default() };
            let mut run = Run::new(limits, environment);
            let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
            let peak = run.counters().peak_bytes;
            assert!(peak > 0 && peak <= most + most / 10, "{}: {peak} of {most}", algorithm.name);
            match algorithm.name {
                "bfs" | "dfs" | "ucs" | "greedy" | "astar" | "wastar" | "anytime" | "focal"
                | "ees" | "lts" | "phs" | "peastar" => {
                    assert_eq!(
                        outcome.verdict,
                        Verdict::Unknown(Stop::Memory),
                        "{}",
                        algorithm.name
                    );
                    assert!(peak >= most / 3, "{}: stopped at {peak} of {most}", algorithm.name);
                }
                "idastar" => assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions)),
                _ => {}
            }
        }
    }
}

/// The beam by levels is not in the list, because it needs a level function: its memory is
/// limited, and it ends when cancelled.
#[test]
fn beams_by_levels_are_limited() {
    // A thread may free memory that another one allocated; this keeps its own count above 0.
    let kept = vec![0u8; 100_000];
    let solve = |most, cancelled| {
        let base = counting::BYTES.with(Cell::get);
        counting::PEAK.with(|peak| peak.set(base));
        let heap = Heap(base);
        let cancel = AtomicBool::new(cancelled);
        let environment = Environment::none().with_meter(&heap).with_cancel(&cancel);
        let mut run = Run::new(Limits { memory: Some(most), ..Limits::default() }, environment);
        let outcome =
            patience_search::levels::solve(&hopeless(), &Manhattan, |_| 0, usize::MAX, &mut run);
        (outcome.verdict, run.counters())
    };
    for most in [200_000u64, 1_000_000, 3_000_000] {
        let (verdict, counters) = solve(most, false);
        assert_eq!(verdict, Verdict::Unknown(Stop::Memory));
        assert!(
            counters.peak_bytes >= most / 3 && counters.peak_bytes <= most + most / 10,
            "{counters:?}"
        );
    }
    assert_eq!(solve(3_000_000, true).0, Verdict::Unknown(Stop::Cancelled));
    drop(kept);
}

/// IDA* with a table that is soon full is still correct.
#[test]
fn a_full_table_is_only_slower() {
    let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
    let base = counting::BYTES.with(Cell::get);
    let heap = Heap(base);
    let environment = Environment::none().with_meter(&heap);
    let mut run = Run::new(Limits { memory: Some(40_000), ..Limits::default() }, environment);
    let outcome = patience_search::idastar::solve(&game, &Manhattan, &mut run);
    assert_eq!(Some(outcome.lower_bound), optimum(&game));
    assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));

    let impossible = Sliding { width: 3, start: vec![2, 1, 3, 4, 5, 0] };
    // Without a table a proof takes every path without repetition: too many even here.
    let limits = Limits { memory: Some(8_000), expansions: Some(100_000), ..Limits::default() };
    let mut run = Run::new(limits, environment);
    let outcome = patience_search::idastar::solve(&impossible, &Manhattan, &mut run);
    assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions));
}

/// Without a meter a memory limit is rejected, not ignored.
#[test]
fn memory_without_a_meter_is_refused() {
    for algorithm in algorithms::<Sliding>() {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::NoMeter), "{}", algorithm.name);
    }
}
