//! `patience gaps redeal --rows`: a row answers its own question, and no other.

use std::path::{Path, PathBuf};

use patience_core::fnv1a;
use serde_json::{Value, json};

use crate::{Ran, patience};

/// A folder with a file of rows.
struct Rows {
    _folder: tempfile::TempDir,
    path: PathBuf,
    boards: PathBuf,
}

impl Rows {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (path, boards) = (folder.path().join("rows.jsonl"), folder.path().join("boards.txt"));
        Rows { _folder: folder, path, boards }
    }

    fn ask(&self, arguments: &[&str]) -> Ran {
        let path = self.path.to_str().unwrap();
        patience(&[&["gaps", "redeal", "--rows", path, "--json"], arguments].concat())
    }

    /// Asks about boards in a separate file.
    fn ask_of(&self, game: &str, boards: &str, arguments: &[&str]) -> Ran {
        std::fs::write(&self.boards, boards).unwrap();
        let input = ["--game", game, "--input", self.boards.to_str().unwrap()];
        self.ask(&[&input[..], arguments].concat())
    }

    /// Reads only the file.
    fn read(&self, arguments: &[&str]) -> Ran {
        let path = self.path.to_str().unwrap();
        patience(&[&["gaps", "redeal", "--rows", path], arguments].concat())
    }

    fn count(&self) -> usize {
        self.text().lines().count()
    }

    /// The number of rows that are new after an answer.
    fn added(&self, ask: impl FnOnce() -> Ran) -> usize {
        let before = if self.path.exists() { self.count() } else { 0 };
        ask();
        self.count() - before
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }

    fn write(&self, text: &str) {
        std::fs::write(&self.path, text).unwrap();
    }
}

/// Seals a row with a valid checksum, as a forger could.
fn sealed(mut row: Value) -> String {
    row.as_object_mut().unwrap().remove("checksum");
    sealed_text(&row.to_string())
}

fn sealed_text(body: &str) -> String {
    let sum = fnv1a(body.as_bytes());
    format!("{},\"checksum\":\"{sum:016x}\"}}\n", body.strip_suffix('}').unwrap())
}

/// Rows without the part that differs from run to run: the free memory.
fn without_memory(text: &str) -> Vec<Value> {
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row["checksum"] = Value::Null;
        row["asked"]["memory"] = Value::Null;
        row
    };
    text.lines().map(row).collect()
}

/// A command that was stopped in the middle of a line and restarted answers the rest, and the rates
/// are those of one run.
#[test]
fn rows_are_kept_and_added_to() {
    let rows = Rows::new();
    let options = ["--rule", "pysol,aisleriot", "--samples", "4", "--time", "1h"];
    let ask = |deals: &str| rows.ask(&[&[deals], &options[..]].concat());
    let whole = [&["gaps", "redeal", "gaps:random/3x5/1..4", "--json"], &options[..]].concat();
    let whole = patience(&whole);
    assert_eq!(whole.json_lines().len(), 8);
    ask("gaps:random/3x5/1..3");
    let kept = rows.text();
    // The last line was not written to its end.
    rows.write(&kept[..kept.len() - 20]);
    let rates = || rows.read(&[]).ends(0).stdout;
    assert!(rates().contains("3 deals, rule pysol") && rates().contains("2 deals, rule aisleriot"));
    // The row that was cut off is removed: the last of three, and both of the fourth deal are new.
    let rest = ask("gaps:random/3x5/1..4");
    assert_eq!(rows.count(), 8);
    assert_eq!(without_memory(&rows.text()), without_memory(&whole.stdout));
    assert_eq!(rest.stdout, rows.text(), "stored answers are printed like new ones");
    assert_eq!(ask("gaps:random/3x5/1..4").stdout, rows.text());
    assert_eq!(rows.count(), 8);

    // If only the line end is missing, as some editors leave it, nothing is lost.
    rows.write(kept.trim_end());
    assert!(rates().contains("3 deals, rule aisleriot"));
    assert_eq!(ask("gaps:random/3x5/1..4").json_lines().len(), 8);
    assert_eq!(without_memory(&rows.text()), without_memory(&whole.stdout));

    // The lock keeps other writers out, but not readers.
    let held = std::fs::File::options().append(true).open(&rows.path).unwrap();
    held.lock().unwrap();
    let refused = ask("gaps:random/3x5/5").ends(2);
    assert!(refused.stderr.contains("another program is adding rows to"), "{}", refused.stderr);
    assert!(rates().contains("4 deals, rule pysol"));
}

