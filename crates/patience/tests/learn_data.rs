//! `learn data`: states out, weights back in.

mod support;

use std::collections::BTreeMap;
use std::process::Command;

use assert_cmd::prelude::*;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};
use support::{patience, refusal, said};

/// A table as text: the header, then the rows.
fn csv(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let header = texts(reader.headers().unwrap());
    let rows = reader.records().map(|record| texts(&record.unwrap())).collect();
    (header, rows)
}

#[test]
fn every_game_is_exported_alike_as_csv_and_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for game in ["gaps", "birds", "cohesion", "tiles"] {
        let few = ["learn", "data", game, "--count", "5", "--positions", "12"];
        let small = ["--states", "3000", "--expansions", "2000"];
        let run = |more: &[&str]| said(here, &[&few[..], &small, more].concat());
        let text = run(&["--threads", "2"]);
        assert_eq!(text, run(&["--threads", "1"]), "threads change nothing");
        let (header, rows) = csv(&text);
        let last = header.len() - 3;
        assert_eq!(header[..2], ["instance", "split"]);
        assert_eq!(header[last..], ["winnable", "distance", "board"]);
        assert!(header.len() > 9 && rows.len() > 20, "{game}: {} rows", rows.len());

        // An instance is in one part.
        let mut parts = BTreeMap::new();
        for row in &rows {
            assert!(row[0].starts_with(&format!("{game}:")), "{row:?}");
            assert_eq!(parts.entry(&row[0]).or_insert(&row[1]), &&row[1], "{row:?}");
            let label = (&*row[last], &*row[last + 1]);
            let is_label = matches!(label, ("0", "") | ("1", ""))
                || label.0 == "1" && label.1.parse::<u32>().is_ok();
            assert!(is_label, "{row:?}");
            assert!(row[2..last].iter().all(|feature| feature.parse::<f32>().is_ok()), "{row:?}");
        }

        // Parquet has the same rows.
        assert_eq!(run(&["--output", "data.parquet"]), "");
        let reader = SerializedFileReader::try_from(here.join("data.parquet").as_path()).unwrap();
        let mut count = 0;
        for (read, row) in reader.get_row_iter(None).unwrap().zip(&rows) {
            let read = read.unwrap();
            for (((name, field), expected_name), expected) in
                read.get_column_iter().zip(&header).zip(row)
            {
                assert_eq!(name, expected_name);
                let is_same = match field {
                    Field::Null => expected.is_empty(),
                    Field::Long(number) => number.to_string() == *expected,
                    Field::Double(number) => (*number as f32).to_string() == *expected,
                    Field::Str(text) => text == expected,
                    other => panic!("{name}: {other:?}"),
                };
                assert!(is_same, "{name}: {field:?} for {expected}");
            }
            count += 1;
        }
        assert_eq!(count, rows.len());
    }
}

