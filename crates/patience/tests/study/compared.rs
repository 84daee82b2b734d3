//! `patience study compare`: stores, configurations, exported rows, and programs in turn.

use serde_json::Value;

use crate::{complain, patience, say};

const STUDY: &str = r#"title = "Sides"
[limits]
memory = "64MiB"
[[instances]]
set = "small"
names = ["gaps:random/4x4/1..12"]
[[configurations]]
name = "much"
algorithm = "bfs"
expansions = 3_000
[[configurations]]
name = "little"
algorithm = "bfs"
expansions = 2
"#;

#[test]
fn sides_are_compared_wherever_their_rows_are() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    say(folder.path(), &["study", "export", "s.toml", "--format", "jsonl", "-o", "rows.jsonl"]);
    let expanded = ["--measure", "expanded"];
    for same in ["s.toml", "s.results", "s.results/store.sqlite", "rows.jsonl"] {
        let said =
            say(folder.path(), &[&["study", "compare", "s.toml", same], &expanded[..]].concat());
        assert!(said.contains("B is not shown to be worse"), "{said}");
        assert!(said.contains("expanded: B / A 1.000 (1.000 to 1.000)"), "{said}");
    }
    let arguments = ["study", "compare", "s.toml#much", "rows.jsonl#little", "--json"];
    let output = patience().current_dir(folder.path()).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(11), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["regression"], &found["coverage"][0]["lost"].as_array().unwrap().len()),
        (&true.into(), &7)
    );
    say(folder.path(), &["study", "compare", "s.toml#little", "s.toml#much"]);
    for (arguments, word) in [
        (["s.toml", "none.toml"], "does not exist yet"),
        (["s.toml", "s"], "expected STUDY.toml"),
        (["s.toml#most", "s.toml"], "a configuration `most`"),
        (["s.toml", "none.jsonl"], "none.jsonl"),
    ] {
        let said = complain(folder.path(), 2, &[&["study", "compare"], &arguments[..]].concat());
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn two_programs_run_a_study_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY.replace("1..12", "1..3")).unwrap();
    let program = env!("CARGO_BIN_EXE_patience");
    let arguments = [
        "study",
        "compare",
        program,
        program,
        "--study",
        "s.toml",
        "--results",
        "kept",
        "--measure",
        "expanded",
    ];
    let said = say(folder.path(), &arguments);
    assert!(
        said.contains("much, all sets") && said.contains("B is not shown to be worse"),
        "{said}"
    );
    for side in ["a", "b"] {
        let rows =
            std::fs::read_to_string(folder.path().join("kept").join(side).join("rows.jsonl"));
        assert_eq!(rows.unwrap().lines().count(), 6);
    }
    let gone = ["study", "compare", program, "/there/is/none", "--study", "s.toml"];
    assert!(complain(folder.path(), 2, &gone).contains("/there/is/none"));
}

/// A board in two sets under two names. In one of the sets `wrong` gives a wrong answer about it.
const REFUTED: &str = r#"title = "Programs"
[limits]
memory = "64MiB"
[[instances]]
set = "one"
names = ["tiles:level/iartistas-04"]
[[instances]]
set = "other"
file = "boards.txt"
game = "tiles"
[[configurations]]
algorithm = "bfs"
on = ["one"]
[[configurations]]
name = "wrong"
program = ["sh", "-c", "echo cost 1; exit 3", "{board}"]
"#;

#[cfg(unix)]
#[test]
fn contradictions_within_a_study_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let board = say(folder, &["show", "tiles:level/iartistas-04", "--format", "notation"]);
    std::fs::write(folder.join("boards.txt"), board).unwrap();
    for (name, key, words) in [
        ("refuted", "unsolvable = 3", "`bfs` solved it, `wrong` refuted it"),
        (
            "shorter",
            "solved = 3\nread = { length = \"cost (.*)\" }",
            "`wrong` solved it in 1 move, `bfs` proved that it takes",
        ),
    ] {
        let study = format!("{name}.toml");
        std::fs::write(folder.join(&study), format!("{REFUTED}{key}\non = [\"other\"]\n")).unwrap();
        for command in ["run", "resume", "report", "merge"] {
            let told = complain(folder, 1, &["study", command, &study]);
            assert!(
                told.contains("error: contradiction on `tiles:level/iartistas-04` of one: ")
                    && told.contains(words),
                "{command}: {told}"
            );
        }
        let report = std::fs::read_to_string(folder.join(format!("{name}.results/report.md")));
        assert!(report.unwrap().contains(words));
    }
    // Agreeing verdicts are not a contradiction.
    let study = format!("{REFUTED}unknown = 3\non = [\"other\"]\n");
    std::fs::write(folder.join("agree.toml"), study).unwrap();
    say(folder, &["study", "run", "agree.toml"]);
    say(folder, &["study", "report", "agree.toml"]);
}

#[cfg(unix)]
#[test]
fn wrong_verdicts_are_named_in_the_headline() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["a.txt", "b.txt"] {
        std::fs::write(folder.join(name), name).unwrap();
    }
    std::fs::write(folder.join("known.csv"), "a.txt,solved\nb.txt,unsolvable\n").unwrap();
    let study = "title = \"Expected\"\n[[instances]]\nset = \"files\"\nfiles = [\"*.txt\"]\n\
                 expected = \"known.csv\"\n[[configurations]]\nname = \"yes\"\n\
                 program = [\"true\", \"{file}\"]\n";
    std::fs::write(folder.join("s.toml"), study).unwrap();
    let output = patience().current_dir(folder).args(["study", "run", "s.toml"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let [said, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(said.contains("1 solved, 0 unsolvable, 1 unknown, 1 of them wrong."), "{said}");
    assert!(said.contains("wrong  solved %"), "a column of its own: {said}");
    let words = "error: wrong: `yes` solved `b.txt` of files; expected unsolvable";
    assert!(told.contains(words), "{told}");
    for command in ["resume", "report", "merge"] {
        assert!(complain(folder, 1, &["study", command, "s.toml"]).contains(words), "{command}");
    }
    let rows = say(folder, &["study", "export", "s.toml"]);
    let header = rows.lines().next().unwrap();
    assert!(header.ends_with("expected,answer,nodes"), "{header}");
    assert!(rows.contains(",solved,right,") && rows.contains(",unsolvable,wrong,"), "{rows}");
    // A wrong expectation is corrected without rerunning anything.
    std::fs::write(folder.join("known.csv"), "a.txt,solved\nb.txt,solved\n").unwrap();
    let said = say(folder, &["study", "run", "s.toml"]);
    assert!(said.contains("2 solved, 0 unsolvable, 0 unknown."), "{said}");
}
