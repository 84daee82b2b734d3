//! Certificates of verdicts: what `docs/certificates.md` defines, for every game.

use std::hash::Hash;

use patience_core::{Domain, Game, HashSet, Run, Stop, certificate};
use patience_games::birds::{BirdsDomain, BirdsMove};
use patience_games::cohesion::{CohesionDomain, CohesionMove};
use patience_games::gaps::{self, GapsDomain};
use patience_games::grid::Direction;
use patience_games::tiles::TilesDomain;
use patience_gaps::Reductions;

use crate::entry::Instance;
use crate::report::{Report, Verdict};
use crate::{Context, Request, RequestError};

/// Which lemmas a proof of loss may rely on. Without, proofs are larger; each can be taken out of the trust.
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
    /// No persistent sets (Gaps).
    NoSets,
    /// Neither persistent sets nor relaxed dead ends (Gaps).
    NoDeadEnds,
    /// None: the proof is a closed set of states.
    None,
}

/// A verdict with what proves it.
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
    matches!((game, rules), ("gaps", "standard" | "fixed-suits" | "fixed-twos") | ("birds" | "cohesion" | "tiles", _))
}

/// Decides an instance and writes a certificate of the verdict. Of the request, the limits and the seed count.
///
/// Gaps and Birds of a Feather are decided by their conclusive solvers; a deal that can be won gets its plan. For the other
/// games, and without lemmas, all states are listed in the order of their distance: a plan is then a shortest one.
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
        // In milliseconds: only of a lost deal all states are listed.
        "birds" => match instance.solve(request, context)? {
            report if report.verdict == Verdict::Unsolvable => layers(&BirdsDomain, instance, request, context),
            report => certificate_of(&report, instance, request, context),
        },
        "cohesion" => layers(&CohesionDomain, instance, request, context),
        "tiles" => layers(&TilesDomain, instance, request, context),
        _ => Err(no_certificates(instance)),
    }
}

