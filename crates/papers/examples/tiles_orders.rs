//! Could a program as the Match the Tiles paper describes it print its depth-first row, or its row
//! of A* with the direction heuristic? Every order of the four tilts, every usual way to handle
//! duplicates, ties and the goal test is tried on its levels 4 to 12, and the moves (and visited
//! nodes) are compared with the printed ones: `cargo run -p patience-papers --example tiles_orders`

use std::collections::{BTreeMap, HashMap, HashSet};

use patience_core::{Domain, Game};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesDomain, TilesGame, TilesState};

/// Moves and visited nodes as printed, levels 4 to 12.
const DFS: [(usize, usize); 9] =
    [(5, 6), (8, 13), (6, 10), (10, 56), (14, 81), (18, 29), (13, 14), (16, 157), (20, 52)];
const A_STAR: [(usize, usize); 9] =
    [(7, 18), (6, 14), (6, 11), (9, 31), (13, 55), (13, 25), (6, 28), (5, 50), (7, 36)];

/// Searches give up after so many nodes: the paper's visit a tenth of it at most.
const MOST: usize = 5_000;

/// When a position is remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Remember {
    Generated,
    Visited,
    /// Only the positions on the path to the present one are.
    OnPath,
}

/// The result of a search: moves and visited nodes.
type Found = Option<(usize, usize)>;

#[derive(Clone, Copy, Debug)]
struct DepthFirst {
    remember: Remember,
    /// All children go onto a stack, from which the last is taken; otherwise each is followed at
    /// once.
    stack: bool,
    /// The tilt opposite to the last is left out.
    skip_opposite: bool,
    /// No deeper than this.
    limit: usize,
}

/// A node of a search: its state with the moves that led to it.
#[derive(Clone)]
struct Node {
    state: TilesState,
    moves: Vec<Direction>,
    path: Vec<TilesState>,
}

fn children<'a>(
    game: &'a TilesGame,
    node: &'a Node,
    order: &'a [Direction; 4],
    skip_opposite: bool,
) -> impl Iterator<Item = Node> + 'a {
    let mut legal = Vec::new();
    game.moves(&node.state, &mut legal);
    let last = node.moves.last().copied();
    order
        .iter()
        .filter(move |mv| {
            legal.contains(mv)
                && !(skip_opposite && last.is_some_and(|last| **mv == last.opposite()))
        })
        .map(|mv| {
            let (mut moves, mut path) = (node.moves.clone(), node.path.clone());
            moves.push(*mv);
            path.push(node.state.clone());
            Node { state: game.apply(&node.state, *mv), moves, path }
        })
}

fn depth_first(game: &TilesGame, order: &[Direction; 4], how: DepthFirst) -> Found {
    let root = Node { state: game.start(), moves: Vec::new(), path: Vec::new() };
    let (mut open, mut known, mut visited) = (vec![root], HashSet::new(), 0);
    known.insert(game.key(&game.start()));
    let mut seen = HashSet::new();
    while let Some(node) = open.pop() {
        if how.remember != Remember::OnPath && !how.stack || how.remember == Remember::Visited {
            // Followed at once, a position is generated when it is visited.
            if !seen.insert(game.key(&node.state)) {
                continue;
            }
        }
        visited += 1;
        if game.is_goal(&node.state) {
            return Some((node.moves.len(), visited));
        }
        if node.moves.len() >= how.limit || visited > MOST {
            continue;
        }
        let mut next: Vec<Node> = children(game, &node, order, how.skip_opposite)
            .filter(|child| match (how.remember, how.stack) {
                (Remember::OnPath, _) => !child.path.contains(&child.state),
                (Remember::Generated, true) => known.insert(game.key(&child.state)),
                _ => true,
            })
            .collect();
        if !how.stack {
            next.reverse();
        }
        open.extend(next);
        if visited > MOST {
            return None;
        }
    }
    None
}

#[derive(Clone, Copy, Debug)]
struct BestFirst {
    remember: Remember,
    /// Among equals the newest is taken, otherwise the oldest.
    newest: bool,
    skip_opposite: bool,
    /// The weight of the moves made.
    g: f64,
    /// The paper's text has absolute values in the slopes, its program has not.
    absolute: bool,
}

/// The paper's direction heuristic, not rounded: -5 on a target, -1 in line with it, 3 where an
/// obstacle lies between, and otherwise three times the lesser slope. Each piece goes to the first
/// target of its colour.
fn direction(game: &TilesGame, state: &TilesState, absolute: bool) -> f64 {
    let (width, cells) = (game.size().width, game.size().cells());
    let place = |cell: usize| ((cell % width) as f64, (cell / width) as f64);
    let value = |(colour, cell): (u8, usize)| {
        let Some(target) = (0..cells).find(|target| game.target(*target) == Some(colour)) else {
            return 0.0;
        };
        let ((x, y), (tx, ty)) = (place(cell), place(target));
        let (dx, dy) = (tx - x, ty - y);
        if dx != 0.0 && dy != 0.0 {
            let slopes = (dy / dx, dx / dy);
            let slopes = if absolute { (slopes.0.abs(), slopes.1.abs()) } else { slopes };
            return 3.0 * slopes.0.min(slopes.1);
        }
        let step = match (dx, dy) {
            (0.0, 0.0) => return -5.0,
            (0.0, _) => width as isize * dy.signum() as isize,
            _ => dx.signum() as isize,
        };
        let mut at = cell as isize;
        while at != target as isize {
            at += step;
            if game.is_obstacle(at as usize) {
                return 3.0;
            }
        }
        -1.0
    };
    game.pieces(state).into_iter().map(value).sum()
}

