//! `--model FILE` for every command that takes a heuristic, and the errors for files that do not
//! fit.

mod support;

use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{patience, refusal, said};

/// A model of Match the Tiles other than the built-in one: its weights count straight
/// runs.
fn tiles(folder: &Path) -> PathBuf {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../learn/models/tiles.json");
    let model =
        patience_learn::model::Model::read(&std::fs::read_to_string(built_in).unwrap()).unwrap();
    let features: Vec<&str> = model.features.iter().map(String::as_str).collect();
    let weights: Vec<f32> =
        features.iter().map(|name| if *name == "Manhattan" { 0.25 } else { 0.0 }).collect();
    let network = patience_learn::models::Network::of_weights(&weights);
    let path = folder.join("manhattan.json");
    let made =
        patience_learn::model::Model::new("tiles", "by hand".into(), 0, &features, 8.0, network);
    std::fs::write(&path, made.write().unwrap()).unwrap();
    path
}

const LEVEL: &str = "tiles:level/iartistas-08";

#[test]
fn a_model_can_be_named_wherever_a_heuristic_can() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let file = tiles(here);
    let checksum = serde_json::from_str::<Value>(&std::fs::read_to_string(file).unwrap()).unwrap()
        ["checksum"]
        .clone();

    let solve = |more: &[&str]| -> Value {
        let arguments =
            [&["solve", LEVEL, "-a", "greedy", "-H", "learned", "--json"], more].concat();
        serde_json::from_str(&said(here, &arguments)).unwrap()
    };
    let (own, given) = (solve(&[]), solve(&["--model", "manhattan.json"]));
    assert_eq!((&own["details"]["model"], &given["details"]["model"]), (&Value::Null, &checksum));
    assert_ne!(own["expanded"], given["expanded"], "it is another heuristic");

    let compared = said(
        here,
        &["compare", LEVEL, "-a", "greedy", "-H", "learned", "--model", "manhattan.json", "--json"],
    );
    assert_eq!(serde_json::from_str::<Value>(&compared).unwrap()["expanded"], given["expanded"]);

    let evaluated = |more: &[&str]| -> Value {
        let all: Value = serde_json::from_str(&said(
            here,
            &[&["learn", "values", LEVEL, "--json"], more].concat(),
        ))
        .unwrap();
        all["heuristics"]
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["heuristic"] == "learned")
            .unwrap()
            .clone()
    };
    assert_ne!(evaluated(&[]), evaluated(&["--model", "manhattan.json"]));

    let analysed = said(
        here,
        &["analyse", LEVEL, "-a", "greedy", "-H", "learned", "--model", "manhattan.json", "--json"],
    );
    let analysed: Value = serde_json::from_str(&analysed).unwrap();
    assert!(
        analysed["heuristics"]
            .as_array()
            .unwrap()
            .contains(&evaluated(&["--model", "manhattan.json"]))
    );

    let tuned = said(
        here,
        &[
            "learn",
            "tune",
            "tiles:generate/6x6/3/7/1..2",
            "--test",
            "tiles:generate/6x6/3/7/3..4",
            "-a",
            "greedy",
            "-H",
            "learned",
            "-H",
            "runs",
            "--model",
            "manhattan.json",
        ],
    );
    assert!(tuned.contains("learned"), "{tuned}");

    // A study contains the model itself, so it continues without the file.
    let study = "title = \"models\"\n[[configurations]]\nname = \"given\"\nalgorithm = \"greedy\"\n\
                 heuristic = \"learned\"\n\
                 model = \"manhattan.json\"\n[[configurations]]\nname = \"own\"\n\
                 algorithm = \"greedy\"\nheuristic = \"learned\"\n\
                 [[instances]]\nset = \"it\"\nnames = [\"tiles:level/iartistas-08\"]\n";
    std::fs::write(here.join("models.toml"), study).unwrap();
    said(here, &["study", "run", "models.toml", "--threads", "1"]);
    let rows = said(
        here,
        &[
            "study",
            "query",
            "models.toml",
            "SELECT configuration, expanded FROM results ORDER BY configuration",
        ],
    );
    let expected = format!("given,{}\nown,{}", given["expanded"], own["expanded"]);
    assert!(rows.replace('\t', ",").contains(&expected), "{rows}");
}

