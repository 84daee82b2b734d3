//! The page's API as WebAssembly: plain functions that exchange JSON through memory, so that no
//! binding tool is needed.
//!
//! A worker writes a question `{"name": …, "question": …}` into memory that it requested with
//! [`reserve`] and calls [`ask`] or [`run`]. Strings are sent through `tell`, a function provided
//! by the worker; [`run`] reports each event as it occurs. A running job cannot be stopped from
//! inside: the worker must be terminated and another one started. For the same reason a watched
//! search cannot be slowed down: to step through it, a client receives its first steps one by one
//! and replays them as a recording, while the search continues.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod expand;

pub use expand::{check, describe, expand, length, load, unload};

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use patience_api::{ApiError, Bounds, Job, JobContext, Pace, Question, answer};
use patience_core::{Clock, Meter};
use serde_json::{Value, json};

/// Functions provided by the worker.
#[cfg(target_family = "wasm")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Takes a string of UTF-8.
        pub safe fn tell(text: *const u8, length: usize);
        /// Milliseconds since some moment in the past.
        pub safe fn now() -> f64;
    }
}

/// A host for tests outside a browser: it stores the messages, and its clock does not advance.
#[cfg(not(target_family = "wasm"))]
mod host {
    use std::cell::RefCell;

    thread_local! {
        pub static TOLD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    pub fn tell(text: *const u8, length: usize) {
        // SAFETY: `super::tell` passes the address and length of a string that it holds.
        let bytes = unsafe { std::slice::from_raw_parts(text, length) };
        TOLD.with(|told| told.borrow_mut().push(String::from_utf8_lossy(bytes).into_owned()));
    }

    pub fn now() -> f64 {
        0.0
    }
}

thread_local! {
    /// The buffer into which the worker writes its question.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Heap that one job may use in a browser.
const MEMORY: u64 = 768 << 20;
/// Time that one solve may use in a browser.
const TIME: Duration = Duration::from_secs(60);

/// Maximum number of expansions recorded individually. Each takes some kilobytes of the page's
/// memory.
const STEPS: u64 = 1000;

/// Records a search step by step while it is short.
struct Recorder(AtomicU64);

impl Pace for Recorder {
    fn is_slow(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    fn wait(&self) {
        self.0.store(self.0.load(Ordering::Relaxed).saturating_sub(1), Ordering::Relaxed);
    }
}

/// Reserves room for a question of `length` bytes and returns its address; [`ask`] has an example.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    QUESTION.with(|question| {
        let mut question = question.borrow_mut();
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question in memory by the rules: sends `{"answer": …}` or `{"error": …}` once.
///
/// ```
/// let question = br#"{"name": "games", "question": {}}"#;
/// let place = patience_wasm::reserve(question.len());
/// // SAFETY: there is room for exactly these bytes.
/// unsafe { std::ptr::copy_nonoverlapping(question.as_ptr(), place, question.len()) };
/// patience_wasm::ask();
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let told = question().and_then(|(name, question)| {
        job_context(None, |context| answer(&name, question, context))?.ok_or_else(|| unknown(&name))
    });
    match told {
        Ok(answer) => tell(&json!({ "answer": answer })),
        Err(error) => tell(&json!({ "error": error })),
    }
}

/// Runs the job in memory: sends `{"event": …, "data": …}` for each of its events; the last may be
/// `error`.
///
/// ```
/// let question =
///     br#"{"name": "solve", "question": {"at": {"instance": "tiles:level/iartistas-04"}}}"#;
/// let place = patience_wasm::reserve(question.len());
/// // SAFETY: there is room for exactly these bytes.
/// unsafe { std::ptr::copy_nonoverlapping(question.as_ptr(), place, question.len()) };
/// patience_wasm::run();
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    let mut emit =
        |event: &'static str, data: Value| tell(&json!({ "event": event, "data": data }));
    let job = question().and_then(|(name, question)| {
        let stepped = question.pointer("/watch/paused").and_then(Value::as_bool).unwrap_or(false);
        Ok((Job::parse(&name, question)?.ok_or_else(|| unknown(&name))?, stepped))
    });
    match job {
        Ok((job, stepped)) => {
            let recorder = Recorder(AtomicU64::new(if stepped { STEPS } else { 0 }));
            job_context(Some(&recorder), |context| patience_api::run(&job, context, &mut emit));
        }
        Err(error) => emit("error", json!(error)),
    }
}

/// Calls a function with the context of a question or a job.
fn job_context<T>(pace: Option<&dyn Pace>, then: impl FnOnce(&JobContext<'_>) -> T) -> T {
    let (clock, meter, never) = (HostClock(host::now()), Pages::now(), AtomicBool::new(false));
    let bounds = Bounds::new(TIME, MEMORY);
    then(&JobContext {
        clock: Some(&clock),
        meter: Some(&meter),
        cancel: &never,
        pace,
        bounds,
        model: None,
    })
}

fn question() -> Result<(String, Value), ApiError> {
    let bytes = QUESTION.with(RefCell::take);
    let Question(mut whole) = Question::parse(&bytes)?;
    let name = whole["name"].as_str().unwrap_or_default().to_owned();
    Ok((name, whole.get_mut("question").map(Value::take).unwrap_or_default()))
}

fn unknown(name: &str) -> ApiError {
    ApiError::new(format!("unknown question `{}`", name.escape_debug()))
}

fn tell(value: &Value) {
    let text = value.to_string();
    host::tell(text.as_ptr(), text.len());
}

/// The host's clock, from the creation of this one.
struct HostClock(f64);

impl Clock for HostClock {
    fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64((host::now() - self.0) / 1e3).unwrap_or_default()
    }
}

/// The growth of the module's memory, which never shrinks.
struct Pages(u64);

impl Pages {
    fn now() -> Self {
        Pages(Self::taken())
    }