/// Later rows for other questions about a deal hide no earlier row.
#[test]
fn every_row_of_a_deal_answers() {
    let rows = Rows::new();
    let words = |samples: &'static str| {
        ["gaps:random/3x5/5", "--rule", "pysol", "--time", "1h", "--samples", samples]
    };
    let first = rows.ask(&words("20"));
    assert_eq!(first.json_lines()[0]["samples"], 20, "a deal that is a matter of chance");
    let second = rows.ask(&words("10"));
    // The answer is that of the row that answers.
    for (samples, answer) in [("20", &first), ("10", &second), ("20", &first)] {
        assert_eq!(rows.ask(&words(samples)).stdout, answer.stdout, "{samples}");
        let asked = patience(&[&["gaps", "redeal"], &words(samples)[..]].concat()).stdout;
        assert_eq!(rows.read(&words(samples)).stdout, asked);
    }
    assert_eq!(rows.count(), 2);
}

/// A stored answer is printed as if it had just been computed, and the summary covers the requested
/// deals.
#[test]
fn stored_answers_are_printed() {
    let (lost, won) = ("3C -- 2C / 3H -- 2H", "2C -- 3C / 2H -- 3H");
    let rows = Rows::new();
    let all = format!("lost\t{lost}\nwon\t{won}\nother\t2C 3C -- / 2H -- 3H\n");
    let options = ["--redeals", "1", "--samples", "9", "--time", "1h"];
    rows.ask_of("gaps", &all, &[&options[..], &["--rule", "pysol,aisleriot,unshuffled"]].concat());
    assert_eq!(rows.count(), 9);
    let input = ["gaps", "redeal", "--game", "gaps", "--input", rows.boards.to_str().unwrap()];
    let file = ["--rows", rows.path.to_str().unwrap()];
    for rule in ["pysol", "aisleriot", "unshuffled"] {
        for boards in [format!("mine\t{lost}\n"), format!("mine\t{won}\n"), all.clone()] {
            std::fs::write(&rows.boards, &boards).unwrap();
            let options = [&options[..], &["--rule", rule]].concat();
            let asked = patience(&[&input[..], &options].concat());
            let stored = patience(&[&input[..], &options, &file].concat());
            assert_eq!((stored.code, &stored.stdout), (asked.code, &asked.stdout));
            let json = rows.ask(&[&input[2..], &options].concat()).json_lines();
            let names: Vec<&str> =
                boards.lines().map(|line| line.split('\t').next().unwrap()).collect();
            assert!(json.iter().map(|row| &row["instance"]).eq(names), "{json:?}");
        }
    }
    assert_eq!(rows.count(), 9, "nothing is computed again");
}

