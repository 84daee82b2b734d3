//! The breadth-first search of the Match the Tiles report, which counts as its program does.
//!
//! It differs from [`bfs`](crate::bfs) in what it counts: a position is marked when it is generated, except that the
//! start is not; a move that is redundant after the last one is not tried; and the goal is recognised when it is taken
//! from the queue, so that it counts as expanded.
//!
//! A search that remembers positions must not leave out redundant moves in general: see
//! [`Game::redundant_after`]. Here it may, for games in which a redundant pair does what its second move does
//! alone, as opposite tilts do: that move was tried one position before. For comparisons, not for use.

use patience_core::{Game, Outcome, Run, Stop};

use crate::arena::Arena;
use crate::report;
use crate::table::{Entry, Table};

/// A position that was generated, with the node that it came from and the move that led to it.
struct Node<G: Game> {
    state: G::State,
    depth: u32,
    from: Option<(usize, G::Move)>,
}

/// Runs the search.
pub fn solve<G: Game>(game: &G, run: &mut Run<G>) -> Outcome<G::Move> {
    search(game, run).unwrap_or_else(Outcome::from)
}

fn search<G: Game>(game: &G, run: &mut Run<G>) -> Result<Outcome<G::Move>, Stop> {
    let mut nodes: Arena<Node<G>> = Arena::new();
    let mut marked = Table::new();
    let mut moves = Vec::new();
    nodes.push(Node { state: game.start(), depth: 0, from: None }, run)?;
    let mut next = 0;
    while next < nodes.len() {
        let Node { state, depth, from } = &nodes[next];
        let (state, depth, from) = (state.clone(), *depth, *from);
        run.expand(game, &state, depth, None)?;
        if game.is_goal(&state) {
            let back = std::iter::successors(from, |(node, _)| nodes[*node].from);
            let mut plan: Vec<G::Move> = back.map(|(_, mv)| mv).collect();
            plan.reverse();
            return Ok(report(game, plan, depth.saturating_mul(game.least_cost()), None));
        }
        if run.depth_allows(depth) {
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in moves.iter().filter(|mv| from.is_none_or(|(_, last)| !game.redundant_after(last, **mv))) {
                run.generated(1);
                let successor = game.apply(&state, mv);
                match marked.insert(game.key(&successor), (), run)? {
                    Entry::Known(_) => run.duplicate(),
                    Entry::New(_) => {
                        nodes.push(Node { state: successor, depth: depth + 1, from: Some((next, mv)) }, run)?;
                    }
                }
            }
        }
        next += 1;
        run.sizes((nodes.len() - next) as u64, marked.len() as u64);
    }
    Ok(run.exhausted(true))
}
