//! Names, boards and files as input, and the errors for invalid ones.

use crate::{patience, patience_reading};

#[test]
fn malformed_input_gets_a_clear_error() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "chess:1"], "unknown game `chess`"),
        (&["solve", "gasp:random/4x13/1"], "did you mean `gaps`?"),
        (&["solve", "gaps"], "not a valid instance name"),
        (&["solve", "birds:neller/1", "-a", "asstar"], "did you mean `astar`?"),
        (
            &["solve", "birds:neller/1", "-a", "nmcs", "--level", "50"],
            "expected a whole number from 1 to 9",
        ),
        (
            &["compare", "birds:neller/1", "--weight", "nan"],
            "`nan` is not a valid value of --weight <N>",
        ),
        (&["birds", "train", "--deals", "0"], "expected a whole number, 20 to 100000000"),
        (&["birds", "train", "--deals", "19"], "expected a whole number, 20 to 100000000"),
        (&["analyse", "gaps:random/3x4/1", "--strategy", "swep"], "sweep"),
        (
            &["solve", "gaps:random/3x4/1", "--strategy", "sweep", "--policy", "learned"],
            "`sweep` does not use `policy`",
        ),
        (&["solve", "gaps:random/3x4/1", "--optimal", "--explain"], "does not use `explain`"),
        (&["solve", "gaps:random/3x4/1", "--chain-moves"], "`restarts` does not use `chain-moves`"),
        (
            &["solve", "gaps+fixed-suits:random/3x4/1", "--strategy", "masten", "--chain-moves"],
            "needs standard rules",
        ),
        (
            &["gaps", "questions", "gaps:random/3x4/1", "--suits", "HHSD"],
            "`HHSD` is not a valid value of --suits",
        ),
        (
            &["gaps", "questions", "gaps:random/3x4/1", "--suits", "HSDC"],
            "expected each of CHS once",
        ),
        (
            &[
                "learn",
                "tune",
                "birds:neller/1",
                "--test",
                "birds:neller/2",
                "-a",
                "beam",
                "--vary",
                "widht=1,2",
            ],
            "`width`",
        ),
        (
            &[
                "learn",
                "tune",
                "birds:neller/1",
                "--test",
                "birds:neller/2",
                "-a",
                "beam",
                "--vary",
                "width=0",
            ],
            "valid value of `width`",
        ),
        (
            &[
                "learn",
                "tune",
                "gaps:random/3x4/1",
                "--test",
                "gaps:random/3x4/2",
                "-a",
                "conclusive",
                "-v",
                "policy=lerned",
            ],
            "did you mean `learned`?",
        ),
        (&["learn", "train", "tils"], "did you mean `tiles`?"),
        (&["learn", "evaluate", "gap"], "did you mean `gaps`?"),
        (&["birds", "deal", "hrd"], "did you mean `hard`?"),
        (&["show", "birds:difficulty/hrd/1"], "did you mean `hard`?"),
        (&["gaps", "redeal", "gaps:pysol/1", "--rule", "pysl"], "did you mean `pysol`?"),
        (&["study", "new", "win-rte"], "did you mean `win-rate`?"),
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
        (&["solve", "--time", "-5s", "birds:neller/1"], "`-5s` is not a valid value of --time"),
        (&["solve", "--depth", "-5", "birds:neller/1"], "`-5` is not a valid value of --depth"),
        (
            &["solve", "--threads", "-1", "birds:neller/1"],
            "`-1` is not a valid value of --threads <N>; expected a whole number, 0 to 4096",
        ),
        (&["birds", "train", "--seed", "-1"], "`-1` is not a valid value of --seed <N>; expected"),
        (&["serve", "--port", "-1"], "`-1` is not a valid value of --port <N>; expected"),
        (&["solve", "birds:neller/1", "--memory", "plenty"], "plenty"),
        (&["solve", "--game", "gaps", "--input", "/does/not/exist"], "/does/not/exist"),
        (&["show", "birds:neller/1", "--format", "solvitaire"], "solvitaire"),
        (&["solve", "gaps:solvitaire/13x4/1"], "columns (2 to 13), such as 4x13"),
        (
            &["solve", "gaps+blue-moon:random/4x15/1"],
            "rows (1, 2, 3 or 4), an x and columns (2 to 14)",
        ),
        (&["solve", "gaps+double-montana:random/3x4/1"], "rows (2, 4, 6 or 8)"),
        (&["study", "generate", "tiles"], "which source"),
        (
            &["study", "generate", "tiles", "generate/8x8/4"],
            "`generate/8x8/4` is not a valid source here; expected generate/WxH/PIECES/OPTIMUM, \
             such as generate/6x6/3/8 (--seed",
        ),
        (&["study", "generate", "gaps", "random/4x13/1"], "`random/4x13/1` is not a valid source"),
        (&["show", "tiles:generate/8x8/4/1"], "`generate/8x8/4/1` is not a valid name here"),
        (&["compare", "birds:neller/1", "-a", "bfs,asstar"], "unknown algorithm `asstar`"),
        (&["study", "bench", "--check", "chess"], "unknown game `chess`"),
        (&["hint", "birds:neller/1", "birds:neller/2"], "unexpected argument 'birds:neller/2'"),
        (&["analyse", "birds:neller/1", "--after", "0,0>3,3"], "not legal"),
    ];
    for (arguments, expected) in cases {
        let ran = patience(arguments).ends(2);
        assert!(ran.stderr.contains(expected), "{arguments:?} said: {}", ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{arguments:?}: {}", ran.stderr);
    }
}

