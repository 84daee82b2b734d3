//! Plan validation: a plan is reported only after the rules have replayed it.

use crate::Game;
use crate::units::counted;

/// The error found in a plan.
///
/// ```
/// use patience_core::{PlanFault, ReplayError, example::Doubling, replay};
///
/// let game = Doubling { goal: 4 };
/// assert_eq!(
///     replay(&game, &['d', 'd', 'd']),
///     Err(ReplayError { index: 2, fault: PlanFault::Illegal })
/// );
/// assert_eq!(
///     replay(&game, &['d']),
///     Err(ReplayError { index: 1, fault: PlanFault::NotSolved })
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanFault {
    /// The move is not legal in the position reached.
    Illegal,
    /// Every move is legal, but the last position is not won.
    NotSolved,
}

/// The place and reason of a plan's failure, from [`replay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", match .fault {
    PlanFault::Illegal => format!("move {} is not legal in the position reached", .index + 1),
    PlanFault::NotSolved => format!("after {} the game is not won", counted(.index, "move")),
})]
pub struct ReplayError {
    /// The 0-based index of the failing move; the number of moves for [`PlanFault::NotSolved`].
    pub index: usize,
    /// The fault at that move.
    pub fault: PlanFault,
}

/// Plays `plan` from the start by the rules and returns its cost if it wins.
///
/// ```
/// use patience_core::{example::Doubling, replay};
///
/// assert_eq!(replay(&Doubling { goal: 10 }, &['d', 'd', 'a', 'd']), Ok(4));
/// assert!(replay(&Doubling { goal: 10 }, &['d']).is_err(), "not there yet");
/// ```
///
/// # Errors
/// The first illegal move, or the fact that the last position is not won.
pub fn replay<G: Game>(game: &G, plan: &[G::Move]) -> Result<u32, ReplayError> {
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut cost = 0;
    for (index, &mv) in plan.iter().enumerate() {
        legal.clear();
        game.moves(&state, &mut legal);
        if !legal.contains(&mv) {
            return Err(ReplayError { index, fault: PlanFault::Illegal });
        }
        cost = game.cost(&state, mv).saturating_add(cost);
        state = game.apply(&state, mv);
    }
    if game.is_goal(&state) {
        Ok(cost)
    } else {
        Err(ReplayError { index: plan.len(), fault: PlanFault::NotSolved })
    }
}

/// Turns a path of keys, from the start's own to a goal's, into moves: at each step the cheapest
/// move (the first among equals) whose successor has the next key. Sound under symmetric keys,
/// where a stored move may belong to another representative of its class.
///
/// If no move leads to the next key, the moves end there: then [`Game::key`] is not exact, or the
/// path is not from this game, and [`replay`] rejects the plan.
///
/// ```
/// use patience_core::{example::Doubling, replay, replay_keys};
///
/// let game = Doubling { goal: 10 };
/// let plan = replay_keys(&game, &[1, 2, 4, 5, 10]);
/// assert_eq!(plan, ['d', 'd', 'a', 'd']);
/// assert_eq!(replay(&game, &plan), Ok(4));
/// ```
pub fn replay_keys<G: Game>(game: &G, path: &[G::Key]) -> Vec<G::Move> {
    follow(game, path).0
}

/// Turns a path of keys into moves, as [`replay_keys`] does, and returns them with their cost if
/// they win: the same result as [`replay`], without playing the moves a second time.
///
/// ```
/// use patience_core::{PlanFault, ReplayError, example::Doubling, replay_path};
///
/// let game = Doubling { goal: 10 };
/// assert_eq!(replay_path(&game, &[1, 2, 4, 5, 10]), Ok((vec!['d', 'd', 'a', 'd'], 4)));
/// let illegal = ReplayError { index: 1, fault: PlanFault::Illegal };
/// assert_eq!(replay_path(&game, &[1, 2, 5, 10]), Err(illegal));
/// ```
///
/// # Errors
/// The first step that no legal move makes, or the fact that the last position is not won.
pub fn replay_path<G: Game>(game: &G, path: &[G::Key]) -> Result<(Vec<G::Move>, u32), ReplayError> {
    let (plan, cost, state) = follow(game, path);
    let index = plan.len();
    if index + 1 != path.len() {
        return Err(ReplayError { index, fault: PlanFault::Illegal });
    }
    match game.is_goal(&state) {
        true => Ok((plan, cost)),
        false => Err(ReplayError { index, fault: PlanFault::NotSolved }),
    }
}

/// The moves along a path of keys as far as they exist, their cost, and the state after them.
fn follow<G: Game>(game: &G, path: &[G::Key]) -> (Vec<G::Move>, u32, G::State) {
    let (mut state, mut sum) = (game.start(), 0u32);
    let mut legal = Vec::new();
    let mut plan = Vec::with_capacity(path.len());
    let begins_here = path.first() == Some(&game.key(&state));
    for key in path.iter().skip(1).filter(|_| begins_here) {
        legal.clear();
        game.moves(&state, &mut legal);
        let mut best: Option<(u32, G::Move, G::State)> = None;
        for &mv in &legal {
            // A move that is no cheaper than one already found need not be tried.
            let cost = game.cost(&state, mv);
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                let next = game.apply(&state, mv);
                if game.key(&next) == *key {
                    best = Some((cost, mv, next));
                }
            }
        }
        let Some((cost, mv, next)) = best else { break };
        plan.push(mv);
        sum = sum.saturating_add(cost);
        state = next;
    }
    (plan, sum, state)
}
