//! The page's files, which are part of the program.

use std::io::Write;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::guard::not_found;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "index.html"]
#[include = "style.css"]
#[include = "icon.svg"]
#[include = "openapi.json"]
#[include = "src/*"]
#[include = "vendor/*.mjs"]
struct Files;

/// A file of the page; the page itself for `/`.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Files::get(path) else { return not_found() };
    let tag: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    // Asked for again each time, answered with nothing if it is the same: a new version shows at once.
    let fixed = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-encoding")];
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tag = [(header::ETAG, tag)];
    match accepts.split(',').any(|coding| coding.trim() == "gzip").then(|| packed(&file.data)).flatten() {
        Some(packed) => (fixed, tag, [(header::CONTENT_ENCODING, "gzip")], Body::from(packed)).into_response(),
        None => (fixed, tag, Body::from(file.data.into_owned())).into_response(),
    }
}

/// A file packed; it takes less than a millisecond, so nothing is kept.
fn packed(file: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(file.len() / 2), Compression::default());
    encoder.write_all(file).ok()?;
    encoder.finish().ok()
}
