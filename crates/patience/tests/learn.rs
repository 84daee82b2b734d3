//! Training, evaluation and tuning on the command line: the same bytes each time, exit codes, and
//! messages about bad input.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::prelude::*;

fn patience(arguments: &[&str]) -> Output {
    Command::cargo_bin("patience").unwrap().args(arguments).output().unwrap()
}

#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let ran = patience(arguments);
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

/// Returns the error of a command that rejects its input.
#[track_caller]
fn refusal(arguments: &[&str]) -> String {
    let ran = patience(arguments);
    let message = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}

#[test]
fn training_gives_the_model_that_is_built_in_and_it_evaluates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiles.json");
    let path = path.to_str().unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../learn/models/tiles.json");
    let committed = std::fs::read(committed).unwrap();
    if patience_testing::all() {
        // The quickest of the four to train.
        stdout(&["learn", "train", "tiles", "--output", path]);
    } else {
        let few = ["birds", "train", "--kind", "logistic-regression", "--deals", "30"];
        assert_eq!(stdout(&few), stdout(&few), "the same seed gives the same file");
        std::fs::write(path, &committed).unwrap();
    }
    let trained = std::fs::read(path).unwrap();
    assert_eq!(trained, committed, "the same seed gives the same file, byte for byte");

    let table = stdout(&["learn", "evaluate", "tiles", "--count", "3", "--model", path]);
    for row in ["8x8/5/14 with greedy, 3 instances", " runs ", " learned "] {
        assert!(table.contains(row), "{row}: {table}");
    }

    // A model of another game, a damaged one, and no model at all.
    let message = refusal(&["learn", "evaluate", "birds", "--model", path]);
    assert!(message.contains("for tiles; expected one for birds"), "{message}");
    let damaged = String::from_utf8(trained).unwrap().replacen("\"seed\":1", "\"seed\":2", 1);
    std::fs::write(path, damaged).unwrap();
    let message = refusal(&["learn", "evaluate", "tiles", "--model", path]);
    assert!(message.contains("checksum") && message.contains("tiles.json"), "{message}");
    let message = refusal(&["learn", "train", "chess", "--output", path]);
    assert!(message.contains("chess") && message.contains("tiles"), "{message}");
    let message = refusal(&["learn", "train", "birds", "--loss", "ranking", "--output", path]);
    assert!(
        message.contains("`ranking` is not a valid loss of birds; expected `squared`"),
        "{message}"
    );
}

/// An unwritable output file is reported before the work starts.
#[test]
fn a_file_that_cannot_be_written_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no/file");
    for command in [
        &["learn", "train", "tiles"][..],
        &["birds", "train", "--kind", "naive-bayes"],
        &["certify", "gaps:solvitaire/4x13/7"],
        &["learn", "difficulty", "tiles:generate/6x6/3/7/1..20"],
    ] {
        let ran = patience(&[command, &["--output", nowhere.to_str().unwrap()]].concat());
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!((ran.status.code(), said.lines().count()), (Some(2), 1), "{command:?}: {said}");
        assert!(said.starts_with("error: cannot write") && said.contains("no/file"), "{said}");
    }
}

