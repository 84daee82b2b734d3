//! The one generic adapter that turns a [`Domain`] and its solvers into a `dyn` [`Entry`].

use patience_core::{
    Counters, Domain, Event, Game, Heuristic, HeuristicEntry, InputError, Observer, Outcome, Run, Source, View, replay,
};
use patience_search::{Algorithm, Parameters, Uses};

use crate::entry::{
    AlgorithmInfo, Context, Entry, GameInfo, HeuristicInfo, Instance, MoveInfo, Named, Notice, PlanError, Request,
    RequestError, Resources, SourceInfo, Step, Watcher,
};
use crate::report::{Report, Verdict};

/// A domain with the solvers that its game offers beyond the generic ones. To be kept in a `static`.
pub struct Registered<D: Domain> {
    /// The domain.
    pub domain: D,
    /// The game's sources that need a solver, which follow the domain's own.
    pub generators: &'static [Generator<D::Game>],
    /// The game's learned heuristics, which follow the domain's own.
    pub learned: fn() -> Vec<HeuristicEntry<D::Game>>,
    /// Every solver of the game, the generic ones included.
    pub solvers: fn() -> Vec<Solver<D::Game>>,
    /// The algorithms used unless told otherwise: the first that fits the instance.
    pub defaults: &'static [&'static str],
}

/// A source of instances that needs a solver to find them.
pub struct Generator<G> {
    /// What it is called, and what its paths look like.
    pub source: Source,
    /// The instance with a path, the source's name left out.
    pub make: fn(&str) -> Result<G, InputError>,
}

/// An algorithm as one game offers it.
pub struct Solver<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Whether it settles every instance, given time and memory.
    pub complete: bool,
    /// Whether its plans are the shortest.
    pub optimal: bool,
    /// The heuristic used unless told otherwise, where it is not the game's default.
    pub heuristic: Option<&'static str>,
    /// The limit on expansions unless told otherwise: a part of how some reports' programs work.
    pub budget: Option<u64>,
    /// Whether it can be used for an instance.
    pub fits: fn(&G) -> bool,
    /// How it is run.
    pub method: Method<G>,
}

/// A special solver: gets the whole request and its resources, returns what it found and what else it has to say.
pub type Special<G> = fn(
    &G,
    &Request,
    &Resources,
    &mut Run<'_, G>,
) -> Result<(Outcome<<G as Game>::Move>, Vec<(&'static str, String)>), RequestError>;

/// How a solver is run.
pub enum Method<G: Game> {
    /// A search from `patience-search`.
    Search(Algorithm<G>),
    /// A solver that knows its game, with the parameters that it looks at.
    Special(Special<G>, &'static [&'static str]),
}

impl<G: Game> Solver<G> {
    /// A generic search under its own name.
    pub fn generic(algorithm: Algorithm<G>) -> Self {
        Solver {
            name: algorithm.name,
            summary: algorithm.summary,
            complete: algorithm.complete,
            optimal: algorithm.optimal,
            heuristic: None,
            budget: None,
            fits: |_| true,
            method: Method::Search(algorithm),
        }
    }

    fn parameters(&self) -> Vec<&'static str> {
        match &self.method {
            Method::Search(algorithm) => names(algorithm.uses),
            Method::Special(_, parameters) => parameters.to_vec(),
        }
    }
}

impl<D: Domain> Registered<D> {
    /// The hand-made heuristics, then the learned ones.
    fn heuristics(&self) -> Vec<HeuristicEntry<D::Game>> {
        let mut heuristics = self.domain.heuristics();
        heuristics.extend((self.learned)());
        heuristics
    }

    /// The domain's sources, then those that need a solver.
    fn sources(&self) -> impl Iterator<Item = &Source> {
        self.domain.sources().iter().chain(self.generators.iter().map(|generator| &generator.source))
    }

