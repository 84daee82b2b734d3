//! Many instances on several threads: reports come one by one, in the order of the names.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{Builder, ThreadId, available_parallelism, current, sleep};
use std::time::Duration;

use patience_catalogue::Instance as Solvable;
use patience_core::Budget;
use pyo3::exceptions::PyRuntimeError;
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

/// A report as JSON, or the exception with which its job ends.
type Answer = PyResult<String>;

#[derive(Default)]
struct Desk {
    waiting: VecDeque<(u64, Job)>,
    answers: BTreeMap<u64, Answer>,
    /// No more jobs will come.
    is_complete: bool,
}

struct Shared {
    asked: Asked,
    cancel: AtomicBool,
    desk: Mutex<Desk>,
    /// A job is waiting, or everything is cancelled.
    work: Condvar,
    /// An answer is available.
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
            if desk.is_complete {
                return None;
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
            self.answered.notify_all();
        }
    }
}

/// The names taken from the iterable and passed to threads.
struct Taking {
    jobs: Py<PyIterator>,
    ahead: u64,
    taken: u64,
    given: u64,
}

impl Taking {
    /// Takes as many jobs as may wait; the lock is held only between calls of Python.
    fn fill(&mut self, py: Python<'_>, shared: &Shared) -> PyResult<()> {
        while !shared.desk().is_complete && self.taken - self.given < self.ahead {
            let Some(item) = self.jobs.bind(py).clone().next() else {
                shared.desk().is_complete = true;
                shared.work.notify_all();
                break;
            };
            let item = item?;
            let job = match item.cast::<Instance>() {
                Ok(instance) => Job::Open(instance.get().instance.clone()),
                Err(_) => Job::Name(item.extract()?),
            };
            shared.desk().waiting.push_back((self.taken, job));
            shared.work.notify_one();
            self.taken += 1;
        }
        Ok(())
    }
}

/// The reports as JSON, in order. Names are taken from the iterable as they are needed. Threads may
/// share it: each report goes to one of them.
#[pyclass(frozen, module = "patience_games._native")]
pub struct SolveMany {
    shared: Arc<Shared>,
    taking: Mutex<Taking>,
    /// The thread that currently takes jobs: their iterator may itself request a report.
    taker: Mutex<Option<ThreadId>>,
}

impl SolveMany {
    /// The number of the next report; `None` at the end.
    fn claim(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let mut taking = loop {
            match self.taking.try_lock() {
                Ok(taking) => break taking,
                Err(TryLockError::Poisoned(error)) => break error.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
            if *self.taker() == Some(current().id()) {
                let message = "the iterator of names requests a report while it makes a name";
                return Err(PyRuntimeError::new_err(message));
            }
            py.check_signals()?;
            py.detach(|| sleep(Duration::from_millis(1)));
        };
        let is_closed = || self.shared.cancel.load(Ordering::Relaxed);
        if is_closed() {
            return Ok(None);
        }
        *self.taker() = Some(current().id());
        let filled = taking.fill(py, &self.shared);
        *self.taker() = None;
        filled?;
        if taking.given == taking.taken || is_closed() {
            return Ok(None);
        }
        taking.given += 1;
        Ok(Some(taking.given - 1))
    }

    fn taker(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.taker.lock().unwrap_or_else(PoisonError::into_inner)
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
            taking: Mutex::new(Taking {
                jobs: jobs.try_iter()?.unbind(),
                ahead: 32 * threads as u64,
                taken: 0,
                given: 0,
            }),
            taker: Mutex::default(),
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

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(index) = self.claim(py)? else { return Ok(None) };
        let shared = &self.shared;
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
                return answer.map(Some);
            }
            if let Err(signal) = py.check_signals() {
                self.close();
                return Err(signal);
            }
            // Another thread has closed it in the meantime.
            if shared.cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
    }

    /// Stops the threads; unfinished solves are abandoned.
    fn close(&self) {
        self.shared.cancel.store(true, Ordering::Relaxed);
        // Under the lock, so that no thread is between reading the flag and waiting.
        self.shared.desk().waiting.clear();
        self.shared.work.notify_all();
        self.shared.answered.notify_all();
    }
}

impl Drop for SolveMany {
    fn drop(&mut self) {
        self.close();
    }
}
