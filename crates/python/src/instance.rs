//! Instances, and queries on them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use patience_catalogue::{Instance as Solvable, Look, Names, Reference, find};
use patience_core::Budget;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::closure::{Edge, TooMany};
use crate::erased::Erased;
use crate::request::{Asked, Bounds, json, values, within};
use crate::rules::{Rules, rules_of};
use crate::search::{Order, Searched};
use crate::state::{Heuristic, State};
use crate::{errors, worker};

/// An instance: a deal or a level under its rules. ``patience_games.Instance`` wraps it.
#[pyclass(frozen, module = "patience_games._native")]
pub struct Instance {
    pub instance: Arc<dyn Solvable>,
    pub rules: Arc<dyn Rules>,
}

impl Instance {
    pub fn new(instance: Box<dyn Solvable>) -> PyResult<Instance> {
        let rules = rules_of(&*instance)
            .ok_or_else(|| errors::defect("the module does not know the type of this game"))?;
        Ok(Instance { instance: instance.into(), rules })
    }

    fn state(&self, state: Erased) -> State {
        State { rules: self.rules.clone(), state }
    }
}

/// The fields of a report that name the task; they come before those of the search.
#[derive(Serialize)]
struct Of<'a> {
    instance: &'a str,
    game: &'a str,
    rules: &'a str,
    board: String,
    #[serde(flatten)]
    searched: Searched,
}

#[pymethods]
impl Instance {
    #[getter]
    fn name(&self) -> &str {
        self.instance.id()
    }

    #[getter]
    fn game(&self) -> &str {
        self.instance.game()
    }

    #[getter]
    fn rules(&self) -> &str {
        self.instance.rules()
    }

    #[getter]
    fn board(&self) -> String {
        self.instance.board()
    }

    #[getter]
    fn start(&self) -> State {
        self.state(self.rules.start())
    }

    #[getter]
    fn pddl(&self) -> Option<(String, String)> {
        self.instance.pddl()
    }

    fn draw(&self) -> String {
        self.instance.draw(Look::PLAIN)
    }

    fn write(&self, format: &str) -> Option<String> {
        self.instance.write(format)
    }

    fn after(&self, moves: &str) -> PyResult<Instance> {
        Instance::new(self.instance.after(moves).map_err(errors::plan)?)
    }

    /// Parses a plan's text into moves, each legal in its position.
    fn texts(&self, moves: &str) -> PyResult<Vec<String>> {
        let film = self.instance.film(moves, Look::PLAIN).map_err(errors::plan)?;
        Ok(film.into_iter().filter_map(|step| step.text).collect())
    }

    /// The state on a board with the pieces of this instance.
    fn state_on(&self, board: &str) -> PyResult<State> {
        self.rules.state_on(board).map(|state| self.state(state)).map_err(errors::value)
    }

    /// The instance that begins in a state of this one.
    fn starting_at(&self, state: &State, name: &str) -> PyResult<Instance> {
        let game = format!("{}+{}", self.instance.game(), self.instance.rules());
        let board = state.rules.notation(&state.state);
        read(&game, &board, name)
    }

    fn validate(&self, py: Python<'_>, plan: &str) -> PyResult<usize> {
        py.detach(|| self.instance.validate(plan)).map_err(errors::plan)
    }

