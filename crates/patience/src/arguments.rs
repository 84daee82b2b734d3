//! Arguments that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args};
use clap_complete::ArgValueCompleter;
use patience_catalogue::native::read_model;
use patience_catalogue::{CHECKPOINT, MODEL, ModelFile, Request, Resources, SCRATCH, SPLIT};
use patience_core::Limits;
use patience_core::units::{bytes, duration};

use crate::complete;
use crate::flags::{Flags, PARAMETERS};
use crate::limits::{free_memory, threads, threads_option};
use crate::usage::{folder, one_name};

/// The help heading of limits, and of the files that extend them.
const LIMITS: &str = "Limits and files";

/// The source of instances.
#[derive(Debug, Args)]
pub struct InstanceArgs {
    /// Instances, GAME[+RULES]:SOURCE/…; a range A..B at the end stands for all from A to B.
    #[arg(
        value_name = "INSTANCE", required_unless_present = "input",
        add = ArgValueCompleter::new(complete::instance),
    )]
    pub names: Vec<String>,
    /// The game (and rule set) of the boards in --input.
    #[arg(
        long, value_name = "GAME[+RULES]", requires = "input",
        add = ArgValueCompleter::new(complete::game_and_rules),
    )]
    pub game: Option<String>,
    /// Read boards from a file (`-`: standard input).
    ///
    /// One board per line, optionally `ID<TAB>BOARD`, or other notations of the game in blocks
    /// separated by empty lines. Lines that begin with `#` are comments.
    #[arg(long, value_name = "FILE", requires = "game")]
    pub input: Option<PathBuf>,
}

/// The single instance of a command.
#[derive(Debug, Args)]
pub struct OneInstance {
    /// The instance, GAME[+RULES]:SOURCE/….
    #[arg(
        value_name = "INSTANCE", required_unless_present = "input",
        add = ArgValueCompleter::new(complete::instance),
    )]
    pub name: Option<String>,
    /// The game (and rule set) of the board in --input.
    #[arg(
        long, value_name = "GAME[+RULES]", requires = "input",
        add = ArgValueCompleter::new(complete::game_and_rules),
    )]
    pub game: Option<String>,
    /// Read the board from a file (`-`: standard input), in any notation of the game.
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "name")]
    pub input: Option<PathBuf>,
}

/// The algorithm and its options.
#[derive(Clone, Debug, Args)]
pub struct SolverArgs {
    /// The algorithm, one of those listed by `patience list` (default: the best solver for the
    /// game).
    #[arg(
        short, long, value_name = "ALGORITHM", value_parser = one_name,
        add = ArgValueCompleter::new(complete::algorithm),
    )]
    pub algorithm: Option<String>,
    /// The heuristic, for the algorithms that use one; `patience list` names them.
    #[arg(
        short = 'H', long, value_name = "HEURISTIC", value_parser = one_name,
        add = ArgValueCompleter::new(complete::heuristic),
    )]
    pub heuristic: Option<String>,
    #[command(flatten)]
    pub solving: Solving,
}

impl SolverArgs {
    /// The request, if `at_once` instances are solved in parallel.
    pub fn request(&self, at_once: usize) -> Request {
        let SolverArgs { algorithm, heuristic, solving } = self;
        Request {
            algorithm: algorithm.clone(),
            heuristic: heuristic.clone(),
            ..solving.request(at_once)
        }
    }
}

/// The limits, threads and parameters of a solve.
#[derive(Clone, Debug, Args)]
pub struct Solving {
    /// Time limit for each instance: 10s, 500ms, 2m, 1h; finding a generated instance may take up
    /// to as much time again.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = LIMITS)]
    pub time: Option<Duration>,
    /// Processor time limit for each instance, of all its threads together.
    #[arg(
        long, value_name = "TIME", value_parser = duration, hide_short_help = true,
        help_heading = LIMITS,
    )]
    pub cpu_time: Option<Duration>,
    /// Memory limit for each solve: 512MiB, 4GiB (default: ¾ of free memory on Linux, else 3GiB,
    /// divided among concurrent solves).
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = LIMITS)]
    pub memory: Option<u64>,
    /// Threads, for several instances at once or for an algorithm that can use them; 0 for one per
    /// core.
    #[arg(
        long, value_name = "N", default_value_t = 1, help_heading = LIMITS,
        value_parser = threads_option,
    )]
    pub threads: usize,
    /// Maximum number of expansions for each instance.
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = LIMITS)]
    pub expansions: Option<u64>,
    /// Maximum number of moves of a plan.
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = LIMITS)]
    pub depth: Option<u32>,
    #[arg(
        long, value_name = "FILE", help = MODEL.help, value_parser = model, hide_short_help = true,
        help_heading = PARAMETERS,
    )]
    pub model: Option<&'static ModelFile>,
    #[command(flatten)]
    pub parameters: Flags,
}

impl Solving {
    /// The part of a request that limits and parameters define.
    pub fn request(&self, at_once: usize) -> Request {
        Request {
            values: self.parameters.values.clone(),
            limits: self.limits(at_once),
            model: self.model,
            ..Request::default()
        }
    }

    /// The limits of one solve when `at_once` of them run in parallel.
    fn limits(&self, at_once: usize) -> Limits {
        let share = || free_memory() / 4 * 3 / at_once.max(1) as u64;
        Limits {
            time: self.time,
            cpu_time: self.cpu_time,
            expansions: self.expansions,
            memory: Some(self.memory.unwrap_or_else(share)),
            depth: self.depth,
        }
    }

    /// The resources of consecutive solves: all requested threads, no files.
    pub fn resources(&self) -> Resources {
        Resources { threads: threads(self.threads), ..Resources::default() }
    }
}

/// Adapts the help of limits to a command that searches several positions of one instance in
/// sequence.
pub fn of_one(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "time" => arg.help("Time limit for each search: 10s, 500ms, 2m, 1h"),
        "cpu_time" => arg.help("Processor time limit for each search, of all its threads together"),
        "expansions" => arg.help("Maximum number of expansions for each search"),
        "memory" => arg.help(
            "Memory limit for each search: 512MiB, 4GiB (default: ¾ of free memory on Linux, else \
             3GiB)",
        ),
        "threads" => {
            arg.help("Threads of each search, if the algorithm can use several; 0 for one per core")
        }
        _ => arg,
    }
}

/// Reads a model file, which is kept in memory.
pub fn model(path: &str) -> Result<&'static ModelFile, String> {
    let text = read_model(path.as_ref()).map_err(|message| format!("the file {message}"))?;
    ModelFile::keep(&text).map_err(|error| error.to_string())
}

/// The files that a solve may use.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    #[arg(
        long, value_name = "DIR", help = SCRATCH.help, value_parser = folder,
        hide_short_help = true, help_heading = LIMITS,
    )]
    pub scratch: Option<PathBuf>,
    #[arg(
        long, value_name = "FILE", help = CHECKPOINT.help, hide_short_help = true,
        help_heading = LIMITS,
    )]
    pub checkpoint: Option<PathBuf>,
    #[arg(
        long, value_name = "DIR", help = SPLIT.help, value_parser = folder, hide_short_help = true,
        help_heading = LIMITS,
    )]
    pub split: Option<PathBuf>,
}
