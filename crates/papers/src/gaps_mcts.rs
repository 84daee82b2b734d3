//! The Monte Carlo tree search of the Gaps paper (Darmanger, Gombas and Radomski 2024), exactly as
//! in its program.
//!
//! It differs from textbook UCT: all children of a leaf are added at once, one of the four best is
//! drawn, playouts are guided by the evaluation S, S is also added when comparing children, and the
//! random numbers come from a small generator reseeded for every draw. Floating-point operations
//! follow the order of the program, so results agree to the last bit. Incomplete.

use patience_core::{Evaluation, Game, Outcome, Run, Stop};
use patience_games::gaps::PaperRandom;
use patience_search::arena::Arena;
use patience_search::report;

/// The parameters of [`solve`]. The default is the program's (its text says 1,000 iterations).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Total number of simulations.
    pub iterations: u64,
    /// Maximum number of moves of a playout.
    pub playout: u64,
    /// Number of best successors from which a playout draws.
    pub choices: usize,
    /// The factor of the exploration term.
    pub exploration: f64,
    /// The weight of S when comparing children.
    pub evaluation: f64,
    /// The seed of the first draw.
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            iterations: 3000,
            playout: 100,
            choices: 4,
            exploration: 0.3,
            evaluation: 0.2,
            seed: 42,
        }
    }
}

/// The result of [`solve`], with the size of its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The plan if the best line wins; otherwise unknown, as the method is incomplete, or a limit.
    pub outcome: Outcome<M>,
    /// Nodes of the tree, including the root.
    pub tree_nodes: u64,
}

/// Runs the search. Generating the successors of a state counts as an expansion, in the tree and in
/// playouts.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::gaps::{GapsDomain, PaperScore};
/// use patience_papers::gaps_mcts::{Parameters, solve};
///
/// let deal = GapsDomain.instance("paper", "paper/4x5/20/1")?;
/// let answer = solve(
///     &deal,
///     &PaperScore,
///     &Parameters { iterations: 50, ..Parameters::default() },
///     &mut Run::unlimited(),
/// );
/// assert!(answer.tree_nodes > 0 && answer.outcome.verdict != Verdict::Unsolvable);
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn solve<G: Game>(
    game: &G,
    evaluation: &dyn Evaluation<G>,
    parameters: &Parameters,
    run: &mut Run<G>,
) -> Answer<G::Move> {
    let mut search = TreeSearch { game, evaluation, parameters, nodes: Arena::new() };
    let end = search.run(run);
    let tree_nodes = search.nodes.len() as u64;
    let outcome = match end {
        Ok(()) => match search.best_line() {
            Some(plan) => report(game, plan, 0, None),
            None => Outcome::unknown(Stop::Incomplete),
        },
        Err(stop) => stop.into(),
    };
    Answer { outcome, tree_nodes }
}

/// Draws an index below `count` with weights `count`, …, 2, 1; the generator is reseeded for each
/// draw.
fn draw(count: usize, seed: u64) -> usize {
    let total = (count * (count + 1) / 2) as f64;
    let mut left = PaperRandom::new(seed).unit() * total;
    for index in 0..count {
        left -= (count - index) as f64;
        if left < 0.0 {
            return index;
        }
    }
    count - 1
}

struct TreeNode<G: Game> {
    state: G::State,
    arrived_by: Option<G::Move>,
    /// S of the state.
    quality: f64,
    children: Vec<u32>,
    /// n.
    visits: u32,
    /// v: the sum of the rewards.
    value: f64,
}

struct TreeSearch<'a, G: Game> {
    game: &'a G,
    evaluation: &'a dyn Evaluation<G>,
    parameters: &'a Parameters,
    nodes: Arena<TreeNode<G>>,
}

