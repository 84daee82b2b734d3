//! Checkpoints: a stopped run resumes, and a damaged file is rejected.

use std::cell::RefCell;
use std::io::{self, Cursor, Read, Write};

use patience_core::{Environment, Limits, Stop, Verdict, WallClock};
use patience_gaps::{
    Answer, Board, CHECKPOINT_MAGIC, Checkpoint, Config, Fault, Files, MemoryScratch, Reductions,
    Rules, Scratch, Services, Solver, Strategy,
};

use crate::{SWEEP, deals, is_right, support};

/// Keeps every checkpoint that is saved, together with the layers of that moment.
struct Kept {
    now: Option<Vec<u8>>,
    saved: u32,
    due: bool,
    fails: bool,
}

impl Kept {
    fn new(now: Option<Vec<u8>>) -> Self {
        Kept { now, saved: 0, due: true, fails: false }
    }
}

impl Checkpoint for Kept {
    fn is_due(&mut self) -> bool {
        self.due
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.fails {
            return Err(io::Error::other("a full disk"));
        }
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.now = Some(bytes);
        self.saved += 1;
        Ok(())
    }

    fn load(&mut self) -> io::Result<Option<(Box<dyn Read>, u64)>> {
        let length = self.now.as_ref().map_or(0, Vec::len) as u64;
        Ok(self.now.clone().map(|bytes| (Box::new(Cursor::new(bytes)) as Box<dyn Read>, length)))
    }

    fn name(&self) -> String {
        "deal.kept".to_owned()
    }
}

fn run<'a>(
    board: &Board,
    config: &Config,
    limits: &Limits,
    kept: &'a mut Kept,
    scratch: Option<&'a mut dyn Scratch>,
) -> Result<Answer, Fault> {
    crate::run(board, config, limits, Files { checkpoint: Some(kept), scratch })
}

fn expansions(most: u64) -> Limits {
    Limits { expansions: Some(most), ..Limits::default() }
}

/// Restarts and sweeps stopped after every few expansions make progress each time, and end like a
/// single run.
#[test]
fn stopped_again_and_again_a_deal_ends_as_in_one_run() {
    for (board, won) in deals() {
        for config in [Config::default(), SWEEP()] {
            let whole = Solver::new(&board).config(config.clone()).solve();
            assert!(is_right(&whole, won));
            let (mut kept, mut scratch) = (Kept::new(None), MemoryScratch::default());
            kept.due = false;
            let step = whole.counters.expanded / 7 + 1;
            let (mut runs, mut expanded) = (0, 0);
            let last = loop {
                runs += 1;
                assert!(runs < 200, "no progress");
                let solution =
                    run(&board, &config, &expansions(step), &mut kept, Some(&mut scratch)).unwrap();
                expanded += solution.counters.expanded;
                match solution.verdict {
                    Verdict::Unknown(stop) => {
                        assert_eq!((stop, solution.counters.expanded), (Stop::Expansions, step));
                        assert!(kept.saved > 0, "saved at the stop");
                    }
                    _ => break solution,
                }
            };
            assert!(is_right(&last, won), "{:?}", last.verdict);
            assert_eq!(last.strategy, Some(config.strategy));
            if config.strategy == Strategy::Sweep {
                // No work is repeated, except the work in progress.
                assert_eq!(expanded, whole.counters.expanded);
                assert_eq!(last.failure_probability, 0.0);
            }
        }
    }
}

/// Look-ups of earlier runs count: the probability is at least that of a single run.
#[test]
fn the_failure_probability_counts_all_runs() {
    let (board, _) = &deals()[1];
    let whole = Solver::new(board).solve();
    let mut kept = Kept::new(None);
    let mut sum = 0.0;
    for most in [whole.counters.expanded / 2, u64::MAX] {
        let before = sum;
        let solution = run(board, &Config::default(), &expansions(most), &mut kept, None).unwrap();
        sum = solution.failure_probability;
        assert!(sum > before, "{sum} after {before}");
    }
    let resumed = run(board, &Config::default(), &Limits::default(), &mut kept, None).unwrap();
    assert!(resumed.counters.expanded < whole.counters.expanded, "resumed");
    assert!(sum >= whole.failure_probability * 0.5 && sum < 1e-9, "{sum}");
}

