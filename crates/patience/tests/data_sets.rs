//! The published data sets have exactly the fields that `results/README.md` describes, and are
//! named there.

use std::collections::BTreeSet;
use std::io::{Read, read_to_string};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use flate2::read::GzDecoder;
use patience_testing::size;
use serde_json::{Map, Value};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results")
}

/// The words of a line between backquotes.
fn quoted(line: &str) -> impl Iterator<Item = String> {
    line.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// The file of each data set, with the fields described in the table below its name.
fn described() -> Vec<(String, BTreeSet<String>)> {
    let text =
        read_to_string(std::fs::File::open(folder().join("README.md")).expect("it is there"))
            .expect("text");
    let sections = text.split("\n## ").skip(1);
    sections
        .map(|section| {
            let (name, body) = section.split_once('\n').expect("a section below its name");
            let name = quoted(name).next().expect("a file's name");
            let rows = body.lines().filter(|line| line.starts_with("| `"));
            (
                name,
                rows.flat_map(|row| {
                    quoted(row.split('|').nth(1).expect("a cell")).collect::<Vec<_>>()
                })
                .collect(),
            )
        })
        .collect()
}

fn rows(name: &str) -> Vec<Map<String, Value>> {
    let file = std::fs::File::open(folder().join(name)).expect(name);
    let reader: Box<dyn Read> =
        if name.ends_with(".gz") { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
    let text = read_to_string(reader).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn every_field_of_a_data_set_is_described() {
    for (name, fields) in described().iter().filter(|(name, _)| name.contains(".jsonl")) {
        let rows = rows(name);
        let there: BTreeSet<String> = rows.iter().flat_map(|row| row.keys().cloned()).collect();
        assert_eq!(&there, fields, "{name}");
    }
}

#[test]
fn every_data_set_is_described() {
    let described: BTreeSet<String> =
        described().into_iter().map(|(name, _)| name.replace('/', "")).collect();
    let there = std::fs::read_dir(folder())
        .expect("it is there")
        .map(|entry| entry.expect("an entry").file_name());
    let there = there.map(|name| name.into_string().expect("a name in Unicode"));
    let data: BTreeSet<String> =
        there.filter(|name| !["README.md", "LICENSE-CC0"].contains(&&**name)).collect();
    assert_eq!(described, data);
}

/// The rows of stricter rules agree with those of the standard ones and with each other, and the
/// first of them with the program.
#[test]
fn what_can_be_won_by_stricter_rules_can_be_won() {
    let text =
        |row: &Map<String, Value>, field: &str| row[field].as_str().expect("text").to_owned();
    let standard = rows("gaps-solvitaire-10000.jsonl.gz");
    let strict = rows("gaps-rules-10000.jsonl.gz");
    assert_eq!(standard.len(), strict.len());
    for (standard, strict) in standard.iter().zip(&strict) {
        let instance = text(strict, "instance");
        assert_eq!(
            (&instance, text(strict, "verdict")),
            (&text(standard, "instance"), text(standard, "verdict"))
        );
        let (won, with_fixed_twos) =
            (text(strict, "verdict") == "solved", text(strict, "fixed_twos") == "solved");
        let moves = strict["moves_of_leftmost_twos"].as_u64();
        assert!(won || !with_fixed_twos && moves.is_none(), "{instance}");
        assert_eq!(with_fixed_twos, moves == Some(0), "{instance}");
        assert!(
            won || strict["fixed_suits_orders"].as_array().expect("a list").is_empty(),
            "{instance}"
        );
    }
    let mut program = Command::cargo_bin("patience").expect("the program is built");
    // The first deal takes most of the time.
    let first = size(2, 1);
    let deals = format!("gaps:solvitaire/4x13/{first}..3");
    let output = program
        .args(["gaps", "questions", &deals, "--suits", "all", "--json"])
        .output()
        .expect("it runs");
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.lines().count(), 4 - first);
    for (line, strict) in answers.lines().zip(&strict[first - 1..]) {
        let answer: Value = serde_json::from_str(line).expect("an object");
        let orders = answer["orders"].as_array().expect("a list").iter();
        let won: Vec<&Value> =
            orders.filter(|order| order["won"] == true).map(|order| &order["order"]).collect();
        assert_eq!(
            won,
            strict["fixed_suits_orders"].as_array().expect("a list").iter().collect::<Vec<_>>()
        );
    }
}

/// A deal that is won by stricter rules is won, and the first deals are those of the program.
#[test]
fn verdicts_by_columns_agree() {
    let rows = rows("gaps-columns.jsonl.gz");
    let text = |row: &Map<String, Value>| row["verdicts"].as_str().expect("text").to_owned();
    let standard = |row: &Map<String, Value>| {
        let same = |other: &&Map<String, Value>| {
            other["columns"] == row["columns"] && other["rules"] == "standard"
        };
        rows.iter().find(same).map(text).unwrap_or_default()
    };
    for row in &rows {
        let (verdicts, standard) = (text(row), standard(row));
        let name = format!("{} {}", row["columns"], row["rules"]);
        assert!(verdicts.bytes().all(|verdict| b"wl".contains(&verdict)), "{name}");
        let mut pairs = verdicts.bytes().zip(standard.bytes());
        assert!(pairs.all(|(strict, standard)| strict == b'l' || standard == b'w'), "{name}");
        let deals = format!(
            "gaps+{}:random/4x{}/1..{}",
            row["rules"].as_str().expect("text"),
            row["columns"],
            size(4, 40)
        );
        let mut program = Command::cargo_bin("patience").expect("the program is built");
        let output = program.args(["solve", &deals, "--json"]).output().expect("it runs");
        let answers = String::from_utf8(output.stdout).expect("text");
        let found = answers.lines().map(|line| match line.contains(r#""verdict":"solved""#) {
            true => 'w',
            false => 'l',
        });
        assert_eq!(found.collect::<String>(), verdicts[..size(4, 40)], "{name}");
    }
}

/// The published rows of redeals can be read, with their checksums and plans.
#[test]
fn published_rows_of_redeals_are_read() {
    let published = std::fs::File::open(folder().join("gaps-redeals.jsonl.gz")).expect("a file");
    let rows = tempfile::NamedTempFile::new().expect("a file");
    std::io::copy(&mut GzDecoder::new(published), &mut rows.as_file()).expect("text");
    let mut program = Command::cargo_bin("patience").expect("the program is built");
    let output =
        program.args(["gaps", "redeal", "--rows"]).arg(rows.path()).output().expect("it runs");
    let rates = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    assert_eq!(rates.matches("\n1,000 deals, rule ").count(), 4, "{rates}");
    assert!(rates.contains("1 redeal, at-once: 98.2 % (97.2 to 99.9;"), "{rates}");
}
