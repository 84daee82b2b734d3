//! Games written in Python, for the algorithms written in Rust.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{Game, Meter, Stop};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::callable::Callable;
use crate::errors;
use crate::request::{Bounds, json, values};
use crate::search::{Order, search};
use crate::worker::quietly;

/// A state: a Python object, compared by Python.
#[derive(Clone, Debug)]
pub struct State<'py>(Bound<'py, PyAny>);

impl PartialEq for State<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&other.0) || self.0.eq(&other.0).unwrap_or(false)
    }
}

impl Eq for State<'_> {}

/// A key with its hash, which Python computes once.
#[derive(Clone)]
pub struct Key<'py> {
    hash: isize,
    key: Bound<'py, PyAny>,
}

impl PartialEq for Key<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && (self.key.is(&other.key) || self.key.eq(&other.key).unwrap_or(false))
    }
}

impl Eq for Key<'_> {}

impl Hash for Key<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_isize(self.hash);
    }
}

impl fmt::Debug for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(f)
    }
}

/// A game whose rules are Python methods. Moves are numbers of the objects that represent them,
/// which must be hashable.
struct Puzzle<'a, 'py> {
    game: &'a Bound<'py, PyAny>,
    has_cost: bool,
    has_key: bool,
    least_cost: u32,
    moves: RefCell<Vec<Bound<'py, PyAny>>>,
    numbers: Bound<'py, PyDict>,
    start: Bound<'py, PyAny>,
    cancel: &'a AtomicBool,
    fault: RefCell<Option<PyErr>>,
    calls: Cell<u32>,
    /// The memory limit, with its meter.
    memory: Option<(&'a Resident, u64)>,
    is_full: Cell<bool>,
}

impl<'py> Puzzle<'_, 'py> {
    /// Checks for signals, and cancels the search if the memory is used up.
    fn poll(&self) -> PyResult<()> {
        if self.memory.is_some_and(|(meter, limit)| meter.bytes() > limit) {
            self.is_full.set(true);
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.game.py().check_signals()
    }

    /// Returns the result of a Python call, or a stand-in after an exception: the search is then
    /// cancelled, and ends at its next poll.
    fn ask<T>(&self, call: impl FnOnce() -> PyResult<T>, instead: impl FnOnce() -> T) -> T {
        if self.fault.borrow().is_some() {
            return instead();
        }
        self.calls.set(self.calls.get().wrapping_add(1));
        let polled = match self.calls.get().is_multiple_of(256) {
            true => self.poll(),
            false => Ok(()),
        };
        polled.and_then(|()| call()).unwrap_or_else(|error| {
            self.fault.borrow_mut().get_or_insert(error);
            self.cancel.store(true, Ordering::Relaxed);
            instead()
        })
    }

    fn number(&self, mv: Bound<'py, PyAny>) -> PyResult<u32> {
        if let Some(number) = self.numbers.get_item(&mv)? {
            return number.extract();
        }
        let number = self.moves.borrow().len() as u32;
        self.numbers.set_item(&mv, number)?;
        self.moves.borrow_mut().push(mv);
        Ok(number)
    }

    fn object(&self, mv: u32) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.moves.borrow();
        moves.get(mv as usize).cloned().ok_or_else(|| PyKeyError::new_err(mv))
    }
}

