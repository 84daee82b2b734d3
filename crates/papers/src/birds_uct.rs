//! Future work of the Birds of a Feather paper: its tree search with a model as prior, as
//! evaluation, or both.

use patience_core::{Game, Outcome, Random, Run, Stop};
use patience_games::birds::{BirdsGame, BirdsMove, BirdsState};
use patience_search::arena::Arena;
use patience_search::report;

/// The options of [`guided_uct`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Simulations before each move.
    pub simulations: u64,
    /// The constant of exploration.
    pub exploration: f64,
    /// Children are tried in proportion to their probability, as in AlphaZero's PUCT, instead of
    /// once each.
    pub prior: bool,
    /// The value of a leaf is the model's evaluation instead of the result of a random playout.
    pub evaluation: bool,
}

struct Node {
    state: BirdsState,
    arrived_by: Option<BirdsMove>,
    /// The share of the parent's exploration.
    prior: f64,
    /// None before the node is expanded.
    children: Option<Vec<u32>>,
    visits: f64,
    reward: f64,
}

/// Runs UCT with rewards from −1 to 1; `chance` is the model's probability that a state can be won.
/// After this many simulations the child with the best mean reward is played. It ends with the
/// first won position, in the tree or in a playout. Incomplete.
///
/// ```
/// use patience_core::{Domain, Run, Verdict};
/// use patience_games::birds::BirdsDomain;
/// use patience_papers::birds_uct::{Variant, guided_uct};
///
/// let deal = BirdsDomain.instance("standard", "neller/42")?;
/// let variant = Variant { simulations: 400, exploration: 1.4, prior: false, evaluation: false };
/// let outcome = guided_uct(&deal, &|_| 0.5, &variant, &mut Run::unlimited());
/// assert_ne!(outcome.verdict, Verdict::Unsolvable, "it proves nothing");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn guided_uct(
    game: &BirdsGame,
    chance: &dyn Fn(&BirdsState) -> f64,
    variant: &Variant,
    run: &mut Run<BirdsGame>,
) -> Outcome<BirdsMove> {
    let random = Random::new(run.seed());
    let mut search = Search { game, chance, variant, random, nodes: Arena::new() };
    match search.run(run) {
        Ok(Some(plan)) => report(game, plan, 0, None),
        Ok(None) => Outcome::unknown(Stop::Incomplete),
        Err(stop) => stop.into(),
    }
}

struct Search<'a> {
    game: &'a BirdsGame,
    chance: &'a dyn Fn(&BirdsState) -> f64,
    variant: &'a Variant,
    random: Random,
    nodes: Arena<Node>,
}

