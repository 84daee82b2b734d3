//! The chance of winning a game of Gaps with redeals.
//!
//! The verdict on the deal without a redeal is exact. The chance after a redeal is estimated by
//! sampling: a shuffle is drawn, and a solver with proved answers decides the new deal; if it is
//! lost and redeals remain, the game continues by the same policy. A game that is not won and has
//! an undecided deal is counted separately, so that an interval can count it as won or lost.
//! Without shuffling nothing is random, and such games are proved.

mod answer;
mod outcome;
mod played;
mod table;
mod unshuffled;

use patience_core::{Random, Stop};
use patience_games::gaps::Gaps;

use self::answer::texts;
pub use self::answer::{
    RedealAnswer, RedealCut, RedealPolicy, RedealQuestion, RedealTally, SampledGames,
};
use self::outcome::{Outcome, Spot};
pub use self::played::{Redeal, RedealError, RedealOffer, play_on, redeal_offers, redealt};
use self::table::Table;
use super::{mapped, reduced};
use crate::entry::Instance;
use crate::{Context, RequestError, Verdict};

/// Maximum number of candidate positions, from the most kept cards to the fewest, in addition to
/// the deal itself.
const MAX_SPOTS: usize = 7;
/// Each candidate first gets one game for this many games sampled afterwards.
const SHARE: u64 = 16;

/// Answers the question about a deal that is accepted by the exact solver or the solver with
/// persistent sets.
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
/// The instance is not such a deal, or a solver has a defect.
pub fn redeal_chance(
    instance: &dyn Instance,
    question: &RedealQuestion,
    context: &Context<'_>,
) -> Result<RedealAnswer, RequestError> {
    let judged = |game: &&Gaps| mapped::fits(game) || reduced::fits(game);
    let game = instance.typed().downcast_ref::<Gaps>().filter(judged).ok_or_else(|| {
        RequestError::BadOption(format!(
            "redeals cannot be judged for {}; expected a deal of gaps with one deck that the \
             solver conclusive \
             or reduced supports",
            instance.id()
        ))
    })?;
    let table = Table::new(question, context.environment);
    let mut answer = answered(game, &table);
    RequestError::if_defect(table.has_defect().then_some(Stop::Defect), "redeal", instance.id())?;
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

/// Plays sampled games by each policy; `at_once` is the first position that allows a redeal.
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
    // The recommended policy first. It was chosen by separate games, so that the games counted
    // below are not biased by luck.
    if best > 0 {
        entries.insert(0, (&spots[best], games(RedealPolicy::BestFound, &spots[best], false)));
    }
    let mut seeds = Random::new(question.seed);
    for number in 1..=question.samples {
        // Each policy gets the same shuffles, which reduces the variance of their difference.
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

/// The index of the candidate that wins the largest share of a separate sample; the first candidate
/// is the deal itself. Found by sequential halving: all play some games with the same shuffles, the
/// better half plays twice as many, and so on, so that most games are spent on close candidates.
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
            // A round cut short by the clock would favour the first candidates.
            if table.is_over(table::CHOICE) {
                left.sort_by_key(|(_, won)| std::cmp::Reverse(*won));
                return left[0].0;
            }
            for ((_, won), outcome) in left.iter_mut().zip(outcomes) {
                *won += u64::from(outcome == Some(Outcome::Won));
            }
        }
        // Ties go to the first.
        left.sort_by_key(|(_, won)| std::cmp::Reverse(*won));
        left.truncate(left.len().div_ceil(2));
        rounds *= 2;
    }
    left[0].0
}
