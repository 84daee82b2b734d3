//! Deals that are winnable, or as hard as wanted.

use patience_catalogue::{Instance, Request, Verdict, open_within};
use patience_core::{Control, Limits, OpenError};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{ApiError, Emit, JobContext};

/// A question for a deal: a vetted one of a game and level, or the first that fits of the seeds from `seed` on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindDeal {
    /// `GAME[+RULES]`: a deal of `level` that was vetted before is taken, where there is one.
    game: Option<String>,
    /// An instance's name without its last part, the seed: `gaps:random/4x13`.
    source: String,
    /// The first seed that is tried; of vetted deals it chooses one.
    #[serde(default)]
    seed: u32,
    /// How hard; without it any winnable deal will do.
    level: Option<Level>,
    /// The most time for one deal.
    seconds: Option<f64>,
}

/// How hard a deal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Easy,
    Medium,
    Hard,
}

/// A level with the measure that it comes from.
#[derive(Clone, Debug, Serialize)]
struct Rating {
    level: Level,
    /// The number measured.
    value: f64,
    /// What was measured, in words.
    measure: String,
}

/// Deals that are tried before giving up.
const MOST_TRIES: u32 = 400;

pub(crate) fn run(job: &FindDeal, context: &JobContext<'_>, emit: Emit<'_>) -> Result<(), ApiError> {
    if let (Some(game), Some(level)) = (&job.game, job.level) {
        let deals = vetted(game, level);
        if !deals.is_empty() {
            let name = deals[job.seed as usize % deals.len()];
            emit("deal", json!({ "instance": name, "verdict": Verdict::Solved, "rating": null }));
            return Ok(());
        }
    }
    let most = context.bounds.time.saturating_mul(10);
    let seconds = job.seconds.unwrap_or(2.0);
    for seed in (job.seed..=u32::MAX).take(MOST_TRIES as usize) {
        if context.is_cancelled() || context.clock.elapsed() > most {
            break;
        }
        let name = format!("{}/{seed}", job.source);
        let instance = match context.within(Some(seconds), |budget| open_within(&name, budget)) {
            Ok(instance) => instance,
            Err(OpenError::Stopped(_)) => {
                emit("tried", json!({ "instance": name, "verdict": Verdict::Unknown, "rating": null }));
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let report = context.solve(&*instance, Request::default(), Some(seconds), None)?;
        let rating = match (report.verdict, job.level) {
            (Verdict::Solved, Some(_)) => Some(rate(&*instance, &report.plan, context)?),
            _ => None,
        };
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

/// The deals of a game and level that are known to be winnable and as hard as that, from a list that
/// `tests/levels.rs` makes: each line is a level and an instance.
pub(crate) fn vetted(game: &str, level: Level) -> Vec<&'static str> {
    let game = game.strip_suffix("+standard").unwrap_or(game);
    let word = match level {
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
    };
    let lines = include_str!("levels.txt").lines().filter_map(|line| line.split_once(' '));
    lines.filter(|(level, name)| *level == word && name.split(':').next() == Some(game)).map(|(_, name)| name).collect()
}

/// Where cards are laid, a deal is as hard as few mistakes it allows: along a winning line, the share of the other moves
/// after which the game is proved lost. On grids, where the line is short, the number of moves counts.
fn rate(instance: &dyn Instance, plan: &[String], context: &JobContext<'_>) -> Result<Rating, ApiError> {
    if instance.view().control != Control::Place {
        let moves = plan.len();
        let level = match moves {
            0..=6 => Level::Easy,
            7..=11 => Level::Medium,
            _ => Level::Hard,
        };
        return Ok(Rating { level, value: moves as f64, measure: format!("a plan of {moves} moves") });
    }
    const LOOKS: usize = 8;
    // Counted rather than timed: the same deal has the same level on every machine.
    let request = || Request { limits: Limits { expansions: Some(2_000), ..Limits::default() }, ..Request::default() };
    let (mut losing, mut settled) = (0u32, 0u32);
    for look in 0..LOOKS {
        // The last quarter of a line hardly ever goes wrong.
        let at = look * plan.len() * 3 / 4 / LOOKS;
        let here = instance.after(&plan[..at].join(" "))?;
        for (index, mv) in here.moves().iter().enumerate() {
            let Some(after) = here.successor(index).filter(|_| Some(&mv.text) != plan.get(at)) else { continue };
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
    Ok(Rating { level, value: share, measure: format!("{percent} % of the moves off a winning line lose") })
}

#[cfg(test)]
mod tests {
    use super::{Level, vetted};

    #[test]
    fn every_game_has_vetted_deals_of_every_level() {
        for game in ["gaps", "birds", "cohesion", "tiles+standard"] {
            for level in [Level::Easy, Level::Medium, Level::Hard] {
                let deals = vetted(game, level);
                assert!(deals.len() >= 24, "{game} {level:?}: {}", deals.len());
                let mut different = deals.clone();
                different.sort_unstable();
                different.dedup();
                assert_eq!(different.len(), deals.len(), "{game} {level:?}");
            }
        }
        assert!(vetted("gaps+paper", Level::Easy).is_empty());
    }
}
