//! Deals with known verdicts, under the conditions of long runs: limits, spilling, interruption,
//! threads.

mod support;

use std::io::{Cursor, Read, Write};
use std::time::Duration;

use patience_core::{Limits, Stop, Verdict};
use patience_gaps::{
    Answer, Board, Checkpoint, Config, FEATURES, Files, MemoryScratch, Policy, Rules, Scratch,
    Services, Solver, Strategy, Threads,
};
use patience_testing::size;

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let key = format!("\"{name}\": ");
    let rest = &line[line.find(&key).expect("the field is there") + key.len()..];
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next().expect("a closing quote"),
        None => rest.split([',', '}']).next().expect("an end"),
    }
}

fn solve(board: &Board, config: &Config, limits: &Limits) -> Answer {
    Solver::new(board).config(config.clone()).limits(limits.clone()).solve()
}

/// Solves with this many threads.
fn with_threads(board: &Board, limits: &Limits, config: &Config, threads: usize) -> Answer {
    let workers = Threads(threads);
    let services = Services { workers: &workers, ..Services::none() };
    let solver = Solver::new(board).config(config.clone()).limits(limits.clone());
    solver.services(services).solve()
}

/// Runs with undamaged files.
fn with_files(board: &Board, config: &Config, limits: &Limits, files: Files<'_>) -> Answer {
    let solver = Solver::new(board).config(config.clone()).limits(limits.clone());
    solver.with_files(files).solve().expect("no file is damaged")
}

fn default(board: &Board) -> Answer {
    Solver::new(board).solve()
}

#[test]
fn deals_are_solvitaires() {
    for line in include_str!("../../games/tests/data/gaps/solvitaire-layouts.jsonl").lines() {
        let seed = field(line, "deal")
            .rsplit('/')
            .next()
            .and_then(|seed| seed.parse().ok())
            .expect("a number");
        let board = support::parse(field(line, "board"), Rules::Standard);
        assert_eq!(support::solvitaire(4, 13, seed, Rules::Standard), board, "deal {seed}");
    }
}

#[test]
fn verdicts_are_the_known_ones() {
    let limits = Limits { expansions: Some(400_000), ..Limits::default() };
    let (mut decided, mut all) = (0, 0);
    for line in
        include_str!("../../games/tests/data/gaps/verdicts.jsonl").lines().step_by(size(4, 1))
    {
        let rules = match field(line, "rules") {
            "standard" => Rules::Standard,
            "fixed-suits" => Rules::FixedSuits,
            _ => continue,
        };
        let board = support::parse(field(line, "board"), rules);
        all += 1;
        match solve(&board, &Config::default(), &limits).verdict {
            Verdict::Solved { plan, .. } => {
                assert!(board.replay(&plan).expect("legal moves").is_solved());
                assert_eq!(field(line, "verdict"), "solved", "{line}");
            }
            Verdict::Unsolvable => assert_eq!(field(line, "verdict"), "unsolvable", "{line}"),
            Verdict::Unknown(stop) => {
                assert_eq!(stop, Stop::Expansions);
                continue;
            }
        }
        decided += 1;
    }
    assert!(all > size(125, 500) && decided * 100 >= all * 98, "{decided} of {all} decided");
}

#[test]
fn a_deal_won_with_fixed_suits_is_won() {
    for seed in 1..=size(10, 40) {
        let fixed = default(&support::solvitaire(4, 13, seed, Rules::FixedSuits));
        if matches!(fixed.verdict, Verdict::Solved { .. }) {
            let limits = Limits { expansions: Some(100_000), ..Limits::default() };
            let board = support::solvitaire(4, 13, seed, Rules::Standard);
            let solution = solve(&board, &Config::default(), &limits);
            assert!(!matches!(solution.verdict, Verdict::Unsolvable), "deal {seed}");
        }
    }
}

/// A lost deal that takes a few thousand positions.
fn lost_deal() -> Board {
    support::solvitaire(4, 8, 40, Rules::Standard)
}

#[test]
fn runs_are_reproducible() {
    assert_eq!(default(&lost_deal()), default(&lost_deal()));
}

