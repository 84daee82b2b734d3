//! `patience gaps redeal`.

use crate::{patience, patience_reading};

#[test]
fn fields_and_exit_codes_are_those_documented() {
    const FIELDS: [&str; 15] = [
        "instance",
        "redeals",
        "rule",
        "win_chance",
        "low",
        "high",
        "samples",
        "plan",
        "verdict",
        "policies",
        "rules",
        "board",
        "asked",
        "cut",
        "checksum",
    ];
    // The first is winnable without a redeal; the second is lost, and starts with a gap after each
    // king.
    for (board, redeals, code, verdict) in [
        ("2C -- 3C / 2H -- 3H", "1", 0, "solved"),
        ("3C -- 2C / 3H -- 2H", "0", 11, "unsolvable"),
        ("3C -- 2C / 3H -- 2H", "1", 12, "unsolvable"),
    ] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), board).unwrap();
        let input = file.path().to_str().unwrap();
        let ran = patience(&[
            "gaps",
            "redeal",
            "--game",
            "gaps",
            "--input",
            input,
            "--redeals",
            redeals,
            "--samples",
            "20",
            "--time",
            "1h",
            "--json",
        ])
        .ends(code);
        let [record] = &ran.json_lines()[..] else { panic!("one line: {}", ran.stdout) };
        let fields = record.as_object().unwrap();
        let places: Vec<usize> = FIELDS
            .iter()
            .map(|field| ran.stdout.find(&format!("\"{field}\":")).expect(field))
            .collect();
        assert!(places.is_sorted() && fields.len() == FIELDS.len(), "{}", ran.stdout);
        assert_eq!(record["verdict"], verdict);
        let number = |field: &str| record[field].as_f64().unwrap();
        assert!(number("low") <= number("win_chance") && number("win_chance") <= number("high"));
        assert_eq!(record["samples"], if code == 12 { 20 } else { 0 });
    }
}

