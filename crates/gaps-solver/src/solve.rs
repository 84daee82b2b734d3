//! Deciding a deal.

use patience_core::Limits;

use crate::board::Board;
use crate::config::{Config, Services, Strategy};
use crate::fault::Fault;
use crate::solution::Solution;
use crate::{masten, plain, restarts, sweep};

/// Decides a deal: a plan of real moves, or a proof that there is none, or the limit that was met.
///
/// Of the limits, time is counted by the clock of the environment, memory in bytes of tables and
/// stacks; a depth limit has no meaning here and is ignored. The result for one thread depends on
/// nothing but the board, the configuration and the limits, and on what a checkpoint holds.
///
/// ```
/// use patience_core::{Limits, Stop, Verdict};
/// use patience_gaps::{Board, Config, Services, solve};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let found = solve(&board, &Config::default(), &Limits::default(), Services::none())?;
/// let Verdict::Solved { plan, .. } = found.verdict else { panic!("it can be won") };
/// assert!(board.replay(&plan).unwrap().is_solved());
///
/// let limits = Limits { expansions: Some(0), ..Limits::default() };
/// let stopped = solve(&board, &Config::default(), &limits, Services::none())?;
/// assert_eq!(stopped.verdict, Verdict::Unknown(Stop::Expansions));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A checkpoint or a scratch space that is refused, damaged, or cannot be read or written: then
/// there is no verdict.
pub fn solve(
    board: &Board,
    config: &Config,
    limits: &Limits,
    services: Services<'_>,
) -> Result<Solution, Fault> {
    match config.strategy {
        Strategy::Restarts => restarts::solve(board, config, limits, services),
        Strategy::Sweep => sweep::solve(board, config, limits, services),
        Strategy::Masten if services.checkpoint.is_some() => {
            Err(Fault::Refused("the strategy `masten` keeps no checkpoint".to_owned()))
        }
        Strategy::Plain if services.scratch.is_some() || services.checkpoint.is_some() => {
            Err(Fault::Refused(
                "the strategy `plain` keeps no checkpoint and uses no scratch space".to_owned(),
            ))
        }
        Strategy::Masten => masten::solve(board, config, limits, services),
        Strategy::Plain => Ok(plain::solve(board, limits, services)),
    }
}
