//! Winnable deals, optionally of a given difficulty.

use patience_catalogue::{Instance, Request, Verdict, open_within};
use patience_core::{Control, Limits, OpenError};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{ApiError, Emit, JobContext};

/// A request for a deal: a vetted deal of a game and level, or the first match among the seeds from
/// `seed` onward.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindDeal {
    /// `GAME[+RULES]`: takes a previously vetted deal of `level`, if there is one.
    game: Option<String>,
    /// An instance's name without its last part, the seed: `gaps:random/4x13`.
    source: String,
    /// The first seed to try; for vetted deals, it selects one.
    #[serde(default)]
    seed: u32,
    /// Difficulty; by default any winnable deal.
    level: Option<Level>,
    /// Maximum time for one deal; ten times that for all tries.
    #[serde(default, deserialize_with = "crate::context::seconds")]
    seconds: Option<f64>,
    /// Maximum expansions for one deal, a machine-independent bound.
    expansions: Option<u64>,
}

/// The difficulty of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Easy,
    Medium,
    Hard,
}

/// A level with its measure.
#[derive(Clone, Debug, Serialize)]
struct Rating {
    level: Level,
    /// The number measured.
    value: f64,
    /// Name of the measure.
    measure: String,
}

/// Maximum number of deals to try.
const MAX_TRIES: u32 = 400;

