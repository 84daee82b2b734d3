//! A registered game: the adapter that turns a [`Domain`] and its solvers into a `dyn` [`Entry`].

use patience_core::{
    Budget, Claims, Declaration, Domain, Game, Heuristic, HeuristicEntry, InputError, OpenError,
    RuleSet, Source, Values, suggest,
};
use patience_learn::LearnedHeuristic;
use patience_search::bounded::GUIDE;

use crate::certificate::Certificates;
use crate::papers::generic;
use crate::solver::{Generator, Solver};
use crate::typed_instance::TypedInstance;
use crate::{
    AlgorithmInfo, Entry, GameInfo, HeuristicInfo, Instance, MODEL, ModelFile, Named,
    ParameterInfo, Request, RequestError, SourceInfo,
};

/// A domain with the solvers that its game offers beyond the generic ones, as
/// [`GAMES`](crate::GAMES) lists it; to be kept in a `static`. `docs/adding-a-game.md` registers a
/// game of its own.
pub struct Registered<D: Domain> {
    /// The domain.
    pub domain: D,
    /// The game's sources that need a search, which follow the domain's own.
    pub generators: &'static [Generator<D::Game>],
    /// The game's heuristics that need a search: they follow the domain's own.
    pub heuristics: fn() -> Vec<HeuristicEntry<D::Game>>,
    /// The game's learned heuristics, which follow those.
    pub learned: fn() -> Vec<LearnedHeuristic<D::Game>>,
    /// Every solver of the game, the generic ones included.
    pub solvers: fn() -> Vec<Solver<D::Game>>,
    /// The algorithms used unless told otherwise: the first that fits the instance.
    pub defaults: &'static [&'static str],
    /// How verdicts are certified, where certificates can write the game.
    pub certificates: Option<Certificates<D>>,
}

impl<D: Domain> Registered<D> {
    /// A domain with the generic algorithms, of which A* is the default, and nothing else. What a
    /// game has beyond that is set on it: `Registered { certificates: …, ..Registered::new(domain) }`.
    pub const fn new(domain: D) -> Self {
        Registered {
            domain,
            generators: &[],
            heuristics: Vec::new,
            learned: Vec::new,
            solvers: generic,
            defaults: &["astar"],
            certificates: None,
        }
    }

    /// The domain's heuristics, then the further ones, then the learned ones.
    pub(crate) fn heuristics(&self) -> Vec<Known<D::Game>> {
        let plain = self.domain.heuristics().into_iter().chain((self.heuristics)());
        let learned = (self.learned)().into_iter().map(Known::Learned);
        plain.map(Known::Plain).chain(learned).collect()
    }

    /// How verdicts under a rule set are certified, if they can be.
    pub(crate) fn certificates_for(&self, rules: &str) -> Option<&Certificates<D>> {
        self.certificates.as_ref().filter(|certificates| certificates.cover(&self.domain, rules))
    }

    /// The parameters of all heuristics.
    fn heuristic_parameters(&self) -> Vec<Declaration> {
        let mut all: Vec<Declaration> = Vec::new();
        for parameter in self.heuristics().iter().flat_map(Known::parameters) {
            if !all.contains(parameter) {
                all.push(*parameter);
            }
        }
        all
    }

    /// The domain's sources, then those that need a search.
    fn sources(&self) -> impl Iterator<Item = &Source> {
        self.domain
            .sources()
            .iter()
            .chain(self.generators.iter().map(|generator| &generator.source))
    }

    /// The generator that finds the instances of a path, if they take a search.
    fn generator(&self, path: &str) -> Option<&Generator<D::Game>> {
        let name = path.split('/').next();
        self.generators.iter().find(|generator| Some(generator.source.name) == name)
    }

