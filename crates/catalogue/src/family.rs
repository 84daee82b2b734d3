//! Two games presented as one: rule sets whose boards are of another kind.

use std::collections::HashSet;

use patience_core::{Budget, Declaration, Domain, InputError, OpenError};

use crate::registered::unknown_rule_set;
use crate::{Entry, GameInfo, Instance, Registered};

/// A game and one of another kind under the same name, which adds rule sets to it. Names lead to
/// the game that has the rule set; everything that the second offers is also offered by the first,
/// and listed once.
///
/// Beside a game whose positions are made for one kind of board another kind can lie so, and costs
/// the first nothing.
pub(crate) struct Family<D: Domain, E: Domain> {
    pub first: &'static Registered<D>,
    pub second: &'static Registered<E>,
}

impl<D: Domain, E: Domain> Family<D, E> {
    /// The one that has a rule set; the first for the default, and to say that there is none.
    fn with(&self, rules: Option<&str>) -> Result<&'static dyn Entry, InputError> {
        let [first, second] = [self.first.domain.rule_sets(), self.second.domain.rule_sets()];
        let Some(wanted) = rules else { return Ok(self.first) };
        if first.iter().any(|set| set.name == wanted) {
            Ok(self.first)
        } else if second.iter().any(|set| set.name == wanted) {
            Ok(self.second)
        } else {
            Err(unknown_rule_set(self.first.domain.name(), wanted, first.iter().chain(second)))
        }
    }
}

/// Those of the first, and those of the second whose names are new.
fn merged<T>(mut first: Vec<T>, second: Vec<T>, name: impl Fn(&T) -> &'static str) -> Vec<T> {
    let known: HashSet<&str> = first.iter().map(&name).collect();
    first.extend(second.into_iter().filter(|other| !known.contains(name(other))));
    first
}

impl<D: Domain, E: Domain> Entry for Family<D, E> {
    fn name(&self) -> &'static str {
        self.first.name()
    }

    fn info(&self) -> GameInfo {
        let (first, second) = (self.first.info(), self.second.info());
        GameInfo {
            rule_sets: merged(first.rule_sets, second.rule_sets, |set| set.name),
            sources: merged(first.sources, second.sources, |source| source.name),
            formats: merged(first.formats, second.formats, |format| format.name),
            algorithms: merged(first.algorithms, second.algorithms, |algorithm| algorithm.name),
            heuristics: merged(first.heuristics, second.heuristics, |heuristic| heuristic.name),
            ..first
        }
    }

    fn instance(
        &'static self,
        rules: Option<&str>,
        path: &str,
        id: &str,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Instance>, OpenError> {
        self.with(rules)?.instance(rules, path, id, budget)
    }

    fn is_sought(&self, rules: Option<&str>, path: &str) -> bool {
        self.with(rules).is_ok_and(|entry| entry.is_sought(rules, path))
    }

    fn read(
        &'static self,
        rules: Option<&str>,
        board: &str,
        id: &str,
    ) -> Result<Box<dyn Instance>, InputError> {
        self.with(rules)?.read(rules, board, id)
    }

    fn parameters(&self) -> Vec<(&'static str, &'static [Declaration])> {
        merged(self.first.parameters(), self.second.parameters(), |(name, _)| name)
    }

    fn is_comment(&self, line: &str) -> bool {
        self.first.is_comment(line)
    }

    fn has_certificates(&self, rules: &str) -> bool {
        self.with(Some(rules)).is_ok_and(|entry| entry.has_certificates(rules))
    }
}
