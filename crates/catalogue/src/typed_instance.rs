//! One instance of a registered game, behind `dyn` [`Instance`].

mod solve;

use std::any::Any;

use patience_core::{Budget, Domain, Game, View};
use patience_games::uncoloured;
use unicode_width::UnicodeWidthStr;

use crate::certificate::{Certificates, Subject};
use crate::evaluate::evaluate;
use crate::packed::{ExpandError, no_bytes};
use crate::plan::listed_moves;
use crate::registered::Registered;
use crate::{
    Certified, Context, Evaluated, Instance, Lemmas, Look, ModelFile, MoveInfo, PlanError, Report,
    Request, RequestError, Step,
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
        let fits = |width| uncoloured(&drawing).lines().all(|line| line.width() <= width);
        if look.width.is_none_or(fits) {
            return drawing;
        }
        self.domain().draw_narrow(&self.game, state, look.colour).unwrap_or(drawing)
    }

    /// Plays the moves of a string from the start, and reports each state with the move made in it.
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

    fn pddl_move(&self, action: &[&str]) -> Option<String> {
        self.domain().pddl_move(&self.game, action)
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
        self.solved(request, context)
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
