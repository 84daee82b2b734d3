//! Questions and answers about redeals.

use patience_core::{Domain, Game, Limits};
use patience_games::gaps::{Gaps, GapsDomain, Move, RedealRule};
use serde::{Deserialize, Serialize};

use super::outcome::{Outcome, Spot};
use crate::Verdict;

/// When a player with a lost deal redeals; [`redeal_chance`](super::redeal_chance) samples games of
/// each policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedealPolicy {
    /// As soon as the rule allows a redeal.
    AtOnce,
    /// In the position, among those found, that keeps the most cards.
    MostKept,
    /// First in the position that won the largest share of a separate sample, then as `AtOnce`.
    BestFound,
    /// For rules without shuffling: at any position from which a search finds a win.
    Searched,
}

impl RedealPolicy {
    /// The word used in output; it never changes.
    pub fn name(self) -> &'static str {
        match self {
            RedealPolicy::AtOnce => "at-once",
            RedealPolicy::MostKept => "most-kept",
            RedealPolicy::BestFound => "best-found",
            RedealPolicy::Searched => "searched",
        }
    }
}

/// A question for [`redeal_chance`](super::redeal_chance) about a deal.
#[derive(Clone, Debug)]
pub struct RedealQuestion {
    /// The redeal rule.
    pub rule: RedealRule,
    /// Remaining redeals.
    pub redeals: u32,
    /// Maximum number of games sampled per policy.
    pub samples: u64,
    /// The seed of the shuffles.
    pub seed: u64,
    /// Whether the deal is already proved lost without a redeal.
    pub is_lost: bool,
    /// The limits of the whole answer.
    pub limits: Limits,
}

/// The counts of sampled games won and undecided with some number of redeals, from
/// [`redeal_chance`](super::redeal_chance).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedealTally {
    /// Games won.
    pub won: u64,
    /// Games not won in which some deal stayed undecided.
    pub undecided: u64,
}

/// The games that [`redeal_chance`](super::redeal_chance) samples for a policy.
#[derive(Clone, Debug)]
pub struct SampledGames {
    /// The policy.
    pub policy: RedealPolicy,
    /// The moves up to the first redeal; for a game that a search won, all moves.
    pub plan: Vec<String>,
    /// The cards kept there.
    pub kept: usize,
    /// Whether no reachable position keeps more; always `false` for `AtOnce`.
    pub is_most: bool,
    /// Games sampled.
    pub samples: u64,
    /// Results with 1, 2, … redeals, up to the remaining number.
    pub tallies: Vec<RedealTally>,
}

impl SampledGames {
    pub(super) fn new(
        game: &Gaps,
        policy: RedealPolicy,
        spot: &Spot,
        is_most: bool,
        redeals: u32,
    ) -> Self {
        let tallies = vec![RedealTally::default(); redeals as usize];
        SampledGames {
            policy,
            plan: texts(game, &spot.plan),
            kept: spot.kept,
            is_most,
            samples: 0,
            tallies,
        }
    }

    pub(super) fn add(&mut self, rounds: &[Outcome]) {
        self.samples += 1;
        for (tally, outcome) in self.tallies.iter_mut().zip(rounds) {
            tally.won += u64::from(*outcome == Outcome::Won);
            tally.undecided += u64::from(*outcome == Outcome::Undecided);
        }
    }

    /// Whether the games are exact rather than a sample: nothing in them is random.
    pub fn are_proved(&self) -> bool {
        self.policy == RedealPolicy::Searched && self.samples > 0
    }

    /// Results with all remaining redeals.
    pub fn total(&self) -> RedealTally {
        self.tallies.last().copied().unwrap_or_default()
    }
}

/// The limits of a [`RedealQuestion`] that left part of its answer undecided: larger limits may
/// decide more. Fixed limits, which are the same for every question, do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RedealCut {
    /// The time.
    pub time: bool,
    /// The expansions for the deal without a redeal.
    pub expansions: bool,
    /// The memory.
    pub memory: bool,
}

/// The answer of [`redeal_chance`](super::redeal_chance) about a deal.
#[derive(Clone, Debug)]
pub struct RedealAnswer {
    /// The verdict on the deal without a redeal.
    pub verdict: Verdict,
    /// The moves that win without a redeal.
    pub winning: Vec<String>,
    /// The policies, the recommended one first; empty if the deal is winnable without a redeal, no
    /// redeal is left, or none is ever allowed.
    pub policies: Vec<SampledGames>,
    /// Whether the rule never allows a redeal, as an examination of all positions has shown.
    pub never_allowed: bool,
    /// The limits that left something undecided.
    pub cut: RedealCut,
    /// Whether the question was cancelled.
    pub cancelled: bool,
}

pub(super) fn texts(game: &Gaps, plan: &[Move]) -> Vec<String> {
    let start = game.start();
    plan.iter().map(|mv| GapsDomain.move_text(game, &start, *mv)).collect()
}
