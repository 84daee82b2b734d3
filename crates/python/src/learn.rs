//! Training of the learned heuristics.

use patience_core::suggest;
use patience_learn::games::COURSES;
use pyo3::prelude::*;

use crate::request::within;
use crate::{errors, worker};

/// Trains the model of a game from a seed, and returns its file.
#[pyfunction]
pub fn train(py: Python<'_>, game: &str, seed: u64, by_ranking: bool) -> PyResult<String> {
    let known = || COURSES.iter().map(|course| course.game());
    let course = COURSES.iter().find(|course| course.game() == game);
    let course = course.ok_or_else(|| errors::value(suggest::unknown("model", game, known())))?;
    let model = worker::detached(py, |cancel| {
        within(cancel, |environment| match by_ranking {
            false => course.train(seed, environment, &mut |_| {}).map(Some),
            true => course.train_by_ranking(seed, environment, &mut |_| {}),
        })
    })?;
    let model = model.map_err(|stop| errors::stopped(stop, "the training"))?;
    let model = model.ok_or_else(|| errors::value(format!("{game} is not trained by ranking")))?;
    model.write().map_err(errors::defect)
}
