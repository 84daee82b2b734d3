//! One instance of a registered game, behind `dyn` [`Instance`].

use std::any::Any;

use patience_core::{
    Blind, Budget, Counters, Domain, Game, Heuristic, Limits, Outcome, Run, Stop, Values, View,
    replay,
};
use patience_games::uncoloured;
use patience_search::{Algorithm, Arguments};

use crate::certificate::{Certificates, Subject};
use crate::entry::listed_moves;
use crate::evaluate::evaluate;
use crate::known::Known;
use crate::packed::{ExpandError, no_bytes};
use crate::registered::{Registered, Resolved};
use crate::solver::{Found, Method};
use crate::watch::Watch;
use crate::{
    Certified, Context, Evaluated, Instance, Lemmas, Look, MODEL, ModelFile, MoveInfo, PlanError,
    Report, Request, RequestError, Step, Verdict, Watcher,
};

/// One instance of a registered domain.
pub(crate) struct TypedInstance<D: Domain + 'static> {
    entry: &'static Registered<D>,
    game: D::Game,
    id: String,
}

type State<D> = <<D as Domain>::Game as Game>::State;
type Move<D> = <<D as Domain>::Game as Game>::Move;

impl<D: Domain> TypedInstance<D> {
    pub fn new(entry: &'static Registered<D>, game: D::Game, id: &str) -> Self {
        TypedInstance { entry, game, id: id.to_owned() }
    }

    fn domain(&self) -> &'static D {
        &self.entry.domain
    }

    fn legal(&self, state: &State<D>) -> Vec<Move<D>> {
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        legal
    }

    /// The instance that starts in a state of this one; it keeps the id.
    fn starting_at(&self, state: &State<D>) -> Box<dyn Instance> {
        Box::new(TypedInstance::new(
            self.entry,
            self.domain().starting_at(&self.game, state),
            &self.id,
        ))
    }

    fn drawn(&self, state: &State<D>, look: Look) -> String {
        let drawing = self.domain().draw(&self.game, state, None, look.colour);
        let fits = |width| uncoloured(&drawing).lines().all(|line| line.chars().count() <= width);
        if look.width.is_none_or(fits) {
            return drawing;
        }
        self.domain().draw_narrow(&self.game, state, look.colour).unwrap_or(drawing)
    }

    /// Plays the moves of a text from the start, and reports each state with the move made in it.
    fn play(
        &self,
        plan: &str,
        mut made: impl FnMut(&State<D>, Move<D>, &State<D>),
    ) -> Result<(usize, State<D>), PlanError> {
        let domain = self.domain();
        let mut state = self.game.start();
        let words = domain.split_plan(plan);
        for (index, word) in words.iter().enumerate() {
            let text = || word.chars().take(20).collect::<String>();
            let mv = domain
                .parse_move(&self.game, &state, word)
                .map_err(|error| PlanError::Unreadable { index, text: text(), error })?;
            if !self.legal(&state).contains(&mv) {
                let (legal, board) =
                    self.instead(&state, *word == domain.move_text(&self.game, &state, mv));
                return Err(PlanError::Illegal { index, text: text(), legal, board });
            }
            let next = self.game.apply(&state, mv);
            made(&state, mv, &next);
            state = next;
        }
        Ok((words.len(), state))
    }

    /// Legal moves of a state and its board, for a message about an illegal move: in notation, or
    /// for people.
    fn instead(&self, state: &State<D>, in_notation: bool) -> (String, String) {
        let domain = self.domain();
        let legal = self.legal(state);
        let text = |mv: &Move<D>| match in_notation {
            true => domain.move_text(&self.game, state, *mv),
            false => domain.move_words(&self.game, state, *mv),
        };
        let moves = listed_moves(legal.iter().map(text), if in_notation { " " } else { ", " });
        let board = match in_notation {
            true => domain.notation(&self.game, state),
            false => domain.draw(&self.game, state, None, false).trim_end().to_owned(),
        };
        (moves, board)
    }

    /// Builds and prepares a heuristic and a guide, and runs a generic search with them.
    fn search(
        &self,
        algorithm: &Algorithm<D::Game>,
        heuristics: [&Option<Known<D::Game>>; 2],
        values: Values,
        model: Option<&'static ModelFile>,
        run: &mut Run<'_, D::Game>,
    ) -> Outcome<Move<D>> {
        let build = |known: &Option<Known<D::Game>>| {
            known.as_ref().map(|known| known.build(&self.game, &values, model))
        };
        let [heuristic, guide] = heuristics.map(build);
        let limits = Limits { expansions: None, depth: None, ..run.limits().clone() };
        let mut budget = Budget::new(limits, run.environment());
        let mut prepared = heuristic.iter().chain(&guide);
        if let Err(stop) = prepared.try_for_each(|each| each.prepare(&self.game, &mut budget)) {
            return stop.into();
        }
        let heuristic: &dyn Heuristic<D::Game> = match &heuristic {
            Some(heuristic) => &**heuristic,
            None => &Blind,
        };
        let guide = guide.as_ref().map(|guide| &**guide as &dyn Heuristic<D::Game>);
        (algorithm.solve)(&self.game, &Arguments { heuristic, guide, values }, run)
    }

    /// The subject of certification.
    fn subject(&self) -> Subject<'_, D> {
        Subject { domain: self.domain(), game: &self.game, instance: self }
    }

    /// The certification of its verdicts.
    fn certificates(&self) -> Result<&'static Certificates<D>, RequestError> {
        self.entry
            .certificates_for(self.rules())
            .ok_or_else(|| RequestError::NoCertificates { game: self.game(), rules: self.rules() })
    }

    /// The moves of a plan as texts, each written in its state.
    fn plan_texts(&self, plan: &[Move<D>]) -> Vec<String> {
        let mut state = self.game.start();
        plan.iter()
            .map(|mv| {
                let text = self.domain().move_text(&self.game, &state, *mv);
                state = self.game.apply(&state, *mv);
                text
            })
            .collect()
    }
}

