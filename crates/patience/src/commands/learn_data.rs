//! `patience learn data`: labelled states of a game as CSV or Parquet, for learning elsewhere.

mod table;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use clap_complete::ArgValueCompleter;
use patience_catalogue::Names;
use patience_core::{Limits, OpenError, Stop};
use patience_learn::games::TRAINING_SEEDS;
use patience_learn::states::{Examples, Sampling, States};

use crate::exit::{Tally, bad_input};
use crate::in_order::in_order;
use crate::limits::{free_memory, threads, threads_option};
use crate::progress::Progress;
use crate::{complete, notes, output, solving, style};
use table::{Part, Table};

#[derive(Debug, Args)]
pub struct DataArgs {
    /// The game: gaps, birds, cohesion or tiles.
    game: String,
    /// Instances under the standard rules, names GAME:SOURCE/…; a range A..B at the end stands
    /// for all from A to B. Without names: --count small generated instances.
    #[arg(value_name = "INSTANCE", add = ArgValueCompleter::new(complete::instance))]
    names: Vec<String>,
    /// Number of instances.
    #[arg(
        long, value_name = "N", default_value_t = 100, conflicts_with = "names",
        value_parser = clap::value_parser!(u64).range(1..=10_000_000),
    )]
    count: u64,
    /// The number of the first instance. Those below a million are for evaluation.
    #[arg(
        long, value_name = "N", default_value_t = TRAINING_SEEDS, conflicts_with = "names",
        value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000),
    )]
    first: u64,
    /// Maximum number of states per instance.
    #[arg(
        long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000),
    )]
    positions: u32,
    /// Enumerate instances of up to this many states; in larger ones, a search decides each state.
    #[arg(
        long, value_name = "N", default_value_t = 60_000,
        value_parser = clap::value_parser!(u32).range(1..=100_000_000),
    )]
    states: u32,
    /// Maximum expansions of such a search; undecided states are skipped.
    #[arg(
        long, hide_short_help = true, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    expansions: u64,
    /// Memory for all threads together: 512MiB, 4GiB (default: ¾ of free memory on Linux, else
    /// 3GiB).
    #[arg(
        long, hide_short_help = true, value_name = "SIZE",
        value_parser = patience_study::units::bytes,
    )]
    memory: Option<u64>,
    /// The seed of the sampled states and of the split.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Percentage of instances for validation.
    #[arg(
        long, hide_short_help = true, value_name = "PERCENT", default_value_t = 15,
        value_parser = clap::value_parser!(u8).range(0..=99),
    )]
    validation: u8,
    /// Percentage of instances for the test.
    #[arg(
        long, value_name = "PERCENT", default_value_t = 15,
        value_parser = clap::value_parser!(u8).range(0..=99),
    )]
    test: u8,
    /// Threads; they change only the time. 0 for one per core.
    #[arg(
        long, hide_short_help = true, value_name = "N", default_value_t = 0,
        value_parser = threads_option,
    )]
    threads: usize,
    /// The format (default: Parquet if the file ends with .parquet, else CSV).
    #[arg(long, value_enum)]
    format: Option<DataFormat>,
    /// The file to write, whole or not at all (default: standard output; Parquet needs a file).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DataFormat {
    /// Comma-separated values with a header.
    Csv,
    /// Apache Parquet, into a file.
    Parquet,
}

impl DataArgs {
    /// The game of the states.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The destination of the data, in words.
    fn target(&self) -> String {
        let file = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        file.map_or_else(|| "standard output".to_owned(), |path| path.display().to_string())
    }

    /// The format of a file or of standard output.
    fn format(&self, file: Option<&Path>) -> Result<DataFormat> {
        let ending = file.and_then(Path::extension);
        let is_parquet = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"));
        let format = self.format.unwrap_or(match is_parquet {
            true => DataFormat::Parquet,
            false => DataFormat::Csv,
        });
        if format == DataFormat::Parquet && file.is_none() {
            return Err(bad_input("Parquet needs a file: --output FILE"));
        }
        Ok(format)
    }

    /// The names of the instances, and whether a missing one is a fault: generators lack instances
    /// for some numbers.
    fn instances(&self, states: &dyn States) -> Result<(Vec<String>, bool)> {
        if self.names.is_empty() {
            let name = |number| format!("{}:{}/{number}", self.game, states.source());
            return Ok(((self.first..self.first + self.count).map(name).collect(), false));
        }
        let mut names = Vec::new();
        for pattern in &self.names {
            names.extend(Names::parse(pattern)?.iter().flat_map(Names::iter));
        }
        let of_game =
            |name: &String| name.split_once(':').is_some_and(|(game, _)| game == self.game);
        if let Some(other) = names.iter().find(|name| !of_game(name)) {
            return Err(bad_input(format!(
                "`{}` is not a valid instance to learn {} from; expected {}:SOURCE/…, under the \
                 standard rules",
                other.escape_debug(),
                self.game,
                self.game
            )));
        }
        Ok((names, true))
    }

    fn sampling(&self) -> Sampling {
        Sampling {
            positions: self.positions as usize,
            states: self.states as usize,
            expansions: self.expansions,
            seed: self.seed,
        }
    }
}

