//! The chance to win a game of Gaps with redeals.
//!
//! What is exact: the verdict on the deal as it lies, and that a plan wins. What is estimated: the
//! chance after a redeal. It is sampled: a shuffle is drawn, the deal that it makes is decided by a
//! solver that proves what it says, and where that is lost and redeals are left the game goes on by
//! the same policy. A game whose deals were not all decided, and that was not won, is counted
//! apart, so that an interval can count it both ways. Where nothing is shuffled there is no chance:
//! such games are proved.

mod played;
mod table;
mod unshuffled;

use patience_core::{Domain, Game, Limits, Random, Stop};
use patience_games::gaps::{Gaps, GapsDomain, Move, RedealRule};
use serde::{Deserialize, Serialize};

pub use self::played::{Redeal, RedealError, RedealOffer, play_on, redeal_offers, redealt};
use self::table::{Outcome, Spot, Table};
use super::{mapped, reduced};
use crate::entry::Instance;
use crate::{Context, RequestError, Verdict};

/// Positions, from the most kept cards to the fewest, among which the best found is chosen, beside
/// the deal as it lies.
const MAX_SPOTS: usize = 7;
/// The first games of each of them are one in so many of those that are sampled afterwards.
const SHARE: u64 = 16;

/// When a player redeals whose deal cannot be won; [`redeal_chance`] samples games of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedealPolicy {
    /// As soon as the rule allows.
    AtOnce,
    /// In the position, of those that were found, that keeps the most cards.
    MostKept,
    /// First in the position that won the most games of a sample of its own, then as `AtOnce`.
    BestFound,
    /// Where nothing is shuffled: wherever it wins, by a search for such positions.
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

/// What [`redeal_chance`] is asked about a deal.
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
    /// Whether it was proved before that the deal is lost as it lies.
    pub is_lost: bool,
    /// The limits of the whole answer.
    pub limits: Limits,
}

/// How many of the sampled games are won, and how many are open, with some number of redeals, of
/// [`redeal_chance`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedealTally {
    /// Games won.
    pub won: u64,
    /// Games that were not won, and in which some deal stayed undecided.
    pub undecided: u64,
}

/// The games that [`redeal_chance`] samples for a policy.
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
    /// What became of them with 1, 2, … redeals, up to those that are left.
    pub tallies: Vec<RedealTally>,
}

