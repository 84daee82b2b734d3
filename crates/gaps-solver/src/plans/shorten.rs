//! Shorter plans, within a budget.

use patience_core::{Random, Stop};

use super::beam::Beam;
use super::bound::lower_bound;
use super::home::cards_not_home;
use super::window::{Line, Window};
use super::work::Work;
use crate::board::{Board, Move};
use crate::counters::Counters;
use crate::job::{Claim, Ended, Job};
use crate::position::{Geometry, Position};

/// Maximum number of rounds of [`shorten`](crate::Solver::shorten).
pub const MAX_ROUNDS: u32 = 10;

/// Makes a plan shorter, in the given number of rounds.
pub(crate) fn shorten(job: &mut Job<'_>, plan: &[Move], rounds: u32) -> Ended {
    let board = job.board;
    let plain = Geometry::new(board, false, 0);
    let line = board.is_won_by(plan).then(|| Line::new(&plain, board, plan.to_vec())).flatten();
    let Some(best) = line else {
        return Ended::new(Claim::Stopped(Stop::Incomplete), Counters::default());
    };
    let mut work = Work::new(job);
    let start = Position::new(&plain, board);
    let bound = lower_bound(&plain, &start, &work.budget).ok().flatten();
    let lower_bound = bound.unwrap_or_else(|| cards_not_home(&plain, &start));
    let open = Geometry::new(board, true, 0);
    let mut search = Shortener { board, plain, open, best, lower_bound, random: Random::new(1) };
    let ended = (0..rounds.min(MAX_ROUNDS)).try_for_each(|round| search.round(round, &mut work));
    let counters = work.counters;
    search.ended(ended, counters)
}

/// Maximum boards of a window in the first round.
const BOARDS: usize = 1000;
/// Positions that a beam keeps per layer in the first round.
const WIDTH: usize = 1000;
/// Beams per round; their starts divide the plan into equal parts.
const BEAMS: usize = 4;
/// A beam's plan may be this much longer than the best one: windows shorten it.
const SLACK: usize = 3;
/// Moves of the shortest window; each following window is 1.5 times as long.
const SHORTEST: usize = 8;

struct Shortener<'a> {
    board: &'a Board,
    /// The geometry in which every arrangement is a separate board.
    plain: Geometry,
    /// The geometry with open rows.
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
                if moves.len() < length + SLACK {
                    let line = Line::new(&self.plain, self.board, moves).ok_or(Stop::Defect)?;
                    self.windows(line, BOARDS << round, work)?;
                }
            }
        }
        Ok(())
    }

    /// Shortens a line in windows of at most this many boards, and keeps the result if it is the
    /// best.
    fn windows(
        &mut self,
        mut line: Line,
        most: usize,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stop> {
        self.keep(&line)?;
        let mut length = SHORTEST;
        while !self.is_done() {
            let mut first = 0;
            while first < line.moves.len() {
                let last = (first + length).min(line.moves.len());
                let is_whole = first == 0 && last == line.moves.len();
                match line.shorten(&self.plain, self.board, first..last, most, work)? {
                    Window::Shorter => {
                        self.keep(&line)?;
                        first = first.saturating_sub(length / 2);
                        continue;
                    }
                    Window::Nothing if is_whole => {
                        self.lower_bound = line.moves.len() as u32;
                        return Ok(());
                    }
                    Window::Nothing | Window::TooMany => {}
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

    /// Keeps a line if it is shorter than the best so far.
    ///
    /// # Errors
    /// [`Stop::Defect`]: it does not win.
    fn keep(&mut self, line: &Line) -> Result<(), Stop> {
        if line.moves.len() >= self.best.moves.len() {
            return Ok(());
        }
        if !self.board.is_won_by(&line.moves) {
            return Err(Stop::Defect);
        }
        self.best = line.clone();
        Ok(())
    }

    /// The best line; a defect invalidates all results.
    fn ended(self, ended: Result<(), Stop>, counters: Counters) -> Ended {
        let has_defect = ended == Err(Stop::Defect);
        let claim = Claim::Won(Some(self.best.moves).filter(|_| !has_defect));
        Ended { lower_bound: Some(self.lower_bound), ..Ended::new(claim, counters) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_line_that_wins_nothing_is_a_defect() {
        let board: Board = "2C -- 3C 4C / -- 2H 3H 4H".parse().unwrap();
        let plain = Geometry::new(&board, false, 0);
        let line = |moves: &[(u8, u8)]| {
            let moves = moves.iter().map(|&(from, to)| Move { from, to }).collect();
            Line::new(&plain, &board, moves).unwrap()
        };
        let plan = [(5, 4), (6, 5), (7, 6), (2, 1), (3, 2)];
        let mut search = Shortener {
            board: &board,
            plain: Geometry::new(&board, false, 0),
            open: Geometry::new(&board, true, 0),
            best: line(&[&[(0, 4), (4, 0)], &plan[..]].concat()),
            lower_bound: 5,
            random: Random::new(1),
        };
        assert_eq!(search.keep(&line(&plan)), Ok(()));
        let lost = search.keep(&line(&plan[..4]));
        assert_eq!((search.best.moves.len(), lost), (5, Err(Stop::Defect)));
        assert_eq!(search.ended(lost, Counters::default()).claim, Claim::Won(None));
    }
}
