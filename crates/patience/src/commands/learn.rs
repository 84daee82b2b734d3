//! `patience learn`: values of heuristics, training, parameters, and the papers' tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};
use patience_catalogue::ModelFile;
use patience_core::{Environment, suggest};
use patience_learn::games::{COURSES, Course, Solved, Trial, log_ratios};
use patience_learn::model::Model;
use patience_study::statistics::{bootstrap_mean, mean, quantile};

use crate::arguments::model;
use crate::commands::birds_report::{self, BirdsReportArgs};
use crate::commands::difficulty::{self, DifficultyArgs};
use crate::commands::evolve::{self, EvolveArgs};
use crate::commands::gaps_report::{self, GapsReportArgs};
use crate::commands::learn_data::{self, DataArgs};
use crate::commands::players::{self, PlayersArgs};
use crate::commands::tune::{self, TuneArgs};
use crate::commands::values::{self, ValuesArgs};
use crate::exit::{Tally, bad_input};
use crate::progress::Progress;
use crate::{notes, output, solving, style, tables};

#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(subcommand)]
    command: LearnCommand,
}

#[derive(Debug, Subcommand)]
enum LearnCommand {
    /// Show every heuristic's value of a position, and the parts of that value.
    Values(ValuesArgs),
    /// Write labelled states of a game as CSV or Parquet, for learning with other programs.
    ///
    /// A row is a state: its instance and split, the numbers that the learned heuristic uses,
    /// whether it can be won, the exact distance to a goal if it is known, and the board. Every
    /// label is proved. All states of an instance are in one split. The book's page on learned
    /// heuristics explains how to use weights from other programs.
    Data(DataArgs),
    /// Train a game's heuristic from data that it generates itself, and write the model file.
    Train(TrainArgs),
    /// Compare a game's learned heuristic with its hand-made ones on unseen instances.
    Evaluate(EvaluateArgs),
    /// Choose parameters on training instances by successive halving, and compare the best on test
    /// instances.
    Tune(TuneArgs),
    /// Evolve the models of the Birds paper's searches to reduce search effort, and compare them
    /// with the trained models on test deals.
    ///
    /// A matrix adaptation evolution strategy (Beyer and Sendhoff 2017) changes the parameters of
    /// the models. It minimises the positions that the search visits in training deals.
    Evolve(EvolveArgs),
    /// Find the features that predict the difficulty of a deal for a solver and for random play.
    Difficulty(DifficultyArgs),
    /// Rate deals by how often simple players of growing strength win them.
    Players(PlayersArgs),
    /// Print a table of the Birds paper, or draw its figure, with our figures next to the paper's.
    BirdsReport(BirdsReportArgs),
    /// Answer open questions of the Gaps paper: weights of H and S, weights that change, MCTS with
    /// A* at the end.
    GapsReport(GapsReportArgs),
}

#[derive(Debug, Args)]
struct TrainArgs {
    #[arg(help = format!("The game: {}", courses()))]
    game: String,
    /// The loss that training minimises.
    #[arg(long, value_enum, default_value_t = Loss::Squared)]
    loss: Loss,
    /// The seed of random choices; the same seed gives the same file.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The file to write (default: standard output).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Loss {
    /// The loss of the game's recipe: squared error of distances, or probability of wins and
    /// choices.
    Squared,
    /// Pairs of states in the wrong order, from searches with the model: learns the order that a
    /// search needs, not distances.
    Ranking,
}

#[derive(Debug, Args)]
struct EvaluateArgs {
    #[arg(help = format!("The game: {}", courses()))]
    game: String,
    /// A model file (default: the built-in model).
    #[arg(long, value_name = "FILE", value_parser = model)]
    model: Option<&'static ModelFile>,
    /// Compare only with this hand-made heuristic; may be given several times.
    #[arg(long, value_name = "HEURISTIC")]
    against: Vec<String>,
    /// Number of instances per suite.
    #[arg(
        long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(2..),
    )]
    count: u32,
}

/// Runs the subcommand.
pub fn run(arguments: &LearnArgs) -> Result<Tally> {
    // These commands have output to show or store before they end.
    if !matches!(arguments.command, LearnCommand::Tune(_) | LearnCommand::Data(_)) {
        solving::exit_on_interrupt();
    }
    match &arguments.command {
        LearnCommand::Values(arguments) => values::run(arguments),
        LearnCommand::Data(arguments) => {
            learn_data::run(arguments, course(arguments.game())?.states())
        }
        LearnCommand::Train(arguments) => train(arguments),
        LearnCommand::Evaluate(arguments) => evaluate(arguments),
        LearnCommand::Tune(arguments) => tune::run(arguments),
        LearnCommand::Evolve(arguments) => evolve::run(arguments),
        LearnCommand::Difficulty(arguments) => difficulty::run(arguments),
        LearnCommand::Players(arguments) => players::run(arguments),
        LearnCommand::BirdsReport(arguments) => birds_report::run(arguments),
        LearnCommand::GapsReport(arguments) => gaps_report::run(arguments),
    }
}

/// The games with learning.
fn courses() -> String {
    COURSES.iter().map(|course| course.game()).collect::<Vec<_>>().join(", ")
}

