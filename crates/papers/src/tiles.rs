//! The Match the Tiles paper: its breadth-first search, its depth-first search and its iterative
//! deepening. Its informed searches are in [`tiles_informed`](crate::tiles_informed).

use patience_core::{Game, Outcome, Run, Stop};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesGame, TilesState};
use patience_search::arena::Arena;
use patience_search::report;
use patience_search::table::{Entry, Table};

/// A generated position, with its parent and the tilt that led to it.
struct Node {
    state: TilesState,
    depth: u32,
    from: Option<(usize, Direction)>,
}

/// The breadth-first search.
///
/// It differs from [`bfs`](mod@patience_search::bfs) in what it counts: positions except the start
/// are marked when generated; a tilt that is redundant after the last one is not tried; and the
/// goal is recognised when taken from the queue, so that it counts as expanded.
///
/// In general, a search that stores positions must not skip redundant moves: the first path to a
/// position would determine which of its moves are tried. Here it may skip them, because a
/// redundant pair of tilts equals its second tilt alone, which was tried one position earlier.
///
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_games::tiles::read;
/// use patience_papers::tiles::Opposites;
///
/// let board = read("R..r/.#..")?;
/// let outcome = patience_papers::tiles::bfs(&board, Opposites::LeftOut, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { plan, .. } if plan.len() == 1));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn bfs(game: &TilesGame, opposites: Opposites, run: &mut Run<TilesGame>) -> Outcome<Direction> {
    search(game, opposites, run).unwrap_or_else(Outcome::from)
}

/// Whether a tilt opposite to the last one is tried. The paper skips it and reports a strong
/// effect; the alternative is for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opposites {
    /// It is skipped, as in the paper.
    LeftOut,
    /// Every legal tilt is tried.
    Tried,
}

impl Opposites {
    /// The legal tilts of a position after the tilt that led to it, left, right, up, down.
    pub(crate) fn moves(
        self,
        game: &TilesGame,
        state: &TilesState,
        last: Option<Direction>,
    ) -> Vec<Direction> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if self == Opposites::LeftOut {
            moves.retain(|mv| last.is_none_or(|last| !is_redundant(last, *mv)));
        }
        moves
    }
}

/// Whether a tilt follows its opposite (or itself, which is never legal): both tilts keep the order
/// of the pieces in every free stretch, so the second tilt has the same result as without the
/// first, or none.
fn is_redundant(last: Direction, next: Direction) -> bool {
    next == last || next == last.opposite()
}

fn search(
    game: &TilesGame,
    opposites: Opposites,
    run: &mut Run<TilesGame>,
) -> Result<Outcome<Direction>, Stop> {
    let mut nodes: Arena<Node> = Arena::new();
    let mut marked = Table::new();
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
            for mv in opposites.moves(game, &state, from.map(|(_, last)| last)) {
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

/// Maximum depth of the depth-first search.
const MAX_DEPTH: u32 = 20;

/// A position on the path, with the tilt that led to it (`None` for the start) and the untried
/// tilts.
struct Arrival {
    state: TilesState,
    arrived_by: Option<Direction>,
    left: std::vec::IntoIter<Direction>,
}

/// The result of a depth-first search.
enum End {
    Solved(Vec<Direction>),
    /// Nothing is left; the flag records whether the depth limit cut something off.
    Finished {
        cut: bool,
    },
}

/// The depth-first search, at most 20 tilts deep.
///
/// Tries the tilts left, right, up and down, but not back. A position is stored when first visited
/// and not expanded again, even if fewer tilts reach it: the limit hides all positions beyond one
/// that was first reached at the limit, so the search makes no proof. Every arrival counts as
/// expanded, including known positions and the solved one.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::tiles::TilesDomain;
/// use patience_papers::tiles::Opposites;
///
/// let game = TilesDomain.instance("standard", "level/iartistas-04")?;
/// let outcome =
///     patience_papers::tiles::dfs(&game, Opposites::LeftOut, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else {
///     panic!("level 4 can be solved")
/// };
/// assert_eq!(plan.len(), 5);
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn dfs(game: &TilesGame, opposites: Opposites, run: &mut Run<TilesGame>) -> Outcome<Direction> {
    match deepen(game, opposites, MAX_DEPTH, run) {
        Ok(End::Solved(plan)) => report(game, plan, 0, None),
        Ok(End::Finished { .. }) => run.exhausted(false),
        Err(stop) => stop.into(),
    }
}

/// The iterative deepening: the same depth-first search at most 1, 2, 3, … tilts deep, counted
/// together. Because that search ignores shorter paths to a known position, its plans are not
/// always shortest. The program never ends without a plan; this version ends when the limit no
/// longer cuts off any position.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::tiles::TilesDomain;
/// use patience_papers::tiles::Opposites;
///
/// let game = TilesDomain.instance("standard", "level/iartistas-05")?;
/// let mut run = Run::unlimited();
/// let outcome = patience_papers::tiles::iddfs(&game, Opposites::LeftOut, &mut run);
/// let Verdict::Solved { plan, .. } = outcome.verdict else {
///     panic!("level 5 can be solved")
/// };
/// assert_eq!(
///     (plan.len(), run.counters().expanded),
///     (8, 103),
///     "as printed; 6 tilts are enough"
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn iddfs(
    game: &TilesGame,
    opposites: Opposites,
    run: &mut Run<TilesGame>,
) -> Outcome<Direction> {
    for longest in 1.. {
        match deepen(game, opposites, longest, run) {
            Ok(End::Solved(plan)) => return report(game, plan, 0, None),
            Ok(End::Finished { cut: true }) => {}
            Ok(End::Finished { cut: false }) => break,
            Err(stop) => return stop.into(),
        }
    }
    run.exhausted(false)
}

fn deepen(
    game: &TilesGame,
    opposites: Opposites,
    longest: u32,
    run: &mut Run<TilesGame>,
) -> Result<End, Stop> {
    let mut path: Vec<Arrival> = Vec::new();
    let mut visited = Table::new();
    let mut arriving = Some((None, game.start()));
    let mut cut = false;
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
                return Ok(End::Solved(plan));
            }
            if let Entry::Known(_) = visited.insert(game.key(&state), (), run.budget())? {
                run.duplicate();
            } else if depth < longest && run.depth_allows(depth) {
                let left = opposites.moves(game, &state, arrived_by).into_iter();
                path.push(Arrival { state, arrived_by, left });
            } else {
                cut |= depth >= longest;
            }
        }
        let Some(last) = path.last_mut() else { return Ok(End::Finished { cut }) };
        if let Some(mv) = last.left.next() {
            run.generated(1);
            arriving = Some((Some(mv), game.apply(&last.state, mv)));
        } else {
            path.pop();
        }
    }
}
