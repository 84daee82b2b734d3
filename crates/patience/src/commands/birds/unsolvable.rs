//! `patience birds unsolvable`: lists the unsolvable deals; a list can be resumed.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use patience_birds::{Board, Obstacle, Solver};
use patience_core::{Budget, Verdict, open_regular};
use serde::{Deserialize, Serialize};

use crate::exit::{Tally, bad_input};
use crate::output::reason;
use crate::solving;

#[derive(Debug, Args)]
pub struct UnsolvableArgs {
    /// The first seed; ignored if the output file already lists deals.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: i64,
    /// The last seed.
    #[arg(long, value_name = "SEED")]
    to: i64,
    /// Append to this file, after the last deal that it lists (default: standard output). All deals
    /// up to that one are decided again, to ensure that none is missing.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// One lost deal.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lost {
    seed: i64,
    /// `odd bird`, `separated flocks` or `connected but lost`.
    reason: String,
    /// The cards that are not compatible with any other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odd: Vec<String>,
    /// The number of cards of each flock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flocks: Vec<usize>,
}

impl Lost {
    /// The line of a deal; `None` if it is winnable.
    fn of(seed: i64, solver: &mut Solver) -> Option<Self> {
        let board = Board::neller(seed);
        let verdict = solver.solve(&board, &mut Budget::unlimited()).verdict;
        // A plan that fails the replay does not prove that the deal is winnable, so it panics here.
        let is_lost = verdict.plan().is_none() && verdict == Verdict::Unsolvable;
        is_lost.then(|| Lost::new(seed, &board))
    }

    fn new(seed: i64, board: &Board) -> Self {
        let obstacle = Obstacle::of(board);
        let reason = obstacle.as_ref().map_or("connected but lost", Obstacle::name).to_owned();
        let (odd, flocks) = match obstacle {
            Some(Obstacle::OddBirds(cards)) => {
                (cards.iter().map(ToString::to_string).collect(), Vec::new())
            }
            Some(Obstacle::SeparatedFlocks(flocks)) => {
                (Vec::new(), flocks.iter().map(Vec::len).collect())
            }
            _ => (Vec::new(), Vec::new()),
        };
        Lost { seed, reason, odd, flocks }
    }
}