/// A verdict in the parts of a report.
struct Judged<M> {
    verdict: Verdict,
    stop: Option<Stop>,
    plan: Option<Vec<M>>,
    optimal: bool,
}

impl<M> Judged<M> {
    /// A plan longer than the depth limit does not count.
    fn new(verdict: patience_core::Verdict<M>, depth: Option<u32>) -> Self {
        let without = |verdict, stop| Judged { verdict, stop, plan: None, optimal: false };
        match verdict {
            patience_core::Verdict::Solved { plan, .. }
                if depth.is_some_and(|most| plan.len() > most as usize) =>
            {
                without(Verdict::Unknown, Some(Stop::Depth))
            }
            patience_core::Verdict::Solved { plan, optimal, stop } => {
                Judged { verdict: Verdict::Solved, stop, plan: Some(plan), optimal }
            }
            patience_core::Verdict::Unsolvable => without(Verdict::Unsolvable, None),
            patience_core::Verdict::Unknown(stop) => without(Verdict::Unknown, Some(stop)),
        }
    }
}

impl<D: Domain> Instance for TypedInstance<D> {
    fn id(&self) -> &str {
        &self.id
    }

    fn game(&self) -> &'static str {
        self.domain().name()
    }

    fn rules(&self) -> &'static str {
        self.domain().rules(&self.game)
    }

    fn board(&self) -> String {
        self.domain().notation(&self.game, &self.game.start())
    }

    fn write(&self, format: &str) -> Option<String> {
        self.domain().write(&self.game, &self.game.start(), format)
    }

    fn draw(&self, look: Look) -> String {
        self.drawn(&self.game.start(), look)
    }

    fn view(&self) -> View {
        self.domain().view(&self.game, &self.game.start())
    }

    fn pddl(&self) -> Option<(String, String)> {
        self.domain().pddl(&self.game)
    }

    fn is_won(&self) -> bool {
        self.game.is_goal(&self.game.start())
    }

    fn moves(&self) -> Vec<MoveInfo> {
        let (domain, start) = (self.domain(), self.game.start());
        self.legal(&start)
            .into_iter()
            .map(|mv| {
                let next = self.game.apply(&start, mv);
                MoveInfo {
                    text: domain.move_text(&self.game, &start, mv),
                    words: domain.move_words(&self.game, &start, mv),
                    board: domain.notation(&self.game, &next),
                    wins: self.game.is_goal(&next),
                }
            })
            .collect()
    }

    fn perft(&self, depth: usize) -> Vec<u64> {
        patience_core::perft(&self.game, depth)
    }

    fn count_moves(&self, text: &str) -> usize {
        self.domain().split_plan(text).len()
    }

    fn after(&self, moves: &str) -> Result<Box<dyn Instance>, PlanError> {
        let (_, state) = self.play(moves, |_, _, _| {})?;
        Ok(self.starting_at(&state))
    }

    fn successor(&self, index: usize) -> Option<Box<dyn Instance>> {
        let start = self.game.start();
        let mv = *self.legal(&start).get(index)?;
        Some(self.starting_at(&self.game.apply(&start, mv)))
    }

    fn evaluate(
        &self,
        model: Option<&'static ModelFile>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Evaluated>, RequestError> {
        self.entry.check_model(None, model)?;
        Ok(evaluate(self.entry.heuristics(), &self.game, model, budget))
    }

    fn evaluate_by(
        &self,
        heuristic: &str,
        model: Option<&'static ModelFile>,
        budget: &mut Budget<'_>,
    ) -> Option<Evaluated> {
        let mut named = self.entry.heuristics();
        named.retain(|entry| entry.name() == heuristic);
        evaluate(named, &self.game, model, budget).pop()
    }

    fn typed(&self) -> &dyn Any {
        &self.game
    }

    fn validate(&self, plan: &str) -> Result<usize, PlanError> {
        let (length, last) = self.play(plan, |_, _, _| {})?;
        if self.game.is_goal(&last) {
            Ok(length)
        } else {
            Err(PlanError::NotSolved { length, board: self.domain().notation(&self.game, &last) })
        }
    }

    fn film(&self, plan: &str, look: Look) -> Result<Vec<Step>, PlanError> {
        let domain = self.domain();
        let mut steps = vec![Step { text: None, words: String::new(), drawing: self.draw(look) }];
        self.play(plan, |before, mv, after| {
            steps.push(Step {
                text: Some(domain.move_text(&self.game, before, mv)),
                words: domain.move_words(&self.game, before, mv),
                drawing: self.drawn(after, look),
            });
        })?;
        Ok(steps)
    }

    fn for_player(&self, request: Request) -> Request {
        match self.entry.resolve(&self.game, &request) {
            Ok(resolved) => request.shortening(resolved.solver.parameters()),
            // The error is reported by the solve.
            Err(_) => request,
        }
    }

    fn algorithm(&self, request: &Request) -> Result<&'static str, RequestError> {
        self.entry.solver(&self.game, request).map(|solver| solver.name)
    }

    fn check(&self, request: &Request) -> Result<(), RequestError> {
        self.entry.resolve(&self.game, request).map(|_| ())
    }

    fn solve(&self, request: &Request, context: &mut Context<'_>) -> Result<Report, RequestError> {
        let Resolved { solver, heuristic, guide, values, seed } =
            self.entry.resolve(&self.game, request)?;
        let environment = context.environment;
        let watcher = context.watcher.as_deref_mut().map(|watcher| watcher as &mut dyn Watcher);
        let mut limits = request.limits.clone();
        limits.expansions = limits.expansions.or(solver.budget);
        let listing =
            self.entry.certificates_for(self.rules()).filter(|_| context.resources.record).map(
                |certificates| {
                    let budget = Budget::new(limits.clone(), environment);
                    certificates.list(self.domain(), &self.game, budget)
                },
            );
        let mut watch = Watch { domain: self.domain(), watcher, listing, seen: 0 };
        let mut run = Run::new(limits, environment).with_seed(seed);
        if watch.watcher.is_some() || watch.listing.is_some() {
            run = run.with_observer(&mut watch);
        }

        let Found { outcome, mut details, record } = match &solver.method {
            Method::Search(algorithm) => {
                self.search(algorithm, [&heuristic, &guide], values, request.model, &mut run).into()
            }
            Method::Special(solve, _) => solve(&self.game, &values, &context.resources, &mut run)?,
        };
        if let (Some(model), Some(Known::Learned(_))) = (request.model, &heuristic) {
            details.push((MODEL.name, model.checksum().to_owned()));
        }
        let counters = run.counters();
        let left = run.limits().after(counters.expanded);
        let lower_bound = outcome.lower_bound;
        let Judged { verdict, stop, plan, optimal } =
            Judged::new(outcome.verdict, request.limits.depth);
        RequestError::if_defect(stop, solver.name, &self.id)?;
        let cost =
            plan.as_ref().map(|plan| replay(&self.game, plan)).transpose().map_err(|error| {
                RequestError::Defect {
                    algorithm: solver.name,
                    instance: self.id.clone(),
                    error: Some(error),
                }
            })?;
        if verdict == Verdict::Unsolvable
            && let Some(reason) = self.domain().why_lost(&self.game)
        {
            details.push(("reason", reason));
        }
        let record = match (record, watch.listing, &solver.method) {
            (None, Some(listing), Method::Search(_)) if verdict == Verdict::Unsolvable => {
                Some(listing.finish(&mut Run::new(left, environment)))
            }
            (record, ..) => record,
        };
        let Counters {
            expanded,
            generated,
            duplicates,
            reopened,
            dead_ends,
            peak_open,
            peak_closed,
            peak_bytes,
        } = counters;
        Ok(Report {
            instance: self.id.clone(),
            game: self.game(),
            rules: self.rules(),
            board: self.board(),
            algorithm: solver.name,
            heuristic: heuristic.map(|entry| entry.name()),
            verdict,
            stop,
            length: plan.as_ref().map(Vec::len),
            optimal,
            plan: plan.map(|plan| self.plan_texts(&plan)).unwrap_or_default(),
            expanded,
            generated,
            duplicates,
            reopened,
            dead_ends,
            peak_open,
            peak_closed,
            peak_bytes,
            seconds: environment.elapsed().as_secs_f64(),
            lower_bound,
            seed,
            details,
            cost,
            record,
        })
    }

    fn start_bytes(&self) -> Option<Vec<u8>> {
        self.entry.certificates.as_ref()?.bytes().start(self.domain(), &self.game)
    }

    fn expand(&self, states: &[u8], out: &mut Vec<u8>) -> Result<(), ExpandError> {
        let (Some(certificates), Some(start)) = (&self.entry.certificates, self.start_bytes())
        else {
            return Err(no_bytes(self.domain(), &self.game));
        };
        certificates.bytes().expand(self.domain(), &self.game, (states, start.len()), out)
    }

    fn at_bytes(&self, bytes: &[u8]) -> Result<Box<dyn Instance>, ExpandError> {
        let certificates = self.entry.certificates.as_ref();
        let certificates = certificates.ok_or_else(|| no_bytes(self.domain(), &self.game))?;
        let state = certificates.bytes().read(self.domain(), &self.game, bytes)?;
        Ok(self.starting_at(&state))
    }

    fn check_certificates(&self) -> Result<(), RequestError> {
        self.certificates().map(|_| ())
    }

    fn certify_reads(&self, lemmas: Lemmas) -> &'static [&'static str] {
        self.certificates().map_or(&[], |certificates| certificates.reads(lemmas))
    }

    fn certify(
        &self,
        request: &Request,
        lemmas: Lemmas,
        context: &mut Context<'_>,
    ) -> Result<Certified, RequestError> {
        self.certificates()?.certify(&self.subject(), request, lemmas, context)
    }

    fn certificate_of(&self, report: &Report) -> Result<Certified, RequestError> {
        self.certificates()?.of(&self.subject(), report)
    }
}
