//! Breadth-first search and A* of this crate against the crate `pathfinding`, on the same game
//! code, with the heap that each holds at its peak per state that it stores.

#![allow(missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{Manhattan, Sliding};
use criterion::{Criterion, criterion_group, criterion_main};
use patience_core::{Domain, Game, Heuristic, Run, Verdict, successors};
use patience_games::gaps::{Gaps, GapsDomain, PaperH0};
use patience_search::best_first::{Variant, search};
use patience_search::bfs;

static BYTES: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
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

/// Without the vector that `successors` makes, for a fair comparison: one buffer of moves.
fn next_states<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut moves = Vec::with_capacity(16);
    game.moves(state, &mut moves);
    moves.iter().map(|&mv| game.apply(state, mv)).collect()
}

fn our_bfs<G: Game>(game: &G) -> (Option<usize>, u64) {
    let mut run = Run::unlimited();
    let outcome = bfs::solve(game, &mut run);
    (plan_length(outcome.verdict), run.counters().peak_closed)
}

fn our_astar<G: Game>(game: &G, heuristic: &dyn Heuristic<G>) -> (Option<usize>, u64) {
    let mut run = Run::unlimited();
    let outcome = search(game, heuristic, &Variant::ASTAR, &mut run);
    (plan_length(outcome.verdict), run.counters().peak_closed)
}

fn plan_length<M>(verdict: Verdict<M>) -> Option<usize> {
    match verdict {
        Verdict::Solved { plan, .. } => Some(plan.len()),
        _ => None,
    }
}

fn their_bfs<G: Game<State: std::hash::Hash>>(game: &G) -> Option<usize> {
    pathfinding::directed::bfs::bfs(
        &game.start(),
        |state| next_states(game, state),
        |state| game.is_goal(state),
    )
    .map(|path| path.len() - 1)
}

fn their_astar<G: Game<State: std::hash::Hash>>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
) -> Option<usize> {
    pathfinding::directed::astar::astar(
        &game.start(),
        |state| next_states(game, state).into_iter().map(|next| (next, 1u32)).collect::<Vec<_>>(),
        |state| heuristic.estimate(game, state).cost().unwrap_or(u32::MAX / 2),
        |state| game.is_goal(state),
    )
    .map(|(path, _)| path.len() - 1)
}

/// Runs the four searches on a game, after checking that they agree.
fn compare<G: Game<State: std::hash::Hash>>(
    c: &mut Criterion,
    name: &str,
    game: &G,
    heuristic: &dyn Heuristic<G>,
) {
    let (length, states) = our_bfs(game);
    assert_eq!(their_bfs(game), length);
    let (best, astar_states) = our_astar(game, heuristic);
    assert_eq!((their_astar(game, heuristic), best), (length, length));
    assert!(length.is_none() || !successors(game, &game.start()).is_empty());
    let ours = peak(|| _ = black_box(our_bfs(game))) as f64;
    let theirs = peak(|| _ = black_box(their_bfs(game))) as f64;
    println!(
        "{name}: breadth-first search stores {states} states, {:.1} bytes each; pathfinding {:.1}",
        ours / states as f64,
        theirs / states as f64
    );
    let ours = peak(|| _ = black_box(our_astar(game, heuristic))) as f64;
    let theirs = peak(|| _ = black_box(their_astar(game, heuristic))) as f64;
    println!(
        "{name}: A* stores {astar_states} states, {:.1} bytes each; pathfinding {:.1}",
        ours / astar_states as f64,
        theirs / astar_states as f64
    );
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    group.bench_function("bfs/patience", |b| b.iter(|| our_bfs(black_box(game))));
    group.bench_function("bfs/pathfinding", |b| b.iter(|| their_bfs(black_box(game))));
    group.bench_function("astar/patience", |b| b.iter(|| our_astar(black_box(game), heuristic)));
    group.bench_function("astar/pathfinding", |b| {
        b.iter(|| their_astar(black_box(game), heuristic))
    });
    group.finish();
}

fn benches(c: &mut Criterion) {
    compare(
        c,
        "eight-puzzle",
        &Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] },
        &Manhattan,
    );
    let hopeless = Sliding { width: 5, start: vec![2, 1, 3, 4, 5, 6, 7, 8, 9, 0] };
    compare(c, "2x5 puzzle, all 1,814,400 states", &hopeless, &Manhattan);
    let gaps: Gaps =
        GapsDomain.instance("paper", "paper/4x5/20/2").expect("a deal of the Gaps paper");
    compare(c, "gaps, 4x5", &gaps, &PaperH0::new(&gaps));
}

criterion_group!(all, benches);
criterion_main!(all);
