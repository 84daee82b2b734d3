//! Commands and pipes: readers that disappear, writers that never start, and interrupts.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use assert_cmd::prelude::*;

use crate::{UNSOLVABLE, interrupt, patience};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("patience").unwrap();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().unwrap()
}

/// Returns exit code and standard error of a command whose output has no reader.
fn unread(arguments: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = command(arguments).stdout(writer).output().unwrap();
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

/// A study with more rows than a writer buffers.
fn study(folder: &Path) -> String {
    let file = folder.join("small.toml").display().to_string();
    let text = "title = \"Small\"\n[[instances]]\nset = \"small\"\n\
                names = [\"gaps:random/3x4/1..60\"]\n\
                [[configurations]]\nalgorithm = \"bfs\"\n";
    std::fs::write(&file, text).unwrap();
    patience(&["study", "run", &file]).ends(0);
    file
}

/// A pipe without a reader does not block: one interrupt is enough.
#[test]
fn a_pipe_without_a_reader_can_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["solve --certificate", "certify --output"] {
        let [verb, option] = command.split(' ').collect::<Vec<_>>()[..] else { unreachable!() };
        let mut child = start(&[verb, "gaps:random/3x4/1", option, &pipe]);
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}");
    }
}

/// Messages next to a certificate are not coloured unless they go to a terminal.
#[test]
fn nothing_but_text_goes_to_a_file() {
    for command in ["certify gaps:random/3x4/1 -o -", "solve gaps:random/3x4/1 --certificate -"] {
        let ran = start(&command.split(' ').collect::<Vec<_>>()).wait_with_output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert!(said.contains("gaps:random/3x4/1") && !said.contains('\x1b'), "{said:?}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    let model = folder.path().join("model.json").display().to_string();
    let commands = [
        "list",
        "list gaps",
        "list --json",
        "show gaps:random/3x4/1..3",
        "solve gaps:random/3x4/1 --show",
        "solve gaps:random/3x4/1..3 --json",
        "solve gaps:random/3x4/1 --certificate -",
        "compare gaps:random/3x4/1..2 -a bfs -a astar",
        "compare gaps:random/3x4/1 -a bfs --format csv",
        "analyse birds:neller/42 --json",
        "hint birds:neller/42",
        "learn values gaps:random/3x4/1",
        "learn data tiles --count 3 --states 3000 --threads 1",
        "learn data gaps --count 1 --output -",
        "study generate gaps random/3x4 --count 3",
        "certify gaps:random/3x4/1 --output -",
        "certify gaps:random/3x4/1 --check --json",
        "gaps redeal gaps:random/2x4/1 --samples 2",
        "gaps questions gaps:random/3x4/1 --json",
        "birds unsolvable --to 20",
        "birds deal easy",
        "birds data --deals 1 --threads 1",
        "birds enumerate 10 --memory 1MiB",
        "study bench tiles",
        "completions bash",
        "study new",
        "study check STUDY",
        "study status STUDY",
        "study status STUDY --json",
        "study report STUDY",
        "study run STUDY",
        "study export STUDY",
        "study export STUDY --format jsonl",
        "study query STUDY .schema",
        "study merge STUDY",
    ];
    for command in commands {
        let words: Vec<&str> =
            command.split(' ').map(|word| if word == "STUDY" { &study } else { word }).collect();
        let (code, said) = unread(&words);
        assert_eq!(code, Some(1), "{command}: {said}");
        assert!(!said.contains("error") && !said.contains("panicked"), "{command}: {said}");
    }
    // Messages on standard error need no reader either.
    let mut child = start(&["birds", "train", "--deals", "20", "--output", &model]);
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(Path::new(&model).exists());
}

/// With `--certificate -` standard output is the certificate alone.
#[test]
fn a_certificate_is_not_mixed_with_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate");
    for (deal, code) in [("birds:neller/42", 0), (UNSOLVABLE, 11)] {
        let ran = patience(&["solve", deal, "--certificate", file.to_str().unwrap()]).ends(code);
        let mut child = start(&["solve", deal, "--certificate", "-"]);
        let mut bytes = Vec::new();
        child.stdout.take().unwrap().read_to_end(&mut bytes).unwrap();
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(code));
        assert!(bytes == std::fs::read(&file).unwrap(), "{deal}: {} bytes", bytes.len());
        let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        assert_eq!(first(&String::from_utf8_lossy(&ended.stderr)), first(&ran.stdout), "{deal}");
    }
}