#[test]
fn what_is_no_model_for_it_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let file = tiles(here);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(here.join("damaged.json"), text.replacen("\"seed\":0", "\"seed\":1", 1))
        .unwrap();
    std::fs::write(here.join("cut.json"), &text[..text.len() / 2]).unwrap();
    std::fs::write(here.join("typed.json"), text.replacen("\"format\":1", "\"format\":{}", 1))
        .unwrap();
    std::fs::write(here.join("deep.json"), "{\"a\":".repeat(100_000)).unwrap();
    std::fs::write(here.join("empty.json"), "").unwrap();
    for (name, expected) in [
        ("damaged.json", "checksum"),
        ("cut.json", "line 1, column"),
        ("typed.json", "line 1, column 10: this value is not valid here"),
        ("deep.json", "not a valid model file"),
        ("empty.json", "not a valid model file"),
        ("missing.json", "cannot be read"),
        (".", "is not a regular file"),
    ] {
        for command in [
            &["solve", LEVEL][..],
            &["compare", LEVEL],
            &["learn", "values", LEVEL],
            &["analyse", LEVEL],
            &["serve"],
        ] {
            let message = refusal(here, &[command, &["--model", name]].concat());
            assert!(
                message.contains(expected) && message.contains(name) && message.contains("--model"),
                "{message}"
            );
        }
        let study = format!(
            "title = \"t\"\n[[configurations]]\nalgorithm = \"greedy\"\nheuristic = \"learned\"\n\
             model = \"{name}\"\n\
             [[instances]]\nset = \"it\"\nnames = [\"{LEVEL}\"]\n"
        );
        std::fs::write(here.join("bad.toml"), study).unwrap();
        let message = refusal(here, &["study", "run", "bad.toml"]);
        assert!(message.contains(expected) && message.contains("bad.toml:5"), "{message}");
    }
    // A model of another game, or for another purpose.
    let message = refusal(
        here,
        &["solve", "birds:neller/1", "-a", "greedy", "-H", "learned", "--model", "manhattan.json"],
    );
    assert!(message.contains("for tiles; expected one for birds"), "{message}");
    let message =
        refusal(here, &["learn", "values", "birds:neller/1", "--model", "manhattan.json"]);
    assert!(message.contains("for tiles; expected one for birds"), "{message}");
    // An option without effect is noted.
    let ran = patience(here, &["solve", LEVEL, "-a", "bfs", "--model", "manhattan.json"]);
    assert!(ran.status.success());
    assert!(String::from_utf8_lossy(&ran.stderr).contains("bfs does not use --model"));
}

#[test]
fn every_kind_of_the_birds_paper_guides_its_searches() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let algorithms =
        ["birds-report-lr", "birds-report-lr-dfs", "birds-report-lr8-dfs", "birds-report-lr16-dfs"];
    for (turn, kind) in [
        "logistic-regression",
        "nearest-neighbours",
        "decision-tree",
        "random-forest",
        "adaboost",
        "naive-bayes",
        "neural-network",
        "linear-regression",
    ]
    .into_iter()
    .enumerate()
    {
        said(
            here,
            &[
                "birds",
                "train",
                "--kind",
                kind,
                "--deals",
                patience_testing::size("20", "30"),
                "--threads",
                "1",
                "-o",
                "kind.json",
            ],
        );
        let evaluated = said(here, &["learn", "values", "birds:neller/42", "--model", "kind.json"]);
        assert!(evaluated.contains(&format!("model: {kind}, 0 to 16 cards")), "{evaluated}");
        // The ordinary tier runs one of the searches for each kind, in turn.
        let asked = patience_testing::size(1, algorithms.len());
        for algorithm in algorithms.into_iter().cycle().skip(turn).take(asked) {
            let solved = said(
                here,
                &["solve", "birds:neller/277", "-a", algorithm, "--model", "kind.json", "--json"],
            );
            let solved: Value = serde_json::from_str(&solved).unwrap();
            assert_eq!(
                (&solved["verdict"], &solved["length"]),
                (&"solved".into(), &15.into()),
                "{kind} {algorithm}"
            );
        }
        let arguments =
            ["-a", "birds-report-lr-mcts", "--iterations", "100", "--model", "kind.json", "--json"];
        let ran = patience(here, &[&["solve", "birds:neller/277"][..], &arguments].concat());
        let ran: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_ne!(ran["verdict"], "unsolvable", "{kind}: it proves nothing");
    }
    let message = refusal(
        here,
        &["solve", "birds:neller/1", "-a", "greedy", "-H", "learned", "--model", "kind.json"],
    );
    assert!(message.contains("for birds-report; expected one for birds"), "{message}");
}
