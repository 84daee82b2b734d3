//! The page's files, which are part of the program.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

use crate::refusals::not_found;

/// Returns a file of the page; the page itself for `/`.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = patience_web::file(path) else { return not_found() };
    answer(path, file.kind, file.bytes().into_owned().into(), &headers)
}

/// Answers with content that does not change while the program runs, compressed if the browser
/// accepts that, or with "not modified".
pub(crate) fn answer(
    name: &str,
    kind: &'static str,
    bytes: Bytes,
    headers: &HeaderMap,
) -> Response {
    let mut sum = Crc::new();
    sum.update(&bytes);
    let tag = format!("\"{:08x}-{:x}\"", sum.sum(), bytes.len());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    // Revalidated each time, with an empty answer if unchanged: a new version shows at once.
    let fixed = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    let accepts = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let packed = accepts
        .split(',')
        .any(|coding| coding.trim() == "gzip")
        .then(|| packed(name, &tag, &bytes))
        .flatten();
    let tag = [(header::ETAG, tag)];
    match packed {
        Some(packed) => {
            (fixed, tag, [(header::CONTENT_ENCODING, "gzip")], Body::from(packed)).into_response()
        }
        None => (fixed, tag, Body::from(bytes)).into_response(),
    }
}

/// Compressed content by name, with the tag of the content.
static PACKED: Mutex<BTreeMap<String, (String, Bytes)>> = Mutex::new(BTreeMap::new());

/// Compresses content once. In a debug build the file may change later.
fn packed(name: &str, tag: &str, content: &[u8]) -> Option<Bytes> {
    let mut kept = PACKED.lock().ok()?;
    if let Some((_, packed)) = kept.get(name).filter(|(known, _)| known == tag) {
        return Some(packed.clone());
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(content.len() / 2), Compression::best());
    encoder.write_all(content).ok()?;
    let packed = Bytes::from(encoder.finish().ok()?);
    kept.insert(name.to_owned(), (tag.to_owned(), packed.clone()));
    Some(packed)
}
