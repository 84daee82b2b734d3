//! The API answers as the OpenAPI file specifies.

mod support;

use std::collections::BTreeSet;

use axum::http::StatusCode;
use patience_server::{PATHS, Settings, router};
use serde_json::{Value, json};
use support::schema::check;
use support::{ask, job, service, settings, studies};

fn description() -> Value {
    serde_json::from_str(include_str!("../../../web/openapi.json")).unwrap()
}

#[test]
fn the_file_lists_the_paths_of_the_server() {
    let description = description();
    let listed: BTreeSet<(String, String)> = description["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let served =
        PATHS.iter().map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(listed, served);
}

/// Every example of the file is sent, and every answer compared with its schema.
#[tokio::test]
async fn answers_are_as_described() {
    let (folder, whole) = (studies(), description());
    let service = router(Settings { studies: Some(folder.path().to_owned()), ..settings() });
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"];
            let example = body.get("example");
            if let Some(example) = example {
                check(example, &body["schema"], &whole, path);
            }
            let content = &operation["responses"]["200"]["content"];
            if let Some(events) = content.get("text/event-stream") {
                let told = job(&service, path, example.unwrap()).await;
                assert!(told.len() >= 2, "{path}: {told:?}");
                assert_eq!(told[0].0, "job", "{path}");
                for (name, data) in told {
                    assert_ne!(name, "error", "{path}: {data}");
                    check(&json!({ name: data }), &events["schema"], &whole, path);
                }
                continue;
            }
            let (status, answer) = ask(&service, method, path, example).await;
            if path == "/api/control" {
                // No job runs here; a separate test shows that a running one obeys.
                assert_eq!(status, StatusCode::NOT_FOUND);
                check(
                    &answer,
                    &operation["responses"]["404"]["content"]["application/json"]["schema"],
                    &whole,
                    path,
                );
            } else {
                assert_eq!(status, StatusCode::OK, "{path}: {answer}");
                check(&answer, &content["application/json"]["schema"], &whole, path);
            }
        }
    }
}

/// Every game: its examples open, their boards read back to the same position, and each legal move
/// can be made.
#[tokio::test]
async fn every_game_can_be_drawn_and_played() {
    let (service, whole) = (service(), description());
    let (_, games) = ask(&service, "get", "/api/games", None).await;
    assert_eq!(games.as_array().unwrap().len(), patience_catalogue::GAMES.len());
    for game in games.as_array().unwrap() {
        for source in game["sources"].as_array().unwrap() {
            // An example fits at least one of the rule sets.
            let (name, path) = source["example"].as_str().unwrap().split_once(':').unwrap();
            let mut opened = None;
            for rules in game["rule_sets"].as_array().unwrap() {
                let instance = format!("{name}+{}:{path}", rules["name"].as_str().unwrap());
                let (status, position) =
                    ask(&service, "post", "/api/position", Some(&json!({ "instance": instance })))
                        .await;
                if status == StatusCode::OK {
                    opened = Some((instance, position));
                    break;
                }
            }
            let (instance, position) =
                opened.unwrap_or_else(|| panic!("{} opens under no rule set", source["example"]));
            let view = &position["view"];
            let size = view["rows"].as_u64().unwrap() * view["columns"].as_u64().unwrap();
            assert_eq!(view["cells"].as_array().unwrap().len() as u64, size, "{instance}");
            let game_name = format!(
                "{}+{}",
                position["game"].as_str().unwrap(),
                position["rules"].as_str().unwrap()
            );
            let again = json!({ "game": game_name, "board": position["board"] });
            let (_, read) = ask(&service, "post", "/api/position", Some(&again)).await;
            assert_eq!(read["view"], position["view"], "{instance}");
            assert_eq!(
                written(view),
                position["board"].as_str().unwrap(),
                "{instance}: the signs write the board"
            );
            for mv in view["moves"].as_array().unwrap() {
                assert_eq!(
                    mv["from"].as_array().unwrap().len(),
                    mv["to"].as_array().unwrap().len()
                );
                let question =
                    json!({ "game": game_name, "board": position["board"], "moves": mv["text"] });
                let (status, line) = ask(&service, "post", "/api/line", Some(&question)).await;
                assert_eq!(status, StatusCode::OK, "{instance} {mv}");
                check(&line, &json!({ "$ref": "#/components/schemas/Line" }), &whole, "line");
                let cells = |view: &Value, list: &Value| -> Vec<Value> {
                    let at = |cell: &Value| view["cells"][cell.as_u64().unwrap() as usize].clone();
                    let face = |cell: Value| {
                        json!([cell["kind"], cell["rank"], cell["suit"], cell["colour"]])
                    };
                    list.as_array().unwrap().iter().map(|cell| face(at(cell))).collect()
                };
                // The contents of the cells that a move leaves are, cell by cell, in the target
                // cells.
                let after = &line["steps"][0]["position"]["view"];
                assert_eq!(cells(view, &mv["from"]), cells(after, &mv["to"]), "{instance} {mv}");
            }
        }
    }
}

