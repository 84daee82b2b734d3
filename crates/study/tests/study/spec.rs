//! Specifications: all settings that a solve would reject are rejected before any job runs,
//! together, each with its place.

use std::path::{Path, PathBuf};

use patience_study::spec::{Spec, SpecFault};

use super::STUDY;

/// Returns the faults of a rejected study, each as `line:column: message`.
pub fn refused(text: &str) -> String {
    faults(text).join("\n")
}

fn faults(text: &str) -> Vec<String> {
    match Spec::read(text.to_owned(), "s.toml", PathBuf::from("."), "s".to_owned()) {
        Ok(_) => Vec::new(),
        Err(error) => error.0.iter().map(told).collect(),
    }
}

fn told(fault: &SpecFault) -> String {
    let place = fault.place.map(|(line, column)| format!("{line}:{column}: ")).unwrap_or_default();
    format!("{place}{}", fault.message)
}

#[test]
fn a_file_that_cannot_be_read_is_named_without_a_line() {
    for (path, message) in
        [("nosuch.toml", "nosuch.toml: cannot be read"), ("src", "src: is not a regular file")]
    {
        let error = Spec::open(Path::new(path)).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// Positions are counted in characters; on a terminal, where some characters take two columns, the
/// mark still appears below the fault.
#[test]
fn marks_stand_below_faults_where_characters_are_wide() {
    let text = "title = \"t\"\n[[instances]]\nset = \"空当\", oh = 1\n".to_owned();
    let error = Spec::read(text, "s.toml", PathBuf::from("."), "s".to_owned()).unwrap_err();
    let SpecFault { place, excerpt, .. } = &error.0[0];
    assert_eq!(*place, Some((3, 11)), "{excerpt}");
    let mark = excerpt.lines().last().unwrap();
    assert!(mark.starts_with(&format!("  | {}^", " ".repeat(12))), "{excerpt}");
}

#[test]
fn all_faults_are_told_at_once() {
    let text = r#"title = 1
sead = 2
repetitions = 0
[limits]
memory = "64 pounds"
expansoins = 3
[[instances]]
set = "a"
names = ["gaps:random/4x4/1..3", "tiles:levle/1", "tiles:level/nothing*", 7]
[[instances]]
names = ["gaps:random/4x4/1"]
[[configurations]]
algorithm = "bsf"
[[configurations]]
algorithm = "conclusive"
stratgy = "sweep"
options = { policee = "learned" }
[[configurations]]
name = "heavy"
algorithm = "wastar"
weight = -1
width = "wide"
on = ["b"]
[report]
baseline = "light"
measure = "beauty"
without = ["verdict"]
[[report.tables]]
title = "T"
by = ["colour"]
values = ["mean beauty"]
"#;
    let expected = [
        "1:9: 1 is not a valid value of `title`; expected a string",
        "2:1: unknown field `sead`",
        "3:15: 0 is not a valid value of `repetitions`; expected a whole number, at least 1",
        "5:10: \"64 pounds\" is not a valid value of `memory`; expected",
        "6:1: unknown field `expansoins`",
        "9:34: tiles: unknown source `levle`; did you mean `level`?",
        "9:51: tiles has no level that begins with `nothing`",
        "9:75: 7 is not valid in `names`; expected a string",
        "10:1: `[[instances]]` needs `set`",
        "13:13: gaps",
        "16:1: ",
        "17:13: ",
        "21:10: `-1` is not a valid value of `weight`",
        "22:9: `wide` is not a valid value of `width`",
        "23:7: unknown set `b`; there are `a`",
        "25:12: unknown configuration `light`",
        "26:11: `beauty` is not a valid value of `measure`",
        "27:12: `verdict` is not valid in `without`",
        "30:7: `colour` is not valid in `by`",
        "31:11: `mean beauty` is not a valid value",
    ];
    let found = faults(text);
    let wrong: Vec<_> = found
        .iter()
        .zip(expected)
        .filter(|(found, expected)| !found.starts_with(expected))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    // Faults of the notation are reported together.
    let found = faults("title = \nquestion = \"\"\"x\"\"\"\nseed = = 2\n");
    assert!(
        found.len() >= 2 && found[0].starts_with("1:") && found[1].starts_with("3:"),
        "{found:#?}"
    );
}

#[test]
fn unknown_field_names_each_known_field_once() {
    let found = faults("[[instances]]\nset = \"a\"\ninstances = []\n");
    let fault = found.iter().find(|fault| fault.contains("unknown field `instances`")).unwrap();
    let (_, known) = fault.split_once("expected one of ").unwrap();
    let known: Vec<&str> = known.split(", ").collect();
    assert_eq!(known.iter().filter(|key| **key == "`set`").count(), 1, "{fault}");
}

#[test]
fn what_no_study_can_hold_is_refused() {
    let many = "[\"gaps:random/4x4/1..1000000000\"]";
    for (from, to, expected) in [
        ("repetitions = 2", "repetitions = 1_000_000_000", "more than 1000000000000 jobs"),
        (
            "[\"gaps:random/4x4/1..5\"]",
            "[\"gaps:random/4x4/1..1000000001\"]",
            "more than a billion instances",
        ),
        ("[\"gaps:random/4x4/1..5\"]", "[\"gaps:random/4x4/5..1\"]", "ends before it begins"),
        (
            "[\"gaps:random/4x4/1..5\"]",
            "[\"gaps:random/4x4/1..5\", \"gaps:random/4x4/5\"]",
            "twice",
        ),
        ("seed = 1", "seed = 9223372036854775808", "is not a valid value of `seed`"),
        ("seed = 1", "seed = -1", "is not a valid value of `seed`"),
        ("iterations = 20", "seed = 20", "`seed` is the study's"),
        ("iterations = 20", "threads = 20000", "at most 4096"),
        ("iterations = 20", "scratch = \"/tmp\"", "`scratch` cannot be set here"),
        ("iterations = 20", "time = \"999999h\"", "is not a valid value of `time`"),
        (
            "set = \"small\"",
            "set = \"{a}{b}\"\neach = { a = \"1..9999\", b = \"1..9999\" }",
            "more than 10000 sets",
        ),
        ("set = \"small\"", "set = \"{a}\"", "a placeholder that `each` gives no values for"),
        ("names = [", "file = \"/dev/zero\"\ngame = \"gaps\"\nnames = [", "is not a regular file"),
    ] {
        let text = match expected.contains("jobs") {
            true => STUDY.replace("[\"gaps:random/4x4/1..5\"]", many).replacen(from, to, 1),
            false => STUDY.replacen(from, to, 1),
        };
        let found = faults(&text);
        assert!(found.iter().any(|fault| fault.contains(expected)), "{to}: {found:#?}");
    }
    assert_eq!(faults(STUDY), Vec::<String>::new());
}

#[test]
fn repeating_what_is_deterministic_is_noted() {
    let text = STUDY.replace("expansions = 300", "repetitions = 3");
    let spec = Spec::read(text, "s.toml", PathBuf::from("."), "s".to_owned()).unwrap();
    assert_eq!(
        spec.notes,
        ["bfs: the algorithm is deterministic on gaps, so its 3 repetitions differ only in time"]
    );
}

/// A note concerns the solver that accepts the instance, not the game's first.
#[test]
fn what_the_solver_of_an_instance_does_not_use_is_noted() {
    let study = "title = \"x\"\n[[instances]]\nset = \"s\"\n\
                 names = [\"gaps+galary:random/3x4/1..2\"]\n[[configurations]]\nname = \"it\"\n";
    for (line, expected) in [
        ("sets = 1\nheuristic = \"misplaced\"", vec![]),
        ("strategy = \"sweep\"", vec!["it: reduced on gaps does not use `strategy`"]),
    ] {
        let spec =
            Spec::read(format!("{study}{line}\n"), "s.toml", PathBuf::from("."), "s".to_owned())
                .unwrap();
        assert_eq!(spec.notes, expected);
    }
    let matrix = study.replace("\"it\"", "\"it {n}\"");
    let matrix = format!(
        "{matrix}strategy = \"sweep\"\nexpansions = \"{{n}}\"\neach = {{ n = \"1..5\" }}\n"
    );
    let spec = super::read(&matrix, Path::new("."));
    assert_eq!(
        spec.notes,
        ["it 1, it 2, it 3 and 2 more: reduced on gaps does not use `strategy`"]
    );
}

/// A file means the same to a study as to `--input`: lines that read as one board together are one
/// board.
#[test]
fn files_of_boards_are_read_as_the_command_line_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let text = "title = \"Own\"\n[[instances]]\nset = \"own\"\ngame = \"cohesion\"\n\
                file = \"boards.txt\"\n\
                [[configurations]]\nalgorithm = \"bfs\"\n";
    for (file, expected) in [
        (
            "R.R\nB.B\n\n# another\nRB.\nBR.\n",
            &[("boards.txt:1", "R.R/B.B"), ("boards.txt:5", "RB./BR.")][..],
        ),
        ("R.R/B.B\nmine\tRB./BR.\n", &[("boards.txt:1", "R.R/B.B"), ("mine", "RB./BR.")]),
    ] {
        std::fs::write(folder.path().join("boards.txt"), file).unwrap();
        let spec = super::read(text, folder.path());
        let read: Vec<_> =
            (0..spec.instances()).map(|index| spec.sets[0].instance(index)).collect();
        let read: Vec<_> = read
            .iter()
            .map(|at| (at.name.as_str(), at.board.as_ref().unwrap().1.as_str()))
            .collect();
        assert_eq!(read, expected);
    }
}

#[test]
fn a_matrix_stands_for_configurations() {
    let study = |matrix: &str| {
        format!(
            "title = \"Matrix\"\n[[instances]]\nset = \"one\"\nnames = [\"gaps:random/4x4/1..2\"]\n\
             [[configurations]]\n{matrix}"
        )
    };
    let read = |matrix: &str| super::read(&study(matrix), Path::new("."));
    let spec = read(
        "algorithm = \"{algorithm}\"\nheuristic = \"{heuristic}\"\nexpansions = \"{limit}\"\n\
         each = { algorithm = [\"astar\", \"greedy\"], heuristic = [\"blind\", \"level-sum\"], \
          limit = [100, 2000] }\n",
    );
    let named: Vec<&str> = spec.configurations.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(named.len(), 8);
    assert_eq!(named[0], "astar blind limit=100");
    assert_eq!(named[7], "greedy level-sum limit=2000");
    let last = &spec.configurations[7].setting;
    assert_eq!((last.algorithm.as_deref(), last.expansions), (Some("greedy"), Some(2000)));
    // A range, a user-defined name, and a parameter in its own type.
    let spec = read(
        "name = \"w {w}\"\nalgorithm = \"wastar\"\nweight = \"{w}\"\neach = { w = \"1..3\" }\n",
    );
    let named: Vec<&str> = spec.configurations.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(named, ["w 1", "w 2", "w 3"]);
    let alone = read("name = \"w 2\"\nalgorithm = \"wastar\"\nweight = 2\n");
    assert_eq!(spec.configurations[1].setting, alone.configurations[0].setting);
    for (matrix, word) in [
        (
            "algorithm = \"{a}\"\neach = { b = [1] }\n",
            "a placeholder that `each` gives no values for",
        ),
        ("algorithm = \"bfs\"\neach = { b = 7 }\n", "`b`: expected a list or a range"),
        (
            "name = \"x\"\nalgorithm = \"{a}\"\neach = { a = [\"bfs\", \"astar\"] }\n",
            "two configurations named `x`",
        ),
        (
            "algorithm = \"bfs\"\nexpansions = \"{e}\"\neach = { e = [\"many\"] }\n",
            "is not a valid value of `expansions`",
        ),
        ("algorithm = \"bfs\"\nexpansions = \"100\"\n", "is not a valid value of `expansions`"),
        ("algorithm = \"bfs\"\neach = 3\n", "is not a valid value of `each`"),
    ] {
        let error = Spec::read(study(matrix), "s.toml", ".".into(), "s".to_owned()).unwrap_err();
        assert!(error.to_string().contains(word), "{matrix}: {error}");
    }
}