#[test]
fn all_strategies_and_threads_agree() {
    let board = lost_deal();
    assert_eq!(default(&board).verdict, Verdict::Unsolvable);
    let sweep = Config { strategy: Strategy::Sweep, ..Config::default() };
    let solution = solve(&board, &sweep, &Limits::default());
    assert_eq!((solution.verdict, solution.failure_probability), (Verdict::Unsolvable, 0.0));
    let by_three = with_threads(&board, &Limits::default(), &Config::default(), 3);
    assert_eq!(by_three.verdict, Verdict::Unsolvable);
}

/// No policy, not even an absurd one, turns a step into a losing step.
#[test]
fn no_policy_changes_a_verdict() {
    let extremes = [f32::NEG_INFINITY, f32::INFINITY, f32::MIN, f32::MAX, f32::NAN];
    for seed in 1..=size(8, 40) {
        let board = support::solvitaire(4, 7, seed, Rules::Standard);
        let verdict = |policy| {
            let config = Config { policy, ..Config::default() };
            matches!(solve(&board, &config, &Limits::default()).verdict, Verdict::Unsolvable)
        };
        let is_lost = verdict(Policy::default());
        for weight in extremes {
            for feature in 0..FEATURES {
                let mut policy = Policy::default();
                policy.0[feature] = weight;
                assert_eq!(verdict(policy), is_lost, "deal {seed}, {policy:?}");
            }
        }
    }
}

/// Whenever fixed Twos are tried, the limit is reported and used up; with several threads, only
/// expansions that they had claimed may be left over (the first thread claims for both games).
#[test]
fn a_limit_of_expansions_is_used_up() {
    let board = support::solvitaire(4, 13, 13, Rules::Standard);
    for limit in (1000..2000).step_by(37) {
        for (fixed_twos_after, threads) in
            [(None, 1), (Some(300), 1), (Some(900), 1), (Some(300), 2), (Some(300), 3)]
        {
            let config = Config { fixed_twos_after, ..Config::default() };
            let limits = Limits { expansions: Some(limit), ..Limits::default() };
            let Answer { verdict, counters, .. } = with_threads(&board, &limits, &config, threads);
            assert_eq!(
                verdict,
                Verdict::Unknown(Stop::Expansions),
                "{fixed_twos_after:?}, {threads} threads"
            );
            let left = limit.checked_sub(counters.expanded).expect("no more than the limit");
            let claimed = if threads > 1 { 256 * threads as u64 } else { 0 };
            assert!(left <= claimed, "{left} of {limit}, {fixed_twos_after:?}, {threads} threads");
        }
    }
}

#[test]
fn one_and_two_threads_have_the_same_verdicts() {
    let is_won = |board: &Board, threads| match with_threads(
        board,
        &Limits::default(),
        &Config::default(),
        threads,
    )
    .verdict
    {
        Verdict::Solved { plan, .. } => {
            assert!(board.replay(&plan).expect("legal moves").is_solved());
            true
        }
        Verdict::Unsolvable => false,
        Verdict::Unknown(stop) => panic!("stopped by {stop} without a limit"),
    };
    let mut won = 0;
    for number in 1..=40 {
        let board = support::solvitaire(4, 8, number, Rules::Standard);
        let alone = is_won(&board, 1);
        assert_eq!(alone, is_won(&board, 2), "deal {number}");
        won += u32::from(alone);
    }
    assert!((1..40).contains(&won), "{won} of 40 deals are won");
}

#[test]
fn the_chance_of_error_is_reported() {
    let solution = default(&lost_deal());
    assert!(solution.failure_probability > 0.0 && solution.failure_probability < 1e-9);
}

