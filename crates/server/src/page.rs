//! The page's files, which are part of the program.

use std::io::Write;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

use crate::guard::not_found;

/// A file of the page; the page itself for `/`.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = patience_web::file(path) else { return not_found() };
    let bytes = file.bytes();
    let mut sum = Crc::new();
    sum.update(&bytes);
    let tag = format!("\"{:08x}-{:x}\"", sum.sum(), bytes.len());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    // Asked for again each time, answered with nothing if it is the same: a new version shows at once.
    let fixed =
        [(header::CONTENT_TYPE, file.kind), (header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-encoding")];
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tag = [(header::ETAG, tag)];
    match accepts.split(',').any(|coding| coding.trim() == "gzip").then(|| packed(&bytes)).flatten() {
        Some(packed) => (fixed, tag, [(header::CONTENT_ENCODING, "gzip")], Body::from(packed)).into_response(),
        None => (fixed, tag, Body::from(bytes.into_owned())).into_response(),
    }
}

/// A file packed; it takes less than a millisecond, so nothing is kept.
fn packed(file: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(file.len() / 2), Compression::default());
    encoder.write_all(file).ok()?;
    encoder.finish().ok()
}
