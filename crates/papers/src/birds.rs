//! The Birds of a Feather paper (Kucharski, Deihim and Ergezer 2019): its depth-first search,
//! without and with guidance by a model, its Monte Carlo tree search, and their combination, which
//! it proposes as future work.

use patience_core::{Domain, Game, Heuristic, Outcome, Run, Stop, Verdict};
use patience_games::birds::{BirdsDomain, BirdsGame, BirdsMove, BirdsState};
use patience_search::arena::{Moves, make_room};
use patience_search::table::{Entry, Table};
use patience_search::{mcts, report};

/// The Monte Carlo tree search: 160,000 simulations per move, and won only if the chosen moves win.
pub const MCTS: mcts::Variant = mcts::Variant {
    simulations: 160_000,
    exploration: 1.4,
    playout: 200,
    answer: mcts::Answer::MovesPlayed,
};

/// A state on the path from the start to the current state.
struct Frame<G: Game> {
    state: G::State,
    /// The move that led to it; `None` for the start.
    arrived_by: Option<G::Move>,
    /// The start of its moves in the shared stack of moves, and the next to try.
    first: usize,
    next: usize,
}

/// The depth-first search, first child first.
///
/// It differs from [`dfs`](mod@patience_search::dfs) in what it counts: every arrival at a state
/// counts as expanded, before the state is looked up and before it is tested for the goal. It is a
/// separate function, because hooks for these counts would slow the general search and have no
/// other use.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::birds::BirdsDomain;
/// use patience_papers::birds::dfs;
///
/// let deal = BirdsDomain.instance("standard", "neller/42")?;
/// let outcome = dfs(&deal, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn dfs<G: Game>(game: &G, run: &mut Run<G>) -> Outcome<G::Move> {
    outcome(game, &mut |_, _| {}, run)
}

/// The guided depth-first search: if a position has `cards` or more cards, its children are visited
/// in the order of the heuristic, the best first, with ties in the order of moves. It is as
/// complete as [`dfs`]: dead ends are visited last, but never skipped.
///
/// With the paper's models: LR (`cards` 2), LR8+DFS (8), LR16+DFS (16), and LR+DFS (9; four
/// models).
///
/// ```
/// use patience_core::{Blind, Domain, Run, Verdict};
/// use patience_games::birds::BirdsDomain;
/// use patience_papers::birds::guided_dfs;
///
/// let deal = BirdsDomain.instance("standard", "neller/42")?;
/// let outcome = guided_dfs(&deal, &Blind, 2, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn guided_dfs(
    game: &BirdsGame,
    heuristic: &dyn Heuristic<BirdsGame>,
    cards: u32,
    run: &mut Run<BirdsGame>,
) -> Outcome<BirdsMove> {
    let worth = |state: &BirdsState, mv: &BirdsMove| {
        heuristic.value(game, &game.apply(state, *mv)).map_or(u32::MAX, |value| value.ordering)
    };
    let mut order = |state: &BirdsState, moves: &mut [BirdsMove]| {
        if state.stacks() >= cards {
            moves.sort_by_cached_key(|mv| worth(state, mv));
        }
    };
    outcome(game, &mut order, run)
}

