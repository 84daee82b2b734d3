//! Certificates of verdicts, as defined in `docs/certificates.md`, for every [`Certifiable`] game.

use std::hash::Hash;

use patience_core::{Budget, Certifiable, Domain, Game, Run, Stop, certificate, replay};

use crate::certified::{Certified, Lemmas};
use crate::context::{Context, Resources};
use crate::entry::Instance;
use crate::layers::{Layers, List, Listing, NewListing};
use crate::packed::Bytes;
use crate::report::{Report, Verdict};
use crate::request::Request;
use crate::request_error::RequestError;

/// An instance with a verdict to certify.
pub(crate) struct Subject<'a, D: Domain> {
    pub domain: &'a D,
    pub game: &'a D::Game,
    /// The instance as an object.
    pub instance: &'a dyn Instance,
}

/// The game-specific part of certifying.
type Decide<D> =
    fn(&Subject<'_, D>, &Request, Lemmas, &mut Context<'_>) -> Result<Certified, RequestError>;

/// [`Certifiable::move_bytes`].
type MoveBytes<D> = fn(&D, &<D as Domain>::Game, <<D as Domain>::Game as Game>::Move) -> [u8; 2];

/// How the verdicts of a [`Registered`](crate::Registered) game are certified.
pub struct Certificates<D: Domain> {
    /// [`Certifiable`] as plain functions.
    covers: fn(&D, &str) -> bool,
    list: NewListing<D>,
    move_bytes: MoveBytes<D>,
    decide: Decide<D>,
    bytes: Bytes<D>,
    /// Parameters of a request that the decision reads, besides its limits.
    reads: &'static [&'static str],
}

impl<D: Certifiable> Certificates<D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    /// Certifies by listing all states in the order of their distance: a closed set, or a shortest
    /// plan.
    pub const fn by_layers() -> Self {
        Certificates {
            covers: |domain, rules| domain.has_certificates(rules),
            list: |domain, game, budget| Box::new(List::new(domain, game, budget)),
            move_bytes: |domain, game, mv| domain.move_bytes(game, mv),
            decide: |subject, request, _, context| by_layers(subject, request, context),
            bytes: Bytes::new(),
            reads: &[],
        }
    }

    /// Certifies with the record of the game's default solver.
    pub(crate) const fn by_record(reads: &'static [&'static str]) -> Self {
        Certificates { decide: by_record, reads, ..Certificates::by_layers() }
    }

    /// Certifies by the game's own search, unless proofs without lemmas are requested.
    pub(crate) const fn by(decide: Decide<D>, reads: &'static [&'static str]) -> Self {
        Certificates { decide, reads, ..Certificates::by_layers() }
    }
}

impl<D: Domain> Certificates<D> {
    pub(crate) fn cover(&self, domain: &D, rules: &str) -> bool {
        (self.covers)(domain, rules)
    }

    /// The encoding of states as bytes, under every rule set.
    pub(crate) fn bytes(&self) -> &Bytes<D> {
        &self.bytes
    }

    /// An empty list of states.
    pub(crate) fn list<'a>(
        &self,
        domain: &'a D,
        game: &'a D::Game,
        budget: Budget<'a>,
    ) -> Box<dyn Listing<D::Game> + 'a> {
        (self.list)(domain, game, budget)
    }

    pub(crate) fn reads(&self, lemmas: Lemmas) -> &'static [&'static str] {
        if lemmas == Lemmas::None { &[] } else { self.reads }
    }

    pub(crate) fn certify(
        &self,
        subject: &Subject<'_, D>,
        request: &Request,
        lemmas: Lemmas,
        context: &mut Context<'_>,
    ) -> Result<Certified, RequestError> {
        (self.decide)(subject, request, lemmas, context)
    }

    pub(crate) fn of(
        &self,
        subject: &Subject<'_, D>,
        report: &Report,
    ) -> Result<Certified, RequestError> {
        match (report.verdict, &report.record) {
            (Verdict::Unknown, _) => {
                Ok(Certified::unknown(report.stop.unwrap_or(Stop::Incomplete), report.expanded))
            }
            (Verdict::Unsolvable, Some(Ok(record))) => {
                let (kind, body) = (record.kind, &record.body);
                Ok(certified(subject.instance, Verdict::Unsolvable, record.expanded, kind, body))
            }
            (Verdict::Unsolvable, Some(Err(stop))) => {
                Ok(Certified::unknown(*stop, report.expanded))
            }
            (Verdict::Unsolvable, None) => Err(RequestError::BadOption(format!(
                "this solve of {} kept no record to certify",
                subject.instance.id()
            ))),
            (Verdict::Solved, _) => {
                let body = self.plan_body(subject, &report.plan)?;
                Ok(certified(subject.instance, Verdict::Solved, report.expanded, b'P', &body))
            }
        }
    }

    /// The body of a certificate for a plan.
    fn plan_body(
        &self,
        subject: &Subject<'_, D>,
        plan: &[String],
    ) -> Result<Vec<u8>, RequestError> {
        let (domain, game) = (subject.domain, subject.game);
        let mut state = game.start();
        let mut body = (plan.len() as u32).to_le_bytes().to_vec();
        for text in plan {
            let mv = domain
                .parse_move(game, &state, text)
                .map_err(|error| RequestError::BadOption(error.to_string()))?;
            body.extend((self.move_bytes)(domain, game, mv));
            state = game.apply(&state, mv);
        }
        Ok(body)
    }
}

/// The certificate of a verdict on an instance, from its body.
pub(crate) fn certified(
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

/// Certifies the verdict with the record of the default solver.
fn by_record<D: Domain>(
    subject: &Subject<'_, D>,
    request: &Request,
    _: Lemmas,
    context: &mut Context<'_>,
) -> Result<Certified, RequestError> {
    let resources = Resources { record: true, ..Resources::default() };
    let mut context = Context { resources, ..Context::new(context.environment) };
    let report = subject.instance.solve(request, &mut context)?;
    subject.instance.certificate_of(&report)
}

/// Lists all states in the order of their distance, up to a won one.
pub(crate) fn by_layers<D: Certifiable>(
    subject: &Subject<'_, D>,
    request: &Request,
    context: &Context<'_>,
) -> Result<Certified, RequestError>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    let (domain, game) = (subject.domain, subject.game);
    let mut run = Run::new(request.limits.clone(), context.environment);
    let memory = Budget::new(request.limits.clone(), context.environment);
    let mut search = Layers::new(domain, game, memory);
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
        replay(game, &plan).map_err(|_| Stop::Defect)?;
        body.extend((plan.len() as u32).to_le_bytes());
        plan.iter().for_each(|mv| body.extend(domain.move_bytes(game, *mv)));
        let mut begin = 0;
        for end in search.ends.iter().copied().take(plan.len()) {
            search.write(begin..end, &mut body)?;
            begin = end;
        }
        Ok((Verdict::Solved, b'O', body))
    });
    let expanded = run.counters().expanded;
    RequestError::if_defect(result.as_ref().err().copied(), "certify", subject.instance.id())?;
    Ok(match result {
        Err(stop) => Certified::unknown(stop, expanded),
        Ok((verdict, kind, body)) => certified(subject.instance, verdict, expanded, kind, &body),
    })
}
