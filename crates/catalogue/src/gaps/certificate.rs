//! Certificates of Gaps: the record of the exact solver's search.

use patience_core::{Budget, Stop, Verdict as Decided};
use patience_games::gaps::GapsDomain;
use patience_gaps::{Config, Reductions, Services, Solver};

use super::conclusive::PARAMETERS;
use super::mapped::board;
use crate::certificate::{Subject, by_layers, certified};
use crate::report::Verdict;
use crate::{Certified, Context, Lemmas, Request, RequestError};

/// Certifies a deal of Gaps with a plan, or with the record of the search that found none; without
/// lemmas, with the list of all states.
pub(super) fn decide(
    subject: &Subject<'_, GapsDomain>,
    request: &Request,
    lemmas: Lemmas,
    context: &mut Context<'_>,
) -> Result<Certified, RequestError> {
    let seed = request.seed_for(PARAMETERS)?;
    let mut config = Config { seed, ..Config::default() };
    let all = Reductions::default();
    config.reductions = match lemmas {
        Lemmas::None => return by_layers(subject, request, context),
        Lemmas::All => all,
        Lemmas::NoSleep => Reductions { sleep: false, ..all },
        Lemmas::NoSets => Reductions { sleep: false, persistent_sets: 0, ..all },
        Lemmas::NoDeadEnds => {
            Reductions { sleep: false, persistent_sets: 0, dead_ends: false, ..all }
        }
    };
    let services = Services::new(context.environment);
    let board = board(subject.game);
    let solver = Solver::new(&board).config(config).limits(request.limits.clone());
    let answer = solver.services(services).certify();
    let expanded = answer.counters.expanded;
    if let Decided::Unknown(stop) = answer.verdict {
        RequestError::if_defect(Some(stop), "certify", subject.instance.id())?;
    }
    Ok(match (answer.verdict, answer.proof) {
        (Decided::Solved { plan, .. }, _) => {
            let mut body = (plan.len() as u32).to_le_bytes().to_vec();
            plan.iter().for_each(|mv| body.extend([mv.from, mv.to]));
            certified(subject.instance, Verdict::Solved, expanded, b'P', &body)
        }
        (Decided::Unsolvable, Some(proof)) => {
            // The certificate copies it.
            let budget = Budget::new(request.limits.clone(), context.environment);
            match budget.check_memory(proof.len() as u64) {
                Ok(()) => certified(subject.instance, Verdict::Unsolvable, expanded, b'T', &proof),
                Err(stop) => Certified::unknown(stop, expanded),
            }
        }
        (Decided::Unknown(stop), _) => Certified::unknown(stop, expanded),
        (Decided::Unsolvable, None) => Certified::unknown(Stop::Incomplete, expanded),
    })
}
