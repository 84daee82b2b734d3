//! Evaluation of every legal move.

use patience_catalogue::{AnalysedMove, BestPlans, Request, Verdict, Worth, position_verdict};
use serde::Deserialize;
use serde_json::json;

use crate::position::Where;
use crate::{ApiError, Emit, JobContext};

/// A position whose moves are all analysed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    #[serde(deserialize_with = "crate::question::object")]
    at: Where,
    algorithm: Option<String>,
    heuristic: Option<String>,
    /// Maximum time for one move; all moves together may take ten times that.
    #[serde(default, deserialize_with = "crate::context::seconds")]
    seconds: Option<f64>,
}

/// The shares of the time allowed for a move that the passes use: quick verdicts come first.
const PASSES: [f64; 3] = [0.02, 0.2, 1.0];

pub(crate) fn run(job: &Analyse, context: &JobContext<'_>, emit: Emit<'_>) -> Result<(), ApiError> {
    let context = &context.of_solves(job.seconds);
    let instance = job.at.open(context, job.seconds)?;
    let request = Request {
        algorithm: job.algorithm.clone(),
        heuristic: job.heuristic.clone(),
        ..Request::default()
    };
    instance.check(&request)?;
    let request = instance.for_player(request);
    let mut plans = BestPlans::default();
    let seconds = context.bounds.time.as_secs_f64();
    let moves = instance.moves();
    // The line that a hint would show; its moves are marked.
    let mut lower_bound = 0;
    if request.shortens() {
        let mut report =
            context.solve(&*instance, request.clone(), Some(PASSES[1] * seconds), None)?;
        plans.improve(&*instance, &mut report);
        lower_bound = report.lower_bound;
    }
    let (mut open, mut analysed): (Vec<_>, Vec<_>) =
        (moves.iter().cloned().enumerate().collect(), Vec::new());
    for (index, share) in PASSES.into_iter().enumerate() {
        let last = index + 1 == PASSES.len();
        let mut left = Vec::new();
        let count = open.len();
        for (done, (at, mv)) in open.into_iter().enumerate() {
            if context.is_cancelled() {
                return Ok(());
            }
            let Some(after) = instance.successor(at) else { continue };
            // The first moves leave time for the others.
            let part = context.left().as_secs_f64() / (count - done) as f64;
            let allowed = Some(part.min(share * seconds));
            let mut report = context.solve(&*after, request.clone(), allowed, None)?;
            if report.verdict == Verdict::Unknown && !last {
                left.push((at, mv));
                continue;
            }
            plans.improve(&*after, &mut report);
            let mv = AnalysedMove::new(mv, report);
            emit("move", serde_json::to_value(&mv)?);
            analysed.push(mv);
        }
        open = left;
    }
    let count = |worth| analysed.iter().filter(|mv| mv.worth == worth).count();
    let worth = Worth::from(position_verdict(instance.is_won(), moves.len(), &analysed));
    let (wins, loses) = (count(Worth::Wins), count(Worth::Loses));
    let model = context.model_for(&*instance);
    let heuristics = context.within(None, |budget| instance.evaluate(model, budget))?;
    emit(
        "done",
        json!({
            "worth": worth, "moves": moves.len(), "wins": wins, "loses": loses,
            "heuristics": heuristics, "lower_bound": lower_bound,
        }),
    );
    Ok(())
}
