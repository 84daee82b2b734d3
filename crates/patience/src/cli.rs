//! The command line's words.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use patience_catalogue::{CHECKPOINT, SCRATCH};
use patience_core::units::{bytes, duration};

use crate::flags::Flags;

/// Decide, solve, explain and compare one-player games: Gaps (Montana), Birds of a Feather, Cohesion, Match the Tiles.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  patience solve gaps:solvitaire/4x13/7 --show     solve a deal and watch the plan
  patience hint birds:neller/42                    a move that provably wins
  patience compare tiles:level/iartistas-04 -a bfs -a astar -a idastar
  patience solve gaps:solvitaire/4x13/1..100 --threads 2 --json > results.jsonl

Instances are named GAME[+RULES]:SOURCE/…; `patience list` shows all there is.

Exit codes: 0 all solved; 11 something proved unsolvable and nothing unknown; 12 something unknown;
2 bad usage or bad input; 130 interrupted (what was finished is printed); 1 anything else."
)]
pub struct Cli {
    #[command(flatten)]
    pub colour: Colour,
    #[command(subcommand)]
    pub command: Command,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, Args)]
pub struct Colour {
    /// When to colour the output; NO_COLOR is respected.
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    color: When,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Makes the choice hold for everything printed.
    pub fn write_global(self) {
        match self.color {
            When::Auto => anstream::ColorChoice::Auto,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List games, rule sets, sources of instances, algorithms, and heuristics with what they claim.
    List(ListArgs),
    /// Show an instance as a drawing or in a notation.
    Show(ShowArgs),
    /// Solve instances: a plan, a proof that there is none, or what stopped the search.
    Solve(SolveArgs),
    /// Judge a plan by the rules: says at which move and why it fails.
    Replay(ReplayArgs),
    /// Run several algorithms and heuristics on the same instances and print a table.
    Compare(CompareArgs),
    /// Say for every legal move whether it wins or loses, and how far the goal is.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Give a move that provably keeps the game winnable.
    Hint(AnalyseArgs),
    /// Play in the terminal, full screen: keyboard and mouse, undo, hints, and whether it can still be won.
    Play(PlayArgs),
    /// Write generated instances, one a line, as `--input` reads them.
    Generate(GenerateArgs),
    /// Ask Masten's questions of deals of Gaps: least moves of leftmost Twos, fixed suits, reachable boards.
    Gaps(GapsArgs),
    /// Birds of a Feather: lost deals, how hard deals are, deals of a difficulty, the Birds report and its data.
    Birds(crate::commands::birds::BirdsArgs),
    /// Learn: the Birds report's tables, and heuristics trained from self-generated data.
    Learn(crate::commands::learn::LearnArgs),
    /// Choose parameters on training instances by successive halving, and judge them on test instances.
    Tune(crate::commands::tune::TuneArgs),
    /// Run the fixed benchmark: expansions per game and algorithm, the same on every machine.
    Bench(BenchArgs),
    /// Run studies: a question as a file, run for as long as it takes, ending in tables and plots.
    Study(crate::commands::study::StudyArgs),
    /// Open the page: play, ask, watch searches and compare them, in a browser on this machine.
    Serve(ServeArgs),
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only this game.
    pub game: Option<String>,
    /// Everything as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Where instances come from.
#[derive(Debug, Args)]
pub struct Instances {
    /// Names of instances, GAME[+RULES]:SOURCE/…; a last part A..B stands for all from A to B.
    #[arg(value_name = "INSTANCE", required_unless_present = "input")]
    pub names: Vec<String>,
    /// The game (and rule set) of the boards in --input.
    #[arg(long, value_name = "GAME[+RULES]", requires = "input")]
    pub game: Option<String>,
    /// Read boards from a file (`-`: standard input): one a line, optionally `ID<TAB>BOARD`, or other notations of the
    /// game in blocks separated by empty lines; lines that begin with `#` are comments.
    #[arg(long, value_name = "FILE", requires = "game")]
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

#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    pub format: ShowFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// A drawing for people.
    Text,
    /// The canonical notation, one line.
    Notation,
    /// One JSON object a line, with the legal moves.
    Json,
    /// Solvitaire's JSON (Gaps).
    Solvitaire,
    /// SuperPuzz's text form (Gaps).
    Superpuzz,
    /// A PDDL domain and problem for planners (small instances).
    Pddl,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// The algorithm; without it the best solver for the game.
    #[arg(short, long, value_name = "ALGORITHM")]
    pub algorithm: Option<String>,
    /// The heuristic, for the algorithms that use one.
    #[arg(short = 'H', long, value_name = "HEURISTIC")]
    pub heuristic: Option<String>,
    #[command(flatten)]
    pub solving: Solving,
    #[command(flatten)]
    pub files: Files,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Draw every step of the plan.
    #[arg(long, conflicts_with = "json")]
    pub show: bool,
}

/// The files that a solve may use.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    #[arg(long, value_name = "DIR", help = SCRATCH.help)]
    pub scratch: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = CHECKPOINT.help)]
    pub checkpoint: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// The plan: moves, or a JSON record of `patience solve --json` (`-`: standard input).
    #[arg(long, value_name = "FILE")]
    pub plan: PathBuf,
    /// Draw every step.
    #[arg(long)]
    pub show: bool,
    /// The judgement as JSON.
    #[arg(long, conflicts_with = "show")]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// An algorithm; may be given several times. Without it all that fit the game's classic comparison.
    #[arg(short, long = "algorithm", value_name = "ALGORITHM")]
    pub algorithms: Vec<String>,
    /// A heuristic; may be given several times. Each is combined with each algorithm that uses one.
    #[arg(short = 'H', long = "heuristic", value_name = "HEURISTIC")]
    pub heuristics: Vec<String>,
    #[command(flatten)]
    pub solving: Solving,
    /// How to print the table.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Markdown,
    Csv,
    Json,
}