/// A board from its cells, as the page's editor writes it.
fn written(view: &Value) -> String {
    let (mut rows, mut legend) = (Vec::new(), Vec::new());
    let signs: Vec<&str> = view["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["sign"].as_str().unwrap())
        .collect();
    for row in signs.chunks(view["columns"].as_u64().unwrap() as usize) {
        let sign = |sign: &&str| match sign.strip_prefix('*') {
            Some(entry) if !entry.is_empty() => {
                legend.push(entry.to_owned());
                "*".to_owned()
            }
            _ => (*sign).to_owned(),
        };
        rows.push(
            row.iter().map(sign).collect::<Vec<_>>().join(view["cell_separator"].as_str().unwrap()),
        );
    }
    let board = rows.join(view["row_separator"].as_str().unwrap());
    if legend.is_empty() { board } else { format!("{board}/*={}", legend.join(",")) }
}

#[tokio::test]
async fn a_plan_that_is_told_wins() {
    let service = service();
    for instance in ["tiles:level/iartistas-04", "cohesion:level/vieira-1", "birds:neller/1"] {
        let told = job(&service, "/api/solve", &json!({ "at": { "instance": instance } })).await;
        let (name, data) = told.last().unwrap();
        assert_eq!(name, "report");
        assert_eq!(data["report"]["verdict"], "solved", "{instance}");
        let plan: Vec<&str> = data["report"]["plan"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv.as_str().unwrap())
            .collect();
        let question = json!({ "instance": instance, "moves": plan.join(" ") });
        let (_, line) = ask(&service, "post", "/api/line", Some(&question)).await;
        assert_eq!(
            line["steps"].as_array().unwrap().last().unwrap()["position"]["won"],
            true,
            "{instance}"
        );
    }
}

#[tokio::test]
async fn an_analysis_judges_every_move_and_agrees_with_its_plans() {
    let service = service();
    let at = json!({ "instance": "cohesion:level/vieira-1" });
    let told = job(&service, "/api/analyse", &json!({ "at": at, "seconds": 5 })).await;
    let (_, position) = ask(&service, "post", "/api/position", Some(&at)).await;
    let analysed: BTreeSet<&str> = told
        .iter()
        .filter(|(name, _)| name == "move")
        .map(|(_, data)| data["move"].as_str().unwrap())
        .collect();
    let legal: BTreeSet<&str> = position["view"]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv["text"].as_str().unwrap())
        .collect();
    assert_eq!(analysed, legal);
    let (name, done) = told.last().unwrap();
    assert_eq!((name.as_str(), &done["worth"]), ("done", &json!("wins")));
    let shortest = told
        .iter()
        .filter(|(name, _)| name == "move")
        .filter_map(|(_, data)| data["distance"].as_u64())
        .min();
    let solved = job(&service, "/api/solve", &json!({ "at": at, "algorithm": "bfs" })).await;
    assert_eq!(solved.last().unwrap().1["report"]["length"].as_u64(), shortest);
}

#[tokio::test]
async fn a_lost_position_is_proved_lost() {
    let service = service();
    // Two red cells separated by a wall of blue, and no blank cell to move to.
    let at = json!({ "game": "cohesion", "board": "RBR" });
    let told = job(&service, "/api/solve", &json!({ "at": at })).await;
    assert_eq!(told.last().unwrap().1["report"]["verdict"], "unsolvable");
}

#[tokio::test]
async fn deals_are_as_wished() {
    let service = service();
    for level in ["easy", "hard"] {
        let told = job(
            &service,
            "/api/deal",
            &json!({ "source": "tiles:generate/5x5/2/4", "seed": 3, "level": level }),
        )
        .await;
        let (name, data) = told.last().unwrap();
        // Levels of four moves are easy; none of them is hard.
        if level == "easy" {
            assert_eq!((name.as_str(), &data["rating"]["level"]), ("deal", &json!("easy")));
        } else {
            assert_eq!(name, "none");
        }
    }
}

/// Levels that no search finds by chance come from a list; each opens and can be won.
#[tokio::test]
async fn every_level_of_every_game_has_a_deal_at_once() {
    let service = service();
    for (game, source) in [
        ("gaps", "solvitaire/4x13"),
        ("birds", "neller"),
        ("cohesion", "generate/4x4/3/6-8"),
        ("tiles", "generate/6x6/3/8"),
    ] {
        for level in ["easy", "medium", "hard"] {
            let question = json!({
                "game": format!("{game}+standard"), "source": format!("{game}:{source}"),
                "seed": 77, "level": level,
            });
            let told = job(&service, "/api/deal", &question).await;
            let (name, data) = told.last().unwrap();
            assert_eq!(name, "deal", "{game} {level}");
            let at = json!({ "instance": data["instance"] });
            let told = job(&service, "/api/solve", &json!({ "at": at })).await;
            assert_eq!(
                told.last().unwrap().1["report"]["verdict"],
                "solved",
                "{game} {level}: {at}"
            );
        }
    }
}

