//! A registered game behind `dyn` [`Entry`].

use patience_core::{Budget, Declaration, Domain, InputError, OpenError, suggest};
use patience_games::plain_blanks;
use patience_search::bounded::GUIDE;

use crate::known::Known;
use crate::registered::Registered;
use crate::typed_instance::TypedInstance;
use crate::{AlgorithmInfo, Entry, GameInfo, Instance, Named, ParameterInfo, SourceInfo};

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
        let game = self.domain.read(self.rule_set(rules)?, &plain_blanks(board))?;
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
