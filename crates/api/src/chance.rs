//! The chance of winning a lost deal of Gaps with the remaining redeals.

use patience_catalogue::gaps::{RedealQuestion, RedealRule, redeal_chance, redeal_offers};
use patience_catalogue::{Context, RequestError, Verdict};
use patience_core::Limits;
use serde::Deserialize;
use serde_json::json;

use crate::position::Where;
use crate::{ApiError, Emit, JobContext, Since};

/// Maximum number of games sampled per policy.
const SAMPLES: u64 = 100;
/// Maximum number of redeals in a question: more than any program allows.
const MAX_REDEALS: u32 = 9;

/// A position and its remaining redeals.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    #[serde(deserialize_with = "crate::question::object")]
    at: Where,
    rule: String,
    redeals: u32,
    #[serde(default, deserialize_with = "crate::context::seconds")]
    seconds: Option<f64>,
}

pub(crate) fn run(job: &Chance, context: &JobContext<'_>, emit: Emit<'_>) -> Result<(), ApiError> {
    let instance = job.at.open(context, job.seconds)?;
    let rule = RedealRule::named(&job.rule);
    let (Some(rule), 0..=MAX_REDEALS) = (rule, job.redeals) else {
        return Err(ApiError::new(format!(
            "{} redeals of the rule `{}` are not valid; expected at most \
             {MAX_REDEALS}, and one of {}",
            job.redeals,
            job.rule.escape_debug(),
            RedealRule::ALL.map(RedealRule::name).join(", ")
        )));
    };
    let clock = Since::now(context.clock);
    let limits = context.limits(Limits::default(), job.seconds);
    let question = RedealQuestion {
        rule,
        redeals: job.redeals,
        samples: SAMPLES,
        seed: 1,
        is_lost: false,
        limits,
    };
    let (verdict, policies) =
        match redeal_chance(&*instance, &question, &Context::new(context.environment(&clock))) {
            Ok(answer) => (answer.verdict, answer.policies),
            // Games with two decks have redeals, but no solver is fast enough to sample them.
            Err(RequestError::BadOption(_)) if !redeal_offers(&*instance).is_empty() => {
                (Verdict::Unknown, Vec::new())
            }
            Err(error) => return Err(error.into()),
        };
    let policies: Vec<_> = policies
        .iter()
        .filter(|games| games.samples > 0)
        .map(|games| {
            json!({
                "policy": games.policy.name(),
                "samples": games.samples,
                "won": games.total().won,
                "undecided": games.total().undecided,
                "kept": games.kept,
                "plan": games.plan,
            })
        })
        .collect();
    emit("chance", json!({ "verdict": verdict, "policies": policies }));
    Ok(())
}
