//! Many instances on several threads: reports come one by one, in the order of the names.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, available_parallelism};

use patience_catalogue::Instance as Solvable;
use patience_core::Budget;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};

use crate::errors;
use crate::instance::Instance;
use crate::request::{Asked, Bounds, within};
use crate::worker::{POLL, STACK};

/// An instance, or its name.
enum Job {
    Name(String),
    Open(Arc<dyn Solvable>),
}

/// A report as JSON, or the exception that its job ends with.
type Answer = PyResult<String>;

#[derive(Default)]
struct Desk {
    waiting: VecDeque<(u64, Job)>,
    answers: BTreeMap<u64, Answer>,
}

struct Shared {
    asked: Asked,
    cancel: AtomicBool,
    desk: Mutex<Desk>,
    /// A job waits, or all is cancelled.
    work: Condvar,
    /// An answer is there.
    answered: Condvar,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<(u64, Job)> {
        let mut desk = self.desk();
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(job) = desk.waiting.pop_front() {
                return Some(job);
            }
            desk = self.work.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn answer(&self, job: &Job) -> Answer {
        let limits = || self.asked.request.limits.clone();
        let instance = match job {
            Job::Open(instance) => instance.clone(),
            Job::Name(name) => within(&self.cancel, |environment| {
                patience_catalogue::open_within(name, &mut Budget::new(limits(), environment))
            })
            .map_err(errors::open)?
            .into(),
        };
        self.asked.check(&*instance)?;
        let report = self.asked.solve(&*instance, &self.cancel).map_err(errors::request)?;
        crate::request::json(&report)
    }

    fn run(&self) {
        while let Some((index, job)) = self.next() {
            let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&job)));
            let answer = answer.unwrap_or_else(|_| Err(errors::defect(patience_core::DEFECT)));
            self.desk().answers.insert(index, answer);
            self.answered.notify_one();
        }
    }
}

/// The reports as JSON, in order. Names are taken from the iterable as they are needed.
#[pyclass(module = "patience_games._native")]
pub struct SolveMany {
    shared: Arc<Shared>,
    jobs: Py<PyIterator>,
    ahead: u64,
    taken: u64,
    given: u64,
    is_exhausted: bool,
}

impl SolveMany {
    /// Takes as many jobs as may wait; the desk is locked only between calls of Python.
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        while !self.is_exhausted && self.taken - self.given < self.ahead {
            let Some(item) = self.jobs.bind(py).clone().next() else {
                self.is_exhausted = true;
                break;
            };
            let item = item?;
            let job = match item.cast::<Instance>() {
                Ok(instance) => Job::Open(instance.get().instance.clone()),
                Err(_) => Job::Name(item.extract()?),
            };
            self.shared.desk().waiting.push_back((self.taken, job));
            self.shared.work.notify_one();
            self.taken += 1;
        }
        Ok(())
    }
}

#[pymethods]
impl SolveMany {
    #[new]
    fn new(
        jobs: &Bound<'_, PyAny>,
        algorithm: Option<String>,
        heuristic: Option<String>,
        threads: usize,
        bounds: Bounds,
        parameters: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        if threads > 1024 {
            return Err(errors::value(format!("threads is {threads}; expected at most 1024")));
        }
        let asked = Asked::new(algorithm, heuristic, &bounds, parameters)?;
        let threads = match threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let many = SolveMany {
            shared: Arc::new(Shared {
                asked,
                cancel: AtomicBool::new(false),
                desk: Mutex::default(),
                work: Condvar::new(),
                answered: Condvar::new(),
            }),
            jobs: jobs.try_iter()?.unbind(),
            ahead: 32 * threads as u64,
            taken: 0,
            given: 0,
            is_exhausted: false,
        };
        for _ in 0..threads {
            let shared = many.shared.clone();
            Builder::new().stack_size(STACK).spawn(move || shared.run())?;
        }
        Ok(many)
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        self.fill(py)?;
        if self.given == self.taken {
            self.close();
            return Ok(None);
        }
        let (shared, index) = (self.shared.clone(), self.given);
        loop {
            let answer = py.detach(|| {
                let mut desk = shared.desk();
                let answer = desk.answers.remove(&index);
                if answer.is_some() {
                    return answer;
                }
                let waited = shared.answered.wait_timeout(desk, POLL);
                desk = waited.unwrap_or_else(PoisonError::into_inner).0;
                desk.answers.remove(&index)
            });
            if let Some(answer) = answer {
                self.given += 1;
                return answer.map(Some);
            }
            if let Err(signal) = py.check_signals() {
                self.close();
                return Err(signal);
            }
        }
    }

    /// Stops the threads; what is being solved is given up.
    fn close(&mut self) {
        self.shared.cancel.store(true, Ordering::Relaxed);
        // Under the lock, so that no thread is between its look at the flag and its wait.
        let mut desk = self.shared.desk();
        desk.waiting.clear();
        self.shared.work.notify_all();
        (self.is_exhausted, self.taken) = (true, self.given);
    }
}

impl Drop for SolveMany {
    fn drop(&mut self) {
        self.close();
    }
}
