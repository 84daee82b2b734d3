//! Monte Carlo tree search with UCT (Kocsis and Szepesvári 2006; for one player, as in the Birds of
//! a Feather paper).
//!
//! A simulation walks down the tree by q/n + c·√(2 ln N/n), adds one node, plays at random to the
//! end, and adds the reward to every node on its path: +1 for a win, −1 otherwise. After a number
//! of simulations, the move with the best q/n is played, and its subtree is kept.
//!
//! For games that random play sometimes wins. `mcts` ends with the first winning playout unless
//! [`UNTIL`] says otherwise, since a puzzle once won is solved; the paper's program continues, and
//! wins only if the moves it plays win. Incomplete. Time: simulations times the length of a
//! playout, for every move; memory: one node with its board per simulation.

use patience_core::parameter::SEED;
use patience_core::{Choice, Event, Game, Outcome, Parameter, Random, Run, Stop};

use crate::arena::{Arena, make_room};
use crate::playout::PLAYOUT;
use crate::{Algorithm, report};

/// Simulations before each move.
pub const SIMULATIONS: Parameter<u64> = Parameter::whole(
    "iterations",
    "simulations",
    1..=u64::MAX,
    16_000,
    "Simulations before each move",
);
/// The c of UCT.
pub const EXPLORATION: Parameter<f64> =
    Parameter::number("exploration", 0.0..=1e6, 1.4, "The exploration constant c");
/// The end of the search.
pub const UNTIL: Parameter<Answer> = Parameter::choice(
    "until",
    "The end of tree search: the first winning simulation, or played moves that win",
);

/// Describes Monte Carlo tree search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "mcts",
        summary: "Monte Carlo tree search with UCT (Kocsis and Szepesvári 2006)",
        complete: false,
        optimal: false,
        parameters: &[
            SIMULATIONS.declared,
            PLAYOUT.declared,
            EXPLORATION.declared,
            UNTIL.declared,
            SEED.declared,
        ],
        solve: |game, arguments, run| {
            let variant = Variant {
                simulations: arguments.values.get(&SIMULATIONS),
                playout: arguments.values.get(&PLAYOUT) as u32,
                exploration: arguments.values.get(&EXPLORATION),
                answer: arguments.values.get(&UNTIL),
            };
            solve(game, &variant, run)
        },
    }
}

/// The options in which variants of Monte Carlo tree search ([`solve`]) differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Simulations before each move.
    pub simulations: u64,
    /// The c of UCT.
    pub exploration: f64,
    /// Moves from the current position after which a playout counts as lost.
    pub playout: u32,
    /// Criterion for a plan.
    pub answer: Answer,
}

/// Criterion for a plan of [`solve`] under a [`Variant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The first winning simulation.
    FirstWin,
    /// The moves played, if they win.
    MovesPlayed,
}

impl Choice for Answer {
    const WORDS: &[&str] = &["win", "moves"];
    const ALL: &[Answer] = &[Answer::FirstWin, Answer::MovesPlayed];
}

/// Runs Monte Carlo tree search.
///
/// # Examples
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_search::{example::Doubling, mcts};
///
/// let answer = mcts::Answer::FirstWin;
/// let variant = mcts::Variant { simulations: 1000, exploration: 1.4, playout: 200, answer };
/// let outcome = mcts::solve(&Doubling { goal: 10 }, &variant, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(game: &G, variant: &Variant, run: &mut Run<G>) -> Outcome<G::Move> {
    let mut search = TreeSearch::new(game, variant, run);
    match search.run(run) {
        Ok(true) => {
            let TreeSearch { nodes, mut played, line, .. } = search;
            drop(nodes);
            played.extend(line);
            report(game, played, 0, None)
        }
        Ok(false) => Outcome::unknown(Stop::Incomplete),
        Err(stop) => stop.into(),
    }
}

/// The tree of a search before it chooses a move.
pub(crate) struct Explored<M> {
    /// The moves to the most visited leaves of the tree, in descending order; or the reason why the
    /// simulations ended early.
    pub lines: Result<Vec<Vec<M>>, Stop>,
    /// The shortest winning line.
    pub win: Option<Vec<M>>,
}

