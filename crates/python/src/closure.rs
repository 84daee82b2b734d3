//! Every reachable state, with its true distance to the nearest goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use patience_core::{Budget, Game, HashMap, Stop, successors};

use crate::erased::Erased;

/// The states in breadth-first order, the start first.
pub struct Closed {
    pub states: Vec<Erased>,
    /// From, to, cost, in the order of the moves.
    pub edges: Vec<Edge>,
    /// The least cost to a goal; `None` for lost states.
    pub distances: Vec<Option<u32>>,
}

/// From, to, cost.
pub type Edge = (u32, u32, u32);

/// The reason why there is no closure.
pub enum TooMany {
    States,
    Stopped(Stop),
}

impl From<Stop> for TooMany {
    fn from(stop: Stop) -> Self {
        TooMany::Stopped(stop)
    }
}

/// Bytes per state needed after the search: its place in the table of distances, its object, the
/// distance, and their places in lists.
const OF_STATE: u64 = 200;

/// Bytes per move needed after the search: its place in the reversed graph, its tuple and numbers.
const OF_EDGE: u64 = 176;

/// Lists all states, up to a maximum, within the memory and time of a budget. This includes the
/// memory of the Python objects to come.
pub fn closure<G: Game<State: Send + Sync + 'static>>(
    game: &G,
    most: usize,
    budget: &Budget<'_>,
) -> Result<Closed, TooMany> {
    let mut known: HashMap<G::Key, u32> = HashMap::default();
    let mut states = vec![game.start()];
    known.insert(game.key(&states[0]), 0);
    let (mut edges, mut next) = (Vec::<Edge>::new(), 0);
    let of_state = OF_STATE + size_of::<G::State>() as u64;
    while next < states.len() {
        budget.tick()?;
        budget.check_memory(states.len() as u64 * of_state + edges.len() as u64 * OF_EDGE)?;
        let state = states[next].clone();
        for (mv, after) in successors(game, &state) {
            let fresh = states.len() as u32;
            budget.check_growth::<(G::Key, u32)>(known.len(), known.capacity())?;
            let to = *known.entry(game.key(&after)).or_insert(fresh);
            budget.check_growth::<Edge>(edges.len(), edges.capacity())?;
            edges.push((next as u32, to, game.cost(&state, mv)));
            if to == fresh {
                if states.len() >= most {
                    return Err(TooMany::States);
                }
                budget.check_growth::<G::State>(states.len(), states.capacity())?;
                states.push(after);
            }
        }
        next += 1;
    }
    drop(known);
    let goals: Vec<bool> = states.iter().map(|state| game.is_goal(state)).collect();
    let distances = distances(&goals, &edges, budget)?;
    let states = states.into_iter().map(|state| Arc::new(state) as Erased).collect();
    Ok(Closed { states, edges, distances })
}

/// The minimum cost from each state to a goal, computed backwards from the goals.
fn distances(
    goals: &[bool],
    edges: &[Edge],
    budget: &Budget<'_>,
) -> Result<Vec<Option<u32>>, Stop> {
    // The moves into each state are stored together: `ends[state]` is the index at which they end.
    let mut ends = vec![0; goals.len()];
    for &(_, to, _) in edges {
        ends[to as usize] += 1;
    }
    let mut end = 0;
    for count in &mut ends {
        // The offset of the first one; it advances as the edges are put into place.
        end += std::mem::replace(count, end);
    }
    let mut into = vec![(0, 0); edges.len()];
    for &(from, to, cost) in edges {
        let place = &mut ends[to as usize];
        into[*place] = (from, cost);
        *place += 1;
    }
    let mut distances = vec![None; goals.len()];
    let goals = goals.iter().enumerate().filter(|(_, is_goal)| **is_goal);
    let mut open: BinaryHeap<_> = goals.map(|(state, _)| Reverse((0u32, state as u32))).collect();
    while let Some(Reverse((distance, state))) = open.pop() {
        budget.tick()?;
        let state = state as usize;
        if distances[state].is_some() {
            continue;
        }
        distances[state] = Some(distance);
        let begin = if state == 0 { 0 } else { ends[state - 1] };
        let before = into[begin..ends[state]].iter();
        budget.check_growth::<Reverse<(u32, u32)>>(open.len() + before.len(), open.capacity())?;
        open.extend(before.map(|&(from, cost)| Reverse((distance.saturating_add(cost), from))));
    }
    Ok(distances)
}
