//! Tests of the errors of invalid command lines.

use super::*;
use crate::help;

fn message(arguments: &[&str]) -> String {
    let error = help::command().try_get_matches_from(arguments).unwrap_err();
    explained(error, help::command, arguments).to_string()
}

#[test]
fn a_number_that_is_none_says_what_was_expected() {
    for (arguments, expected) in [
        (
            &["patience", "study", "generate", "birds", "neller", "--count", "x"][..],
            "a whole number",
        ),
        (
            &["patience", "study", "generate", "birds", "neller", "--count=-5"],
            "a whole number, 0 or more",
        ),
        (
            &["patience", "solve", "birds:neller/1", "--expansions", "99999999999999999999"],
            "a smaller whole number",
        ),
        (&["patience", "learn", "birds-report", "--table", "9"], "a whole number, 1 to 7"),
        (&["patience", "serve", "--port", "70000"], "a whole number, 0 to 65535"),
    ] {
        let said = message(arguments);
        assert!(said.ends_with(&format!("; expected {expected}\n")), "{arguments:?}: {said}");
        assert!(said.starts_with("error: `"), "{arguments:?}: {said}");
    }
}

/// Messages of parsers name the value themselves; clap's words about it are left out.
#[test]
fn a_value_and_its_flag_are_named_once() {
    for (flag, value, expected) in [
        ("--memory", "x", "--memory <SIZE>; expected a value such as 512MiB or 4GiB\n"),
        ("--level", "50", "--level <N>; expected a whole number from 1 to 9\n"),
        ("--iterations", "0", "--iterations <N>; expected a whole number, 1 or more\n"),
    ] {
        let said = message(&["patience", "solve", "birds:neller/1", flag, value]);
        assert_eq!(said, format!("error: `{value}` is not a valid value of {expected}"));
    }
}

#[test]
fn a_board_has_a_game_and_an_input() {
    for command in ["solve", "hint", "compare", "play", "certify"] {
        let game = message(&["patience", command, "--game", "cohesion"]);
        assert!(game.lines().count() == 1 && game.contains("without --input FILE"), "{game}");
        let input = message(&["patience", command, "--input", "-"]);
        assert!(input.lines().count() == 1 && input.contains("without --game"), "{input}");
    }
}

/// Each command that reads moves has its own flag for them.
#[test]
fn another_commands_flag_leads_to_the_own_one() {
    let flags = ["--moves", "--plan", "--after"];
    for (command, own) in [
        ("hint", "--after"),
        ("analyse", "--after"),
        ("learn values", "--after"),
        ("review", "--moves"),
        ("replay", "--plan"),
    ] {
        for flag in flags.iter().filter(|flag| **flag != own) {
            for value in [&["x"][..], &[]] {
                let path = ["patience"].into_iter().chain(command.split(' '));
                let words = path.chain(["birds:neller/1", *flag]).chain(value.iter().copied());
                let said = message(&words.collect::<Vec<_>>());
                assert!(said.contains(&format!("a similar argument exists: '{own}'")), "{said}");
            }
        }
    }
}

/// Only options that the command lists are suggested, if they are spelled alike.
#[test]
fn suggested_options_are_listed_and_similar() {
    for (words, suggested) in [
        ("solve birds:neller/42 --moves x", None),
        ("solve birds:neller/42 --plan x", None),
        ("solve birds:neller/42 --nodes 5", Some("--expansions")),
        ("solve birds:neller/42 --expansion 5", Some("--expansions")),
        ("compare birds:neller/42 --report x", None),
        ("gaps redeal gaps:random/2x4/1 --shuffles 3", None),
        ("certify birds:neller/42 --certificate x", Some("--output")),
        ("certify birds:neller/42 --show", None),
        ("certify birds:neller/42 --outptu x", Some("--output")),
        ("solve birds:neller/42 --algo x", Some("--algorithm")),
        ("study report a.toml --out x", Some("--output")),
        ("study run a.toml --out x", Some("--results")),
        ("study run a.toml --zzz", None),
        ("play --foo", None),
    ] {
        let words: Vec<&str> = std::iter::once("patience").chain(words.split(' ')).collect();
        let said = message(&words);
        let tip = said.split_once("a similar argument exists: '").map(|(_, tip)| tip);
        assert_eq!(tip.and_then(|tip| tip.split(['\'', ' ']).next()), suggested, "{said}");
        assert!(!said.contains("as a value"), "{said}");
    }
}

