//! Whatever happens to layers and checkpoints, the verdict is right or there is none.

#[path = "../examples/support/mod.rs"]
mod support;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Write};

use patience_core::{Limits, Stop, Verdict};
use patience_gaps::{
    Board, CHECKPOINT_MAGIC, Checkpoint, Config, Fault, MemoryScratch, Reductions, Report, Rules, Scratch, Services,
    Strategy, solve,
};

const SWEEP: fn() -> Config = || Config { strategy: Strategy::Sweep, ..Config::default() };

/// A deal that is won, and one that is lost, of some thousand positions each.
fn deals() -> [(Board, bool); 2] {
    [(support::solvitaire(4, 8, 38, Rules::Standard), true), (support::solvitaire(4, 8, 40, Rules::Standard), false)]
}

fn is_right(report: &Report, won: bool) -> bool {
    match report.verdict {
        Verdict::Solved { .. } => won,
        Verdict::Unsolvable => !won,
        Verdict::Unknown(_) => false,
    }
}

/// What may happen to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Missing,
    Empty,
    Short,
    Long,
    Zeros,
    Bit(usize),
    Unreadable,
    /// The content of another file.
    Swapped,
}

impl Damage {
    fn all(bit: usize) -> [Self; 8] {
        use Damage::{Bit, Empty, Long, Missing, Short, Swapped, Unreadable, Zeros};
        [Missing, Empty, Short, Long, Zeros, Bit(bit), Unreadable, Swapped]
    }

    fn of(self, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Damage::Swapped => {}
            Damage::Missing => return Err(io::ErrorKind::NotFound.into()),
            Damage::Unreadable => return Err(io::Error::other("a broken disk")),
            Damage::Empty => bytes.clear(),
            Damage::Short => bytes.truncate(bytes.len() - 1),
            Damage::Long => bytes.push(0xFF),
            Damage::Zeros => bytes.fill(0),
            Damage::Bit(bit) => {
                let bit = bit % (bytes.len() * 8);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        }
        Ok(bytes)
    }
}

/// Scratch space in which one reading meets a damage.
#[derive(Default)]
struct Faulty {
    files: BTreeMap<u32, Vec<u8>>,
    reads: Cell<usize>,
    /// Which reading, and what it meets.
    fault: Option<(usize, Damage)>,
    /// Bytes that there is space for.
    space: Option<usize>,
    met: Cell<bool>,
}

impl Scratch for Faulty {
    fn append(&mut self, number: u32, _: u64, bytes: &[u8]) -> io::Result<()> {
        let used: usize = self.files.values().map(Vec::len).sum();
        if self.space.is_some_and(|space| used + bytes.len() > space) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.files.entry(number).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        let mut bytes = self.files.get(&number).ok_or(io::ErrorKind::NotFound)?.clone();
        let read = self.reads.replace(self.reads.get() + 1);
        if let Some((_, damage)) = self.fault.filter(|&(at, _)| at == read) {
            let before = bytes.clone();
            if damage == Damage::Swapped {
                let other = self.files.iter().find(|&(&other, content)| other != number && *content != bytes);
                bytes = other.map_or(bytes, |(_, content)| content.clone());
            }
            let damaged = damage.of(bytes);
            self.met.set(!damaged.as_ref().is_ok_and(|damaged| *damaged == before));
            bytes = damaged?;
        }
        Ok(Box::new(Cursor::new(bytes)))
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.files.remove(&number);
        Ok(())
    }

    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        self.files.retain(|number, _| lengths.contains_key(number));
        for (number, &length) in lengths {
            let file = self.files.get_mut(number).ok_or(io::ErrorKind::NotFound)?;
            file.truncate(length as usize);
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self, number: u32) -> String {
        format!("layers/{number}.layer")
    }
}

fn sweep(board: &Board, scratch: &mut Faulty, memory: u64) -> Result<Report, Fault> {
    let limits = Limits { memory: Some(memory), ..Limits::default() };
    solve(board, &SWEEP(), &limits, Services { scratch: Some(scratch), ..Services::none() })
}

