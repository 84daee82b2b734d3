//! The best-first searches of the Gaps paper (Darmanger, Gombas and Radomski 2024).

use patience_core::{Game, Heuristic, Outcome, Run, Stop, Value, Verdict, replay_keys};
use patience_search::arena::make_room;
use patience_search::best_first::{By, GoalTest, Variant, Weights};
use patience_search::bucket_queue::{BucketQueue, Order};
use patience_search::report;
use patience_search::table::{Entry, Id, Reached, Table};

/// The greedy search. Since its g is always 0, a state reached again is never pushed again.
pub const GREEDY: Variant = Variant { goal_test: GoalTest::Removal, ..Variant::GREEDY };

/// The order of the paper's A*.
pub const ASTAR: Weights = Weights { g: 1, h: 1 };

/// The A*, first in, first out among equal f = `weights.g`·g + `weights.h`·h.
///
/// It differs from [`best_first`](patience_search::best_first) in the treatment of a state reached
/// again: if it was expanded, it is ignored, even if the new path is cheaper; if it is open and the
/// new path is cheaper, a second entry is pushed, and both are eventually expanded and counted.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::gaps::{GapsDomain, PaperH0};
/// use patience_papers::gaps::astar;
/// use patience_search::best_first::{By, Weights};
///
/// let deal = GapsDomain.instance("paper", "paper/4x5/20/1")?;
/// let weights = Weights { g: 1, h: 1 };
/// let outcome = astar(&deal, &PaperH0::new(&deal), weights, By::Cost, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn astar<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    weights: Weights,
    by: By,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = Exploration {
        game,
        heuristic,
        weights,
        by,
        closed: Table::new(),
        expanded: Vec::new(),
        open: BucketQueue::new(Order::Fifo),
        start_h: 0,
        cut_unsoundly: false,
    };
    let end = search.run(run);
    let bound = if heuristic.claims().admissible { search.start_h } else { 0 };
    match end {
        Ok(Some(goal)) => report(game, replay_keys(game, &search.closed.path(goal)), bound, None),
        Ok(None) => {
            let outcome = run.exhausted(!search.cut_unsoundly);
            match outcome.verdict {
                Verdict::Unsolvable => outcome,
                _ => outcome.with_lower_bound(bound),
            }
        }
        Err(stop) => Outcome::unknown(stop).with_lower_bound(bound),
    }
}

/// An open state.
struct OpenNode<S> {
    id: Id,
    g: u32,
    h: u32,
    depth: u32,
    state: S,
}

struct Exploration<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    weights: Weights,
    by: By,
    closed: Table<G::Key, Reached>,
    /// By index in `closed`.
    expanded: Vec<bool>,
    open: BucketQueue<OpenNode<G::State>>,
    start_h: u32,
    /// Whether an unsound dead end was pruned.
    cut_unsoundly: bool,
}

impl<G: Game> Exploration<'_, G> {
    /// Searches until a goal is taken from open or open is empty.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Id>, Stop> {
        let start = self.game.start();
        let id = self.closed.begin(self.game, &start, run.budget())?;
        if self.game.is_goal(&start) {
            return Ok(Some(id));
        }
        self.push(id, 0, 0, start, run)?;
        let mut moves = Vec::new();
        while let Some(waiting) = self.open.pop() {
            if self.game.is_goal(&waiting.state) {
                return Ok(Some(waiting.id));
            }
            if !run.depth_allows(waiting.depth) {
                continue;
            }
            run.sizes(self.open.len() as u64, self.closed.len() as u64);
            run.expand(self.game, &waiting.state, waiting.g, Some(waiting.h))?;
            let missing = self.closed.len() - self.expanded.len();
            make_room(&mut self.expanded, missing, run.budget())?;
            self.expanded.resize(self.closed.len(), false);
            self.expanded[waiting.id.index()] = true;
            moves.clear();
            self.game.moves(&waiting.state, &mut moves);
            run.generated(moves.len() as u64);
            for &mv in &moves {
                let g = waiting.g + self.game.cost(&waiting.state, mv);
                let next = self.game.apply(&waiting.state, mv);
                match self.reach(
                    self.game.key(&next),
                    Reached { parent: Some(waiting.id), g },
                    run,
                )? {
                    Some(id) => self.push(id, g, waiting.depth + 1, next, run)?,
                    None => run.duplicate(),
                }
            }
        }
        Ok(None)
    }

    /// Records a path to a state in closed; `None` if it is useless.
    fn reach(&mut self, key: G::Key, path: Reached, run: &mut Run<G>) -> Result<Option<Id>, Stop> {
        let id = match self.closed.insert(key, path, run.budget())? {
            Entry::New(id) => return Ok(Some(id)),
            Entry::Known(id) => id,
        };
        let is_expanded = self.expanded.get(id.index()).is_some_and(|expanded| *expanded);
        let known = self.closed.value_mut(id);
        if path.g >= known.g || is_expanded {
            return Ok(None);
        }
        *known = path;
        Ok(Some(id))
    }

    fn push(
        &mut self,
        id: Id,
        g: u32,
        depth: u32,
        state: G::State,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let Some(Value { cost: h, ordering }) = self.heuristic.value(self.game, &state) else {
            run.dead_end();
            self.cut_unsoundly |= !self.heuristic.claims().sound_dead_ends;
            return Ok(());
        };
        if depth == 0 {
            self.start_h = h;
        }
        let ordered_by = if self.by == By::Ordering { ordering } else { h };
        let f = u64::from(self.weights.g) * u64::from(g)
            + u64::from(self.weights.h) * u64::from(ordered_by);
        self.open.push((f, 0), OpenNode { id, g, h, depth, state }, run.budget())
    }
}
