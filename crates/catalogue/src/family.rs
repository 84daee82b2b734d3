//! Two games presented as one, with rule sets for two kinds of boards.

use std::collections::HashSet;

use patience_core::{Budget, Declaration, Domain, InputError, OpenError};

use crate::registered::unknown_rule_set;
use crate::{Entry, GameInfo, Instance, Registered};

/// A game, and another kind of game that adds rule sets under the same name. A name resolves to the
/// game with that rule set; the first game also lists the items of the second, so each item is
/// listed once.
///
/// A game whose positions are designed for one kind of board can thus be joined by another kind, at
/// no cost.
pub(crate) struct Family<D: Domain, E: Domain> {
    pub first: &'static Registered<D>,
    pub second: &'static Registered<E>,
}

impl<D: Domain, E: Domain> Family<D, E> {
    /// The game that has a rule set; the first for the default, and for the error if there is none.
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

/// The items of the first game, and those of the second with new names.
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
