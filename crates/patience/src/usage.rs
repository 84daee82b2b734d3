//! Errors of invalid command lines, in the style of all other messages.

use std::error::Error as _;
use std::ffi::OsString;
use std::io::ErrorKind::BrokenPipe;
use std::io::Write;
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};

use clap::builder::UnknownArgumentValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use patience_core::suggest::closest;

use crate::exit::without_numbers;
use crate::tables;

/// Flags that other commands use for moves: the error names the flag of this command.
pub fn misnamed<const N: usize>(others: [&'static str; N], flag: &'static str) -> [Arg; N] {
    let parser = UnknownArgumentValueParser::suggest_arg(flag);
    others.map(|name| {
        let misnamed = Arg::new(name).long(name).hide(true).num_args(..=1);
        misnamed.default_missing_value("").value_parser(parser.clone())
    })
}

/// Parses a single name, which another command takes in lists.
pub fn one_name(text: &str) -> Result<String, String> {
    match text.contains(',') {
        true => Err("it names several; expected one (`patience compare` takes several)".to_owned()),
        false => a_name(text),
    }
}

/// A folder, which need not exist yet.
pub fn folder(text: &str) -> Result<PathBuf, String> {
    if text == "-" {
        return Err("`-` is standard output or input; expected a folder".to_owned());
    }
    a_folder(text.into())
}

/// A path at which a folder is or can be created.
pub fn a_folder(path: PathBuf) -> Result<PathBuf, String> {
    let is_there = |part: &&Path| part.exists() || part.is_symlink();
    let there = match path.ancestors().find(is_there) {
        Some(there) if !there.is_dir() => there,
        _ => return Ok(path),
    };
    let what = if there.exists() { "a file" } else { "a link to nothing" };
    Err(format!("{} is {what}; expected a folder", there.display()))
}

/// Parses a name of a comma-separated list.
pub fn a_name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("expected a name; `patience list` lists them all".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// Parses a share, a number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| {
        format!("`{}` is not a valid share; expected a number from 0 to 1", text.escape_debug())
    })
}

/// Prints the error, or the requested help, and ends the program.
pub fn exit(error: clap::Error, program: fn() -> Command) -> ! {
    let error = explained(error, program, std::env::args_os());
    if !error.use_stderr() {
        match error.print() {
            // A reader that closes the pipe early does not want the rest.
            Err(fault) if fault.kind() != BrokenPipe => {
                let fault = without_numbers(&fault.to_string());
                let _ = writeln!(anstream::stderr(), "error: standard output: {fault}");
                std::process::exit(1);
            }
            _ => std::process::exit(error.exit_code()),
        }
    }
    // If standard error is closed, the message is lost.
    let message = tables::message(&without_numbers(&error.render().ansi().to_string()));
    let _ = write!(anstream::stderr(), "{message}");
    std::process::exit(error.exit_code())
}

/// Returns the error of the program's command line `words`; if it concerns a number or a part of a
/// board's name, it also lists the expected values.
pub fn explained(
    mut error: clap::Error,
    program: fn() -> Command,
    words: impl IntoIterator<Item = impl Into<OsString>>,
) -> clap::Error {
    suggest_known(&mut error, program, words);
    forget_escapes(&mut error);
    if let Some(message) = several_names(&error) {
        return clap::Error::raw(ErrorKind::ArgumentConflict, message);
    }
    if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some((name, _)) = argument.split_once(" [<")
    {
        // The user did not type the value of a misnamed flag.
        let name = ContextValue::String(name.to_owned());
        error.insert(ContextKind::InvalidArg, name);
    }
    if let Some(message) = half_of_a_board(&error) {
        return clap::Error::raw(ErrorKind::MissingRequiredArgument, message);
    }
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (Some(value), Some(flag)) =
        (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg))
    else {
        return error;
    };
    let source = error.source();
    let whole = source.and_then(|source| source.downcast_ref::<ParseIntError>());
    let expected = match (whole.map(ParseIntError::kind), source.map(ToString::to_string)) {
        (Some(IntErrorKind::PosOverflow), _) => "a smaller whole number".to_owned(),
        (Some(IntErrorKind::NegOverflow), _) => "a larger whole number".to_owned(),
        (Some(_), _) if value.starts_with('-') => "a whole number, 0 or more".to_owned(),
        (Some(_), _) => "a whole number".to_owned(),
        // Our own messages also name the value; the flag is named once.
        (None, Some(message)) => match (
            message.split_once(" is not in "),
            message
                .split_once(" is not a valid ")
                .and_then(|(_, rest)| rest.split_once("expected ")),
        ) {
            (Some((_, range)), _) => format!("a whole number, {}", range_words(range)),
            (None, Some((_, expected))) => expected.to_owned(),
            (None, None) => return error,
        },
        (None, None) => return error,
    };
    let message =
        format!("`{}` is not a valid value of {flag}; expected {expected}\n", value.escape_debug());
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

