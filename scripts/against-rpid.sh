#!/usr/bin/env bash
# A* on two of Korf's 15-puzzles, compared with the crate `rpid` (domain-independent dynamic programming):
# scripts/against-rpid.sh. Both run the code of `cargo bench -p patience-search`, with the distance
# kept in the state. The comparison is built in `target/against-rpid`, as a separate package, so that
# nothing else here depends on `rpid`. Prints for each board the lengths, the expansions, the
# median processor times of alternating runs, the heaps at their peaks, and their ratios.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD build=${CARGO_TARGET_DIR:-target}/against-rpid
mkdir -p "$build/src"
cp crates/search/benches/against_pathfinding/fifteen.rs "$build/src/"
cat >"$build/Cargo.toml" <<TOML
[package]
name = "against-rpid"
edition = "2024"
[dependencies]
cpu-time = "1"
patience-core = { path = "$root/crates/core" }
patience-games = { path = "$root/crates/games" }
patience-search = { path = "$root/crates/search" }
rpid = "0.4"
[workspace]
TOML
cat >"$build/src/main.rs" <<'RUST'
#[allow(dead_code)]
mod fifteen;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cpu_time::ProcessTime;
use fifteen::{Board, Fifteen, Known};
use patience_core::Run;
use patience_search::best_first::{Variant, search};
use rpid::prelude::*;
use rpid::solvers::{self, SearchParameters};

static BYTES: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size() as u64;
        PEAK.fetch_max(BYTES.fetch_add(size, Relaxed) + size, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as u64, Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Puzzle(Board);

impl Dp for Puzzle {
    type State = Board;
    type CostType = i32;
    type Label = u8;
    fn get_target(&self) -> Board {
        self.0
    }
    fn get_successors(&self, state: &Board) -> impl IntoIterator<Item = (Board, i32, u8)> {
        let board = *state;
        board.beside().iter().map(move |from| (board.slide(*from), 1, *from))
    }
    fn get_base_cost(&self, state: &Board) -> Option<i32> {
        state.is_goal().then_some(0)
    }
}

impl Dominance for Puzzle {
    type State = Board;
    type Key = u64;
    fn get_key(&self, state: &Board) -> u64 {
        state.tiles
    }
}

impl Bound for Puzzle {
    type State = Board;
    type CostType = i32;
    fn get_dual_bound(&self, state: &Board) -> Option<i32> {
        Some(state.distance.into())
    }
}

/// Length and expansions, processor seconds and bytes.
type Measured = ((usize, u64), f64, u64);

fn measured(work: impl FnOnce() -> (usize, u64)) -> Measured {
    let base = BYTES.load(Relaxed);
    PEAK.store(base, Relaxed);
    let begin = ProcessTime::now();
    let result = work();
    (result, begin.elapsed().as_secs_f64(), PEAK.load(Relaxed) - base)
}

fn median(mut runs: Vec<Measured>) -> Measured {
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    runs[runs.len() / 2]
}

fn main() {
    for (number, rounds) in [(79, 21), (40, 3)] {
        let start = Board::korf(number);
        let ours = || {
            let mut run = Run::unlimited();
            let outcome = search(&Fifteen(start), &Known, &Variant::ASTAR, &mut run);
            (outcome.verdict.plan().expect("it can be solved").len(), run.counters().expanded)
        };
        let theirs = || {
            let parameters = SearchParameters { quiet: true, ..Default::default() };
            let solution = solvers::create_astar(Puzzle(start), parameters).search();
            (solution.cost.expect("it can be solved") as usize, solution.expanded as u64)
        };
        let (ours, theirs): (Vec<_>, Vec<_>) =
            (0..rounds).map(|_| (measured(ours), measured(theirs))).unzip();
        let (ours, theirs) = (median(ours), median(theirs));
        for (name, ((length, expanded), seconds, bytes)) in [("here", ours), ("rpid", theirs)] {
            println!("Korf {number}, {name}: {length} moves, {expanded} expansions, {seconds:.3} s, {bytes} bytes");
        }
        let heap = ours.2 as f64 / theirs.2 as f64;
        println!("Korf {number}: time {:.3}, heap {heap:.3}", ours.1 / theirs.1);
    }
}
RUST
cargo run --quiet --release --manifest-path "$build/Cargo.toml" --target-dir "$build/target"