impl<G: Game> TreeSearch<'_, G> {
    fn run(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        let mut moves = Vec::new();
        self.add(None, self.game.start(), run)?;
        for iteration in 0..self.parameters.iterations {
            // 1. Select.
            let mut path = vec![0];
            let mut at = 0;
            while !self.nodes[at].children.is_empty() {
                run.tick()?;
                at = self.select(at);
                path.push(at);
            }
            // 2. Expand.
            let seed = self.parameters.seed.wrapping_add(iteration);
            let mut reward_of = self.nodes[at].state.clone();
            run.sizes(0, self.nodes.len() as u64);
            run.expand(self.game, &reward_of, path.len() as u32 - 1, None)?;
            moves.clear();
            self.game.moves(&reward_of, &mut moves);
            run.generated(moves.len() as u64);
            for &mv in &moves {
                let child = self.add(Some(mv), self.game.apply(&reward_of, mv), run)?;
                self.nodes[at].children.push(child as u32);
            }
            if !moves.is_empty() {
                let mut children = std::mem::take(&mut self.nodes[at].children);
                let states: Vec<G::State> = children
                    .iter()
                    .map(|&child| self.nodes[child as usize].state.clone())
                    .collect();
                let (chosen, order) = self.choose(&states, seed);
                let chosen = children[chosen] as usize;
                // The program sorts in place, so the children stay in this order.
                if let Some(order) = order {
                    children = order.into_iter().map(|index| children[index]).collect();
                }
                self.nodes[at].children = children;
                path.push(chosen);
                reward_of = self.nodes[chosen].state.clone();
            }
            // 3. Play out.
            for depth in 0..self.parameters.playout {
                if self.game.is_goal(&reward_of) {
                    break;
                }
                run.expand(self.game, &reward_of, path.len() as u32 - 1 + depth as u32, None)?;
                moves.clear();
                self.game.moves(&reward_of, &mut moves);
                if moves.is_empty() {
                    break;
                }
                run.generated(moves.len() as u64);
                let states: Vec<G::State> =
                    moves.iter().map(|&mv| self.game.apply(&reward_of, mv)).collect();
                let (chosen, _) = self.choose(&states, seed.wrapping_add(depth));
                reward_of = states.into_iter().nth(chosen).expect("an index of the successors");
            }
            // 4. Back up.
            let reward = self.evaluation.value(self.game, &reward_of);
            for at in path {
                let node = &mut self.nodes[at];
                node.visits += 1;
                node.value += reward;
            }
        }
        Ok(())
    }

    /// The child to descend to: from left to right, a child replaces the incumbent if its U plus
    /// its weighted S exceeds the incumbent's U alone.
    fn select(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let u = |node: &TreeNode<G>| {
            let n = f64::from(node.visits) + 1.0;
            let log = libm::log(f64::from(parent.visits) + 1.0);
            node.value / n + self.parameters.exploration * (2.0 * log / n).sqrt()
        };
        let mut best = parent.children[0] as usize;
        for &child in &parent.children[1..] {
            let child = child as usize;
            if u(&self.nodes[child]) + self.parameters.evaluation * self.nodes[child].quality
                > u(&self.nodes[best])
            {
                best = child;
            }
        }
        best
    }

    /// The first won state; otherwise a draw among the best by S, weighted towards better ones,
    /// with the order by S.
    fn choose(&self, states: &[G::State], seed: u64) -> (usize, Option<Vec<usize>>) {
        if let Some(won) = states.iter().position(|state| self.game.is_goal(state)) {
            return (won, None);
        }
        let quality: Vec<f64> =
            states.iter().map(|state| self.evaluation.value(self.game, state)).collect();
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by(|&a, &b| quality[b].total_cmp(&quality[a]));
        (order[draw(order.len().min(self.parameters.choices), seed)], Some(order))
    }

    fn add(
        &mut self,
        arrived_by: Option<G::Move>,
        state: G::State,
        run: &Run<G>,
    ) -> Result<usize, Stop> {
        let quality = self.evaluation.value(self.game, &state);
        self.nodes.push(
            TreeNode { state, arrived_by, quality, children: Vec::new(), visits: 0, value: 0.0 },
            run.budget(),
        )
    }

    /// The moves from the root along the children of largest value (the first if tied), if they
    /// win.
    fn best_line(&self) -> Option<Vec<G::Move>> {
        let mut plan = Vec::new();
        let mut at = 0;
        while let Some((&first, rest)) = self.nodes[at].children.split_first() {
            let value = |child: u32| self.nodes[child as usize].value;
            at = rest
                .iter()
                .fold(first, |best, &child| if value(child) > value(best) { child } else { best })
                as usize;
            plan.extend(self.nodes[at].arrived_by);
        }
        self.game.is_goal(&self.nodes[at].state).then_some(plan)
    }
}
