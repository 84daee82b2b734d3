//! A small best-first search, for a solution board and for the generator's proofs. What users search with is elsewhere.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use patience_core::{Estimate, Game, HashMap, Heuristic};

use super::heuristics::MstWalls;
use super::{CohesionGame, CohesionState};

/// How a [`best_first`] search ended.
pub(super) struct Found {
    /// The states from the start to a goal, if one was reached.
    pub path: Option<Vec<CohesionState>>,
    /// The positions that were generated and estimated.
    pub positions: usize,
}

/// A* with f = g + `weight`·h and the heuristic [`MstWalls`]; it gives up after about `most`
/// positions. With weight 1 the path
/// is a shortest one, because the heuristic is consistent.
pub(super) fn best_first(game: &CohesionGame, weight: u32, most: usize) -> Found {
    // The states that were generated, with their parents and the lengths of their ways.
    let mut nodes: Vec<(CohesionState, usize, u32)> = Vec::new();
    let mut shortest: HashMap<CohesionState, u32> = HashMap::default();
    let mut open = BinaryHeap::new();
    let mut push = |nodes: &mut Vec<_>, open: &mut BinaryHeap<_>, state: CohesionState, parent: usize, g: u32| {
        let known = shortest.entry(game.key(&state)).or_insert(u32::MAX);
        if g < *known {
            *known = g;
            if let Estimate::Cost(h) = MstWalls.estimate(game, &state) {
                open.push(Reverse((g + weight * h, Reverse(g), nodes.len())));
                nodes.push((state, parent, g));
            }
        }
    };
    push(&mut nodes, &mut open, game.start(), 0, 0);
    let mut moves = Vec::new();
    while let Some(Reverse((_, _, index))) = open.pop() {
        let (state, _, g) = nodes[index].clone();
        if game.is_goal(&state) {
            let mut path = vec![state];
            let mut at = index;
            while at != 0 {
                at = nodes[at].1;
                path.push(nodes[at].0.clone());
            }
            path.reverse();
            return Found { path: Some(path), positions: nodes.len() };
        }
        if nodes.len() >= most {
            break;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            push(&mut nodes, &mut open, game.apply(&state, mv), index, g + 1);
        }
    }
    Found { path: None, positions: nodes.len() }
}
