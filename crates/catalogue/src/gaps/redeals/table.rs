//! Sampled games, and the positions for redeals.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;

use patience_core::{
    Budget, Environment, Game, HashSet, Limits, Random, Run, Stop, Verdict, replay,
};
use patience_games::gaps::{Gaps, Move, State, kept_runs, redeal};
use patience_gaps::{Config, Services, Solver};

use super::answer::{RedealCut, RedealPolicy, RedealQuestion};
use super::outcome::{Outcome, Spot};
use crate::gaps::{mapped, reduced};

/// Expansions for deciding one deal of a game.
const DECISION: u64 = 1_000_000;
/// Like [`DECISION`], for deals that only the solver with persistent sets accepts: it expands a few
/// thousand positions per second.
const SLOW_DECISION: u64 = 10_000;
/// Expansions of the search for the positions with the most kept cards: of the deal itself, and of
/// a sampled one.
pub(super) const SEARCH: u64 = 200_000;
const SAMPLED_SEARCH: u64 = 2_000;

/// The deadlines, in twelfths of the total time, of the decision on the deal, the search for
/// positions, the choice between them, and the whole answer.
pub(super) const DEAL: u32 = 4;
pub(super) const SPOTS: u32 = 6;
pub(super) const CHOICE: u32 = 9;
pub(super) const ALL: u32 = 12;

pub(super) struct Table<'a> {
    pub question: &'a RedealQuestion,
    environment: Environment<'a>,
    cut: Cell<RedealCut>,
    /// Whether a plan failed the replay: then there is no answer.
    defect: Cell<bool>,
}

impl<'a> Table<'a> {
    pub fn new(question: &'a RedealQuestion, environment: Environment<'a>) -> Self {
        Table { question, environment, cut: Cell::default(), defect: Cell::new(false) }
    }

    /// Whether a solver has shown a defect.
    pub fn has_defect(&self) -> bool {
        self.defect.get()
    }

    /// The limits that have left something undecided.
    pub fn cut(&self) -> RedealCut {
        self.cut.get()
    }

    /// Records the reason why work ended. Only the expansions for the deal itself are a limit of
    /// the question.
    fn note(&self, stop: Stop) {
        let cut = self.cut.get();
        self.cut.set(RedealCut {
            time: cut.time || matches!(stop, Stop::Time | Stop::CpuTime),
            memory: cut.memory || stop == Stop::Memory,
            ..cut
        });
    }

    fn part(time: Option<Duration>, twelfths: u32) -> Option<Duration> {
        time.map(|most| most * twelfths / ALL)
    }

    fn poll(&self, twelfths: u32) -> Result<(), Stop> {
        Budget::new(self.limits(None, twelfths), self.environment).poll()
    }

    /// Whether work with a deadline of this many twelfths must end undecided.
    pub fn is_over(&self, twelfths: u32) -> bool {
        self.poll(twelfths).inspect_err(|stop| self.note(*stop)).is_err()
    }

