//! `patience play`.

use crate::arguments::OneInstance;
use crate::complete;
use anyhow::Result;
use clap::Args;
use clap::builder::Resettable;
use clap_complete::ArgValueCompleter;
use patience_catalogue::gaps::RedealRule;
use patience_catalogue::{Instance, Reference, Request};
use patience_core::Limits;
use patience_core::units::{bytes, duration};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::commands::redeal;
use crate::exit::{Tally, bad_input};
use crate::play::{Playing, Store};
use crate::style::counted;
use crate::usage::one_name;
use crate::{input, notes, play, solving};

#[derive(Debug, Args)]
#[command(mut_arg("name", |name| {
    let name = name.required_unless_present(Resettable::Reset);
    name.help("The instance, GAME[+RULES]:SOURCE/… (default: a menu)")
}))]
pub struct PlayArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// The algorithm that gives advice (default: the best solver for the game).
    #[arg(
        short, long, value_name = "ALGORITHM", value_parser = one_name,
        add = ArgValueCompleter::new(complete::algorithm),
    )]
    pub algorithm: Option<String>,
    /// Time limit for judging a position.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    pub time: Duration,
    /// Memory limit for judging a position.
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1GiB")]
    pub memory: u64,
    /// The redeals of Gaps: none, pysol, aisleriot (only when no card can move), spaces, station,
    /// addiction or unshuffled.
    #[arg(long, value_name = "RULE", default_value = "pysol")]
    pub redeals: Redealing,
    /// The seed of the redeals; the same seed repeats them (default: random).
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The file of saved games, or `none` (default: in your state folder).
    #[arg(long, value_name = "FILE")]
    pub games: Option<PathBuf>,
    /// Add the games of a file to the saved games: an export of the page, or another file of
    /// `--games`.
    #[arg(long, value_name = "FILE")]
    pub import: Option<PathBuf>,
}

/// A redeal rule, or none.
#[derive(Clone, Copy, Debug)]
pub struct Redealing(Option<RedealRule>);

impl FromStr for Redealing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            Ok(Redealing(None))
        } else {
            redeal::rule(text).map(|rule| Redealing(Some(rule)))
        }
    }
}

/// Opens the game and plays it.
pub fn run(arguments: &PlayArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let store = Store::new(match &arguments.games {
        Some(path) if path.as_os_str() == "none" => None,
        Some(path) => Some(path.clone()),
        None => play::default_path(),
    });
    if let Some(file) = &arguments.import {
        let imported = store.import(file).map_err(|error| bad_input(format!("{error:#}")))?;
        let told = |count: usize, words: &str| {
            if count > 0 { format!("{words} {count}") } else { String::new() }
        };
        notes::say(format_args!(
            "{} of {} kept{}{}",
            counted(imported.kept as u64, "game"),
            file.display(),
            told(imported.replaced, ", replacing other moves of the same game:"),
            told(imported.left, "; no room for:"),
        ));
    }
    let wanted = wanted(&arguments.instance)?;
    let limits =
        Limits { time: Some(arguments.time), memory: Some(arguments.memory), ..Limits::default() };
    let request = Request { algorithm: arguments.algorithm.clone(), limits, ..Request::default() };
    if let Some((_, instance)) = &wanted {
        instance.check(&request)?;
    }
    let drawn =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let redealing = arguments.redeals.0.map(|rule| (rule, arguments.seed.unwrap_or_else(drawn)));
    play::play(wanted, Playing { request, redealing, store })?;
    Ok(Tally { interrupted: solving::interrupted(), ..Tally::default() })
}

/// The game named by the arguments, if any.
fn wanted(arguments: &OneInstance) -> Result<Option<(Reference, Box<dyn Instance>)>> {
    if arguments.name.is_none() && arguments.input.is_none() {
        return Ok(None);
    }
    let instance = input::single(arguments, None)?;
    let start = match arguments.name {
        Some(_) => Reference::named(instance.id()),
        None => Reference::board(
            format!("{}+{}", instance.game(), instance.rules()),
            instance.board(),
            instance.id(),
        ),
    };
    Ok(Some((start, instance)))
}
