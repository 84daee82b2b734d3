//! The flags of the parameters, generated from the catalogue, so that a new parameter becomes a
//! flag at once.

use std::collections::BTreeMap;

use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use clap_complete::ArgValueCompleter;
use patience_catalogue::parameters::{self, Shared};
use patience_core::parameter::HEURISTIC;
use patience_core::{Argument, Kind};

use crate::complete;

/// The heading of parameters shared by several games.
pub const PARAMETERS: &str = "Parameters of algorithms";

/// Parameter values given by name.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// The given values; each is accepted by some algorithm.
    pub values: BTreeMap<String, Argument>,
}

/// The parameters that are flags: the heuristic, threads and files have separate flags in each
/// command.
fn flags() -> impl Iterator<Item = &'static Shared> {
    let (general, special): (Vec<&Shared>, Vec<&Shared>) = parameters::all()
        .iter()
        .filter(|shared| shared.may_come_from_outside() && shared.name != HEURISTIC.name)
        .partition(|shared| !shared.is_special());
    general.into_iter().chain(special)
}

fn flag(shared: &'static Shared) -> Arg {
    let flag = Arg::new(shared.name).long(shared.name).help(shared.help()).hide_short_help(true);
    let flag = match shared.games.as_slice() {
        [game] => flag.help_heading(format!("Only for {game}")),
        _ => flag.help_heading(PARAMETERS),
    };
    let checked =
        move |text: &str| shared.read(&Argument::from(text)).map_err(|error| error.to_string());
    match shared.kind() {
        Kind::Flag => flag.action(ArgAction::SetTrue),
        Kind::Choice(words) => flag
            .value_name(shared.name.to_uppercase())
            .value_parser(PossibleValuesParser::new(words)),
        Kind::Heuristic => flag
            .value_name("HEURISTIC")
            .value_parser(ValueParser::new(checked))
            .add(ArgValueCompleter::new(complete::heuristic)),
        Kind::Time { bare } => flag
            .value_name("TIME")
            .num_args(0..=1)
            .default_missing_value(bare.to_string())
            .value_parser(ValueParser::new(checked)),
        _ => flag
            .value_name("N")
            .allow_negative_numbers(true)
            .value_parser(ValueParser::new(checked)),
    }
}

/// Omits the flags of parameters that a command does not read from its help. They are still
/// accepted, with a note.
pub fn only(read: &'static [&'static str]) -> impl FnMut(Arg) -> Arg {
    move |arg| {
        let is_read = read.contains(&arg.get_id().as_str());
        let is_parameter = flags().any(|shared| arg.get_id() == shared.name);
        arg.hide(is_parameter && !is_read)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Flags::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for shared in flags() {
            let value = match shared.kind() {
                Kind::Flag => matches.get_flag(shared.name).then_some(Argument::Flag(true)),
                Kind::Choice(_) => {
                    matches.get_one::<String>(shared.name).cloned().map(Argument::Text)
                }
                _ => matches.get_one::<Argument>(shared.name).cloned(),
            };
            self.values.extend(value.map(|value| (shared.name.to_owned(), value)));
        }
        Ok(())
    }
}

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        flags().fold(command, |command, shared| command.arg(flag(shared)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Flags, String> {
        let command = Flags::augment_args(Command::new("test"));
        let matches = command.try_get_matches_from(std::iter::once(&"test").chain(arguments));
        let matches = matches.map_err(|error| error.to_string())?;
        Ok(Flags::from_arg_matches(&matches).unwrap())
    }

    #[test]
    fn every_parameter_that_may_come_from_outside_is_a_flag() {
        let command = Flags::augment_args(Command::new("test"));
        for shared in parameters::all().iter().filter(|shared| shared.name != HEURISTIC.name) {
            let is_flag = command.get_arguments().any(|arg| arg.get_long() == Some(shared.name));
            assert_eq!(is_flag, shared.may_come_from_outside(), "{}", shared.name);
        }
        command.debug_assert();
    }

    #[test]
    fn flags_are_read_by_their_declarations() {
        let flags =
            parsed(&["--width", "50", "--strategy", "sweep", "--optimal", "--shorten", "--seed=7"])
                .unwrap();
        let text = |name: &str| flags.values.get(name).map(Argument::to_string);
        assert_eq!(text("width").as_deref(), Some("50"));
        assert_eq!(text("strategy").as_deref(), Some("sweep"));
        assert_eq!(text("optimal").as_deref(), Some("true"));
        assert_eq!(text("shorten").as_deref(), Some("10"));
        assert_eq!((text("seed").as_deref(), text("weight")), (Some("7"), None));
        for (arguments, expected) in [
            (
                ["--level", "50"],
                "`50` is not a valid value of `level`; expected a whole number from 1 to 9",
            ),
            (
                ["--width", "0"],
                "`0` is not a valid value of `width`; expected a whole number from 1 to 1000000000",
            ),
            (
                ["--weight", "-1"],
                "`-1` is not a valid value of `weight`; expected a number from 0 to 1000000",
            ),
            (["--weight", "nan"], "`nan` is not a valid value of `weight`"),
            (["--shorten", "1e300"], "is not a valid value of `shorten`; expected a time"),
            (["--strategy", "swep"], "'sweep'"),
        ] {
            let error = parsed(&arguments).unwrap_err();
            assert!(error.contains(expected), "{arguments:?}: {error}");
        }
    }
}
