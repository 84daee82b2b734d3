//! `patience study puzzles`: positions with exactly one right move. Every other legal move is
//! proved wrong: it loses, or it makes the shortest solution longer.
//!
//! Each instance is played at random while it is winnable, so that puzzles also lie off the
//! solver's solution.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use clap_complete::ArgValueCompleter;
use patience_catalogue::{Instance, Names, Report, Request, Resources, Verdict};
use patience_core::{Limits, Random};
use serde::Serialize;

use crate::complete;
use crate::exit::Tally;
use crate::progress::Progress;
use crate::solving;

/// Maximum number of moves of a play; tilts can go in circles.
const MAX_MOVES: usize = 400;

#[derive(Debug, Args)]
pub struct PuzzlesArgs {
    /// Instances to search for puzzles: names GAME[+RULES]:SOURCE/…; a range A..B at the end stands
    /// for all from A to B.
    #[arg(
        value_name = "INSTANCE", required = true, add = ArgValueCompleter::new(complete::instance),
    )]
    names: Vec<String>,
    /// Maximum expansions for each verdict; a position with an undecided move is not a puzzle.
    #[arg(
        long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    expansions: u64,
    /// Maximum number of puzzles per instance, drawn at random from those found.
    #[arg(
        long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    each: u32,
    /// Minimum number of moves of the solution.
    #[arg(
        long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    length: u32,
    /// Minimum number of legal moves: the better of two is hardly a puzzle.
    #[arg(
        long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(2..),
    )]
    choices: u32,
    /// Seed of the play and of the draw.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The question of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// One move wins; the others are proved to lose.
    Wins,
    /// One move keeps the shortest solution; with each of the others the proved minimum is larger,
    /// or it loses.
    Shortest,
}

/// A position with one right move.
#[derive(Debug, Serialize)]
struct Puzzle {
    /// The instance it comes from.
    instance: String,
    /// Moves made since its start.
    made: usize,
    board: String,
    kind: Kind,
    /// Number of legal moves.
    choices: usize,
    /// The only right move.
    answer: String,
    /// Number of moves of the solution, including the answer.
    length: usize,
    /// Whether this number is proved to be the minimum.
    optimal: bool,
    /// Positions expanded to decide the other moves.
    expanded: u64,
}

/// Prints the puzzles of every instance, one JSON object per line.
pub fn run(arguments: &PuzzlesArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut names = Vec::new();
    for pattern in &arguments.names {
        names.extend(Names::parse(pattern)?);
    }
    let progress = Progress::new(Some(names.iter().map(|names| names.iter().count() as u64).sum()));
    let mut tally = Tally::default();
    for name in names.iter().flat_map(Names::iter) {
        let mut random = Random::new(arguments.seed);
        let instance = solving::open(&name, None)?;
        let start = solved(&*instance, arguments)?;
        let mut puzzles = match start.verdict {
            Verdict::Solved => puzzles_of(&*instance, arguments, &mut random)?,
            _ => Vec::new(),
        };
        if solving::interrupted() {
            break;
        }
        tally.add_verdict(start.verdict);
        while puzzles.len() > arguments.each as usize {
            puzzles.swap_remove(random.index(puzzles.len()));
        }
        progress.step();
        progress.suspend(|| print(puzzles, arguments))?;
    }
    progress.clear();
    tally.interrupted = solving::interrupted();
    Ok(tally)
}

/// Prints puzzles with the shortest solution found quickly.
fn print(puzzles: Vec<(Puzzle, Box<dyn Instance>)>, arguments: &PuzzlesArgs) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for (mut puzzle, after) in puzzles {
        if !puzzle.optimal {
            let request = after.for_player(request(arguments));
            let report = solving::solve(&*after, &request, &Resources::default(), None)?;
            puzzle.length = report.length.map_or(puzzle.length, |left| puzzle.length.min(left + 1));
            puzzle.optimal = report.optimal;
        }
        if puzzle.length >= arguments.length as usize {
            writeln!(out, "{}", serde_json::to_string(&puzzle)?)?;
        }
    }
    Ok(())
}

fn request(arguments: &PuzzlesArgs) -> Request {
    let limits = Limits { expansions: Some(arguments.expansions), ..Limits::default() };
    Request { limits, ..Request::default() }
}

fn solved(instance: &dyn Instance, arguments: &PuzzlesArgs) -> Result<Report> {
    Ok(solving::solve(instance, &request(arguments), &Resources::default(), None)?)
}

/// Every puzzle of one play, with the position after its answer.
fn puzzles_of(
    instance: &dyn Instance,
    arguments: &PuzzlesArgs,
    random: &mut Random,
) -> Result<Vec<(Puzzle, Box<dyn Instance>)>> {
    let mut puzzles = Vec::new();
    let mut position = instance.after("")?;
    for made in 0..MAX_MOVES {
        if position.is_won() || solving::interrupted() {
            break;
        }
        let moves = position.moves();
        let mut reports = Vec::new();
        for at in 0..moves.len() {
            let after = position.successor(at).expect("there is a successor for every move");
            reports.push(solved(&*after, arguments)?);
        }
        let best = best_of(&reports);
        let Some(&next) = best.get(random.index(best.len().max(1))) else { break };
        let after = position.successor(next).expect("it is one of the moves");
        if let Some(kind) = kind_of(&reports, &best, arguments.choices as usize) {
            let answer = &reports[next];
            puzzles.push((
                Puzzle {
                    instance: instance.id().to_owned(),
                    made,
                    board: position.board(),
                    kind,
                    choices: moves.len(),
                    answer: moves[next].text.clone(),
                    length: answer.plan.len() + 1,
                    optimal: answer.optimal,
                    expanded: reports.iter().map(|report| report.expanded).sum::<u64>()
                        - answer.expanded,
                },
                position.successor(next).expect("it is one of the moves"),
            ));
        }
        position = after;
    }
    Ok(puzzles)
}

/// The winning moves, by the reports on the positions after them; if all minima are proved, only
/// those of the shortest solution.
fn best_of(reports: &[Report]) -> Vec<usize> {
    let wins = |report: &Report| report.verdict == Verdict::Solved;
    let exact = reports.iter().filter(|report| wins(report)).all(|report| report.optimal);
    let least = reports.iter().filter_map(|report| report.length).min();
    let is_best = |report: &Report| wins(report) && (!exact || report.length == least);
    (0..reports.len()).filter(|&at| is_best(&reports[at])).collect()
}

/// Returns the question that fits a position whose best moves are `best`, if the position has
/// enough moves.
fn kind_of(reports: &[Report], best: &[usize], choices: usize) -> Option<Kind> {
    let is_decided = reports.iter().all(|report| report.verdict != Verdict::Unknown);
    if best.len() != 1 || reports.len() < choices || !is_decided {
        return None;
    }
    let wins = reports.iter().filter(|report| report.verdict == Verdict::Solved).count();
    Some(if wins == 1 { Kind::Wins } else { Kind::Shortest })
}
