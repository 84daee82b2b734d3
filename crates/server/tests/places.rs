//! Expensive questions have separate slots: even if many arrive, the page's own questions are
//! answered.

mod support;

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use axum::http::StatusCode;
use axum::response::Response;
use patience_server::{Settings, router};
use serde_json::{Value, json};
use support::{ask, request, settings};
use tower::ServiceExt;

type Asked = Pin<Box<dyn Future<Output = Result<Response, std::convert::Infallible>> + Send>>;

/// More than the slots of any kind.
const MANY: usize = 64;

/// Sends many questions, and waits for the answer or for a slot.
fn asked(service: &axum::Router, path: &str, question: &Value) -> Vec<Asked> {
    let ask = |_| -> Asked {
        let mut asked = Box::pin(service.clone().oneshot(request("post", path, Some(question))));
        let polled = asked.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(polled, Poll::Pending), "{path} is answered at once: {polled:?}");
        asked
    };
    (0..MANY).map(ask).collect()
}

#[tokio::test]
async fn dear_questions_do_not_delay_others() {
    let service = router(Settings { solvers: 2, ..settings() });
    // Two heuristics search for a solution board: many seconds on a board of this size.
    let rows: Vec<String> = (0..16).map(|row| ["AB.C", ".DE."][row % 2].repeat(4)).collect();
    let board = json!({ "game": "cohesion", "board": rows.join("/") });
    let generated = json!({ "instance": "tiles:generate/16x16/12/200/1" });
    for (path, question) in
        [("/api/evaluate", &board), ("/api/position", &generated), ("/api/line", &generated)]
    {
        let dear = asked(&service, path, question);
        for (path, question) in [
            ("/api/position", &board),
            ("/api/line", &json!({ "instance": "tiles:level/iartistas-04", "moves": "R" })),
            ("/api/redeals", &json!({ "instance": "gaps:random/4x13/1" })),
            ("/api/notations", &json!({ "instance": "birds:neller/1" })),
        ] {
            let (status, answer) = ask(&service, "post", path, Some(question)).await;
            assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        }
        assert_eq!(ask(&service, "get", "/api/games", None).await.0, StatusCode::OK);
        // The client disconnects, and the slots are free again.
        drop(dear);
    }
}

#[tokio::test]
async fn endless_lines_are_refused() {
    let service = router(settings());
    for moves in ["L".repeat(2001), "L R ".repeat(1001)] {
        let place = json!({ "instance": "tiles:level/iartistas-04", "moves": moves });
        for path in
            ["/api/position", "/api/line", "/api/redeals", "/api/notations", "/api/evaluate"]
        {
            let (status, answer) = ask(&service, "post", path, Some(&place)).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {answer}");
            assert!(answer["message"].as_str().unwrap().contains("too long"), "{path}: {answer}");
        }
    }
}
