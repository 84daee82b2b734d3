//! Breadth-first search with layers on disk finds the same as in memory, with the same counts.

use std::collections::BTreeMap;
use std::io::{self, Read};

use patience_core::{
    Certifiable, Domain, Environment, Folder, Limits, MemoryScratch, Run, Scratch, Stop, Verdict,
};
use patience_games::birds::BirdsDomain;
use patience_games::cohesion::CohesionDomain;
use patience_games::gaps::GapsDomain;
use patience_games::sliding::SlidingDomain;
use patience_games::tiles::TilesDomain;
use patience_search::{bfs, ddd};
use patience_testing::size;

/// Compares both searches on the instance with this name.
fn compare<D: Certifiable>(domain: &D, name: &str, scratch: &mut dyn Scratch) -> u64 {
    let game = domain.instance(domain.rule_sets()[0].name, name).unwrap();
    compare_on(domain, &game, name, scratch)
}

/// Compares both searches; returns the number of expanded states.
fn compare_on<D: Certifiable>(
    domain: &D,
    game: &D::Game,
    name: &str,
    scratch: &mut dyn Scratch,
) -> u64 {
    let mut run = Run::unlimited();
    let truth = bfs::solve(game, &mut run);
    let mut on_disk = Run::unlimited();
    let outcome = ddd::solve(domain, game, scratch, 0, &mut on_disk).unwrap();
    assert_eq!(outcome.lower_bound, truth.lower_bound, "{name}");
    match (&outcome.verdict, &truth.verdict) {
        (Verdict::Solved { plan, optimal, .. }, Verdict::Solved { plan: shortest, .. }) => {
            assert_eq!((plan.len(), *optimal), (shortest.len(), true), "{name}");
        }
        (one, other) => {
            assert_eq!((one, other), (&Verdict::Unsolvable, &Verdict::Unsolvable), "{name}");
            assert_eq!(on_disk.counters().expanded, run.counters().expanded, "{name}");
            assert_eq!(on_disk.counters().generated, run.counters().generated, "{name}");
        }
    }
    on_disk.counters().expanded
}

/// Boards of ten and seven cards.
const BIRDS: [&str; 2] = [
    "8S 9S JD --/6S 8H TH 4D/-- JH 9D --/-- 8C 9C --",
    "8S 9S JD --/6S 8H TH 4D/-- -- -- --/-- -- -- --",
];

#[test]
fn all_games_on_disk_are_as_in_memory() {
    let folder = || Folder::create_in(&std::env::temp_dir()).unwrap();
    let memory = MemoryScratch::default;
    compare(&SlidingDomain, "random/2x3/1", &mut folder());
    compare(&SlidingDomain, "shuffled/2x4/2", &mut memory());
    // All states that cannot be solved.
    let shape = size("2x4", "3x3");
    let odd = (1..).map(|seed| format!("shuffled/{shape}/{seed}"));
    let is_lost = |name: &String| !SlidingDomain.instance("standard", name).unwrap().is_solvable();
    let lost = odd.into_iter().find(is_lost).unwrap();
    let expanded = compare(&SlidingDomain, &lost, &mut folder());
    assert_eq!(expanded, size(20_160, 181_440));
    for seed in 1..8 {
        compare(&GapsDomain, &format!("random/3x4/{seed}"), &mut memory());
    }
    for board in BIRDS {
        let game = BirdsDomain.read("standard", board).unwrap();
        compare_on(&BirdsDomain, &game, board, &mut memory());
    }
    compare(&CohesionDomain, "level/vieira-1", &mut memory());
    compare(&TilesDomain, "level/iartistas-01", &mut memory());
}

#[test]
fn limits_hold_on_disk() {
    let game = SlidingDomain.instance("standard", "random/3x3/1").unwrap();
    let solve = |limits| {
        let mut run = Run::new(limits, Environment::none());
        let mut scratch = MemoryScratch::default();
        let outcome = ddd::solve(&SlidingDomain, &game, &mut scratch, 0, &mut run).unwrap();
        (outcome, run.counters().expanded)
    };
    let (outcome, expanded) = solve(Limits { expansions: Some(500), ..Limits::default() });
    assert_eq!((outcome.verdict, expanded), (Verdict::Unknown(Stop::Expansions), 500));
    assert!(outcome.lower_bound > 5);
    let (outcome, _) = solve(Limits { depth: Some(7), ..Limits::default() });
    assert_eq!((outcome.verdict, outcome.lower_bound), (Verdict::Unknown(Stop::Depth), 8));
}

/// Scratch space that flips a bit or drops the end of a sequence when it is read.
struct Faulty {
    scratch: MemoryScratch,
    /// The sequence, the byte, and whether the end is dropped instead.
    fault: (u32, usize, bool),
}

impl Scratch for Faulty {
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()> {
        self.scratch.append(number, length, bytes)
    }
    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        let mut bytes = Vec::new();
        self.scratch.read(number)?.read_to_end(&mut bytes)?;
        let (faulty, at, is_end) = self.fault;
        if number == faulty && at < bytes.len() {
            match is_end {
                true => bytes.truncate(at),
                false => bytes[at] ^= 1,
            }
        }
        Ok(Box::new(io::Cursor::new(bytes)))
    }
    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.scratch.remove(number)
    }
    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        self.scratch.restore(lengths)
    }
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn name(&self, number: u32) -> String {
        self.scratch.name(number)
    }
}

#[test]
fn damage_is_an_error_and_never_a_verdict() {
    let game = SlidingDomain.instance("standard", "shuffled/2x3/2").unwrap();
    for number in 0..30 {
        for at in [0, 5, 17, 40] {
            for is_end in [false, true] {
                let fault = (number, at, is_end);
                let mut scratch = Faulty { scratch: MemoryScratch::default(), fault };
                let mut run = Run::unlimited();
                if let Ok(outcome) = ddd::solve(&SlidingDomain, &game, &mut scratch, 0, &mut run) {
                    // No read of this sequence reached that length.
                    let whole = bfs::solve(&game, &mut Run::unlimited());
                    assert_eq!(outcome.lower_bound, whole.lower_bound, "{fault:?}");
                    let plan = |verdict: &Verdict<u8>| verdict.plan().map(<[u8]>::len);
                    assert_eq!(plan(&outcome.verdict), plan(&whole.verdict), "{fault:?}");
                }
            }
        }
    }
    let mut scratch = Faulty { scratch: MemoryScratch::default(), fault: (0, 3, false) };
    let error = ddd::solve(&SlidingDomain, &game, &mut scratch, 0, &mut Run::unlimited());
    let message = error.unwrap_err().to_string();
    assert_eq!(message, "layer 0 in memory is damaged: its length or checksum differs");
}
