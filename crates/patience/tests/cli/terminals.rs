//! Output on a terminal and into a pipe; both can be read back.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::process::{Command, Stdio};

use assert_cmd::prelude::*;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::people::INSTANCES;
use crate::{patience, patience_reading};

/// Returns the output of a command on a terminal of `columns` columns, without colours.
fn on_terminal(columns: u16, arguments: &[&str]) -> String {
    shown(columns, arguments, |_| Stdio::null())
}

/// Returns the output and the messages of a command on a terminal.
fn all_on_terminal(columns: u16, arguments: &[&str]) -> String {
    shown(columns, arguments, |terminal| terminal.try_clone().unwrap().into())
}

/// A terminal of `columns` columns: our end and the program's.
fn terminal(columns: u16) -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).unwrap();
    let path = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = File::options().read(true).write(true).open(path).unwrap();
    (File::from(ours), theirs)
}

fn shown(columns: u16, arguments: &[&str], messages: fn(&File) -> Stdio) -> String {
    let (mut terminal, theirs) = terminal(columns);
    let mut command = Command::cargo_bin("patience").unwrap();
    command.args(arguments).env("NO_COLOR", "1").env_remove("COLUMNS").stdin(Stdio::null());
    command.stderr(messages(&theirs)).stdout(theirs);
    let mut child = command.spawn().unwrap();
    // The end of the terminal that this process still holds.
    drop(command);
    let (mut shown, mut part) = (Vec::new(), [0; 4096]);
    loop {
        match terminal.read(&mut part) {
            Ok(0) => break,
            Ok(length) => shown.extend(&part[..length]),
            // Linux reports this error when the last writer is gone.
            Err(error) if error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) => {
                break;
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Interrupted),
        }
    }
    child.wait().unwrap();
    let text = String::from_utf8(shown).unwrap().replace("\r\n", "\n");
    anstream::adapter::strip_str(&text).to_string()
}

/// Moves as programs read them: no line for people contains them.
fn is_notation(word: &str) -> bool {
    let is_cells =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == ',');
    let cells = word.split_once('>').is_some_and(|(from, to)| is_cells(from) && is_cells(to));
    cells
        || (word.contains(',')
            && word.ends_with(['L', 'R', 'U', 'D'])
            && is_cells(&word[..word.len() - 1]))
}

#[test]
fn people_read_words_and_pipes_notation() {
    for instance in INSTANCES {
        let plan = patience(&["solve", instance]).ends(0).stdout;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &plan).unwrap();
        let file = file.path().to_str().unwrap();
        for command in [
            &["solve", instance][..],
            &["solve", instance, "--show"],
            &["hint", instance],
            &["analyse", instance],
            &["replay", instance, "--plan", file, "--show"],
            &["review", instance, "--moves", file],
        ] {
            for columns in [40, 100] {
                let shown = on_terminal(columns, command);
                let notation: Vec<&str> =
                    shown.split_whitespace().filter(|word| is_notation(word)).collect();
                assert_eq!(notation, [""; 0], "{command:?}: {shown}");
                // A plan that a person copies is the same as that in a pipe.
                if !["solve", "hint", "replay"].contains(&command[0]) {
                    continue;
                }
                let replay = |printed: &str| {
                    patience_reading(
                        &["replay", instance, "--plan", "-", "--json"],
                        printed.as_bytes(),
                    )
                };
                let piped = patience(command).ends(0).stdout;
                assert_eq!(replay(&shown).stdout, replay(&piped).stdout, "{command:?}: {shown}");
                assert_eq!(replay(&shown).code, i32::from(command[0] == "hint"), "{shown}");
            }
        }
        // Letters and numbers alone do not look like a notation.
        if !instance.starts_with("tiles") && !instance.starts_with("sliding") {
            assert!(plan.split_whitespace().any(is_notation), "{plan}");
        }
    }
    assert!(on_terminal(80, &["solve", INSTANCES[3]]).contains("\n  play: tilt "));
}

/// No word is broken at the end of a line.
#[test]
fn greeting_and_lost_hint_fit_narrow_terminals() {
    for arguments in
        [&[][..], &["hint", "gaps:solvitaire/4x6/1"], &["hint", "birds:neller/42", "-a", "greedy"]]
    {
        for columns in [45, 60, 80] {
            let shown = on_terminal(columns, arguments);
            let longest = shown.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= columns.into(), "{longest} of {columns}: {shown}");
        }
    }
}

