//! States and moves.

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::FixedState;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use crate::erased::{Erased, Legal};
use crate::errors::IllegalMove;
use crate::rules::{Estimator, Rules};

/// A move; ``str()`` writes it in plan notation. Moves from ``legal_moves`` also have their words
/// and cost.
#[pyclass(frozen, module = "patience_games")]
pub struct Move {
    /// The move of the rules, unless only the text is known.
    mv: Option<Erased>,
    text: String,
    /// The move in words.
    #[pyo3(get)]
    words: String,
    /// Its cost.
    #[pyo3(get)]
    cost: u32,
}

impl From<Legal> for Move {
    fn from(Legal { mv, text, words, cost }: Legal) -> Self {
        Move { mv: Some(mv), text, words, cost }
    }
}

#[pymethods]
impl Move {
    /// The move with the given text, for any state in which it is legal.
    #[new]
    #[pyo3(signature = (text, words = None, cost = 1))]
    fn new(text: String, words: Option<String>, cost: u32) -> Self {
        let words = words.unwrap_or_else(|| text.clone());
        Move { mv: None, text, words, cost }
    }

    /// For ``pickle``: a move consists of its strings and its cost.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String, String, u32)) {
        let Move { text, words, cost, .. } = this.get();
        (this.py().get_type::<Move>(), (text.clone(), words.clone(), *cost))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text)
    }

    fn __hash__(&self) -> u64 {
        FixedState::default().hash_one(&self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().text == self.text)
    }

    /// Moves sort by their text, so that tuples with moves can go into a heap.
    fn __lt__(&self, other: &Bound<'_, Move>) -> bool {
        self.text < other.get().text
    }

    fn __le__(&self, other: &Bound<'_, Move>) -> bool {
        self.text <= other.get().text
    }

    fn __gt__(&self, other: &Bound<'_, Move>) -> bool {
        self.text > other.get().text
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }
}

/// A position. It never changes, is hashable, and equals another state of the same instance if and
/// only if the same plans win from both.
#[pyclass(frozen, module = "patience_games", weakref)]
pub struct State {
    pub rules: Arc<dyn Rules>,
    pub state: Erased,
}

impl State {
    fn with(&self, state: Erased) -> State {
        State { rules: self.rules.clone(), state }
    }

    fn is_of(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules) || self.rules.origin() == other.rules.origin()
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.rules.legal(&self.state).into_iter().map(Move::from)
    }

    fn illegal(&self, text: &str, reason: String) -> PyErr {
        let legal: Vec<_> = self.rules.legal(&self.state).into_iter().collect();
        let told = legal.iter().map(|legal| legal.text.clone());
        let told = patience_catalogue::listed_moves(told, " ");
        let reason =
            if reason.is_empty() { format!("`{text}` is not legal there") } else { reason };
        IllegalMove::new_err((0, format!("{reason}; legal moves: {told}")))
    }
}

#[pymethods]
impl State {
    fn __hash__(&self) -> u64 {
        self.rules.hash(&self.state)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<State>().is_ok_and(|other| {
            let other = other.get();
            self.is_of(other) && self.rules.same(&self.state, &other.state)
        })
    }

    /// States have an arbitrary order, because heaps need one if priorities are equal.
    fn __lt__(&self, other: &Bound<'_, State>) -> bool {
        self.__hash__() < other.get().__hash__()
    }

    fn __le__(&self, other: &Bound<'_, State>) -> bool {
        self.__hash__() <= other.get().__hash__()
    }

    fn __gt__(&self, other: &Bound<'_, State>) -> bool {
        self.__hash__() > other.get().__hash__()
    }

    fn __str__(&self) -> String {
        self.rules.draw(&self.state)
    }

    fn __repr__(&self) -> String {
        format!("State('{}')", self.rules.notation(&self.state))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    /// For ``pickle``: the instance, and the board.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, String, String))> {
        let make = py.import("patience_games.catalogue")?.getattr("_state")?;
        // Names of games and rules contain no colon, so the first one ends them.
        let (game, board) = self.rules.origin().split_once(':').unwrap_or_default();
        Ok((make, (game.to_owned(), board.to_owned(), self.rules.notation(&self.state))))
    }

