//! Monte Carlo tree search with UCT (Kocsis and Szepesvári 2006; for one player, as the Birds of a Feather paper has it).
//!
//! A simulation walks down the tree by q/n + c·√(2 ln N/n), adds one node, plays at random to the end, and adds the
//! reward to every node on its path: +1 for a win, −1 otherwise. After so many simulations the move with the best q/n is
//! played, and its part of the tree is kept.
//!
//! For games that random play wins now and then. `mcts` itself ends with the first playout that wins, since a puzzle
//! once won is solved; the paper's program does not, and is won only if the moves it settles on win. Incomplete.
//! Time: simulations times the length of a playout, for every move; memory: a node with its board a simulation.

use patience_core::parameter::SEED;
use patience_core::{Game, Outcome, Parameter, Random, Run, Stop};

use crate::arena::Arena;
use crate::playout::PLAYOUT;
use crate::{Algorithm, report};

/// The simulations before each move.
pub const SIMULATIONS: Parameter =
    Parameter::whole("iterations", "simulations", 1..=u64::MAX, 16_000, "Simulations before each move");
/// The c of UCT.
pub const EXPLORATION: Parameter = Parameter::number("exploration", 0.0..=1e6, 1.4, "The constant of exploration, c");

/// Describes Monte Carlo tree search.
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "mcts",
        summary: "Monte Carlo tree search with UCT (Kocsis and Szepesvári 2006)",
        complete: false,
        optimal: false,
        parameters: &[SIMULATIONS, PLAYOUT, EXPLORATION, SEED],
        solve: |game, arguments, run| {
            let variant = Variant {
                simulations: arguments.values.whole(&SIMULATIONS),
                playout: arguments.values.whole(&PLAYOUT) as u32,
                exploration: arguments.values.number(&EXPLORATION),
                answer: Answer::FirstWin,
            };
            solve(game, &variant, run)
        },
    }
}

/// What Monte Carlo tree search does where its variants differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Simulations before each move.
    pub simulations: u64,
    /// The c of UCT.
    pub exploration: f64,
    /// Moves from the present position after which a playout is given up as lost.
    pub playout: u32,
    /// What counts as a plan.
    pub answer: Answer,
}

/// What counts as a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The first simulation that wins.
    FirstWin,
    /// The moves that are played, if they win.
    MovesPlayed,
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
    let mut search = Search::new(game, variant, run);
    match search.run(run) {
        Ok(true) => {
            let plan = search.played.into_iter().chain(search.line).collect();
            report(game, plan, 0, None)
        }
        Ok(false) => Outcome::unknown(Stop::Incomplete),
        Err(stop) => stop.into(),
    }
}

/// What a tree search has seen, without a move being settled on.
pub(crate) struct Explored<M> {
    /// The moves to the leaves of the tree, those that most simulations came by first.
    pub lines: Vec<Vec<M>>,
    /// The shortest line that won.
    pub win: Option<Vec<M>>,
}

/// Runs the simulations of a variant from the start, and why they ended before, if they did.
pub(crate) fn explore<G: Game>(game: &G, variant: &Variant, run: &mut Run<G>) -> (Explored<G::Move>, Result<(), Stop>) {
    let mut search = Search::new(game, variant, run);
    let mut win: Option<Vec<G::Move>> = None;
    let mut simulate = |search: &mut Search<'_, G>| -> Result<(), Stop> {
        let root = search.add(None, game.start(), run)?;
        for _ in 0..variant.simulations {
            if search.simulate(root, run)? && win.as_ref().is_none_or(|win| search.line.len() < win.len()) {
                win = Some(search.line.clone());
            }
        }
        Ok(())
    };
    let end = simulate(&mut search);
    (Explored { lines: search.lines(), win }, end)
}

struct Node<G: Game> {
    state: G::State,
    /// The move that led here; none for the start.
    arrived_by: Option<G::Move>,
    /// Moves without a node, in no particular order.
    untried: Vec<G::Move>,
    children: Vec<u32>,
    /// n: simulations that came by.
    visits: u32,
    /// q: the sum of their rewards.
    reward: f64,
}