/// Suggests a similarly spelled option that the command's help lists, or none. clap also suggests
/// hidden options, and options that only share letters. An option of another command is not treated
/// as a typing error.
fn suggest_known(
    error: &mut clap::Error,
    program: fn() -> Command,
    words: impl IntoIterator<Item = impl Into<OsString>>,
) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return };
    let Some(typed) = typed.strip_prefix("--").map(str::to_owned) else { return };
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let mut program = program();
    program.build();
    let words = words.into_iter().skip(1).map(Into::into);
    let command = words.fold(&program, |command, word: OsString| {
        command.find_subcommand(&word).unwrap_or(command)
    });
    // A misnamed flag has its own suggestion.
    let name = typed.split([' ', '=']).next().unwrap_or(&typed);
    if command.get_arguments().any(|arg| arg.get_long() == Some(name)) {
        return;
    }
    let close = match lists(&program, name) {
        true => None,
        false => longer(name, command).or_else(|| closest(name, listed(command))),
    };
    match close.map(|close| ContextValue::String(format!("--{close}"))) {
        Some(close) => _ = error.insert(ContextKind::SuggestedArg, close),
        None => _ = error.remove(ContextKind::SuggestedArg),
    }
    // The usage also contains the suggestion.
    let usage = ContextValue::StyledStr(command.clone().render_usage());
    error.insert(ContextKind::Usage, usage);
}

/// The command's only option that begins with a name, which may be incomplete.
fn longer<'a>(name: &str, command: &'a Command) -> Option<&'a str> {
    let mut longer = listed(command).filter(|own| name.len() > 2 && own.starts_with(name));
    longer.next().filter(|_| longer.next().is_none())
}

/// The options that the help of a command lists.
fn listed(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(Arg::get_long)
}

/// Whether a command or one below it lists the option.
fn lists(command: &Command, name: &str) -> bool {
    listed(command).any(|own| own == name)
        || command.get_subcommands().any(|inner| lists(inner, name))
}

/// Removes the advice to pass an unknown option as a value: no command takes such values.
fn forget_escapes(error: &mut clap::Error) {
    let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested) else { return };
    let mut tips = tips.clone();
    tips.retain(|tip| !tip.to_string().contains("as a value"));
    match tips.is_empty() {
        true => _ = error.remove(ContextKind::Suggested),
        false => _ = error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips)),
    }
}

/// Names the command that takes several algorithms or heuristics.
fn several_names(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let is_again = error.kind() == ErrorKind::ArgumentConflict
        && error.get(ContextKind::PriorArg) == error.get(ContextKind::InvalidArg);
    let flag = flag.split(' ').next().filter(|flag| ["--algorithm", "--heuristic"].contains(flag));
    Some(format!(
        "{} takes one name; `patience compare` takes several\n",
        flag.filter(|_| is_again)?
    ))
}

/// Names the missing flag of a board if only one of the two flags is given.
fn half_of_a_board(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let is_missing = |flag| missing.iter().any(|argument| argument.starts_with(flag));
    match (error.kind(), is_missing("--input"), is_missing("--game")) {
        (ErrorKind::MissingRequiredArgument, true, _) => Some(
            "--game has no effect without --input FILE, the boards of that game (`-`: standard \
             input)\n",
        ),
        (ErrorKind::MissingRequiredArgument, _, true) => Some(
            "--input has no effect without --game GAME[+RULES], the game of its boards, such as \
             gaps\n",
        ),
        _ => None,
    }
}

/// A range such as `1..=6` in words; the largest number of a type does not count as a bound.
fn range_words(range: &str) -> String {
    let (first, last) = range.split_once("..").unwrap_or((range, ""));
    match last.trim_start_matches('=') {
        last if last.is_empty() || last == u32::MAX.to_string() || last == u64::MAX.to_string() => {
            format!("{first} or more")
        }
        last if last == first => format!("{first} only"),
        last => format!("{first} to {last}"),
    }
}

#[cfg(test)]
mod tests;