/// Each reading of a layer in turn, or of a run of one, meets each damage: there is an error that names the file, or, where
/// the rest was not needed any more, the right verdict; never a wrong one.
#[test]
fn a_damaged_layer_is_an_error_and_never_a_verdict() {
    for (board, won) in deals() {
        for memory in [160 << 10, 1 << 30] {
            let mut sound = Faulty::default();
            assert!(is_right(&sweep(&board, &mut sound, memory).unwrap(), won));
            let reads = sound.reads.get();
            assert!(reads > 10, "{reads}");
            let (mut met, mut errors) = (0, 0);
            for point in 0..12 {
                let at = point * (reads - 1) / 11;
                // Each damage at three of the points.
                for damage in Damage::all(at * 977 + 5).into_iter().skip(point % 4).step_by(4) {
                    let mut scratch = Faulty { fault: Some((at, damage)), ..Faulty::default() };
                    let result = sweep(&board, &mut scratch, memory);
                    met += u32::from(scratch.met.get());
                    match result {
                        Err(Fault::Broken(message)) => {
                            errors += 1;
                            assert!(scratch.met.get(), "{message}");
                            assert!(message.contains(".layer"), "{message}");
                        }
                        Err(fault) => panic!("{fault:?}"),
                        Ok(report) => assert!(is_right(&report, won), "{damage:?} at {at}: {:?}", report.verdict),
                    }
                }
            }
            // A win that is found before a run is at its end needs no more of it.
            assert!(met > 15 && errors * 20 >= met * if won { 15 } else { 20 }, "{errors} of {met}");
        }
    }
}

#[test]
fn a_full_disk_is_named() {
    let (board, won) = &deals()[1];
    for space in [0, 100, 10_000, 100_000] {
        let mut scratch = Faulty { space: Some(space), ..Faulty::default() };
        match sweep(board, &mut scratch, 1 << 20) {
            Err(Fault::Broken(message)) => {
                assert!(message.contains("layers/") && message.contains("no storage space"), "{message}");
            }
            result => assert!(is_right(&result.unwrap(), *won)),
        }
    }
}

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
) -> Result<Report, Fault> {
    solve(board, config, limits, Services { checkpoint: Some(kept), scratch, ..Services::none() })
}

fn expansions(most: u64) -> Limits {
    Limits { expansions: Some(most), ..Limits::default() }
}

/// Restarts and sweeps that are stopped at every few expansions make progress each time, and end as one run does.
#[test]
fn stopped_again_and_again_a_deal_ends_as_in_one_run() {
    for (board, won) in deals() {
        for config in [Config::default(), SWEEP()] {
            let whole = solve(&board, &config, &Limits::default(), Services::none()).unwrap();
            assert!(is_right(&whole, won));
            let (mut kept, mut scratch) = (Kept::new(None), MemoryScratch::default());
            kept.due = false;
            let step = whole.counters.expanded / 7 + 1;
            let (mut runs, mut expanded) = (0, 0);
            let last = loop {
                runs += 1;
                assert!(runs < 200, "no progress");
                let report = run(&board, &config, &expansions(step), &mut kept, Some(&mut scratch)).unwrap();
                expanded += report.counters.expanded;
                match report.verdict {
                    Verdict::Unknown(stop) => {
                        assert_eq!((stop, report.counters.expanded), (Stop::Expansions, step));
                        assert!(kept.saved > 0, "saved at the stop");
                    }
                    _ => break report,
                }
            };
            assert!(is_right(&last, won), "{:?}", last.verdict);
            assert_eq!(last.strategy, config.strategy);
            if config.strategy == Strategy::Sweep {
                // Nothing twice, but what was in hand.
                assert_eq!(expanded, whole.counters.expanded);
                assert_eq!(last.failure_probability, 0.0);
            }
        }
    }
}

/// Look-ups of earlier runs count: the probability is at least what one run would have.
#[test]
fn the_failure_probability_counts_all_runs() {
    let (board, _) = &deals()[1];
    let whole = solve(board, &Config::default(), &Limits::default(), Services::none()).unwrap();
    let mut kept = Kept::new(None);
    let mut sum = 0.0;
    for most in [whole.counters.expanded / 2, u64::MAX] {
        let before = sum;
        let report = run(board, &Config::default(), &expansions(most), &mut kept, None).unwrap();
        sum = report.failure_probability;
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
        let report = run(board, &config, &expansions(2500), &mut kept, Some(&mut scratch)).unwrap();
        assert_eq!(report.verdict, Verdict::Unknown(Stop::Expansions));
        (config, kept.now.expect("saved"), scratch)
    })
}