struct Search<'a, G: Game> {
    game: &'a G,
    variant: &'a Variant,
    random: Random,
    nodes: Arena<Node<G>>,
    moves: Vec<G::Move>,
    /// The moves settled on.
    played: Vec<G::Move>,
    /// The moves of the present simulation after those.
    line: Vec<G::Move>,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(game: &'a G, variant: &'a Variant, run: &Run<G>) -> Self {
        Search {
            game,
            variant,
            random: Random::new(run.seed()),
            nodes: Arena::new(),
            moves: Vec::new(),
            played: Vec::new(),
            line: Vec::new(),
        }
    }

    /// The moves to the leaves, the most visited first, earlier ones first among equals.
    fn lines(&self) -> Vec<Vec<G::Move>> {
        let mut leaves: Vec<(u32, Vec<G::Move>)> = Vec::new();
        let mut open: Vec<(usize, Vec<G::Move>)> =
            if self.nodes.is_empty() { Vec::new() } else { vec![(0, Vec::new())] };
        while let Some((at, line)) = open.pop() {
            let node = &self.nodes[at];
            if node.children.is_empty() {
                leaves.push((node.visits, line));
                continue;
            }
            for &child in node.children.iter().rev() {
                let line = line.iter().copied().chain(self.nodes[child as usize].arrived_by).collect();
                open.push((child as usize, line));
            }
        }
        leaves.sort_by_key(|(visits, _)| std::cmp::Reverse(*visits));
        leaves.into_iter().map(|(_, line)| line).collect()
    }

    /// Plays a game. Whether `played` and `line` together are a plan.
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
            let Some(best) = self.best_child(root, |node, _| node.reward / f64::from(node.visits)) else {
                return Ok(false);
            };
            self.played.extend(self.nodes[best].arrived_by);
            root = best;
            if self.played.len() >= self.variant.playout as usize {
                return Ok(false);
            }
        }
    }

    /// One simulation from `root`; whether it wins. Its moves are left in `line`.
    fn simulate(&mut self, root: usize, run: &mut Run<G>) -> Result<bool, Stop> {
        self.line.clear();
        // 1. Select.
        let mut path = vec![root];
        let mut at = root;
        while self.nodes[at].untried.is_empty() && self.within(run) {
            let c = self.variant.exploration;
            let uct = move |node: &Node<G>, parent: &Node<G>| {
                let n = f64::from(node.visits);
                node.reward / n + c * (2.0 * libm::log(f64::from(parent.visits)) / n).sqrt()
            };
            let Some(child) = self.best_child(at, uct) else { break };
            // A tree that is complete is walked through without an expansion.
            run.tick()?;
            at = child;
            self.line.extend(self.nodes[at].arrived_by);
            path.push(at);
        }
        // 2. Expand.
        let node = &mut self.nodes[at];
        if !node.untried.is_empty() && self.line.len() < self.variant.playout as usize {
            let mv = node.untried.swap_remove(self.random.index(node.untried.len()));
            let state = self.game.apply(&node.state, mv);
            run.generated(1);
            self.line.push(mv);
            let child = self.add(Some(mv), state, run)?;
            self.nodes[at].children.push(child as u32);
            path.push(child);
            at = child;
        }
        // 3. Play out.
        let won = self.playout(at, run)?;
        // 4. Back up.
        let reward = if won { 1.0 } else { -1.0 };
        for at in path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.reward += reward;
        }
        Ok(won)
    }

    /// Plays random moves from a node to the end; whether that wins.
    fn playout(&mut self, at: usize, run: &mut Run<G>) -> Result<bool, Stop> {
        let mut state = self.nodes[at].state.clone();
        loop {
            if self.game.is_goal(&state) {
                return Ok(true);
            }
            if !self.within(run) {
                return Ok(false);
            }
            run.expand(self.game, &state, (self.played.len() + self.line.len()) as u32, None)?;
            self.moves.clear();
            self.game.moves(&state, &mut self.moves);
            if self.moves.is_empty() {
                return Ok(false);
            }
            let mv = self.moves[self.random.index(self.moves.len())];
            run.generated(1);
            self.line.push(mv);
            state = self.game.apply(&state, mv);
        }
    }

    /// Whether the present line may grow.
    fn within(&self, run: &mut Run<G>) -> bool {
        self.line.len() < self.variant.playout as usize
            && run.depth_allows((self.played.len() + self.line.len()) as u32)
    }

    fn add(&mut self, arrived_by: Option<G::Move>, state: G::State, run: &mut Run<G>) -> Result<usize, Stop> {
        let mut untried = Vec::new();
        if !self.game.is_goal(&state) && run.depth_allows((self.played.len() + self.line.len()) as u32) {
            run.sizes(0, self.nodes.len() as u64);
            run.expand(self.game, &state, (self.played.len() + self.line.len()) as u32, None)?;
            self.game.moves(&state, &mut untried);
        }
        self.nodes.push(Node { state, arrived_by, untried, children: Vec::new(), visits: 0, reward: 0.0 }, run)
    }

    /// The child with the largest value, the first among equals.
    fn best_child(&self, at: usize, value: impl Fn(&Node<G>, &Node<G>) -> f64) -> Option<usize> {
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
