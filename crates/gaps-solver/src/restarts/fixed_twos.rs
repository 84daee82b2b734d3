//! The game with fixed Twos, tried once if a deal takes a long time.
//!
//! A play in which no Two leaves the first column is also a play of the deal under standard rules.
//! The game with fixed Twos is usually smaller by two orders of magnitude, and wins some of the
//! winnable deals, including hard ones: this is Masten's second search. Only its wins count, and
//! their plans are replayed. If it finds no win, the deal is still undecided, and the search of the
//! whole game cannot use its table.

use patience_core::Stop;

use super::end::End;
use super::shared::Shared;
use super::worker::{STACKS, Worker};
use crate::board::{Board, Move, Rules};
use crate::config::Config;
use crate::counters::Counters;
use crate::memory::Table;
use crate::position::{Geometry, Position, real_moves};

/// Maximum memory in bytes: two million expansions fill no more.
const MAX_BYTES: u64 = 32 << 20;
/// Minimum memory in bytes: with less, it would repeatedly prove evicted positions again.
const MIN_BYTES: u64 = 1 << 20;
/// The budget of this game, as a multiple of the expansions already spent.
const TIMES: u64 = 4;
/// The minimum budget of this game, in expansions.
const MIN_EXPANSIONS: u64 = 1000;

/// The attempt at the game with fixed Twos.
pub(crate) struct FixedTwos<'a> {
    board: &'a Board,
    config: &'a Config,
    /// Expansions after which it is tried; `None` if it was tried, or never will be.
    after: Option<u64>,
    bytes: u64,
    /// Counters of the attempt.
    pub counters: Counters,
    /// The plan, if there is one.
    pub plan: Option<Vec<Move>>,
}

impl<'a> FixedTwos<'a> {
    /// Memory reserved for the attempt.
    pub fn share_of(memory: u64, board: &Board, config: &Config) -> u64 {
        let bytes = (memory / 8).min(MAX_BYTES);
        let is_smaller_game = board.rules() == Rules::Standard && config.reductions.open_rows;
        if is_smaller_game && config.fixed_twos_after.is_some() && bytes >= MIN_BYTES {
            bytes
        } else {
            0
        }
    }

    /// Creates the attempt, with this much memory; with 0 bytes it is never tried.
    pub fn new(board: &'a Board, config: &'a Config, bytes: u64) -> Self {
        let after = config.fixed_twos_after.filter(|_| bytes > 0);
        FixedTwos { board, config, after, bytes, counters: Counters::default(), plan: None }
    }

    /// Tries it if it is due, with expansions from the shared budget. Returns whether there is a
    /// plan.
    pub fn try_after(
        &mut self,
        spent: &Counters,
        shared: &Shared<'_>,
        poll: &mut dyn FnMut(&Counters) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let Some(_) = self.after.take_if(|after| spent.expanded >= *after) else {
            return Ok(false);
        };
        let board = self.board.with_rules(Rules::FixedTwos);
        let geometry = Geometry::new(&board, false, self.config.seed);
        let cache_bytes = self.bytes / 2;
        let table = Table::new(self.bytes - cache_bytes - STACKS).forgetting(true);
        let most = spent.expanded.saturating_mul(TIMES).max(MIN_EXPANSIONS);
        let own = Shared::new(&geometry, self.config, &table, Some(most))
            .within(shared)
            .with_caches(cache_bytes);
        let mut worker = Worker::new(&own, self.config.seed);
        let before = shared.table.bytes();
        worker.run(&Position::new(&geometry, &board), &mut |counters| {
            let mut all = *spent;
            all.add(counters);
            if shared.is_over() { Err(Stop::Incomplete) } else { poll(&all) }
        });
        // Its memory adds to that of the search of the whole game, which may grow in the meantime.
        let beside = spent.peak_bytes + shared.table.bytes().saturating_sub(before);
        self.counters =
            Counters { peak_bytes: beside + worker.counters.peak_bytes, ..worker.counters };
        match own.into_end() {
            End::Won(path, _) => {
                let plan = real_moves(&geometry, &board, &path);
                self.plan = Some(plan.ok_or(Stop::Defect)?);
            }
            // The worker itself detects that the search is over.
            End::Lost | End::Stopped(Stop::Expansions | Stop::Memory | Stop::Incomplete) => {}
            End::Stopped(stop) => return Err(stop),
        }
        Ok(self.plan.is_some())
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Limits, Random, Verdict};

    use super::*;
    use crate::Solver;
    use crate::position::tests::random_board;

