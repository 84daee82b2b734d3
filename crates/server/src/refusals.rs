//! Error responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use patience_api::ApiError;

/// An error as every path of the API reports it.
pub(crate) fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(ApiError::new(message))).into_response()
}

/// The response for a defect of Patience.
pub(crate) fn defect(how: &str) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, Json(ApiError::defect(how))).into_response()
}

/// The response for unknown paths.
pub(crate) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "not found").into_response()
}