/// Runs the command; `states` are those of the game, `None` if it learns from other data.
pub fn run(arguments: &DataArgs, states: Option<&dyn States>) -> Result<Tally> {
    solving::stop_on_interrupt();
    let states = states.ok_or_else(|| {
        bad_input(format!(
            "{} is learned from choices, not states; expected gaps, birds, cohesion or tiles",
            arguments.game
        ))
    })?;
    if arguments.validation + arguments.test >= 100 {
        return Err(bad_input(format!(
            "--validation {} and --test {} leave no instance for training; expected less than 100 \
             together",
            arguments.validation, arguments.test
        )));
    }
    let (names, is_strict) = arguments.instances(states)?;
    let file = output::file_named(arguments.output.as_deref())?;
    let format = arguments.format(file)?;
    let columns = states.features();
    let Some(path) = file else {
        let mut table = Table::csv(io::stdout(), columns)?;
        let tally = write(arguments, states, &names, is_strict, &mut table)?;
        table.finish()?;
        return Ok(tally);
    };
    let cannot = || format!("cannot write {}", path.display());
    let written = output::store_by(path, |file| {
        let mut table = match format {
            DataFormat::Csv => Table::csv(file, columns),
            DataFormat::Parquet => Table::parquet(file, columns),
        }?;
        let tally = write(arguments, states, &names, is_strict, &mut table)?;
        if tally.interrupted {
            return Err(Unwritten::Interrupted(tally));
        }
        Ok(table.finish().with_context(cannot)?)
    });
    match written {
        Ok(()) => Ok(Tally::default()),
        Err(Unwritten::Interrupted(tally)) => {
            notes::say(format_args!("interrupted; {} was not written", path.display()));
            Ok(tally)
        }
        Err(Unwritten::Fault(error)) => Err(error),
        Err(Unwritten::File(error)) => Err(error).with_context(cannot),
    }
}

/// The reason why no file was written.
enum Unwritten {
    Interrupted(Tally),
    Fault(anyhow::Error),
    File(io::Error),
}

impl From<anyhow::Error> for Unwritten {
    fn from(error: anyhow::Error) -> Self {
        Unwritten::Fault(error)
    }
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Unwritten::File(error)
    }
}

/// Writes the states of all instances, in their order, until the user interrupts.
fn write(
    arguments: &DataArgs,
    states: &dyn States,
    names: &[String],
    is_strict: bool,
    table: &mut Table<'_>,
) -> Result<Tally> {
    let at_once = threads(arguments.threads);
    let memory = arguments.memory.unwrap_or_else(|| free_memory() / 4 * 3) / at_once as u64;
    let limits = Limits { memory: Some(memory), ..Limits::default() };
    let sampling = arguments.sampling();
    let progress = Progress::new(Some(names.len() as u64));
    let mut written = Written::default();
    let mut fault = None;
    let is_over = || solving::stopped();
    let draw = |name: &String| {
        let path = name.split_once(':').map_or("", |(_, path)| path);
        let measures = solving::Measures::start(1);
        let environment = measures.environment();
        (name.clone(), states.examples(path, &sampling, &limits, environment))
    };
    in_order(names.iter(), at_once, 4 * at_once, is_over, draw, |(name, examples)| {
        let done = match examples {
            Ok(_) if fault.is_some() => Ok(()),
            Ok(examples) => written
                .add(&name, &examples, arguments, table)
                .with_context(|| format!("cannot write {}", arguments.target())),
            Err(OpenError::Stopped(Stop::Cancelled)) => Ok(()),
            Err(OpenError::Input(_)) if !is_strict => {
                written.missing += 1;
                Ok(())
            }
            Err(error) => Err(error).context(name),
        };
        if let Err(error) = done {
            fault.get_or_insert(error);
            solving::cancel().store(true, Ordering::SeqCst);
        }
        progress.step();
    });
    progress.clear();
    if let Some(error) = fault {
        return Err(error);
    }
    written.report();
    Ok(Tally { interrupted: solving::interrupted(), ..Tally::default() })
}

/// Numbers of rows written and omitted.
#[derive(Default)]
struct Written {
    starts: HashSet<String>,
    positions: u64,
    /// Number of instances by part.
    parts: [u64; 3],
    /// Number of instances with the same start as another.
    twice: u64,
    /// Count of numbers without an instance.
    missing: u64,
    /// Number of undecided states.
    undecided: u64,
}

impl Written {
    fn add(
        &mut self,
        name: &str,
        examples: &Examples,
        arguments: &DataArgs,
        table: &mut Table<'_>,
    ) -> Result<()> {
        // The same board under two names could be in two parts.
        if !self.starts.insert(examples.start.clone()) {
            self.twice += 1;
            return Ok(());
        }
        let DataArgs { seed, validation, test, .. } = arguments;
        let part = Part::of(name, *seed, [*validation, *test]);
        for example in &examples.examples {
            table.push(name, part, example)?;
        }
        self.positions += examples.examples.len() as u64;
        self.parts[part as usize] += 1;
        self.undecided += examples.undecided as u64;
        Ok(())
    }

    /// Prints a summary on standard error.
    fn report(&self) {
        let [train, validation, test] = self.parts;
        notes::say(format_args!(
            "{} of {} ({train} for training, {validation} for validation, {test} for the test)",
            style::counted(self.positions, "state"),
            style::counted(train + validation + test, "instance"),
        ));
        for (count, what) in [
            (self.undecided, "undecided within the limits: skipped"),
            (self.twice, "with the start of another instance: skipped"),
            (self.missing, "without an instance: skipped"),
        ] {
            if count > 0 {
                notes::say(format_args!("{} {what}", style::count(count)));
            }
        }
    }
}
