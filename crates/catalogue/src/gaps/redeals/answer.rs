//! Questions and answers about redeals.

use patience_core::{Domain, Game, Limits};
use patience_games::gaps::{Gaps, GapsDomain, Move, RedealRule};
use serde::{Deserialize, Serialize};

use super::outcome::{Outcome, Spot};
use crate::Verdict;

/// When a player redeals whose deal cannot be won; [`redeal_chance`](super::redeal_chance) samples games of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedealPolicy {
    /// As soon as the rule allows.
    AtOnce,
    /// In the position, of those that were found, that keeps the most cards.
    MostKept,
    /// First in the position that won most games of its own sample, then as `AtOnce`.
    BestFound,
    /// Without shuffling: wherever it wins, by a search for such positions.
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
    /// How the cards are dealt again.
    pub rule: RedealRule,
    /// Remaining redeals.
    pub redeals: u32,
    /// The most games sampled for each policy.
    pub samples: u64,
    /// The seed of the shuffles.
    pub seed: u64,
    /// Whether it was proved before that the deal is lost as it lies.
    pub is_lost: bool,
    /// The limits of the whole answer.
    pub limits: Limits,
}

/// How many of the sampled games are won, and how many are open, with some number of redeals, of
/// [`redeal_chance`](super::redeal_chance).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedealTally {
    /// Games won.
    pub won: u64,
    /// Games that were not won, and in which some deal stayed undecided.
    pub undecided: u64,
}

/// The games that [`redeal_chance`](super::redeal_chance) samples for a policy.
#[derive(Clone, Debug)]
pub struct SampledGames {
    /// The policy.
    pub policy: RedealPolicy,
    /// The moves up to the first redeal; of a game that was searched and can be won, all of it.
    pub plan: Vec<String>,
    /// The cards kept there.
    pub kept: usize,
    /// Whether no reachable position keeps more; always `false` at once.
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

    /// Whether the games are not a sample: nothing in them is random.
    pub fn are_proved(&self) -> bool {
        self.policy == RedealPolicy::Searched && self.samples > 0
    }

    /// Results with all remaining redeals.
    pub fn total(&self) -> RedealTally {
        self.tallies.last().copied().unwrap_or_default()
    }
}

/// Which of the limits of a [`RedealQuestion`] left something of its answer open: with more of them
/// the answer may say more. The limits that every question has, whatever it asks, do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RedealCut {
    /// The time.
    pub time: bool,
    /// The expansions for the deal as it lies.
    pub expansions: bool,
    /// The memory.
    pub memory: bool,
}

/// The answer of [`redeal_chance`](super::redeal_chance) about a deal.
#[derive(Clone, Debug)]
pub struct RedealAnswer {
    /// The verdict on the deal without a redeal.
    pub verdict: Verdict,
    /// The moves that win without one.
    pub winning: Vec<String>,
    /// The policies, the recommended one first; none if the deal can be won as it lies, no redeal
    /// is left, or none is ever allowed.
    pub policies: Vec<SampledGames>,
    /// Whether the rule never allows a redeal: all positions were examined.
    pub never_allowed: bool,
    /// The limits that left something open.
    pub cut: RedealCut,
    /// Whether the question was cancelled.
    pub cancelled: bool,
}

pub(super) fn texts(game: &Gaps, plan: &[Move]) -> Vec<String> {
    let start = game.start();
    plan.iter().map(|mv| GapsDomain.move_text(game, &start, *mv)).collect()
}
