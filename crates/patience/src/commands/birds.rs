//! `patience birds`: the lost deals of Neller's numbering, how hard a deal is, deals of a
//! difficulty, and the Birds paper.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use patience_birds::{Board, Difficulty, Obstacle, Solver, deal_of_difficulty, enumerate};
use patience_catalogue::Verdict as CatalogueVerdict;
use patience_catalogue::native::{HeapMeter, WallClock};
use patience_core::{Budget, Clock, Environment, Limits, Meter, Verdict};
use patience_learn::birds::classifiers::Kind;
use patience_learn::birds::data::samples_by_deal;
use patience_learn::birds::deal::Deal;
use patience_learn::birds::features::NAMES;
use patience_learn::birds::report::{DEALS, Repetition};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::learn::{BirdsReportArgs, birds_report};
use crate::exit::{Tally, bad_input, no_further_seed};
use crate::limits::{free_memory, threads};
use crate::progress::Progress;
use crate::{output, solving, style};

#[derive(Debug, Args)]
pub struct BirdsArgs {
    #[command(subcommand)]
    command: BirdsCommand,
}

#[derive(Debug, Subcommand)]
enum BirdsCommand {
    /// List the deals that cannot be won, each with its reason, one JSON object a line.
    Unsolvable(UnsolvableArgs),
    /// Say how hard deals are: the exact probability that uniformly random play wins, by full
    /// enumeration.
    ///
    /// Takes 0.2 to 134 million positions and up to 5 GB a deal, at about half a million positions
    /// a second.
    Enumerate(EnumerateArgs),
    /// Find deals of a difficulty that can be won: easy, medium, hard or extreme.
    Deal(DealArgs),
    /// Write the Birds paper's training data as CSV: positions with the six features, whether they
    /// can be won, and the board.
    ///
    /// Each deal from 1 on is played down one random solvable path: its start, and all the
    /// successors of a position where some of them are lost. The paper's 2,500 deals give 305,676
    /// rows in half a minute.
    Data(Playing),
    /// Train the classifiers that guide the Birds paper's searches, and write the model file for
    /// --model.
    Train(TrainArgs),
    /// Print a table of the Birds paper, or draw its figure, its figures beside ours; the same as
    /// `learn birds-report`.
    Report(BirdsReportArgs),
}

#[derive(Debug, Args)]
struct EnumerateArgs {
    /// Seeds of Neller's numbering.
    #[arg(value_name = "SEED", required = true, allow_negative_numbers = true)]
    seeds: Vec<i64>,
    /// Memory for a deal: 512MiB, 4GiB; without it three quarters of what is free (of 4 GiB on
    /// systems other than Linux).
    #[arg(long, value_name = "SIZE", value_parser = patience_study::units::bytes)]
    memory: Option<u64>,
}

#[derive(Debug, Args)]
struct DealArgs {
    /// easy (random play wins with a probability of 3e-4 or more), medium (3e-5), hard (1e-6) or
    /// extreme (less).
    #[arg(value_name = "DIFFICULTY")]
    difficulty: Difficulty,
    /// The first seed of the search; each seed finds another deal.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
}

#[derive(Debug, Args)]
struct UnsolvableArgs {
    /// The first seed.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: i64,
    /// The last seed.
    #[arg(long, value_name = "SEED")]
    to: i64,
    /// Append to this file, going on after the last deal that it lists; without it to standard
    /// output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The fewest deals that a classifier is trained on.
const LEAST_DEALS: u32 = 20;

/// Games that are played and labelled, and where what comes of them goes.
#[derive(Debug, Args)]
struct Playing {
    /// Play the deals from 1 to this one; the paper's by default.
    #[arg(long, value_name = "N", default_value_t = DEALS, value_parser = clap::value_parser!(u32).range(1..))]
    deals: u32,
    /// The seed of the games played, and of the split and the training where there is one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play and label; they change nothing but the time. 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// The file to write; without it standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct TrainArgs {
    /// The kind of model, one of those in Table 1 of the paper.
    #[arg(long, value_name = "KIND", default_value = "logistic-regression", value_parser = PossibleValuesParser::new(Kind::ALL.map(|(name, _)| name)))]
    kind: String,
    #[command(flatten)]
    playing: Playing,
}

/// One lost deal.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Lost {
    seed: i64,
    /// `odd bird`, `separated flocks` or `connected but lost`.
    reason: String,
    /// The cards that are compatible with no other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odd: Vec<String>,
    /// How many cards each flock has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flocks: Vec<usize>,
}

