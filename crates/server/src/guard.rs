//! Accepts only requests to this machine by its own name, and not from other sites.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use http_body_util::LengthLimitError;

use crate::refusals::refuse;
use crate::{Settings, Shared};

/// Only the page's own scripts, styles and connections, and no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Rejects requests under a foreign name (by which another site could reach a local server through
/// its own domain) or from a foreign origin, and adds the headers that isolate the page.
pub(crate) async fn check(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let settings = &shared.settings;
    let mut response = match refusal(&request, settings.address.port()) {
        Some(refusal) => refusal,
        None => match whole(request, settings).await {
            Ok(request) => next.run(request).await,
            Err(refusal) => refusal,
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The request with its whole body, which is small and must arrive soon, so that no work waits for
/// a slow client.
async fn whole(request: Request, settings: &Settings) -> Result<Request, Response> {
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(settings.reading, axum::body::to_bytes(body, settings.body)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Ok(Err(error)) if is_too_long(&error) => Err(refuse(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("a body has at most {} bytes", settings.body),
        )),
        Ok(Err(_)) => Err(refuse(StatusCode::BAD_REQUEST, "the body ended early")),
        Err(_) => Err(refuse(StatusCode::REQUEST_TIMEOUT, "the body came too slowly")),
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    std::iter::successors(std::error::Error::source(error), |error| error.source())
        .any(|error| error.is::<LengthLimitError>())
}

fn refusal(request: &Request, port: u16) -> Option<Response> {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST)
        .or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    if !host.is_some_and(|host| is_own(host, port)) {
        return Some(refuse(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only to its own address",
        ));
    }
    if headers.contains_key(header::ORIGIN) {
        let own = text(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|o| is_own(o, port));
        if !own {
            return Some(refuse(StatusCode::FORBIDDEN, "this server answers only to its own page"));
        }
    }
    if text(header::HeaderName::from_static("sec-fetch-site"))
        .is_some_and(|site| !matches!(site, "same-origin" | "none"))
        && request.uri().path().starts_with("/api/")
    {
        return Some(refuse(StatusCode::FORBIDDEN, "this server answers only to its own page"));
    }
    // A form on another site can post, but not JSON.
    if request.method() == Method::POST && !is_json(headers) {
        return Some(refuse(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the body is not valid; expected application/json",
        ));
    }
    None
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Whether `host[:port]` is this machine under a name that no other site can have, with our port.
fn is_own(host: &str, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            (name, digits.parse().ok())
        }
        _ => (host, Some(80)),
    };
    given == Some(port) && matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn only_our_own_names_are_ours() {
        for own in ["127.0.0.1:4455", "localhost:4455", "[::1]:4455"] {
            assert!(is_own(own, 4455), "{own}");
        }
        for foreign in [
            "",
            "localhost",
            "127.0.0.1",
            "127.0.0.1:4456",
            "evil.example:4455",
            "127.0.0.1.evil.example:4455",
            "localhost:4455:80",
            "[::1]",
        ] {
            assert!(!is_own(foreign, 4455), "{foreign}");
        }
        assert!(is_own("localhost", 80));
    }
}
