//! Programs that a file describes, commands that validate solutions, and limits on the disk.

use std::collections::BTreeMap;

use patience_study::job::Row;
use patience_study::report;
use patience_study::store::Store;

use super::{read, read_with, run, run_all, script};

/// A description with its own placeholders.
const ADDER: &str = r#"
program = ["sh", "-c", "echo $@ | tee calls", "adder", "{arguments}", "{mode}={instance}"]
version = ["echo", "adder {mode}"]
solved = "fast|slow"
read = { mode = "(fast|slow)=", first = "^(\\S+)" }
keep = 100
"#;

#[test]
fn a_description_is_used_by_several_configurations() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("tools")).unwrap();
    std::fs::write(folder.path().join("tools/adder.toml"), ADDER).unwrap();
    let text = "[[configurations]]\nname = \"{mode}\"\nprogram = \"tools/adder.toml\"\n\
                with = { mode = \"{mode}\", arguments = [\"-x\", \"{mode}\", 3] }\n\
                keep = 0\nread = { third = \" (\\\\d) \" }\n\
                each = { mode = [\"fast\", \"slow\"] }\n";
    let (rows, store) = run(text, folder.path());
    for mode in ["fast", "slow"] {
        let row = &rows[mode];
        assert_eq!(row.verdict, "solved", "{row:?}");
        let details: BTreeMap<String, serde_json::Value> =
            serde_json::from_str(row.details.as_deref().unwrap()).unwrap();
        assert_eq!((&details["mode"], &details["first"]), (&mode.into(), &"-x".into()));
        assert_eq!(details["third"], 3, "a key of the configuration joins those described");
        assert!(!details.contains_key("output"), "a key of the configuration goes first");
        assert!(row.tool.as_deref().unwrap().ends_with(&format!("adder {mode}")), "{row:?}");
    }
    drop(store);
    // The same words in the study are the same program.
    let plain = "[[configurations]]\nname = \"plain\"\n\
                 program = [\"sh\", \"-c\", \"echo $@ | tee calls\", \"adder\", \"-x\", \"fast\", \
                 \"3\", \"fast={instance}\"]\nversion = [\"echo\", \"adder fast\"]\n\
                 solved = \"fast|slow\"\n\
                 read = { mode = \"(fast|slow)=\", first = \"^(\\\\S+)\", \
                 third = \" (\\\\d) \" }\n";
    let [described, plain] = [text, plain]
        .map(|text| read(text, folder.path()).unwrap().configurations[0].setting.key());
    assert_eq!(described, plain);
}

#[test]
fn descriptions_of_known_programs_need_no_file() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["a.x", "domain.pddl"] {
        std::fs::write(folder.path().join(file), "").unwrap();
    }
    let set = "[[instances]]\nset = \"s\"\nfiles = [\"*.x\"]\ndomain = \"domain.pddl\"\n";
    let read = |configuration: &str| read_with(&format!("{set}{configuration}"), folder.path());
    for (name, keys) in [
        ("fast-downward", "checkout = \"x\", options = [\"--search\", \"astar(blind())\"]"),
        ("pyperplan", "options = [\"-s\", \"bfs\"]"),
        ("clingo", "options = []"),
        ("sat-solver", "solver = \"cadical\", options = []"),
        ("smt-solver", "solver = \"z3\", options = []"),
    ] {
        let text = format!("[[configurations]]\nprogram = \"{name}\"\nwith = {{ {keys} }}\n");
        let read = read(&text).unwrap();
        let program = read.configurations[0].setting.program.clone().unwrap();
        assert!(program.keep > 0 && !program.command.is_empty(), "{name}");
    }
    let unknown = read("[[configurations]]\nprogram = \"lama\"\n").unwrap_err();
    assert!(unknown.contains("without a file are `clingo`, `fast-downward`,"), "{unknown}");
    // The program itself may be next to the study.
    std::fs::write(folder.path().join("clingo"), "#!/bin/sh\n").unwrap();
    let text = "[[configurations]]\nprogram = \"clingo\"\nwith = { options = [] }\n";
    let own = read(text).unwrap().configurations[0].setting.program.clone();
    assert_eq!(own.unwrap().command, ["clingo", "{file}"]);
}

