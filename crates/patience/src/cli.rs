//! The command line's words.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::analyse::AnalyseArgs;
use crate::commands::bench::BenchArgs;
use crate::commands::birds::BirdsArgs;
use crate::commands::certify::CertifyArgs;
use crate::commands::compare::CompareArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::evaluate::EvaluateArgs;
use crate::commands::gaps::GapsArgs;
use crate::commands::generate::GenerateArgs;
use crate::commands::learn::LearnArgs;
use crate::commands::list::ListArgs;
use crate::commands::man::ManArgs;
use crate::commands::play::PlayArgs;
use crate::commands::redeal::RedealArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::review::ReviewArgs;
use crate::commands::serve::ServeArgs;
use crate::commands::show::ShowArgs;
use crate::commands::solve::SolveArgs;
use crate::commands::study::StudyArgs;
use crate::commands::tune::TuneArgs;

/// Decide, solve, explain and compare one-player games: Gaps (Montana), Birds of a Feather,
/// Cohesion, Match the Tiles.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  patience solve gaps:solvitaire/4x13/8 --show     solve a deal and see every step of the plan
  patience hint birds:neller/42                    a move that provably wins
  patience compare tiles:level/iartistas-04 -a bfs -a astar -a idastar
  patience solve gaps:solvitaire/4x13/1..100 --threads 2 --json > results.jsonl

Instances are named GAME[+RULES]:SOURCE/…; `patience list` shows all there is.

Exit codes: 0 all solved; 11 something proved unsolvable and nothing unknown; 12 something unknown;
2 bad usage or bad input, an illegal move among it; 130 interrupted (what was finished is printed);
1 anything else, such as a plan that does not win, or a defect of patience, which the message asks
to report."
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
    /// List games, rule sets, sources of instances, algorithms, and heuristics with what they
    /// claim.
    List(ListArgs),
    /// Show an instance as a drawing or in a notation.
    Show(ShowArgs),
    /// Solve instances: a plan, a proof that there is none, or what stopped the search.
    ///
    /// On a terminal plans are printed by the letters and numbers of the board, `8♥ f3`; into a
    /// pipe or a file with cells as ROW,COLUMN, counted from 0,0 at the top left. `replay --plan`
    /// and `review --moves` read both. With `--show` every step is drawn.
    Solve(SolveArgs),
    /// Validate a plan by the rules: says at which move and why it fails.
    Replay(ReplayArgs),
    /// Review a played game: the move that lost it, narrow escapes, the shortest line known from
    /// there.
    Review(ReviewArgs),
    /// Write certificates of verdicts, which `patience-check` verifies, and check them.
    Certify(CertifyArgs),
    /// Run several algorithms and heuristics on the same instances and print a table.
    ///
    /// Without `--time` and `--expansions` each search stops after a minute.
    Compare(CompareArgs),
    /// Say for every legal move whether it wins or loses, and how far the goal is.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Say what every heuristic says of a position, and what its value is made of.
    Evaluate(EvaluateArgs),
    /// Give a move that provably keeps the game winnable.
    Hint(AnalyseArgs),
    /// Play in the terminal, full screen: keyboard and mouse, undo, hints, and whether it can still
    /// be won.
    Play(PlayArgs),
    /// Write generated instances, one a line, as `--input` reads them.
    Generate(GenerateArgs),
    /// Ask Masten's questions of deals of Gaps: least moves of leftmost Twos, fixed suits,
    /// reachable boards.
    Gaps(GapsArgs),
    /// Estimate the chance to win a deal of Gaps with redeals, and say what to play before the
    /// first one.
    Redeal(RedealArgs),
    /// Birds of a Feather: lost deals, how hard deals are, deals of a difficulty, and the data and
    /// models of the Birds paper.
    Birds(BirdsArgs),
    /// Learn: the Birds paper's tables, and heuristics trained from self-generated data.
    Learn(LearnArgs),
    /// Choose parameters on training instances by successive halving, and compare the best on test
    /// instances.
    Tune(TuneArgs),
    /// Run the fixed benchmark: expansions per game and algorithm, the same on every machine.
    Bench(BenchArgs),
    /// Run studies: a question as a file, run for as long as it takes, ending in tables and plots.
    Study(StudyArgs),
    /// Open the page: play, ask, watch searches and compare them, in a browser on this machine.
    Serve(ServeArgs),
    /// Write a completion script for a shell.
    Completions(CompletionsArgs),
    /// Write the manual as pages for `man`.
    #[command(hide = true)]
    Man(ManArgs),
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