    /// Returns the result of an immediate attempt, and the expansions left of a million.
    fn tried(
        board: &Board,
        config: &Config,
        poll: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> (Result<bool, Stop>, Option<Vec<Move>>, u64) {
        let geometry = Geometry::new(board, true, config.seed);
        let table = Table::new(1 << 20);
        let shared = Shared::new(&geometry, config, &table, Some(1_000_000));
        let mut fixed = FixedTwos::new(board, config, FixedTwos::share_of(u64::MAX, board, config));
        let result = fixed.try_after(&Counters::default(), &shared, &mut |_| poll());
        let again =
            fixed.try_after(&Counters::default(), &shared, &mut |_| panic!("it is tried once"));
        assert_eq!(again, Ok(false));
        let left = shared.claim(u64::MAX).expect("some are left");
        assert_eq!(left + fixed.counters.expanded, 1_000_000, "it returns unused expansions");
        (result, fixed.plan, left)
    }

    #[test]
    fn it_wins_what_fixed_twos_win_and_moves_none() {
        let config = Config { fixed_twos_after: Some(0), ..Config::default() };
        let (mut random, mut won, mut lost) = (Random::new(5), 0, 0);
        for _ in 0..300 {
            let board = random_board(&mut random, 4, 6, Rules::Standard);
            let fixed = board.with_rules(Rules::FixedTwos);
            let limits = Limits { expansions: Some(MIN_EXPANSIONS), ..Limits::default() };
            let truth = Solver::new(&fixed).config(config.clone()).limits(limits).solve().verdict;
            let (result, plan, left) = tried(&board, &config, &mut || Ok(()));
            match truth {
                Verdict::Solved { .. } => {
                    won += 1;
                    assert_eq!(result, Ok(true));
                    let plan = plan.expect("a plan");
                    assert!(board.replay(&plan).expect("legal moves").is_solved());
                    assert!(fixed.replay(&plan).expect("legal with fixed Twos").is_solved());
                }
                _ => {
                    lost += 1;
                    assert_eq!((result, plan), (Ok(false), None));
                    assert!(left >= 1_000_000 - MIN_EXPANSIONS);
                }
            }
        }
        assert!(won > 50 && lost > 50, "{won} won, {lost} not");
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        let config = Config { fixed_twos_after: Some(0), ..Config::default() };
        let board = random_board(&mut Random::new(5), 4, 13, Rules::Standard);
        let (result, plan, _) = tried(&board, &config, &mut || Err(Stop::Time));
        assert_eq!((result, plan), (Err(Stop::Time), None));
    }

    #[test]
    fn where_all_is_over_it_is_no_limit_that_was_met() {
        let config = Config { fixed_twos_after: Some(0), ..Config::default() };
        let board = random_board(&mut Random::new(5), 4, 13, Rules::Standard);
        let geometry = Geometry::new(&board, true, config.seed);
        let table = Table::new(1 << 20);
        let shared = Shared::new(&geometry, &config, &table, Some(100));
        let mut fixed = FixedTwos::new(&board, &config, MAX_BYTES);
        let result = fixed.try_after(&Counters::default(), &shared, &mut |_| Ok(()));
        assert_eq!(
            (result, fixed.counters.expanded),
            (Ok(false), 100),
            "the worker, not this attempt, reports the limit"
        );
        shared.finish(End::Stopped(Stop::Memory));
        let mut fixed = FixedTwos::new(&board, &config, MAX_BYTES);
        let result = fixed.try_after(&Counters::default(), &shared, &mut |_| panic!("it is over"));
        assert_eq!(result, Ok(false));
        shared.finish(End::Stopped(Stop::Cancelled));
        assert!(matches!(shared.into_end(), End::Stopped(Stop::Memory)), "the first limit reached");
    }

    #[test]
    fn it_is_tried_only_where_it_is_narrower_and_there_is_room() {
        let board = random_board(&mut Random::new(5), 4, 13, Rules::Standard);
        let config = Config::default();
        let never = Config { fixed_twos_after: None, ..Config::default() };
        let share = |memory: u64, rules: Rules, config: &Config| {
            FixedTwos::share_of(memory, &board.with_rules(rules), config)
        };
        assert_eq!(share(u64::MAX, Rules::Standard, &config), MAX_BYTES);
        assert_eq!(share(16 << 20, Rules::Standard, &config), 2 << 20);
        assert_eq!(share(7 << 20, Rules::Standard, &config), 0);
        assert_eq!(share(u64::MAX, Rules::Standard, &never), 0);
        assert_eq!(share(u64::MAX, Rules::FixedSuits, &config), 0);
        assert_eq!(share(u64::MAX, Rules::FixedTwos, &config), 0);
    }
}