/// Every byte of a checkpoint is changed in turn, and it is cut at many places: it is refused as a whole, and left as it is.
#[test]
fn a_damaged_checkpoint_is_refused_as_a_whole() {
    let (board, _) = &deals()[1];
    for (config, sound, scratch) in interrupted(board) {
        let attempt = |bytes: Vec<u8>| {
            let mut kept = Kept::new(Some(bytes.clone()));
            let fault = run(board, &config, &Limits::default(), &mut kept, Some(&mut scratch.clone())).unwrap_err();
            assert!(kept.now == Some(bytes) && kept.saved == 0, "it is left as it is");
            assert!(fault.to_string().contains("deal.kept"), "{fault}");
            fault
        };
        let step = sound.len() / 400 + 1;
        for index in (0..200).chain((200..sound.len()).step_by(step)) {
            let mut flipped = sound.clone();
            flipped[index] ^= 1 << (index % 8);
            // A file that does not begin as a checkpoint of this format is none; all else is damage.
            let is_none = index < CHECKPOINT_MAGIC.len() + 4;
            assert_eq!(matches!(attempt(flipped), Fault::Refused(_)), is_none, "byte {index}");
        }
        for length in (0..sound.len()).step_by(step) {
            let is_none = length < CHECKPOINT_MAGIC.len();
            assert_eq!(matches!(attempt(sound[..length].to_vec()), Fault::Refused(_)), is_none, "{length} bytes");
        }
        assert!(matches!(attempt([&sound[..], &[0]].concat()), Fault::Broken(_)));
        assert!(matches!(attempt(vec![0; sound.len()]), Fault::Refused(_)));
        assert!(matches!(attempt(b"a shopping list".to_vec()), Fault::Refused(_)));
        let mut huge = sound.clone();
        let cells = board.cells().len();
        let keys = 8 + 4 + 1 + env!("CARGO_PKG_VERSION").len() + 1 + 4 + 8 + cells + 8 + 16;
        huge[keys..keys + 8].fill(0xFF);
        assert!(matches!(attempt(huge), Fault::Broken(_)), "a count beyond all memory");
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
            let fault = run(board, config, &Limits::default(), &mut kept, Some(&mut MemoryScratch::default()));
            assert!(matches!(fault, Err(Fault::Refused(message)) if message.contains("another deal")));
            assert_eq!(kept.now.as_ref(), Some(&sound));
        }
    }
}