/// With less memory than a deal needs, positions that are quickly proved again are evicted:
/// that costs expansions, but changes no verdict.
#[test]
fn with_little_memory_verdicts_are_the_same() {
    let (mut more, mut undecided) = (0, 0);
    let every = size(3, 1);
    for seed in (every..=60).step_by(every as usize) {
        let board = support::solvitaire(4, 8, seed, Rules::Standard);
        let roomy = default(&board);
        for part in [2, 4, 8, 64] {
            let most = roomy.counters.peak_bytes / part;
            let limits = Limits { memory: Some(most), ..Limits::default() };
            let tight = solve(&board, &Config::default(), &limits);
            // In addition to the table there is a stack of positions.
            assert!(
                tight.counters.peak_bytes <= most.max(160 << 10),
                "{} of {most}",
                tight.counters.peak_bytes
            );
            match (&tight.verdict, &roomy.verdict) {
                (Verdict::Unknown(Stop::Memory), _) => undecided += 1,
                (Verdict::Solved { plan, .. }, Verdict::Solved { .. }) => {
                    assert!(board.replay(plan).expect("legal moves").is_solved());
                }
                (Verdict::Unsolvable, Verdict::Unsolvable) => {}
                (one, other) => panic!("deal {seed}: {one:?} and {other:?}"),
            }
            more += u32::from(tight.counters.expanded > roomy.counters.expanded);
        }
    }
    assert!(more > size(3, 10), "{more} forgot something");
    assert!((1..60 / every).contains(&undecided), "{undecided} undecided");
}

#[test]
fn short_memory_is_honoured_or_spilled() {
    let board = support::solvitaire(4, 8, 36, Rules::Standard);
    let needed = default(&board).counters.peak_bytes;
    let limits = Limits { memory: Some(needed / 2), ..Limits::default() };
    let mut scratch = MemoryScratch::default();
    let files = Files { scratch: Some(&mut scratch), ..Files::default() };
    let spilled = with_files(&board, &Config::default(), &limits, files);
    assert_eq!(spilled.verdict, Verdict::Unsolvable);
    assert!(spilled.counters.spilled_bytes > 0);
    assert!(spilled.counters.peak_bytes <= needed / 2 * 11 / 10);
}

/// Layers that do not fit into the memory are sorted in runs and merged: the same positions are
/// visited.
#[test]
fn a_sweep_with_little_memory_meets_the_same_positions() {
    let sweep = Config { strategy: Strategy::Sweep, ..Config::default() };
    for seed in [36, 40] {
        let board = support::solvitaire(4, 8, seed, Rules::Standard);
        let roomy = solve(&board, &sweep, &Limits::default());
        let limits = Limits { memory: Some(280 << 10), ..Limits::default() };
        let mut scratch = MemoryScratch::default();
        let files = Files { scratch: Some(&mut scratch), ..Files::default() };
        let tight = with_files(&board, &sweep, &limits, files);
        assert_eq!(std::mem::discriminant(&tight.verdict), std::mem::discriminant(&roomy.verdict));
        assert_eq!(tight.counters.expanded, roomy.counters.expanded);
        assert_eq!(tight.counters.stored, roomy.counters.stored);
        assert!(
            tight.counters.peak_bytes <= (280 << 10) * 11 / 10,
            "{} bytes",
            tight.counters.peak_bytes
        );
        assert!(tight.counters.spilled_bytes > roomy.counters.spilled_bytes);
    }
}

/// An interrupted sweep resumes from its last checkpoint, in its stored layers.
#[test]
fn an_interrupted_sweep_goes_on_where_it_was() {
    let sweep = Config { strategy: Strategy::Restarts, ..Config::default() };
    let board = support::solvitaire(4, 8, 36, Rules::Standard);
    let memory = Some(default(&board).counters.peak_bytes / 2);
    let run = |scratch: &mut MemoryScratch, kept: &mut Kept, expansions| {
        let limits = Limits { memory, expansions, ..Limits::default() };
        let files = Files { scratch: Some(scratch), checkpoint: Some(kept) };
        with_files(&board, &sweep, &limits, files)
    };
    let whole = run(&mut MemoryScratch::default(), &mut Kept::default(), None);
    assert_eq!(whole.verdict, Verdict::Unsolvable);
    let (mut scratch, mut kept) = (MemoryScratch::default(), Kept::default());
    let most = Some(whole.counters.expanded * 3 / 4);
    assert_eq!(run(&mut scratch, &mut kept, most).verdict, Verdict::Unknown(Stop::Expansions));
    // Data written after the checkpoint are cut off.
    scratch.append(u32::MAX, 0, b"half a run").expect("in memory");
    let rest = run(&mut scratch.clone(), &mut kept, None);
    assert_eq!(rest.verdict, Verdict::Unsolvable);
    assert!(
        rest.counters.expanded < whole.counters.expanded / 2,
        "{} again",
        rest.counters.expanded
    );
}