/// A checkpoint of restarts, and one of a sweep with its layers.
fn interrupted(board: &Board) -> [(Config, Vec<u8>, MemoryScratch); 2] {
    [Config::default(), SWEEP()].map(|config| {
        let (mut kept, mut scratch) = (Kept::new(None), MemoryScratch::default());
        let solution =
            run(board, &config, &expansions(2500), &mut kept, Some(&mut scratch)).unwrap();
        assert_eq!(solution.verdict, Verdict::Unknown(Stop::Expansions));
        (config, kept.now.expect("saved"), scratch)
    })
}

/// Every byte of a checkpoint is changed in turn, and it is cut at many places: it is rejected as
/// a whole, and left unchanged.
#[test]
fn a_damaged_checkpoint_is_refused_as_a_whole() {
    let (board, _) = &deals()[1];
    for (config, sound, scratch) in interrupted(board) {
        let attempt = |bytes: Vec<u8>| {
            let mut kept = Kept::new(Some(bytes.clone()));
            let fault =
                run(board, &config, &Limits::default(), &mut kept, Some(&mut scratch.clone()))
                    .unwrap_err();
            assert!(kept.now == Some(bytes) && kept.saved == 0, "it is left as it is");
            assert!(fault.to_string().contains("deal.kept"), "{fault}");
            fault
        };
        let step = sound.len() / 400 + 1;
        for index in (0..200).chain((200..sound.len()).step_by(step)) {
            let mut flipped = sound.clone();
            flipped[index] ^= 1 << (index % 8);
            // A file that does not begin like a checkpoint of this format is not one; any
            // other change is damage.
            let is_none = index < CHECKPOINT_MAGIC.len() + 4;
            assert_eq!(matches!(attempt(flipped), Fault::Refused { .. }), is_none, "byte {index}");
        }
        for length in (0..sound.len()).step_by(step) {
            let is_none = length < CHECKPOINT_MAGIC.len();
            assert_eq!(
                matches!(attempt(sound[..length].to_vec()), Fault::Refused { .. }),
                is_none,
                "{length} bytes"
            );
        }
        assert!(matches!(attempt([&sound[..], &[0]].concat()), Fault::Broken { .. }));
        assert!(matches!(attempt(vec![0; sound.len()]), Fault::Refused { .. }));
        assert!(matches!(attempt(b"a shopping list".to_vec()), Fault::Refused { .. }));
        let mut huge = sound.clone();
        let cells = board.cells().len();
        let keys = 8 + 4 + 1 + env!("CARGO_PKG_VERSION").len() + 1 + 4 + 8 + cells + 8 + 16;
        huge[keys..keys + 8].fill(0xFF);
        assert!(matches!(attempt(huge), Fault::Broken { .. }), "a count beyond all memory");
    }
}

#[test]
fn a_checkpoint_of_another_deal_seed_or_rule_set_is_refused() {
    let [(board, _), (other, _)] = deals();
    for (config, sound, _) in interrupted(&other) {
        let seed = Config { seed: 2, ..config.clone() };
        let fixed = other.with_rules(Rules::FixedSuits);
        for (board, config) in [(&board, &config), (&other, &seed), (&fixed, &config)] {
            let mut kept = Kept::new(Some(sound.clone()));
            let fault = run(
                board,
                config,
                &Limits::default(),
                &mut kept,
                Some(&mut MemoryScratch::default()),
            );
            assert!(
                matches!(fault, Err(Fault::Refused { what, .. }) if what.contains("another deal"))
            );
            assert_eq!(kept.now.as_ref(), Some(&sound));
        }
    }
}

