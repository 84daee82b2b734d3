//! `patience birds data` and `train`: the samples of the Birds paper, and the classifiers trained
//! on them.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::PossibleValuesParser;
use patience_core::{Clock, WallClock};
use patience_learn::birds::classifiers::Kind;
use patience_learn::birds::data::{Sample, samples_by_deal};
use patience_learn::birds::features::NAMES;
use patience_learn::birds::repetition::{DEALS, Repetition};

use crate::commands::learn::write_model;
use crate::exit::Tally;
use crate::limits::{threads, threads_option};
use crate::progress::Progress;
use crate::{notes, output, solving, style};

/// Maximum for the number of the last deal.
const MAX_DEALS: i64 = 100_000_000;

/// How to play and label games, and the output file.
#[derive(Debug, Args)]
struct Playing {
    /// The seed of the games, the split and the training.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play and label; they change only the time. 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads_option)]
    threads: usize,
    /// The file to write (default: standard output).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct DataArgs {
    /// Number of the last deal, counted from 1 (default: as in the paper).
    #[arg(
        long, value_name = "N", default_value_t = DEALS,
        value_parser = clap::value_parser!(u32).range(1..=MAX_DEALS),
    )]
    deals: u32,
    #[command(flatten)]
    playing: Playing,
}

#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Number of the last deal, counted from 1, at least 20 (default: as in the paper).
    #[arg(
        long, value_name = "N", default_value_t = DEALS,
        value_parser = clap::value_parser!(u32).range(20..=MAX_DEALS),
    )]
    deals: u32,
    /// The kind of model: one of those in Table 1 of the paper, or its text's linear regression.
    #[arg(
        long, value_name = "KIND", default_value = "logistic-regression",
        value_parser = PossibleValuesParser::new(Kind::ALL.map(|(name, _)| name)),
    )]
    kind: String,
    #[command(flatten)]
    playing: Playing,
}

/// Writes the paper's training data.
pub fn data(arguments: &DataArgs) -> Result<Tally> {
    let DataArgs { deals, playing } = arguments;
    solving::exit_on_interrupt();
    let output = output::file_named(playing.output.as_deref())?;
    notes::say(format_args!("playing and labelling {deals} deals…"));
    let progress = Progress::new(Some((*deals).into()));
    let threads = threads(playing.threads);
    let played = samples_by_deal(*deals, playing.seed, threads, &|| progress.step());
    progress.clear();
    match output {
        Some(path) => {
            output::store_by(path, |file| write_samples(&mut BufWriter::new(file), played))
                .with_context(|| format!("cannot write {}", path.display()))?
        }
        None => write_samples(&mut BufWriter::new(std::io::stdout().lock()), played)?,
    }
    Ok(Tally::default())
}

/// Writes samples of deals, each with its number, as CSV.
fn write_samples(
    out: &mut impl Write,
    played: impl IntoIterator<Item = (u32, Vec<Sample>)>,
) -> io::Result<()> {
    writeln!(out, "deal,stacks,{},connected,solvable,board", NAMES.join(","))?;
    for (number, samples) in played {
        for sample in samples {
            write!(out, "{number},{}", sample.counts.cards)?;
            for feature in sample.counts.features() {
                write!(out, ",{feature}")?;
            }
            let board = sample.board(number);
            writeln!(out, ",{},{},{board}", u8::from(sample.connected), u8::from(sample.solvable))?;
        }
    }
    out.flush()
}

/// Trains classifiers and writes their file.
pub fn train(arguments: &TrainArgs) -> Result<Tally> {
    let TrainArgs { deals, kind, playing } = arguments;
    let (_, kind) =
        Kind::ALL.into_iter().find(|(name, _)| name == kind).expect("only the kinds are allowed");
    solving::exit_on_interrupt();
    let output = output::file_named(playing.output.as_deref())?;
    let started = WallClock::start();
    notes::say(format_args!("playing and labelling {deals} deals…"));
    let progress = Progress::new(Some((*deals).into()));
    let threads = threads(playing.threads);
    let repetition = Repetition::watched(*deals, playing.seed, threads, &|| progress.step());
    progress.clear();
    notes::say(format_args!(
        "{deals} deals labelled in {}",
        style::seconds(started.elapsed().as_secs_f64())
    ));
    let classifiers = repetition.classifiers(kind, *deals);
    let text = classifiers.write().context("the training failed")?;
    write_model(&text, output)?;
    notes::say(format_args!(
        "labelled and trained in {}, checksum {}",
        style::seconds(started.elapsed().as_secs_f64()),
        classifiers.checksum()
    ));
    Ok(Tally::default())
}