#[test]
fn named_instances_are_exported_once() {
    let folder = tempfile::tempdir().unwrap();
    // There are few deals of 2x2: of twenty, some are the same board.
    let arguments = ["learn", "data", "gaps", "gaps:random/2x2/1..20", "--positions", "4"];
    let ran = patience(folder.path(), &arguments);
    let notes = String::from_utf8(ran.stderr).unwrap();
    assert!(notes.contains("with the start of another instance"), "{notes}");
    let (_, rows) = csv(&String::from_utf8(ran.stdout).unwrap());
    assert!(rows.iter().all(|row| row[0].starts_with("gaps:random/2x2/")));
    // Levels have names, and a part may be empty.
    let levels = ["learn", "data", "tiles", "tiles:level/iartistas-04", "--validation", "0"];
    let (_, rows) = csv(&said(folder.path(), &[&levels[..], &["--test", "0"]].concat()));
    assert!(rows.iter().all(|row| row[1] == "train") && rows.len() > 20);
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (more, expected) in [
        (&["chess"][..], "there is nothing to train for `chess`; expected one of gaps"),
        (&["gaps-policy"], "gaps-policy is learned from choices, not states"),
        (&["gaps", "tiles:level/iartistas-04"], "is not a valid instance to learn gaps from"),
        (&["gaps", "gaps+paper:paper/4x8/20/1"], "under the standard rules"),
        (&["gaps", "gaps:random/9x9/1"], "gaps:random/9x9/1: "),
        (&["birds", "--format", "parquet"], "Parquet needs a file: --output FILE"),
        (
            &["birds", "--validation", "60", "--test", "40"],
            "--validation 60 and --test 40 leave no instance for training",
        ),
        (&["birds", "--count", "0"], "--count"),
    ] {
        let message = refusal(folder.path(), &[&["learn", "data"], more].concat());
        assert!(message.contains(expected), "{more:?}: {message}");
    }
    #[cfg(target_os = "linux")]
    for format in ["csv", "parquet"] {
        let full =
            ["learn", "data", "birds", "--count", "9", "--format", format, "-o", "/dev/full"];
        let ran = patience(folder.path(), &full);
        let message = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{message}");
        assert!(message.contains("cannot write /dev/full"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_of_a_file() {
    for interrupts in [1, 2] {
        interrupted(interrupts);
    }
}

/// Interrupts an export this many times.
#[cfg(unix)]
fn interrupted(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.csv");
    std::fs::write(&path, "before").unwrap();
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(["learn", "data", "gaps", "--count", "1000000", "--output"])
        .arg(&path)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The first temporary file may be that of the check whether the file can be written:
    // interrupts are handled even then, as debug assertions ensure.
    let beside = || std::fs::read_dir(folder.path()).unwrap().count() > 1;
    while !beside() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    for _ in 0..times {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
    assert!(!beside(), "no temporary file remains");
}

/// Solves a positive definite system by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let chosen = matrix[pivot].clone();
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot] / chosen[pivot];
            matrix[row].iter_mut().zip(&chosen).for_each(|(value, of)| *value -= factor * of);
            right[row] -= factor * right[pivot];
        }
    }
    (0..size).map(|row| right[row] / matrix[row][row]).collect()
}

/// Ridge regression on the rows of training, made here as it would be anywhere: the file uses
/// only the documented format.
#[test]
fn weights_made_elsewhere_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let data = ["learn", "data", "tiles", "--count", "30", "--positions", "200"];
    let (header, rows) = csv(&said(here, &data));
    let features = &header[2..header.len() - 3];
    let number = |text: &String| text.parse::<f64>().unwrap();
    let known = |part: &str| -> Vec<(Vec<f64>, f64)> {
        let of_part = rows.iter().filter(|row| row[1] == part && !row[header.len() - 2].is_empty());
        of_part
            .map(|row| {
                let row_of = row[2..2 + features.len()].iter().map(number).chain([1.0]);
                (row_of.collect(), number(&row[header.len() - 2]))
            })
            .collect()
    };
    let (train, test) = (known("train"), known("test"));
    let width = features.len() + 1;
    let mut matrix = vec![vec![0.0; width]; width];
    let mut right = vec![0.0; width];
    for (row, distance) in &train {
        for i in 0..width {
            right[i] += row[i] * distance;
            for j in 0..width {
                matrix[i][j] += row[i] * row[j];
            }
        }
    }
    (0..width).for_each(|i| matrix[i][i] += 1.0);
    let weights = solved(matrix, right);
    let said_of = |row: &[f64]| row.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>();
    let error = |rows: &[(Vec<f64>, f64)]| {
        let squares = rows.iter().map(|(row, distance)| (said_of(row) - distance).powi(2));
        squares.sum::<f64>() / rows.len() as f64
    };
    let mean = train.iter().map(|(_, distance)| distance).sum::<f64>() / train.len() as f64;
    let spread =
        test.iter().map(|(_, distance)| (distance - mean).powi(2)).sum::<f64>() / test.len() as f64;
    assert!(error(&test) < 0.9 * spread, "{} of {spread}", error(&test));

    let mut model = json!({
        "format": 1,
        "game": "tiles",
        "features": features,
        "per_move": 8,
        "network": { "layers": [
            { "bias": [weights[width - 1]], "weights": &weights[..width - 1] },
        ] },
    });
    std::fs::write(here.join("mine.json"), model.to_string()).unwrap();
    let level = "tiles:generate/6x6/3/7/1";
    let mine = ["--model", "mine.json"];
    let solve = ["solve", level, "-a", "greedy", "-H", "learned", "--json"];
    let report = said(here, &[&solve[..], &mine].concat());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["verdict"], "solved");
    assert_eq!(report["details"]["model"].as_str().unwrap().len(), 16, "{report}");
    // The estimate of the start is the sum that was fitted.
    let evaluated = said(here, &[&["learn", "values", level, "--json"][..], &mine].concat());
    let evaluated: Value = serde_json::from_str(&evaluated).unwrap();
    let heuristics = evaluated["heuristics"].as_array().unwrap();
    let learned = heuristics.iter().find(|it| it["heuristic"] == "learned").unwrap();
    let (_, all) = csv(&said(here, &["learn", "data", "tiles", level, "--positions", "60000"]));
    let start = all.iter().find(|row| row.last().unwrap() == report["board"].as_str().unwrap());
    let row: Vec<f64> = start.unwrap()[2..1 + width].iter().map(number).chain([1.0]).collect();
    let (expected, found) = (said_of(&row).max(0.0), learned["value"].as_f64().unwrap());
    assert!((found - expected).abs() < 0.51, "{found} for {expected}");
    let compared =
        said(here, &[&["learn", "evaluate", "tiles", "--count", "2"][..], &mine].concat());
    assert!(compared.contains(" learned "), "{compared}");

    // Layers that do not match are rejected, and the error names the place.
    model["network"]["layers"][0]["weights"].as_array_mut().unwrap().pop();
    std::fs::write(here.join("mine.json"), model.to_string()).unwrap();
    let message = refusal(here, &[&solve[..], &mine].concat());
    assert!(message.contains("layer 1 has 36 weights; expected 37, 37 inputs of 1"), "{message}");
    assert!(message.contains("mine.json"), "{message}");
}

/// The error comes before the work, and names the file as given.
#[test]
fn an_output_that_cannot_be_is_told_first() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let many = ["learn", "data", "gaps", "--count", "1000000", "--output"];
    for (output, expected) in [
        (".", "cannot write .: it is a folder"),
        ("no/data.csv", "cannot write no/data.csv: its folder does not exist"),
    ] {
        let message = refusal(here, &[&many[..], &[output]].concat());
        assert!(message.contains(expected), "{message}");
    }
    let message = refusal(here, &[&many[..], &["-", "--format", "parquet"]].concat());
    assert!(message.contains("Parquet needs a file"), "{message}");
    let few = ["learn", "data", "tiles", "--count", "2", "--states", "3000"];
    let (piped, plain) = (said(here, &[&few[..], &["-o", "-"]].concat()), said(here, &few));
    assert_eq!(piped, plain);
    assert!(!here.join("-").exists());
}
