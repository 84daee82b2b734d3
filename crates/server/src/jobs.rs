//! Searches: each on its own thread within the pool, streamed as server-sent events, and cancelled
//! when the client disconnects.

use std::collections::HashMap;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use patience_api::{ApiError, Bounds, Job, JobContext, ModelFile, Pace};
use patience_catalogue::native::HeapMeter;
use patience_core::Clock;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::Shared;
use crate::refusals::refuse;
use crate::rules::{Body, body};

/// Stack size of a searching thread.
const STACK: usize = 32 << 20;

/// Pace of a search slowed down by a client.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Speed {
    paused: bool,
    /// Expansions left for a paused search.
    steps: u64,
    /// Delay between two expansions.
    delay: Duration,
}

/// The throttle of one running job: cancel, pause, step, speed. It is also the job's clock, which
/// stops while the search is delayed.
struct Throttle {
    cancel: AtomicBool,
    /// Whether `speed` is less than full speed; checked once per expansion.
    held: AtomicBool,
    speed: Mutex<Speed>,
    changed: Condvar,
    begin: Instant,
    /// Nanoseconds of delay so far.
    waited: AtomicU64,
    life: Duration,
}

impl Throttle {
    fn new(paused: bool, life: Duration) -> Self {
        Throttle {
            cancel: AtomicBool::new(false),
            held: AtomicBool::new(paused),
            speed: Mutex::new(Speed { paused, steps: 0, delay: Duration::ZERO }),
            changed: Condvar::new(),
            begin: Instant::now(),
            waited: AtomicU64::new(0),
            life,
        }
    }

    fn cancel(&self) {
        self.cancel.store(true, Ordering::SeqCst);
        // Locked and released so that a search about to sleep sees the flag or the notification.
        drop(self.speed());
        self.changed.notify_all();
    }

    fn speed(&self) -> MutexGuard<'_, Speed> {
        self.speed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, change: impl FnOnce(&mut Speed)) {
        let mut speed = self.speed();
        change(&mut speed);
        self.held.store(speed.paused || !speed.delay.is_zero(), Ordering::SeqCst);
        drop(speed);
        self.changed.notify_all();
    }
}

impl Clock for Throttle {
    fn elapsed(&self) -> Duration {
        self.begin
            .elapsed()
            .saturating_sub(Duration::from_nanos(self.waited.load(Ordering::Relaxed)))
    }
}

impl Pace for Throttle {
    fn is_slow(&self) -> bool {
        self.held.load(Ordering::Relaxed)
    }

    fn wait(&self) {
        if !self.is_slow() {
            return;
        }
        let begin = Instant::now();
        let mut speed = self.speed();
        loop {
            let now = Instant::now();
            let left = self.life.saturating_sub(now - self.begin);
            if left.is_zero() {
                self.cancel.store(true, Ordering::SeqCst);
            }
            if self.cancel.load(Ordering::SeqCst) {
                break;
            }
            let sleep = if speed.paused {
                if speed.steps > 0 {
                    speed.steps -= 1;
                    break;
                }
                left
            } else {
                let rest = speed.delay.saturating_sub(now - begin);
                if rest.is_zero() {
                    break;
                }
                rest.min(left)
            };
            speed =
                self.changed.wait_timeout(speed, sleep).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(speed);
        let waited = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited.fetch_add(waited, Ordering::Relaxed);
    }
}

/// The running jobs, by the number known to their page.
#[derive(Default)]
pub(crate) struct Running {
    jobs: Mutex<HashMap<u64, Arc<Throttle>>>,
    next: AtomicU64,
}

impl Running {
    fn jobs(&self) -> MutexGuard<'_, HashMap<u64, Arc<Throttle>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, throttle: &Arc<Throttle>) -> u64 {
        let id = self.next.fetch_add(1, Ordering::SeqCst);
        self.jobs().insert(id, Arc::clone(throttle));
        id
    }
}

/// The receiving end of a job. When it is dropped, because the page has closed or the job is done,
/// the job ends.
struct Listening {
    events: mpsc::Receiver<Event>,
    shared: Arc<Shared>,
    id: u64,
    throttle: Arc<Throttle>,
}

