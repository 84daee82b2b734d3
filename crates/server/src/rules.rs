//! Questions answered at once by the rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use patience_api::{Bounds, JobContext, Question, answer, is_dear};
use patience_catalogue::native::HeapMeter;
use patience_core::WallClock;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::refusals::{defect, refuse};
use crate::{Shared, page};

/// Maximum time that a question waits for its turn.
const TURN: Duration = Duration::from_secs(10);
/// Maximum time of a question: levels found by a search can take a long time, and so can heuristics
/// that need one.
const WORK: Duration = Duration::from_secs(9);
/// Maximum time to wait for work that exceeds its time.
const PATIENCE: Duration = Duration::from_secs(10);

/// A body as it is taken from a request.
pub(crate) type Body = Bytes;

/// The question in a body.
#[allow(clippy::result_large_err)] // The error is the answer, and is sent at once.
pub(crate) fn body<T: DeserializeOwned>(body: Body) -> Result<T, Response> {
    Question::parse(&body)
        .and_then(Question::read)
        .map_err(|error| (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response())
}

/// All games with their complete descriptions, a long answer that never changes.
pub(crate) async fn games(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let asked = || async {
        let response = ask(Arc::clone(&shared), "games", Value::Null).await;
        if response.status() != StatusCode::OK {
            return Err(response);
        }
        axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .map_err(|_| defect("the games cannot be listed"))
    };
    match shared.games.get_or_try_init(asked).await {
        Ok(games) => page::answer("api/games", "application/json", games.clone(), &headers),
        Err(refusal) => refusal,
    }
}

/// Returns the server's limits.
pub(crate) async fn limits(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let settings = &shared.settings;
    Json(json!({
        "seconds": settings.time.as_secs_f64(),
        "memory": settings.memory,
        "solvers": settings.solvers,
        "watched": settings.watched,
    }))
}

/// A question about a position.
pub(crate) async fn question(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    question: Body,
) -> Response {
    let name = uri.path().trim_start_matches("/api/").to_owned();
    match body(question) {
        Ok(question) => ask(shared, &name, question).await,
        Err(refusal) => refusal,
    }
}

/// Cancels the work on a question when no client waits for the answer: at the end of `ask`, or when
/// the connection is closed, which drops it.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn ask(shared: Arc<Shared>, name: &str, question: Value) -> Response {
    let name = name.to_owned();
    let turn = shared.pool.question(is_dear(&name, &question));
    let Ok(place) = tokio::time::timeout(TURN, turn).await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again");
    };
    let bounds =
        Bounds { whole: WORK, ..Bounds::new(shared.settings.time, shared.settings.memory) };
    let model = shared.settings.model;
    let cancel = Arc::new(AtomicBool::new(false));
    let _nobody_waits = CancelOnDrop(Arc::clone(&cancel));
    let work = tokio::task::spawn_blocking(move || {
        let (clock, meter) = (WallClock::start(), HeapMeter::start());
        let context = JobContext {
            clock: Some(&clock),
            meter: Some(&meter),
            cancel: &cancel,
            pace: None,
            bounds,
            model,
        };
        // Large answers are serialised here, not on the threads that serve connections.
        let written = answer(&name, question, &context)
            .and_then(|answer| Ok(answer.map(|answer| serde_json::to_vec(&answer)).transpose()?));
        drop(place);
        written
    });
    match tokio::time::timeout(PATIENCE, work).await {
        Ok(Ok(Ok(Some(answer)))) => {
            ([(header::CONTENT_TYPE, "application/json")], answer).into_response()
        }
        Ok(Ok(Ok(None))) => refuse(StatusCode::NOT_FOUND, "unknown question"),
        Ok(Ok(Err(error))) => (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response(),
        // A panic is a defect of Patience, and ends only this question.
        Ok(Err(_)) => defect("the server panicked on this question"),
        Err(_) => refuse(StatusCode::SERVICE_UNAVAILABLE, "this takes too long"),
    }
}
