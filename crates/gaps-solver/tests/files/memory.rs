//! Sweeps in memory, and runs with neither a folder nor enough memory.

use patience_core::{Limits, Stop, Verdict};
use patience_gaps::{Config, Files, MemoryScratch, Rules, Scratch, Solver, Strategy};

use crate::{SWEEP, deals, is_right, run, support};

/// The memory limit also applies to a sweep whose layers are in memory.
#[test]
fn a_sweep_in_memory_keeps_within_the_memory() {
    let (board, won) = &deals()[1];
    let mut decided = 0;
    for memory in [0, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 1 << 30] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let solution = run(board, &SWEEP(), &limits, Files::default()).unwrap();
        assert!(
            solution.counters.peak_bytes <= memory,
            "{} of {memory}",
            solution.counters.peak_bytes
        );
        match solution.verdict {
            Verdict::Unknown(stop) => assert_eq!(stop, Stop::Memory),
            _ => assert!(is_right(&solution, *won)),
        }
        decided += u32::from(is_right(&solution, *won));
        assert!(memory > 64 << 10 || solution.verdict == Verdict::Unknown(Stop::Memory));
    }
    assert!(decided > 0);
}

/// Restarts that continue as a sweep report it.
#[test]
fn the_strategy_is_the_one_that_gave_the_verdict() {
    let (board, _) = &deals()[1];
    let limits = Limits { memory: Some(240 << 10), ..Limits::default() };
    let mut scratch = MemoryScratch::default();
    let files = Files { scratch: Some(&mut scratch), ..Files::default() };
    // Sleep sets would save the memory that is meant to run out.
    let mut config = Config::default();
    config.reductions.sleep = false;
    let answer = run(board, &config, &limits, files).unwrap();
    assert_eq!((answer.verdict, answer.strategy), (Verdict::Unsolvable, Some(Strategy::Sweep)));
    assert_eq!(Solver::new(board).solve().strategy, Some(Strategy::Restarts));
}

/// Masten's sets go to the scratch space: with little memory the same positions are visited
/// equally often, and memory stays within the limit; without scratch space the limit is reached.
#[test]
fn sets_on_disk_need_little_memory() {
    let config = Config { strategy: Strategy::Masten, ..Config::default() };
    let board = support::solvitaire(4, 6, LOST_SETS, Rules::Standard);
    let with = |memory: u64, has_scratch: bool| {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let mut scratch = MemoryScratch::default();
        let scratch = has_scratch.then_some(&mut scratch as &mut dyn Scratch);
        run(&board, &config, &limits, Files { scratch, ..Files::default() }).unwrap()
    };
    let (little, much) = (with(100 << 10, true), with(1 << 30, true));
    assert_eq!((&little.verdict, &much.verdict), (&Verdict::Unsolvable, &Verdict::Unsolvable));
    assert!(
        little.counters.peak_bytes <= 100 << 10 && little.counters.spilled_bytes > 1 << 20,
        "{little:?}"
    );
    let stopped = with(100 << 10, false);
    assert_eq!(stopped.verdict, Verdict::Unknown(Stop::Memory));
    assert!(stopped.counters.peak_bytes <= 100 << 10);
}

/// A lost deal of size 4x6.
const LOST_SETS: u32 = 4;