/// Keeps the checkpoint in memory and saves at every opportunity.
#[derive(Default)]
struct Kept(Vec<u8>);

impl Checkpoint for Kept {
    fn is_due(&mut self) -> bool {
        true
    }

    fn save(
        &mut self,
        write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.0 = bytes;
        Ok(())
    }

    fn load(&mut self) -> std::io::Result<Option<(Box<dyn Read>, u64)>> {
        let read = || (Box::new(Cursor::new(self.0.clone())) as Box<dyn Read>, self.0.len() as u64);
        Ok((!self.0.is_empty()).then(read))
    }

    fn name(&self) -> String {
        "the stored state".to_owned()
    }
}

#[test]
fn an_interrupted_deal_goes_on_where_it_was() {
    let board = lost_deal();
    let whole = default(&board).counters.expanded;
    let mut kept = Kept::default();
    let limits = Limits { expansions: Some(whole / 2), ..Limits::default() };
    let mut run = |limits| {
        let files = Files { checkpoint: Some(&mut kept), ..Files::default() };
        with_files(&board, &Config::default(), limits, files)
    };
    assert_eq!(run(&limits).verdict, Verdict::Unknown(Stop::Expansions));
    let rest = run(&Limits::default());
    assert_eq!(rest.verdict, Verdict::Unsolvable);
    assert!(rest.counters.expanded < whole * 3 / 4, "{} of {whole} again", rest.counters.expanded);
}

#[test]
fn a_lost_deal_is_explained() {
    let board = lost_deal();
    let text = default(&board).explain(&board);
    assert!(text.contains("cannot be won") && text.contains("The best line brought"), "{text}");
}

/// A time limit that cannot be measured is rejected, not ignored.
#[test]
fn time_without_a_clock_is_refused() {
    let board: Board = "2C -- 3C / 3H 2H --".parse().unwrap();
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    for strategy in Strategy::ALL {
        let config = Config { strategy, ..Config::default() };
        let solver = || Solver::new(&board).config(config.clone()).limits(limits.clone());
        let answer = solver().services(Services::none()).solve();
        assert_eq!(answer.verdict, Verdict::Unknown(Stop::NoClock), "{strategy:?}");
        // A solver without services uses the system's.
        assert!(matches!(solver().solve().verdict, Verdict::Solved { .. }), "{strategy:?}");
    }
}

/// A plan beyond the depth limit ends in `Stop::Depth`; a loss remains a loss under any limit.
#[test]
fn plans_beyond_the_depth_limit_are_left_out() {
    let won: Board = "2C -- 3C / 3H 2H --".parse().unwrap();
    let lost: Board = "3C -- 2C 4C".parse().unwrap();
    let within = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let length = Solver::new(&won).solve().plan().unwrap().len() as u32;
    for depth in [0, length - 1] {
        let mut solver = Solver::new(&won).limits(within(depth));
        assert_eq!(solver.solve().verdict, Verdict::Unknown(Stop::Depth));
        assert_eq!(solver.fewest_two_moves().verdict, Verdict::Unknown(Stop::Depth));
        assert_eq!(Solver::new(&lost).limits(within(depth)).solve().verdict, Verdict::Unsolvable);
    }
    assert!(Solver::new(&won).limits(within(length)).solve().plan().is_some());
    let shortest = Solver::new(&won).shortest(None).lower_bound;
    assert!(Solver::new(&won).limits(within(shortest)).shortest(None).plan().is_some());
    let stopped = Solver::new(&won).limits(within(shortest - 1)).shortest(None).verdict;
    assert_eq!(stopped, Verdict::Unknown(Stop::Depth));
}