impl Search<'_> {
    fn run(&mut self, run: &mut Run<BirdsGame>) -> Result<Option<Vec<BirdsMove>>, Stop> {
        let mut root = self.add(self.game.start(), None, 1.0, run)?;
        let mut played = Vec::new();
        loop {
            for _ in 0..self.variant.simulations {
                if let Some(line) = self.simulate(root, run)? {
                    return Ok(Some(played.into_iter().chain(line).collect()));
                }
            }
            let mean = |node: &Node, _: &Node| {
                if node.visits > 0.0 { node.reward / node.visits } else { f64::NEG_INFINITY }
            };
            let Some(best) = self.best_child(root, mean) else { return Ok(None) };
            played.extend(self.nodes[best].arrived_by);
            root = best;
        }
    }

    /// One simulation; its moves if it wins.
    fn simulate(
        &mut self,
        root: usize,
        run: &mut Run<BirdsGame>,
    ) -> Result<Option<Vec<BirdsMove>>, Stop> {
        let (mut path, mut line, mut at) = (vec![root], Vec::new(), root);
        let Variant { exploration: c, prior, .. } = *self.variant;
        let worth = move |node: &Node, parent: &Node| {
            let n = node.visits;
            if prior {
                let mean = if n > 0.0 { node.reward / n } else { parent.reward / parent.visits };
                mean + c * node.prior * parent.visits.sqrt() / (1.0 + n)
            } else if n == 0.0 {
                f64::INFINITY
            } else {
                node.reward / n + c * (2.0 * libm::log(parent.visits) / n).sqrt()
            }
        };
        while self.nodes[at].children.is_some() {
            run.tick()?;
            let Some(child) = self.best_child(at, worth) else { break };
            at = child;
            line.extend(self.nodes[at].arrived_by);
            path.push(at);
        }
        let state = self.nodes[at].state;
        if self.game.is_goal(&state) {
            return Ok(Some(line));
        }
        let reward = if self.nodes[at].children.is_some() {
            // No move is left.
            -1.0
        } else {
            self.expand(at, path.len() as u32 - 1, run)?;
            if self.variant.evaluation {
                2.0 * (self.chance)(&state) - 1.0
            } else if self.playout(state, &mut line, run)? {
                return Ok(Some(line));
            } else {
                -1.0
            }
        };
        for at in path {
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.reward += reward;
        }
        Ok(None)
    }

    /// Adds the children of a node, each with its share of the priors.
    fn expand(&mut self, at: usize, depth: u32, run: &mut Run<BirdsGame>) -> Result<(), Stop> {
        let state = self.nodes[at].state;
        run.expand(self.game, &state, depth, None)?;
        run.sizes(0, self.nodes.len() as u64);
        let next: Vec<(BirdsMove, BirdsState, f64)> = self
            .game
            .legal_moves(&state)
            .map(|mv| (mv, self.game.apply(&state, mv)))
            .map(|(mv, next)| {
                (mv, next, if self.variant.prior { (self.chance)(&next) } else { 1.0 })
            })
            .collect();
        run.generated(next.len() as u64);
        let total: f64 = next.iter().map(|(.., chance)| chance).sum();
        let mut children = Vec::with_capacity(next.len());
        for (mv, next, chance) in next {
            let prior = if total > 0.0 { chance / total } else { 0.0 };
            children.push(self.add(next, Some(mv), prior, run)? as u32);
        }
        self.nodes[at].children = Some(children);
        Ok(())
    }

    /// Plays at random to the end; returns whether that wins.
    fn playout(
        &mut self,
        mut state: BirdsState,
        line: &mut Vec<BirdsMove>,
        run: &mut Run<BirdsGame>,
    ) -> Result<bool, Stop> {
        let mut moves = Vec::new();
        while !self.game.is_goal(&state) {
            run.expand(self.game, &state, line.len() as u32, None)?;
            moves.clear();
            self.game.moves(&state, &mut moves);
            if moves.is_empty() {
                return Ok(false);
            }
            let mv = moves[self.random.index(moves.len())];
            run.generated(1);
            line.push(mv);
            state = self.game.apply(&state, mv);
        }
        Ok(true)
    }

    fn add(
        &mut self,
        state: BirdsState,
        arrived_by: Option<BirdsMove>,
        prior: f64,
        run: &Run<BirdsGame>,
    ) -> Result<usize, Stop> {
        let node = Node { state, arrived_by, prior, children: None, visits: 0.0, reward: 0.0 };
        self.nodes.push(node, run.budget())
    }

    /// The child with the largest value, the first among equals.
    fn best_child(&self, at: usize, value: impl Fn(&Node, &Node) -> f64) -> Option<usize> {
        let parent = &self.nodes[at];
        let mut best: Option<(f64, usize)> = None;
        for &child in parent.children.iter().flatten() {
            let value = value(&self.nodes[child as usize], parent);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child as usize));
            }
        }
        best.map(|(_, child)| child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::Verdict;
    use patience_games::birds::neller;

    /// With a model that knows every position of at most eight stacks as prior it wins where
    /// playouts alone do not.
    #[test]
    fn a_prior_that_knows_wins_and_the_seed_decides_alone() {
        let solver = |state: &BirdsState, game: &BirdsGame| {
            fn wins(game: &BirdsGame, state: &BirdsState) -> bool {
                game.is_goal(state)
                    || game.legal_moves(state).any(|mv| wins(game, &game.apply(state, mv)))
            }
            state.stacks() > 8 || wins(game, state)
        };
        let deal = neller(42);
        let chance = |state: &BirdsState| if solver(state, &deal) { 0.9 } else { 0.1 };
        for (prior, evaluation) in [(false, false), (true, false), (false, true), (true, true)] {
            let variant = Variant { simulations: 200, exploration: 0.5, prior, evaluation };
            let solve = || {
                let mut run = Run::unlimited().with_seed(2);
                let verdict = guided_uct(&deal, &chance, &variant, &mut run).verdict;
                (verdict, run.counters().expanded)
            };
            let (verdict, expanded) = solve();
            let is_won = matches!(verdict, Verdict::Solved { .. });
            assert!(evaluation || is_won == prior, "{variant:?}");
            assert_eq!(solve(), (verdict, expanded), "{variant:?}");
        }
    }
}
