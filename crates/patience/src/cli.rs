//! The command line.

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use crate::commands::analyse::AnalyseArgs;
use crate::commands::birds::BirdsArgs;
use crate::commands::certify::CertifyArgs;
use crate::commands::compare::CompareArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::gaps::GapsArgs;
use crate::commands::learn::LearnArgs;
use crate::commands::list::ListArgs;
use crate::commands::man::ManArgs;
use crate::commands::play::PlayArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::review::ReviewArgs;
use crate::commands::serve::ServeArgs;
use crate::commands::show::ShowArgs;
use crate::commands::solve::SolveArgs;
use crate::commands::study::StudyArgs;

/// Play and solve Gaps (Montana), Birds of a Feather, Cohesion, Match the Tiles and Sliding Tiles.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    disable_help_flag = true,
    override_usage = "patience [OPTIONS] <COMMAND>",
    after_help = "\
Examples:
  patience play                                 choose a game, or a daily deal
  patience solve gaps:solvitaire/4x13/8 --show  every step of a solution, drawn
  patience hint birds:neller/42                 a move that keeps the game winnable",
    after_long_help = "\
Examples:
  patience play                                 choose a game, or a daily deal
  patience solve gaps:solvitaire/4x13/8 --show  every step of a solution, drawn
  patience hint birds:neller/42                 a move that keeps the game winnable
  patience compare tiles:level/iartistas-04 -a bfs -a astar -a idastar
  patience solve gaps:solvitaire/4x13/1..100 --json > results.jsonl

Instances are named GAME[+RULES]:SOURCE/…; `patience list` shows all of them.

Exit codes:
  0    all solved
  11   something proved unsolvable, nothing unknown
  12   something unknown
  2    bad usage or bad input, such as an illegal move
  130  interrupted; finished results are printed
  1    anything else: a plan that does not win, a defect of patience

`patience COMMAND -h` prints a summary of a command, `patience COMMAND --help` everything."
)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    /// Without a command, the program prints the first steps.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The options of every command; help lists them last.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// When to colour the output; NO_COLOR is respected.
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    color: When,
    /// Print help: `-h` a summary, `--help` everything.
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl Global {
    /// Applies the choice to all output.
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
    /// Play in the terminal: undo, hints, and whether the game is still winnable.
    ///
    /// Without an instance a menu offers the daily deals, new games, and the games that you left.
    /// Keyboard and mouse work; `?` lists the keys.
    Play(PlayArgs),
    /// Open the page in a browser: play, analyse, watch and compare searches.
    Serve(ServeArgs),
    /// Print a move that provably keeps the game winnable.
    Hint(AnalyseArgs),
    /// Evaluate every legal move: win or loss, and distance to the goal.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Review a played game: the move that lost it, and narrow escapes.
    Review(ReviewArgs),
    /// Solve instances: a plan, or a proof that there is none.
    ///
    /// On a terminal, plans use the letters and numbers of the board: `8♥ f3`. In pipes and files,
    /// cells are ROW,COLUMN, counted from 0,0 at the top left. `replay --plan` and `review --moves`
    /// read both. With `--show` every step is drawn.
    Solve(SolveArgs),
    /// Validate a plan against the rules: which move fails, and why.
    Replay(ReplayArgs),
    /// Write certificates of verdicts, for `patience-check`.
    Certify(CertifyArgs),
    /// List games, rule sets, instances, algorithms and heuristics.
    List(ListArgs),
    /// Show an instance as a drawing or in a notation.
    Show(ShowArgs),
    /// Compare algorithms and heuristics on the same instances.
    ///
    /// Without `--time` and `--expansions` each search stops after a minute.
    Compare(CompareArgs),
    /// Run studies: a question as a file, answered by tables and plots.
    Study(StudyArgs),
    /// Show, train, evaluate and tune heuristics.
    Learn(LearnArgs),
    /// Gaps: the chance of winning with redeals; Masten's questions.
    Gaps(GapsArgs),
    /// Birds of a Feather: lost deals, difficulty, the Birds paper's data.
    Birds(BirdsArgs),
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
    /// Write the manual as pages for `man`.
    Man(ManArgs),
}