#[test]
fn bad_questions_are_explained() {
    for (arguments, expected) in [
        (&["gaps", "redeal", "birds:neller/1"][..], "expected a deal of gaps with one deck"),
        (&["gaps", "redeal", "gaps+paper:random/4x5/1"], "expected a deal of gaps with one deck"),
        (
            &["gaps", "redeal", "gaps+double-montana:random/4x5/1"],
            "expected a deal of gaps with one deck",
        ),
        (&["gaps", "redeal"], "<INSTANCE>"),
        (&["gaps", "redeal", "gaps:pysol/1", "--redeals", "101"], "0 to 100"),
        (
            &["gaps", "redeal", "gaps:pysol/1", "--rule", "montana"],
            "expected one of pysol, aisleriot, spaces, station, addiction, unshuffled",
        ),
        (&["gaps", "redeal", "gaps:pysol/0"], "`0` is not a valid number of a deal"),
    ] {
        let ran = patience(arguments).ends(2);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

/// A game has the redeals of its program.
#[test]
fn redeals_are_those_of_the_game_unless_told_otherwise() {
    for (name, redeals) in [
        ("gaps+line-up:random/2x4/1", 0),
        ("gaps+jungle:random/2x4/1", 1),
        ("gaps:random/2x4/1", 2),
    ] {
        let ran = patience(&["gaps", "redeal", name, "--samples", "2", "--json"]);
        assert_eq!(ran.json_lines()[0]["redeals"], redeals, "{name}");
    }
}

/// Without a shuffle the line continues after its redeals.
#[test]
fn a_line_with_redeals_is_told_in_words() {
    let ran = patience(&["gaps", "redeal", "gaps:random/3x4/1", "--rule", "unshuffled"]).ends(0);
    assert!(ran.stdout.contains("can be won with 1 redeal"), "{}", ran.stdout);
    assert!(ran.stdout.contains("play: redeal (unshuffled) · "), "{}", ran.stdout);
}

/// With a single lost deal there is no average.
#[test]
fn a_report_has_no_table_without_rows() {
    let folder = tempfile::tempdir().unwrap();
    let table = |names: &str| {
        let report = folder.path().to_str().unwrap();
        patience(&["gaps", "redeal", names, "--samples", "2", "--report", report]);
        std::fs::read_to_string(folder.path().join("rates.md")).unwrap()
    };
    let one = table("gaps:random/2x5/1");
    assert!(one.starts_with("| rule | policy | deals |") && !one.contains("lost deals"), "{one}");
    assert!(!one.contains('–'), "intervals have one form: {one}");
    assert!(table("gaps:random/2x5/1..20").contains("| lost deals |"));
}

/// A rule named twice does not count a deal twice.
#[test]
fn a_rule_is_asked_about_once() {
    let ran = patience(&[
        "gaps",
        "redeal",
        "gaps:random/2x4/1",
        "--rule",
        "pysol,station,pysol",
        "--samples",
        "2",
        "--json",
    ]);
    let rules: Vec<_> = ran.json_lines().iter().map(|row| row["rule"].clone()).collect();
    assert_eq!(rules, ["pysol", "station"]);
}

/// Unwritable output is reported before the work whose result would be lost: these deals would run
/// forever.
#[cfg(unix)]
#[test]
fn paths_are_tried_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let no_folder = folder.path().join("file");
    std::fs::write(&no_folder, "mine").unwrap();
    let below = no_folder.join("report");
    let inside = folder.path().join("report");
    std::fs::create_dir_all(inside.join("plot.svg")).unwrap();
    let deals = ["gaps", "redeal", "gaps:solvitaire/4x13/1..1000", "--time", "1h"];
    for (option, path, code, said) in [
        ("--rows", "/dev/null", 2, "cannot store rows in /dev/null; expected a file"),
        #[cfg(target_os = "linux")]
        ("--rows", "/dev/full", 2, "cannot store rows in /dev/full; expected a file"),
        ("--report", "/dev/null", 2, "/dev/null is a file; expected a folder"),
        ("--report", no_folder.to_str().unwrap(), 2, "is a file; expected a folder"),
        ("--report", below.to_str().unwrap(), 2, "is a file; expected a folder"),
        ("--report", inside.to_str().unwrap(), 2, "plot.svg"),
    ] {
        let ran = patience(&[&deals[..], &[option, path]].concat()).ends(code);
        assert!(
            ran.stderr.contains(said) && ran.stdout.is_empty(),
            "{option} {path}: {}",
            ran.stderr
        );
    }
    assert_eq!(std::fs::read_to_string(&no_folder).unwrap(), "mine");
}

#[test]
fn a_line_with_redeals_is_replayed() {
    let deal = "gaps:random/3x4/1";
    let asked = ["gaps", "redeal", deal, "--rule", "unshuffled"];
    let report = patience(&asked).ends(0).stdout;
    let told = report.lines().find(|line| line.contains("play: ")).unwrap();
    let json = patience(&[&asked[..], &["--json"]].concat()).ends(0).stdout;
    let replay = |plan: &str, option: &[&str]| {
        patience_reading(&[&["replay", deal, "--plan", "-"], option].concat(), plan.as_bytes())
    };
    let film = replay(told, &["--show"]).ends(0).stdout;
    assert!(film.contains("1. redeal/unshuffled/0  redeal (unshuffled)"), "{film}");
    // The whole report is also a plan.
    assert!(replay(&report, &[]).ends(0).stdout.contains("and 1 redeal win the game"), "{report}");
    for plan in [&film, "redeal (unshuffled), ", "redeal/unshuffled/0, "] {
        let moves = told.split_once(" · ").unwrap().1;
        let plan = if *plan == film { film.clone() } else { format!("{plan}{moves}") };
        assert!(replay(&plan, &[]).ends(0).stdout.contains("and 1 redeal win the game"), "{plan}");
    }
    let record = replay(told, &["--json"]).ends(0).json_lines().remove(0);
    assert_eq!((&record["valid"], &record["redeals"]), (&true.into(), &1.into()), "{record}");
    assert_eq!(replay(&json, &["--json"]).ends(0).json_lines(), [record], "{json}");
    assert!(replay(told, &[]).ends(0).stdout.contains("moves and 1 redeal win the game"));
    assert!(replay("redeal/unshuffled/0", &[]).ends(1).stdout.contains("is not won"));
    assert!(
        replay("redeal/unshuffled/0 redeal/pysol/1", &[])
            .ends(2)
            .stdout
            .contains("expected one rule throughout")
    );
    assert!(replay("redeal/unshuffled/0 QQ", &[]).ends(2).stderr.contains("move 2"));
    for bad in
        ["redeal/nosuch/0", "redeal", "redeal (nosuch)", "redeal (pysol)", "redeal (pysol, seed x)"]
    {
        let told = format!("move 1: `{bad}` is not a valid redeal");
        assert!(replay(bad, &[]).ends(2).stderr.contains(&told), "{bad}");
    }
    let second = replay("redeal/unshuffled/0 redeal/nosuch/0", &[]).ends(2).stderr;
    assert!(second.contains("move 2: `redeal/nosuch/0` is not a valid redeal"), "{second}");
    // With a seed the same cards are dealt again.
    let shuffled = "redeal/pysol/866774089";
    let board = |plan: &str| replay(plan, &[]).ends(1).stdout;
    assert_eq!(board("redeal (pysol, seed 866774089)"), board(shuffled));
}

/// A query with more redeals than the game has returns a line with the requested number.
#[test]
fn a_line_has_the_redeals_that_were_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    std::fs::write(&board, "2S -- -- AD / 3S 2D AS 3D").unwrap();
    let deal = ["--game", "gaps+spaces-and-aces", "--input", board.to_str().unwrap()];
    let ask = |more: &[&str]| {
        patience(
            &[&["gaps", "redeal", "--rule", "unshuffled", "--redeals", "1"], &deal[..], more]
                .concat(),
        )
        .ends(0)
        .stdout
    };
    let play = |command: &str, plan: &str, more: &[&str]| {
        let of = if command == "replay" { "--plan" } else { "--moves" };
        patience_reading(&[&[command, of, "-"], &deal[..], more].concat(), plan.as_bytes())
    };
    let (told, row) = (ask(&[]), ask(&["--json"]));
    assert!(told.contains("play: ") && !told.contains('>'), "all moves are in words: {told}");
    let line = told.lines().find(|line| line.contains("play: ")).unwrap();
    for (plan, more) in [(line, &["--redeals", "1"][..]), (&row, &[])] {
        let replayed = play("replay", plan, more).ends(0).stdout;
        assert!(replayed.contains("and 1 redeal win the game"), "{plan}");
    }
    play("review", &row, &[]).ends(0);
    // A bare list of moves has the redeals of the game, unless others are given.
    let bare = serde_json::from_str::<serde_json::Value>(&row).unwrap()["plan"].clone();
    let bare = bare
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ");
    assert!(play("replay", &bare, &[]).ends(2).stdout.contains("expected moves only"));
    play("replay", &bare, &["--redeals", "1"]).ends(0);
    // The row does not depend on the name.
    for (count, code, said) in [
        ("0", 2, "expected moves only"),
        ("4000000000", 2, "expected at most 100"),
        ("-1", 2, "at most 100"),
    ] {
        let ran =
            play("replay", &row.replace("\"redeals\":1", &format!("\"redeals\":{count}")), &[])
                .ends(code);
        assert!(
            ran.stdout.contains(said) || ran.stderr.contains(said),
            "{count}: {}{}",
            ran.stdout,
            ran.stderr
        );
    }
}

