//! The judge: plans are believed only after they were played by the rules.

use crate::Game;

/// What is wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The move is not legal in the position reached.
    Illegal,
    /// Every move is legal, but the last position is not won.
    NotSolved,
}

/// Where and how a plan fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", match .fault {
    Fault::Illegal => format!("move {} is not legal in the position reached", .index + 1),
    Fault::NotSolved => format!("after all {} moves the game is not won", .index),
})]
pub struct ReplayError {
    /// The 0-based index of the failing move; the number of moves for [`Fault::NotSolved`].
    pub index: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// Plays `plan` from the start by the rules and returns its cost if it wins.
///
/// # Errors
/// The first illegal move, or that the last position is not won.
pub fn replay<G: Game>(game: &G, plan: &[G::Move]) -> Result<u32, ReplayError> {
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut cost = 0;
    for (index, &mv) in plan.iter().enumerate() {
        legal.clear();
        game.moves(&state, &mut legal);
        if !legal.contains(&mv) {
            return Err(ReplayError { index, fault: Fault::Illegal });
        }
        cost += game.cost(&state, mv);
        state = game.apply(&state, mv);
    }
    if game.is_goal(&state) { Ok(cost) } else { Err(ReplayError { index: plan.len(), fault: Fault::NotSolved }) }
}

/// Turns a path of keys, from the start's own to a goal's, into moves: at each step the cheapest move (the first
/// among equals) whose successor has the next key. Sound under symmetric keys, where a stored move may belong to another
/// representative of its class.
///
/// # Panics
/// If no move leads to the next key: then [`Game::key`] is not exact, or the path was not built by this game.
pub fn replay_keys<G: Game>(game: &G, path: &[G::Key]) -> Vec<G::Move> {
    let mut state = game.start();
    assert!(path.first() == Some(&game.key(&state)), "a path of keys begins with the start's");
    let mut legal = Vec::new();
    let mut plan = Vec::with_capacity(path.len() - 1);
    for key in &path[1..] {
        legal.clear();
        game.moves(&state, &mut legal);
        let mut best: Option<(u32, G::Move, G::State)> = None;
        for &mv in &legal {
            // Whoever is no cheaper than a move that leads there need not be tried.
            let cost = game.cost(&state, mv);
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                let next = game.apply(&state, mv);
                if game.key(&next) == *key {
                    best = Some((cost, mv, next));
                }
            }
        }
        let (_, mv, next) = best.expect("some move leads to the next key of the path");
        plan.push(mv);
        state = next;
    }
    plan
}
