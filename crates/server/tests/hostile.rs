//! Hostile clients: every option of every solver with absurd values, and connections that trickle,
//! stall or pile up.

mod support;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use axum::http::StatusCode;
use patience_server::{Settings, router, serve};
use serde_json::{Value, json};
use support::{ask, events, request, send, settings};

/// A small instance of each game.
const INSTANCES: &[&str] = &[
    "gaps:random/2x4/1",
    "birds:neller/1",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-01",
    "sliding:random/2x3/1",
];

fn names_in(folder: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Requests a solve and returns whether it was rejected; a solve that was accepted must end in a
/// report.
async fn is_refused(service: &axum::Router, question: &Value) -> bool {
    let (status, _, bytes) = send(service, request("post", "/api/solve", Some(question))).await;
    if status == StatusCode::UNPROCESSABLE_ENTITY {
        return true;
    }
    assert_eq!(status, StatusCode::OK, "{question}: {}", String::from_utf8_lossy(&bytes));
    let (name, data) = events(&bytes).pop().unwrap();
    let message = data["message"].as_str().unwrap_or_default();
    assert!(!message.contains(patience_core::DEFECT), "{question}: {message}");
    assert!(name == "error" || name == "report", "{question}: {name}");
    name == "error"
}

/// No option reaches a file or another resource, and none causes a panic: every parameter of
/// every solver, and some unknown names, with hostile values, as an option and as a
/// field. The ordinary tier tries every tenth of the values that name no resource, in turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_option_reaches_a_file_or_crashes_a_solve() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("made");
    let kept = folder.path().join("kept");
    std::fs::write(&kept, "mine").unwrap();
    let here = names_in(Path::new("."));
    let service =
        router(Settings { time: Duration::from_millis(200), memory: 64 << 20, ..settings() });
    let (_, games) = ask(&service, "get", "/api/games", None).await;

    let mut names: Vec<String> = [
        "threads",
        "scratch",
        "checkpoint",
        "split",
        "memory",
        "time",
        "path",
        "file",
        "__proto__",
        "",
    ]
    .map(str::to_owned)
    .to_vec();
    for algorithm in
        games.as_array().unwrap().iter().flat_map(|game| game["algorithms"].as_array().unwrap())
    {
        names.extend(
            algorithm["parameters"]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| name.as_str().unwrap().to_owned()),
        );
    }
    names.sort();
    names.dedup();
    assert!(
        ["scratch", "model", "shorten", "exploration"]
            .iter()
            .all(|name| names.iter().any(|it| it == name)),
        "{names:?}"
    );
    let long = "9".repeat(10_000);
    let texts = [
        inside.to_str().unwrap(),
        kept.to_str().unwrap(),
        "hostile-relative",
        "../hostile",
        "1e300",
        "-1",
        "nan",
        "inf",
        "18446744073709551616",
        "\u{0}",
        "",
        &long,
    ];
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!([1]),
        json!({ "a": 1 }),
    ];
    let values: Vec<Value> = texts.iter().map(|text| json!(text)).chain(others).collect();

    let every = patience_testing::size(20, 1);
    let (mut asked, mut turn) = (0, 0);
    assert_eq!(games.as_array().unwrap().len(), INSTANCES.len());
    for (game, instance) in games.as_array().unwrap().iter().zip(INSTANCES) {
        assert!(instance.starts_with(game["name"].as_str().unwrap()));
        for algorithm in game["algorithms"].as_array().unwrap() {
            let question = |field: &str, value: &Value| {
                let mut question = json!({
                    "at": { "instance": instance }, "algorithm": algorithm["name"],
                    "expansions": 20, "seconds": 0.05,
                });
                question[field] = value.clone();
                question
            };
            for name in &names {
                let is_resource =
                    ["threads", "scratch", "checkpoint", "split", "model"].contains(&name.as_str());
                for value in &values {
                    turn += 1;
                    if !is_resource && turn % every != 0 {
                        continue;
                    }
                    let as_option = is_refused(
                        &service,
                        &question("options", &json!({ name.as_str(): value })),
                    )
                    .await;
                    assert!(as_option || !is_resource, "{instance} {name}={value} was accepted");
                    if !["algorithm", "at", "expansions", "seconds"].contains(&name.as_str()) {
                        let as_field = is_refused(&service, &question(name, value)).await;
                        assert!(as_field || !is_resource, "{instance} {name}={value} was accepted");
                    }
                    asked += 2;
                }
            }
        }
    }
    assert!(asked > patience_testing::size(1_000, 10_000), "{asked}");
    assert_eq!(names_in(folder.path()), ["kept"]);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "mine");
    assert_eq!(names_in(Path::new(".")), here);
    assert!(!Path::new("../hostile").exists());
}

