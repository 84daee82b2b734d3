//! `patience review`: finds the move that lost a game, and narrow escapes.

mod told;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use patience_catalogue::gaps::{Redeal, RedealError, play_on};
use patience_catalogue::review::{Known, Review};
use patience_catalogue::{Instance, Look, Report, Request, Verdict};

use crate::arguments::{OneInstance, SolverArgs, of_one};
use crate::exit::{Tally, bad_input};
use crate::plan::{self, Plan};
use crate::progress::Progress;
use crate::usage::misnamed;
use crate::{input, notes, solving};

/// Default time per position if no other limit is given.
const TIME: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
#[command(
    args = misnamed(["after", "plan"], "--moves"), mut_args = of_one,
    mut_arg("time", |time| time.help("Time limit for each search: 10s, 500ms, 2m, 1h (default: \
                                      10s, unless --expansions is given)")),
)]
pub struct ReviewArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// The moves of the game (`-`: standard input), in any form that `replay` reads.
    ///
    /// The game need not be won. A game with redeals is reviewed deal by deal.
    #[arg(long, value_name = "FILE")]
    pub moves: PathBuf,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Print one JSON object; for a game with redeals one per line and deal.
    #[arg(long)]
    pub json: bool,
}

/// A position of the game, with the known facts about it.
struct Position {
    instance: Box<dyn Instance>,
    verdict: Verdict,
    /// The shortest known line to a win.
    line: Option<Vec<String>>,
    /// Lower bound on the moves of a winning line.
    lower_bound: usize,
    only_move: bool,
}

impl Position {
    fn new(instance: Box<dyn Instance>) -> Self {
        Position {
            instance,
            verdict: Verdict::Unknown,
            line: None,
            lower_bound: 0,
            only_move: false,
        }
    }

    /// Keeps a line if it is shorter than the known one.
    fn learn(&mut self, line: Vec<String>) {
        if self.line.as_ref().is_none_or(|known| line.len() < known.len()) {
            (self.verdict, self.line) = (Verdict::Solved, Some(line));
        }
    }

    /// Records a solver's report.
    fn judge(&mut self, report: Report) {
        match report.verdict {
            Verdict::Solved => {
                // If moves do not cost 1 each, bounds do not count moves.
                if report.counts_moves() {
                    self.lower_bound = if report.optimal {
                        report.plan.len()
                    } else {
                        report.lower_bound as usize
                    };
                }
                self.learn(report.plan);
            }
            verdict => self.verdict = verdict,
        }
        // A position without moves is lost, whatever limits the search has.
        if !self.instance.is_won() && self.instance.moves().is_empty() {
            self.verdict = Verdict::Unsolvable;
        }
    }

    /// Whether the line is proved shortest.
    fn exact(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.len() == self.lower_bound)
    }

    fn known(&self) -> Known {
        Known {
            verdict: self.verdict,
            distance: self.line.as_ref().map(Vec::len),
            only_move: self.only_move,
        }
    }
}

/// The moves of one deal: a whole game, or the moves between two redeals.
struct Stretch {
    start: Box<dyn Instance>,
    moves: String,
    /// Redeals before this deal.
    redeals: usize,
    /// Whether a redeal ended this deal.
    redealt: bool,
}

/// The positions of a stretch, and the requests that solve them.
struct Game<'a> {
    positions: Vec<Position>,
    /// The moves between them, in plan notation.
    moves: Vec<String>,
    request: &'a Request,
    /// Like `request`, but shortens plans.
    shortening: &'a Request,
    arguments: &'a ReviewArgs,
    progress: Progress,
    redeals: usize,
    redealt: bool,
}

/// Reviews one game.
pub fn run(arguments: &ReviewArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let origin = input::single(&arguments.instance, arguments.solver.solving.time)?;
    let plan = plan::read(&arguments.moves, &arguments.instance, &*origin)?;
    let mut request = arguments.solver.request(1);
    if request.limits.expansions.is_none() {
        request.limits.time.get_or_insert(TIME);
    }
    origin.check(&request)?;
    notes::unread(&*origin, std::slice::from_ref(&request), &arguments.solver.solving.resources());
    let mut tally = Tally::default();
    for stretch in stretches(origin, &plan).map_err(|error| fault(arguments, error))? {
        let last = review_stretch(stretch, &request, arguments)?;
        tally = Tally { interrupted: solving::interrupted(), ..Tally::default() };
        tally.add_verdict(last);
    }
    Ok(tally)
}

fn fault(arguments: &ReviewArgs, error: impl std::fmt::Display) -> anyhow::Error {
    bad_input(format!("{}: {error}", arguments.moves.display()))
}