/// Sentences wrap between words, in tables and around them.
#[test]
fn sentences_fit_narrow_terminals() {
    let folder = tempfile::tempdir().unwrap();
    let [study, rows] = ["s.toml", "rows.jsonl"].map(|name| folder.path().join(name));
    std::fs::write(
        &study,
        "title = \"A title that is longer than forty columns are wide\"\n\
         [[instances]]\nset = \"a\"\nnames = [\"birds:neller/1\"]\n\
         [[configurations]]\nalgorithm = \"bfs\"\n",
    )
    .unwrap();
    std::fs::write(
        &rows,
        "{\"set\":\"a\",\"instance\":\"i\",\"configuration\":\"x\",\
          \"verdict\":\"solved\",\"expanded\":1}\n",
    )
    .unwrap();
    let [study, rows] = [&study, &rows].map(|path| path.to_str().unwrap());
    for arguments in [
        &["solve", "gaps:random/3x4/1..3"][..],
        &["solve", "gaps:random/4x5/17", "--explain"],
        &["analyse", "gaps:random/4x4/1"],
        &["compare", INSTANCES[3], "-a", "bfs,astar"],
        &["learn", "values", "birds:neller/42"],
        &["gaps", "questions", "gaps:random/4x4/1"],
        &["study", "check", study],
        &["study", "compare", rows, rows],
    ] {
        let shown = on_terminal(30, arguments);
        for line in shown.lines() {
            assert!(line.chars().count() <= 30, "{line}: {arguments:?}: {shown}");
        }
    }
}

/// More keys than one read of the terminal returns, as when text is pasted: all of them arrive.
#[test]
fn no_key_waits_for_the_next_one() {
    let (mut terminal, theirs) = terminal(80);
    let theirs = || Stdio::from(theirs.try_clone().unwrap());
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(["play", "--games", "none", INSTANCES[3]])
        .stdin(theirs())
        .stdout(theirs())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    terminal.read_exact(&mut [0]).unwrap();
    let mut screen = terminal.try_clone().unwrap();
    std::thread::spawn(move || std::io::copy(&mut screen, &mut std::io::sink()));
    let keys = "\x1b[A".repeat(400) + "q";
    terminal.write_all(keys.as_bytes()).unwrap();
    // Long enough for any machine, because a pending key arrives only with the next one.
    let ended = (0..6000).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        child.try_wait().unwrap()
    });
    let _ = child.kill();
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
}

/// Errors of the command line, of names, of files and of boards, and notes.
#[test]
fn messages_fit_narrow_terminals() {
    for arguments in [
        &["solve", "birds:neller/1", "--weigth", "2"][..],
        &["solve", "birds:neller/1", "-a", "astar,idastar"],
        &["solve", "birds:neller/1", "--expansions", "x"],
        &["solve", "gaps:solvitaire/1x1/1"],
        &["solve", "birds:nellr/1"],
        &["replay", "birds:neller/1", "--plan", "no/such/file"],
        &["study", "new", "-o", "no/such/file"],
        &["solve", "birds:neller/1", "--model", "no/such/file"],
        &["solve", INSTANCES[3], "-a", "bfs", "--weight", "2", "--bound", "3"],
    ] {
        for columns in [40, 60] {
            let shown = all_on_terminal(columns, arguments);
            let is_wide = |line: &&str| {
                line.chars().count() > columns.into() && line.split_whitespace().count() > 1
            };
            assert!(!shown.is_empty() && !shown.contains("os error"), "{arguments:?}: {shown}");
            // Progress is overwritten.
            let lines = shown.lines().flat_map(|line| line.split('\r'));
            assert_eq!(lines.filter(is_wide).collect::<Vec<_>>(), [""; 0], "{shown}");
        }
    }
}