/// Without a deal, options that choose a question choose among the stored answers.
#[test]
fn stored_answers_are_chosen_by_rule_and_redeals() {
    let rows = Rows::new();
    let deal = "gaps:random/2x4/1..2";
    let ask = |more: &[&str]| rows.ask(&[&[deal, "--samples", "2"], more].concat());
    ask(&["--rule", "pysol,spaces", "--redeals", "2"]);
    ask(&["--rule", "pysol", "--redeals", "1"]);
    let heads = |options: &[&str]| -> Vec<String> {
        let read = rows.read(options).ends(0).stdout;
        read.lines().filter(|line| line.starts_with("2 deals")).map(str::to_owned).collect()
    };
    let [two, spaces, one] = [
        "2 deals, rule pysol, 2 redeals",
        "2 deals, rule spaces, 2 redeals",
        "2 deals, rule pysol, 1 redeal",
    ];
    for (options, expected) in [
        (&[][..], &[two, spaces, one][..]),
        (&["--redeals", "1"], &[one]),
        (&["--redeals", "2"], &[two, spaces]),
        (&["--rule", "spaces"], &[spaces]),
        (&["--rule", "station,pysol"], &[two, one]),
        (&["--rule", "pysol", "--redeals", "2"], &[two]),
    ] {
        assert_eq!(heads(options), expected, "{options:?}");
        let json = rows.read(&[options, &["--json"]].concat()).ends(0).stdout;
        assert_eq!(json.lines().count(), 2 * expected.len(), "{options:?}");
        assert!(json.lines().all(|line| rows.text().contains(line)), "{json}");
    }
    for options in
        [&["--rule", "station"][..], &["--redeals", "3"], &["--rule", "station", "--json"]]
    {
        let refused = rows.read(options).ends(2);
        let said = format!("no answer with {} {}", options[0], options[1]);
        assert!(refused.stdout.is_empty() && refused.stderr.contains(&said), "{}", refused.stderr);
    }
    let noted = rows.read(&["--samples", "3", "--seed", "2", "--time", "1s"]).ends(0).stderr;
    assert!(noted.contains("stored answers do not use --time, --samples, --seed"), "{noted}");
}

/// A stored result is found by board and rules, whatever the deal's name.
#[test]
fn a_row_answers_for_its_own_board_and_rules() {
    let (lost, won) = ("3C 2C 2H -- 4H / 5C 5H -- 3H 4C", "2H 3H 4H 5H -- / 2C 3C 4C -- 5C");
    let rows = Rows::new();
    let ask = |game: &str, board: &str| rows.ask_of(game, board, &["--redeals", "0"]);
    let named = |board: &str| format!("mine\t{board}\n");
    let first = ask("gaps", &named(lost)).ends(11).json_lines().remove(0);
    assert_eq!((&first["board"], &first["rules"]), (&json!(lost), &json!("standard")));
    let other = ask("gaps", &named(won)).ends(0).json_lines().remove(0);
    assert_eq!((&other["instance"], &other["win_chance"]), (&json!("mine"), &json!(1.0)));
    let added = rows.added(|| ask("gaps+fixed-suits", &named(lost)));
    assert_eq!(added, 1, "other rules");
    // Under another name, or without one, it is the same deal.
    for board in [named(lost), format!("yours\t{lost}\n"), format!("{lost}\n")] {
        assert_eq!(rows.added(|| ask("gaps", &board).ends(11)), 0);
    }
    assert_eq!(rows.count(), 3);
    // Rates of different games are not averaged.
    let rates = rows.read(&[]).ends(0).stdout;
    for head in
        ["2 deals, rule pysol, 0 redeals\n", "1 deal, rule pysol (gaps+fixed-suits), 0 redeals\n"]
    {
        assert!(rates.contains(head), "{rates}");
    }
}

#[test]
fn rows_are_kept_in_a_file_only() {
    let refused = patience(&["gaps", "redeal", "gaps:random/3x5/1", "--rows", "-"]).ends(2);
    assert!(refused.stderr.contains("expected its name"), "{}", refused.stderr);
}

/// A rejected command leaves no file and no changes.
#[test]
fn a_refused_question_makes_no_file() {
    let rows = Rows::new();
    rows.ask(&["birds:neller/1"]).ends(2);
    assert!(!rows.path.exists());
    rows.write("");
    rows.ask(&["birds:neller/1"]).ends(2);
    assert!(rows.path.exists());
}