fn best_first(game: &TilesGame, order: &[Direction; 4], how: BestFirst) -> Found {
    // By f and then by age: f is made an order-preserving whole number.
    let rank = |f: f64, age: usize| {
        let age = if how.newest { usize::MAX - age } else { age };
        ((f * 1e6).round() as i64, age)
    };
    let mut open = BTreeMap::new();
    let (mut known, mut closed, mut age, mut visited) = (HashMap::new(), HashSet::new(), 0, 0);
    open.insert(rank(0.0, 0), Node { state: game.start(), moves: Vec::new(), path: Vec::new() });
    known.insert(game.key(&game.start()), 0);
    while let Some((_, node)) = open.pop_first() {
        if how.remember == Remember::Visited && !closed.insert(game.key(&node.state)) {
            continue;
        }
        visited += 1;
        if game.is_goal(&node.state) {
            return Some((node.moves.len(), visited));
        }
        if visited > MOST {
            return None;
        }
        for child in children(game, &node, order, how.skip_opposite) {
            let depth = child.moves.len();
            let is_new = match how.remember {
                Remember::Generated => known.insert(game.key(&child.state), depth).is_none(),
                Remember::Visited => !closed.contains(&game.key(&child.state)),
                // As a textbook has it: a shorter way opens a position again.
                Remember::OnPath => {
                    let best = known.entry(game.key(&child.state)).or_insert(usize::MAX);
                    std::mem::replace(best, depth.min(*best)) > depth
                }
            };
            if is_new {
                age += 1;
                open.insert(
                    rank(how.g * depth as f64 + direction(game, &child.state, how.absolute), age),
                    child,
                );
            }
        }
    }
    None
}

/// The orders of the four tilts.
fn orders() -> Vec<[Direction; 4]> {
    let all = Direction::ALL;
    let mut orders = Vec::new();
    for a in all {
        for b in all {
            for c in all {
                for d in all {
                    let order = [a, b, c, d];
                    if all.iter().all(|direction| order.contains(direction)) {
                        orders.push(order);
                    }
                }
            }
        }
    }
    orders
}

/// Runs every variant in every order; says how near the best came, and which values the given
/// levels can have.
fn survey<V: Copy + std::fmt::Debug>(
    title: &str,
    printed: [(usize, usize); 9],
    variants: &[V],
    search: impl Fn(&TilesGame, &[Direction; 4], V) -> Found,
) {
    let games: Vec<TilesGame> = (4..=12)
        .map(|level| {
            TilesDomain
                .instance("standard", &format!("level/iartistas-{level:02}"))
                .expect("the level exists")
        })
        .collect();
    let mut best = (0, 0, String::new());
    let mut possible: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); games.len()];
    let mut tried = 0;
    for order in orders() {
        for &variant in variants {
            let found: Vec<Found> =
                games.iter().map(|game| search(game, &order, variant)).collect();
            tried += 1;
            let pairs = found
                .iter()
                .zip(&printed)
                .filter_map(|(found, printed)| Some(((*found)?, *printed)));
            let right: Vec<_> = pairs.filter(|(found, printed)| found.0 == printed.0).collect();
            // Whether the goal and the start count is anybody's guess.
            let both =
                right.iter().filter(|(found, printed)| found.1.abs_diff(printed.1) <= 1).count();
            let moves = right.len();
            if (moves, both) > (best.0, best.1) {
                best = (moves, both, format!("{variant:?}, tilts in the order {order:?}"));
            }
            for (possible, found) in possible.iter_mut().zip(&found) {
                if let Some((moves, _)) = found {
                    *possible.entry(*moves).or_default() += 1;
                }
            }
        }
    }
    println!("{title}: {tried} programs");
    println!(
        "  the best finds the printed moves on {} of 9 levels, with the visited nodes (±1) on {}: {}",
        best.0, best.1, best.2
    );
    for ((level, possible), printed) in (4..).zip(&possible).zip(printed) {
        let programs = possible.get(&printed.0).copied().unwrap_or(0);
        println!(
            "  level {level}: {} moves are printed; {programs} programs find as many",
            printed.0
        );
    }
}

fn main() {
    let mut depth_firsts = Vec::new();
    let mut best_firsts = Vec::new();
    for remember in [Remember::Generated, Remember::Visited, Remember::OnPath] {
        for skip_opposite in [false, true] {
            for (stack, limit) in [(false, usize::MAX), (false, 20), (true, usize::MAX), (true, 20)]
            {
                depth_firsts.push(DepthFirst { remember, stack, skip_opposite, limit });
            }
            for (newest, absolute) in [(false, false), (false, true), (true, false), (true, true)] {
                best_firsts.extend([0.0, 1.0, 2.0, 4.0].map(|g| BestFirst {
                    remember,
                    newest,
                    skip_opposite,
                    g,
                    absolute,
                }));
            }
        }
    }
    survey("Depth-first search", DFS, &depth_firsts, depth_first);
    survey("A* with the direction heuristic", A_STAR, &best_firsts, best_first);
}