    fn _repr_svg_<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("patience_games.svg")?.call_method1("board_svg", (this,))
    }

    /// The board in the canonical notation.
    #[getter]
    fn board(&self) -> String {
        self.rules.notation(&self.state)
    }

    /// Cells, faces and moves as JSON, for drawings.
    #[getter]
    fn view_json(&self) -> String {
        self.rules.view(&self.state)
    }

    /// The board as a read-only numpy array, one ``uint8`` per cell, row by row.
    ///
    /// 0 is an empty cell, 255 a wall. A card is ``4 * (rank - 1) + suit + 1`` with the suits CDHS
    /// from 0 and an ace of rank 1; a piece is the number of its colour's letter, with ``A`` as 1.
    /// With ``targets``, the colours of the targets in Match the Tiles, 0 if there is none.
    #[pyo3(signature = (*, targets = false))]
    fn to_numpy<'py>(&self, py: Python<'py>, targets: bool) -> PyResult<Bound<'py, PyAny>> {
        let cells = self.rules.cells(&self.state, targets);
        let numpy = py.import("numpy")?;
        let kind = numpy.getattr("uint8")?;
        let flat = numpy.call_method1("frombuffer", (PyBytes::new(py, &cells.bytes), kind))?;
        flat.call_method1("reshape", (cells.rows, cells.columns))
    }

    /// Whether the game is won.
    #[getter]
    fn is_goal(&self) -> bool {
        self.rules.is_goal(&self.state)
    }

    /// The number of legal moves; counting them is cheaper than listing them.
    #[getter]
    fn move_count(&self) -> usize {
        self.rules.count(&self.state)
    }

    /// The legal moves in the game's order.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.moves().collect::<Vec<_>>())
    }

    /// The legal move with the given text, in plan notation or in words.
    fn parse(&self, text: &str) -> PyResult<Move> {
        let read = self.rules.apply_text(&self.state, text);
        read.map(|(_, legal)| legal.into()).map_err(|reason| self.illegal(text, reason))
    }

    /// The state after a move, given as such or as text.
    fn apply(&self, r#move: &Bound<'_, PyAny>) -> PyResult<State> {
        let text: String = match r#move.cast::<Move>().map(Bound::get) {
            Ok(Move { mv: Some(mv), text, .. }) => {
                let after = self.rules.apply(&self.state, mv);
                return after
                    .map(|after| self.with(after))
                    .ok_or_else(|| self.illegal(text, String::new()));
            }
            Ok(Move { text, .. }) => text.clone(),
            Err(_) => r#move.extract()?,
        };
        let after = self.rules.apply_text(&self.state, &text);
        after.map(|(after, _)| self.with(after)).map_err(|reason| self.illegal(&text, reason))
    }

    /// The state after the legal move with an index.
    fn child(&self, index: usize) -> PyResult<State> {
        match self.rules.child(&self.state, index) {
            Some((after, _)) => Ok(self.with(after)),
            None => Err(PyIndexError::new_err(format!("there is no move {index}"))),
        }
    }

    /// The states after each legal move, in the order of the moves: the fastest way.
    fn children(&self) -> Vec<State> {
        self.rules.children(&self.state).into_iter().map(|after| self.with(after)).collect()
    }

    /// ``(state, move, cost)`` of every legal move.
    fn successors(&self) -> Vec<(State, Move, u32)> {
        self.moves()
            .filter_map(|mv| {
                let after = self.rules.apply(&self.state, mv.mv.as_ref()?)?;
                let cost = mv.cost;
                Some((self.with(after), mv, cost))
            })
            .collect()
    }
}

/// A heuristic of the game, built for one instance: a number for each state, or infinity for a dead
/// end.
#[pyclass(frozen, module = "patience_games")]
pub struct Heuristic {
    pub inner: Box<dyn Estimator>,
    pub rules: Arc<dyn Rules>,
    #[pyo3(get)]
    pub name: String,
    #[pyo3(get)]
    pub admissible: bool,
    #[pyo3(get)]
    pub consistent: bool,
    #[pyo3(get)]
    pub sound_dead_ends: bool,
}

#[pymethods]
impl Heuristic {
    fn __call__(&self, state: &State) -> PyResult<f64> {
        if !Arc::ptr_eq(&self.rules, &state.rules) && self.rules.origin() != state.rules.origin() {
            return Err(crate::errors::value("the state is of another instance"));
        }
        let value = self.inner.value(&state.state);
        Ok(value.map_or(f64::INFINITY, |value| f64::from(value.cost)))
    }

    fn __repr__(&self) -> String {
        format!("Heuristic('{}')", self.name)
    }
}