#[test]
fn a_row_answers_its_own_question() {
    let rows = Rows::new();
    let lost = "mine\t3C 2C 2H -- 4H / 5C 5H -- 3H 4C\n";
    for (question, asked) in [
        ("--redeals 1 --time 1h --samples 3", 1),
        ("--redeals 1 --time 1h --samples 3", 0),
        ("--redeals 1 --time 2h --samples 3", 0),
        ("--redeals 1 --time 0 --samples 3", 0),
        ("--redeals 1 --time 1h --samples 4", 1),
        ("--redeals 1 --time 1h --samples 4 --seed 2", 1),
        ("--redeals 2 --time 1h --samples 4 --seed 2", 1),
        ("--redeals 1 --time 1h --samples 4 --seed 2", 0),
        // A proof is valid for every sample.
        ("--redeals 1 --time 1h --rule unshuffled", 1),
        ("--redeals 1 --time 1h --rule unshuffled --seed 7 --samples 9", 0),
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        assert_eq!(rows.added(|| rows.ask_of("gaps", lost, &words)), asked, "{question}");
    }
    // Each deal counts once, with its last row.
    let rates = rows.read(&[]).ends(0).stdout;
    for redeals in ["1 redeal", "2 redeals"] {
        assert!(rates.contains(&format!("1 deal, rule pysol, {redeals}\n")), "{rates}");
    }
}

#[test]
fn a_row_that_a_limit_left_open_is_asked_again_with_more() {
    let rows = Rows::new();
    let ask = |more: &[&str]| {
        let question = ["gaps:solvitaire/4x13/7", "--samples", "1", "--redeals", "0"];
        rows.ask(&[&question[..], more].concat()).ends(12)
    };
    let cut = |more: &[&str]| ask(more).json_lines().remove(0)["cut"].clone();
    let added = |more: &[&str]| rows.added(|| ask(more));
    assert_eq!(cut(&["--time", "0"]), json!(["time"]));
    assert_eq!(added(&["--time", "0"]), 0, "no more time");
    assert_eq!(cut(&["--time", "1h", "--expansions", "2"]), json!(["expansions"]));
    assert_eq!(added(&["--time", "2h", "--expansions", "1"]), 0, "it was not the time");
    assert_eq!(added(&["--time", "1h", "--expansions", "3"]), 1);
}

/// Another version of the program may have another answer.
#[test]
fn a_row_of_another_program_is_asked_again() {
    let rows = Rows::new();
    let ask = || rows.ask(&["gaps:random/2x4/1", "--samples", "2", "--redeals", "1"]);
    let row = ask().json_lines().remove(0);
    for (field, value) in [("program", json!("0.0.9")), ("solvers", json!(1))] {
        let mut old = row.clone();
        old["asked"][field] = value;
        rows.write(&sealed(old));
        rows.read(&[]).ends(0);
        assert_eq!(rows.added(ask), 1, "{field}");
        assert_eq!(rows.added(ask), 0, "{field}");
    }
}

#[test]
fn an_edited_row_is_an_error() {
    let rows = Rows::new();
    let ask = || rows.ask(&["gaps:random/3x4/1", "--samples", "30", "--redeals", "1"]);
    assert_eq!(ask().json_lines().len(), 1);
    let text = rows.text();
    // A change to any byte is detected.
    for at in (0..text.len() - 1).step_by(patience_testing::size(17, 1)) {
        let mut damaged = text.clone().into_bytes();
        damaged[at] ^= 1;
        std::fs::write(&rows.path, &damaged).unwrap();
        let ran = ask().ends(2);
        assert!(ran.stderr.contains("line 1"), "byte {at}: {}", ran.stderr);
        assert_eq!(std::fs::read(&rows.path).unwrap(), damaged, "it is left as it is");
    }
    rows.write(&text.replacen("\"won\":", "\"won\":3", 1));
    assert!(ask().ends(2).stderr.contains("its checksum differs"));
}