impl Lost {
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

/// Runs the subcommand.
pub fn run(arguments: &BirdsArgs) -> Result<Tally> {
    match &arguments.command {
        BirdsCommand::Unsolvable(arguments) => unsolvable(arguments),
        BirdsCommand::Enumerate(arguments) => enumerate_deals(arguments),
        BirdsCommand::Deal(arguments) => deals(arguments),
        BirdsCommand::Data(arguments) => data(arguments),
        BirdsCommand::Train(arguments) => train(arguments),
        BirdsCommand::Report(arguments) => birds_report(arguments),
    }
}

fn unsolvable(arguments: &UnsolvableArgs) -> Result<Tally> {
    if arguments.from > arguments.to {
        return Err(bad_input(format!(
            "no seeds: --from {} is behind --to {}",
            arguments.from, arguments.to
        )));
    }
    solving::stop_on_interrupt();
    let (mut out, from): (Box<dyn Write>, i64) = match &arguments.output {
        Some(path) => {
            let (file, next) =
                resume(path).with_context(|| format!("cannot go on with {}", path.display()))?;
            (
                Box::new(BufWriter::new(file)),
                next.map_or(arguments.from, |next| next.max(arguments.from)),
            )
        }
        None => (Box::new(std::io::stdout().lock()), arguments.from),
    };
    let (mut solver, mut tally) = (Solver::new(), Tally::default());
    for seed in from..=arguments.to {
        if solving::interrupted() {
            tally.interrupted = true;
            break;
        }
        let board = Board::neller(seed);
        if solver.solve(&board, &mut Budget::unlimited()).verdict == Verdict::Unsolvable {
            serde_json::to_writer(&mut out, &Lost::new(seed, &board))?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(tally)
}

/// Prints what the enumeration of each deal found, one JSON object a line.
fn enumerate_deals(arguments: &EnumerateArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let limits = Limits {
        memory: Some(arguments.memory.unwrap_or_else(|| free_memory() / 4 * 3)),
        ..Limits::default()
    };
    let (mut out, mut tally) = (std::io::stdout().lock(), Tally::default());
    for seed in &arguments.seeds {
        let (clock, meter) = (WallClock::start(), HeapMeter::start());
        let environment = Environment { clock: &clock, meter: &meter, cancel: solving::cancel() };
        let found = enumerate(&Board::neller(*seed), &mut Budget::new(limits.clone(), environment));
        tally.interrupted = solving::interrupted();
        let cost = json!({ "seed": seed, "seconds": clock.elapsed().as_secs_f64(), "peak_bytes": meter.peak() });
        let result = match found {
            Ok(found) => {
                let solvable = found.win_probability > 0.0;
                tally.add_verdict(if solvable {
                    CatalogueVerdict::Solved
                } else {
                    CatalogueVerdict::Unsolvable
                });
                json!({
                    "positions": found.positions, "won": found.won, "win_probability": found.win_probability,
                    "first_moves": found.first_moves, "winning_first_moves": found.winning_first_moves,
                })
            }
            Err(stop) => {
                tally.add_verdict(CatalogueVerdict::Unknown);
                json!({ "stop": stop.name() })
            }
        };
        let mut record = cost;
        if let (Some(record), Value::Object(result)) = (record.as_object_mut(), result) {
            record.extend(result);
        }
        writeln!(out, "{record}")?;
    }
    Ok(tally)
}

/// Writes deals of a difficulty as `--input` reads them.
fn deals(arguments: &DealArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut out = std::io::stdout().lock();
    for number in 0..arguments.count {
        let seed = arguments.seed.checked_add(number).ok_or_else(no_further_seed)?;
        let found = solving::within(Limits::default(), |budget| {
            deal_of_difficulty(arguments.difficulty, seed, budget)
        });
        let Ok(number) = found else { return Ok(Tally { interrupted: true, ..Tally::default() }) };
        writeln!(out, "birds:neller/{number}\t{}", Board::neller(number))?;
    }
    Ok(Tally::default())
}

/// Writes the paper's training data.
fn data(arguments: &Playing) -> Result<Tally> {
    let mut out: Box<dyn Write> = match &arguments.output {
        Some(path) => Box::new(
            File::create(path)
                .with_context(|| format!("cannot write {}", path.display()))
                .map(BufWriter::new)?,
        ),
        None => Box::new(BufWriter::new(std::io::stdout().lock())),
    };
    writeln!(out, "deal,stacks,{},connected,solvable,board", NAMES.join(","))?;
    let progress = Progress::new(Some(arguments.deals.into()));
    let played =
        samples_by_deal(arguments.deals, arguments.seed, threads(arguments.threads), &|| {
            progress.step()
        });
    progress.clear();
    for (number, samples) in played {
        let deal = Deal::neller(number.into());
        for sample in samples {
            write!(out, "{number},{}", sample.counts.cards)?;
            for feature in sample.counts.features() {
                write!(out, ",{feature}")?;
            }
            let board = deal.board(&sample.state);
            writeln!(out, ",{},{},{board}", u8::from(sample.connected), u8::from(sample.solvable))?;
        }
    }
    out.flush()?;
    Ok(Tally::default())
}

/// Trains classifiers and writes their file.
fn train(arguments: &TrainArgs) -> Result<Tally> {
    let TrainArgs { kind, playing } = arguments;
    if playing.deals < LEAST_DEALS {
        return Err(bad_input(format!(
            "`{}` is not a valid number of --deals; expected {LEAST_DEALS} or more",
            playing.deals
        )));
    }
    let (_, kind) =
        Kind::ALL.into_iter().find(|(name, _)| name == kind).expect("only the kinds are allowed");
    playing.output.as_deref().map(output::check).transpose()?;
    let started = WallClock::start();
    let progress = Progress::new(Some(playing.deals.into()));
    let repetition =
        Repetition::watched(playing.deals, playing.seed, threads(playing.threads), &|| {
            progress.step()
        });
    progress.clear();
    eprintln!(
        "{} deals labelled in {}",
        playing.deals,
        style::seconds(started.elapsed().as_secs_f64())
    );
    let classifiers = repetition.classifiers(kind, playing.deals);
    match &playing.output {
        Some(path) => {
            let text = classifiers.write();
            output::store(path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => std::io::stdout().lock().write_all(classifiers.write().as_bytes())?,
    }
    eprintln!(
        "labelled and trained in {}, checksum {}",
        style::seconds(started.elapsed().as_secs_f64()),
        classifiers.checksum()
    );
    Ok(Tally::default())
}

/// What every line of a list of lost deals begins with.
const BEGINNING: &str = r#"{"seed":"#;

/// Opens a list to append to, cut after its last whole line, and says with which seed to go on. A
/// file with anything else in it is left as it is.
fn resume(path: &Path) -> Result<(File, Option<i64>)> {
    let foreign = || {
        bad_input(
            "it is not a list of lost deals; expected one that this command began, or a new file",
        )
    };
    if path.exists() && !path.is_file() {
        return Err(foreign());
    }
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let (mut whole, mut last) = (0, None);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    while reader.read_line(&mut line).map_err(|_| foreign())? > 0 && line.ends_with('\n') {
        let lost: Lost = serde_json::from_str(&line).map_err(|_| foreign())?;
        whole += line.len() as u64;
        last = Some(lost.seed.saturating_add(1));
        line.clear();
    }
    // A run that was killed may have left a line without its end.
    if !line.starts_with(BEGINNING) && !BEGINNING.starts_with(line.as_str()) {
        return Err(foreign());
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lost.jsonl");
        let list = |to| UnsolvableArgs { from: 0, to, output: Some(path.clone()) };
        unsolvable(&list(1_500)).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        let first: Lost = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
        assert_eq!(
            (first.seed, first.reason.as_str(), first.odd),
            (10, "odd bird", vec!["9C".to_owned()])
        );
        assert!(whole.lines().any(|line| line == r#"{"seed":1163,"reason":"connected but lost"}"#));
        // Cut in the middle of a line, the list comes out the same.
        std::fs::write(&path, &whole[..whole.len() - 7]).unwrap();
        unsolvable(&list(1_500)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        // A file of anybody else's stays as it is, also if it is one line without an end.
        for text in ["my notes", "my notes\n", "{\"a\": 1}\n", "{\"seed\":10}\nmy notes", "\u{0}"] {
            std::fs::write(&path, text).unwrap();
            let message = format!("{:#}", unsolvable(&list(1_500)).unwrap_err());
            assert!(message.contains("is not a list of lost deals"), "{text:?}: {message}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, "{\"seed\":9223372036854775807,\"reason\":\"\"}\n{\"se").unwrap();
        unsolvable(&list(20)).unwrap();
    }
}
