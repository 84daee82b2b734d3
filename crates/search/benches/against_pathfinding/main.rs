//! Breadth-first search, A* and IDA* of this crate compared with the crate `pathfinding`, on the
//! same game code. For each case the two run alternately, and the ratio of their median CPU times
//! is printed, with that of their peak heaps. A name among the arguments chooses cases.

#![allow(missing_docs)]

#[path = "../../tests/common/mod.rs"]
mod common;
mod fifteen;
mod own;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use common::{Manhattan, Sliding};
use cpu_time::ThreadTime;
use fifteen::{Board, Fifteen, Known};
use patience_core::{Domain, Game, Heuristic, Run, Verdict};
use patience_games::gaps::{Gaps, GapsDomain, PaperH0};
use patience_search::best_first::{Variant, search};
use patience_search::bfs;
use patience_search::closures::{self, AtLeast};
use patience_search::idastar;

static BYTES: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let bytes = BYTES.fetch_add(layout.size() as u64, Ordering::Relaxed) + layout.size() as u64;
        PEAK.fetch_max(bytes, Ordering::Relaxed);
        // SAFETY: the caller's contract is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The heap at its peak while `work` runs.
fn peak(work: impl FnOnce()) -> u64 {
    let base = BYTES.load(Ordering::Relaxed);
    PEAK.store(base, Ordering::Relaxed);
    work();
    PEAK.load(Ordering::Relaxed) - base
}