    fn rule_set(&self, rules: Option<&str>) -> Result<&'static str, InputError> {
        let sets = self.domain.rule_sets();
        let Some(wanted) = rules else { return Ok(sets[0].name) };
        sets.iter().map(|set| set.name).find(|name| *name == wanted).ok_or_else(|| {
            InputError::new(format!(
                "{} has no rule set `{}`; it has {}",
                self.domain.name(),
                wanted.escape_debug(),
                listed(sets.iter().map(|set| set.name))
            ))
        })
    }

    fn solver(&self, game: &D::Game, request: &Request) -> Result<Solver<D::Game>, RequestError> {
        let mut solvers = (self.solvers)();
        let fitting = |name: &str| solvers.iter().position(|solver| solver.name == name && (solver.fits)(game));
        let index = match &request.algorithm {
            None => self.defaults.iter().copied().find_map(fitting).expect("some default fits every instance"),
            Some(wanted) => fitting(wanted).ok_or_else(|| RequestError::UnknownAlgorithm {
                game: self.domain.name(),
                rules: self.domain.rules(game),
                name: wanted.clone(),
                known: listed(solvers.iter().filter(|solver| (solver.fits)(game)).map(|solver| solver.name)),
            })?,
        };
        Ok(solvers.swap_remove(index))
    }

    /// The heuristic that the solver will use, or `None` if it uses none.
    fn heuristic(
        &self,
        solver: &Solver<D::Game>,
        request: &Request,
    ) -> Result<Option<HeuristicEntry<D::Game>>, RequestError> {
        let mut entries = self.heuristics();
        let known = || listed(self.heuristics().iter().map(|entry| entry.name));
        let wanted = request.heuristic.as_deref().or(solver.heuristic).unwrap_or(entries[0].name);
        let Some(index) = entries.iter().position(|entry| entry.name == wanted) else {
            return Err(RequestError::UnknownHeuristic {
                game: self.domain.name(),
                name: wanted.to_owned(),
                known: known(),
            });
        };
        let uses = solver.parameters().contains(&"heuristic");
        Ok(uses.then(|| entries.swap_remove(index)))
    }

    /// Refuses options that no solver of the game has, and those that would name a resource.
    fn check_options(&self, request: &Request) -> Result<(), RequestError> {
        if request.options.is_empty() {
            return Ok(());
        }
        let solvers = (self.solvers)();
        let special = solvers.iter().filter_map(|solver| match &solver.method {
            Method::Search(_) => None,
            Method::Special(_, parameters) => Some(*parameters),
        });
        let mut known: Vec<&str> = special.flatten().copied().filter(|name| !Resources::NAMES.contains(name)).collect();
        known.sort_unstable();
        known.dedup();
        match request.options.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) if Resources::NAMES.contains(&name.as_str()) => Err(RequestError::BadOption(format!(
                "`{name}` is no option: threads and files are set by the program that runs the solve"
            ))),
            Some(name) => Err(RequestError::BadOption(format!(
                "{} has no option `{}`; it has {}",
                self.domain.name(),
                name.escape_debug(),
                if known.is_empty() { "none".to_owned() } else { listed(known.into_iter()) }
            ))),
        }
    }
}

/// The names of the parameters on the command line.
fn names(uses: Uses) -> Vec<&'static str> {
    let Uses { heuristic, weight, width, iterations, level, playout, exploration, unit, seed } = uses;
    [
        (heuristic, "heuristic"),
        (weight, "weight"),
        (width, "width"),
        (iterations, "iterations"),
        (level, "level"),
        (playout, "playout"),
        (exploration, "exploration"),
        (unit, "unit"),
        (seed, "seed"),
    ]
    .into_iter()
    .filter_map(|(used, name)| used.then_some(name))
    .collect()
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