/// Runs the simulations of a variant from the start, until the tree is complete, and follows at
/// most `most` lines.
pub(crate) fn explore<G: Game>(
    game: &G,
    variant: &Variant,
    most: usize,
    run: &mut Run<G>,
) -> Explored<G::Move> {
    let mut search = TreeSearch::new(game, variant, run);
    let mut win: Option<Vec<G::Move>> = None;
    let mut simulate = |search: &mut TreeSearch<'_, G>| {
        let root = search.add(None, game.start(), run)?;
        for _ in 0..variant.simulations {
            // Simulations of a complete tree find no new nodes and expand no states.
            if search.simulate(root, run)?
                && win.as_ref().is_none_or(|win| search.line.len() < win.len())
            {
                match &mut win {
                    // The new line is shorter, so it needs no additional room.
                    Some(win) => {
                        win.clear();
                        win.extend_from_slice(&search.line);
                    }
                    None => win = Some(std::mem::take(&mut search.line)),
                }
            }
            if search.untried == search.out_of_reach {
                break;
            }
        }
        search.lines(most, run)
    };
    Explored { lines: simulate(&mut search), win }
}

struct TreeNode<G: Game> {
    state: G::State,
    /// The move that led here; `None` for the start.
    arrived_by: Option<G::Move>,
    /// Moves without a node, in no particular order.
    untried: Vec<G::Move>,
    children: Vec<u32>,
    /// n: number of simulations through this node.
    visits: u64,
    /// q: the sum of their rewards.
    reward: f64,
}

struct TreeSearch<'a, G: Game> {
    game: &'a G,
    variant: &'a Variant,
    random: Random,
    nodes: Arena<TreeNode<G>>,
    /// Number of moves without a child node, over all nodes.
    untried: usize,
    /// Moves of nodes at the maximum depth of a playout, which get a node only after moves are
    /// fixed.
    out_of_reach: usize,
    moves: Vec<G::Move>,
    /// The moves fixed so far.
    played: Vec<G::Move>,
    /// The further moves of the current simulation.
    line: Vec<G::Move>,
}

impl<'a, G: Game> TreeSearch<'a, G> {
    fn new(game: &'a G, variant: &'a Variant, run: &Run<G>) -> Self {
        TreeSearch {
            game,
            variant,
            random: Random::new(run.seed()),
            nodes: Arena::new(),
            untried: 0,
            out_of_reach: 0,
            moves: Vec::new(),
            played: Vec::new(),
            line: Vec::new(),
        }
    }

