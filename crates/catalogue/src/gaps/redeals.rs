//! The chance to win a game of Gaps with redeals.
//!
//! What is exact: the verdict on the deal as it lies, and that a plan wins. What is estimated: the chance after a redeal. It is
//! sampled: a shuffle is drawn, the deal that it makes is decided by the conclusive solver, and where that is lost and redeals
//! are left the game goes on by the same policy. A game whose deals were not all decided, and that was not won, is counted
//! apart, so that an interval can count it both ways.

use std::collections::BinaryHeap;
use std::time::Duration;

use patience_core::{Domain, Environment, Game, HashSet, Limits, Random, Run, Stop};
use patience_games::gaps::{Gaps, GapsDomain, Move, RedealRule, State, kept_runs, redeal};
use patience_gaps::{Config, Services};

use super::mapped;
use crate::entry::Instance;
use crate::{Context, RequestError, Verdict};

/// Expansions for the decision on one sampled deal.
const DECISION: u64 = 100_000;
/// Expansions of the search for the position with the most kept cards: of the deal itself, and of a sampled one.
const SEARCH: u64 = 200_000;
const SAMPLED_SEARCH: u64 = 2_000;

/// When a player redeals whose deal cannot be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedealPolicy {
    /// As soon as the rule allows.
    AtOnce,
    /// In the position, of those that were found, that keeps the most cards.
    MostKept,
}

impl RedealPolicy {
    /// The word used in output; it never changes.
    pub fn name(self) -> &'static str {
        match self {
            RedealPolicy::AtOnce => "at-once",
            RedealPolicy::MostKept => "most-kept",
        }
    }
}

/// What is asked about a deal.
#[derive(Clone, Debug)]
pub struct RedealQuestion {
    /// How the cards are dealt again.
    pub rule: RedealRule,
    /// The redeals that are left.
    pub redeals: u32,
    /// The most games sampled for each policy.
    pub samples: u64,
    /// The seed of the shuffles.
    pub seed: u64,
    /// The limits of the whole answer.
    pub limits: Limits,
}

/// The games sampled for a policy.
#[derive(Clone, Debug)]
pub struct SampledGames {
    /// The policy.
    pub policy: RedealPolicy,
    /// The moves up to the first redeal.
    pub plan: Vec<String>,
    /// The cards kept there.
    pub kept: usize,
    /// Whether no reachable position keeps more; always `false` at once.
    pub is_most: bool,
    /// Games sampled.
    pub samples: u64,
    /// Games won.
    pub won: u64,
    /// Games that were not won, and in which some deal stayed undecided.
    pub undecided: u64,
}

/// What was found about a deal.
#[derive(Clone, Debug)]
pub struct RedealAnswer {
    /// The verdict on the deal without a redeal.
    pub verdict: Verdict,
    /// The moves that win without one.
    pub winning: Vec<String>,
    /// The policies, the best first; none if the deal can be won as it lies, no redeal is left, or none is ever allowed.
    pub policies: Vec<SampledGames>,
    /// Whether the rule never allows a redeal: all positions were looked at.
    pub never_allowed: bool,
    /// Whether somebody asked to stop.
    pub cancelled: bool,
}

/// Answers the question about a deal that the conclusive solver takes.
///
/// # Errors
/// The instance is no such deal.
pub fn redeal_chance(
    instance: &dyn Instance,
    question: &RedealQuestion,
    context: &Context<'_>,
) -> Result<RedealAnswer, RequestError> {
    let game = instance.typed().downcast_ref::<Gaps>().filter(|game| mapped::fits(game)).ok_or_else(|| {
        RequestError::BadOption(format!(
            "{} is not a deal that redeals can be judged for; expected one of gaps that the conclusive solver decides",
            instance.id()
        ))
    })?;
    let table = Table { question, environment: context.environment };
    // A third of the time for the deal itself, up to half for the best position, the rest for samples.
    let first = table.decide(game, question.limits.expansions, 3);
    let mut answer = RedealAnswer {
        verdict: Verdict::Unknown,
        winning: Vec::new(),
        policies: Vec::new(),
        never_allowed: false,
        cancelled: false,
    };
    match first {
        patience_core::Verdict::Solved { plan, .. } => {
            answer.verdict = Verdict::Solved;
            answer.winning = texts(game, &mapped::plan(game, &plan));
            return Ok(answer);
        }
        patience_core::Verdict::Unsolvable => answer.verdict = Verdict::Unsolvable,
        patience_core::Verdict::Unknown(stop) => answer.cancelled = stop == Stop::Cancelled,
    }
    if question.redeals == 0 || answer.cancelled {
        return Ok(answer);
    }
    let mut spots: Vec<(Spot, SampledGames)> = Vec::new();
    for policy in [RedealPolicy::AtOnce, RedealPolicy::MostKept] {
        let (spot, is_whole) = table.look(game, policy, SEARCH, 2);
        let Some(spot) = spot else {
            answer.never_allowed = is_whole;
            break;
        };
        let is_most = policy == RedealPolicy::MostKept && is_whole;
        if spots.first().is_some_and(|(first, _)| first.state == spot.state) {
            continue;
        }
        let plan = texts(game, &spot.plan);
        let kept = kept_runs(game, &spot.state).iter().sum();
        spots.push((spot, SampledGames { policy, plan, kept, is_most, samples: 0, won: 0, undecided: 0 }));
    }
    for sample in 0..question.samples {
        for (spot, games) in &mut spots {
            // The same shuffles for each policy: their difference varies less.
            let mut random = Random::new(question.seed.wrapping_add(sample));
            let outcome = table.play(game, &spot.state, games.policy, question.redeals, &mut random);
            games.samples += 1;
            games.won += u64::from(outcome == Outcome::Won);
            games.undecided += u64::from(outcome == Outcome::Undecided);
        }
        answer.cancelled = context.environment.cancel.load(std::sync::atomic::Ordering::Relaxed);
        if answer.cancelled || table.is_late() {
            break;
        }
    }
    answer.policies = spots.into_iter().map(|(_, games)| games).collect();
    answer.policies.sort_by_key(|games| std::cmp::Reverse(games.won));
    Ok(answer)
}