#[test]
fn the_questions_of_the_gaps_paper_are_tested_in_pairs_and_corrected() {
    let (games, training) = patience_testing::size(("36", "36"), ("72", "288"));
    let few =
        ["learn", "gaps-report", "--games", games, "--training", training, "--expansions", "100"];
    let report = stdout(&few);
    assert_eq!(report, stdout(&few), "nothing is left to chance");
    for part in [
        &format!("{games} unseen games"),
        &format!("the best on {training} training games"),
        "corrected together by Holm's method",
        "its minimum",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    // A row of the last table: p comes before its corrected value, which is at least as large.
    let mut rows = 0;
    for line in report
        .lines()
        .skip_while(|line| *line != "Paired tests on the same games")
        .filter(|line| line.contains(&format!(" of {games} ")))
    {
        let cells: Vec<f64> = line
            .rsplit("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .take(2)
            .map(|cell| cell.trim_start_matches("< ").parse().unwrap())
            .collect();
        assert!(cells[0] >= cells[1] && cells[0] <= 1.0, "{line}");
        rows += 1;
    }
    assert!(rows >= 8, "two measures of four questions have all games: {report}");
    refusal(&["learn", "gaps-report", "--games", "1"]);
    refusal(&["learn", "gaps-report", "--training", "1"]);
}

/// A predictor made on some levels picks harder ones among others.
#[test]
fn generators_pick_by_the_predictor() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hard.json");
    let path = path.to_str().unwrap();
    let source = "generate/6x6/3/8";
    stdout(&[
        "learn",
        "difficulty",
        &format!("tiles:{source}/1..60"),
        "-a",
        "astar",
        "--plays",
        "1",
        "--output",
        path,
    ]);
    let names = |more: &[&str]| -> Vec<String> {
        let text =
            stdout(&[&["study", "generate", "tiles", source, "--seed", "2001"], more].concat());
        text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    };
    let effort = |names: &[String]| -> u64 {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = stdout(&[&["solve", "-a", "astar", "--json"], &names[..]].concat());
        let reports =
            text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        reports.map(|report| report["expanded"].as_u64().unwrap()).sum()
    };
    let picked = names(&["--count", "20", "--hardest-of", "8", "--predictor", path]);
    let all = names(&["--count", "160"]);
    for (name, candidates) in picked.iter().zip(all.chunks(8)) {
        assert!(candidates.contains(name), "one of each eight: {name}");
    }
    assert!(8 * effort(&picked) > effort(&all), "the picked ones take more than others");

    let message = refusal(&[
        "study",
        "generate",
        "cohesion",
        "generate/4x4/3/6-8",
        "--hardest-of",
        "2",
        "--predictor",
        path,
    ]);
    assert!(
        message.contains("it is for `tiles+standard`; expected one for `cohesion+standard`"),
        "{message}"
    );
    refusal(&["study", "generate", "tiles", source, "--hardest-of", "2"]);
}

#[test]
fn the_training_data_of_the_birds_report() {
    let data = ["birds", "data", "--deals", "12", "--seed", "3"];
    let alone = stdout(&[&data[..], &["--threads", "1"]].concat());
    assert_eq!(stdout(&[&data[..], &["--threads", "3"]].concat()), alone, "threads change nothing");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.csv");
    stdout(&[&data[..], &["--output", path.to_str().unwrap()]].concat());
    assert_eq!(std::fs::read_to_string(path).unwrap(), alone);

    let mut lines = alone.lines();
    let header = "deal,stacks,pairs/cards,moves/cards,moves,pairs,commonest suit,commonest \
                  rank,connected,solvable,board";
    assert_eq!(lines.next(), Some(header));
    // The board comes last, and is the only field that is not a number.
    let numbers =
        |line: &str| line.split(',').take(10).map(|field| field.parse().unwrap()).collect();
    let (lines, boards) = (lines.clone(), lines.filter_map(|line| line.rsplit(',').next()));
    assert!(
        boards.into_iter().all(|board| board.split(" / ").count() == 4),
        "every row has its board"
    );
    let rows: Vec<Vec<f64>> = lines.map(numbers).collect();
    assert!(rows.len() > 200 && rows.iter().any(|row| row[9] == 0.0));
    for row in &rows {
        let [deal, stacks, per_card, per_stack, moves, pairs, .., connected, solvable] = row[..]
        else {
            panic!("{row:?}")
        };
        assert!((1.0..=12.0).contains(&deal) && (1.0..=16.0).contains(&stacks));
        assert_eq!((per_card, per_stack), (pairs / stacks, moves / stacks));
        assert!(connected == 1.0 || solvable == 0.0, "what has fallen apart is lost");
    }
    // Deal 10 has an odd bird: it has no position besides its start.
    let tenth: Vec<_> = rows.iter().filter(|row| row[0] == 10.0).collect();
    assert!(tenth.len() == 1 && tenth[0][1] == 16.0 && tenth[0][9] == 0.0);

    let message = refusal(&["birds", "data", "--deals", "0"]);
    assert!(message.contains("--deals"), "{message}");
    let message = refusal(&["learn", "birds-report"]);
    assert!(message.contains("--table") || message.contains("--figure"), "{message}");
}

#[test]
fn a_model_of_other_features_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.json");
    let network = patience_learn::models::Network::new(2, &[], &mut patience_core::Random::new(1));
    let model =
        patience_learn::model::Model::new("tiles", "none".into(), 1, &["a", "b"], 8.0, network);
    std::fs::write(&path, model.write().unwrap()).unwrap();
    let message =
        refusal(&["learn", "evaluate", "tiles", "--count", "2", "--model", path.to_str().unwrap()]);
    assert!(message.contains("features"), "{message}");
}