pub(crate) fn run(
    job: &FindDeal,
    context: &JobContext<'_>,
    emit: Emit<'_>,
) -> Result<(), ApiError> {
    if let (Some(game), Some(level)) = (&job.game, job.level) {
        let deals = vetted(game, level);
        if !deals.is_empty() {
            let name = &deals[job.seed as usize % deals.len()];
            emit("deal", json!({ "instance": name, "verdict": Verdict::Solved, "rating": null }));
            return Ok(());
        }
    }
    let seconds = job.seconds.unwrap_or(2.0);
    let context = &context.of_solves(Some(seconds));
    for seed in (job.seed..=u32::MAX).take(MAX_TRIES as usize) {
        if context.is_cancelled() || context.left().is_zero() {
            break;
        }
        let name = format!("{}/{seed}", job.source);
        let instance = match context.within(Some(seconds), |budget| open_within(&name, budget)) {
            Ok(instance) => instance,
            Err(OpenError::Stopped(_)) => {
                emit(
                    "tried",
                    json!({ "instance": name, "verdict": Verdict::Unknown, "rating": null }),
                );
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let limits = Limits { expansions: job.expansions, ..Limits::default() };
        let report = context.solve(
            &*instance,
            Request { limits, ..Request::default() },
            Some(seconds),
            None,
        )?;
        let rating = match (report.verdict, job.level) {
            (Verdict::Solved, Some(_)) => Some(rate(&*instance, &report.plan, context)?),
            _ => None,
        };
        // A level from an incomplete measurement would differ between machines.
        if context.is_cancelled() || context.left().is_zero() {
            break;
        }
        let fits = match (job.level, &rating) {
            (None, _) => report.verdict == Verdict::Solved,
            (Some(wanted), Some(rating)) => rating.level == wanted,
            (Some(_), None) => false,
        };
        let event = if fits { "deal" } else { "tried" };
        emit(event, json!({ "instance": name, "verdict": report.verdict, "rating": rating }));
        if fits {
            return Ok(());
        }
    }
    emit("none", json!({}));
    Ok(())
}

/// Difficulty levels of the daily deals, easiest first.
///
/// ```
/// assert_eq!(patience_api::LEVELS, ["easy", "medium", "hard"]);
/// ```
pub const LEVELS: [&str; 3] = ["easy", "medium", "hard"];

/// The name of the daily deal of a game and level; the day is the number of days since the start of
/// 2000. `None` if the game or the level has no daily deals.
///
/// ```
/// let deal = patience_api::daily("birds", "easy", 9_800).unwrap();
/// assert!(deal.starts_with("birds:neller/"));
/// assert_eq!(patience_api::daily("chess", "easy", 9_800), None);
/// ```
pub fn daily(game: &str, level: &str, day: u32) -> Option<String> {
    let level = match level {
        "easy" => Level::Easy,
        "medium" => Level::Medium,
        "hard" => Level::Hard,
        _ => return None,
    };
    let mut deals = vetted(game, level);
    let count = deals.len();
    (count > 0).then(|| deals.swap_remove(day as usize % count))
}

/// Returns the deals of a game that are proved winnable and rated at this level, one for each day
/// from November 2026 to the end of 2031. `tests/levels.rs` generates the list: for each level and
/// source of instances, it has the seeds, `a-b` for a range.
pub(crate) fn vetted(game: &str, level: Level) -> Vec<String> {
    let game = game.strip_suffix("+standard").unwrap_or(game);
    let word = match level {
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
    };
    let mut source = None;
    let mut deals = Vec::new();
    for line in include_str!("levels.txt").lines() {
        if let Some((level, heading)) = line.split_once(' ').filter(|(_, rest)| rest.contains(':'))
        {
            source =
                Some(heading).filter(|_| level == word && heading.split(':').next() == Some(game));
        } else if let Some(source) = source {
            deals.extend(line.split(' ').flat_map(seeds).map(|seed| format!("{source}/{seed}")));
        }
    }
    deals
}

/// `7`, or `7-9`.
fn seeds(run: &str) -> std::ops::RangeInclusive<u32> {
    let (first, last) = run.split_once('-').unwrap_or((run, run));
    let number = |text: &str| text.parse().expect("a seed of the vetted list");
    number(first)..=number(last)
}

/// For card games, the difficulty is the share of mistakes: along a winning line, the share of
/// other moves after which the game is proved lost. On grids, where lines are short, it is the
/// number of moves.
fn rate(
    instance: &dyn Instance,
    plan: &[String],
    context: &JobContext<'_>,
) -> Result<Rating, ApiError> {
    if instance.view().control != Control::Place {
        let moves = plan.len();
        // A 3x3 sliding puzzle takes 22 moves on average.
        let (easy, medium) = match instance.view().control {
            Control::Slide => (19, 23),
            _ => (6, 11),
        };
        let level = match moves {
            moves if moves <= easy => Level::Easy,
            moves if moves <= medium => Level::Medium,
            _ => Level::Hard,
        };
        return Ok(Rating {
            level,
            value: moves as f64,
            measure: format!("a plan of {moves} moves"),
        });
    }
    const LOOKS: usize = 8;
    // Limits are counts rather than times, so that a deal has the same level on every machine.
    let request = || Request {
        limits: Limits { expansions: Some(2_000), ..Limits::default() },
        ..Request::default()
    };
    let (mut losing, mut settled) = (0u32, 0u32);
    for look in 0..LOOKS {
        // Mistakes in the last quarter of a line are rare.
        let at = look * plan.len() * 3 / 4 / LOOKS;
        let here = instance.after(&plan[..at].join(" "))?;
        for (index, mv) in here.moves().iter().enumerate() {
            let Some(after) = here.successor(index).filter(|_| Some(&mv.text) != plan.get(at))
            else {
                continue;
            };
            let report = context.solve(&*after, request(), None, None)?;
            settled += u32::from(report.verdict != Verdict::Unknown);
            losing += u32::from(report.verdict == Verdict::Unsolvable);
        }
    }
    let share = if settled == 0 { 0.0 } else { f64::from(losing) / f64::from(settled) };
    let level = match share {
        ..0.1 => Level::Easy,
        ..0.3 => Level::Medium,
        _ => Level::Hard,
    };
    let percent = (100.0 * share).round();
    Ok(Rating {
        level,
        value: share,
        measure: format!("{percent} % of the moves off a winning line lose"),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use patience_catalogue::{Request, Verdict, open};
    use patience_core::Limits;
    use patience_testing::size;

    use super::{Level, rate, vetted};
    use crate::JobContext;

    const GAMES: [&str; 5] = ["gaps", "birds", "cohesion", "tiles+standard", "sliding"];
    const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The days from 2026-11-01 to 2031-12-31.
    const DAYS: usize = 61 + 5 * 365 + 1;

    #[test]
    fn every_game_has_another_vetted_deal_of_every_level_for_each_day_up_to_2031() {
        for game in GAMES {
            for level in LEVELS {
                let deals = vetted(game, level);
                assert_eq!(deals.len(), DAYS, "{game} {level:?}");
                assert_eq!(
                    deals.iter().collect::<HashSet<_>>().len(),
                    deals.len(),
                    "{game} {level:?}"
                );
            }
        }
        assert!(vetted("gaps+paper", Level::Easy).is_empty());
    }

    #[test]
    fn vetted_deals_are_won_by_the_program_and_as_hard_as_they_are_called() {
        let context = JobContext::unbounded();
        for game in GAMES {
            for level in LEVELS {
                for day in [944, 0, DAYS - 1].into_iter().take(size(1, 3)) {
                    let name = &vetted(game, level)[day];
                    let instance = open(name).unwrap();
                    let limits = Limits { expansions: Some(50_000), ..Limits::default() };
                    let request = Request { limits, ..Request::default() };
                    let report = context.solve(&*instance, request, None, None).unwrap();
                    assert_eq!(report.verdict, Verdict::Solved, "{name}");
                    let rating = rate(&*instance, &report.plan, &context).unwrap();
                    assert_eq!(rating.level, level, "{name}: {}", rating.measure);
                }
            }
        }
    }
}
