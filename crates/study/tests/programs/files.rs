//! Sets of files that only programs read.

use patience_study::report;

use super::{read_with, run_all};

/// A study of files with sums: `adder` adds them up, and `denier` calls all unsolvable.
const FILES: &str = r#"
[[instances]]
set = "{kind}"
files = ["sums/{kind}/*.txt"]
domain = "sums/{kind}/domain.txt"
each = { kind = ["small", "large"] }
[[configurations]]
name = "adder"
program = ["sh", "-c", 'echo move $(( $(cat "$0") )); echo move end; test -f "$1" && echo cost 7', "{file}", "{domain}"]
plan = "^move (.*)$"
read = { length = "cost ([0-9]+)" }
[[configurations]]
name = "denier"
program = ["sh", "-c", 'cat "$0" > /dev/null && exit 10', "{problem}"]
unsolvable = 10
on = ["small"]
"#;

#[test]
fn files_that_only_programs_read_are_instances() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (path, text) in [
        ("small/1.txt", "1+1"),
        ("small/2.txt", "2+3"),
        ("small/domain.txt", "small numbers"),
        ("large/1.txt", "500*500"),
        ("large/domain.txt", "large numbers"),
    ] {
        let path = folder.join("sums").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let spec = read_with(FILES, folder).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(spec.jobs(), 5);
    let (rows, store) = run_all(&spec, folder);
    let row = |configuration: &str, file: &str| {
        rows[&(configuration.to_owned(), format!("sums/{file}.txt"))].clone()
    };
    let five = row("adder", "small/2");
    assert_eq!(
        (five.verdict.as_str(), five.plan.as_deref()),
        ("solved", Some("5; end")),
        "{five:?}"
    );
    assert_eq!(
        (five.length, five.game.as_str(), five.rules.as_str()),
        (Some(7), "file", "sums/small")
    );
    assert!(five.board.ends_with(" sums/small/domain.txt"), "{}", five.board);
    assert_eq!(row("adder", "large/1").plan.as_deref(), Some("250000; end"));
    assert_eq!(row("denier", "small/1").verdict, "unsolvable");
    report::write(&spec, &store, folder).unwrap();
    let text = std::fs::read_to_string(folder.join("report.md")).unwrap();
    for words in [
        "The instances of `small`, `large` are files that only the programs read",
        "**Contradiction on `sums/small/1.txt` of small: `adder` solved it, `denier` refuted it. \
         One of them is wrong.**",
        "**Contradiction on `sums/small/2.txt` of small: ",
        "| file sums/large |",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    drop(store);

    // A changed file is another instance; the others keep their rows.
    std::fs::write(folder.join("sums/small/2.txt"), "2+4").unwrap();
    let (again, store) = run_all(&spec, folder);
    assert_eq!(again.len(), 5, "the study was read before the change: nothing is missing");
    drop(store);
    let changed = read_with(FILES, folder).unwrap();
    assert_ne!(changed.fingerprint(), spec.fingerprint());
    let (again, _) = run_all(&changed, folder);
    for (key, row) in &again {
        let kept = row.finished == rows[key].finished;
        assert_eq!(kept, !key.1.ends_with("small/2.txt"), "{key:?}");
    }
    let six = &again[&("adder".to_owned(), "sums/small/2.txt".to_owned())];
    assert_eq!(six.plan.as_deref(), Some("6; end"));
}

#[test]
fn a_file_that_changes_during_a_study_has_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one.txt"), "1").unwrap();
    let tables = "[[instances]]\nset = \"s\"\nfiles = [\"*.txt\"]\n                  \
                  [[configurations]]\nprogram = [\"true\", \"{file}\"]\n";
    let spec = read_with(tables, folder.path()).unwrap();
    std::fs::write(folder.path().join("one.txt"), "2").unwrap();
    let (rows, _) = run_all(&spec, folder.path());
    let row = rows.values().next().unwrap();
    assert_eq!((row.verdict.as_str(), row.stop.as_deref()), ("unknown", Some("error")));
    assert_eq!(row.error.as_deref(), Some("one.txt has changed since the study was read"));
}

#[test]
fn faults_of_files_have_places() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "a").unwrap();
    let program = |command: &str| format!("[[configurations]]\nprogram = [\"x\", \"{command}\"]\n");
    let files = "files = [\"*.txt\"]\n";
    for (set, configuration, words) in [
        ("files = [\"*.pddl\"]\n", program("{file}"), "no file matches `*.pddl`"),
        ("files = [\"a[\"]\n", program("{file}"), "`a[` is not a valid pattern of files"),
        (files, program("{board}"), "files have no `{board}`"),
        (files, program("{domain}"), "`{domain}` needs the `domain` of the set"),
        (
            files,
            "[[configurations]]\nalgorithm = \"bfs\"\n".to_owned(),
            "only a `program` reads files",
        ),
        ("files = [\"*.txt\"]\ndomain = \"no.pddl\"\n", program("{file}"), "no.pddl: "),
        (
            "files = [\"*.txt\"]\nnames = [\"birds:neller/1\"]\n",
            program("{file}"),
            "cannot be combined with boards",
        ),
        (
            "names = [\"birds:neller/1\"]\ndomain = \"a.txt\"\n",
            program("{board}"),
            "`domain` is that of `files`",
        ),
        ("names = [\"birds:neller/1\"]\n", program("{file}"), "`{file}` is for sets of `files`"),
    ] {
        let tables = format!("[[instances]]\nset = \"s\"\n{set}{configuration}");
        let error = read_with(&tables, folder.path()).unwrap_err();
        assert!(error.contains(words) && error.contains("s.toml:"), "{tables}: {error}");
    }
}
