//! Studies on disk: they are listed, shown and paged through, and no other file on the disk can be
//! read.

mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use axum::Router;
use axum::http::StatusCode;
use patience_server::{Settings, router};
use serde_json::{Value, json};
use support::{ask, service, settings, studies};

fn showing(folder: &Path) -> Router {
    router(Settings { studies: Some(folder.to_owned()), ..settings() })
}

#[tokio::test]
async fn the_list_tells_what_was_run_what_was_not_and_what_is_broken() {
    let folder = studies();
    let (status, list) = ask(&showing(folder.path()), "get", "/api/studies", None).await;
    assert_eq!(status, StatusCode::OK);
    let told: Vec<(&str, u64, u64, bool)> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|each| {
            let number = |name: &str| each[name].as_u64().unwrap();
            (
                each["study"].as_str().unwrap(),
                number("jobs"),
                number("done"),
                each["fault"].is_string(),
            )
        })
        .collect();
    assert_eq!(told, [("broken", 0, 0, true), ("later", 0, 0, false), ("tour", 6, 6, false)]);
    assert_eq!(list[2]["title"], "Short tour");
}

/// A study that was not run is listed without making its boards: the boards of this study cannot be
/// made.
#[tokio::test]
async fn listing_checks_no_study_that_was_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let study =
        "title = \"Lost boards\"\n[[instances]]\nfile = \"missing.txt\"\n[[configurations]]\n";
    write("lost.toml", study);
    write("other.toml", "title = \"No study\"\n");
    let (status, list) = ask(&showing(folder.path()), "get", "/api/studies", None).await;
    assert_eq!(status, StatusCode::OK);
    let told: Vec<&Value> = list.as_array().unwrap().iter().map(|each| &each["title"]).collect();
    assert_eq!(told, ["Lost boards"]);
}