#[derive(Debug, Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// Moves to make before looking.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub after: String,
    /// The algorithm; without it the best solver for the game.
    #[arg(short, long, value_name = "ALGORITHM")]
    pub algorithm: Option<String>,
    /// The heuristic, for the algorithms that use one.
    #[arg(short = 'H', long, value_name = "HEURISTIC")]
    pub heuristic: Option<String>,
    /// The limits hold for each position looked at.
    #[command(flatten)]
    pub solving: Solving,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// The algorithm that advises; without it the best solver for the game.
    #[arg(short, long, value_name = "ALGORITHM")]
    pub algorithm: Option<String>,
    /// Time for judging a position.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    pub time: Duration,
    /// Memory for judging a position.
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1GiB")]
    pub memory: u64,
}

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// The game.
    #[arg(value_name = "GAME[+RULES]")]
    pub game: String,
    /// The source without its last part, the seed: `random/4x13`; without it the game's sources are listed.
    pub source: Option<String>,
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: i64,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u32,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GapsArgs {
    #[command(flatten)]
    pub instances: Instances,
    /// Count the boards that can be reached, too (small boards).
    #[arg(long)]
    pub reachable: bool,
    /// The limits hold for each question.
    #[command(flatten)]
    pub solving: Solving,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Only lines of this game.
    pub game: Option<String>,
    /// Compare the counts with those recorded; a difference ends with exit code 1.
    #[arg(long)]
    pub check: bool,
    /// One JSON object a line.
    #[arg(long, conflicts_with = "check")]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The same page without a server, as a static site whose solvers run in the browser, is written by
scripts/export-site.sh DIR in the source tree; studies are shown by the server alone.")]
pub struct ServeArgs {
    /// The port on 127.0.0.1; 0 for any free one.
    #[arg(long, value_name = "N", default_value_t = 4455)]
    pub port: u16,
    /// Searches that run at once; without it one per core.
    #[arg(long, value_name = "N")]
    pub solvers: Option<usize>,
    /// The most time for one solve.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// The most memory for one solve.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Show the studies in this folder: each file NAME.toml with what lies in NAME.results beside it, for reading only.
    /// Without it those in the folder `studies`, if there is one.
    #[arg(long, value_name = "FOLDER")]
    pub studies: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