/// Lists the lost deals.
pub fn run(arguments: &UnsolvableArgs) -> Result<Tally> {
    if arguments.from > arguments.to {
        return Err(bad_input(format!(
            "no seeds: --from {} is after --to {}",
            arguments.from, arguments.to
        )));
    }
    solving::stop_on_interrupt();
    let mut solver = Solver::new();
    let (mut out, from): (Box<dyn Write>, i64) = match &arguments.output {
        Some(path) => {
            let (file, next) = resume(path, arguments.from, &mut solver)
                .with_context(|| format!("cannot continue {}", path.display()))?;
            (Box::new(BufWriter::new(file)), next)
        }
        None => (Box::new(std::io::stdout().lock()), arguments.from),
    };
    let mut tally = Tally::default();
    for seed in from..=arguments.to {
        if solving::interrupted() {
            tally.interrupted = true;
            break;
        }
        if let Some(lost) = Lost::of(seed, &mut solver) {
            serde_json::to_writer(&mut out, &lost)?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(tally)
}

/// The first characters of every line of a list.
const BEGINNING: &str = r#"{"seed":"#;

/// Opens a list to append to, truncated after its last whole line, and returns the seed to resume
/// at; an interrupt also ends the check of its lines. A file with other content, a list that misses
/// a lost deal after the first seed, and a list with a deal that is not lost are rejected and not
/// changed.
fn resume(path: &Path, from: i64, solver: &mut Solver) -> Result<(File, i64)> {
    let foreign = || {
        bad_input(
            "it is not a list of lost deals; expected one written by this command, or a new file",
        )
    };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = open_regular(&options, path).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput => foreign(),
        _ => bad_input(reason(&error)),
    })?;
    let (mut whole, mut last) = (0, None::<i64>);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        reader.read_line(&mut line).map_err(|_| foreign())?;
        if !line.ends_with('\n') {
            break;
        }
        let lost: Lost = serde_json::from_str(&line).map_err(|_| foreign())?;
        let seed = lost.seed;
        let wrong = |why: &str| bad_input(format!("line {number} (seed {seed}) {why}"));
        if last.is_some_and(|last| seed <= last) {
            return Err(wrong("does not come after the previous line"));
        }
        if Lost::of(seed, solver).as_ref() != Some(&lost) {
            return Err(wrong("was edited or damaged: the deal is not lost for the reason given"));
        }
        // A deal missing from the list would never be examined.
        let next = last.map_or(from, |last| last + 1);
        let mut between = (next..seed).take_while(|_| !solving::interrupted());
        if let Some(lost) = between.find(|seed| Lost::of(*seed, solver).is_some()) {
            return Err(wrong(&format!("does not come next: seed {lost} is also lost")));
        }
        whole += line.len() as u64;
        last = Some(seed);
    }
    // A killed run may have left an incomplete line.
    if !line.starts_with(BEGINNING) && !BEGINNING.starts_with(line.as_str()) {
        return Err(foreign());
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, last.map_or(from, |last| last.saturating_add(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lost.jsonl");
        let list = |from, to| run(&UnsolvableArgs { from, to, output: Some(path.clone()) });
        list(0, 1_500).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        let first: Lost = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
        assert_eq!(
            (first.seed, first.reason.as_str(), first.odd),
            (10, "odd bird", vec!["9C".to_owned()])
        );
        assert!(whole.lines().any(|line| line == r#"{"seed":1163,"reason":"connected but lost"}"#));
        // A list that is cut in the middle of a line is completed to the full list.
        std::fs::write(&path, &whole[..whole.len() - 7]).unwrap();
        list(0, 1_500).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        // A list from a later seed onward is not a list from the first seed.
        std::fs::remove_file(&path).unwrap();
        list(20, 1_500).unwrap();
        let later = std::fs::read_to_string(&path).unwrap();
        let message = format!("{:#}", list(0, 1_600).unwrap_err());
        assert!(message.contains("does not come next: seed 10 is also lost"), "{message}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), later);
        list(20, 1_600).unwrap();
        // A later first seed does not leave a gap in the list.
        std::fs::remove_file(&path).unwrap();
        list(0, 100).unwrap();
        list(200, 1_500).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        // A list with a missing line is also rejected.
        let lines: Vec<&str> = whole.lines().collect();
        let fewer = [&lines[..1], &lines[2..]].concat().join("\n") + "\n";
        std::fs::write(&path, &fewer).unwrap();
        let message = format!("{:#}", list(0, 1_600).unwrap_err());
        assert!(message.contains("line 2 (seed 397) does not come next: seed 190"), "{message}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), fewer);
    }

    #[test]
    fn a_list_in_no_folder_is_a_fault_of_the_user() {
        let output = Some("no/such/folder/lost.jsonl".into());
        let error = run(&UnsolvableArgs { from: 0, to: 20, output }).unwrap_err();
        assert!(format!("{error:#}").ends_with("its folder does not exist"), "{error:#}");
        assert!(error.chain().any(|cause| cause.is::<crate::exit::BadInput>()));
    }

    #[test]
    fn what_is_no_list_of_lost_deals_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lost.jsonl");
        let first = "{\"seed\":10,\"reason\":\"odd bird\",\"odd\":[\"9C\"]}\n";
        for (text, said) in [
            ("my notes", "is not a list of lost deals"),
            ("my notes\n", "is not a list of lost deals"),
            ("{\"a\": 1}\n", "is not a list of lost deals"),
            (&format!("{first}my notes"), "is not a list of lost deals"),
            ("\u{0}", "is not a list of lost deals"),
            (&first.replacen('{', "{\"of\":\"mine\",", 1), "is not a list of lost deals"),
            // Edited lines: a deal that is won, another reason, a deal twice.
            (&first.replace("10", "11"), "line 1 (seed 11) was edited"),
            (&first.replace("9C", "8C"), "line 1 (seed 10) was edited"),
            (&format!("{first}{first}"), "line 2 (seed 10) does not come after"),
            ("{\"seed\":9223372036854775807,\"reason\":\"\"}\n{\"se", "was edited"),
        ] {
            std::fs::write(&path, text).unwrap();
            let arguments = UnsolvableArgs { from: 0, to: 20, output: Some(path.clone()) };
            let message = format!("{:#}", run(&arguments).unwrap_err());
            assert!(message.contains(said), "{text:?}: {message}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
