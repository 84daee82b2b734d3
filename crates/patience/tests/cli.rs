//! The command line as other tools rely on it: exit codes, JSON fields, input, rubbish.

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::prelude::*;
use serde_json::Value;

/// What a command printed and how it ended.
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    #[track_caller]
    fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

fn patience(arguments: &[&str]) -> Ran {
    patience_reading(arguments, b"")
}

fn patience_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may stop reading early; that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}

const UNSOLVABLE: &str = "birds:neller/10";

#[test]
fn json_fields_come_in_the_documented_order() {
    let ran = patience(&["solve", "tiles:level/iartistas-04", "-a", "bfs", "--json"]).ends(0);
    let fields = [
        "instance",
        "game",
        "rules",
        "board",
        "algorithm",
        "heuristic",
        "verdict",
        "stop",
        "length",
        "optimal",
        "plan",
        "expanded",
        "generated",
        "duplicates",
        "reopened",
        "dead_ends",
        "peak_open",
        "peak_closed",
        "peak_bytes",
        "seconds",
    ];
    let mut from = 0;
    for field in fields {
        let at = ran.stdout[from..].find(&format!("\"{field}\":")).unwrap_or_else(|| panic!("{field} in its place"));
        from += at;
    }
    assert!(ran.stdout.starts_with("{\"instance\":"));
    let record = &ran.json_lines()[0];
    assert_eq!(record["verdict"], "solved");
    assert_eq!(record["stop"], Value::Null);
    assert_eq!(record["heuristic"], Value::Null);
    assert_eq!(record["length"], 5);
    assert_eq!(record["optimal"], true);
    assert_eq!(record["plan"].as_array().unwrap().len(), 5);
    assert!(record["peak_bytes"].as_u64().unwrap() > 0, "memory is measured");
}

#[test]
fn exit_codes_are_the_documented_ones() {
    patience(&["solve", "birds:neller/0"]).ends(0);
    patience(&["solve", UNSOLVABLE]).ends(11);
    patience(&["solve", "birds:neller/0", UNSOLVABLE]).ends(11);
    patience(&["solve", "gaps:solvitaire/4x13/7", "-a", "bfs", "--expansions", "10"]).ends(12);
    patience(&["solve", UNSOLVABLE, "gaps:solvitaire/4x13/7", "-a", "bfs", "--expansions", "10"]).ends(12);
    patience(&["solve"]).ends(2);
    patience(&["frobnicate"]).ends(2);
    patience(&["solve", "birds:neller/0", "-a", "no-such"]).ends(2);
    patience(&["solve", "birds:neller/0", "-a", "astar", "-H", "no-such"]).ends(2);
    patience(&["--help"]).ends(0);
}

#[test]
fn limits_are_named_as_stops() {
    let deal = "gaps:solvitaire/4x13/1";
    for (flag, value, stop) in [
        ("--expansions", "100", "expansions"),
        ("--time", "50ms", "time"),
        ("--memory", "1MiB", "memory"),
        ("--depth", "3", "depth"),
    ] {
        let ran = patience(&["solve", deal, "-a", "bfs", flag, value, "--json"]).ends(12);
        let record = &ran.json_lines()[0];
        assert_eq!((&record["verdict"], &record["stop"]), (&Value::from("unknown"), &Value::from(stop)), "{flag}");
        if stop == "expansions" {
            assert_eq!(record["expanded"], 100);
        }
        if stop == "memory" {
            assert!(record["peak_bytes"].as_u64().unwrap() <= (1 << 20) * 11 / 10, "{}", record["peak_bytes"]);
        }
    }
}

