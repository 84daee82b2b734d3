//! One instance of a registered game, behind `dyn` [`Instance`].

use patience_core::{Counters, Domain, Event, Game, Heuristic, Observer, Run, View, replay};
use patience_search::Arguments;

use crate::registered::{Registered, Resolved};
use crate::solver::Method;
use crate::{Context, Instance, MoveInfo, Notice, PlanError, Report, Request, RequestError, Step, Verdict, Watcher};

/// One instance of a registered domain.
pub(crate) struct Deal<D: Domain + 'static> {
    entry: &'static Registered<D>,
    game: D::Game,
    id: String,
}

type State<D> = <<D as Domain>::Game as Game>::State;
type Move<D> = <<D as Domain>::Game as Game>::Move;

impl<D: Domain> Deal<D> {
    pub fn new(entry: &'static Registered<D>, game: D::Game, id: &str) -> Self {
        Deal { entry, game, id: id.to_owned() }
    }

    fn domain(&self) -> &'static D {
        &self.entry.domain
    }

    fn legal(&self, state: &State<D>) -> Vec<Move<D>> {
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        legal
    }

    /// Plays the moves of a text from the start, telling each state with the move that is made in it.
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
            let mv = domain.parse_move(&self.game, &state, word).map_err(|error| PlanError::Unreadable {
                index,
                text: text(),
                error,
            })?;
            let legal = self.legal(&state);
            if !legal.contains(&mv) {
                let legal = legal.iter().map(|mv| domain.move_text(&self.game, &state, *mv)).collect::<Vec<_>>();
                return Err(PlanError::Illegal {
                    index,
                    text: text(),
                    legal: if legal.is_empty() { "none".to_owned() } else { legal.join(" ") },
                    board: domain.notation(&self.game, &state),
                });
            }
            let next = self.game.apply(&state, mv);
            made(&state, mv, &next);
            state = next;
        }
        Ok((words.len(), state))
    }

    /// The moves of a plan as texts, each in the state in which it is made.
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

impl<D: Domain> Instance for Deal<D> {
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

    fn draw(&self, colour: bool) -> String {
        self.domain().draw(&self.game, &self.game.start(), None, colour)
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

    fn after(&self, moves: &str) -> Result<Box<dyn Instance>, PlanError> {
        let (_, state) = self.play(moves, |_, _, _| {})?;
        let board = self.domain().notation(&self.game, &state);
        let game = self
            .domain()
            .read(self.rules(), &board)
            .unwrap_or_else(|error| panic!("every position can be read back, but not `{board}`: {error}"));
        Ok(Box::new(Deal { entry: self.entry, game, id: self.id.clone() }))
    }

    fn judge(&self, plan: &str) -> Result<usize, PlanError> {
        let (length, last) = self.play(plan, |_, _, _| {})?;
        if self.game.is_goal(&last) {
            Ok(length)
        } else {
            Err(PlanError::NotSolved { length, board: self.domain().notation(&self.game, &last) })
        }
    }

    fn film(&self, plan: &str, colour: bool) -> Result<Vec<Step>, PlanError> {
        let domain = self.domain();
        let mut steps = vec![Step { text: None, words: String::new(), drawing: self.draw(colour) }];
        self.play(plan, |before, mv, after| {
            steps.push(Step {
                text: Some(domain.move_text(&self.game, before, mv)),
                words: domain.move_words(&self.game, before, mv),
                drawing: domain.draw(&self.game, after, None, colour),
            });
        })?;
        Ok(steps)
    }

    fn check(&self, request: &Request) -> Result<(), RequestError> {
        self.entry.resolve(&self.game, request).map(|_| ())
    }

    fn solve(&self, request: &Request, context: &mut Context<'_>) -> Result<Report, RequestError> {
        let Resolved { solver, heuristic, values, seed } = self.entry.resolve(&self.game, request)?;
        let environment = context.environment;
        let mut watch = context.watcher.as_deref_mut().map(|watcher| Watch { domain: self.domain(), watcher, seen: 0 });
        let mut limits = request.limits.clone();
        limits.expansions = limits.expansions.or(solver.budget);
        let mut run = Run::new(limits, environment).with_seed(seed);
        if let Some(watch) = &mut watch {
            run = run.with_observer(watch);
        }

        let (outcome, details) = match &solver.method {
            Method::Search(algorithm) => {
                let built: Box<dyn Heuristic<D::Game> + Send + Sync> = match &heuristic {
                    Some(entry) => (entry.build)(&self.game),
                    None => Box::new(patience_core::Blind),
                };
                let arguments = Arguments { heuristic: &*built, values };
                ((algorithm.solve)(&self.game, &arguments, &mut run), Vec::new())
            }
            Method::Special(solve, _) => solve(&self.game, &values, &context.resources, &mut run)?,
        };
        let counters = run.counters();
        let lower_bound = outcome.lower_bound;
        let (verdict, stop, plan, optimal) = match outcome.verdict {
            patience_core::Verdict::Solved { plan, optimal, stop } => (Verdict::Solved, stop, Some(plan), optimal),
            patience_core::Verdict::Unsolvable => (Verdict::Unsolvable, None, None, false),
            patience_core::Verdict::Unknown(stop) => (Verdict::Unknown, Some(stop), None, false),
        };
        if let Some(plan) = &plan {
            replay(&self.game, plan).map_err(|error| RequestError::FailedReplay { algorithm: solver.name, error })?;
        }
        let Counters { expanded, generated, duplicates, reopened, dead_ends, peak_open, peak_closed, peak_bytes } =
            counters;
        Ok(Report {
            instance: self.id.clone(),
            game: self.game(),
            rules: self.rules(),
            board: self.board(),
            algorithm: solver.name,
            heuristic: heuristic.map(|entry| entry.name),
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
            seconds: environment.clock.elapsed().as_secs_f64(),
            lower_bound,
            seed,
            details,
        })
    }
}

/// Passes events on as notices, thinned out.
struct Watch<'a, D: Domain> {
    domain: &'static D,
    watcher: &'a mut dyn Watcher,
    seen: u64,
}

impl<D: Domain> Observer<D::Game> for Watch<'_, D> {
    fn event(&mut self, game: &D::Game, event: Event<'_, D::Game>, counters: &Counters) {
        match event {
            Event::Expanded { state, g, h, open, closed } => {
                self.seen += 1;
                if self.seen.is_multiple_of(self.watcher.every().max(1)) {
                    let board = || Some(self.domain.notation(game, state));
                    self.watcher.notice(Notice::Expanded { g, h, open, closed }, counters, &board);
                }
            }
            Event::Iteration { bound } => self.watcher.notice(Notice::Iteration { bound }, counters, &|| None),
            Event::Working => self.watcher.notice(Notice::Working, counters, &|| None),
            Event::Incumbent { cost } => self.watcher.notice(Notice::Incumbent { cost }, counters, &|| None),
        }
    }
}