/// A server on a real socket, with short time limits.
async fn listening(change: impl FnOnce(Settings) -> Settings) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let quick = Settings {
        reading: Duration::from_millis(600),
        writing: Duration::from_secs(1),
        ..settings()
    };
    let settings = change(Settings { address, ..quick });
    tokio::spawn(serve(listener, settings, std::future::pending()));
    address
}

/// A connection that ends in an error if no data arrive, with a time limit that is generous for any
/// machine.
fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(600))).unwrap();
    stream
}

/// Reads the response until the server closes the connection.
fn until_closed(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // A connection that is reset is also closed.
    if let Err(error) = stream.read_to_end(&mut answer) {
        assert!(
            !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            "it stays open"
        );
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn head(address: SocketAddr, path: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n"
    )
}

/// A client that sends a byte now and then, in the header or in the body, or nothing at all,
/// loses its connection; the limit covers the whole, so a byte does not restart it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trickling_connections_are_closed() {
    let address = listening(|settings| settings).await;
    tokio::task::spawn_blocking(move || {
        let body_begun = format!("{}{{", head(address, "/api/position", 1000));
        let answered = format!("GET /api/limits HTTP/1.1\r\nhost: {address}\r\n\r\n");
        for (what, first, trickle, expected) in [
            ("nothing", String::new(), false, ""),
            ("a head that trickles", "POST /api".to_owned(), true, ""),
            ("a body that trickles", body_begun.clone(), true, "408"),
            ("a body that stands still", body_begun, false, "408"),
            ("a second request that never comes", answered, false, "200"),
        ] {
            let mut stream = connect(address);
            stream.write_all(first.as_bytes()).unwrap();
            let mut writer = stream.try_clone().unwrap();
            let trickling = std::thread::spawn(move || {
                while trickle && writer.write_all(b"a").is_ok() {
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
            let answer = until_closed(stream);
            assert!(answer.contains(expected), "{what}: {answer}");
            trickling.join().unwrap();
        }
    })
    .await
    .unwrap();
}

/// Idle connections fill the server only for a moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_do_not_lock_others_out() {
    let address = listening(|settings| Settings { connections: 4, ..settings }).await;
    tokio::task::spawn_blocking(move || {
        let idle: Vec<TcpStream> = (0..12).map(|_| connect(address)).collect();
        let mut stream = connect(address);
        write!(stream, "GET /api/limits HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
            .unwrap();
        let answer = until_closed(stream);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        drop(idle);
    })
    .await
    .unwrap();
}

/// A page that starts a search and then stops reading must not hold the search's slot forever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_loses_its_search() {
    let address =
        listening(|settings| Settings { watched: 1, time: Duration::from_secs(3600), ..settings })
            .await;
    tokio::task::spawn_blocking(move || {
        // Paced so that every expansion is reported and the response never ends.
        let question = json!({
            "at": { "instance": "gaps:random/4x13/1" }, "algorithm": "bfs",
            "watch": { "boards": true, "paused": true },
        })
        .to_string();
        let mut stalled = connect(address);
        write!(stalled, "{}{question}", head(address, "/api/solve", question.len())).unwrap();
        let mut first = [0; 512];
        assert!(stalled.read(&mut first).unwrap() > 0);
        let step = json!({ "id": 0, "action": "step", "steps": 1_000_000 }).to_string();
        let mut control = connect(address);
        write!(control, "{}{step}", head(address, "/api/control", step.len())).unwrap();

        let quick = json!({
            "at": { "instance": "tiles:level/iartistas-04" }, "watch": {}
        })
        .to_string();
        let mut next = connect(address);
        write!(next, "{}{quick}", head(address, "/api/solve", quick.len())).unwrap();
        let mut told = String::new();
        let mut part = [0; 4096];
        while !told.contains("event: report") {
            let count = next.read(&mut part).expect("the place is given back");
            assert!(count > 0, "the place was not released: {told}");
            told += &String::from_utf8_lossy(&part[..count]);
        }
        drop(stalled);
    })
    .await
    .unwrap();
}

/// Many controls of the same job at once, for a job that may be gone already.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_controls_end_a_job_once() {
    let service = router(settings());
    let hard = json!({
        "at": { "instance": "gaps:random/4x13/1" }, "algorithm": "bfs", "watch": { "paused": true }
    });
    // The answer contains the number of the job.
    let job =
        tower::ServiceExt::oneshot(service.clone(), request("post", "/api/solve", Some(&hard)))
            .await
            .unwrap();
    let actions = ["pause", "resume", "step", "cancel", "cancel", "cancel", "resume", "cancel"];
    let asked: Vec<_> = (0..64)
        .map(|index| {
            let service = service.clone();
            let action = json!({
                "id": 0, "action": actions[index % actions.len()], "rate": 1e-300,
                "steps": u64::MAX,
            });
            tokio::spawn(
                async move { ask(&service, "post", "/api/control", Some(&action)).await.0 },
            )
        })
        .collect();
    for answer in asked {
        let status = answer.await.unwrap();
        assert!([StatusCode::OK, StatusCode::NOT_FOUND].contains(&status), "{status}");
    }
    let bytes = axum::body::to_bytes(job.into_body(), 64 << 20).await.unwrap();
    let (name, data) = events(&bytes).pop().unwrap();
    assert_eq!((name.as_str(), &data["report"]["stop"]), ("report", &json!("cancelled")));
}

/// Bodies that JSON readers interpret in different ways: arrays as structures, by position,
/// and duplicate keys.
#[tokio::test]
async fn arrays_and_doubled_keys_are_refused() {
    let folder = support::studies();
    let studies = Settings { studies: Some(folder.path().to_owned()), ..settings() };
    let service = router(studies);
    let name = r#""birds:neller/1""#;
    let bodies = [
        ("position", format!("[{name}]")),
        ("position", format!(r#"{{"instance":{name},"instance":{name}}}"#)),
        ("line", format!("[{name}, null, null, null]")),
        ("notations", format!(r#"[[{name}]]"#)),
        ("solve", format!(r#"{{"at":[{name}]}}"#)),
        ("solve", format!(r#"[{{"instance":{name}}}]"#)),
        ("solve", format!(r#"{{"at":{{"instance":{name}}},"at":{{"instance":{name}}}}}"#)),
        ("solve", format!(r#"{{"at":{{"instance":{name}}},"weight":2,"weight":3}}"#)),
        ("solve", format!(r#"{{"at":{{"instance":{name}}},"options":{{"seed":1,"seed":2}}}}"#)),
        ("solve", format!(r#"{{"at":{{"instance":{name}}},"watch":[true]}}"#)),
        ("analyse", format!(r#"{{"at":[{name}]}}"#)),
        ("certify", format!(r#"{{"at":[{name}]}}"#)),
        ("chance", r#"{"at":["gaps:random/2x4/1"],"rule":"pysol"}"#.to_owned()),
        ("deal", r#"[null, "gaps:random/2x4"]"#.to_owned()),
        ("control", r#"[1, "cancel"]"#.to_owned()),
        ("control", r#"{"id":1,"id":2,"action":"cancel"}"#.to_owned()),
        ("study", r#"["tour"]"#.to_owned()),
        ("study", r#"{"study":"later","study":"tour"}"#.to_owned()),
        ("rows", r#"["tour"]"#.to_owned()),
    ];
    for (path, body) in bodies {
        let mut asked = request("post", &format!("/api/{path}"), Some(&json!({})));
        *asked.body_mut() = body.clone().into();
        let (status, _, answer) = send(&service, asked).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body}: {answer}");
    }
}

/// Levels that take many seconds to find: the request's time limit bounds the search, and a client
/// that disconnects frees its slot. A server that generates them outside all limits fails both
/// checks.
#[tokio::test(flavor = "multi_thread")]
async fn levels_are_sought_within_limits() {
    let sought = [
        "tiles:generate/16x16/12/200/1",
        "cohesion:generate/16x16/12/60-60/1",
        "birds:difficulty/extreme/1",
    ];
    let short = router(Settings { time: Duration::from_millis(50), ..settings() });
    for name in sought {
        let at = json!({ "instance": name });
        for path in ["/api/position", "/api/line", "/api/notations", "/api/evaluate"] {
            let (status, answer) = ask(&short, "post", path, Some(&at)).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {name}: {answer}");
            assert!(
                answer["message"].as_str().unwrap().contains("limit (time)"),
                "{path} {name}: {answer}"
            );
        }
        for path in ["/api/solve", "/api/analyse"] {
            let (_, _, bytes) =
                send(&short, request("post", path, Some(&json!({ "at": at })))).await;
            let (event, data) = events(&bytes).pop().unwrap();
            assert_eq!(event, "error", "{path} {name}: {data}");
            assert!(
                data["message"].as_str().unwrap().contains("limit (time)"),
                "{path} {name}: {data}"
            );
        }
    }
    // More requests than the server has slots for questions, each on a connection that is closed.
    let address =
        listening(|settings| Settings { time: Duration::from_secs(3600), ..settings }).await;
    tokio::task::spawn_blocking(move || {
        for round in 0..40 {
            drop(question(address, sought[round % sought.len()]));
        }
        let mut answer = String::new();
        question(address, "tiles:level/iartistas-04").read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    })
    .await
    .unwrap();
}

/// Requests a position on a separate connection.
fn question(address: SocketAddr, name: &str) -> TcpStream {
    let body = json!({ "instance": name }).to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /api/position HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n"
    );
    write!(stream, "{head}content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
        .unwrap();
    stream
}