/// A game with redeals consists of its moves and the seeds of the shuffles: it can be
/// replayed, but never beyond its rule's limits.
#[tokio::test]
async fn a_game_with_redeals_is_played_again() {
    let service = service();
    let lost = json!({ "game": "gaps", "board": "3C -- 2C / 3H -- 2H" });
    let with =
        |moves: &str| json!({ "game": "gaps", "board": "3C -- 2C / 3H -- 2H", "moves": moves });
    let (status, offers) = ask(&service, "post", "/api/redeals", Some(&lost.clone())).await;
    assert_eq!(status, StatusCode::OK);
    let known: Vec<_> = offers
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| (&offer["rule"], &offer["redeals"]))
        .collect();
    assert_eq!(known[0], (&json!("pysol"), &json!(2)));
    assert_eq!(
        ask(&service, "post", "/api/redeals", Some(&json!({ "instance": "birds:neller/1" })))
            .await
            .1,
        json!([])
    );
    let (status, line) =
        ask(&service, "post", "/api/line", Some(&with("redeal/pysol/1 redeal/pysol/2"))).await;
    assert_eq!(status, StatusCode::OK, "{line}");
    for step in line["steps"].as_array().unwrap() {
        let moves =
            line["steps"].as_array().unwrap().iter().map(|step| step["move"].as_str().unwrap());
        let so_far: Vec<&str> =
            moves.take_while(|text| *text != step["move"]).chain(step["move"].as_str()).collect();
        let (_, position) =
            ask(&service, "post", "/api/position", Some(&with(&so_far.join(" ")))).await;
        assert_eq!((&position["board"], &step["from"]), (&step["position"]["board"], &json!([])));
    }
    for (moves, expected) in [
        ("redeal/pysol/1 redeal/pysol/2 redeal/pysol/3", "expected at most 2"),
        ("redeal/pysol/1 redeal/station/2", "expected one rule throughout"),
        ("redeal/montana/1", "expected redeal/RULE/SEED"),
        ("redeal/pysol/-1", "expected redeal/RULE/SEED"),
    ] {
        let (status, error) = ask(&service, "post", "/api/line", Some(&with(moves))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{moves}");
        assert!(error["message"].as_str().unwrap().contains(expected), "{error}");
    }
    let none = json!({ "instance": "birds:neller/1", "moves": "redeal/pysol/1" });
    assert!(
        ask(&service, "post", "/api/position", Some(&none)).await.1["message"]
            .as_str()
            .unwrap()
            .contains("has no redeals")
    );
    let events = job(
        &service,
        "/api/chance",
        &json!({ "at": lost, "rule": "pysol", "redeals": 2, "seconds": 60 }),
    )
    .await;
    let (name, chance) = events.last().unwrap();
    assert_eq!((name.as_str(), &chance["verdict"]), ("chance", &json!("unsolvable")));
    // Two decks have redeals, but no estimate.
    let events = job(
        &service,
        "/api/chance",
        &json!({
            "at": { "instance": "gaps+double-montana:pysol/1" }, "rule": "pysol", "redeals": 1
        }),
    )
    .await;
    assert_eq!(events.last().unwrap().1, json!({ "verdict": "unknown", "policies": [] }));
    let best = &chance["policies"][0];
    assert!(
        best["won"].as_u64() > Some(0) && best["won"].as_u64() <= best["samples"].as_u64(),
        "{chance}"
    );
}

#[tokio::test]
async fn faults_are_named() {
    let service = service();
    for (path, body, needle) in [
        ("/api/position", json!({ "instance": "chess:1" }), "chess"),
        ("/api/position", json!({ "instance": "gaps" }), "instance name"),
        ("/api/position", json!({ "game": "gaps", "board": "2C xx" }), "xx"),
        ("/api/position", json!({ "game": "gaps" }), "expected"),
        ("/api/position", json!({ "file": "/etc/passwd" }), "file"),
        ("/api/position", json!([]), "expected an object"),
        ("/api/line", json!({ "instance": "tiles:level/iartistas-04", "moves": "R R" }), "legal"),
        ("/api/solve", json!({ "at": {}, "nonsense": 1 }), "nonsense"),
    ] {
        let (status, answer) = ask(&service, "post", path, Some(&body)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body}");
        assert!(answer["message"].as_str().unwrap().contains(needle), "{path} {body}: {answer}");
    }
    let told = job(
        &service,
        "/api/solve",
        &json!({ "at": { "instance": "birds:neller/1" }, "algorithm": "magic" }),
    )
    .await;
    assert!(told.last().unwrap().1["message"].as_str().unwrap().contains("magic"));
}

/// The page shows its first deal without a request; it equals the server's answer.
#[tokio::test]
async fn the_first_deal_is_told_as_the_page_has_it() {
    let first: Value =
        serde_json::from_str(include_str!("../../../web/src/first-deal.json")).unwrap();
    let asked = json!({ "instance": first["instance"] });
    let (status, told) = ask(&service(), "post", "/api/position", Some(&asked)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(first["position"], told);
}