#[test]
fn further_values_are_read_from_kept_output() {
    let folder = tempfile::tempdir().unwrap();
    // Each call leaves a line in a file, so that a second run would show.
    let study = |read: &str, keep: &str| {
        format!(
            "[[configurations]]\nname = \"p\"\nisolate = false\nkeep = {keep}\n\
             program = [\"sh\", \"-c\", \"echo run >> {{folder}}/calls; \
             echo first 1 second 2; echo first 3 end\", \"x\", \"{{instance}}\"]\n\
             read = {{ {read} }}\n"
        )
    };
    let calls = || std::fs::read_to_string(folder.path().join("calls")).unwrap().lines().count();
    let (rows, store) = run(&study("first = \"first (.)\"", "1000"), folder.path());
    let before = rows["p"].clone();
    drop(store);
    let ran = calls();
    let wanted = study("expanded = \"first (.)\", second = \"second (.)\"", "1000");
    let spec = read(&wanted, folder.path()).unwrap();
    let mut store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    let parsed = store.parse(&spec).unwrap();
    assert_eq!((parsed.rows, parsed.cut), (spec.jobs(), 0));
    store.verify().unwrap();
    assert_eq!(store.parse(&spec).unwrap().rows, 0, "they have their rows");
    drop(store);
    let (rows, store) = run(&wanted, folder.path());
    let after = &rows["p"];
    assert_eq!((calls(), after.expanded), (ran, 3), "nothing ran, the last match counts");
    let details: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(after.details.as_deref().unwrap()).unwrap();
    assert_eq!(details["second"], 2);
    assert!(!details.contains_key("first") && details.contains_key("output"), "{details:?}");
    let same = |row: &Row| (row.seconds, row.cpu_seconds, row.finished, row.verdict.clone());
    assert_eq!(same(after), same(&before));
    drop(store);
    // Another command, or an output that was cut, must run.
    for (changed, cut) in [
        (wanted.replace("end", "END").replace("second =", "third ="), 0),
        (study("first = \"first (.)\"", "9"), 0),
        (study("second = \"second (.)\"", "9"), spec.jobs()),
    ] {
        let spec = read(&changed, folder.path()).unwrap();
        let mut store = Store::open(&folder.path().join("store.sqlite")).unwrap();
        let parsed = store.parse(&spec).unwrap();
        assert_eq!((parsed.rows, parsed.cut), (0, cut), "{changed}");
        drop(store);
        run(&changed, folder.path());
    }
}

#[test]
fn faults_of_descriptions_are_named_in_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("x.toml");
    let told = |description: &str, keys: &str| {
        std::fs::write(&name, description).unwrap();
        let text = format!("[[configurations]]\nprogram = \"x.toml\"\n{keys}");
        read(&text, folder.path()).unwrap_err()
    };
    for (description, keys, words) in [
        ("program = [\"x\", \"{mode}\"]", "", "unknown placeholder `{mode}`"),
        ("program = [\"x\"]", "with = { mode = 1 }", "but no word of the program uses it"),
        ("program = [\"x\"]", "with = { seed = 1 }", "`seed` cannot be given by `with`"),
        ("program = [\"x\", \"-{a}\"]", "with = { a = [1, 2] }", "it must be a word of its own"),
        ("program = [\"x\"]\nsolvd = 1", "", "x.toml:2:1: unknown field `solvd`"),
        ("program = [\"x\"]\nplan = '('", "", "x.toml:2:8: \"(\" is not a valid value of `plan`"),
        ("version = [\"x\"]", "", "the description has no `program`"),
        ("program = [", "", "x.toml:1:"),
        ("program = [\"x\", \"{output}\"]", "", "unknown placeholder `{output}`"),
    ] {
        let error = told(description, keys);
        assert!(error.contains(words) && error.contains("s.toml:"), "{description}: {error}");
    }
    let missing = read("[[configurations]]\nprogram = \"none.toml\"\n", folder.path());
    assert!(missing.unwrap_err().contains("none.toml cannot be read"));
}