impl<D: Domain> Entry for Registered<D> {
    fn name(&self) -> &'static str {
        self.domain.name()
    }

    fn info(&self) -> GameInfo {
        let domain = &self.domain;
        let game = domain.name();
        let heuristics = self.heuristics();
        let default_heuristic = heuristics[0].name;
        GameInfo {
            name: game,
            title: domain.title(),
            summary: domain.summary(),
            rule_sets: domain.rule_sets().iter().copied().map(Named::from).collect(),
            sources: self
                .sources()
                .map(|source| SourceInfo {
                    name: source.name,
                    pattern: source.pattern,
                    example: format!("{game}:{}", source.example),
                    summary: source.summary,
                })
                .collect(),
            levels: domain.levels(),
            formats: domain.formats().iter().copied().map(Named::from).collect(),
            default_algorithm: self.defaults[0],
            algorithms: (self.solvers)()
                .iter()
                .map(|solver| {
                    let parameters = solver.parameters();
                    AlgorithmInfo {
                        name: solver.name,
                        summary: solver.summary,
                        complete: solver.complete,
                        optimal: solver.optimal,
                        heuristic: parameters
                            .contains(&"heuristic")
                            .then(|| solver.heuristic.unwrap_or(default_heuristic)),
                        parameters,
                    }
                })
                .collect(),
            heuristics: heuristics
                .iter()
                .map(|entry| HeuristicInfo { name: entry.name, summary: entry.summary, claims: entry.claims.into() })
                .collect(),
        }
    }

    fn instance(&'static self, rules: Option<&str>, path: &str, id: &str) -> Result<Box<dyn Instance>, InputError> {
        let rules = self.rule_set(rules)?;
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        let game = match self.generators.iter().find(|generator| generator.source.name == name) {
            Some(generator) => (generator.make)(rest)?,
            None => self.domain.instance(rules, path)?,
        };
        Ok(Box::new(Deal { entry: self, game, id: id.to_owned() }))
    }

    fn read(&'static self, rules: Option<&str>, board: &str, id: &str) -> Result<Box<dyn Instance>, InputError> {
        let game = self.domain.read(self.rule_set(rules)?, board)?;
        Ok(Box::new(Deal { entry: self, game, id: id.to_owned() }))
    }

    fn is_comment(&self, line: &str) -> bool {
        self.domain.is_comment(line)
    }
}

/// One instance of a registered domain.
struct Deal<D: Domain + 'static> {
    entry: &'static Registered<D>,
    game: D::Game,
    id: String,
}

type State<D> = <<D as Domain>::Game as Game>::State;
type Move<D> = <<D as Domain>::Game as Game>::Move;

impl<D: Domain> Deal<D> {
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
        let solver = self.entry.solver(&self.game, request)?;
        self.entry.check_options(request)?;
        self.entry.heuristic(&solver, request).map(|_| ())
    }

    fn solve(&self, request: &Request, context: &mut Context<'_>) -> Result<Report, RequestError> {
        let solver = self.entry.solver(&self.game, request)?;
        self.entry.check_options(request)?;
        let heuristic = self.entry.heuristic(&solver, request)?;
        let environment = context.environment;
        let mut watch = context.watcher.as_deref_mut().map(|watcher| Watch { domain: self.domain(), watcher, seen: 0 });
        let mut limits = request.limits.clone();
        limits.expansions = limits.expansions.or(solver.budget);
        let mut run = Run::new(limits, environment).with_seed(request.seed);
        if let Some(watch) = &mut watch {
            run = run.with_observer(watch);
        }

        let (outcome, details) = match &solver.method {
            Method::Search(algorithm) => {
                let built: Box<dyn Heuristic<D::Game> + Send + Sync> = match &heuristic {
                    Some(entry) => (entry.build)(&self.game),
                    None => Box::new(patience_core::Blind),
                };
                let mut parameters = Parameters::new(&*built);
                parameters.weight = request.weight.unwrap_or(parameters.weight);
                parameters.width = request.width.unwrap_or(parameters.width);
                parameters.iterations = request.iterations.or(parameters.iterations);
                parameters.level = request.level.or(parameters.level);
                parameters.playout = request.playout.unwrap_or(parameters.playout);
                parameters.exploration = request.exploration.unwrap_or(parameters.exploration).max(0.0);
                parameters.unit = request.unit.unwrap_or(parameters.unit).max(1);
                ((algorithm.solve)(&self.game, &parameters, &mut run), Vec::new())
            }
            Method::Special(solve, _) => solve(&self.game, request, &context.resources, &mut run)?,
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
            seed: request.seed,
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
