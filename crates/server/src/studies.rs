//! Studies on disk: their list, their reports and their rows. Names from the page are compared with
//! the files in the folder and never become paths.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use patience_study::browse::{BrowseError, Library, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Shared;
use crate::refusals::{defect, refuse};
use crate::rules::{Body, body};

/// Maximum time that a question waits for its turn.
const TURN: Duration = Duration::from_secs(10);
/// Maximum time of a query: the report on a million rows takes some seconds.
const QUERY: Duration = Duration::from_secs(30);

/// The study whose report is requested.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    study: String,
}

/// All studies.
pub(crate) async fn list(State(shared): State<Arc<Shared>>) -> Response {
    if shared.settings.studies.is_none() {
        return Json(json!([])).into_response();
    }
    look(shared, |library, until| library.list(until)).await
}

/// A study with its report.
pub(crate) async fn show(State(shared): State<Arc<Shared>>, question: Body) -> Response {
    match body::<Named>(question) {
        Ok(named) => look(shared, move |library, until| library.show(&named.study, until)).await,
        Err(refusal) => refusal,
    }
}

/// Some rows of a study.
pub(crate) async fn rows(State(shared): State<Arc<Shared>>, wanted: Body) -> Response {
    match body::<Wanted>(wanted) {
        Ok(wanted) => look(shared, move |library, until| library.rows(&wanted, until)).await,
        Err(refusal) => refusal,
    }
}

async fn look<T: Serialize>(
    shared: Arc<Shared>,
    question: impl FnOnce(&Library, Instant) -> Result<T, BrowseError> + Send + 'static,
) -> Response {
    let Some(folder) = shared.settings.studies.clone() else {
        return refuse(
            StatusCode::NOT_FOUND,
            "no studies are shown here; `patience serve --studies FOLDER` shows them",
        );
    };
    let Ok(place) = tokio::time::timeout(TURN, shared.pool.studies()).await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again");
    };
    let until = Instant::now() + QUERY;
    let work = tokio::task::spawn_blocking(move || {
        let answer = question(&Library::new(folder), until);
        drop(place);
        answer.map(|answer| serde_json::to_value(answer).unwrap_or(Value::Null))
    });
    match work.await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(error @ BrowseError::Unknown(_))) => {
            refuse(StatusCode::NOT_FOUND, &error.to_string())
        }
        Ok(Err(_)) if Instant::now() > until => refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "this takes longer than the page allows; `patience study report` and `query` have no \
             such limit",
        ),
        Ok(Err(error)) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        // A panic is a defect of Patience, and ends only this question.
        Err(_) => defect("the server panicked on this question"),
    }
}