/// `guess` prints a number for each file; the study knows the right one.
const VALIDATED: &str = r#"
[[instances]]
set = "sums"
files = ["*.sum"]
expected = "expected.csv"
[[configurations]]
name = "guess"
program = ["sh", "-c", "cat $0; echo; echo move 2", "{file}"]
plan = "^move (.*)$"
validate = ["sh", "-c", '''
sum=$(($(cat $0)))
test $sum -eq $(grep move $1 | cut -c6-) || { echo not $sum; exit 1; }''', "{file}", "{output}"]
[[configurations]]
name = "denier"
program = ["sh", "-c", "exit 10", "{file}"]
unsolvable = 10
"#;

#[test]
fn solutions_on_files_are_validated_and_compared_with_the_expected_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("right.sum"), "1+1").unwrap();
    std::fs::write(folder.join("wrong.sum"), "1+2").unwrap();
    std::fs::write(folder.join("expected.csv"), "right.sum,solved\nwrong.sum,unsolvable\n")
        .unwrap();
    let spec = read_with(VALIDATED, folder).unwrap_or_else(|error| panic!("{error}"));
    let (rows, store) = run_all(&spec, folder);
    let row = |name: &str, file: &str| -> &Row { &rows[&(name.to_owned(), file.to_owned())] };
    let right = row("guess", "right.sum");
    assert_eq!((right.verdict.as_str(), right.plan.as_deref()), ("solved", Some("2")));
    assert_eq!(right.details.as_deref(), Some("{\"validated\":true}"));
    let wrong = row("guess", "wrong.sum");
    assert_eq!((wrong.verdict.as_str(), wrong.stop.as_deref()), ("unknown", Some("error")));
    assert_eq!(wrong.error.as_deref(), Some("`validate` rejects its solution: not 3"), "{wrong:?}");
    let denied = row("denier", "right.sum");
    assert_eq!((denied.verdict.as_str(), denied.stop.as_deref()), ("unknown", Some("wrong")));
    assert_eq!(row("denier", "wrong.sum").verdict, "unsolvable");
    let (named, number) = store.surprises(9).unwrap();
    assert_eq!(
        (named[0].to_string().as_str(), number),
        ("wrong: `denier` refuted `right.sum` of sums; expected solved", 1)
    );
    report::write(&spec, &store, folder).unwrap();
    let text = std::fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(text.contains("Solutions of `guess` were checked by the study's command"), "{text}");
}

#[test]
fn files_of_a_program_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let all = [
        script("little", "echo 123 > a; test -f a", "disk = 100\ndisk_files = 1"),
        script("much", "for i in 1 2 3; do head -c 50000 /dev/zero > $i; done", "disk = 100_000"),
        script("many", "mkdir d; for i in 1 2 3; do echo > d/$i; done", "disk_files = 2"),
        script("on and on", "i=0; while :; do echo > $i; i=$((i+1)); done", "disk_files = 50"),
        script("large", "head -c 200000 /dev/zero > a", "disk = 100_000"),
    ];
    let (rows, _) = run(&all.concat(), folder.path());
    assert_eq!(rows["little"].verdict, "solved", "{:?}", rows["little"]);
    for (name, words) in [
        ("much", "more than `disk` = 97.7 KiB"),
        ("many", "it wrote 3 files, more than `disk_files` = 2"),
        ("on and on", "killed: it wrote "),
        ("large", "97.7 KiB"),
    ] {
        let row = &rows[name];
        if name == "large" && !cfg!(target_os = "linux") {
            continue;
        }
        assert_eq!(
            (row.verdict.as_str(), row.stop.as_deref()),
            ("unknown", Some("disk")),
            "{row:?}"
        );
        assert!(row.error.as_deref().unwrap_or("").contains(words), "{row:?}");
    }
    // Solvers write no files, so that the limits of a study change none of their jobs.
    let solver = "[[configurations]]\nalgorithm = \"bfs\"\n";
    let limited = format!("[[instances]]\nset = \"s\"\nnames = [\"birds:neller/1\"]\n{solver}");
    let key = |limits: &str| {
        let text = format!("title = \"t\"\n[limits]\n{limits}{limited}");
        let spec = patience_study::spec::Spec::read(text, "s", ".".into(), "s".into()).unwrap();
        spec.configurations[0].setting.key()
    };
    assert_eq!(key("disk = 1\ndisk_files = 1\n"), key("threads = 1\n"));
    let error = read(&format!("{solver}disk = 1\n"), folder.path()).unwrap_err();
    assert!(error.contains("`disk` is for a configuration with a `program`"), "{error}");
}
