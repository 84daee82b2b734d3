//! A heuristic that is a Python function.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{Claims, Estimate, Game, Heuristic, Value};
use pyo3::prelude::*;

use crate::errors;

/// Turns a state into the argument of the function.
type Wrap<'a, 'py, G> = &'a dyn Fn(&<G as Game>::State) -> PyResult<Bound<'py, PyAny>>;

/// Number of calls between two checks for signals: functions written in Python notice them
/// themselves.
const EVERY: u32 = 1024;

/// Calls a Python function for each state, on the thread that holds the interpreter's lock.
///
/// An exception sets the flag that cancels the search, and is raised when the search has ended.
pub struct Callable<'a, 'py, G: Game> {
    function: &'a Bound<'py, PyAny>,
    wrap: Wrap<'a, 'py, G>,
    cancel: &'a AtomicBool,
    claims: Claims,
    /// Whether a state was called a dead end.
    saw_dead_end: Cell<bool>,
    calls: Cell<u32>,
    pub fault: RefCell<Option<PyErr>>,
}

impl<'a, 'py, G: Game> Callable<'a, 'py, G> {
    pub fn new(
        function: &'a Bound<'py, PyAny>,
        wrap: Wrap<'a, 'py, G>,
        cancel: &'a AtomicBool,
    ) -> PyResult<Self> {
        let claimed = |name: &str| match function.getattr_opt(name)? {
            Some(value) => value.is_truthy(),
            None => Ok(false),
        };
        let consistent = claimed("consistent")?;
        let claims = Claims {
            admissible: consistent || claimed("admissible")?,
            consistent,
            sound_dead_ends: claimed("sound_dead_ends")?,
        };
        Ok(Callable {
            function,
            wrap,
            cancel,
            claims,
            saw_dead_end: Cell::new(false),
            calls: Cell::new(0),
            fault: RefCell::new(None),
        })
    }

    /// Whether it cut states without a guarantee, so that the search makes no proof.
    pub fn spoils_proofs(&self) -> bool {
        self.saw_dead_end.get() && !self.claims.sound_dead_ends
    }

    fn call(&self, state: &G::State) -> PyResult<Option<Value>> {
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(EVERY) {
            self.function.py().check_signals()?;
        }
        let number: f64 = self.function.call1(((self.wrap)(state)?,))?.extract()?;
        if number == f64::INFINITY {
            self.saw_dead_end.set(true);
            return Ok(None);
        }
        if number.is_nan() || number < 0.0 {
            let message = format!(
                "the heuristic returned {number}; expected a number from 0, or infinity for a \
                 dead end"
            );
            return Err(errors::value(message));
        }
        // Costs are whole numbers, so rounding up keeps an estimate admissible and consistent; a
        // value that exceeds a whole number by a rounding error is that number.
        let cost = (number - 1e-9).ceil().max(0.0) as u32;
        let ordering = if number.fract() == 0.0 { number * 16.0 } else { (number * 16.0).ceil() };
        Ok(Some(Value { cost: cost.min(MOST), ordering: ordering as u32 }))
    }
}

/// No estimate is larger, so that sums with costs stay within their type.
const MOST: u32 = 1 << 28;

impl<G: Game> Heuristic<G> for Callable<'_, '_, G> {
    /// Dead ends count as sound here; [`spoils_proofs`](Callable::spoils_proofs) is checked at the
    /// end.
    fn claims(&self) -> Claims {
        Claims { sound_dead_ends: true, ..self.claims }
    }

    fn estimate(&self, game: &G, state: &G::State) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, _game: &G, state: &G::State) -> Option<Value> {
        // After an exception the function is not called again; the search ends at its next poll.
        let nothing = Some(Value { cost: 0, ordering: 0 });
        if self.fault.borrow().is_some() {
            return nothing;
        }
        self.call(state).unwrap_or_else(|error| {
            self.fault.replace(Some(error));
            self.cancel.store(true, Ordering::Relaxed);
            nothing
        })
    }
}
