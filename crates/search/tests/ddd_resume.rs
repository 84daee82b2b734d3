//! A search on disk that is interrupted at any point ends like an uninterrupted one.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use patience_core::{
    Counters, Domain, Environment, Event, Folder, Limits, MemoryScratch, Observer, Outcome, Run,
    Scratch, Stop, Verdict,
};
use patience_games::sliding::{SlidingDomain, SlidingGame};
use patience_search::ddd::{self, DiskError};

fn instance(name: &str) -> SlidingGame {
    SlidingDomain.instance("standard", name).unwrap()
}

/// A board that cannot be solved, and one that can.
fn boards() -> [SlidingGame; 2] {
    let lost = (1..).map(|seed| instance(&format!("shuffled/2x3/{seed}")));
    [lost.into_iter().find(|game| !game.is_solvable()).unwrap(), instance("random/2x3/1")]
}

type Result = std::result::Result<(Outcome<u8>, Counters), DiskError>;

fn resume(game: &SlidingGame, scratch: &mut dyn Scratch, limits: Limits) -> Result {
    let mut run = Run::new(limits, Environment::none());
    let outcome = ddd::resume(&SlidingDomain, game, scratch, 0, &mut run)?;
    Ok((outcome, run.counters()))
}

fn uninterrupted(game: &SlidingGame) -> (Outcome<u8>, Counters) {
    let mut run = Run::unlimited();
    let scratch = &mut MemoryScratch::default();
    let outcome = ddd::solve(&SlidingDomain, game, scratch, 0, &mut run).unwrap();
    (outcome, run.counters())
}

/// Scratch space that fails once, in the middle of a change.
struct Failing {
    scratch: MemoryScratch,
    /// Changes until the one that fails.
    left: u32,
}

impl Failing {
    fn fails(&mut self) -> bool {
        self.left = self.left.wrapping_sub(1);
        self.left == u32::MAX
    }

    fn done<T>(is_failing: bool, done: T) -> io::Result<T> {
        if is_failing { Err(io::Error::other("killed")) } else { Ok(done) }
    }
}

impl Scratch for Failing {
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()> {
        let fails = self.fails();
        let written = if fails { &bytes[..bytes.len() / 2] } else { bytes };
        self.scratch.append(number, length, written)?;
        Self::done(fails, ())
    }
    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        self.scratch.read(number)
    }
    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.scratch.remove(number)?;
        Self::done(self.fails(), ())
    }
    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        self.scratch.restore(lengths)
    }
    fn sync(&mut self) -> io::Result<()> {
        Self::done(self.fails(), ())
    }
    fn name(&self, number: u32) -> String {
        self.scratch.name(number)
    }
}

#[test]
fn interrupted_at_any_change_it_ends_as_in_one_run() {
    for game in boards() {
        let whole = uninterrupted(&game);
        let mut interrupted = 0;
        for left in 0.. {
            let mut scratch = Failing { scratch: MemoryScratch::default(), left };
            if resume(&game, &mut scratch, Limits::default()).is_ok() {
                break;
            }
            interrupted += 1;
            let resumed = resume(&game, &mut scratch.scratch, Limits::default()).unwrap();
            assert_eq!(resumed, whole, "after {left} changes");
        }
        assert!(interrupted > 20, "{interrupted}");
    }
}

#[test]
fn a_limit_counts_all_runs_together() {
    let [game, _] = boards();
    let (whole, mut scratch) = (uninterrupted(&game), MemoryScratch::default());
    for most in [0, 1, 30, 100, 200] {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let (outcome, counters) = resume(&game, &mut scratch, limits).unwrap();
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions));
        assert_eq!(counters.expanded, most);
    }
    assert_eq!(resume(&game, &mut scratch, Limits::default()).unwrap(), whole);
    // Once more: the last layer is expanded again.
    assert_eq!(resume(&game, &mut scratch, Limits::default()).unwrap(), whole);
    let [_, other] = boards();
    let error = resume(&other, &mut scratch, Limits::default()).unwrap_err();
    assert!(matches!(error, DiskError::Foreign { .. }), "{error}");
}

/// Waits in a layer until the process is killed.
struct Waiting(u32);

impl Observer<SlidingGame> for Waiting {
    fn event(&mut self, _: &SlidingGame, event: Event<'_, SlidingGame>, _: &Counters) {
        if matches!(event, Event::Iteration { bound } if bound == self.0) {
            println!("waiting");
            loop {
                std::thread::park();
            }
        }
    }
}

const CHILD: &str = "PATIENCE_TEST_KILLED_SEARCH";

fn wait_to_be_killed(folder: &Path) {
    let [game, _] = boards();
    let (mut observer, mut folder) = (Waiting(9), Folder::open(folder).unwrap());
    let mut run = Run::unlimited().with_observer(&mut observer);
    ddd::resume(&SlidingDomain, &game, &mut folder, 0, &mut run).unwrap();
}

#[test]
fn a_search_that_was_killed_is_resumed() {
    if let Some(folder) = std::env::var_os(CHILD) {
        return wait_to_be_killed(&PathBuf::from(folder));
    }
    let parent = Folder::create_in(&std::env::temp_dir()).unwrap();
    let path = parent.path().join("search");
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "a_search_that_was_killed_is_resumed", "--nocapture"]);
    let mut child = child.env(CHILD, &path).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(io::Result::ok).any(|line| line.contains("waiting")));
    assert!(Folder::open(&path).is_err(), "it is in use");
    child.kill().unwrap();
    child.wait().unwrap();

    let (game, whole) = (&boards()[0], uninterrupted(&boards()[0]));
    // Layers that the killed search has expanded are not expanded again.
    let none = Limits { expansions: Some(0), ..Limits::default() };
    let (_, counters) = resume(game, &mut Folder::open(&path).unwrap(), none).unwrap();
    assert!(counters.expanded > 50 && counters.expanded < whole.1.expanded, "{counters:?}");
    let mut folder = Folder::open(&path).unwrap();
    assert_eq!(resume(game, &mut folder, Limits::default()).unwrap(), whole);
}