#[tokio::test]
async fn a_report_is_that_of_the_command_line() {
    let folder = studies();
    let service = showing(folder.path());
    let (status, study) =
        ask(&service, "post", "/api/study", Some(&json!({ "study": "tour" }))).await;
    assert_eq!(status, StatusCode::OK, "{study}");
    assert_eq!(study["configurations"], json!(["bfs", "greedy"]));
    let parts = study["report"].as_array().unwrap();
    let of = |kind: &str| parts.iter().filter(|part| part["kind"] == kind).collect::<Vec<_>>();
    assert!(of("table").len() >= 4 && !of("plot").is_empty());
    for plot in of("plot") {
        for paper in ["light", "dark"] {
            assert!(plot[paper].as_str().unwrap().contains("<svg"), "{}", plot["title"]);
        }
    }
    // HTML written by the author of a study is shown as text.
    let question = of("text")[0]["html"].as_str().unwrap();
    assert!(
        question.contains("<em>better</em>") && question.contains("&lt;script&gt;"),
        "{question}"
    );
    let (status, told) =
        ask(&service, "post", "/api/study", Some(&json!({ "study": "later" }))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(told["message"].as_str().unwrap().contains("patience study run"), "{told}");
    let (status, _) =
        ask(&service, "post", "/api/study", Some(&json!({ "study": "broken" }))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

async fn rows(service: &Router, conditions: Value) -> (u64, Vec<Value>) {
    let mut wanted = json!({ "study": "tour", "limit": 200 });
    wanted.as_object_mut().unwrap().extend(conditions.as_object().unwrap().clone());
    let (status, answer) = ask(service, "post", "/api/rows", Some(&wanted)).await;
    assert_eq!(status, StatusCode::OK, "{wanted}: {answer}");
    (answer["total"].as_u64().unwrap(), answer["rows"].as_array().unwrap().clone())
}

#[tokio::test]
async fn rows_are_filtered_sorted_and_paged() {
    let folder = studies();
    let service = showing(folder.path());
    let (total, all) = rows(&service, json!({})).await;
    assert_eq!((total, all.len()), (6, 6));
    let (total, some) = rows(&service, json!({ "configuration": "bfs" })).await;
    assert_eq!(total, 3);
    assert!(some.iter().all(|row| row["configuration"] == "bfs"));
    assert_eq!(rows(&service, json!({ "set": "own" })).await.0, 2);
    assert_eq!(rows(&service, json!({ "instance": "vieira" })).await.0, 2);
    assert_eq!(rows(&service, json!({ "verdict": "unsolvable" })).await.0, 0);
    // A condition is a string to compare with, not a piece of SQL.
    for hostile in ["' OR 1=1 --", "%", "\"; DROP TABLE runs; --", "\u{0}"] {
        assert_eq!(rows(&service, json!({ "instance": hostile })).await.0, 0, "{hostile}");
    }
    for order in ["length", "seconds", "expanded", "generated", "peak_bytes"] {
        let numbers = |rows: &[Value]| {
            rows.iter().map(|row| row[order].as_f64().unwrap()).collect::<Vec<_>>()
        };
        let (_, rising) = rows(&service, json!({ "order": order })).await;
        let (_, falling) = rows(&service, json!({ "order": order, "descending": true })).await;
        assert!(numbers(&rising).is_sorted(), "{order}: {:?}", numbers(&rising));
        assert!(numbers(&falling).iter().rev().is_sorted(), "{order}: {:?}", numbers(&falling));
    }
    // All pages together contain every row.
    let mut paged = Vec::new();
    for offset in [0, 4, 8] {
        let (total, page) =
            rows(&service, json!({ "order": "expanded", "limit": 4, "offset": offset })).await;
        assert_eq!(total, 6);
        paged.extend(page);
    }
    assert_eq!(paged, rows(&service, json!({ "order": "expanded" })).await.1);
}

/// Each row opens its board, and its plan wins there.
#[tokio::test]
async fn every_row_opens_its_board_and_its_plan_wins() {
    let folder = studies();
    let service = showing(folder.path());
    let (_, all) = rows(&service, json!({})).await;
    assert!(
        all.iter().any(|row| row["at"]["board"].is_string())
            && all.iter().any(|row| row["at"]["instance"].is_string())
    );
    for row in all {
        let mut question = row["at"].clone();
        question["moves"] = row["plan"].clone();
        let (status, position) = ask(&service, "post", "/api/position", Some(&question)).await;
        assert_eq!((status, &position["won"]), (StatusCode::OK, &json!(true)), "{row}");
    }
}

fn contents(folder: &Path) -> BTreeMap<std::path::PathBuf, (u64, SystemTime)> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let about = path.metadata().unwrap();
        match path.is_dir() {
            true => files.extend(contents(&path)),
            false => _ = files.insert(path, (about.len(), about.modified().unwrap())),
        }
    }
    files
}

#[tokio::test]
async fn nothing_is_written_and_nothing_outside_is_read() {
    let folder = studies();
    // A study outside the shown folder, which no name may reach.
    let shown = folder.path().join("shown");
    std::fs::create_dir(&shown).unwrap();
    let (before, service) = (contents(folder.path()), showing(&shown));
    let absolute = folder.path().join("tour").display().to_string();
    for name in [
        "",
        ".",
        "..",
        "../tour",
        "..\\tour",
        "%2e%2e/tour",
        "tour",
        "tour.toml",
        "/etc/passwd",
        "\u{0}",
        &absolute,
    ] {
        for (path, question) in [
            ("/api/study", json!({ "study": name })),
            ("/api/rows", json!({ "study": name, "limit": 1 })),
        ] {
            let (status, told) = ask(&service, "post", path, Some(&question)).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path} {name:?}: {told}");
        }
    }
    let service = showing(folder.path());
    for name in
        ["../tour", "./tour", "tour/", "tour.results", "tour.toml", "TOUR/../tour", "tour\u{0}"]
    {
        let (status, _) =
            ask(&service, "post", "/api/study", Some(&json!({ "study": name }))).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{name:?}");
    }
    for (path, question) in [
        ("/api/study", json!({})),
        ("/api/study", json!({ "study": 1 })),
        ("/api/study", json!({ "study": "tour", "folder": "/" })),
        ("/api/rows", json!({ "study": "tour", "order": "job; DROP TABLE runs" })),
        ("/api/rows", json!({ "study": "tour", "limit": -1 })),
        ("/api/rows", json!([])),
    ] {
        let (status, told) = ask(&service, "post", path, Some(&question)).await;
        assert!(
            status.is_client_error() && told["message"].is_string(),
            "{path} {question}: {status} {told}"
        );
    }
    let (_, many) = rows(&service, json!({ "limit": u64::MAX, "offset": 0 })).await;
    assert_eq!(many.len(), 6);
    assert_eq!(rows(&service, json!({ "offset": u64::MAX })).await.1.len(), 0);
    ask(&service, "post", "/api/study", Some(&json!({ "study": "tour" }))).await;
    let after = contents(folder.path());
    // SQLite stores its log index next to an open store, even for a reader.
    let lasting = |files: BTreeMap<std::path::PathBuf, _>| {
        let auxiliary =
            |path: &Path| ["-shm", "-wal"].iter().any(|end| path.to_string_lossy().ends_with(end));
        files.into_iter().filter(|(path, _)| !auxiliary(path)).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(lasting(before), lasting(after));
}

#[tokio::test]
async fn without_a_folder_there_are_none() {
    let service = service();
    assert_eq!(ask(&service, "get", "/api/studies", None).await, (StatusCode::OK, json!([])));
    assert_eq!(
        ask(&service, "post", "/api/study", Some(&json!({ "study": "tour" }))).await.0,
        StatusCode::NOT_FOUND
    );
}
