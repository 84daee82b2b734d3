//! The Match the Tiles paper: its A*, its breadth-first search and its depth-first search.

use patience_core::{Game, Outcome, Run, Stop};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesGame, TilesState};
use patience_search::arena::Arena;
use patience_search::best_first::{Duplicates, Ties, Variant, Weights};
use patience_search::report;
use patience_search::table::{Entry, Table};

/// The A*, f = 4·g + h, with positions marked as visited when they are generated.
pub const ASTAR: Variant = Variant {
    weights: Weights { g: 4, h: 1 },
    ties: Ties::Fifo,
    duplicates: Duplicates::Ignore,
    ..Variant::ASTAR
};

/// A position that was generated, with the node that it came from and the tilt that led to it.
struct Node {
    state: TilesState,
    depth: u32,
    from: Option<(usize, Direction)>,
}

/// The breadth-first search.
///
/// It differs from [`bfs`](mod@patience_search::bfs) in what it counts: a position is marked when it is
/// generated, except that the start is not; a tilt that is redundant after the last one is not
/// tried; and the goal is recognised when it is taken from the queue, so that it counts as
/// expanded.
///
/// A search that remembers positions must not leave out redundant moves in general: the first path
/// into a position would decide which of its moves are tried. Here it may, because a redundant pair
/// does what its second tilt does alone, and that tilt was tried one position before.
///
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_games::tiles::read;
///
/// let outcome = patience_papers::tiles::bfs(&read("R..r/.#..")?, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { plan, .. } if plan.len() == 1));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn bfs(game: &TilesGame, run: &mut Run<TilesGame>) -> Outcome<Direction> {
    search(game, run).unwrap_or_else(Outcome::from)
}

/// A tilt after its opposite (or after itself, which is never legal): both tilts keep the order of
/// the pieces in every free stretch, so the second leads where it would have led without the first,
/// or changes nothing.
fn is_redundant(last: Direction, next: Direction) -> bool {
    next == last || next == last.opposite()
}

fn search(game: &TilesGame, run: &mut Run<TilesGame>) -> Result<Outcome<Direction>, Stop> {
    let mut nodes: Arena<Node> = Arena::new();
    let mut marked = Table::new();
    let mut moves = Vec::new();
    nodes.push(Node { state: game.start(), depth: 0, from: None }, run.budget())?;
    let mut next = 0;
    while next < nodes.len() {
        let Node { state, depth, from } = &nodes[next];
        let (state, depth, from) = (state.clone(), *depth, *from);
        run.expand(game, &state, depth, None)?;
        if game.is_goal(&state) {
            let back = std::iter::successors(from, |(node, _)| nodes[*node].from);
            let mut plan: Vec<Direction> = back.map(|(_, mv)| mv).collect();
            plan.reverse();
            return Ok(report(game, plan, depth.saturating_mul(game.least_cost()), None));
        }
        if run.depth_allows(depth) {
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in
                moves.iter().filter(|mv| from.is_none_or(|(_, last)| !is_redundant(last, **mv)))
            {
                run.generated(1);
                let successor = game.apply(&state, mv);
                match marked.insert(game.key(&successor), (), run.budget())? {
                    Entry::Known(_) => run.duplicate(),
                    Entry::New(_) => {
                        nodes.push(
                            Node { state: successor, depth: depth + 1, from: Some((next, mv)) },
                            run.budget(),
                        )?;
                    }
                }
            }
        }
        next += 1;
        run.sizes((nodes.len() - next) as u64, marked.len() as u64);
    }
    Ok(run.exhausted(true))
}

/// No path of the depth-first search is longer.
const LONGEST: u32 = 20;

/// A position on the path, with the tilt that led to it, none for the start, and the tilts that are
/// left to be tried.
struct Arrival {
    state: TilesState,
    arrived_by: Option<Direction>,
    left: std::vec::IntoIter<Direction>,
}

/// The depth-first search, at most 20 tilts deep.
///
/// Of 576 such programs it is the one that finds the printed moves on all nine levels (the example
/// `tiles_orders` tries them): tilts left, right, up, down, not back, and no position twice on a
/// path. Positions off the path are forgotten, so that it proves nothing, and its time grows as 3
/// to the power of the depth. Every position that it visits counts as expanded, the solved one too.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::tiles::TilesDomain;
///
/// let game = TilesDomain.instance("standard", "level/iartistas-04")?;
/// let outcome = patience_papers::tiles::dfs(&game, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("level 4 can be solved") };
/// assert_eq!(plan.len(), 5);
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn dfs(game: &TilesGame, run: &mut Run<TilesGame>) -> Outcome<Direction> {
    deepen(game, run).unwrap_or_else(Outcome::from)
}

fn deepen(game: &TilesGame, run: &mut Run<TilesGame>) -> Result<Outcome<Direction>, Stop> {
    let mut path: Vec<Arrival> = Vec::new();
    let mut arriving = Some((None, game.start()));
    loop {
        if let Some((arrived_by, state)) = arriving.take() {
            let depth = path.len() as u32;
            run.expand(game, &state, depth, None)?;
            if game.is_goal(&state) {
                let plan = path
                    .iter()
                    .filter_map(|arrival| arrival.arrived_by)
                    .chain(arrived_by)
                    .collect();
                return Ok(report(game, plan, 0, None));
            }
            if depth < LONGEST && run.depth_allows(depth) {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                moves.retain(|mv| arrived_by.is_none_or(|last| !is_redundant(last, *mv)));
                path.push(Arrival { state, arrived_by, left: moves.into_iter() });
            }
        }
        let Some(last) = path.last_mut() else { return Ok(run.exhausted(false)) };
        let Some(mv) = last.left.next() else {
            path.pop();
            continue;
        };
        run.generated(1);
        let successor = game.apply(&last.state, mv);
        if path.iter().any(|arrival| arrival.state == successor) {
            run.duplicate();
        } else {
            arriving = Some((Some(mv), successor));
        }
    }
}