    /// Whether the question was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.poll(ALL) == Err(Stop::Cancelled)
    }

    fn limits(&self, expansions: Option<u64>, twelfths: u32) -> Limits {
        Limits {
            time: Self::part(self.question.limits.time, twelfths),
            cpu_time: Self::part(self.question.limits.cpu_time, twelfths),
            expansions,
            depth: None,
            ..self.question.limits.clone()
        }
    }

    /// Decides the deal itself.
    pub fn decide_deal(&self, game: &Gaps) -> Verdict<Move> {
        let verdict = self.decide(game, self.question.limits.expansions, DEAL);
        if matches!(verdict, Verdict::Unknown(Stop::Expansions)) {
            self.cut.set(RedealCut { expansions: true, ..self.cut.get() });
        }
        verdict
    }

    /// Decides a deal of a game.
    pub fn decision(&self, game: &Gaps) -> Verdict<Move> {
        self.decide(game, Some(if mapped::fits(game) { DECISION } else { SLOW_DECISION }), ALL)
    }

    /// Decides a deal with the exact solver or, if that does not accept it, with the solver with
    /// persistent sets. A plan that the rules reject is recorded as a defect.
    fn decide(&self, game: &Gaps, expansions: Option<u64>, twelfths: u32) -> Verdict<Move> {
        let limits = self.limits(expansions, twelfths);
        let (seed, environment) = (self.question.seed, self.environment);
        let verdict = match mapped::fits(game) {
            true => {
                let config = Config { seed, ..Config::default() };
                let board = mapped::board(game);
                let solver = Solver::new(&board).config(config).limits(limits);
                let answer = solver.services(Services::new(environment)).solve();
                of_deal(answer.verdict, |plan| mapped::plan(game, plan))
            }
            false => reduced::decide(game, limits, environment, seed),
        };
        if let Verdict::Unknown(stop) = &verdict {
            self.note(*stop);
        }
        let verdict = match verdict {
            Verdict::Solved { plan, .. } if replay(game, &plan).is_err() => {
                Verdict::Unknown(Stop::Defect)
            }
            verdict => verdict,
        };
        self.defect.set(self.defect.get() || verdict == Verdict::Unknown(Stop::Defect));
        verdict
    }

    /// Plays a game that redeals at a spot and continues by a policy; returns its state after each
    /// redeal.
    pub fn play(&self, game: &Gaps, spot: &Spot, policy: RedealPolicy, seed: u64) -> Vec<Outcome> {
        let mut random = Random::new(seed);
        let redeals = self.question.redeals as usize;
        let mut rounds = Vec::with_capacity(redeals);
        let (mut stands, mut dealt, mut spot) = (Outcome::Lost, game.clone(), spot.clone());
        while rounds.len() < redeals && stands != Outcome::Won {
            dealt = redeal(&dealt, &spot.state, self.question.rule, random.next_u64());
            match self.decision(&dealt) {
                Verdict::Solved { .. } => stands = Outcome::Won,
                Verdict::Unsolvable => {}
                Verdict::Unknown(_) => stands = Outcome::Undecided,
            }
            rounds.push(stands);
            // Games that are not won by the deadline are undecided.
            if stands != Outcome::Won && self.is_over(ALL) {
                stands = Outcome::Undecided;
                break;
            }
            if rounds.len() == redeals || stands == Outcome::Won {
                break;
            }
            let (next, is_whole) = match policy {
                RedealPolicy::MostKept => self.most_kept(&dealt),
                _ => self.first(&dealt, ALL),
            };
            let Some(next) = next else {
                // Only a search of all positions proves that the rule allows no redeal.
                stands = if is_whole { stands } else { Outcome::Undecided };
                break;
            };
            spot = next;
        }
        rounds.resize(redeals, stands);
        rounds
    }

    /// Returns the position with the fewest moves in which the rule allows a redeal; if there is
    /// none, whether all positions were examined.
    pub fn first(&self, game: &Gaps, twelfths: u32) -> (Option<Spot>, bool) {
        let mut spot = None;
        let mut look = Look::new(self, game);
        let is_whole = look.search(
            SEARCH,
            twelfths,
            |_| 0,
            |look, node| {
                let is_found = self.question.rule.allows(game, &look.nodes[node].0);
                if is_found {
                    spot = Some(look.spot(node));
                }
                is_found
            },
        );
        (spot, is_whole)
    }

    /// Returns the position of a sampled deal that keeps the most cards; without one, whether all
    /// positions were examined.
    fn most_kept(&self, game: &Gaps) -> (Option<Spot>, bool) {
        let (mut spots, is_whole) = self.spots(game, SAMPLED_SEARCH, ALL, 1);
        (spots.pop(), is_whole)
    }

    /// Returns at most `limit` positions that keep different numbers of cards, in descending order,
    /// and whether all positions were examined. The result of a redeal depends only on the lengths
    /// of the leading runs, up to the names of suits and the order of rows. Among positions that
    /// keep the same number of cards, the position whose shortest run is longest represents them
    /// all: the gap after a finished row takes no card.
    pub fn spots(
        &self,
        game: &Gaps,
        expansions: u64,
        twelfths: u32,
        most: usize,
    ) -> (Vec<Spot>, bool) {
        let mut found: BTreeMap<usize, ([usize; 4], usize)> = BTreeMap::new();
        let mut look = Look::new(self, game);
        let is_whole = look.search(
            expansions,
            twelfths,
            |state| kept_runs(game, state).iter().sum(),
            |look, node| {
                let state = &look.nodes[node].0;
                if self.question.rule.allows(game, state) {
                    let mut runs = kept_runs(game, state);
                    runs.sort_unstable();
                    let best = found.entry(runs.iter().sum()).or_insert((runs, node));
                    if runs > best.0 {
                        *best = (runs, node);
                    }
                }
                false
            },
        );
        let nodes: Vec<usize> = found.into_values().rev().map(|(_, node)| node).collect();
        let count = nodes.len().min(most);
        let spread = (0..count).map(|index| nodes[index * (nodes.len() - 1) / (count - 1).max(1)]);
        (spread.map(|node| look.spot(node)).collect(), is_whole)
    }
}

/// Converts the plan of a verdict to other moves.
fn of_deal<M, N>(verdict: Verdict<M>, plan_of: impl FnOnce(&[M]) -> Vec<N>) -> Verdict<N> {
    match verdict {
        Verdict::Solved { plan, optimal, stop } => {
            Verdict::Solved { plan: plan_of(&plan), optimal, stop }
        }
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Unknown(stop) => Verdict::Unknown(stop),
    }
}

/// A search through the positions of a deal that stores how each was reached.
pub(super) struct Look<'a> {
    table: &'a Table<'a>,
    game: &'a Gaps,
    pub nodes: Vec<(State, Option<(usize, Move)>)>,
}

impl<'a> Look<'a> {
    pub fn new(table: &'a Table<'a>, game: &'a Gaps) -> Self {
        Look { table, game, nodes: vec![(game.start(), None)] }
    }

    /// Visits positions by descending weight, the oldest first among equal weights, until `visit`
    /// returns true, a limit is reached, or all were visited; returns whether all were.
    pub fn search(
        &mut self,
        expansions: u64,
        twelfths: u32,
        weight: impl Fn(&State) -> usize,
        mut visit: impl FnMut(&Self, usize) -> bool,
    ) -> bool {
        let (game, table) = (self.game, self.table);
        let mut run = Run::new(table.limits(Some(expansions), twelfths), table.environment);
        let mut seen = HashSet::from_iter([game.key(&game.start())]);
        let mut open = BinaryHeap::from([(weight(&game.start()), Reverse(0))]);
        let mut moves = Vec::new();
        while let Some((_, Reverse(node))) = open.pop() {
            let state = self.nodes[node].0;
            if visit(self, node) {
                return false;
            }
            if let Err(stop) = run.expand(game, &state, 0, None) {
                table.note(stop);
                return false;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                let next = game.apply(&state, mv);
                if seen.insert(game.key(&next)) {
                    self.nodes.push((next, Some((node, mv))));
                    open.push((weight(&next), Reverse(self.nodes.len() - 1)));
                }
            }
        }
        true
    }

    pub fn spot(&self, node: usize) -> Spot {
        let (mut plan, mut at) = (Vec::new(), node);
        while let Some((before, mv)) = self.nodes[at].1 {
            plan.push(mv);
            at = before;
        }
        plan.reverse();
        let state = self.nodes[node].0;
        Spot { state, plan, kept: kept_runs(self.game, &state).iter().sum() }
    }
}