fn course(game: &str) -> Result<&'static dyn Course> {
    let found = COURSES.iter().find(|course| course.game() == game).copied();
    found.ok_or_else(|| {
        let meant = suggest::meant(game, COURSES.iter().map(|course| course.game()));
        bad_input(format!(
            "there is nothing to train for `{}`; expected one of {}{meant}",
            game.escape_debug(),
            courses()
        ))
    })
}

fn train(arguments: &TrainArgs) -> Result<Tally> {
    let course = course(&arguments.game)?;
    let output = output::file_named(arguments.output.as_deref())?;
    let start = Instant::now();
    let mut say = |text: &str| {
        notes::say(format_args!("{}: {text}", style::seconds(start.elapsed().as_secs_f64())))
    };
    let model = match arguments.loss {
        Loss::Squared => course.train(arguments.seed, Environment::none(), &mut say).map(Some),
        Loss::Ranking => course.train_by_ranking(arguments.seed, Environment::none(), &mut say),
    };
    let model = model.expect("nothing cancels it").ok_or_else(|| {
        bad_input(format!(
            "--loss: `ranking` is not a valid loss of {}; expected `squared`",
            course.game()
        ))
    })?;
    let text = model.write().context("the training failed")?;
    write_model(&text, output)?;
    notes::say(format_args!(
        "trained in {}, checksum {}",
        style::seconds(start.elapsed().as_secs_f64()),
        model.checksum()
    ));
    Ok(Tally::default())
}

/// Writes the text of a trained model, after reading it back: a string that commands would reject
/// is not a model.
pub fn write_model(text: &str, output: Option<&Path>) -> Result<()> {
    ModelFile::read(text).context("the trained model is not valid and was not written")?;
    match output {
        Some(path) => output::store(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display())),
        None => Ok(std::io::stdout().lock().write_all(text.as_bytes())?),
    }
}

fn evaluate(arguments: &EvaluateArgs) -> Result<Tally> {
    let course = course(&arguments.game)?;
    let model: &'static Model = match arguments.model {
        None => course.model().ok_or_else(|| {
            bad_input(format!("there is no built-in model for {}; give a --model", course.game()))
        })?,
        Some(ModelFile::Network(model)) => model,
        Some(other) => {
            return Err(bad_input(format!(
                "the model is for {}'s paper, not for {}",
                other.game(),
                course.game()
            )));
        }
    };
    course.takes(model).map_err(|error| bad_input(error.to_string()))?;
    let known = course.hand_made();
    if let Some(unknown) = arguments.against.iter().find(|name| !known.contains(&name.as_str())) {
        let message = suggest::unknown("hand-made heuristic", unknown, known);
        return Err(bad_input(format!("--against: {message}")));
    }
    let evaluate = |count, say: &mut dyn FnMut(&str)| {
        course.evaluate(model, count, &arguments.against, &solving::processor_time, say)
    };
    // With zero instances there are still trials, which take no time.
    let progress = Progress::new(Some(evaluate(0, &mut |_| {}).len() as u64));
    let mut begun = 0;
    let trials = evaluate(arguments.count as usize, &mut |text| {
        progress.suspend(|| notes::say(format_args!("{text}…")));
        progress.set(begun);
        begun += 1;
    });
    progress.clear();
    let mut out = anstream::stdout().lock();
    for suite in trials.chunk_by(|a, b| a.suite == b.suite) {
        write_suite(&mut out, suite)?;
    }
    let what = "Times are the thread's processor time. Ratios are learned to hand-made: geometric \
                means over the instances, solved or not, with 95 % bootstrap intervals over the \
                instances.";
    tables::write_text(&mut out, what)?;
    Ok(Tally::default())
}

fn write_suite(out: &mut impl Write, suite: &[Trial]) -> Result<()> {
    let learned =
        suite.iter().find(|trial| trial.learned).expect("the learned heuristic takes part");
    let count = learned.results.len();
    writeln!(out, "{}, {count} instances\n", suite[0].suite)?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "heuristic",
        "solved",
        "median expanded",
        "mean expanded",
        "mean length",
        "time in all",
        "expansions, learned to this",
        "time, learned to this",
    ]);
    for trial in suite {
        let solved = trial.results.iter().filter(|result| result.solved);
        let lengths: usize = solved.clone().map(|result| result.length).sum();
        let solved = solved.count();
        let mut expanded: Vec<f64> =
            trial.results.iter().map(|result| result.expanded as f64).collect();
        expanded.sort_unstable_by(f64::total_cmp);
        let compared = |measure: fn(&Solved) -> f64| match trial.learned {
            true => String::new(),
            false => {
                let logs = log_ratios(&learned.results, &trial.results, measure);
                bootstrap_mean(&logs, 1).map_or_else(String::new, |interval| {
                    let [mean, low, high] =
                        [interval.estimate, interval.low, interval.high].map(f64::exp);
                    format!("{mean:.3} ({low:.3} to {high:.3})")
                })
            }
        };
        table.add_row([
            trial.heuristic.to_owned(),
            solved.to_string(),
            style::rounded(quantile(&expanded, 0.5)),
            style::rounded(mean(&expanded)),
            if solved == 0 {
                String::new()
            } else {
                format!("{:.1}", lengths as f64 / solved as f64)
            },
            style::seconds(trial.results.iter().map(|result| result.seconds).sum()),
            compared(|result| result.expanded.max(1) as f64),
            compared(|result| result.seconds),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{}\n", tables::fitted(&table))?;
    Ok(())
}