    #[cfg(target_family = "wasm")]
    fn taken() -> u64 {
        (core::arch::wasm32::memory_size(0) as u64) << 16
    }

    #[cfg(not(target_family = "wasm"))]
    fn taken() -> u64 {
        0
    }
}

impl Meter for Pages {
    fn bytes(&self) -> u64 {
        Self::taken() - self.0
    }

    fn peak(&self) -> u64 {
        self.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, call: extern "C" fn()) -> Vec<Value> {
        let place = reserve(text.len());
        // SAFETY: `reserve` made room for exactly these bytes.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), place, text.len()) };
        call();
        let told = host::TOLD.with(RefCell::take);
        told.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    #[test]
    fn questions_and_jobs_go_through_memory() {
        let at = json!({ "instance": "tiles:level/iartistas-04" });
        let answer = told(&json!({ "name": "position", "question": at }).to_string(), ask);
        assert_eq!(answer[0]["answer"]["view"]["control"], "tilt");
        let events = told(&json!({ "name": "solve", "question": { "at": at } }).to_string(), run);
        let last = events.last().unwrap();
        assert_eq!(
            (&last["event"], &last["data"]["report"]["length"]),
            (&json!("report"), &json!(5))
        );
    }

    #[test]
    fn the_first_steps_of_a_search_are_recorded_one_by_one() {
        let at = json!({ "instance": "gaps:solvitaire/4x13/7" });
        let watched = |paused: bool| {
            let watch = json!({ "boards": true, "paused": paused });
            let question =
                json!({ "at": at, "algorithm": "bfs", "expansions": STEPS + 500, "watch": watch });
            let events = told(&json!({ "name": "solve", "question": question }).to_string(), run);
            let drawn = events.iter().filter(|event| event["data"]["view"].is_object());
            drawn.map(|event| event["data"]["expanded"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        let recorded = watched(true);
        assert!(recorded.iter().copied().take(STEPS as usize).eq(1..=STEPS), "{recorded:?}");
        assert!(
            recorded.len() < STEPS as usize + 10 && watched(false).len() < 10,
            "then as time allows"
        );
    }

    #[test]
    fn malformed_questions_are_answered_with_an_error() {
        for text in ["", "{", "[]", "{\"name\":\"fly\"}", "\u{0}"] {
            assert!(told(text, ask)[0]["error"]["message"].is_string(), "{text:?}");
            assert_eq!(told(text, run)[0]["event"], "error", "{text:?}");
        }
    }
}

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
