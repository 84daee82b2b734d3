//! Algorithms of a game.

use patience_core::parameter::HEURISTIC;
use patience_core::{Budget, Declaration, Game, OpenError, Outcome, Run, Source, Stop, Values};
use patience_search::Algorithm;

use crate::{Record, RequestError, Resources};

/// A source of instances found by a search, of an entry of [`GAMES`](crate::GAMES).
pub struct Generator<G> {
    /// Name of the source, and the pattern of its paths.
    pub source: Source,
    /// Finds the instance with a path (without the source's name) within a budget.
    pub make: fn(&str, &mut Budget<'_>) -> Result<G, OpenError>,
}

/// An algorithm of a game, of an entry of [`GAMES`](crate::GAMES).
pub struct Solver<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
    /// Whether it decides every instance, given time and memory.
    pub complete: bool,
    /// Whether its plans are the shortest.
    pub optimal: bool,
    /// Default heuristic, if it is not the game's.
    pub heuristic: Option<&'static str>,
    /// Default limit on expansions, as in the programs of some papers.
    pub budget: Option<u64>,
    /// Whether it can be used for an instance.
    pub fits: fn(&G) -> bool,
    /// The method.
    pub method: Method<G>,
}

/// A special solver, of a [`Method`]: receives the values of its parameters and its resources.
pub type Special<G> =
    fn(&G, &Values, &Resources, &mut Run<'_, G>) -> Result<Found<<G as Game>::Move>, RequestError>;

/// The result of a [`Solver`].
pub struct Found<M> {
    /// The verdict with its bound.
    pub outcome: Outcome<M>,
    /// Other results of the solver, as name and value.
    pub details: Vec<(&'static str, String)>,
    /// See [`Report::record`](crate::Report::record).
    pub record: Option<Result<Record, Stop>>,
}

impl<M> From<Outcome<M>> for Found<M> {
    fn from(outcome: Outcome<M>) -> Self {
        Found { outcome, details: Vec::new(), record: None }
    }
}

/// The method of a [`Solver`].
pub enum Method<G: Game> {
    /// A search from `patience-search`.
    Search(Algorithm<G>),
    /// A solver for a specific game, with the parameters that it reads.
    Special(Special<G>, &'static [Declaration]),
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

    /// The parameters that it reads.
    pub fn parameters(&self) -> &'static [Declaration] {
        match &self.method {
            Method::Search(algorithm) => algorithm.parameters,
            Method::Special(_, parameters) => parameters,
        }
    }

    /// Whether it uses a heuristic.
    pub fn uses_heuristic(&self) -> bool {
        self.parameters().contains(&HEURISTIC)
    }
}
