//! No request of a page reads files, exhausts the machine or crashes the server.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use patience_server::{Settings, router, serve};
use serde_json::{Value, json};
use support::{ask, events, request, send, service, settings};

#[tokio::test]
async fn foreign_names_and_origins_are_refused() {
    let service = service();
    let with = |name: &str, value: &str| {
        let mut request =
            request("post", "/api/position", Some(&json!({ "instance": "birds:neller/1" })));
        request.headers_mut().insert(
            header::HeaderName::from_bytes(name.as_bytes()).unwrap(),
            value.parse().unwrap(),
        );
        request
    };
    for (name, value, expected) in [
        ("host", "localhost:4455", StatusCode::OK),
        ("host", "evil.example:4455", StatusCode::MISDIRECTED_REQUEST),
        ("host", "127.0.0.1:1", StatusCode::MISDIRECTED_REQUEST),
        ("origin", "http://127.0.0.1:4455", StatusCode::OK),
        ("origin", "https://evil.example", StatusCode::FORBIDDEN),
        ("origin", "http://evil.example:4455", StatusCode::FORBIDDEN),
        ("origin", "null", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "same-origin", StatusCode::OK),
        ("sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("content-type", "text/plain", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("content-type", "application/x-www-form-urlencoded", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        assert_eq!(send(&service, with(name, value)).await.0, expected, "{name}: {value}");
    }
    let nameless = Request::builder().uri("/").body(Body::empty()).unwrap();
    assert_eq!(send(&service, nameless).await.0, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn every_answer_keeps_the_page_to_itself() {
    let service = service();
    for path in ["/", "/api/games", "/nowhere"] {
        let (_, headers, _) = send(&service, request("get", path, None)).await;
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}

#[tokio::test]
async fn only_files_of_the_page_are_served() {
    let service = service();
    let (status, headers, body) = send(&service, request("get", "/", None)).await;
    assert_eq!(
        (status, headers[header::CONTENT_TYPE].to_str().unwrap()),
        (StatusCode::OK, "text/html; charset=utf-8")
    );
    assert!(
        !body.windows(7).any(|window| window == b"onclick")
            && !body.windows(6).any(|window| window == b"style=")
    );
    for path in [
        "/package.json",
        "/tests/page.spec.js",
        "/../Cargo.toml",
        "/src/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/src/",
        "/src",
        "/dist/index.html",
        "/%00",
    ] {
        let request =
            Request::builder().uri(path).header("host", "127.0.0.1:4455").body(Body::empty());
        let Ok(request) = request else { continue };
        assert_eq!(send(&service, request).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_page_is_small_and_cached() {
    let service = service();
    let (_, _, page) = send(&service, request("get", "/", None)).await;
    let page = String::from_utf8(page.to_vec()).unwrap();
    let mut total = 0;
    let mut names: Vec<&str> = page
        .split(['"'])
        // The files that the page names; `.svg` also ends the name of a standard in the
        // deck's symbols, which are part of the page.
        .filter(|part| [".js", ".css", ".svg"].iter().any(|ending| part.ends_with(ending)))
        .collect();
    // All files as a browser requests them: compressed.
    names.extend(["", "parts.js", "late.js", "api/games"]);
    assert_eq!(names.len(), 7, "{names:?}");
    for name in names {
        let mut asked = request("get", &format!("/{name}"), None);
        asked.headers_mut().insert(header::ACCEPT_ENCODING, "gzip, br".parse().unwrap());
        let (status, headers, body) = send(&service, asked).await;
        assert_eq!(
            (status, headers[header::CONTENT_ENCODING].to_str().unwrap()),
            (StatusCode::OK, "gzip"),
            "{name}"
        );
        total += body.len();
        let mut again = request("get", &format!("/{name}"), None);
        again.headers_mut().insert(header::IF_NONE_MATCH, headers[header::ETAG].clone());
        assert_eq!(send(&service, again).await.0, StatusCode::NOT_MODIFIED);
    }
    assert!(total < 120_000, "the page has {total} bytes");
}

#[tokio::test]
async fn large_and_broken_bodies_are_refused() {
    let service = service();
    let large = json!({ "game": "gaps", "board": "2C ".repeat(100_000) });
    assert_eq!(
        ask(&service, "post", "/api/position", Some(&large)).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    for body in ["", "{", "[[[[", "\u{0}", "{\"at\":"] {
        let mut request = request("post", "/api/solve", Some(&Value::Null));
        *request.body_mut() = Body::from(body);
        assert!(send(&service, request).await.0.is_client_error(), "{body:?}");
    }
    // Deeply nested JSON must not overflow a stack.
    let mut nested = request("post", "/api/position", Some(&Value::Null));
    *nested.body_mut() = Body::from("[".repeat(100_000));
    assert!(send(&service, nested).await.0.is_client_error());
}

#[tokio::test]
async fn a_job_takes_no_more_than_the_server_allows() {
    let service = router(Settings { time: Duration::from_millis(300), ..settings() });
    let hard = json!({
        "at": { "instance": "gaps:random/4x13/1" }, "algorithm": "bfs", "seconds": 1e300,
        "expansions": u64::MAX,
    });
    // A time limit ends it, and only the server has one.
    let (_, _, bytes) = send(&service, request("post", "/api/solve", Some(&hard))).await;
    let told = events(&bytes);
    assert_eq!(told.last().unwrap().1["report"]["stop"], "time");
    let threads =
        json!({ "at": { "instance": "gaps:random/4x13/1" }, "options": { "threads": "64" } });
    assert_eq!(
        ask(&service, "post", "/api/solve", Some(&threads)).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_paused_search_goes_on_when_told() {
    let service = router(Settings { watched: 1, queue: 1, ..settings() });
    let slow = json!({
        "at": { "instance": "tiles:level/iartistas-07" }, "algorithm": "bfs",
        "watch": { "paused": true },
    });
    let open = |body: Value| {
        let service = service.clone();
        async move {
            tower::ServiceExt::oneshot(service, request("post", "/api/solve", Some(&body)))
                .await
                .unwrap()
        }
    };
    let taken = async |body: &Value| loop {
        let response = open(body.clone()).await;
        match response.status() {
            StatusCode::OK => break response,
            refused => assert_eq!(refused, StatusCode::SERVICE_UNAVAILABLE),
        }
        tokio::task::yield_now().await;
    };
    // The first runs (paused); once it has left the queue, the second waits; the third is rejected.
    let first = open(slow.clone()).await;
    let second = taken(&slow).await;
    assert_eq!(open(slow.clone()).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    // Unwatched searches have separate slots, once there is room to wait.
    let quick = json!({ "at": { "instance": "tiles:level/iartistas-04" } });
    drop(second);
    let answer = taken(&quick).await.into_body();
    let bytes = axum::body::to_bytes(answer, 64 << 20).await.unwrap();
    assert_eq!(events(&bytes).last().unwrap().0, "report");
    // Stepped and resumed, the first finishes. Pending steps would be discarded on resuming.
    let control = async |action: Value| {
        assert_eq!(ask(&service, "post", "/api/control", Some(&action)).await.0, StatusCode::OK);
    };
    control(json!({ "id": 0, "action": "step", "steps": 3 })).await;
    let mut body = first.into_body();
    let mut told = Vec::new();
    while events(&told).iter().filter(|(name, _)| name == "progress").count() < 3 {
        let frame = body.frame().await.expect("each step is reported").unwrap();
        told.extend(frame.into_data().unwrap());
    }
    control(json!({ "id": 0, "action": "resume" })).await;
    told.extend(axum::body::to_bytes(body, 64 << 20).await.unwrap());
    assert_eq!(events(&told).last().unwrap().1["report"]["verdict"], "solved");
}

/// Over a real connection: when the page goes away, the search ends and its slot is free.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_its_page_goes_away() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let settings = Settings { address, solvers: 1, time: Duration::from_secs(3600), ..settings() };
    tokio::spawn(serve(listener, settings, std::future::pending()));
    tokio::task::spawn_blocking(move || {
        let post = |body: &Value| {
            let body = body.to_string();
            let mut stream = TcpStream::connect(address).unwrap();
            write!(
                stream,
                "POST /api/solve HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            )
            .unwrap();
            stream
        };
        // It searches ever deeper, using little memory.
        let hard = json!({ "at": { "instance": "gaps:random/4x13/1" }, "algorithm": "iddfs" });
        for _ in 0..5 {
            let mut stream = post(&hard);
            let mut first = [0; 16];
            stream.read_exact(&mut first).unwrap();
        }
        // The only slot is free again although each of those searches would have run for an hour.
        let mut answer = String::new();
        post(&json!({ "at": { "instance": "tiles:level/iartistas-04" } }))
            .read_to_string(&mut answer)
            .unwrap();
        assert!(answer.contains("event: report"), "{answer}");
    })
    .await
    .unwrap();
}

/// Twenty pages, each analysing for an hour: the rules answer meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_pages_stay_responsive() {
    let service = router(Settings { solvers: 2, time: Duration::from_secs(3600), ..settings() });
    let analyse = json!({ "at": { "instance": "gaps:solvitaire/4x13/36" }, "algorithm": "iddfs" });
    let pages: Vec<_> = (0..20)
        .map(|_| {
            let (service, analyse) = (service.clone(), analyse.clone());
            tokio::spawn(async move {
                tower::ServiceExt::oneshot(service, request("post", "/api/analyse", Some(&analyse)))
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut kept = Vec::new();
    for page in pages {
        let response = page.await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        kept.push(response);
    }
    for _ in 0..20 {
        let question = json!({ "instance": "gaps:random/4x13/1", "moves": "" });
        assert_eq!(ask(&service, "post", "/api/position", Some(&question)).await.0, StatusCode::OK);
    }
    drop(kept);
}

/// A refusal names the field or the place, in the words of JSON.
#[tokio::test]
async fn refused_bodies_name_the_field_or_the_place() {
    let service = router(settings());
    let deep = "[".repeat(100_000);
    let bodies = [
        ("position", r#"{"instance":5}"#, "`instance`: found integer `5`; expected a string"),
        ("position", r#"{"at":"x"}"#, "`at`: unknown field `at`, expected one of"),
        ("solve", r#"{"at":"x"}"#, "`at`: found string \"x\"; expected an object"),
        ("solve", r#"{"at":{"board":[]}}"#, "`at`: `board`: found sequence; expected a string"),
        ("solve", r#"{}"#, "missing field `at`"),
        ("control", r#"{"id":-1,"action":"cancel"}"#, "`id`: found integer `-1`; expected a whole"),
        ("position", "[]", "this is not a JSON object; expected an object such as"),
        ("position", "{", "line 1, column 1: it ends within a value"),
        ("position", "{\n  x}", "line 2, column 3: this is not valid JSON"),
        ("position", r#"{"at":1,"at":2}"#, "the key `at` is given twice"),
        ("position", &deep, "column 128: the values are nested too deeply; expected at most 127"),
        ("position", "", "line 1, column 0: it ends within a value"),
    ];
    for (path, body, expected) in bodies {
        let mut asked = request("post", &format!("/api/{path}"), Some(&json!({})));
        *asked.body_mut() = body.to_owned().into();
        let (status, _, answer) = send(&service, asked).await;
        let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body:.80}");
        let message = answer["message"].as_str().unwrap();
        let why = message.strip_prefix("the question cannot be read: ").unwrap_or(message);
        assert!(why.contains(expected), "{path} {body:.80}: {message}");
    }
}