    fn rule_set(&self, rules: Option<&str>) -> Result<&'static str, InputError> {
        let sets = self.domain.rule_sets();
        let Some(wanted) = rules else { return Ok(sets[0].name) };
        let found = sets.iter().map(|set| set.name).find(|name| *name == wanted);
        found.ok_or_else(|| unknown_rule_set(self.domain.name(), wanted, sets))
    }

    /// The solver that a request asks for, or else the first default that fits.
    pub(crate) fn solver(
        &self,
        game: &D::Game,
        request: &Request,
    ) -> Result<Solver<D::Game>, RequestError> {
        let mut solvers = (self.solvers)();
        let fitting = |name: &str| {
            solvers.iter().position(|solver| solver.name == name && (solver.fits)(game))
        };
        let index = match &request.algorithm {
            None => self
                .defaults
                .iter()
                .copied()
                .find_map(fitting)
                .expect("some default fits every instance"),
            Some(wanted) => fitting(wanted).ok_or_else(|| RequestError::UnknownAlgorithm {
                game: self.domain.name(),
                rules: self.domain.rules(game),
                message: match solvers.iter().find(|solver| solver.name == wanted) {
                    Some(solver) => {
                        format!(
                            "the algorithm `{wanted}` does not fit this deal: it is {}",
                            solver.summary
                        )
                    }
                    None => {
                        let fitting = solvers
                            .iter()
                            .filter(|solver| (solver.fits)(game))
                            .map(|solver| solver.name);
                        suggest::unknown("algorithm", wanted, fitting)
                    }
                },
            })?,
        };
        Ok(solvers.swap_remove(index))
    }

    /// The heuristic that the solver will use, or `None` if it uses none.
    fn heuristic(
        &self,
        solver: &Solver<D::Game>,
        request: &Request,
    ) -> Result<Option<Known<D::Game>>, RequestError> {
        let entries = self.heuristics();
        let wanted = request.heuristic.as_deref().or(solver.heuristic).unwrap_or(entries[0].name());
        let known = self.named(wanted)?;
        Ok(solver.uses_heuristic().then_some(known))
    }

    /// The heuristic with a name.
    fn named(&self, wanted: &str) -> Result<Known<D::Game>, RequestError> {
        let mut entries = self.heuristics();
        let Some(index) = entries.iter().position(|entry| entry.name() == wanted) else {
            let known = entries.iter().map(Known::name);
            let message = suggest::unknown("heuristic", wanted, known);
            return Err(RequestError::UnknownHeuristic { game: self.domain.name(), message });
        };
        Ok(entries.swap_remove(index))
    }

    /// Whether a model is for this game, and for the heuristic if that one asks a model.
    pub(crate) fn check_model(
        &self,
        heuristic: Option<&Known<D::Game>>,
        model: Option<&ModelFile>,
    ) -> Result<(), RequestError> {
        let Some(model) = model else { return Ok(()) };
        if let Some(Known::Learned(entry)) = heuristic {
            return (entry.takes)(model).map_err(|error| RequestError::Model(error.to_string()));
        }
        let mut refusals = (self.learned)()
            .into_iter()
            .map(|entry| (entry.takes)(model).err())
            .collect::<Vec<_>>();
        match refusals.iter().any(Option::is_none) {
            true => Ok(()),
            false => Err(RequestError::Model(match refusals.swap_remove(0) {
                Some(error) => error.to_string(),
                None => format!("{} has no learned heuristic", self.domain.name()),
            })),
        }
    }

    /// What a request comes to: its solver, its heuristic if the solver asks one, and its values.
    pub(crate) fn resolve(
        &self,
        game: &D::Game,
        request: &Request,
    ) -> Result<Resolved<D::Game>, RequestError> {
        let solver = self.solver(game, request)?;
        let heuristic = self.heuristic(&solver, request)?;
        let guide = match request.values.get(GUIDE.name) {
            Some(name) if solver.parameters().contains(&GUIDE) => {
                Some(self.named(&name.to_string())?)
            }
            _ => None,
        };
        self.check_model(heuristic.as_ref(), request.model)?;
        self.check_model(guide.as_ref(), request.model)?;
        let mut declared = solver.parameters().to_vec();
        for heuristic in [&heuristic, &guide].into_iter().flatten() {
            declared.extend_from_slice(heuristic.parameters());
        }
        let values = request.values_for(&declared)?;
        let seed = request.seed_for(solver.parameters())?;
        Ok(Resolved { solver, heuristic, guide, values, seed })
    }
}

/// What a message about a rule set that no game has says.
pub(crate) fn unknown_rule_set<'a>(
    game: &str,
    wanted: &str,
    sets: impl IntoIterator<Item = &'a RuleSet>,
) -> InputError {
    let known = sets.into_iter().map(|set| set.name);
    InputError::new(format!("{game}: {}", suggest::unknown("rule set", wanted, known)))
}

/// What a request comes to.
pub(crate) struct Resolved<G: Game> {
    pub solver: Solver<G>,
    pub heuristic: Option<Known<G>>,
    /// The heuristic that guides beside it, where one is named.
    pub guide: Option<Known<G>>,
    pub values: Values,
    pub seed: u64,
}

/// A heuristic of a game, learned or not.
pub(crate) enum Known<G: Game> {
    Plain(HeuristicEntry<G>),
    Learned(LearnedHeuristic<G>),
}

