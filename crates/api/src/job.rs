//! Jobs: questions that need a search. They report events, and end with a final event.

use serde::Deserialize;
use serde_json::Value;

use crate::context::{Emit, JobContext};
use crate::{ApiError, Question, Since, analyse, certify, chance, deal, solve};

/// A question that needs a search; [`run`] answers it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", tag = "job")]
pub enum Job {
    /// Solve one position: event `report`; if watched, `progress` before it.
    Solve(solve::Solve),
    /// Analyse every legal move: events `move`, then `done`.
    Analyse(analyse::Analyse),
    /// Find a winnable deal, optionally of a given difficulty: events `tried`, then `deal` or
    /// `none`.
    Deal(deal::FindDeal),
    /// Prove the verdict on a position: event `certificate`, or `none` if no proof fits within the
    /// limits.
    Certify(certify::Certify),
    /// Estimate the chance of winning with redeals: event `chance`.
    Chance(chance::Chance),
}

impl Job {
    /// The names of the jobs.
    pub const NAMES: &[&str] = &["solve", "analyse", "deal", "certify", "chance"];

    /// The job with this name. `Ok(None)` if there is none.
    ///
    /// # Errors
    /// The question is invalid.
    pub fn parse(name: &str, question: Value) -> Result<Option<Job>, ApiError> {
        let question = Question(question);
        Ok(match name {
            "solve" => {
                let solve: solve::Solve = question.read()?;
                solve.check()?;
                Some(Job::Solve(solve))
            }
            "analyse" => Some(Job::Analyse(question.read()?)),
            "deal" => Some(Job::Deal(question.read()?)),
            "certify" => Some(Job::Certify(question.read()?)),
            "chance" => Some(Job::Chance(question.read()?)),
            _ => None,
        })
    }

    /// Whether a client watches the search.
    pub fn is_watched(&self) -> bool {
        matches!(self, Job::Solve(solve) if solve.is_watched())
    }
}

/// Runs a job to its end. The last event is `report`, `done`, `deal`, `certificate`, `chance`,
/// `none` or `error`.
///
/// ```
/// use patience_api::{Job, JobContext, run};
/// use serde_json::json;
///
/// let question = json!({ "at": { "instance": "tiles:level/iartistas-04" } });
/// let job = Job::parse("solve", question)?.expect("a known job");
/// let mut length = json!(null);
/// run(&job, &JobContext::unbounded(), &mut |event, data| {
///     if event == "report" {
///         length = data["report"]["length"].clone();
///     }
/// });
/// assert_eq!(length, 5);
/// # Ok::<(), patience_api::ApiError>(())
/// ```
pub fn run(job: &Job, context: &JobContext<'_>, emit: Emit<'_>) {
    let clock = Since::now(context.clock);
    let context = &context.by(&clock);
    let result = match job {
        Job::Solve(job) => solve::run(job, context, emit),
        Job::Analyse(job) => analyse::run(job, context, emit),
        Job::Deal(job) => deal::run(job, context, emit),
        Job::Certify(job) => certify::run(job, context, emit),
        Job::Chance(job) => chance::run(job, context, emit),
    };
    if let Err(error) = result {
        emit("error", serde_json::to_value(error).expect("an error is plain data"));
    }
}