#[test]
fn rubbish_gets_a_clear_error() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "chess:1"], "no game `chess`"),
        (&["solve", "gasp:random/4x13/1"], "did you mean `gaps`?"),
        (&["solve", "gaps"], "no instance name"),
        (&["solve", "birds:neller/1", "-a", "asstar"], "did you mean `astar`?"),
        (&["solve", "birds:neller/1", "-a", "nmcs", "--level", "50"], "expected a whole number from 1 to 9"),
        (&["compare", "birds:neller/1", "--weight", "nan"], "`nan` is not a valid weight"),
        (&["analyse", "gaps:random/3x4/1", "--strategy", "swep"], "sweep"),
        (&["tune", "birds:neller/1", "--test", "birds:neller/2", "-a", "beam", "--vary", "widht=1,2"], "`width`"),
        (&["tune", "birds:neller/1", "--test", "birds:neller/2", "-a", "beam", "--vary", "width=0"], "valid width"),
        (&["show", "tiles:level/x*"], "no level"),
        (&["solve", "gaps+martian:random/4x13/1"], "rule set `martian`"),
        (&["solve", "gaps:martian/4x13/1"], "martian"),
        (&["solve", "gaps:solvitaire/4x14/1"], "13"),
        (&["solve", "gaps:solvitaire/5x13/1"], "4"),
        (&["solve", "gaps:solvitaire/4x13/minus"], "minus"),
        (&["solve", "birds:neller/99999999999999999999"], "99999999999999999999"),
        (&["solve", "cohesion:level/none-such"], "none-such"),
        (&["solve", "tiles:level/"], "level"),
        (&["solve", "gaps:random/4x13/5..2"], "ends before it begins"),
        (&["solve", "birds:neller/1", "--time", "soon"], "soon"),
        (&["solve", "birds:neller/1", "--memory", "plenty"], "plenty"),
        (&["solve", "--game", "gaps", "--input", "/does/not/exist"], "/does/not/exist"),
        (&["show", "birds:neller/1", "--format", "solvitaire"], "solvitaire"),
        (&["generate", "tiles"], "which source"),
        (&["hint", "birds:neller/1", "birds:neller/2"], "unexpected argument 'birds:neller/2'"),
        (&["analyse", "birds:neller/1", "--after", "0,0>3,3"], "not legal"),
    ];
    for (arguments, expected) in cases {
        let ran = patience(arguments).ends(2);
        assert!(ran.stderr.contains(expected), "{arguments:?} said: {}", ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn boards_of_a_file_that_cannot_be_read_are_placed() {
    let solve = |game: &str, input: &[u8]| patience_reading(&["solve", "--game", game, "--input", "-"], input).ends(2);
    let cases: &[(&str, &[u8], &[&str])] = &[
        ("gaps", b"", &["no board"]),
        ("gaps", b"# only a comment\n", &["no board"]),
        ("gaps", b"2S -- / 2H --\n2S 2S / -- --\n", &["line 2"]),
        ("gaps", b"a\t2S -- / 2H --\nb\t2S ?? / -- 2H\n", &["line 2, column 6"]),
        ("birds", b"TH 5H KS TC / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D TH\n", &["line 1", "TH"]),
        ("cohesion", b"R..R/B\n", &["line 1"]),
        ("tiles", b"zz top/../\xff\n", &["line 1", "UTF-8"]),
        ("tiles", b"\xff\xfe\n", &["UTF-8"]),
    ];
    for (game, input, expected) in cases {
        let ran = solve(game, input);
        for word in *expected {
            assert!(ran.stderr.contains(word), "{game} {:?}: {}", String::from_utf8_lossy(input), ran.stderr);
        }
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
}

#[test]
fn endless_lines_are_refused_without_being_read() {
    let line = vec![b'2'; 64 << 20];
    for game in ["gaps", "birds", "cohesion", "tiles"] {
        let ran = patience_reading(&["solve", "--game", game, "--input", "-"], &line).ends(2);
        assert!(ran.stderr.contains("longer than"), "{}", ran.stderr);
    }
}

#[test]
fn boards_before_a_bad_one_are_solved_and_printed() {
    let ran = patience_reading(
        &["solve", "--game", "cohesion", "--input", "-", "--json"],
        b"\xef\xbb\xbf# levels\r\nfirst\tR.R\r\n\r\nR.R/B.B\nR.?\n",
    )
    .ends(2);
    let records = ran.json_lines();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["instance"], "first");
    assert_eq!(records[1]["instance"], "standard input:4");
    assert!(ran.stderr.contains("line 5"), "{}", ran.stderr);
}

#[test]
fn every_notation_of_gaps_is_recognised() {
    let name = "gaps:solvitaire/4x13/3";
    let board = patience(&["show", name, "--format", "notation"]).ends(0).stdout;
    for format in ["notation", "solvitaire", "superpuzz"] {
        let written = patience(&["show", name, name, "--format", format]).ends(0).stdout;
        let read =
            patience_reading(&["show", "--game", "gaps", "--input", "-", "--format", "notation"], written.as_bytes());
        assert_eq!(read.ends(0).stdout, format!("{board}{board}"), "{format}:\n{written}");
    }
}

#[test]
fn generated_instances_can_be_read_back() {
    for arguments in [
        ["gaps", "random/4x13"],
        ["gaps+paper", "paper/4x8/20"],
        ["birds", "neller"],
        ["gaps+fixed-suits", "solvitaire/4x6"],
        ["gaps+fixed-twos", "scramble/4x6/20"],
    ] {
        let generated =
            patience(&["generate", arguments[0], arguments[1], "--count", "3", "--seed", "5"]).ends(0).stdout;
        let lines: Vec<(&str, &str)> = generated.lines().map(|line| line.split_once('\t').unwrap()).collect();
        assert_eq!(lines.len(), 3);
        let shown = patience_reading(
            &["show", "--game", arguments[0], "--input", "-", "--format", "json"],
            generated.as_bytes(),
        )
        .ends(0);
        for (record, (id, board)) in shown.json_lines().iter().zip(lines) {
            assert_eq!((record["instance"].as_str().unwrap(), record["board"].as_str().unwrap()), (id, board));
            let named = patience(&["show", id, "--format", "notation"]).ends(0).stdout;
            assert_eq!(named.trim_end(), board, "the id is the instance's name");
        }
    }
}

#[test]
fn plans_are_judged() {
    let level = "tiles:level/iartistas-04";
    let solved = patience(&["solve", level, "--json"]).ends(0).stdout;
    let replay = |plan: &str| patience_reading(&["replay", level, "--plan", "-"], plan.as_bytes());
    assert!(replay(&solved).ends(0).stdout.contains("valid"));
    let plan: Value = serde_json::from_str(&solved).unwrap();
    let moves: Vec<&str> = plan["plan"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert!(replay(&moves.concat()).ends(0).stdout.contains("5 moves"));
    assert!(replay(&moves[..4].concat()).ends(1).stdout.contains("not won"));
    assert!(replay(&format!("{}Q", moves[0])).ends(2).stderr.contains("move 2"));
    let twice = format!("{0}{0}", moves[0]);
    assert!(replay(&twice).ends(1).stdout.contains("move 2 "), "a tilt twice shifts nothing");
}

#[test]
fn every_algorithm_of_every_game_can_be_named() {
    let listed = patience(&["list", "--json"]).ends(0).json_lines();
    let easy = ["gaps:scramble/2x4/3/1", "birds:neller/0", "cohesion:level/aips-01", "tiles:level/iartistas-01"];
    for (game, instance) in listed[0]["games"].as_array().unwrap().iter().zip(easy) {
        for algorithm in game["algorithms"].as_array().unwrap() {
            let name = algorithm["name"].as_str().unwrap();
            let ran = patience(&[
                "solve",
                instance,
                "-a",
                name,
                "--json",
                "--expansions",
                "20000",
                "--memory",
                "512MiB",
                "--iterations",
                "50",
            ]);
            assert!([0, 12].contains(&ran.code), "{name} on {instance}: {} {}", ran.stdout, ran.stderr);
            let record = &ran.json_lines()[0];
            assert_eq!(record["algorithm"], name);
            assert_eq!(record["heuristic"].is_string(), algorithm["heuristic"].is_string());
        }
        for wanted in [
            "bfs",
            "dfs",
            "iddfs",
            "ucs",
            "greedy",
            "astar",
            "wastar",
            "idastar",
            "beam",
            "anytime",
            "mcts",
            "nmcs",
            "nrpa",
            "restarts",
            "portfolio",
        ] {
            assert!(game["algorithms"].as_array().unwrap().iter().any(|a| a["name"] == wanted), "{wanted}");
        }
    }
}

#[test]
fn hints_and_analyses_agree_with_the_solver() {
    let hint = patience(&["hint", "tiles:level/iartistas-05", "--json"]).ends(0).json_lines();
    let analysis = patience(&["analyse", "tiles:level/iartistas-05", "--json"]).ends(0).json_lines();
    let best = &analysis[0]["moves"][0];
    assert_eq!(hint[0]["distance"], 6);
    assert_eq!((&best["worth"], &best["distance"], &best["exact"]), (&"wins".into(), &6.into(), &true.into()));
    assert!(analysis[0]["moves"].as_array().unwrap().iter().any(|mv| mv["move"] == hint[0]["move"]));
    let lost = patience(&["analyse", UNSOLVABLE, "--json"]).ends(11).json_lines();
    assert!(lost[0]["moves"].as_array().unwrap().iter().all(|mv| mv["worth"] == "loses"));
    patience(&["hint", UNSOLVABLE]).ends(11);
}

#[test]
fn comparisons_come_in_every_format() {
    let base = [
        "compare",
        "tiles:level/iartistas-04",
        "tiles:level/iartistas-05",
        "-a",
        "bfs",
        "-a",
        "astar",
        "-H",
        "runs",
        "-H",
        "report-manhattan",
    ];
    let with = |format: &str| patience(&[&base[..], &["--format", format]].concat()).ends(0).stdout;
    assert_eq!(with("csv").lines().count(), 1 + 2 * 3);
    assert_eq!(with("json").lines().count(), 2 * 3);
    assert!(with("markdown").contains("| instance"));
    assert!(with("text").contains("Over 2 instances"));
}

#[test]
fn the_same_seed_gives_the_same_counts_and_threads_keep_the_order() {
    let solve = |threads: &str| {
        let ran = patience(&[
            "solve",
            "birds:neller/0..20",
            "--json",
            "--threads",
            threads,
            "-a",
            "restarts",
            "--seed",
            "3",
            "--expansions",
            "3000",
        ]);
        let mut records = ran.json_lines();
        for record in &mut records {
            for measured in ["seconds", "peak_bytes"] {
                record.as_object_mut().unwrap().remove(measured);
            }
        }
        records
    };
    let one = solve("1");
    assert_eq!(one.len(), 21);
    assert_eq!(one, solve("2"));
}

#[test]
#[cfg(unix)]
fn an_interrupt_prints_what_was_finished() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(["solve", "tiles:level/iartistas-04", "tiles:level/iartistas-05", "--json"])
        .args(["--game", "gaps", "--input", "-", "-a", "bfs", "--memory", "8GiB"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let board = "6H -- QS 2D 4S TH 2H QD 3C -- 8S 8D JH / KS 2S 3S 4D 9C 3H 3D 4C 8H KD JC 6D KH / TC 4H -- KC 5S 6C 6S 9D JS 8C 7S 2C -- / QH QC 5C 7C 7D TS 9S 5D TD 5H 7H 9H JD\n";
    child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The two levels are done; the deal would take for ever.
    let finished: Vec<Value> = (0..2).map(|_| serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()).collect();
    assert!(finished.iter().all(|record| record["verdict"] == "solved"));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let last: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!((&last["verdict"], &last["stop"]), (&"unknown".into(), &"cancelled".into()));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn colours_respect_pipes_and_no_color() {
    assert!(!patience(&["solve", "birds:neller/0", "--show"]).ends(0).stdout.contains('\u{1b}'));
    assert!(patience(&["solve", "birds:neller/0", "--show", "--color", "always"]).ends(0).stdout.contains('\u{1b}'));
}
