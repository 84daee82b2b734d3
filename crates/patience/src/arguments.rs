//! Arguments that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap_complete::ArgValueCompleter;
use patience_catalogue::{CHECKPOINT, SCRATCH};
use patience_core::units::{bytes, duration};

use crate::complete;
use crate::flags::Flags;

/// Where instances come from.
#[derive(Debug, Args)]
pub struct InstanceArgs {
    /// Names of instances, GAME[+RULES]:SOURCE/…; a last part A..B stands for all from A to B.
    #[arg(value_name = "INSTANCE", required_unless_present = "input", add = ArgValueCompleter::new(complete::instance))]
    pub names: Vec<String>,
    /// The game (and rule set) of the boards in --input.
    #[arg(long, value_name = "GAME[+RULES]", requires = "input", add = ArgValueCompleter::new(complete::game_and_rules))]
    pub game: Option<String>,
    /// Read boards from a file (`-`: standard input): one a line, optionally `ID<TAB>BOARD`, or other notations of the
    /// game in blocks separated by empty lines; lines that begin with `#` are comments.
    #[arg(long, value_name = "FILE", requires = "game")]
    pub input: Option<PathBuf>,
}

/// The one instance that a command is about.
#[derive(Debug, Args)]
pub struct OneInstance {
    /// The instance, GAME[+RULES]:SOURCE/….
    #[arg(value_name = "INSTANCE", required_unless_present = "input", add = ArgValueCompleter::new(complete::instance))]
    pub name: Option<String>,
    /// The game (and rule set) of the board in --input.
    #[arg(long, value_name = "GAME[+RULES]", requires = "input", add = ArgValueCompleter::new(complete::game_and_rules))]
    pub game: Option<String>,
    /// Read the board from a file (`-`: standard input), in any notation of the game.
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "name")]
    pub input: Option<PathBuf>,
}

/// How an instance is solved.
#[derive(Clone, Debug, Args)]
pub struct Solving {
    /// Look at plans of at most this many moves.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Time for each instance: 10s, 500ms, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Expansions for each instance.
    #[arg(long, value_name = "N")]
    pub expansions: Option<u64>,
    /// Memory for each solve: 512MiB, 4GiB; without it three quarters of what is free, shared by the threads.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Threads: several instances are solved side by side, one hard instance by several threads where the algorithm
    /// can; 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    #[command(flatten)]
    pub parameters: Flags,
}

/// The files that a solve may use.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    #[arg(long, value_name = "DIR", help = SCRATCH.help)]
    pub scratch: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = CHECKPOINT.help)]
    pub checkpoint: Option<PathBuf>,
}
