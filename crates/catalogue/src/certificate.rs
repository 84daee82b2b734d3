//! Certificates of verdicts: what `docs/certificates.md` defines, for every game.

use std::hash::Hash;

use patience_core::{Budget, Domain, Game, Run, Stop, certificate, replay};
use patience_games::birds::BirdsDomain;
use patience_games::cohesion::CohesionDomain;
use patience_games::gaps::GapsDomain;
use patience_games::tiles::TilesDomain;
use patience_gaps::Reductions;

use crate::entry::Instance;
use crate::layers::Layers;
use crate::report::{Report, Verdict};
use crate::written::Written;
use crate::{Context, Request, RequestError, Resources};

/// Which lemmas a proof of loss may rely on. Without, proofs are larger; each can be taken out of
/// the trust.
///
/// ```
/// use patience_catalogue::{Context, Lemmas, Request, certify, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let certified = certify(&*deal, &Request::default(), Lemmas::None, &mut Context::unwatched())?;
/// assert!(certified.certificate.is_some(), "a closed set, which relies on the rules alone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lemmas {
    /// All that the solver uses.
    #[default]
    All,
    /// No sleep sets (Gaps).
    NoSleep,
    /// Neither sleep sets nor persistent sets (Gaps).
    NoSets,
    /// Neither of these nor relaxed dead ends (Gaps).
    NoDeadEnds,
    /// None: the proof is a closed set of states.
    None,
}

/// A verdict with what proves it, from [`certify`] or [`certificate_of`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Certified {
    /// The verdict.
    pub verdict: Verdict,
    /// What stopped the search, if the verdict is unknown.
    pub stop: Option<Stop>,
    /// States expanded.
    pub expanded: u64,
    /// The certificate, unless the verdict is unknown.
    pub certificate: Option<Vec<u8>>,
}

impl Certified {
    fn unknown(stop: Stop, expanded: u64) -> Self {
        Certified { verdict: Verdict::Unknown, stop: Some(stop), expanded, certificate: None }
    }
}

/// Whether verdicts of a game under a rule set can be certified.
///
/// ```
/// assert!(patience_catalogue::has_certificates("birds", "standard"));
/// assert!(!patience_catalogue::has_certificates("gaps", "jungle"));
/// ```
pub fn has_certificates(game: &str, rules: &str) -> bool {
    matches!(
        (game, rules),
        ("gaps", "standard" | "fixed-suits" | "fixed-twos") | ("birds" | "cohesion" | "tiles", _)
    )
}

/// Refuses an instance whose verdict cannot be certified.
///
/// # Errors
/// The rule set has no certificates.
///
/// ```
/// use patience_catalogue::{check_certificates, open};
///
/// assert!(check_certificates(&*open("birds:neller/10")?).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_certificates(instance: &dyn Instance) -> Result<(), RequestError> {
    if has_certificates(instance.game(), instance.rules()) {
        Ok(())
    } else {
        Err(no_certificates(instance))
    }
}

/// Decides an instance and writes a certificate of the verdict. Of the request, the limits and the
/// seed count.
///
/// Gaps and Birds of a Feather are decided by their conclusive solvers; a deal that can be won gets
/// its plan. For the other games, and without lemmas, all states are listed in the order of their
/// distance: a plan is then a shortest one.
///
/// # Errors
/// The rule set has no certificates.
///
/// ```
/// use patience_catalogue::{Context, Lemmas, Request, Verdict, certify, open};
///
/// let deal = open("birds:neller/10")?;
/// let certified = certify(&*deal, &Request::default(), Lemmas::All, &mut Context::unwatched())?;
/// assert!(certified.verdict == Verdict::Unsolvable && certified.certificate.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(
    instance: &dyn Instance,
    request: &Request,
    lemmas: Lemmas,
    context: &mut Context<'_>,
) -> Result<Certified, RequestError> {
    match instance.game() {
        "gaps" if has_certificates("gaps", instance.rules()) => match lemmas {
            Lemmas::None => layers(&GapsDomain, instance, request, context),
            _ => tree(instance, request, lemmas, context),
        },
        "birds" => {
            let resources = Resources { record: true, ..Resources::default() };
            let report = instance
                .solve(request, &mut Context { resources, ..Context::new(context.environment) })?;
            certificate_of(&report, instance)
        }
        "cohesion" => layers(&CohesionDomain, instance, request, context),
        "tiles" => layers(&TilesDomain, instance, request, context),
        _ => Err(no_certificates(instance)),
    }
}