/// A tuning of a few seconds, with further arguments.
fn tune(more: &[&str]) -> Vec<String> {
    let common = [
        "learn",
        "tune",
        "tiles:level/iartistas-04",
        "tiles:level/iartistas-05",
        "--test",
        "tiles:level/iartistas-06",
    ];
    common.iter().chain(more).map(|argument| (*argument).to_owned()).collect()
}

#[test]
fn any_parameter_is_tuned() {
    let more =
        ["-a", "mcts", "-a", "wastar", "-a", "restarts", "-a", "nmcs", "--expansions", "2000"];
    let vary = [
        "--vary=exploration=0.5,1.4",
        "--vary=weight=1,3",
        "--vary=unit=16,256",
        "--vary=level=1,2",
        "--vary=iterations=2",
        "--vary=playout=20",
    ];
    let arguments = tune(&[&more[..], &vary].concat());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let table = stdout(&arguments);
    // Every algorithm is varied only in the parameters that it reads.
    for candidate in [
        "mcts exploration=1.4 iterations=2 playout=20",
        "wastar weight=3",
        "restarts unit=16",
        "nmcs level=2 iterations=2 playout=20",
    ] {
        assert!(table.contains(&format!(" {candidate} ")), "{candidate}: {table}");
    }
    let on_one_line = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(on_one_line.contains("on 1 test instance:"), "{table}");
    let counts = |text: &str| {
        text.lines().take_while(|line| !line.starts_with("The finalists")).collect::<String>()
    };
    assert_eq!(counts(&table), counts(&stdout(&arguments)), "expansions repeat");
}

/// A beam of width 1 gives up at once on these levels, which a beam of width 50 solves: failing
/// fast must not look cheap, and both finalists are run on every test instance.
#[test]
fn failing_fast_is_not_cheap() {
    for measure in ["time", "expansions", "length"] {
        let table = stdout(&[
            "learn",
            "tune",
            "tiles:generate/7x7/4/9/1..2",
            "--test",
            "tiles:generate/7x7/4/9/3..4",
            "-a",
            "beam",
            "--vary",
            "width=1,50",
            "--measure",
            measure,
        ]);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .filter(|line| line.starts_with(" beam"))
            .map(|line| line.split("  ").map(str::trim).filter(|it| !it.is_empty()).collect())
            .collect();
        let named: Vec<(&str, &str)> = rows.iter().map(|row| (row[0], row[1])).collect();
        assert_eq!(named[0].0, "beam width=50", "{measure} chooses what settles: {table}");
        assert_eq!(
            named[2..],
            [("beam width=50", "2"), ("beam width=1", "0")],
            "{measure}: {table}"
        );
        assert!(rows[3][5].contains(" to "), "the difference has an interval: {table}");
    }
}