impl<'py> Game for Puzzle<'_, 'py> {
    type State = State<'py>;
    type Move = u32;
    type Key = Key<'py>;

    fn start(&self) -> State<'py> {
        State(self.start.clone())
    }

    fn is_goal(&self, state: &State<'py>) -> bool {
        let is_goal = || self.game.call_method1("is_goal", (&state.0,))?.is_truthy();
        self.ask(is_goal, || false)
    }

    fn moves(&self, state: &State<'py>, out: &mut Vec<u32>) {
        let listed = || {
            let moves = self.game.call_method1("moves", (&state.0,))?;
            moves.try_iter()?.map(|mv| self.number(mv?)).collect::<PyResult<Vec<u32>>>()
        };
        out.extend(self.ask(listed, Vec::new));
    }

    fn apply(&self, state: &State<'py>, mv: u32) -> State<'py> {
        let apply = || Ok(State(self.game.call_method1("apply", (&state.0, self.object(mv)?))?));
        self.ask(apply, || state.clone())
    }

    fn cost(&self, state: &State<'py>, mv: u32) -> u32 {
        if !self.has_cost {
            return 1;
        }
        let cost = || {
            let cost = self.game.call_method1("cost", (&state.0, self.object(mv)?))?;
            let cost: u32 = cost.extract().map_err(|_| {
                errors::value(format!("cost returned {cost}; expected a whole number from 0"))
            })?;
            let least = self.least_cost;
            if cost < least {
                let message =
                    format!("cost returned {cost}, which is less than least_cost, {least}");
                return Err(errors::value(message));
            }
            Ok(cost)
        };
        self.ask(cost, || self.least_cost.max(1))
    }

    fn least_cost(&self) -> u32 {
        self.least_cost
    }

    fn key(&self, state: &State<'py>) -> Key<'py> {
        let key = || {
            let key = match self.has_key {
                true => self.game.call_method1("key", (&state.0,))?,
                false => state.0.clone(),
            };
            Ok(Key { hash: key.hash()?, key })
        };
        self.ask(key, || Key { hash: 0, key: state.0.clone() })
    }
}

/// Measures the memory of the process, if the system reports it: Rust does not see the heap of
/// Python objects.
struct Resident {
    base: u64,
    peak: Cell<u64>,
}

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

impl Meter for Resident {
    fn bytes(&self) -> u64 {
        let bytes = resident().saturating_sub(self.base);
        self.peak.set(self.peak.get().max(bytes));
        bytes
    }

    fn peak(&self) -> u64 {
        self.bytes();
        self.peak.get()
    }
}

/// Solves a game written in Python: ``(report as JSON, moves of the plan)``.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn solve_puzzle<'py>(
    game: &Bound<'py, PyAny>,
    algorithm: String,
    heuristic: Option<Bound<'py, PyAny>>,
    heuristic_name: Option<String>,
    options: (bool, bool, u32),
    bounds: Bounds,
    parameters: &Bound<'_, PyDict>,
) -> PyResult<(String, Option<Bound<'py, PyList>>)> {
    let py = game.py();
    let order = Order {
        algorithm,
        heuristic: heuristic_name,
        limits: bounds.limits()?,
        values: values(parameters)?,
        cancel: AtomicBool::new(false),
    };
    let (has_cost, has_key, least_cost) = options;
    let resident = Resident { base: resident(), peak: Cell::new(0) };
    let is_measured = resident.base > 0;
    let limit = order.limits.memory.filter(|_| is_measured);
    let puzzle = Puzzle {
        game,
        has_cost,
        has_key,
        least_cost,
        moves: RefCell::default(),
        numbers: PyDict::new(py),
        start: game.call_method0("start")?,
        cancel: &order.cancel,
        fault: RefCell::new(None),
        calls: Cell::new(0),
        memory: limit.map(|limit| (&resident, limit)),
        is_full: Cell::new(false),
    };
    let meter = is_measured.then_some(&resident as &dyn Meter);
    let wrap = |state: &State<'py>| Ok(state.0.clone());
    let callable = match &heuristic {
        Some(function) => Some(Callable::new(function, &wrap, &order.cancel)?),
        None => None,
    };
    // Contradictory rules can break assumptions of the searches.
    let searched = quietly(|| search(&puzzle, callable.as_ref(), &order, meter, <[u32]>::to_vec));
    if let Some(fault) = puzzle.fault.take() {
        return Err(fault);
    }
    let mut searched = searched.map_err(|_| {
        errors::defect(
            "the search was aborted: the game does not answer the same question in the same way",
        )
    })??;
    if puzzle.is_full.get() && searched.stop == Some(Stop::Cancelled.name()) {
        searched.stop = Some(Stop::Memory.name());
    }
    let plan = searched.plan.take().map(|plan| {
        let moves = plan.into_iter().map(|mv| puzzle.object(mv));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    });
    Ok((json(&searched)?, plan.transpose()?))
}