impl SampledGames {
    fn new(game: &Gaps, policy: RedealPolicy, spot: &Spot, is_most: bool, redeals: u32) -> Self {
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

    fn add(&mut self, rounds: &[Outcome]) {
        self.samples += 1;
        for (tally, outcome) in self.tallies.iter_mut().zip(rounds) {
            tally.won += u64::from(*outcome == Outcome::Won);
            tally.undecided += u64::from(*outcome == Outcome::Undecided);
        }
    }

    /// Whether they are no sample: nothing in them is chance.
    pub fn are_proved(&self) -> bool {
        self.policy == RedealPolicy::Searched && self.samples > 0
    }

    /// What became of the games with all redeals that are left.
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

/// What [`redeal_chance`] found about a deal.
#[derive(Clone, Debug)]
pub struct RedealAnswer {
    /// The verdict on the deal without a redeal.
    pub verdict: Verdict,
    /// The moves that win without one.
    pub winning: Vec<String>,
    /// The policies, the recommended one first; none if the deal can be won as it lies, no redeal
    /// is left, or none is ever allowed.
    pub policies: Vec<SampledGames>,
    /// Whether the rule never allows a redeal: all positions were looked at.
    pub never_allowed: bool,
    /// The limits that left something open.
    pub cut: RedealCut,
    /// Whether somebody asked to stop.
    pub cancelled: bool,
}

/// Answers the question about a deal that the conclusive solver takes, or the one with persistent
/// sets.
///
/// ```
/// use patience_catalogue::gaps::{RedealQuestion, RedealRule, redeal_chance};
/// use patience_catalogue::{Context, Verdict, open};
/// use patience_core::Limits;
///
/// let deal = open("gaps:random/4x4/1")?;
/// let question = RedealQuestion {
///     rule: RedealRule::Pysol,
///     redeals: 1,
///     samples: 10,
///     seed: 1,
///     is_lost: false,
///     limits: Limits::default(),
/// };
/// let answer = redeal_chance(&*deal, &question, &Context::unwatched())?;
/// assert_ne!(answer.verdict, Verdict::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The instance is no such deal, or a solver has a defect.
pub fn redeal_chance(
    instance: &dyn Instance,
    question: &RedealQuestion,
    context: &Context<'_>,
) -> Result<RedealAnswer, RequestError> {
    let judged = |game: &&Gaps| mapped::fits(game) || reduced::fits(game);
    let game = instance.typed().downcast_ref::<Gaps>().filter(judged).ok_or_else(|| {
        RequestError::BadOption(format!(
            "{} is not a deal that redeals can be judged for; expected one of gaps with one deck that the solvers conclusive or \
             reduced take",
            instance.id()
        ))
    })?;
    let table = Table::new(question, context.environment);
    let mut answer = answered(game, &table);
    RequestError::if_defect(table.has_defect().then_some(Stop::Defect), "redeal", instance)?;
    answer.cut = table.cut();
    Ok(answer)
}

fn answered(game: &Gaps, table: &Table<'_>) -> RedealAnswer {
    let question = table.question;
    let mut answer = RedealAnswer {
        verdict: Verdict::Unknown,
        winning: Vec::new(),
        policies: Vec::new(),
        never_allowed: false,
        cut: RedealCut::default(),
        cancelled: false,
    };
    let known =
        if question.is_lost { patience_core::Verdict::Unsolvable } else { table.decide_deal(game) };
    match known {
        patience_core::Verdict::Solved { plan, .. } => {
            answer.verdict = Verdict::Solved;
            answer.winning = texts(game, &plan);
            return answer;
        }
        patience_core::Verdict::Unsolvable => answer.verdict = Verdict::Unsolvable,
        patience_core::Verdict::Unknown(stop) => answer.cancelled = stop == Stop::Cancelled,
    }
    if question.redeals == 0 || answer.cancelled {
        return answer;
    }
    if !question.rule.shuffles() {
        answer.policies.push(unshuffled::searched(
            table,
            game,
            answer.verdict == Verdict::Unsolvable,
        ));
        answer.cancelled = table.is_cancelled();
        return answer;
    }
    match table.first(game, table::SPOTS) {
        (Some(at_once), _) => sample(table, game, &at_once, &mut answer),
        (None, is_whole) => answer.never_allowed = is_whole,
    }
    answer
}

/// Plays sampled games by each policy, where `at_once` is the first position in which a redeal is
/// allowed.
fn sample(table: &Table<'_>, game: &Gaps, at_once: &Spot, answer: &mut RedealAnswer) {
    let question = table.question;
    let (mut spots, is_whole) = table.spots(game, table::SEARCH, table::SPOTS, MAX_SPOTS);
    let most_kept = spots.first().unwrap_or(at_once).clone();
    spots.retain(|spot| spot.state != at_once.state);
    spots.insert(0, at_once.clone());
    let best = best_found(table, game, &spots);
    let games =
        |policy, spot, is_most| SampledGames::new(game, policy, spot, is_most, question.redeals);
    let mut entries = vec![
        (at_once, games(RedealPolicy::AtOnce, at_once, false)),
        (&most_kept, games(RedealPolicy::MostKept, &most_kept, is_whole)),
    ];
    // The recommended policy first; it was chosen by games of its own, so that those counted below
    // are not its best luck.
    if best > 0 {
        entries.insert(0, (&spots[best], games(RedealPolicy::BestFound, &spots[best], false)));
    }
    let mut seeds = Random::new(question.seed);
    for number in 1..=question.samples {
        // The same shuffles for each policy: their difference varies less.
        let seed = seeds.next_u64();
        for (spot, games) in &mut entries {
            games.add(&table.play(game, spot, games.policy, seed));
        }
        answer.cancelled = table.is_cancelled();
        if answer.cancelled || number < question.samples && table.is_over(table::ALL) {
            break;
        }
    }
    answer.policies = entries.into_iter().map(|(_, games)| games).collect();
}

/// The place among the spots, of which the first is the deal as it lies, of the one that wins the
/// most games of a sample that serves nothing else. By sequential halving: all play some games with
/// the same shuffles, the better half of them plays twice as many, and so on, so that most games
/// are spent on those that are hard to tell apart.
fn best_found(table: &Table<'_>, game: &Gaps, spots: &[Spot]) -> usize {
    let mut seeds = Random::new(!table.question.seed);
    let mut left: Vec<(usize, u64)> = (0..spots.len()).map(|spot| (spot, 0)).collect();
    let mut rounds = table.question.samples.div_ceil(SHARE);
    while left.len() > 1 {
        for _ in 0..rounds {
            let seed = seeds.next_u64();
            let play = |(spot, _): &(usize, u64)| {
                table.play(game, &spots[*spot], RedealPolicy::BestFound, seed)
            };
            let outcomes: Vec<_> = left.iter().map(|each| play(each).last().copied()).collect();
            // A round that the clock broke off would favour the spots that come first.
            if table.is_over(table::CHOICE) {
                left.sort_by_key(|(_, won)| std::cmp::Reverse(*won));
                return left[0].0;
            }
            for ((_, won), outcome) in left.iter_mut().zip(outcomes) {
                *won += u64::from(outcome == Some(Outcome::Won));
            }
        }
        // Where several won as many, the one that comes first.
        left.sort_by_key(|(_, won)| std::cmp::Reverse(*won));
        left.truncate(left.len().div_ceil(2));
        rounds *= 2;
    }
    left[0].0
}

fn texts(game: &Gaps, plan: &[Move]) -> Vec<String> {
    let start = game.start();
    plan.iter().map(|mv| GapsDomain.move_text(game, &start, *mv)).collect()
}
