//! Runs strategies in sequence and turns their claims into answers. Plans are replayed here.

use patience_core::{Stop, Verdict};

use crate::answer::{Answer, DeepestLine};
use crate::board::{Board, Move};
use crate::config::Strategy;
use crate::counters::Counters;
use crate::fault::{Fault, Halt};
use crate::job::{Claim, Ended, Job};
use crate::memory::{Keeper, Kept, Table};
use crate::position::Geometry;
use crate::restarts::Shares;
use crate::services::Files;
use crate::sweep::Begin;
use crate::{masten, restarts, sweep};

/// Decides a deal.
pub(crate) fn decide<'a>(job: &mut Job<'a>, files: Files<'a>) -> Result<Answer, Fault> {
    match job.config.strategy {
        Strategy::Restarts => by_restarts(job, files),
        Strategy::Sweep => by_sweep(job, files),
        Strategy::Masten if files.checkpoint.is_some() => {
            Err(Fault::refused("the strategy `masten` writes no checkpoint"))
        }
        Strategy::Masten => {
            let ended = masten::run(job, files.scratch)?;
            Ok(answer(job.board, Some(Strategy::Masten), ended))
        }
    }
}

/// Decides by restarts; continues as a sweep if the memory does not suffice, or if an earlier run
/// had reached a sweep.
fn by_restarts<'a>(job: &mut Job<'a>, files: Files<'a>) -> Result<Answer, Fault> {
    let Files { scratch, checkpoint } = files;
    let geometry = Geometry::new(job.board, job.config.reductions.open_rows, job.config.seed);
    // On a graph with cycles the table also holds positions that are not lost, so no run can resume
    // from it.
    if !geometry.is_acyclic() && checkpoint.is_some() {
        return Err(Fault::refused(
            "without open rows there is no checkpoint under standard rules",
        ));
    }
    let may_sweep = scratch.is_some() && geometry.is_acyclic();
    let shares = Shares::of(job, may_sweep);
    let mut table = Table::new(shares.table).forgetting(geometry.is_acyclic() && !may_sweep);
    let mut keeper = Keeper::new(job.board, &job.config, checkpoint, job.services.warn);
    let budget = job.budget();
    let (strategy, done) = (Some(Strategy::Restarts), Counters::default());
    let (counters, progress) = match keeper.begin(&mut table, &budget) {
        Ok(Kept::Sweep(progress)) => (done, Some(progress)),
        Ok(Kept::Nothing | Kept::Restarts) => {
            let ended = restarts::run(job, &geometry, &table, &shares, &mut keeper, &budget);
            match ended.claim {
                Claim::Stopped(Stop::Memory) if may_sweep => (ended.counters, None),
                Claim::Stopped(_) => {
                    keeper.keep(&table, None);
                    return Ok(answer(job.board, strategy, ended));
                }
                _ => return Ok(answer(job.board, strategy, ended)),
            }
        }
        // A partly loaded table must not be saved.
        Err(halt) => return not_begun(job.board, strategy, halt),
    };
    let begin = Begin { lost: &table, counters, progress };
    let ended = sweep::run(job, scratch, &mut keeper, begin)?;
    Ok(answer(job.board, Some(Strategy::Sweep), ended))
}

/// A sweep, with or without the content of a checkpoint.
fn by_sweep<'a>(job: &mut Job<'a>, files: Files<'a>) -> Result<Answer, Fault> {
    let Files { scratch, checkpoint } = files;
    if checkpoint.is_some() && scratch.is_none() {
        return Err(sweep::no_folder());
    }
    let mut table = Table::new(job.limits.memory.map_or(u64::MAX, |most| most / 2));
    let mut keeper = Keeper::new(job.board, &job.config, checkpoint, job.services.warn);
    let strategy = Some(Strategy::Sweep);
    let progress = match keeper.begin(&mut table, &job.budget()) {
        Ok(Kept::Sweep(progress)) => Some(progress),
        Ok(Kept::Nothing | Kept::Restarts) => None,
        Err(halt) => return not_begun(job.board, strategy, halt),
    };
    let begin = Begin { lost: &table, counters: Counters::default(), progress };
    let ended = sweep::run(job, scratch, &mut keeper, begin)?;
    Ok(answer(job.board, strategy, ended))
}

/// The answer of a search that was halted before it began: nothing is known.
fn not_begun(board: &Board, strategy: Option<Strategy>, halt: Halt) -> Result<Answer, Fault> {
    match halt {
        Halt::Stop(stop) => Ok(answer(board, strategy, Ended::not_begun(stop))),
        Halt::Fault(fault) => Err(fault),
    }
}

/// A plan with the fewest moves of Twos already in the first column.
pub(crate) fn fewest_two_moves(job: &mut Job<'_>) -> Answer {
    job.config.strategy = Strategy::Restarts;
    let mut found = without_files(decide(job, Files::default()));
    found.strategy = None;
    match found.verdict {
        Verdict::Solved { plan, .. } => {
            let ended = restarts::fewest_two_moves(job, plan, found.counters);
            answer(job.board, None, ended)
        }
        _ => found,
    }
}

/// Unwraps the result of a run without files, which cannot fail.
pub(crate) fn without_files<T>(result: Result<T, Fault>) -> T {
    result.unwrap_or_else(|fault| unreachable!("there are no files, but {fault}"))
}

/// The answer for a search's claim.
pub(crate) fn answer(board: &Board, strategy: Option<Strategy>, ended: Ended) -> Answer {
    let Ended { claim, counters, lower_bound, failure_probability, deepest, choices } = ended;
    let (verdict, lower_bound) = verdict(board, claim, lower_bound);
    let deepest = deepest.filter(|_| !matches!(verdict, Verdict::Solved { .. }));
    let deepest = deepest.and_then(|moves| DeepestLine::new(board, moves));
    let (proof, together) = (None, None);
    Answer {
        verdict,
        lower_bound,
        strategy,
        counters,
        failure_probability,
        deepest,
        choices,
        proof,
        together,
    }
}

/// Turns a claim into a verdict with a bound; the rules replay a plan.
fn verdict(board: &Board, claim: Claim, bound: Option<u32>) -> (Verdict<Move>, u32) {
    let verdict = match claim {
        Claim::Won(Some(plan)) if board.is_won_by(&plan) => {
            let optimal = bound == Some(plan.len() as u32);
            Verdict::Solved { plan, optimal, stop: None }
        }
        // A plan that fails the replay proves nothing.
        Claim::Won(_) => return (Verdict::Unknown(Stop::Defect), 0),
        Claim::Lost => Verdict::Unsolvable,
        Claim::Stopped(stop) => Verdict::Unknown(stop),
    };
    (verdict, bound.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_fails_the_replay_is_a_defect() {
        let board: Board = "2C -- 3C 4C".parse().unwrap();
        let [first, second] = [(2, 1), (3, 2)].map(|(from, to)| Move { from, to });
        let won = verdict(&board, Claim::Won(Some(vec![first, second])), None).0;
        assert!(matches!(won, Verdict::Solved { optimal: false, .. }), "{won:?}");
        for plan in [vec![], vec![first], vec![second], vec![first, first]] {
            let claim = Claim::Won(Some(plan));
            assert_eq!(verdict(&board, claim, None), (Verdict::Unknown(Stop::Defect), 0));
        }
        assert_eq!(verdict(&board, Claim::Won(None), Some(3)).0, Verdict::Unknown(Stop::Defect));
    }
}