/// Layers of one deal under the checkpoint of another, older ones, cut ones, none: the right
/// verdict or an error.
#[test]
fn a_checkpoint_with_other_layers_is_an_error() {
    let [(won, _), (lost, _)] = deals();
    let [_, (config, sound, scratch)] = interrupted(&lost);
    let [_, (_, _, others)] = interrupted(&won);
    let attempt = |mut scratch: MemoryScratch| {
        run(
            &lost,
            &config,
            &Limits::default(),
            &mut Kept::new(Some(sound.clone())),
            Some(&mut scratch),
        )
    };
    assert!(is_right(&attempt(scratch.clone()).unwrap(), false));
    assert!(matches!(attempt(others), Err(Fault::Broken { .. })));
    // If all layers are missing, it is probably the wrong folder, which is an error of the caller.
    let fault = attempt(MemoryScratch::default());
    assert!(matches!(fault, Err(Fault::Refused { what, .. }) if what.contains("layers")));
    // Without a scratch folder it cannot continue, and reports it.
    let fault =
        run(&lost, &Config::default(), &Limits::default(), &mut Kept::new(Some(sound)), None);
    assert!(matches!(fault, Err(Fault::Refused { what, .. }) if what.contains("--scratch")));
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_refused_at_the_beginning_and_reported_later() {
    let (board, _) = &deals()[1];
    let mut kept = Kept { fails: true, ..Kept::new(None) };
    let fault = run(board, &Config::default(), &Limits::default(), &mut kept, None);
    assert!(
        matches!(fault, Err(Fault::Refused { what, .. }) if what.contains("cannot be written"))
    );

    for (config, sound, mut scratch) in interrupted(board) {
        let mut kept = Kept { fails: true, ..Kept::new(Some(sound)) };
        let warnings = RefCell::new(Vec::new());
        let warn = |message: &str| warnings.borrow_mut().push(message.to_owned());
        let files = Files { checkpoint: Some(&mut kept), scratch: Some(&mut scratch) };
        let services = Services { warn: &warn, ..Services::none() };
        let solver = Solver::new(board).config(config).services(services);
        let solution = solver.with_files(files).solve().unwrap();
        assert!(is_right(&solution, false), "the run goes on");
        let warnings = warnings.into_inner();
        assert!(warnings.iter().any(|warning| warning.contains("deal.kept")), "{warnings:?}");
    }
}

/// Loading polls the limits: it stops when time is up, and the stored state stays.
#[test]
fn loading_a_checkpoint_counts_against_the_time() {
    let (board, _) = &deals()[1];
    for (config, sound, mut scratch) in interrupted(board) {
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let mut kept = Kept::new(Some(sound.clone()));
        let clock = WallClock::start();
        let services = Services::new(Environment::none().with_clock(&clock));
        let files = Files { checkpoint: Some(&mut kept), scratch: Some(&mut scratch) };
        let solver = Solver::new(board).config(config).limits(limits).services(services);
        let solution = solver.with_files(files).solve().unwrap();
        assert_eq!(
            (solution.verdict, solution.counters.expanded),
            (Verdict::Unknown(Stop::Time), 0)
        );
        assert_eq!(kept.now, Some(sound));
    }
}

/// A table is loaded in linear time: many keys at once, in the order of their
/// slots.
#[test]
fn a_checkpoint_is_loaded_with_less_memory_than_it_was_made_with() {
    let board = support::solvitaire(4, 8, 36, Rules::Standard);
    let mut kept = Kept::new(None);
    kept.due = false;
    let stopped = run(&board, &Config::default(), &expansions(100_000), &mut kept, None).unwrap();
    let sound = kept.now.clone();
    for memory in [u64::MAX, stopped.counters.peak_bytes / 2] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        kept.now.clone_from(&sound);
        let solution = run(&board, &Config::default(), &limits, &mut kept, None).unwrap();
        match solution.verdict {
            Verdict::Unknown(stop) => assert_eq!((stop, memory < u64::MAX), (Stop::Memory, true)),
            _ => assert!(is_right(&solution, false)),
        }
        assert!(solution.counters.peak_bytes <= memory.saturating_add(memory / 10));
    }
}

/// On a graph with cycles the table also holds positions that are not lost: a checkpoint would turn
/// a win into a loss.
#[test]
fn positions_that_were_only_met_are_no_checkpoint() {
    let (board, _) = &deals()[0];
    let reductions = Reductions { open_rows: false, ..Reductions::default() };
    let config = Config { reductions, ..Config::default() };
    let fault = run(board, &config, &Limits::default(), &mut Kept::new(None), None);
    assert!(matches!(fault, Err(Fault::Refused { .. })), "{fault:?}");
}

#[test]
fn a_strategy_without_checkpoints_refuses_them() {
    let (board, _) = &deals()[0];
    let config = Config { strategy: Strategy::Masten, ..Config::default() };
    let fault = run(board, &config, &Limits::default(), &mut Kept::new(None), None);
    assert!(matches!(fault, Err(Fault::Refused { what, .. }) if what.contains("masten")));
}
