//! `patience birds`: lost deals of Neller's numbering, the difficulty of deals, deals of a given
//! difficulty, and the Birds paper.

mod training;
mod unsolvable;

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};
use patience_birds::{Board, Difficulty, deal_of_difficulty, enumerate};
use patience_catalogue::Verdict as CatalogueVerdict;
use patience_core::{Budget, Limits};
use serde_json::{Value, json};

use self::training::{DataArgs, TrainArgs};
use self::unsolvable::UnsolvableArgs;
use crate::exit::{Tally, no_further_seed};
use crate::limits::free_memory;
use crate::solving;

#[derive(Debug, Args)]
pub struct BirdsArgs {
    #[command(subcommand)]
    command: BirdsCommand,
}

#[derive(Debug, Subcommand)]
enum BirdsCommand {
    /// List the unwinnable deals, each with its reason, as one JSON object per line.
    Unsolvable(UnsolvableArgs),
    /// Compute how hard deals are: the exact probability that uniformly random play wins.
    ///
    /// A full enumeration: 0.2 to 134 million positions and up to 5 GB per deal, at about half a
    /// million positions per second.
    Enumerate(EnumerateArgs),
    /// Find winnable deals of a difficulty: easy, medium, hard or extreme.
    Deal(DealArgs),
    /// Write the Birds paper's training data as CSV: positions with the six features, whether they
    /// are winnable, and the board.
    ///
    /// Each deal from 1 onward is played along one random winnable path. The data has its start,
    /// and all successors of each position with a lost successor. The paper's 2,500 deals give
    /// 305,676 rows in half a minute.
    Data(DataArgs),
    /// Train the classifiers that guide the Birds paper's searches, and write the model file for
    /// --model.
    Train(TrainArgs),
}

#[derive(Debug, Args)]
struct EnumerateArgs {
    /// Seeds of Neller's numbering.
    #[arg(value_name = "SEED", required = true, allow_negative_numbers = true)]
    seeds: Vec<i64>,
    /// Memory limit for a deal: 512MiB, 4GiB (default: ¾ of free memory on Linux, else 3GiB).
    #[arg(long, value_name = "SIZE", value_parser = patience_study::units::bytes)]
    memory: Option<u64>,
}

#[derive(Debug, Args)]
struct DealArgs {
    /// easy (random play wins with a probability of 3e-4 or more), medium (3e-5), hard (1e-6) or
    /// extreme (less).
    #[arg(value_name = "DIFFICULTY")]
    difficulty: Difficulty,
    /// The first seed of the search; each seed finds a different deal.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of deals.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
}

/// Runs the subcommand.
pub fn run(arguments: &BirdsArgs) -> Result<Tally> {
    match &arguments.command {
        BirdsCommand::Unsolvable(arguments) => unsolvable::run(arguments),
        BirdsCommand::Enumerate(arguments) => enumerate_deals(arguments),
        BirdsCommand::Deal(arguments) => deals(arguments),
        BirdsCommand::Data(arguments) => training::data(arguments),
        BirdsCommand::Train(arguments) => training::train(arguments),
    }
}

/// Prints the result of enumerating each deal, one JSON object per line.
fn enumerate_deals(arguments: &EnumerateArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let limits = Limits {
        memory: Some(arguments.memory.unwrap_or_else(|| free_memory() / 4 * 3)),
        ..Limits::default()
    };
    let (mut out, mut tally) = (std::io::stdout().lock(), Tally::default());
    for seed in &arguments.seeds {
        let measures = solving::Measures::start(1);
        let environment = measures.environment();
        let found = enumerate(&Board::neller(*seed), &mut Budget::new(limits.clone(), environment));
        tally.interrupted = solving::interrupted();
        let cost = json!({
            "seed": seed, "seconds": environment.elapsed().as_secs_f64(),
            "peak_bytes": environment.peak(),
        });
        let result = match found {
            Ok(found) => {
                let solvable = found.win_probability > 0.0;
                tally.add_verdict(if solvable {
                    CatalogueVerdict::Solved
                } else {
                    CatalogueVerdict::Unsolvable
                });
                json!({
                    "positions": found.positions, "won": found.won,
                    "win_probability": found.win_probability,
                    "first_moves": found.first_moves,
                    "winning_first_moves": found.winning_first_moves,
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
