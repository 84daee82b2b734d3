//! Korf's hundred 15-puzzles by IDA* with the additive pattern databases of eight and seven tiles:
//!
//! `cargo run --release -p patience-games --example korf_patterns FOLDER`
//!
//! The databases are built and written into the folder, half a gigabyte, unless they already
//! exist; then they are read and their checksums compared. A line of the result is the number, the
//! length of a shortest plan, the states expanded and the processor time in seconds.

use std::error::Error;
use std::path::Path;

use patience_core::{Budget, Domain, Run, Verdict};
use patience_games::sliding::{PatternDatabase, Patterns, SlidingDomain, SlidingGame};
use patience_search::idastar;

/// The tiles of each database: two columns, and the other two.
const TILES: [&[u8]; 2] = [&[1, 4, 5, 8, 9, 12, 13], &[2, 3, 6, 7, 10, 11, 14, 15]];

/// Processor time of this thread, if the system reports it.
fn seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e9
}

fn database(
    game: &SlidingGame,
    tiles: &[u8],
    folder: &Path,
) -> Result<PatternDatabase, Box<dyn Error>> {
    let (path, before) = (folder.join(format!("{}.patterns", tiles.len())), seconds());
    if let Ok(bytes) = std::fs::read(&path) {
        let database = PatternDatabase::from_bytes(&bytes)?;
        eprintln!("{} read in {:.1} s", path.display(), seconds() - before);
        return Ok(database);
    }
    let built = PatternDatabase::build(game, tiles, &mut Budget::unlimited());
    let database = built.map_err(|stop| format!("{stop:?}"))?;
    eprintln!("{} built in {:.1} s", path.display(), seconds() - before);
    // Renamed when it is complete, so that no incomplete one is ever read.
    let beside = path.with_extension("new");
    std::fs::write(&beside, database.to_bytes())?;
    std::fs::rename(&beside, &path)?;
    Ok(database)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder for the databases")?;
    let board = |number: u32| SlidingDomain.instance("standard", &format!("korf/{number}"));
    let game = board(1)?;
    let mut databases = Vec::new();
    for tiles in TILES {
        databases.push(database(&game, tiles, Path::new(&folder))?);
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