    /// The names of the heuristics for these rules.
    fn heuristics(&self) -> Vec<&'static str> {
        self.rules.heuristics()
    }

    fn heuristic(&self, name: &str) -> PyResult<Heuristic> {
        let inner = self.rules.heuristic(name).map_err(errors::value)?;
        let (entry, _) = find(self.instance.game()).map_err(errors::value)?;
        let info = entry.info().heuristics.into_iter().find(|info| info.name == name);
        let claimed = |claim: fn(&patience_catalogue::ClaimsInfo) -> bool| {
            info.as_ref().is_some_and(|info| claim(&info.claims))
        };
        Ok(Heuristic {
            inner,
            rules: self.rules.clone(),
            name: name.to_owned(),
            admissible: claimed(|claims| claims.admissible),
            consistent: claimed(|claims| claims.consistent),
            sound_dead_ends: claimed(|claims| claims.sound_dead_ends),
        })
    }

    /// The report as JSON. The interpreter's lock is released.
    fn solve(
        &self,
        py: Python<'_>,
        algorithm: Option<String>,
        heuristic: Option<String>,
        bounds: Bounds,
        parameters: &Bound<'_, PyDict>,
        for_player: bool,
    ) -> PyResult<String> {
        let mut asked = Asked::new(algorithm, heuristic, &bounds, parameters)?;
        asked.check(&*self.instance)?;
        if for_player {
            asked.request = self.instance.for_player(asked.request);
        }
        let report = worker::detached(py, |cancel| asked.solve(&*self.instance, cancel))?;
        json(&report.map_err(errors::request)?)
    }

    /// Solves with a generic search that has a Python function as its heuristic. The lock is held,
    /// and passed on as in any other Python code.
    fn solve_with(
        &self,
        function: &Bound<'_, PyAny>,
        name: String,
        algorithm: String,
        bounds: Bounds,
        parameters: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let order = Order {
            algorithm,
            heuristic: Some(name),
            limits: bounds.limits()?,
            values: values(parameters)?,
            cancel: AtomicBool::new(false),
        };
        fn wrap<'py>(
            py: Python<'py>,
            rules: Arc<dyn Rules>,
            state: Erased,
        ) -> PyResult<Bound<'py, PyAny>> {
            Ok(Bound::new(py, State { rules, state })?.into_any())
        }
        let searched = self.rules.clone().search(function, &order, &wrap)?;
        json(&Of {
            instance: self.instance.id(),
            game: self.instance.game(),
            rules: self.instance.rules(),
            board: self.instance.board(),
            searched,
        })
    }

    /// ``(states, edges, distances)`` of all reachable states, within time and memory.
    #[allow(clippy::type_complexity)]
    fn closure(
        &self,
        py: Python<'_>,
        most: usize,
        bounds: Bounds,
    ) -> PyResult<(Vec<State>, Vec<Edge>, Vec<Option<u32>>)> {
        let most = most.min(u32::MAX as usize);
        let limits = bounds.limits()?;
        let closed = worker::detached(py, |cancel| {
            within(cancel, |environment| {
                self.rules.closure(most, &Budget::new(limits, environment))
            })
        })?;
        let closed = closed.map_err(|error| match error {
            TooMany::States => errors::value(format!(
                "{} has more than {most} states; choose a smaller instance or a larger limit",
                self.instance.id()
            )),
            TooMany::Stopped(stop) => errors::stopped(stop, "the closure"),
        })?;
        let states = closed.states.into_iter().map(|state| self.state(state)).collect();
        Ok((states, closed.edges, closed.distances))
    }

    /// Returns the values of all heuristics for the board, as JSON.
    fn evaluate(&self, py: Python<'_>, bounds: Bounds) -> PyResult<String> {
        let limits = bounds.limits()?;
        let evaluated = worker::detached(py, |cancel| {
            within(cancel, |environment| {
                self.instance.evaluate(None, &mut Budget::new(limits, environment))
            })
        })?;
        json(&evaluated.map_err(errors::request)?)
    }
}

/// The instance with this name. If finding it takes a search, the limits apply.
#[pyfunction]
pub fn open(py: Python<'_>, name: String, bounds: Bounds) -> PyResult<Instance> {
    let limits = bounds.limits()?;
    let found = match patience_catalogue::is_sought(&name) {
        false => patience_catalogue::open(&name),
        true => worker::detached(py, |cancel| {
            within(cancel, |environment| {
                Reference::named(name).open(&mut Budget::new(limits, environment))
            })
        })?,
    };
    Instance::new(found.map_err(errors::open)?)
}

/// The instance on a board of ``GAME[+RULES]`` in any of its notations.
#[pyfunction]
pub fn read(game: &str, board: &str, name: &str) -> PyResult<Instance> {
    let (entry, rules) = find(game).map_err(errors::value)?;
    Instance::new(entry.read(rules, board, name).map_err(errors::value)?)
}

/// The games as JSON: rule sets, sources, algorithms with their parameters, heuristics.
#[pyfunction]
pub fn games() -> PyResult<String> {
    let games: Vec<_> = patience_catalogue::GAMES.iter().map(|entry| entry.info()).collect();
    json(&games)
}

/// A prefix, and the numbers that follow it.
type Numbered = (String, Option<(i64, i64)>);

/// ``(prefix, first, last)`` of a pattern; a single name has no numbers.
#[pyfunction]
pub fn names(pattern: &str) -> PyResult<Vec<Numbered>> {
    let names = Names::parse(pattern).map_err(errors::value)?;
    Ok(names.into_iter().map(|names| (names.prefix, names.range)).collect())
}