/// If a regular file is required, a pipe is rejected without waiting.
#[test]
fn a_pipe_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in [
        "play --import PIPE --games NEW",
        "play --games PIPE",
        "gaps redeal --rows PIPE",
        "gaps redeal gaps:random/2x4/1 --rows PIPE",
        "study generate tiles generate/4x4/2/4 --hardest-of 2 --predictor PIPE",
        "solve birds:neller/42 --model PIPE",
        "solve gaps:random/4x6/1 --checkpoint PIPE",
        "birds unsolvable --to 20 --output PIPE",
        "study check PIPE",
        "study run PIPE",
    ] {
        let new = folder.path().join("new").display().to_string();
        let words: Vec<&str> = command
            .split(' ')
            .map(|word| match word {
                "PIPE" => &pipe,
                "NEW" => &new,
                word => word,
            })
            .collect();
        let ran = patience(&words).ends(2);
        let is_refused = ["regular file", "expected a file", "is not a list of lost deals"]
            .iter()
            .any(|words| ran.stderr.contains(words));
        assert!(is_refused, "{command}: {}", ran.stderr);
    }
}

/// Boards and plans can come through pipes as through standard input: an interrupt ends waiting for
/// a writer.
#[test]
fn boards_are_read_from_pipes_and_an_interrupt_ends_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let solve = ["solve", "--game", "tiles", "--input", &pipe, "--json"];
    let child = start(&solve);
    std::fs::File::options().write(true).open(&pipe).unwrap().write_all(b"r.R\n").unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&ended.stdout).contains("\"verdict\":\"solved\""));
    for arguments in [
        &solve[..],
        &["review", "tiles:level/iartistas-04", "--moves", &pipe],
        &["replay", "tiles:level/iartistas-04", "--plan", &pipe],
    ] {
        let child = start(arguments);
        interrupt(&child);
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(130), "{arguments:?}: {said}");
    }
}

/// Work that cannot be stopped in between ends at once, with the code of interrupts, and leaves no
/// partial output.
#[test]
fn an_interrupt_ends_learning_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("output").display().to_string();
    for command in [
        "birds data --deals 1000000 --output FILE",
        "birds train --deals 1000000 --output FILE",
        "learn birds-report --table 7",
        "learn birds-report --table 1 --deals 1000000",
        "learn train tiles --output FILE",
        "learn gaps-report",
        "learn evaluate gaps",
        "learn difficulty gaps:solvitaire/4x13/1..1000 --expansions 100000000 --output FILE",
    ] {
        let words: Vec<&str> =
            command.split(' ').map(|word| if word == "FILE" { &file } else { word }).collect();
        let mut child = start(&words);
        interrupt(&child);
        let said: Vec<String> =
            BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}: {said:?}");
        let is_told = said.last().is_some_and(|last| last.contains("interrupted before the end"));
        assert!(is_told, "{command}: {said:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{command}");
    }
}

/// Whether a command stopped by several signals in quick succession, while waiting for its
/// reader, prints its summary.
#[cfg(target_os = "linux")]
fn prints_its_summary() -> bool {
    let mut child = start(&["compare", "birds:neller/1..1500", "-a", "conclusive"]);
    let waits = |child: &Child| patience_testing::process(child.id()).unwrap()[0] == "S";
    let mut times = 0;
    while times < 20 {
        times = if waits(&child) { times + 1 } else { 0 };
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let often = "for _ in 1 2 3 4 5; do kill -TERM \"$0\"; sleep 0.01; done";
    Command::new("sh").args(["-c", often, &child.id().to_string()]).output().unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    text.lines().last().unwrap().starts_with(" conclusive ")
}

/// `timeout` signals its child, and then the child's group: that is one request to
/// stop. If the second signal is delayed for long, it counts as another, so the test is repeated.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_that_comes_several_times_is_one() {
    assert!((0..5).any(|_| prints_its_summary()));
}

/// An interrupt also ends lists without a search.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_long_lists_of_boards() {
    for command in ["show birds:neller/1..900000", "study generate gaps random/2x3 --count 900000"]
    {
        let child = start(&command.split(' ').collect::<Vec<_>>());
        interrupt(&child);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130), "{command}");
    }
}
