//! What players ask about a deal of Gaps beyond whether it can be won.

use patience_core::{Domain, Game, Limits, Stop, Verdict};
use patience_games::gaps::{Gaps, GapsDomain, Rules};
use patience_gaps::Services;
use serde::Serialize;

use super::{PARAMETERS, Task, board, plan};
use crate::context::Context;
use crate::entry::Instance;
use crate::request::{Request, RequestError};

/// What players ask about a deal beyond whether it can be won (Masten 2024).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Questions {
    /// The least number of moves of Twos that stand in the first column already, over all plans. `None` if the deal cannot
    /// be won, or [`stop`](Questions::stop) says why it is not known.
    pub moves_of_leftmost_twos: Option<u32>,
    /// A plan with that number.
    pub plan: Vec<String>,
    /// Whether the deal can be won with fixed suits; `None` if not settled.
    pub won_with_fixed_suits: Option<bool>,
    /// Boards that can be reached; only counted when asked for.
    pub reachable: Option<u64>,
    /// Why an answer is missing.
    #[serde(skip)]
    pub stop: Option<Stop>,
}

/// Answers the questions about a deal of Gaps under standard rules, all of them together within the limits of the request.
///
/// # Errors
/// The instance is no deal of Gaps under standard rules.
///
/// ```
/// use patience_catalogue::{Context, Request, gaps::ask, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let questions = ask(&*deal, &Request::default(), true, &Context::unwatched())?;
/// assert!(questions.reachable.unwrap() > 1 && questions.stop.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ask(
    instance: &dyn Instance,
    request: &Request,
    count_reachable: bool,
    context: &Context<'_>,
) -> Result<Questions, RequestError> {
    let game = instance
        .typed()
        .downcast_ref::<Gaps>()
        .filter(|game| game.rules() == Rules::Standard && game.columns() >= 2)
        .ok_or_else(|| {
            RequestError::BadOption(format!("{} is not a deal of gaps under standard rules", instance.id()))
        })?;
    let (values, seed) = (request.values_for(PARAMETERS)?, request.seed_for(PARAMETERS)?);
    let task = Task::new(&values, seed, &context.resources);
    let standard = board(game);
    let fixed_game = Gaps::new(Rules::FixedSuits, &game.board(&game.start())).ok();
    let services = || Services::new(context.environment);
    let mut stop = None;

    let mut limits = request.limits.clone();
    let spend = |limits: &mut Limits, done: &patience_gaps::Counters| {
        limits.expansions = limits.expansions.map(|most| most.saturating_sub(done.expanded));
    };
    let (answer, done) = patience_gaps::fewest_two_moves(&standard, &task.config, &limits, services());
    spend(&mut limits, &done);
    let few = answer.unwrap_or_else(|met| {
        stop = Some(met);
        None
    });
    let won_with_fixed_suits = fixed_game.and_then(|fixed| {
        let solution = patience_gaps::solve(&board(&fixed), &task.config, &limits, services()).ok()?;
        spend(&mut limits, &solution.counters);
        match solution.verdict {
            Verdict::Solved { .. } => Some(true),
            Verdict::Unsolvable => Some(false),
            Verdict::Unknown(met) => {
                stop = Some(met);
                None
            }
        }
    });
    let reachable = match count_reachable {
        false => None,
        true => patience_gaps::count_reachable(&standard, &limits, services()).map_err(|met| stop = Some(met)).ok(),
    };
    let moves_of_leftmost_twos = few.as_ref().map(|few| few.moves_of_twos);
    let start = game.start();
    let plan = few.map(|few| plan(game, &few.plan)).unwrap_or_default();
    let plan = plan.into_iter().map(|mv| GapsDomain.move_text(game, &start, mv)).collect();
    Ok(Questions { moves_of_leftmost_twos, plan, won_with_fixed_suits, reachable, stop })
}