/// A file of rows may come from anyone, with valid checksums: rows that no answer could
/// contain are not counted, and no other file is overwritten.
#[test]
fn rows_of_strangers_are_refused_and_left_alone() {
    let rows = Rows::new();
    let path = rows.path.to_str().unwrap();
    rows.ask(&["gaps:random/3x4/1", "--samples", "2", "--redeals", "1"]);
    let row = rows.text();
    let body = row.split(",\"checksum\"").next().unwrap().to_owned() + "}";
    rows.write(&sealed_text(&body));
    assert_eq!(rows.text(), row);
    patience(&["gaps", "redeal", "--rows", path]).ends(0);
    let games = |of: &str| format!("\"samples\":2,\"won\":{of}");
    let number = |field: &str| {
        let at = body.find(&format!("\"{field}\":")).unwrap();
        body[at..].split(',').next().unwrap().to_owned()
    };
    let won = number("won").replace("\"won\":", "");
    let cases = [
        (number("redeals"), "\"redeals\":4000000000".to_owned(), "expected at most 100"),
        (number("redeals"), "\"redeals\":2".to_owned(), "are inconsistent"),
        (games(&won), "\"samples\":0,\"won\":0".to_owned(), "are inconsistent"),
        (games(&won), "\"samples\":3,\"won\":2".to_owned(), "are inconsistent"),
        (games(&won), games("30000"), "are inconsistent"),
        (
            format!("[{{\"won\":{won},"),
            "[{\"won\":18446744073709551615,".to_owned(),
            "are inconsistent",
        ),
        (format!("[{{\"won\":{won},"), "[{\"won\":-1,".to_owned(), "line 1"),
        (number("low"), "\"low\":-1e300".to_owned(), "the chance does not match its counts"),
        (number("win_chance"), "\"win_chance\":0.25".to_owned(), "the chance does not"),
        ("at-once".to_owned(), "searched".to_owned(), "not a valid policy"),
        ("\"pysol\"".to_owned(), "\"montana\"".to_owned(), "not a valid rule"),
        ("\"unsolvable\"".to_owned(), "\"lost\"".to_owned(), "line 1"),
        ("\"rules\":\"standard\"".to_owned(), "\"rules\":\"martian\"".to_owned(), "martian"),
        (number("board"), "\"board\":\"2C 2C --\"".to_owned(), "line 1"),
        (number("plan"), "\"plan\":[\"9,9>0,0\"]".to_owned(), "cannot be played"),
    ];
    let cases = cases.map(|(from, to, expected)| (body.replacen(&from, &to, 1), expected));
    let proved = json!({
        "instance": "x", "redeals": 1, "rule": "pysol", "win_chance": 1.0, "low": 1.0, "high": 1.0,
        "samples": 0,
        "plan": ["0,1>0,0"], "verdict": "solved", "policies": [], "rules": "standard",
        "board": "-- 2C 4C 3C", "asked": serde_json::from_str::<Value>(&body).unwrap()["asked"],
        "cut": [],
    });
    let sealed_cases = cases.into_iter().map(|(text, expected)| {
        assert_ne!(text, body, "{expected}");
        (sealed_text(&text), expected)
    });
    let others = [
        (sealed(proved), "the game is not won"),
        ("a diary\n".to_owned(), "not a row"),
        ("a diary".to_owned(), "not a row"),
        ("{\"instance\":\"a solve\",\"verdict\":\"solved\"}".to_owned(), "not a row"),
    ];
    for (text, expected) in sealed_cases.chain(others) {
        rows.write(&text);
        for arguments in [
            &["gaps", "redeal", "--rows", path][..],
            &["gaps", "redeal", "gaps:random/2x4/1", "--rows", path],
        ] {
            let ran = patience(arguments).ends(2);
            assert!(ran.stderr.contains(expected), "{text}: {}", ran.stderr);
        }
        assert_eq!(rows.text(), text);
    }
    assert!(Path::new(path).exists());
}
