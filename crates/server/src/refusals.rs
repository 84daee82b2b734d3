//! Error responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use patience_api::ApiError;

/// An error, in the form in which every API path reports it.
pub(crate) fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(ApiError::new(message))).into_response()
}

/// The response for a defect of Patience.
pub(crate) fn defect(how: &str) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, Json(ApiError::defect(how))).into_response()
}

const NOT_FOUND: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>Not found · Patience</title>\
    <p>There is no such page here. <a href=\"/\">Open Patience</a></p></html>\n";

/// The response for unknown paths, with a link to the page.
pub(crate) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response()
}