    /// The moves to at most `most` leaves, the most visited first; ties go to earlier ones.
    fn lines(&self, most: usize, run: &Run<G>) -> Result<Vec<Vec<G::Move>>, Stop> {
        run.check_memory((self.nodes.len() * 3 * size_of::<u32>()) as u64)?;
        let mut parents = vec![0u32; self.nodes.len()];
        let mut leaves = Vec::with_capacity(self.nodes.len());
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            node.children.iter().for_each(|child| parents[*child as usize] = at as u32);
            if node.children.is_empty() {
                leaves.push(at as u32);
            }
        }
        leaves.sort_by_key(|leaf| std::cmp::Reverse(self.nodes[*leaf as usize].visits));
        leaves.truncate(most);
        let line_of = |leaf: u32| {
            let mut line = Vec::new();
            let mut at = leaf as usize;
            while let Some(mv) = self.nodes[at].arrived_by {
                line.push(mv);
                at = parents[at] as usize;
            }
            line.reverse();
            run.check_memory((line.capacity() * size_of::<G::Move>()) as u64)?;
            Ok(line)
        };
        leaves.into_iter().map(line_of).collect()
    }

    /// Plays a game; returns whether `played` and `line` together are a plan.
    fn run(&mut self, run: &mut Run<G>) -> Result<bool, Stop> {
        let mut root = self.add(None, self.game.start(), run)?;
        loop {
            self.line.clear();
            if self.game.is_goal(&self.nodes[root].state) {
                return Ok(true);
            }
            if self.nodes[root].untried.is_empty() && self.nodes[root].children.is_empty() {
                return Ok(false);
            }
            for _ in 0..self.variant.simulations {
                if self.simulate(root, run)? && self.variant.answer == Answer::FirstWin {
                    return Ok(true);
                }
            }
            self.line.clear();
            let Some(best) = self.best_child(root, |node, _| node.reward / node.visits as f64)
            else {
                return Ok(false);
            };
            make_room(&mut self.played, 1, run.budget())?;
            self.played.extend(self.nodes[best].arrived_by);
            root = best;
            if self.played.len() >= self.variant.playout as usize {
                return Ok(false);
            }
        }
    }

    /// Runs one simulation from `root` and returns whether it wins. Its moves are left in `line`.
    fn simulate(&mut self, root: usize, run: &mut Run<G>) -> Result<bool, Stop> {
        self.line.clear();
        // 1. Select.
        let mut path = vec![root];
        let mut at = root;
        while self.nodes[at].untried.is_empty() && self.within(run) {
            let c = self.variant.exploration;
            let uct = move |node: &TreeNode<G>, parent: &TreeNode<G>| {
                let n = node.visits as f64;
                node.reward / n + c * (2.0 * libm::log(parent.visits as f64) / n).sqrt()
            };
            let Some(child) = self.best_child(at, uct) else { break };
            // A complete tree is traversed without an expansion.
            run.tick()?;
            at = child;
            make_room(&mut self.line, 1, run.budget())?;
            self.line.extend(self.nodes[at].arrived_by);
            make_room(&mut path, 1, run.budget())?;
            path.push(at);
        }
        // 2. Expand.
        let node = &mut self.nodes[at];
        if !node.untried.is_empty() && self.line.len() < self.variant.playout as usize {
            let mv = node.untried.swap_remove(self.random.index(node.untried.len()));
            self.untried -= 1;
            let state = self.game.apply(&node.state, mv);
            run.generated(1);
            make_room(&mut self.line, 1, run.budget())?;
            self.line.push(mv);
            let child = self.add(Some(mv), state, run)?;
            self.nodes[at].children.push(child as u32);
            make_room(&mut path, 1, run.budget())?;
            path.push(child);
            at = child;
        }
        // 3. Play out.
        let won = self.playout(at, run)?;
        // 4. Back up.
        let in_tree = path.len() - 1;
        let reward = if won { 1.0 } else { -1.0 };
        for at in path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.reward += reward;
        }
        let (settled, line) = (&self.played[..], &self.line[..]);
        run.notify(self.game, Event::Simulated { settled, line, in_tree, won });
        Ok(won)
    }

    /// Plays random moves from a node to the end; returns whether that wins.
    fn playout(&mut self, at: usize, run: &mut Run<G>) -> Result<bool, Stop> {
        let mut state = self.nodes[at].state.clone();
        loop {
            if self.game.is_goal(&state) {
                return Ok(true);
            }
            if !self.within(run) {
                return Ok(false);
            }
            run.expand(self.game, &state, self.depth(), None)?;
            self.moves.clear();
            self.game.moves(&state, &mut self.moves);
            if self.moves.is_empty() {
                return Ok(false);
            }
            let mv = self.moves[self.random.index(self.moves.len())];
            run.generated(1);
            make_room(&mut self.line, 1, run.budget())?;
            self.line.push(mv);
            state = self.game.apply(&state, mv);
        }
    }

    /// Moves from the start to the end of the current line.
    fn depth(&self) -> u32 {
        (self.played.len() + self.line.len()) as u32
    }

    /// Whether the current line may grow.
    fn within(&self, run: &mut Run<G>) -> bool {
        self.line.len() < self.variant.playout as usize && run.depth_allows(self.depth())
    }

    fn add(
        &mut self,
        arrived_by: Option<G::Move>,
        state: G::State,
        run: &mut Run<G>,
    ) -> Result<usize, Stop> {
        let mut untried = Vec::new();
        if !self.game.is_goal(&state) && run.depth_allows(self.depth()) {
            run.sizes(0, self.nodes.len() as u64);
            run.expand(self.game, &state, self.depth(), None)?;
            self.game.moves(&state, &mut untried);
            self.untried += untried.len();
            if self.line.len() >= self.variant.playout as usize {
                self.out_of_reach += untried.len();
            }
        }
        self.nodes.push(
            TreeNode { state, arrived_by, untried, children: Vec::new(), visits: 0, reward: 0.0 },
            run.budget(),
        )
    }

    /// The child with the largest value, the first among equals.
    fn best_child(
        &self,
        at: usize,
        value: impl Fn(&TreeNode<G>, &TreeNode<G>) -> f64,
    ) -> Option<usize> {
        let parent = &self.nodes[at];
        let mut best: Option<(f64, usize)> = None;
        for &child in &parent.children {
            let value = value(&self.nodes[child as usize], parent);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child as usize));
            }
        }
        best.map(|(_, child)| child)
    }
}