/// Layers of one deal under the checkpoint of another, older ones, cut ones, none: the right verdict or an error.
#[test]
fn a_checkpoint_with_other_layers_is_an_error() {
    let [(won, _), (lost, _)] = deals();
    let [_, (config, sound, scratch)] = interrupted(&lost);
    let [_, (_, _, others)] = interrupted(&won);
    let attempt = |mut scratch: MemoryScratch| {
        run(&lost, &config, &Limits::default(), &mut Kept::new(Some(sound.clone())), Some(&mut scratch))
    };
    assert!(is_right(&attempt(scratch.clone()).unwrap(), false));
    for layers in [others, MemoryScratch::default()] {
        assert!(matches!(attempt(layers), Err(Fault::Broken(_))));
    }
    // Without a scratch folder it cannot go on, and says so.
    let fault = run(&lost, &Config::default(), &Limits::default(), &mut Kept::new(Some(sound)), None);
    assert!(matches!(fault, Err(Fault::Refused(message)) if message.contains("scratch folder")));
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_refused_at_the_beginning_and_reported_later() {
    let (board, _) = &deals()[1];
    let mut kept = Kept { fails: true, ..Kept::new(None) };
    let fault = run(board, &Config::default(), &Limits::default(), &mut kept, None);
    assert!(matches!(fault, Err(Fault::Refused(message)) if message.contains("cannot be written")));

    for (config, sound, mut scratch) in interrupted(board) {
        let mut kept = Kept { fails: true, ..Kept::new(Some(sound)) };
        let warnings = RefCell::new(Vec::new());
        let warn = |message: &str| warnings.borrow_mut().push(message.to_owned());
        let services =
            Services { checkpoint: Some(&mut kept), scratch: Some(&mut scratch), warn: &warn, ..Services::none() };
        let report = solve(board, &config, &Limits::default(), services).unwrap();
        assert!(is_right(&report, false), "the run goes on");
        let warnings = warnings.into_inner();
        assert!(warnings.iter().any(|warning| warning.contains("deal.kept")), "{warnings:?}");
    }
}

/// Loading polls: the time that is up stops it, and what is kept stays.
#[test]
fn loading_a_checkpoint_counts_against_the_time() {
    let (board, _) = &deals()[1];
    for (config, sound, mut scratch) in interrupted(board) {
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let mut kept = Kept::new(Some(sound.clone()));
        let report = run(board, &config, &limits, &mut kept, Some(&mut scratch)).unwrap();
        assert_eq!((report.verdict, report.counters.expanded), (Verdict::Unknown(Stop::Time), 0));
        assert_eq!(kept.now, Some(sound));
    }
}

/// A table is loaded in time that grows with its length only: many keys at once, in the order of their slots.
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
        let report = run(&board, &Config::default(), &limits, &mut kept, None).unwrap();
        match report.verdict {
            Verdict::Unknown(stop) => assert_eq!((stop, memory < u64::MAX), (Stop::Memory, true)),
            _ => assert!(is_right(&report, false)),
        }
        assert!(report.counters.peak_bytes <= memory.saturating_add(memory / 10));
    }
}

/// On a graph with cycles the table holds what was met, not what is lost: there a checkpoint would make a win a loss.
#[test]
fn positions_that_were_only_met_are_no_checkpoint() {
    let (board, _) = &deals()[0];
    let reductions = Reductions { open_rows: false, ..Reductions::default() };
    let config = Config { reductions, ..Config::default() };
    let fault = run(board, &config, &Limits::default(), &mut Kept::new(None), None);
    assert!(matches!(fault, Err(Fault::Refused(_))), "{fault:?}");
}

#[test]
fn strategies_without_files_refuse_them() {
    let (board, _) = &deals()[0];
    for strategy in [Strategy::Masten, Strategy::Plain] {
        let config = Config { strategy, ..Config::default() };
        let fault = run(board, &config, &Limits::default(), &mut Kept::new(None), None);
        assert!(matches!(fault, Err(Fault::Refused(message)) if message.contains(strategy.name())));
    }
}

/// The memory limit holds for a sweep whose layers are in memory, too.
#[test]
fn a_sweep_in_memory_keeps_within_the_memory() {
    let (board, won) = &deals()[1];
    let mut decided = 0;
    for memory in [0, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 1 << 30] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let report = solve(board, &SWEEP(), &limits, Services::none()).unwrap();
        assert!(report.counters.peak_bytes <= memory, "{} of {memory}", report.counters.peak_bytes);
        match report.verdict {
            Verdict::Unknown(stop) => assert_eq!(stop, Stop::Memory),
            _ => assert!(is_right(&report, *won)),
        }
        decided += u32::from(is_right(&report, *won));
        assert!(memory > 64 << 10 || report.verdict == Verdict::Unknown(Stop::Memory));
    }
    assert!(decided > 0);
}

/// Restarts that go on as a sweep say so.
#[test]
fn the_strategy_is_the_one_that_gave_the_verdict() {
    let (board, _) = &deals()[1];
    let limits = Limits { memory: Some(240 << 10), ..Limits::default() };
    let mut scratch = MemoryScratch::default();
    let services = Services { scratch: Some(&mut scratch), ..Services::none() };
    let report = solve(board, &Config::default(), &limits, services).unwrap();
    assert_eq!((report.verdict, report.strategy), (Verdict::Unsolvable, Strategy::Sweep));
    let report = solve(board, &Config::default(), &Limits::default(), Services::none()).unwrap();
    assert_eq!(report.strategy, Strategy::Restarts);
}
