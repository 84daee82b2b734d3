//! Answers that are none.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use patience_api::ApiError;

/// An error as every path of the API reports it.
pub(crate) fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(ApiError::new(message))).into_response()
}

/// The answer where Patience itself is at fault.
pub(crate) fn defect(how: &str) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, Json(ApiError::defect(how))).into_response()
}

/// A response for anything that has no better one.
pub(crate) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "not found").into_response()
}