/// Splits a game at its redeals and checks that each was allowed.
fn stretches(origin: Box<dyn Instance>, plan: &Plan) -> Result<Vec<Stretch>, RedealError> {
    if !plan.has_redeals() {
        return Ok(vec![Stretch {
            start: origin,
            moves: plan.moves.clone(),
            redeals: 0,
            redealt: false,
        }]);
    }
    let mut stretches = vec![Stretch {
        start: origin.after("").map_err(RedealError::Plan)?,
        moves: String::new(),
        redeals: 0,
        redealt: false,
    }];
    play_on(origin, &plan.moves, plan.redeals, |_, text, after| {
        let redeals = stretches.len();
        let stretch = stretches.last_mut().expect("there is a first one");
        if text.parse::<Redeal>().is_ok() {
            stretch.redealt = true;
            stretches.push(Stretch {
                start: after.after("").map_err(RedealError::Plan)?,
                moves: String::new(),
                redeals,
                redealt: false,
            });
        } else {
            stretch.moves.extend([text, " "]);
        }
        Ok(())
    })?;
    Ok(stretches)
}

/// Prints the review of one deal; returns the verdict on its last position.
fn review_stretch(stretch: Stretch, request: &Request, arguments: &ReviewArgs) -> Result<Verdict> {
    let Stretch { start, moves, redeals, redealt } = stretch;
    let film = start.film(&moves, Look::PLAIN).map_err(|error| fault(arguments, error))?;
    let shortening = start.for_player(request.clone());
    let moves: Vec<String> = film.iter().filter_map(|step| step.text.clone()).collect();
    let mut instances = vec![start];
    for mv in &moves {
        let next = instances
            .last()
            .expect("the start is there")
            .after(mv)
            .map_err(|error| fault(arguments, error))?;
        instances.push(next);
    }
    let positions: Vec<Position> = instances.into_iter().map(Position::new).collect();
    let progress = Progress::new(Some(2 * positions.len() as u64 - 1));
    let mut game = Game {
        positions,
        moves,
        request,
        shortening: &shortening,
        arguments,
        progress,
        redeals,
        redealt,
    };
    game.solve_positions()?;
    game.find_only_moves()?;
    game.pass_lines_back();
    game.progress.clear();

    let known: Vec<Known> = game.positions.iter().map(Position::known).collect();
    let review = Review::of(&known);
    let mut out = anstream::stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", game.record(&review, &film))?,
        false => game.print(&mut out, &review, &film)?,
    }
    Ok(known.last().map_or(Verdict::Unknown, |last| last.verdict))
}

impl Game<'_> {
    fn solve(&self, instance: &dyn Instance, request: &Request) -> Result<Report> {
        let mut watcher = self.progress.watcher();
        let resources = self.arguments.solver.solving.resources();
        Ok(solving::solve(
            instance,
            request,
            &resources,
            watcher.as_mut().map(|watcher| watcher as _),
        )?)
    }

    /// Solves each position whose result does not follow from the previous one.
    fn solve_positions(&mut self) -> Result<()> {
        for index in 0..self.positions.len() {
            if solving::interrupted() {
                return Ok(());
            }
            self.progress.step();
            if self.positions[index].instance.is_won() {
                self.positions[index].learn(Vec::new());
            }
            if self.positions[index].verdict == Verdict::Unknown {
                let report = self.solve(&*self.positions[index].instance, self.shortening)?;
                self.positions[index].judge(report);
            }
            let (done, ahead) = self.positions.split_at_mut(index + 1);
            let (here, Some(next)) = (&done[index], ahead.first_mut()) else { continue };
            // A move shortens the distance to a win by at most one.
            next.lower_bound = here.lower_bound.saturating_sub(1);
            match (here.verdict, &here.line) {
                (Verdict::Unsolvable, _) => next.verdict = Verdict::Unsolvable,
                (_, Some(line)) if line.first() == Some(&self.moves[index]) => {
                    next.learn(line[1..].to_vec())
                }
                _ => {}
            }
        }
        self.pass_lines_back();
        Ok(())
    }

    /// A line from a position, extended by the move to that position, is a line from the preceding
    /// position.
    fn pass_lines_back(&mut self) {
        for index in (0..self.moves.len()).rev() {
            if let Some(line) = &self.positions[index + 1].line {
                let longer = std::iter::once(&self.moves[index]).chain(line).cloned().collect();
                self.positions[index].learn(longer);
            }
        }
    }

    /// Finds moves that did not lose while every other move is proved to lose.
    fn find_only_moves(&mut self) -> Result<()> {
        for index in 0..self.moves.len() {
            self.progress.step();
            if self.positions[index + 1].verdict == Verdict::Unsolvable {
                continue;
            }
            let moves = self.positions[index].instance.moves();
            let mut all_lose = moves.len() > 1;
            for (at, mv) in moves.iter().enumerate().filter(|(_, mv)| mv.text != self.moves[index])
            {
                if !all_lose || solving::interrupted() {
                    all_lose = false;
                    break;
                }
                let after = self.positions[index]
                    .instance
                    .successor(at)
                    .expect("there is a successor for every move");
                let report = self.solve(&*after, self.request)?;
                if report.verdict == Verdict::Solved {
                    let line = std::iter::once(mv.text.clone()).chain(report.plan).collect();
                    self.positions[index].learn(line);
                }
                let stuck = !after.is_won() && after.moves().is_empty();
                all_lose = report.verdict == Verdict::Unsolvable || stuck;
            }
            self.positions[index].only_move = all_lose;
        }
        Ok(())
    }
}