/// The certificate of what a solve reported. A plan is written down as it is. So is the record of a search that kept one
/// ([`Resources::record`](crate::Resources::record)); otherwise an unsolvable instance is proved as [`certify`] does, as no other
/// search leaves a proof.
///
/// # Errors
/// The rule set has no certificates.
///
/// ```
/// use patience_catalogue::{Context, Request, Resources, certificate_of, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let resources = Resources { record: true, ..Resources::default() };
/// let mut context = Context { resources, ..Context::unwatched() };
/// let report = deal.solve(&Request::default(), &mut context)?;
/// let certified = certificate_of(&report, &*deal, &Request::default(), &mut context)?;
/// assert!(certified.certificate.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certificate_of(
    report: &Report,
    instance: &dyn Instance,
    request: &Request,
    context: &mut Context<'_>,
) -> Result<Certified, RequestError> {
    let game = instance.game();
    match (report.verdict, &report.record) {
        _ if !has_certificates(game, instance.rules()) => Err(no_certificates(instance)),
        (Verdict::Unknown, _) => Ok(Certified::unknown(report.stop.unwrap_or(Stop::Incomplete), report.expanded)),
        (Verdict::Unsolvable, Some(record)) => {
            Ok(certified(instance, Verdict::Unsolvable, report.expanded, b'T', record))
        }
        (Verdict::Unsolvable, None) if game == "birds" => layers(&BirdsDomain, instance, request, context),
        (Verdict::Unsolvable, None) => certify(instance, request, Lemmas::All, context),
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
    RequestError::BadOption(format!("there are no certificates for {}+{}", instance.game(), instance.rules()))
}

/// A plan as certificates write it.
fn plan_body<D: Written>(domain: &D, instance: &dyn Instance, plan: &[String]) -> Result<Vec<u8>, RequestError> {
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

/// A domain whose states and moves certificates can name.
trait Written: Domain {
    /// A state as one byte a cell.
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8>;
    /// A move as two bytes.
    fn name_of(&self, mv: <Self::Game as Game>::Move, game: &Self::Game) -> [u8; 2];
    /// Whether anyone can see that a state is lost.
    fn is_apart(&self, _game: &Self::Game, _state: &<Self::Game as Game>::State) -> bool {
        false
    }
}

impl Written for GapsDomain {
    fn bytes_of(&self, game: &gaps::Gaps, state: &gaps::State) -> Vec<u8> {
        let suits = game.suits();
        let number = |card: patience_games::cards::Card| {
            let suit = suits.iter().position(|suit| *suit == card.suit()).expect("the suit is in play") as u8;
            (card.rank() - game.rules().base()) * 4 + suit
        };
        game.board(state).into_iter().flatten().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn name_of(&self, mv: gaps::Move, game: &gaps::Gaps) -> [u8; 2] {
        [mv.from(), mv.to()].map(|(row, column)| (row * game.columns() + column) as u8)
    }
}

impl Written for BirdsDomain {
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8> {
        let number = |card: patience_games::cards::Card| {
            (card.rank() - 1) * 4 + "CHSD".find(card.suit().letter()).unwrap_or(0) as u8
        };
        game.grid(state).into_iter().map(|cell| cell.map_or(0xFF, number)).collect()
    }

    fn name_of(&self, BirdsMove { from, to }: BirdsMove, _: &Self::Game) -> [u8; 2] {
        [from, to]
    }

    fn is_apart(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> bool {
        !game.flock_is_connected(state)
    }
}

impl Written for CohesionDomain {
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8> {
        game.cells(state).into_iter().map(|cell| cell.unwrap_or('.') as u8).collect()
    }

    fn name_of(&self, CohesionMove { cell, direction }: CohesionMove, _: &Self::Game) -> [u8; 2] {
        [cell, direction.letter() as u8]
    }
}

impl Written for TilesDomain {
    fn bytes_of(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Vec<u8> {
        let mut cells = vec![b'.'; game.size().cells()];
        game.pieces(state).into_iter().for_each(|(colour, cell)| cells[cell] = b'`' + colour);
        cells
    }

    fn name_of(&self, direction: Direction, _: &Self::Game) -> [u8; 2] {
        [direction.letter() as u8, 0]
    }
}

fn unreadable(error: patience_core::InputError) -> RequestError {
    RequestError::BadOption(error.to_string())
}

/// The game of an instance, with its types.
fn read<D: Domain>(domain: &D, instance: &dyn Instance) -> Result<D::Game, RequestError> {
    domain.read(instance.rules(), &instance.board()).map_err(unreadable)
}

fn certified(instance: &dyn Instance, verdict: Verdict, expanded: u64, kind: u8, body: &[u8]) -> Certified {
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
        Lemmas::NoSets => Reductions { persistent_sets: 0, ..all },
        Lemmas::NoDeadEnds => Reductions { persistent_sets: 0, dead_ends: false, ..all },
    };
    let services = patience_gaps::Services::new(context.environment);
    let patience_gaps::Certified { solution, proof, .. } =
        patience_gaps::certify(&crate::gaps::board(&game), &config, &request.limits, services);
    let expanded = solution.counters.expanded;
    Ok(match (solution.verdict, proof) {
        (patience_core::Verdict::Solved { plan, .. }, _) => {
            let mut body = (plan.len() as u32).to_le_bytes().to_vec();
            plan.iter().for_each(|mv| body.extend([mv.from, mv.to]));
            certified(instance, Verdict::Solved, expanded, b'P', &body)
        }
        (patience_core::Verdict::Unsolvable, Some(proof)) => {
            certified(instance, Verdict::Unsolvable, expanded, b'T', &proof)
        }
        (patience_core::Verdict::Unknown(stop), _) => Certified::unknown(stop, expanded),
        (patience_core::Verdict::Unsolvable, None) => Certified::unknown(Stop::Incomplete, expanded),
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
    let mut search = Layers { domain, game: &game, nodes: Vec::new(), seen: HashSet::default(), ends: Vec::new() };
    let result = search.search(&mut run);
    let expanded = run.counters().expanded;
    Ok(match result {
        Err(stop) => Certified::unknown(stop, expanded),
        Ok(None) => {
            let mut body = Vec::new();
            search.write(0..search.nodes.len(), &mut body);
            certified(instance, Verdict::Unsolvable, expanded, b'C', &body)
        }
        Ok(Some(goal)) => {
            let mut plan = Vec::new();
            let mut node = goal;
            while let Some((before, mv)) = search.nodes[node].1 {
                plan.push(domain.name_of(mv, &game));
                node = before;
            }
            let mut body = (plan.len() as u32).to_le_bytes().to_vec();
            plan.iter().rev().for_each(|name| body.extend(name));
            let mut begin = 0;
            for end in search.ends.iter().copied().take(plan.len()) {
                search.write(begin..end, &mut body);
                begin = end;
            }
            certified(instance, Verdict::Solved, expanded, b'O', &body)
        }
    })
}

/// A state, and how it was first reached.
type Node<G> = (<G as Game>::State, Option<(usize, <G as Game>::Move)>);

/// A breadth-first search that keeps its layers.
struct Layers<'a, D: Written> {
    domain: &'a D,
    game: &'a D::Game,
    nodes: Vec<Node<D::Game>>,
    seen: HashSet<<D::Game as Game>::Key>,
    /// Where each layer ends in the nodes.
    ends: Vec<usize>,
}

impl<D: Written> Layers<'_, D>
where
    <D::Game as Game>::Key: Hash + Eq,
{
    /// The first won node, if there is one.
    fn search(&mut self, run: &mut Run<'_, D::Game>) -> Result<Option<usize>, Stop> {
        if let Some(goal) = self.add(self.game.start(), None) {
            return Ok(Some(goal));
        }
        let (mut next, mut moves) = (0, Vec::new());
        while next < self.nodes.len() {
            if self.ends.last().is_none_or(|end| *end == next) {
                self.ends.push(self.nodes.len());
            }
            let state = self.nodes[next].0.clone();
            run.expand(self.game, &state, self.ends.len() as u32 - 1, None)?;
            moves.clear();
            self.game.moves(&state, &mut moves);
            for &mv in &moves {
                if let Some(goal) = self.add(self.game.apply(&state, mv), Some((next, mv))) {
                    return Ok(Some(goal));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// Adds a state that is new and not to be left out; returns its place if it is won.
    fn add(
        &mut self,
        state: <D::Game as Game>::State,
        from: Option<(usize, <D::Game as Game>::Move)>,
    ) -> Option<usize> {
        if self.domain.is_apart(self.game, &state) || !self.seen.insert(self.game.key(&state)) {
            return None;
        }
        let is_won = self.game.is_goal(&state);
        self.nodes.push((state, from));
        is_won.then(|| self.nodes.len() - 1)
    }

    fn write(&self, nodes: std::ops::Range<usize>, body: &mut Vec<u8>) {
        body.extend((nodes.len() as u64).to_le_bytes());
        for (state, _) in &self.nodes[nodes] {
            body.extend(self.domain.bytes_of(self.game, state));
        }
    }
}