impl<G: Game> Known<G> {
    pub fn name(&self) -> &'static str {
        match self {
            Known::Plain(entry) => entry.name,
            Known::Learned(entry) => entry.name,
        }
    }

    pub fn claims(&self) -> Claims {
        match self {
            Known::Plain(entry) => entry.claims,
            Known::Learned(_) => Claims::NONE,
        }
    }

    pub fn parameters(&self) -> &'static [Declaration] {
        match self {
            Known::Plain(entry) => entry.parameters,
            Known::Learned(_) => &[MODEL],
        }
    }

    /// The heuristic for an instance; one that asks a model asks this one, if it takes it.
    pub fn build(
        &self,
        game: &G,
        values: &Values,
        model: Option<&'static ModelFile>,
    ) -> Box<dyn Heuristic<G> + Send + Sync> {
        match self {
            Known::Plain(entry) => (entry.build)(game, values),
            Known::Learned(entry) => {
                (entry.build)(game, model.filter(|model| (entry.takes)(model).is_ok()))
            }
        }
    }

    fn info(&self) -> HeuristicInfo {
        let summary = match self {
            Known::Plain(entry) => entry.summary,
            Known::Learned(entry) => entry.summary,
        };
        HeuristicInfo {
            name: self.name(),
            summary,
            claims: self.claims().into(),
            parameters: self.parameters().iter().map(|parameter| parameter.name).collect(),
        }
    }
}

impl<D: Domain> Entry for Registered<D> {
    fn name(&self) -> &'static str {
        self.domain.name()
    }

    fn info(&self) -> GameInfo {
        let domain = &self.domain;
        let game = domain.name();
        let heuristics = self.heuristics();
        let default_heuristic = heuristics[0].name();
        let names: Vec<&str> = heuristics.iter().map(Known::name).collect();
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
                    let of_heuristics = if solver.uses_heuristic() {
                        self.heuristic_parameters()
                    } else {
                        Vec::new()
                    };
                    let parameters: Vec<Declaration> =
                        solver.parameters().iter().copied().chain(of_heuristics).collect();
                    AlgorithmInfo {
                        name: solver.name,
                        summary: solver.summary,
                        complete: solver.complete,
                        optimal: solver.optimal,
                        heuristic: solver
                            .uses_heuristic()
                            .then(|| solver.heuristic.unwrap_or(default_heuristic)),
                        parameters: parameters.iter().map(|parameter| parameter.name).collect(),
                        schema: parameters
                            .iter()
                            .map(|parameter| match parameter.name == GUIDE.name {
                                true => {
                                    ParameterInfo { choices: names.clone(), ..parameter.into() }
                                }
                                false => parameter.into(),
                            })
                            .collect(),
                    }
                })
                .collect(),
            heuristics: heuristics.iter().map(Known::info).collect(),
        }
    }

    fn instance(
        &'static self,
        rules: Option<&str>,
        path: &str,
        id: &str,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Instance>, OpenError> {
        let rules = self.rule_set(rules)?;
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        if self.sources().all(|source| source.name != name) {
            let known = self.sources().map(|source| source.name);
            let message =
                format!("{}: {}", self.domain.name(), suggest::unknown("source", name, known));
            return Err(InputError::new(message).into());
        }
        let game = match self.generator(path) {
            Some(generator) => (generator.make)(rest, budget)?,
            None => self.domain.instance(rules, path)?,
        };
        Ok(Box::new(TypedInstance::new(self, game, id)))
    }

    fn is_sought(&self, _rules: Option<&str>, path: &str) -> bool {
        self.generator(path).is_some()
    }

    fn read(
        &'static self,
        rules: Option<&str>,
        board: &str,
        id: &str,
    ) -> Result<Box<dyn Instance>, InputError> {
        let game = self.domain.read(self.rule_set(rules)?, board)?;
        Ok(Box::new(TypedInstance::new(self, game, id)))
    }

    fn parameters(&self) -> Vec<(&'static str, &'static [Declaration])> {
        let solvers = (self.solvers)().into_iter().map(|solver| (solver.name, solver.parameters()));
        solvers
            .chain(
                self.heuristics()
                    .iter()
                    .map(|heuristic| (heuristic.name(), heuristic.parameters())),
            )
            .collect()
    }

    fn is_comment(&self, line: &str) -> bool {
        self.domain.is_comment(line)
    }

    fn has_certificates(&self, rules: &str) -> bool {
        self.certificates_for(rules).is_some()
    }
}
