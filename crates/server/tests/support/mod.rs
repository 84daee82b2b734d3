//! Requests to a service in this process.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod schema;

use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use patience_server::{Settings, router};
use patience_study::solving::solve;
use patience_study::spec::Spec;
use patience_study::store::Store;
use patience_study::study::Folder;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;

pub fn settings() -> Settings {
    Settings { time: Duration::from_secs(5), ..Settings::default() }
}

pub fn service() -> Router {
    router(settings())
}

/// A folder with a study `tour` that has been run, `later` that has not, a file that is not a
/// study, and a store whose file is not a store.
pub fn studies() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let text = "title = \"Short tour\"\nquestion = \"Which is *better*? \
                <script>alert(1)</script>\"\n\
                [limits]\nexpansions = 50000\n\
                [[instances]]\nset = \"small\"\n\
                names = [\"tiles:level/iartistas-04\", \"cohesion:level/vieira-1\"]\n\
                [[instances]]\nset = \"own\"\ngame = \"cohesion\"\nfile = \"boards.txt\"\n\
                [[configurations]]\nname = \"bfs\"\nalgorithm = \"bfs\"\n\
                [[configurations]]\nname = \"greedy\"\nalgorithm = \"greedy\"\n";
    std::fs::write(file("boards.txt"), "mine\tR..R/BRRB/.BB./Y..Y\n").unwrap();
    std::fs::write(file("tour.toml"), text).unwrap();
    std::fs::write(file("later.toml"), text.replace("Short", "Later")).unwrap();
    std::fs::write(file("other.toml"), "[package]\nname = \"other\"\n").unwrap();
    std::fs::write(file("broken.toml"), text).unwrap();
    std::fs::create_dir(file("broken.results")).unwrap();
    std::fs::write(file("broken.results/store.sqlite"), "not a store, whatever its name").unwrap();

    let spec = Spec::open(&file("tour.toml")).unwrap();
    let mut store = Store::create(&Folder::beside(&file("tour.toml")).store()).unwrap();
    store.adopt(&spec).unwrap();
    let settings = spec.settings();
    let assignments = store.claim(&spec, 100).unwrap();
    let rows: Vec<_> = assignments.iter().map(|assignment| solve(assignment, &settings)).collect();
    store.add(&rows).unwrap();
    folder
}

/// A request in the form that the page itself sends.
pub fn request(method: &str, path: &str, body: Option<&Value>) -> Request<Body> {
    let builder = Request::builder()
        .method(method.to_uppercase().as_str())
        .uri(path)
        .header("host", "127.0.0.1:4455");
    match body {
        None => builder.body(Body::empty()),
        Some(body) => {
            builder.header("content-type", "application/json").body(Body::from(body.to_string()))
        }
    }
    .unwrap()
}

pub async fn send(
    service: &Router,
    request: Request<Body>,
) -> (StatusCode, axum::http::HeaderMap, Bytes) {
    let response = service.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, axum::body::to_bytes(response.into_body(), 64 << 20).await.unwrap())
}

pub async fn ask(
    service: &Router,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> (StatusCode, Value) {
    let (status, _, bytes) = send(service, request(method, path, body)).await;
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

/// The events of a finished stream as names with data.
pub fn events(bytes: &[u8]) -> Vec<(String, Value)> {
    let text = std::str::from_utf8(bytes).unwrap();
    let event = |part: &str| {
        let field =
            |name: &str| part.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        Some((field("event: ")?, serde_json::from_str(&field("data: ")?).unwrap()))
    };
    text.split("\n\n").filter_map(event).collect()
}

pub async fn job(service: &Router, path: &str, body: &Value) -> Vec<(String, Value)> {
    let (status, _, bytes) = send(service, request("post", path, Some(body))).await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&bytes));
    events(&bytes)
}