#[test]
fn a_game_with_redeals_is_reviewed_deal_by_deal() {
    let deal = "gaps:random/3x4/1";
    let told = patience(&["gaps", "redeal", deal, "--rule", "unshuffled", "--json"]).ends(0).stdout;
    let review = |moves: &str, option: &[&str]| {
        patience_reading(&[&["review", deal, "--moves", "-"], option].concat(), moves.as_bytes())
    };
    let text = review(&told, &[]).ends(0).stdout;
    assert!(
        text.contains(", when it was redealt") && text.contains(", redeal 1  won in"),
        "{text}"
    );
    let deals = review(&told, &["--json"]).ends(0).json_lines();
    let said: Vec<_> =
        deals.iter().map(|deal| (&deal["redeals"], &deal["redealt"], &deal["won"])).collect();
    assert_eq!(
        said,
        [(&0.into(), &true.into(), &false.into()), (&1.into(), &false.into(), &true.into())]
    );
    assert_eq!(deals[0]["positions"][0]["verdict"], "unsolvable", "nothing but a redeal wins it");
    assert_eq!(
        deals[1]["positions"].as_array().unwrap().len() as u64,
        deals[1]["moves"].as_u64().unwrap() + 1
    );
    let text = review("redeal/pysol/1", &[]).ends(0).stdout;
    assert!(
        text.contains("lost after 0 moves, when it was redealt")
            && text.contains("from the redeal"),
        "{text}"
    );
    for (bad, expected) in [
        ("redeal/pysol/1 redeal/unshuffled/1", "expected one rule throughout"),
        ("redeal/nosuch/1", "not a valid redeal"),
        ("redeal/pysol/1 QQ", "`QQ` is not a valid move"),
    ] {
        let said = review(bad, &[]).ends(2).stderr;
        assert!(said.contains(expected), "{bad}: {said}");
    }
}