/// If an instance's name is a file, the error names the option for files.
#[test]
fn a_file_is_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (proof, boards) = (file("7.pcert"), file("boards.txt"));
    patience(&["certify", "birds:neller/42", "-o", &proof]).ends(0);
    std::fs::write(&boards, "R.R\n").unwrap();
    for command in [&["certify", "--check"][..], &["solve"], &["hint"]] {
        let of = |name: &str| patience(&[command, &[name]].concat()).ends(2).stderr;
        assert!(of(&proof).contains(&format!("`patience-check {proof}` verifies it")));
        assert!(of(&boards).contains(&format!("--game GAME --input {boards}")));
        // They are not opened: a pipe might never end.
        let folder = folder.path().to_str().unwrap();
        assert!(of(folder).contains(&format!("{folder} is a folder; expected the name of an")));
        assert!(of("/dev/null").contains("/dev/null is not a regular file; expected the name"));
    }
}

#[test]
fn a_new_study_replaces_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml").display().to_string();
    std::fs::write(&path, "mine").unwrap();
    for arguments in [&["study", "new", "-o", &path][..], &["study", "new", &path]] {
        let told = patience(arguments).ends(2).stderr;
        assert!(told.contains(&format!("{path} already exists; expected the name of")), "{told}");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn lists_with_commas_are_several() {
    let level = "tiles:level/iartistas-04";
    let listed =
        patience(&["compare", level, "-a", "bfs,astar", "-H", "runs,blind", "--format", "csv"]);
    let repeated = [
        "compare", level, "-a", "bfs", "-a", "astar", "-H", "runs", "-H", "blind", "--format",
        "csv",
    ];
    let names = |csv: String| -> Vec<String> {
        csv.lines().map(|line| line.split(',').take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    let (listed, repeated) =
        (names(listed.ends(0).stdout), names(patience(&repeated).ends(0).stdout));
    assert_eq!(listed, repeated);
    assert_eq!(listed.len(), 4, "{listed:?}");
    let tuned = ["learn", "tune", level, "--test", "tiles:level/iartistas-05", "-a", "bfs,astar"];
    assert!(patience(&tuned).ends(0).stdout.contains("bfs"));
}

#[test]
fn seeds_end_where_they_end() {
    for arguments in [
        &["study", "generate", "birds", "neller", "--seed", "9223372036854775807", "--count", "2"]
            [..],
        &["birds", "deal", "easy", "--seed", "18446744073709551615", "--count", "2"],
    ] {
        let ran = patience(arguments).ends(2);
        assert_eq!(
            ran.stdout.lines().count(),
            1,
            "the existing choices come first: {}",
            ran.stdout
        );
        assert!(ran.stderr.contains("beyond the last seed"), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn boards_of_a_file_that_cannot_be_read_are_placed() {
    let solve = |game: &str, input: &[u8]| {
        patience_reading(&["solve", "--game", game, "--input", "-"], input).ends(2)
    };
    let cases: &[(&str, &[u8], &[&str])] = &[
        ("gaps", b"", &["no board"]),
        ("gaps", b"# only a comment\n", &["no board"]),
        ("gaps", b"2S -- / 2H --\n2S 2S / -- --\n", &["line 2"]),
        ("gaps", b"a\t2S -- / 2H --\nb\t2S ?? / -- 2H\n", &["line 2, column 6"]),
        ("birds", b"TH 5H KS TC / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D TH\n", &["line 1", "10♥"]),
        ("cohesion", b"R..R/B\n", &["line 1"]),
        ("tiles", b"zz top/../\xff\n", &["line 1", "UTF-8"]),
        ("tiles", b"\xff\xfe\n", &["UTF-8"]),
    ];
    for (game, input, expected) in cases {
        let ran = solve(game, input);
        for word in *expected {
            assert!(
                ran.stderr.contains(word),
                "{game} {:?}: {}",
                String::from_utf8_lossy(input),
                ran.stderr
            );
        }
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
}

/// Drawings of Gaps have no frame, so only the next row shows that an empty line divides a drawing.
#[test]
fn an_empty_line_in_a_drawing_is_named() {
    let told = |game: &str, after: usize| {
        let name = match game {
            "gaps" => "gaps:solvitaire/4x13/7",
            _ => "birds:neller/42",
        };
        let drawn = patience(&["show", name]).ends(0).stdout;
        let mut lines: Vec<&str> = drawn.lines().collect();
        lines.insert(after, "");
        let read = ["show", "--game", game, "--input", "-"];
        patience_reading(&read, lines.join("\n").as_bytes()).ends(2).stderr
    };
    let parts = ["the line of letters", "row 1", "row 2", "row 3", "row 4"];
    for (above, part) in parts.into_iter().enumerate() {
        let (told, line) = (told("gaps", above + 1), above + 3);
        let expected = format!("line {line}, column 1: {part} follows an empty");
        assert!(told.contains(&expected), "{told}");
    }
    for (above, part) in ["the line of letters", "the border"].into_iter().enumerate() {
        let (told, line) = (told("birds", above + 1), above + 3);
        let expected = format!("line {line}, column 1: {part} follows an empty");
        assert!(told.contains(&expected), "{told}");
    }
}

/// A border of another character is named, and does not count as a card.
#[test]
fn a_bar_is_no_border() {
    let drawn = patience(&["show", "birds:neller/42"]).ends(0).stdout;
    let barred: Vec<String> = (1..)
        .zip(drawn.lines())
        .map(|(line, text)| if line == 5 { text.replace('│', "|") } else { text.to_owned() })
        .collect();
    let read = ["show", "--game", "birds", "--input", "-"];
    let told = patience_reading(&read, barred.join("\n").as_bytes()).ends(2).stderr;
    assert!(told.contains("line 5, column 4: `|` is not a border of the drawing"), "{told}");
}

#[test]
fn endless_lines_are_refused_without_being_read() {
    let line = vec![b'2'; 64 << 20];
    for game in ["gaps", "birds", "cohesion", "tiles", "sliding"] {
        let ran = patience_reading(&["solve", "--game", game, "--input", "-"], &line).ends(2);
        assert!(ran.stderr.contains("exceeds the 1 MiB limit"), "{}", ran.stderr);
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
        let read = patience_reading(
            &["show", "--game", "gaps", "--input", "-", "--format", "notation"],
            written.as_bytes(),
        );
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
        let generated = patience(&[
            "study",
            "generate",
            arguments[0],
            arguments[1],
            "--count",
            "3",
            "--seed",
            "5",
        ])
        .ends(0)
        .stdout;
        let lines: Vec<(&str, &str)> =
            generated.lines().map(|line| line.split_once('\t').unwrap()).collect();
        assert_eq!(lines.len(), 3);
        let records = patience(&[
            "study",
            "generate",
            arguments[0],
            arguments[1],
            "--count",
            "3",
            "--seed",
            "5",
            "--json",
        ]);
        let records = records.ends(0).stdout;
        let game = arguments[0].split('+').next().unwrap();
        let reread = patience_reading(
            &["show", "--game", game, "--input", "-", "--format", "json"],
            records.as_bytes(),
        );
        for (record, reread) in records.lines().zip(reread.ends(0).json_lines()) {
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            let same = |field: &str| assert_eq!(record[field], reread[field], "{field}");
            ["instance", "rules", "board"].into_iter().for_each(same);
        }
        let shown = patience_reading(
            &["show", "--game", arguments[0], "--input", "-", "--format", "json"],
            generated.as_bytes(),
        )
        .ends(0);
        for (record, (id, board)) in shown.json_lines().iter().zip(lines) {
            assert_eq!(
                (record["instance"].as_str().unwrap(), record["board"].as_str().unwrap()),
                (id, board)
            );
            let named = patience(&["show", id, "--format", "notation"]).ends(0).stdout;
            assert_eq!(named.trim_end(), board, "the id is the instance's name");
        }
    }
}

/// The search for a level that takes many seconds respects `--time` and Ctrl-C.
#[test]
fn levels_are_sought_within_limits() {
    let long = "tiles:generate/16x16/12/200/1";
    for command in [&["solve", long][..], &["analyse", long], &["compare", long, "-a", "bfs"]] {
        let ran = patience(&[command, &["--time", "50ms"]].concat()).ends(12);
        assert!(ran.stderr.contains("limit (time)") && ran.stdout.is_empty(), "{}", ran.stderr);
    }
    let misspelt = patience(&["show", "tiles:generat/6x6/3/8/1"]).ends(2);
    assert!(misspelt.stderr.contains("did you mean `generate`?"), "{}", misspelt.stderr);
}

#[test]
fn values_that_cannot_be_are_refused() {
    for (arguments, expected) in [
        (&["solve", "birds:neller/1", "--threads", "100000"][..], "0 to 4096"),
        (&["study", "run", "plan.toml", "--threads=-1"], "0 to 4096"),
        (&["compare", "birds:neller/1", "-a", "bfs,,dfs"], "expected a name"),
        (&["solve", "birds:neller/1", "-a", ""], "expected a name"),
    ] {
        let ran = patience(arguments).ends(2);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let ran = patience(&["compare", "gaps:random/2x3/1", "-a", "bfs, dfs", "--json"]);
    assert_eq!(ran.json_lines().len(), 2, "{}", ran.stderr);
    for (arguments, expected) in [
        (&["hint", "birds:neller/1", "--moves", "1,2>1,3"][..], "unexpected argument '--moves' "),
        (&["study", "generate", "cohesion", "level/vieira-1"], "`level/vieira-1` has no seeds"),
        (&["replay", "birds:neller/1", "--plan", "no.txt"], "No such file or directory\n"),
    ] {
        let ran = patience(arguments).ends(2);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    for arguments in [&["help", "-h"][..], &["learn", "help", "--help"], &["gaps", "help", "-h"]] {
        let ran = patience(arguments).ends(0);
        assert!(ran.stdout.contains("Usage: patience"), "{}", ran.stdout);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_the_search_for_a_level() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use assert_cmd::prelude::*;

    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(["solve", "tiles:level/iartistas-04", "tiles:generate/16x16/12/200/1..3", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The second name's first instance is generated before anything is solved: the interrupt
    // arrives during the search for a level.
    crate::interrupt(&child);
    let told: Vec<String> =
        BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
    assert!(told.iter().any(|line| line.contains("interrupted before the end")), "{told:?}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// One interrupt is enough, even while reading a pipe without a writer.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_waiting_for_standard_input() {
    use std::process::{Command, Stdio};

    use assert_cmd::prelude::*;

    for arguments in [
        &["solve", "--game", "tiles", "--input", "-"][..],
        &["review", "tiles:level/iartistas-04", "--moves", "-"],
        &["compare", "--game", "tiles", "--input", "-", "-a", "bfs"],
        &["show", "--game", "tiles", "--input", "-"],
        &["serve", "--port", "0"],
    ] {
        let mut child = Command::cargo_bin("patience")
            .unwrap()
            .args(arguments)
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program's end of the pipe stays open until it has ended.
        let pipe = child.stdin.take();
        crate::interrupt(&child);
        let ended = child.wait_with_output().unwrap();
        drop(pipe);
        assert_eq!(
            ended.status.code(),
            Some(130),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
    }
}

/// A known source is never called unknown.
#[test]
fn a_source_without_its_rest_is_named_with_what_follows() {
    for (name, expected) in [
        ("birds:neller", "`neller` is not a valid path; expected neller/SEED"),
        (
            "cohesion:level",
            "`level` is not a valid path; expected level/ID, such as level/vieira-1",
        ),
        ("tiles:level", "`level` is not a valid path; expected level/ID, such as level/iartistas"),
        ("gaps:pysol", "`pysol` is not a valid path; expected pysol/NUMBER"),
        ("sliding:korf", "`korf` is not a valid path; expected one of random/RxC/SEED"),
    ] {
        let said = patience(&["show", name]).ends(2).stderr;
        assert!(said.contains(expected), "{name}: {said}");
    }
}
