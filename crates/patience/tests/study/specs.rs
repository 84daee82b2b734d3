//! Specifications: faults are found before anything runs, and reported with their place.

use crate::{STUDY, complain, say};

#[test]
fn what_solve_refuses_neither_check_nor_run_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let study = "title = \"x\"\n[[instances]]\nset = \"s\"\nnames = [\"gaps:random/4x4/1..20\"]\n\
                 [[configurations]]\nalgorithm = \"conclusive\"\n";
    let cases = [
        ("stratgy = \"sweep\"", "7:1", "stratgy"),
        ("options = { stratgy = \"sweep\" }", "7:13", "stratgy"),
        ("strategy = \"swep\"", "7:12", "swep"),
        ("policy = \"learnt\"", "7:10", "learnt"),
        ("shorten = -1", "7:11", "shorten"),
        ("level = 50", "7:9", "level"),
        ("heuristic = \"nothing\"", "7:13", "nothing"),
    ];
    for (line, place, words) in cases {
        std::fs::write(folder.path().join("s.toml"), format!("{study}{line}\n")).unwrap();
        for command in ["check", "run"] {
            let message = complain(folder.path(), 2, &["study", command, "s.toml"]);
            assert!(
                message.contains(&format!("s.toml:{place}: ")) && message.contains(words),
                "{line}: {message}"
            );
        }
        assert!(!folder.path().join("s.results").exists(), "{line}: nothing was run");
    }
    std::fs::write(folder.path().join("s.toml"), format!("{study}strategy = \"sweep\"\n")).unwrap();
    say(folder.path(), &["study", "check", "s.toml"]);
}

#[test]
fn faults_in_a_study_are_shown_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("title = 1", "title = \"x\"", "bad.toml:2:9"),
        ("algorithm = \"bsf\"", "algorithm = \"bfs\"", "unknown algorithm `bsf`"),
        ("names = [\"tiles:level/nothing\"]", "names = [\"tiles:level/*\"]", "nothing"),
        ("names = [\"tiles:levle/*\"]", "names = [\"tiles:level/*\"]", "levle"),
        ("memory = \"64 pounds\"", "memory = \"64MiB\"", "512MiB"),
        ("expansoins = 300", "expansions = 300", "unknown field `expansoins`"),
        ("repetitions = 0", "repetitions = 3", "at least 1"),
        ("1..50\", \"gaps:random/4x4/50..51", "1..50", "twice"),
    ];
    for (fault, right, expected) in cases {
        let study =
            STUDY.replace("title = \"Many short jobs\"", "title = \"x\"").replacen(right, fault, 1);
        assert_ne!(study, STUDY);
        std::fs::write(folder.path().join("bad.toml"), &study).unwrap();
        let message = complain(folder.path(), 2, &["study", "check", "bad.toml"]);
        assert!(message.contains(expected), "{fault}: {message}");
        // The place is that of the fault.
        let line = study.lines().position(|line| line.contains(fault)).unwrap() + 1;
        assert!(message.contains("bad.toml:"), "{message}");
        let told: usize =
            message.split("bad.toml:").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
        assert!(
            told.abs_diff(line) <= 1 || fault.contains("50.."),
            "{fault}: line {told}, not {line}: {message}"
        );
        assert!(message.contains('^'), "{message}");
    }
    complain(folder.path(), 2, &["study", "status", "nowhere.toml"]);
    std::fs::write(folder.path().join("good.toml"), STUDY).unwrap();
    let message = complain(folder.path(), 2, &["study", "resume", "good.toml"]);
    assert!(message.contains("study run"), "{message}");
    let message = complain(folder.path(), 2, &["study", "run", "good.toml", "--memory", "1MiB"]);
    assert!(message.contains("--memory"), "{message}");
}

#[test]
fn every_ready_study_is_valid() {
    let studies = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies"));
    for entry in std::fs::read_dir(studies).unwrap() {
        let path = entry.unwrap().path();
        // A minute of processor time finds the boards of this one.
        let is_dear = path.ends_with("cohesion-sizes.toml") && !patience_testing::all();
        if path.extension().is_some_and(|extension| extension == "toml") && !is_dear {
            let said = say(studies, &["study", "check", path.to_str().unwrap()]);
            assert!(!said.contains("note:"), "{said}");
        }
    }
}