#[test]
fn tuning_says_what_is_wrong() {
    for (more, expected) in [
        (&["-a", "wastar", "--vary", "weight"][..], "expected NAME=VALUE,VALUE,…"),
        (
            &["-a", "wastar", "--vary", "level=1,2"],
            "unknown parameter `level`; there are heuristic, weight",
        ),
        (
            &["-a", "wastar", "--vary", "weight=1,x"],
            "`x` is not a valid value of `weight`; expected a number from 0",
        ),
        (
            &["-a", "mcts", "--vary", "iterations=0"],
            "`0` is not a valid value of `iterations`; expected a whole number, 1 or more",
        ),
        (
            &["-a", "mcts", "--vary", "exploration=-1"],
            "`-1` is not a valid value of `exploration`; expected a number from 0",
        ),
        (
            &["-a", "nmcs", "--vary", "level=10"],
            "`10` is not a valid value of `level`; expected a whole number from 1 to 9",
        ),
        (&["-a", "magic"], "magic"),
        (&["-a", "wastar", "-H", "magic"], "magic"),
    ] {
        let arguments = tune(more);
        let message = refusal(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(message.contains(expected), "{more:?}: {message}");
    }
    for (training, test, expected) in [
        (
            &["tiles:level/iartistas-04", "gaps:solvitaire/4x4/2"][..],
            "tiles:level/iartistas-06",
            "one game at a time",
        ),
        (&["tiles:level/iartistas-04"], "gaps:solvitaire/4x4/2", "one game at a time"),
        (
            &["gaps:random/4x4/1..9"],
            "gaps:random/4x4/9..20",
            "gaps:random/4x4/9 is not a valid test instance; expected one that is not a training \
             instance",
        ),
        // One board under two names.
        (
            &["gaps:random/2x2/1..7"],
            "gaps:random/2x2/8",
            "not a training instance: it is gaps:random/2x2/1",
        ),
    ] {
        let message = refusal(
            &[&["learn", "tune"][..], training, &["--test", test, "-a", "wastar"]].concat(),
        );
        assert!(message.contains(expected), "{training:?}, {test}: {message}");
    }
}

#[test]
fn deals_of_a_difficulty_are_a_source() {
    let deals =
        stdout(&["study", "generate", "birds", "difficulty/easy", "--seed", "1", "--count", "2"]);
    let listed = stdout(&["birds", "deal", "easy", "--seed", "1", "--count", "2"]);
    let boards = |text: &str| {
        text.lines().map(|line| line.split_once('\t').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(boards(&deals).len(), 2);
    assert_eq!(boards(&deals), boards(&listed), "two doors to the same deals");
    assert!(deals.starts_with("birds:difficulty/easy/1\t"), "{deals}");
    assert!(stdout(&["solve", "birds:difficulty/hard/1"]).contains("solved"));
    for (name, expected) in [
        (
            "birds:difficulty/mild/1",
            "`mild` is not a valid difficulty; expected easy, medium, hard or extreme",
        ),
        ("birds:difficulty/hard", "expected difficulty/CLASS/SEED"),
        ("birds:difficulty/hard/-1", "`-1` is not a valid seed"),
        ("birds:dificulty/hard/1", "did you mean `difficulty`?"),
    ] {
        let message = refusal(&["solve", name]);
        assert!(message.contains(expected), "{name}: {message}");
    }
}

#[test]
fn difficulty_is_told_by_features() {
    let table = stdout(&["learn", "difficulty", "gaps:random/3x4/1..12", "--plays", "10"]);
    assert!(table.starts_with("12 instances, 12 decided, a median of "), "{table}");
    for row in ["misplaced", "moves", "all together, on the unseen half"] {
        assert!(table.lines().any(|line| line.trim_start().starts_with(row)), "{row}: {table}");
    }
    assert_eq!(
        table,
        stdout(&["learn", "difficulty", "gaps:random/3x4/1..12", "--plays", "10"]),
        "the same each time"
    );
    let message = refusal(&["learn", "difficulty", "gaps:random/3x4/1..3"]);
    assert!(message.contains("expected 8 or more"), "{message}");
    let message =
        refusal(&["learn", "difficulty", "gaps:random/3x4/1..8", "tiles:level/iartistas-04"]);
    assert!(message.contains("one game and rule set at a time"), "{message}");
}

#[test]
fn evolved_models_are_written_and_searched_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evolved.json");
    let path = path.to_str().unwrap();
    let few = "learn evolve birds:neller/1..6 --degree 1 --generations 3 --expansions 500 \
               --test-expansions 2000 --test";
    let few: Vec<&str> = few.split(' ').collect();
    let command = [&few[..], &["birds:neller/7..20", "--output", path]].concat();
    let table = stdout(&command);
    for row in
        ["6 parameters", "\n 0 ", "\n evolved ", "\n built-in models ", "\n plain depth-first"]
    {
        assert!(table.contains(row), "{row}: {table}");
    }
    let first = std::fs::read(path).unwrap();
    assert_eq!(stdout(&command), table, "the same seed gives the same models");
    assert_eq!(std::fs::read(path).unwrap(), first);
    // The model file gives the counts of the table.
    let solve = ["solve", "birds:neller/7..20", "-a", "birds-report-lr", "--json"];
    let ran = patience(&[&solve[..], &["--expansions", "2000", "--model", path]].concat());
    let rows = String::from_utf8(ran.stdout).unwrap();
    let won = rows.lines().filter(|row| row.contains("\"verdict\":\"solved\"")).count();
    let row = table.lines().find(|line| line.starts_with(" evolved ")).unwrap();
    assert_eq!(row.split_whitespace().nth(1), Some(&*won.to_string()), "{row}");

    let message = refusal(&[&few[..], &["birds:neller/6"]].concat());
    assert!(message.contains("birds:neller/6 is not a valid test deal"), "{message}");
    let message = refusal(&[&few[..], &["gaps:random/4x6/1"]].concat());
    assert!(message.contains("expected birds:neller/SEED"), "{message}");
}