fn texts(game: &Gaps, plan: &[Move]) -> Vec<String> {
    let start = game.start();
    plan.iter().map(|mv| GapsDomain.move_text(game, &start, *mv)).collect()
}

/// How a sampled game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Won,
    Lost,
    Undecided,
}

/// Where a redeal is made, and the moves up to there.
struct Spot {
    state: State,
    plan: Vec<Move>,
}

struct Table<'a> {
    question: &'a RedealQuestion,
    environment: Environment<'a>,
}

impl Table<'_> {
    fn is_late(&self) -> bool {
        self.question.limits.time.is_some_and(|most| self.environment.clock.elapsed() >= most)
    }

    /// Limits of a part of the work, which ends when one `share`-th of all time is over.
    fn limits(&self, expansions: Option<u64>, share: u32) -> Limits {
        let time = self.question.limits.time.map(|most: Duration| most / share);
        Limits { time, expansions, depth: None, ..self.question.limits.clone() }
    }

    fn decide(&self, game: &Gaps, expansions: Option<u64>, share: u32) -> patience_core::Verdict<patience_gaps::Move> {
        let config = Config { seed: self.question.seed, ..Config::default() };
        let services = Services::new(self.environment);
        let limits = self.limits(expansions, share);
        match patience_gaps::solve(&mapped::board(game), &config, &limits, services) {
            Ok(solution) => solution.verdict,
            // Only files can be at fault, and there are none.
            Err(_) => patience_core::Verdict::Unknown(Stop::Incomplete),
        }
    }

    /// A game from a redeal on: won, or lost as far as every deal of it was decided.
    fn play(&self, game: &Gaps, state: &State, policy: RedealPolicy, left: u32, random: &mut Random) -> Outcome {
        let dealt = redeal(game, state, self.question.rule, random.next_u64());
        let lost = match self.decide(&dealt, Some(DECISION), 1) {
            patience_core::Verdict::Solved { .. } => return Outcome::Won,
            patience_core::Verdict::Unsolvable => Outcome::Lost,
            patience_core::Verdict::Unknown(_) => Outcome::Undecided,
        };
        if left <= 1 {
            return lost;
        }
        // Past the time nothing more is won: the game counts as undecided.
        if self.is_late() {
            return Outcome::Undecided;
        }
        let (Some(spot), _) = self.look(&dealt, policy, SAMPLED_SEARCH, 1) else { return lost };
        match self.play(&dealt, &spot.state, policy, left - 1, random) {
            Outcome::Lost => lost,
            other => other,
        }
    }

    /// Where the policy redeals, and whether all positions were looked at.
    fn look(&self, game: &Gaps, policy: RedealPolicy, most: u64, share: u32) -> (Option<Spot>, bool) {
        let kept = |state: &State| kept_runs(game, state).iter().sum::<usize>();
        let mut run = Run::new(self.limits(Some(most), share), self.environment);
        let mut nodes: Vec<(State, Option<(usize, Move)>)> = vec![(game.start(), None)];
        let mut seen = HashSet::from_iter([game.key(&game.start())]);
        // By kept cards, then the oldest first; at once, the oldest alone.
        let weight = |state: &State| if policy == RedealPolicy::MostKept { kept(state) } else { 0 };
        let mut open = BinaryHeap::from([(weight(&nodes[0].0), std::cmp::Reverse(0))]);
        let mut best: Option<(usize, usize)> = None;
        let (mut moves, mut is_whole) = (Vec::new(), true);
        while let Some((_, std::cmp::Reverse(node))) = open.pop() {
            let state = nodes[node].0;
            if self.question.rule.allows(game, &state) && best.is_none_or(|(most, _)| kept(&state) > most) {
                best = Some((kept(&state), node));
                if policy == RedealPolicy::AtOnce {
                    is_whole = false;
                    break;
                }
            }
            if run.expand(game, &state, 0, None).is_err() {
                is_whole = false;
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                let next = game.apply(&state, mv);
                if seen.insert(game.key(&next)) {
                    nodes.push((next, Some((node, mv))));
                    open.push((weight(&next), std::cmp::Reverse(nodes.len() - 1)));
                }
            }
        }
        let spot = best.map(|(_, node)| {
            let (mut plan, mut at) = (Vec::new(), node);
            while let Some((before, mv)) = nodes[at].1 {
                plan.push(mv);
                at = before;
            }
            plan.reverse();
            Spot { state: nodes[node].0, plan }
        });
        (spot, is_whole)
    }
}
