//! Every state that can be reached, with its true distance to the nearest goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{Game, HashMap, successors};

use crate::erased::Erased;

/// The states in breadth-first order, the start first.
pub struct Closed {
    pub states: Vec<Erased>,
    /// From, to, cost, in the order of the moves.
    pub edges: Vec<(u32, u32, u32)>,
    /// The least cost to a goal; `None` for lost states.
    pub distances: Vec<Option<u32>>,
}

/// Why there is no closure.
pub enum TooMany {
    States,
    Cancelled,
}

/// Lists all states, at most so many.
pub fn closure<G: Game<State: Send + Sync + 'static>>(
    game: &G,
    most: usize,
    cancel: &AtomicBool,
) -> Result<Closed, TooMany> {
    let mut known: HashMap<G::Key, u32> = HashMap::default();
    let mut states = vec![game.start()];
    known.insert(game.key(&states[0]), 0);
    let (mut edges, mut next) = (Vec::new(), 0);
    while next < states.len() {
        if cancel.load(Ordering::Relaxed) {
            return Err(TooMany::Cancelled);
        }
        let state = states[next].clone();
        for (mv, after) in successors(game, &state) {
            let fresh = states.len() as u32;
            let to = *known.entry(game.key(&after)).or_insert(fresh);
            edges.push((next as u32, to, game.cost(&state, mv)));
            if to == fresh {
                if states.len() >= most {
                    return Err(TooMany::States);
                }
                states.push(after);
            }
        }
        next += 1;
    }
    let goals: Vec<bool> = states.iter().map(|state| game.is_goal(state)).collect();
    let distances = distances(&goals, &edges, cancel).ok_or(TooMany::Cancelled)?;
    let states = states.into_iter().map(|state| Arc::new(state) as Erased).collect();
    Ok(Closed { states, edges, distances })
}

/// The least cost from each state to a goal, backwards from the goals; `None` if cancelled.
fn distances(
    goals: &[bool],
    edges: &[(u32, u32, u32)],
    cancel: &AtomicBool,
) -> Option<Vec<Option<u32>>> {
    let mut into = vec![Vec::new(); goals.len()];
    for &(from, to, cost) in edges {
        into[to as usize].push((from, cost));
    }
    let mut distances = vec![None; goals.len()];
    let goals = goals.iter().enumerate().filter(|(_, is_goal)| **is_goal);
    let mut open: BinaryHeap<_> = goals.map(|(state, _)| Reverse((0u32, state as u32))).collect();
    while let Some(Reverse((distance, state))) = open.pop() {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let known = &mut distances[state as usize];
        if known.is_some() {
            continue;
        }
        *known = Some(distance);
        let before = into[state as usize].iter();
        open.extend(before.map(|&(from, cost)| Reverse((distance.saturating_add(cost), from))));
    }
    Some(distances)
}
