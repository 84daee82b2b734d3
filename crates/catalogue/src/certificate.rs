//! Certificates of verdicts: what `docs/certificates.md` defines, for every game that is
//! [`Certifiable`].

use std::fmt;
use std::hash::Hash;

use patience_core::{Budget, Certifiable, Domain, Game, Run, Stop, certificate, replay};

use crate::entry::Instance as _;
use crate::layers::{Layers, List, Listing, NewListing};
use crate::report::{Report, Verdict};
use crate::typed_instance::TypedInstance;
use crate::{Context, Request, RequestError, Resources};

/// Which lemmas a proof of loss may rely on. Without, proofs are larger; each can be taken out of
/// the trust.
///
/// ```
/// use patience_catalogue::{Context, Lemmas, Request, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let certified = deal.certify(&Request::default(), Lemmas::None, &mut Context::unwatched())?;
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

/// A verdict with what proves it, from [`Instance::certify`](crate::Instance::certify) or
/// [`Instance::certificate_of`](crate::Instance::certificate_of).
///
/// ```
/// use patience_catalogue::{Context, Lemmas, Request, open};
///
/// let deal = open("birds:neller/10")?;
/// let certified = deal.certify(&Request::default(), Lemmas::All, &mut Context::unwatched())?;
/// assert!(certified.to_string().starts_with("unsolvable, with a certificate of "));
/// let bytes = certified.to_bytes().expect("a verdict");
/// assert_eq!(patience_check::check(&bytes[..])?.claim, "lost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    pub(crate) fn unknown(stop: Stop, expanded: u64) -> Self {
        Certified { verdict: Verdict::Unknown, stop: Some(stop), expanded, certificate: None }
    }

    /// The certificate as a file holds it, unless the verdict is unknown.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        self.certificate.clone()
    }
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.certificate, self.stop) {
            (Some(bytes), _) => {
                write!(f, "{}, with a certificate of {} bytes", self.verdict, bytes.len())
            }
            (None, Some(stop)) => write!(f, "{} ({stop})", self.verdict),
            (None, None) => self.verdict.fmt(f),
        }
    }
}

/// What of the work of certifying one game does by its own.
type Decide<D> =
    fn(&TypedInstance<D>, &Request, Lemmas, &mut Context<'_>) -> Result<Certified, RequestError>;

/// [`Certifiable::move_bytes`].
type MoveBytes<D> = fn(&D, &<D as Domain>::Game, <<D as Domain>::Game as Game>::Move) -> [u8; 2];

/// How the verdicts of a game are certified, of a [`Registered`](crate::Registered) game.
pub struct Certificates<D: Domain> {
    /// [`Certifiable`] as plain functions.
    covers: fn(&D, &str) -> bool,
    list: NewListing<D>,
    move_bytes: MoveBytes<D>,
    decide: Decide<D>,
    /// What of a request the decision reads besides its limits.
    reads: &'static [&'static str],
}

impl<D: Certifiable> Certificates<D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    /// By all states in the order of their distance: a closed set, or a shortest plan.
    pub const fn by_layers() -> Self {
        Certificates {
            covers: |domain, rules| domain.has_certificates(rules),
            list: |domain, game, budget| Box::new(List::new(domain, game, budget)),
            move_bytes: |domain, game, mv| domain.move_bytes(game, mv),
            decide: |instance, request, _, context| by_layers(instance, request, context),
            reads: &[],
        }
    }

    /// By the record that the game's default solver keeps.
    pub(crate) const fn by_record(reads: &'static [&'static str]) -> Self {
        Certificates { decide: by_record, reads, ..Certificates::by_layers() }
    }

    /// By a search of the game's own, unless no lemma is wanted.
    pub(crate) const fn by(decide: Decide<D>, reads: &'static [&'static str]) -> Self {
        Certificates { decide, reads, ..Certificates::by_layers() }
    }
}

impl<D: Domain> Certificates<D> {
    pub(crate) fn cover(&self, domain: &D, rules: &str) -> bool {
        (self.covers)(domain, rules)
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
        instance: &TypedInstance<D>,
        request: &Request,
        lemmas: Lemmas,
        context: &mut Context<'_>,
    ) -> Result<Certified, RequestError> {
        (self.decide)(instance, request, lemmas, context)
    }

    pub(crate) fn of(
        &self,
        instance: &TypedInstance<D>,
        report: &Report,
    ) -> Result<Certified, RequestError> {
        match (report.verdict, &report.record) {
            (Verdict::Unknown, _) => {
                Ok(Certified::unknown(report.stop.unwrap_or(Stop::Incomplete), report.expanded))
            }
            (Verdict::Unsolvable, Some(Ok(record))) => {
                let (kind, body) = (record.kind, &record.body);
                Ok(certified(instance, Verdict::Unsolvable, record.expanded, kind, body))
            }
            (Verdict::Unsolvable, Some(Err(stop))) => {
                Ok(Certified::unknown(*stop, report.expanded))
            }
            (Verdict::Unsolvable, None) => Err(RequestError::BadOption(format!(
                "this solve of {} kept no record to certify",
                instance.id()
            ))),
            (Verdict::Solved, _) => {
                let body = self.plan_body(instance, &report.plan)?;
                Ok(certified(instance, Verdict::Solved, report.expanded, b'P', &body))
            }
        }
    }

    /// A plan as certificates write it.
    fn plan_body(
        &self,
        instance: &TypedInstance<D>,
        plan: &[String],
    ) -> Result<Vec<u8>, RequestError> {
        let (domain, game) = (&instance.entry.domain, &instance.game);
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
pub(crate) fn certified<D: Domain>(
    instance: &TypedInstance<D>,
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

/// By the default solver, which keeps a record.
fn by_record<D: Domain>(
    instance: &TypedInstance<D>,
    request: &Request,
    _: Lemmas,
    context: &mut Context<'_>,
) -> Result<Certified, RequestError> {
    let resources = Resources { record: true, ..Resources::default() };
    let mut context = Context { resources, ..Context::new(context.environment) };
    let report = instance.solve(request, &mut context)?;
    instance.certificate_of(&report)
}

/// All states in the order of their distance, up to a won one.
pub(crate) fn by_layers<D: Certifiable>(
    instance: &TypedInstance<D>,
    request: &Request,
    context: &Context<'_>,
) -> Result<Certified, RequestError>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    let (domain, game) = (&instance.entry.domain, &instance.game);
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
    RequestError::if_defect(result.as_ref().err().copied(), "certify", instance)?;
    Ok(match result {
        Err(stop) => Certified::unknown(stop, expanded),
        Ok((verdict, kind, body)) => certified(instance, verdict, expanded, kind, &body),
    })
}
