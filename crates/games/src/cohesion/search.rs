//! A small best-first search, for a solution board and for the generator's proofs. What users search with is elsewhere.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use patience_core::{Budget, Estimate, Game, HashMap, Heuristic, Stop};

use super::heuristics::MstWalls;
use super::{CohesionGame, CohesionState};

/// How a [`best_first`] search ended.
pub(super) struct Found {
    /// The states from the start to a goal, if one was reached.
    pub path: Option<Vec<CohesionState>>,
    /// The positions that were generated and estimated.
    pub positions: usize,
}

/// A* with f = g + `weight`·h and the heuristic [`MstWalls`]; it gives up after about `most` positions. With weight 1 the
/// path is a shortest one, because the heuristic is consistent.
///
/// # Errors
/// The budget is used up.
pub(super) fn best_first(
    game: &CohesionGame,
    weight: u32,
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<Found, Stop> {
    let mut search = Search { game, weight, nodes: Vec::new(), shortest: HashMap::default(), open: BinaryHeap::new() };
    search.push(game.start(), 0, 0, budget)?;
    let mut moves = Vec::new();
    while let Some(Reverse((_, _, index))) = search.open.pop() {
        let Node { state, g, .. } = search.nodes[index].clone();
        if game.is_goal(&state) {
            return Ok(Found { path: Some(search.path(index)), positions: search.nodes.len() });
        }
        if search.nodes.len() >= most {
            break;
        }
        budget.expand()?;
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            search.push(game.apply(&state, mv), index, g + 1, budget)?;
        }
    }
    Ok(Found { path: None, positions: search.nodes.len() })
}

/// A state that was generated.
#[derive(Clone)]
struct Node {
    state: CohesionState,
    /// The index of its parent; of the start its own.
    parent: usize,
    g: u32,
}

/// The least f first, of these the greatest g, of these the first generated.
type Open = BinaryHeap<Reverse<(u32, Reverse<u32>, usize)>>;

struct Search<'a> {
    game: &'a CohesionGame,
    weight: u32,
    nodes: Vec<Node>,
    shortest: HashMap<<CohesionGame as Game>::Key, u32>,
    open: Open,
}

impl Search<'_> {
    /// Adds a state, unless a way to it is known that is as short, or it is a dead end.
    fn push(&mut self, state: CohesionState, parent: usize, g: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        budget.tick()?;
        let Search { game, weight, nodes, shortest, open } = self;
        budget.check_growth::<(CohesionState, u32)>(shortest.len(), shortest.capacity())?;
        budget.check_growth::<Node>(nodes.len(), nodes.capacity())?;
        budget.check_growth::<Reverse<(u32, Reverse<u32>, usize)>>(open.len(), open.capacity())?;
        let known = shortest.entry(game.key(&state)).or_insert(u32::MAX);
        if g < *known {
            *known = g;
            if let Estimate::Cost(h) = MstWalls.estimate(game, &state) {
                open.push(Reverse((g + *weight * h, Reverse(g), nodes.len())));
                nodes.push(Node { state, parent, g });
            }
        }
        Ok(())
    }

    /// The states from the start to that of a node.
    fn path(&self, mut at: usize) -> Vec<CohesionState> {
        let mut path = vec![self.nodes[at].state.clone()];
        while at != 0 {
            at = self.nodes[at].parent;
            path.push(self.nodes[at].state.clone());
        }
        path.reverse();
        path
    }
}