/// The board of a plan that does not win is drawn for people.
#[test]
fn an_open_end_is_drawn() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "R").unwrap();
    let replay = ["replay", "tiles:level/iartistas-04", "--plan", file.path().to_str().unwrap()];
    let (shown, piped) = (on_terminal(80, &replay), patience(&replay).ends(1).stdout);
    assert!(
        shown.contains("after 1 move the game is not won\nthe position reached is\n     a"),
        "{shown}"
    );
    assert!(piped.contains("the position reached is #"), "{piped}");
}

/// At 40 columns lines end between words, and moves stay whole.
#[test]
fn nothing_is_cut_at_forty_columns() {
    for command in [
        &["solve", "gaps:solvitaire/4x13/8"][..],
        &["solve", "birds:neller/42", "--show"],
        &["show", "gaps:solvitaire/4x13/8"],
        &["show", "birds:neller/42"],
        &["learn", "values", "gaps:solvitaire/4x13/8"],
        &["list"],
        &["list", "gaps"],
        &["list", "tiles"],
        &["hint", "birds:neller/42"],
    ] {
        let shown = on_terminal(40, command);
        let is_wide =
            |line: &&str| line.chars().count() > 40 && line.split_whitespace().count() > 1;
        assert_eq!(shown.lines().filter(is_wide).collect::<Vec<_>>(), [""; 0], "{shown}");
        if command[0] == "solve" && !command.contains(&"--show") {
            let plan = shown.split("play: ").nth(1).unwrap();
            let ends = plan.lines().filter(|line| line.trim_end().ends_with('·')).count();
            assert_eq!(ends, plan.trim_end().lines().count() - 1, "{shown}");
        }
    }
    for deal in ["gaps:solvitaire/4x13/8", "gaps+fixed-suits:solvitaire/4x13/2580"] {
        let board = patience(&["show", deal, "--format", "notation"]).ends(0).stdout;
        let shown = on_terminal(40, &["show", deal]);
        let read = ["show", "--game", "gaps", "--input", "-", "--format", "notation"];
        assert_eq!(patience_reading(&read, shown.as_bytes()).ends(0).stdout, board, "{shown}");
    }
}

/// Some terminals count columns and rows from 0.
#[test]
fn clicks_at_column_and_row_zero_are_ignored() {
    let (mut terminal, theirs) = terminal(80);
    let mut command = Command::cargo_bin("patience").unwrap();
    command.args(["play", "birds:neller/42", "--games", "none"]).env("TERM", "xterm-256color");
    command.stdin(theirs.try_clone().unwrap()).stderr(theirs.try_clone().unwrap()).stdout(theirs);
    let mut child = command.spawn().unwrap();
    drop(command);
    let (mut shown, mut part, mut typed) = (Vec::new(), [0; 4096], false);
    while let Ok(length @ 1..) = terminal.read(&mut part) {
        shown.extend(&part[..length]);
        // The board is displayed: keys are read.
        if !typed && String::from_utf8_lossy(&shown).contains("neller/42") {
            typed = true;
            terminal.write_all(b"\x1b[<0;0;5M\x1b[<0;5;0m\x1b[M   \x1b[32;0;0Mq").unwrap();
        }
    }
    let shown = String::from_utf8_lossy(&shown);
    assert!(child.wait().unwrap().success() && !shown.contains("panicked"), "{shown}");
}

/// People read words, also for redeals, and a program reads them back.
#[test]
fn redeals_are_read_in_words() {
    let deal = "gaps:random/3x4/1";
    let asked = ["gaps", "redeal", deal, "--rule", "unshuffled"];
    let file = tempfile::NamedTempFile::new().unwrap();
    let plan = file.path().to_str().unwrap();
    std::fs::write(plan, patience(&[&asked[..], &["--json"]].concat()).ends(0).stdout).unwrap();
    let line = on_terminal(80, &asked);
    let film = on_terminal(80, &["replay", deal, "--plan", plan, "--show"]);
    assert!(line.contains("play: redeal (unshuffled) · "), "{line}");
    assert!(film.contains("1. redeal (unshuffled)\n"), "{film}");
    let line = line.split_once("play: ").unwrap().1.to_owned();
    for told in [line, film] {
        assert!(!told.contains("redeal/"), "{told}");
        let ran = patience_reading(&["replay", deal, "--plan", "-"], told.as_bytes()).ends(0);
        assert!(ran.stdout.contains("and 1 redeal win the game"), "{told}");
    }
}
