//! Korf's hundred 15-puzzles by IDA* with the additive pattern databases of eight and seven tiles:
//!
//! `cargo run --release -p patience-games --example korf_patterns FOLDER`
//!
//! The databases are built and written into the folder, half a gigabyte, unless they already
//! exist; then they are read and their checksums compared. They are built on all cores, or on the
//! number of threads given by a second argument. A line of the result is the number, the length of
//! a shortest plan, the states expanded and the processor time in seconds.

use std::error::Error;
use std::path::Path;

use patience_core::{Budget, Clock, Domain, Run, Threads, Verdict, WallClock};
use patience_games::sliding::{PatternDatabase, Patterns, SlidingDomain, SlidingGame};
use patience_search::idastar;

/// The tiles of each database: two columns, and the other two; the larger one first.
const TILES: [&[u8]; 2] = [&[2, 3, 6, 7, 10, 11, 14, 15], &[1, 4, 5, 8, 9, 12, 13]];

/// Processor time of this thread, if the system reports it.
fn seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e9
}

/// Processor time of all threads of this process, ended ones included, if the system reports it.
fn seconds_of_all() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let mut words = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
    // In hundredths of a second on every Linux system.
    let mut next = || words.next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(f64::NAN);
    (next() + next()) / 100.0
}

fn database(
    game: &SlidingGame,
    tiles: &[u8],
    folder: &Path,
    threads: usize,
) -> Result<PatternDatabase, Box<dyn Error>> {
    let (path, before) = (folder.join(format!("{}.patterns", tiles.len())), seconds());
    if let Ok(bytes) = std::fs::read(&path) {
        let database = PatternDatabase::from_bytes(&bytes)?;
        eprintln!("{} read in {:.1} s", path.display(), seconds() - before);
        return Ok(database);
    }
    let (clock, before) = (WallClock::start(), seconds_of_all());
    let (workers, mut budget) = (Threads(threads), Budget::unlimited());
    let built = PatternDatabase::build_on(game, tiles, &workers, &mut budget);
    let (database, work) = built.map_err(|stop| format!("{stop:?}"))?;
    eprintln!(
        "{} built on {threads} threads in {:.1} s, {:.1} s of processor time: {work:?}",
        path.display(),
        clock.elapsed().as_secs_f64(),
        seconds_of_all() - before
    );
    // Renamed when it is complete, so that no incomplete one is ever read.
    let beside = path.with_extension("new");
    std::fs::write(&beside, database.to_bytes())?;
    std::fs::rename(&beside, &path)?;
    Ok(database)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder for the databases")?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = std::env::args().nth(2).map_or_else(|| Ok(cores()), |word| word.parse())?;
    let board = |number: u32| SlidingDomain.instance("standard", &format!("korf/{number}"));
    let game = board(1)?;
    let mut databases = Vec::new();
    for tiles in TILES {
        databases.push(database(&game, tiles, Path::new(&folder), threads)?);
    }
    let patterns = Patterns::of(&game, databases)?;
    for number in 1..=100 {
        let (game, mut run, before) = (board(number)?, Run::unlimited(), seconds());
        let outcome = idastar::solve_plainly(&game, &patterns, &mut run);
        let Verdict::Solved { plan, .. } = outcome.verdict else { return Err("no plan".into()) };
        let time = seconds() - before;
        println!("{number} {} {} {time:.4}", plan.len(), run.counters().expanded);
    }
    Ok(())
}