/// The certificate of what a solve reported, with no search of its own: a plan is written down as
/// it is, and so is the record of a solve that was to keep one ([`Resources::record`]).
///
/// # Errors
/// The rule set has no certificates, or no record was asked for.
///
/// ```
/// use patience_catalogue::{Context, Request, Resources, certificate_of, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let resources = Resources { record: true, ..Resources::default() };
/// let report = deal.solve(&Request::default(), &mut Context { resources, ..Context::unwatched() })?;
/// assert!(certificate_of(&report, &*deal)?.certificate.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certificate_of(report: &Report, instance: &dyn Instance) -> Result<Certified, RequestError> {
    check_certificates(instance)?;
    let game = instance.game();
    match (report.verdict, &report.record) {
        (Verdict::Unknown, _) => {
            Ok(Certified::unknown(report.stop.unwrap_or(Stop::Incomplete), report.expanded))
        }
        (Verdict::Unsolvable, Some(Ok(record))) => {
            Ok(certified(instance, Verdict::Unsolvable, record.expanded, record.kind, &record.body))
        }
        (Verdict::Unsolvable, Some(Err(stop))) => Ok(Certified::unknown(*stop, report.expanded)),
        (Verdict::Unsolvable, None) => Err(RequestError::BadOption(format!(
            "this solve of {} kept no record to certify",
            instance.id()
        ))),
        (Verdict::Solved, _) => {
            let body = match game {
                "gaps" => plan_body(&GapsDomain, instance, &report.plan),
                "birds" => plan_body(&BirdsDomain, instance, &report.plan),
                "cohesion" => plan_body(&CohesionDomain, instance, &report.plan),
                "tiles" => plan_body(&TilesDomain, instance, &report.plan),
                _ => return Err(no_certificates(instance)),
            }?;
            Ok(certified(instance, Verdict::Solved, report.expanded, b'P', &body))
        }
    }
}

fn no_certificates(instance: &dyn Instance) -> RequestError {
    RequestError::BadOption(format!(
        "there are no certificates for {}+{}",
        instance.game(),
        instance.rules()
    ))
}

/// A plan as certificates write it.
fn plan_body<D: Written>(
    domain: &D,
    instance: &dyn Instance,
    plan: &[String],
) -> Result<Vec<u8>, RequestError> {
    let game = read(domain, instance)?;
    let mut state = game.start();
    let mut body = (plan.len() as u32).to_le_bytes().to_vec();
    for text in plan {
        let mv = domain.parse_move(&game, &state, text).map_err(unreadable)?;
        body.extend(domain.name_of(mv, &game));
        state = game.apply(&state, mv);
    }
    Ok(body)
}

fn unreadable(error: patience_core::InputError) -> RequestError {
    RequestError::BadOption(error.to_string())
}

/// The game of an instance, with its types.
fn read<D: Domain>(domain: &D, instance: &dyn Instance) -> Result<D::Game, RequestError> {
    domain.read(instance.rules(), &instance.board()).map_err(unreadable)
}

fn certified(
    instance: &dyn Instance,
    verdict: Verdict,
    expanded: u64,
    kind: u8,
    body: &[u8],
) -> Certified {
    let game = match instance.rules() {
        "standard" => instance.game().to_owned(),
        rules => format!("{}+{rules}", instance.game()),
    };
    let certificate = Some(certificate(kind, &game, &instance.board(), body));
    Certified { verdict, stop: None, expanded, certificate }
}

