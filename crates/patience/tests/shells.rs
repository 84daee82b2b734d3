//! Completions and manual pages.

use std::process::{Command, Output};

use assert_cmd::prelude::*;

fn patience(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::cargo_bin("patience").unwrap();
    command.args(arguments).envs(environment.iter().copied()).output().unwrap()
}

fn text(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(patience(&["completions", shell], &[]));
        assert!(
            script.contains("PATIENCE_COMPLETE") && script.contains("patience"),
            "{shell}: {script}"
        );
    }
}

#[test]
fn shells_are_told_commands_games_levels_algorithms_and_heuristics() {
    let cases = [
        (&["patience", "sol"][..], "solve"),
        (&["patience", "solve", "tiles:level/iartistas-n"], "tiles:level/iartistas-new"),
        (&["patience", "solve", "gaps+fixed-s"], "gaps+fixed-suits:"),
        (&["patience", "compare", "birds:neller/1", "-a", "idd"], "iddfs"),
        (&["patience", "hint", "birds:neller/1", "-H", "floc"], "flockability"),
        (&["patience", "list", "coh"], "cohesion"),
    ];
    for (words, expected) in cases {
        let index = (words.len() - 1).to_string();
        let asked =
            [("PATIENCE_COMPLETE", "bash"), ("_CLAP_COMPLETE_INDEX", &index), ("_CLAP_IFS", "\n")];
        let answer = text(patience(&[&["--"], words].concat(), &asked));
        assert_eq!(answer.lines().collect::<Vec<_>>(), [expected], "{words:?}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    assert!(text(patience(&["man"], &[])).contains(".TH"));
    let folder = tempfile::tempdir().unwrap();
    text(patience(&["man", folder.path().to_str().unwrap()], &[]));
    for page in ["patience.1", "patience-solve.1", "patience-study.1"] {
        let page = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(page.contains(".TH"), "{page}");
    }
    let file = folder.path().join("patience.1");
    let refused = patience(&["man", file.to_str().unwrap()], &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("patience.1"));
}

/// A reader with an open page keeps the old text, so a killed program leaves no incomplete page.
#[test]
fn pages_are_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for (page, more) in [("patience-solve.1", &[][..]), ("algorithms.md", &["--markdown"])] {
        let file = folder.path().join(page);
        std::fs::write(&file, "old").unwrap();
        let mut open = std::fs::File::open(&file).unwrap();
        text(patience(&[&["man", path], more].concat(), &[]));
        let mut read = String::new();
        std::io::Read::read_to_string(&mut open, &mut read).unwrap();
        assert_eq!(read, "old", "{page}");
        assert_ne!(std::fs::read_to_string(&file).unwrap(), "old", "{page}");
    }
    let left = std::fs::read_dir(folder.path()).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().ends_with(".part")), "{left:?}");
}
