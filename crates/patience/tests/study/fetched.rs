//! Rows that cost no run: those of equal jobs of another study, and values read again from kept
//! output.

use crate::{complain, say};

const THEIRS: &str = r#"
title = "Theirs"
limits = { memory = "64MiB", expansions = 300 }

[[instances]]
set = "theirs"
names = ["gaps:random/4x4/1..9"]

[[configurations]]
algorithm = "astar"
"#;

#[test]
fn rows_of_another_study_are_copied_once() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let mine = THEIRS.replace("theirs", "mine").replace("1..9", "1..5");
    write("theirs.toml", THEIRS);
    write("mine.toml", &format!("{mine}\n[[configurations]]\nalgorithm = \"greedy\"\n"));
    let merge = ["study", "merge", "mine.toml", "--from"];
    // Nothing was run yet.
    let message = complain(folder.path(), 1, &[&merge[..], &["theirs.toml"]].concat());
    assert!(message.contains("theirs.results/store.sqlite does not exist yet"), "{message}");
    say(folder.path(), &["study", "run", "theirs.toml"]);
    // The study, the folder of its results and the store are the same source.
    for (source, new) in
        [("theirs.toml", 5), ("theirs.results", 0), ("theirs.results/store.sqlite", 0)]
    {
        let merged = say(folder.path(), &[&merge[..], &[source]].concat());
        assert_eq!(merged, format!("{new} new rows; 5 of 10 jobs have a row\n"), "{source}");
    }
    say(folder.path(), &["study", "run", "mine.toml"]);
    let status = say(folder.path(), &["study", "status", "mine.toml", "--json"]);
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["done"], &status["jobs"]), (&10.into(), &10.into()), "{status}");
    // A damaged store yields no rows.
    let store = folder.path().join("theirs.results/store.sqlite");
    let bytes = std::fs::read(&store).unwrap();
    std::fs::write(&store, &bytes[..bytes.len() / 2]).unwrap();
    let message = complain(folder.path(), 1, &[&merge[..], &["theirs.toml"]].concat());
    assert!(message.contains("theirs.results/store.sqlite"), "{message}");
    say(folder.path(), &["study", "report", "mine.toml"]);
}

const PROGRAM: &str = r#"
title = "A program"

[[instances]]
set = "small"
names = ["gaps:random/4x4/1..3"]

[[configurations]]
name = "loud"
program = ["sh", "-c", "echo lost; echo nodes 17 depth 4"]
unsolvable = [0]
keep = 1000
read = { nodes = "nodes ([0-9]+)" }
"#;

#[test]
fn values_are_read_again_from_kept_output() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| std::fs::write(folder.path().join("loud.toml"), text).unwrap();
    let more = PROGRAM.replace("+)\" }", "+)\", far = \"depth ([0-9]+)\" }");
    let (run, parse) = (["study", "run", "loud.toml"], ["study", "parse", "loud.toml"]);
    write(PROGRAM);
    say(folder.path(), &run);
    write(&more);
    let parsed = say(folder.path(), &parse);
    assert_eq!(parsed, "3 rows read from the output of earlier rows.\n");
    let sql = "SELECT details ->> 'nodes' n, details ->> 'far' f FROM results";
    assert_eq!(
        say(folder.path(), &["study", "query", "loud.toml", sql]),
        "n,f\n17,4\n17,4\n17,4\n"
    );
    assert_eq!(say(folder.path(), &parse), "0 rows read from the output of earlier rows.\n");
    // Without kept output, the jobs must run again.
    let (less, more) = (PROGRAM, &more[..]);
    write(&less.replace("keep = 1000\n", "").replace("loud\"", "quiet\""));
    say(folder.path(), &run);
    write(&more.replace("keep = 1000\n", "").replace("loud\"", "quiet\""));
    let parsed = say(folder.path(), &parse);
    assert!(parsed.starts_with("0 rows read"), "{parsed}");
    assert!(parsed.contains("3 jobs must run again: their rows hold too little"), "{parsed}");
}