/// The model plays, and the tree search finishes: while a position has more than `cards` cards, the
/// best child by the heuristic is played; then the Monte Carlo tree search takes over with
/// `variant`. Incomplete.
///
/// ```
/// use patience_core::{Blind, Domain, Run, Verdict};
/// use patience_games::birds::BirdsDomain;
/// use patience_papers::birds::{MCTS, guided_mcts};
/// use patience_search::mcts::Variant;
///
/// let deal = BirdsDomain.instance("standard", "neller/42")?;
/// let few = Variant { simulations: 10, ..MCTS };
/// let outcome = guided_mcts(&deal, &Blind, 8, &few, &mut Run::unlimited());
/// assert_ne!(outcome.verdict, Verdict::Unsolvable, "it proves nothing");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn guided_mcts(
    game: &BirdsGame,
    heuristic: &dyn Heuristic<BirdsGame>,
    cards: u32,
    variant: &mcts::Variant,
    run: &mut Run<BirdsGame>,
) -> Outcome<BirdsMove> {
    let (mut state, mut played) = (game.start(), Vec::new());
    while state.stacks() > cards.max(1) {
        if let Err(stop) = run.expand(game, &state, played.len() as u32, None) {
            return stop.into();
        }
        let children = game.legal_moves(&state).map(|mv| (mv, game.apply(&state, mv)));
        let judged = children.map(|(mv, next)| {
            (heuristic.value(game, &next).map_or(u32::MAX, |value| value.ordering), mv, next)
        });
        run.generated(game.legal_moves(&state).count() as u64);
        // The first among the best.
        let Some((_, mv, next)) = judged.min_by_key(|(worth, ..)| *worth) else {
            return Outcome::unknown(Stop::Incomplete);
        };
        played.push(mv);
        state = next;
    }
    let rest = BirdsDomain.starting_at(game, &state);
    let outcome = mcts::solve(&rest, variant, run);
    match outcome.verdict {
        Verdict::Solved { plan, .. } => {
            report(game, played.into_iter().chain(plan).collect(), 0, None)
        }
        // A proof by the tree search is only about a position that the model chose.
        Verdict::Unsolvable => Outcome::unknown(Stop::Incomplete),
        Verdict::Unknown(stop) => Outcome::unknown(stop),
    }
}

/// Sorts the moves of a state into the order in which they are tried.
type Order<'a, G> = &'a mut dyn FnMut(&<G as Game>::State, &mut [<G as Game>::Move]);

fn outcome<G: Game>(game: &G, order: Order<'_, G>, run: &mut Run<G>) -> Outcome<G::Move> {
    match search(game, order, run) {
        Ok(Some(plan)) => report(game, plan, 0, None),
        Ok(None) => run.exhausted(true),
        Err(stop) => stop.into(),
    }
}

/// The first plan within the depth limit, if there is one.
fn search<G: Game>(
    game: &G,
    order: Order<'_, G>,
    run: &mut Run<G>,
) -> Result<Option<Vec<G::Move>>, Stop> {
    let mut visited = Table::new();
    let mut moves = Moves::default();
    let mut path: Vec<Frame<G>> = Vec::new();
    let mut arriving = Some((None, game.start()));
    loop {
        // 1. Arrive.
        if let Some((arrived_by, state)) = arriving.take() {
            let depth = path.len() as u32;
            run.expand(game, &state, depth, None)?;
            if is_news(game, &state, depth, &mut visited, run)? {
                if game.is_goal(&state) {
                    let plan = path.iter().filter_map(|frame| frame.arrived_by).chain(arrived_by);
                    return Ok(Some(plan.collect()));
                }
                if run.depth_allows(depth) {
                    run.sizes(u64::from(depth), visited.len() as u64);
                    make_room(&mut path, 1, run.budget())?;
                    let first = moves.append(game, &state, run.budget())?;
                    order(&state, moves.from_mut(first));
                    path.push(Frame { state, arrived_by, first, next: first });
                }
            }
        }
        // 2. Take the next successor of the last state, or backtrack.
        let Some(frame) = path.last_mut() else { return Ok(None) };
        if let Some(mv) = moves.get(frame.next) {
            frame.next += 1;
            run.generated(1);
            arriving = Some((Some(mv), game.apply(&frame.state, mv)));
        } else {
            moves.truncate(frame.first);
            path.pop();
        }
    }
}

/// Whether a state is new or, under a depth limit, was only visited at a greater depth.
fn is_news<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    visited: &mut Table<G::Key, u32>,
    run: &mut Run<G>,
) -> Result<bool, Stop> {
    let id = match visited.insert(game.key(state), depth, run.budget())? {
        Entry::New(_) => return Ok(true),
        Entry::Known(id) => id,
    };
    let known = visited.value_mut(id);
    if run.limits().depth.is_some() && depth < *known {
        *known = depth;
        run.reopened();
        return Ok(true);
    }
    run.duplicate();
    Ok(false)
}