/// CPU seconds per call, the mean of as many calls as fill a hundredth of a second.
fn seconds<T>(work: &impl Fn() -> T) -> f64 {
    let (begin, mut calls, mut more) = (ThreadTime::now(), 0u32, 1);
    loop {
        (0..more).for_each(|_| _ = black_box(work()));
        (calls, more) = (calls + more, 2 * more);
        let passed = begin.elapsed().as_secs_f64();
        if passed > 0.01 {
            return passed / f64::from(calls);
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures one case: checks that both give the same result, and measures their alternating
/// times, and their heaps.
fn compare(name: &str, ours: impl Fn() -> Option<usize>, theirs: impl Fn() -> Option<usize>) {
    let chosen: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    assert_eq!(ours(), theirs(), "{name}");
    let heaps = [peak(|| _ = black_box(ours())), peak(|| _ = black_box(theirs()))];
    let (begin, mut times) = (Instant::now(), [Vec::new(), Vec::new()]);
    while times[0].len() < 5 || times[0].len() < 51 && begin.elapsed().as_secs() < 5 {
        times[0].push(seconds(&ours));
        times[1].push(seconds(&theirs));
    }
    let rounds = times[0].len();
    let [our_time, their_time] = times.map(median);
    println!(
        "RATIO {name}: time {:.3} ({:.3e} s of {:.3e} s, {rounds} rounds), heap {:.3} ({} of {} \
         bytes)",
        our_time / their_time,
        our_time,
        their_time,
        heaps[0] as f64 / heaps[1] as f64,
        heaps[0],
        heaps[1]
    );
}

/// Without the vector that `successors` makes, for a fair comparison: one buffer of moves.
fn next_states<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut moves = Vec::with_capacity(16);
    game.moves(state, &mut moves);
    moves.iter().map(|&mv| game.apply(state, mv)).collect()
}

fn plan_length<M>(verdict: &Verdict<M>) -> Option<usize> {
    verdict.plan().map(<[M]>::len)
}

/// Breadth-first search on a game.
fn breadth_first<G: Game<State: std::hash::Hash>>(name: &str, game: &G) {
    let ours = || plan_length(&bfs::solve(black_box(game), &mut Run::unlimited()).verdict);
    let theirs = || {
        let next = |state: &G::State| next_states(game, state);
        let path =
            pathfinding::directed::bfs::bfs(&game.start(), next, |state| game.is_goal(state));
        path.map(|path| path.len() - 1)
    };
    compare(&format!("BFS, {name}"), ours, theirs);
}

/// A* on a game.
fn best_first<G: Game<State: std::hash::Hash>>(name: &str, game: &G, heuristic: &dyn Heuristic<G>) {
    let ours = || {
        let outcome = search(black_box(game), heuristic, &Variant::ASTAR, &mut Run::unlimited());
        plan_length(&outcome.verdict)
    };
    let theirs = || {
        let path = pathfinding::directed::astar::astar(
            &game.start(),
            |state| next_states(game, state).into_iter().map(|next| (next, 1)),
            |state| heuristic.estimate(game, state).cost().unwrap_or(u32::MAX / 2),
            |state| game.is_goal(state),
        );
        path.map(|(path, _)| path.len() - 1)
    };
    compare(&format!("A*, {name}"), ours, theirs);
}

/// The 15-puzzle, `pathfinding` at its best: successors without a vector, the fewest bytes hashed.
fn fifteen_puzzle(number: usize) {
    let start = Board::korf(number);
    let theirs = || {
        let left = |board: &Board| u32::from(board.distance);
        let path =
            pathfinding::directed::astar::astar(&start, Board::successors, left, Board::is_goal);
        path.map(|(path, _)| path.len() - 1)
    };
    let as_game = || {
        let outcome = search(&Fifteen(start), &Known, &Variant::ASTAR, &mut Run::unlimited());
        plan_length(&outcome.verdict)
    };
    compare(&format!("A*, Korf {number}"), as_game, theirs);
    let by_closures = || {
        let left = |board: &Board| AtLeast(board.distance.into());
        let answer = closures::astar(start, Board::successors, left, Board::is_goal);
        answer.plan().map(|states| states.len() - 1)
    };
    compare(&format!("A* through closures, Korf {number}"), by_closures, theirs);
}

/// IDA* on the 15-puzzle: without a table, as `pathfinding` has it, and with one, through closures.
fn deepening(number: usize) {
    let start = Board::korf(number);
    let theirs = || {
        let left = |board: &Board| u32::from(board.distance);
        let path = pathfinding::directed::idastar::idastar(
            &start,
            Board::successors,
            left,
            Board::is_goal,
        );
        path.map(|(path, _)| path.len() - 1)
    };
    let as_game = || {
        let outcome = idastar::solve_plainly(&Fifteen(start), &Known, &mut Run::unlimited());
        plan_length(&outcome.verdict)
    };
    compare(&format!("IDA*, Korf {number}"), as_game, theirs);
    let by_closures = || {
        let left = |board: &Board| AtLeast(board.distance.into());
        let answer = closures::idastar(start, Board::successors, left, Board::is_goal);
        answer.plan().map(|states| states.len() - 1)
    };
    compare(&format!("IDA* through closures, Korf {number}"), by_closures, theirs);
}

/// A puzzle of some hundred states through closures, as in the first minute with either crate.
fn first_puzzle() {
    let steps = |board: &own::Board| own::next(board).into_iter().map(|next| (next, 1));
    let ours = || {
        let left = |board: &own::Board| AtLeast(own::distance(board));
        let answer = closures::astar(own::START, steps, left, |board| *board == own::GOAL);
        answer.plan().map(|states| states.len() - 1)
    };
    let theirs = || {
        let is_goal = |board: &own::Board| *board == own::GOAL;
        let path = pathfinding::directed::astar::astar(&own::START, steps, own::distance, is_goal);
        path.map(|(path, _)| path.len() - 1)
    };
    compare("A* through closures, eight-puzzle", ours, theirs);
    let ours = || {
        let answer = closures::bfs(own::START, own::next, |board| *board == own::GOAL);
        answer.plan().map(|states| states.len() - 1)
    };
    let theirs = || {
        let is_goal = |board: &own::Board| *board == own::GOAL;
        let path = pathfinding::directed::bfs::bfs(&own::START, own::next, is_goal);
        path.map(|path| path.len() - 1)
    };
    compare("BFS through closures, eight-puzzle", ours, theirs);
}

fn gaps(name: &str) -> Gaps {
    GapsDomain.instance("paper", name).expect("a deal of the Gaps paper")
}

fn main() {
    let eight = Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    breadth_first("eight-puzzle", &eight);
    best_first("eight-puzzle", &eight, &Manhattan);
    let hopeless = Sliding { width: 5, start: vec![2, 1, 3, 4, 5, 6, 7, 8, 9, 0] };
    breadth_first("2x5 puzzle of 1,814,400 states", &hopeless);
    best_first("2x5 puzzle of 1,814,400 states", &hopeless, &Manhattan);
    let small = gaps("paper/4x5/20/2");
    breadth_first("Gaps 4x5", &small);
    best_first("Gaps 4x5 of 133 states", &small, &PaperH0::new(&small));
    for name in GAPS {
        let deal = gaps(name);
        best_first(&format!("Gaps {name}"), &deal, &PaperH0::new(&deal));
    }
    first_puzzle();
    deepening(79);
    fifteen_puzzle(79);
    fifteen_puzzle(40);
}

/// Deals on which A* stores a few hundred thousand states.
const GAPS: [&str; 2] = ["paper/4x6/20/15", "paper/4x7/20/8"];
