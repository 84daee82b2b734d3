//! A registered game: a [`Domain`] with its solvers, and the resolution of requests for it.

use patience_core::{
    Declaration, Domain, Game, HeuristicEntry, InputError, RuleSet, Source, Values, suggest,
};
use patience_learn::LearnedHeuristic;
use patience_search::bounded::GUIDE;

use crate::ModelFile;
use crate::certificate::Certificates;
use crate::known::Known;
use crate::papers::generic;
use crate::request::Request;
use crate::request_error::RequestError;
use crate::solver::{Generator, Solver};

/// A domain with its solvers, as listed in [`GAMES`](crate::GAMES); store it in a `static`.
/// `docs/adding-a-game.md` has an example.
pub struct Registered<D: Domain> {
    /// The domain.
    pub domain: D,
    /// The game's sources that need a search, listed after the domain's.
    pub generators: &'static [Generator<D::Game>],
    /// The game's heuristics that need a search, listed after the domain's.
    pub heuristics: fn() -> Vec<HeuristicEntry<D::Game>>,
    /// The game's learned heuristics, listed last.
    pub learned: fn() -> Vec<LearnedHeuristic<D::Game>>,
    /// Every solver of the game, including the generic ones.
    pub solvers: fn() -> Vec<Solver<D::Game>>,
    /// The default algorithms: the first that fits the instance is used.
    pub defaults: &'static [&'static str],
    /// The certification of verdicts, if certificates support the game.
    pub certificates: Option<Certificates<D>>,
}

impl<D: Domain> Registered<D> {
    /// Creates a game with the generic algorithms only, with A* as the default. Other features are
    /// set on it: `Registered { certificates: …, ..Registered::new(domain) }`.
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

    /// The domain's heuristics, then those that need a search, then the learned ones.
    pub(crate) fn heuristics(&self) -> Vec<Known<D::Game>> {
        let plain = self.domain.heuristics().into_iter().chain((self.heuristics)());
        let learned = (self.learned)().into_iter().map(Known::Learned);
        plain.map(Known::Plain).chain(learned).collect()
    }

    /// The certification of verdicts under a rule set, if supported.
    pub(crate) fn certificates_for(&self, rules: &str) -> Option<&Certificates<D>> {
        self.certificates.as_ref().filter(|certificates| certificates.cover(&self.domain, rules))
    }

    /// The parameters of all heuristics.
    pub(crate) fn heuristic_parameters(&self) -> Vec<Declaration> {
        let mut all: Vec<Declaration> = Vec::new();
        for parameter in self.heuristics().iter().flat_map(Known::parameters) {
            if !all.contains(parameter) {
                all.push(*parameter);
            }
        }
        all
    }

    /// The domain's sources, followed by the sources that need a search.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &Source> {
        self.domain
            .sources()
            .iter()
            .chain(self.generators.iter().map(|generator| &generator.source))
    }

    /// The generator of the instances of a path, if they need a search.
    pub(crate) fn generator(&self, path: &str) -> Option<&Generator<D::Game>> {
        let name = path.split('/').next();
        self.generators.iter().find(|generator| Some(generator.source.name) == name)
    }

    pub(crate) fn rule_set(&self, rules: Option<&str>) -> Result<&'static str, InputError> {
        let sets = self.domain.rule_sets();
        let Some(wanted) = rules else { return Ok(sets[0].name) };
        let found = sets.iter().map(|set| set.name).find(|name| *name == wanted);
        found.ok_or_else(|| unknown_rule_set(self.domain.name(), wanted, sets))
    }

    /// The requested solver, or else the first default that fits.
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

    /// The heuristic for the solver, or `None` if it uses none.
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

    /// The heuristic with this name.
    fn named(&self, wanted: &str) -> Result<Known<D::Game>, RequestError> {
        let mut entries = self.heuristics();
        let Some(index) = entries.iter().position(|entry| entry.name() == wanted) else {
            let known = entries.iter().map(Known::name);
            let message = suggest::unknown("heuristic", wanted, known);
            return Err(RequestError::UnknownHeuristic { game: self.domain.name(), message });
        };
        Ok(entries.swap_remove(index))
    }

    /// Checks that a model is for this game, and for the heuristic if that is learned.
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

    /// Resolves a request: its solver, its heuristic if the solver uses one, and its values.
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

/// Returns the message about an unknown rule set.
pub(crate) fn unknown_rule_set<'a>(
    game: &str,
    wanted: &str,
    sets: impl IntoIterator<Item = &'a RuleSet>,
) -> InputError {
    let known = sets.into_iter().map(|set| set.name);
    InputError::new(format!("{game}: {}", suggest::unknown("rule set", wanted, known)))
}

/// A resolved request.
pub(crate) struct Resolved<G: Game> {
    pub solver: Solver<G>,
    pub heuristic: Option<Known<G>>,
    /// The guiding heuristic, if one is named.
    pub guide: Option<Known<G>>,
    pub values: Values,
    pub seed: u64,
}
