//! Shorter plans, within a budget.

mod beam;
mod window;
mod work;

use patience_core::{Limits, Random, Stop};

use crate::board::{Board, Move};
use crate::bound::lower_bound;
use crate::config::Services;
use crate::optimal::cards_not_home;
use crate::position::{Geometry, Position};
use crate::solution::Counters;
use beam::Beam;
use window::{Found, Line};
use work::Work;

/// What [`shorten`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shortened {
    /// A plan that is at most as long as the one that was given.
    pub plan: Vec<Move>,
    /// No plan is shorter than this; where it is the plan's length, the plan is proved to be a
    /// shortest.
    pub lower_bound: u32,
    /// What it cost.
    pub counters: Counters,
}

/// The most rounds of [`shorten`].
pub const MOST_ROUNDS: u32 = 10;

/// A plan that is at most as long as the given one, with a lower bound on all plans.
///
/// Two searches in turn, each with twice the room in every round: A* between boards of the plan, in
/// windows of growing length; and beam search for another plan, from the deal and from boards on
/// the way. Ends after so many rounds, at a limit, or when the plan is proved to be a shortest. A
/// plan that does not solve the board is given back as it is. Without a limit the result is always
/// the same.
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, MOST_ROUNDS, Services, shorten, solve};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let found = solve(&board, &Config::default(), &Limits::default(), Services::none())?;
/// let Verdict::Solved { plan, .. } = found.verdict else { panic!("it can be won") };
/// let shorter = shorten(&board, &plan, MOST_ROUNDS, &Limits::default(), Services::none());
/// assert!(board.replay(&shorter.plan).unwrap().is_solved());
/// assert_eq!(shorter.plan.len() as u32, shorter.lower_bound, "no plan is shorter");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten(
    board: &Board,
    plan: &[Move],
    rounds: u32,
    limits: &Limits,
    mut services: Services<'_>,
) -> Shortened {
    let plain = Geometry::new(board, false, 0);
    let solves = board.replay(plan).is_some_and(|last| last.is_solved());
    let Some(best) = Line::new(&plain, board, plan.to_vec()).filter(|_| solves) else {
        return Shortened { plan: plan.to_vec(), lower_bound: 0, counters: Counters::default() };
    };
    let mut work = Work::new(services.budget(limits), &mut services);
    let start = Position::new(&plain, board);
    let bound = lower_bound(&plain, &start, &work.budget).ok().flatten();
    let lower_bound = bound.unwrap_or_else(|| cards_not_home(&plain, &start));
    let open = Geometry::new(board, true, 0);
    let mut search = Shortener { board, plain, open, best, lower_bound, random: Random::new(1) };
    let _limit_met =
        (0..rounds.min(MOST_ROUNDS)).try_for_each(|round| search.round(round, &mut work));
    Shortened { plan: search.best.moves, lower_bound: search.lower_bound, counters: work.counters }
}

/// Boards that a window may have in the first round.
const BOARDS: usize = 1000;
/// Positions that a beam keeps of each layer in the first round.
const WIDTH: usize = 1000;
/// Beams of a round; they begin in equal parts of the plan.
const BEAMS: usize = 4;
/// A beam's plan may be so much longer than the best: windows make it shorter.
const SLACK: usize = 3;
/// Moves of the shortest window; the next is half as long again.
const SHORTEST: usize = 8;

struct Shortener<'a> {
    board: &'a Board,
    /// Every arrangement is a board of its own.
    plain: Geometry,
    /// With open rows.
    open: Geometry,
    best: Line,
    lower_bound: u32,
    random: Random,
}

impl Shortener<'_> {
    fn is_done(&self) -> bool {
        self.best.moves.len() <= self.lower_bound as usize
    }

    fn round(&mut self, round: u32, work: &mut Work<'_, '_>) -> Result<(), Stop> {
        self.windows(self.best.clone(), BOARDS << round, work)?;
        for part in 0..BEAMS {
            if self.is_done() {
                return Ok(());
            }
            let length = self.best.moves.len();
            let first = length * part / BEAMS;
            let from = self.best.board(self.board, first);
            let noise = if (round, part) == (0, 0) { 0 } else { 4 };
            let beam = Beam { width: WIDTH << round, noise, upper: length - first + SLACK };
            if let Some(rest) = beam.search(&self.open, &from, &mut self.random, work)? {
                let moves = [&self.best.moves[..first], &rest[..]].concat();
                if moves.len() < length + SLACK
                    && let Some(line) = Line::new(&self.plain, self.board, moves)
                {
                    self.windows(line, BOARDS << round, work)?;
                }
            }
        }
        Ok(())
    }

    /// Makes a line shorter in windows of at most so many boards, and keeps it where it is the
    /// best.
    fn windows(
        &mut self,
        mut line: Line,
        most: usize,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stop> {
        self.keep(&line);
        let mut length = SHORTEST;
        while !self.is_done() {
            let mut first = 0;
            while first < line.moves.len() {
                let last = (first + length).min(line.moves.len());
                let is_whole = first == 0 && last == line.moves.len();
                match line.shorten(&self.plain, self.board, first..last, most, work)? {
                    Found::Shorter => {
                        self.keep(&line);
                        first = first.saturating_sub(length / 2);
                        continue;
                    }
                    Found::Nothing if is_whole => {
                        self.lower_bound = line.moves.len() as u32;
                        return Ok(());
                    }
                    Found::Nothing | Found::TooMany => {}
                }
                if last == line.moves.len() {
                    break;
                }
                first += length / 4;
            }
            if length >= line.moves.len() {
                return Ok(());
            }
            length += length / 2;
        }
        Ok(())
    }

    fn keep(&mut self, line: &Line) {
        let is_shorter = line.moves.len() < self.best.moves.len();
        if is_shorter && self.board.replay(&line.moves).is_some_and(|last| last.is_solved()) {
            self.best = line.clone();
        }
    }
}