#[test]
fn a_file_is_no_folder() {
    for arguments in [
        &["solve", "gaps:random/2x4/1", "--scratch", "Cargo.toml"][..],
        &["solve", "gaps:random/2x4/1", "--split", "Cargo.toml"],
        &["gaps", "redeal", "gaps:random/2x4/1", "--report", "Cargo.toml"],
        &["study", "run", "a.toml", "--results", "Cargo.toml"],
        &["study", "report", "a.toml", "--output", "Cargo.toml"],
        &["serve", "--studies", "Cargo.toml"],
        &["man", "Cargo.toml"],
        &["man", "Cargo.toml/new"],
    ] {
        let said = message(&[&["patience"], arguments].concat());
        assert!(said.contains("Cargo.toml is a file; expected a folder"), "{said}");
        let replaced = |word: &&'static str| if word.contains(".toml") { "-" } else { *word };
        let stream: Vec<_> = arguments.iter().map(replaced).collect();
        let said = message(&[&["patience"], &stream[..]].concat());
        assert!(said.contains("expected a folder"), "{said}");
    }
    let said = message(&["patience", "man", "--markdown", "-"]);
    assert!(said.contains("`-` is standard output or input; expected a folder"), "{said}");
}

/// A server that may not search cannot answer.
#[test]
fn servers_have_solvers() {
    for solvers in ["0", "-1", "1000000", "x"] {
        let said = message(&["patience", "serve", &format!("--solvers={solvers}")]);
        assert!(said.contains("expected a number of searches from 1 to "), "{said}");
    }
}

#[test]
fn one_algorithm_is_no_list() {
    for flag in ["-a", "-H"] {
        let said = message(&["patience", "solve", "birds:neller/1", flag, "astar,idastar"]);
        assert!(said.contains("`patience compare` takes several"), "{said}");
        let twice = ["patience", "solve", "birds:neller/1", flag, "astar", flag, "dfs"];
        let said = message(&twice);
        assert!(said.contains("takes one name; `patience compare` takes several"), "{said}");
    }
}

/// Messages of Rust's own parsers.
const OF_STD: [&str; 8] = [
    "invalid digit",
    "too large to fit",
    "too small to fit",
    "cannot parse",
    "invalid float",
    "not `true` or `false`",
    "out of range integral",
    "is not in ",
];

/// Every flag of every command, with values that most parsers reject.
#[test]
fn no_message_is_of_rusts_own_parsers() {
    // It is built only once, since building takes most of the time.
    let mut parser = help::command();
    parser.build();
    fn walk(command: &Command, path: &[String], parser: &mut Command, seen: &mut usize) {
        for argument in
            command.get_arguments().filter(|argument| argument.get_action().takes_values())
        {
            let Some(flag) = argument.get_long() else { continue };
            for value in ["x", "-1", "1.5", "99999999999999999999999999", "", "é"] {
                let mut words = path.to_vec();
                words.push(format!("--{flag}={value}"));
                let Err(error) = parser.try_get_matches_from_mut(&words) else { continue };
                let said = explained(error, help::command, &words).to_string();
                *seen += 1;
                assert!(OF_STD.iter().all(|text| !said.contains(text)), "{words:?}: {said}");
            }
        }
        for inner in command.get_subcommands() {
            walk(inner, &[path, &[inner.get_name().to_owned()]].concat(), parser, seen);
        }
    }
    let (command, mut seen) = (help::command(), 0);
    walk(&command, &["patience".to_owned()], &mut parser, &mut seen);
    assert!(seen > 500, "{seen} messages");
}