impl Stream for Listening {
    type Item = Result<Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.throttle.cancel();
        self.shared.running.jobs().remove(&self.id);
    }
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// Starts a job and sends its events; the first is `job` with the number for [`control`].
pub(crate) async fn job(State(shared): State<Arc<Shared>>, uri: Uri, question: Body) -> Response {
    let name = uri.path().trim_start_matches("/api/");
    let question: Value = match body(question) {
        Ok(question) => question,
        Err(refusal) => return refusal,
    };
    let paused = question.pointer("/watch/paused").and_then(Value::as_bool).unwrap_or(false);
    let job = match Job::parse(name, question) {
        Ok(Some(job)) => job,
        Ok(None) => return refuse(StatusCode::NOT_FOUND, "there is no such job"),
        Err(error) => return (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response(),
    };
    let Some(ticket) = shared.pool.ticket() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many searches are waiting; try again");
    };

    let throttle = Arc::new(Throttle::new(paused, shared.settings.life));
    let id = shared.running.add(&throttle);
    let (sender, events) = mpsc::channel(32);
    let listening =
        Listening { events, shared: Arc::clone(&shared), id, throttle: Arc::clone(&throttle) };
    tokio::spawn(async move {
        let _ = sender.send(event("job", &json!({ "id": id }))).await;
        let place = tokio::select! {
            place = shared.pool.search(job.is_watched()) => place,
            () = sender.closed() => return,
        };
        drop(ticket);
        let bounds = Bounds::new(shared.settings.time, shared.settings.memory);
        let model = shared.settings.model;
        let thread = std::thread::Builder::new().name(format!("job {id}")).stack_size(STACK);
        let started = thread.spawn(move || {
            work(&job, &throttle, (bounds, model), &sender);
            drop(place);
        });
        if started.is_err() {
            // The thread owned the channel, so the page sees its job end without an answer.
            let message = "patience: the machine has no thread left for a search";
            let _ = writeln!(std::io::stderr(), "{message}");
        }
    });
    Sse::new(listening)
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(5)))
        .into_response()
}

fn work(
    job: &Job,
    throttle: &Arc<Throttle>,
    (bounds, model): (Bounds, Option<&'static ModelFile>),
    sender: &mpsc::Sender<Event>,
) {
    let meter = HeapMeter::start();
    let mut emit = |name: &'static str, data: Value| {
        // A slow reader misses only snapshots while the search runs at full speed: positions of the
        // tree and simulations are sent only once.
        let told_once = data.get("nodes").is_some() || data.get("simulations").is_some();
        if name == "progress" && !told_once && !throttle.is_slow() {
            let _ = sender.try_send(event(name, &data));
        } else if sender.blocking_send(event(name, &data)).is_err() {
            throttle.cancel();
        }
    };
    // A clock that starts with the job, not with the request.
    let clock = patience_api::Since::now(Some(&**throttle));
    let context = JobContext {
        clock: Some(&clock),
        meter: Some(&meter),
        cancel: &throttle.cancel,
        pace: Some(&**throttle),
        bounds,
        model,
    };
    let result = catch_unwind(AssertUnwindSafe(|| patience_api::run(job, &context, &mut emit)));
    if result.is_err() {
        let error = ApiError::defect("the search panicked");
        let _ =
            sender.blocking_send(event("error", &serde_json::to_value(error).unwrap_or_default()));
    }
}

/// Actions of the page on a running job.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Control {
    id: u64,
    action: Action,
    /// Expansions per step.
    #[serde(default = "one")]
    steps: u64,
    /// Expansions per second on resuming; by default unlimited.
    rate: Option<f64>,
}

fn one() -> u64 {
    1
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Cancel,
    Pause,
    Step,
    Resume,
}

/// Cancels, pauses, steps or resumes a job.
pub(crate) async fn control(State(shared): State<Arc<Shared>>, control: Body) -> Response {
    let control: Control = match body(control) {
        Ok(control) => control,
        Err(refusal) => return refusal,
    };
    let throttle = shared.running.jobs().get(&control.id).map(Arc::clone);
    let Some(throttle) = throttle else {
        return refuse(StatusCode::NOT_FOUND, "this job no longer exists");
    };
    match control.action {
        Action::Cancel => throttle.cancel(),
        Action::Pause => throttle.set(|speed| speed.paused = true),
        Action::Step => throttle.set(|speed| {
            speed.paused = true;
            speed.steps = speed.steps.saturating_add(control.steps.min(1_000_000));
        }),
        Action::Resume => {
            let rate = control.rate.filter(|rate| rate.is_finite() && *rate >= 0.1);
            let delay = rate.map_or(Duration::ZERO, |rate| Duration::from_secs_f64(1.0 / rate));
            throttle.set(|speed| *speed = Speed { paused: false, steps: 0, delay });
        }
    }
    Json(json!({ "id": control.id })).into_response()
}