/// A plan of Gaps, or the record of the search that found none.
fn tree(
    instance: &dyn Instance,
    request: &Request,
    lemmas: Lemmas,
    context: &mut Context<'_>,
) -> Result<Certified, RequestError> {
    let game = read(&GapsDomain, instance)?;
    let seed = request.seed_for(crate::gaps::PARAMETERS)?;
    let mut config = patience_gaps::Config { seed, ..patience_gaps::Config::default() };
    let all = Reductions::default();
    config.reductions = match lemmas {
        Lemmas::All | Lemmas::None => all,
        Lemmas::NoSleep => Reductions { sleep: false, ..all },
        Lemmas::NoSets => Reductions { sleep: false, persistent_sets: 0, ..all },
        Lemmas::NoDeadEnds => {
            Reductions { sleep: false, persistent_sets: 0, dead_ends: false, ..all }
        }
    };
    let services = patience_gaps::Services::new(context.environment);
    let board = crate::gaps::board(&game);
    let solver = patience_gaps::Solver::new(&board).config(config).limits(request.limits.clone());
    let answer = solver.services(services).certify();
    let expanded = answer.counters.expanded;
    if let patience_core::Verdict::Unknown(stop) = answer.verdict {
        RequestError::if_defect(Some(stop), "certify", instance)?;
    }
    Ok(match (answer.verdict, answer.proof) {
        (patience_core::Verdict::Solved { plan, .. }, _) => {
            let mut body = (plan.len() as u32).to_le_bytes().to_vec();
            plan.iter().for_each(|mv| body.extend([mv.from, mv.to]));
            certified(instance, Verdict::Solved, expanded, b'P', &body)
        }
        (patience_core::Verdict::Unsolvable, Some(proof)) => {
            // The certificate is a copy of it.
            let budget = Budget::new(request.limits.clone(), context.environment);
            match budget.check_memory(proof.len() as u64) {
                Ok(()) => certified(instance, Verdict::Unsolvable, expanded, b'T', &proof),
                Err(stop) => Certified::unknown(stop, expanded),
            }
        }
        (patience_core::Verdict::Unknown(stop), _) => Certified::unknown(stop, expanded),
        (patience_core::Verdict::Unsolvable, None) => {
            Certified::unknown(Stop::Incomplete, expanded)
        }
    })
}

/// All states in the order of their distance, up to a won one.
fn layers<D: Written>(
    domain: &D,
    instance: &dyn Instance,
    request: &Request,
    context: &Context<'_>,
) -> Result<Certified, RequestError>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    let game = read(domain, instance)?;
    let mut run = Run::new(request.limits.clone(), context.environment);
    let memory = Budget::new(request.limits.clone(), context.environment);
    let mut search = Layers::new(domain, &game, memory);
    let result = search.search(&mut run).and_then(|goal| {
        let mut body = Vec::new();
        search.reserve(&mut body)?;
        let Some(goal) = goal else {
            search.write(0..search.nodes.len(), &mut body)?;
            return Ok((Verdict::Unsolvable, b'C', body));
        };
        let mut plan = Vec::new();
        let mut node = goal;
        while let Some((before, mv)) = search.nodes[node].1 {
            plan.push(mv);
            node = before;
        }
        plan.reverse();
        replay(&game, &plan).map_err(|_| Stop::Defect)?;
        body.extend((plan.len() as u32).to_le_bytes());
        plan.iter().for_each(|mv| body.extend(domain.name_of(*mv, &game)));
        let mut begin = 0;
        for end in search.ends.iter().copied().take(plan.len()) {
            search.write(begin..end, &mut body)?;
            begin = end;
        }
        Ok((Verdict::Solved, b'O', body))
    });
    let expanded = run.counters().expanded;
    RequestError::if_defect(result.as_ref().err().copied(), "certify", instance)?;
    Ok(match result {
        Err(stop) => Certified::unknown(stop, expanded),
        Ok((verdict, kind, body)) => certified(instance, verdict, expanded, kind, &body),
    })
}
