//! `patience play`.

use crate::arguments::OneInstance;
use crate::complete;
use anyhow::Result;
use clap::Args;
use clap_complete::ArgValueCompleter;
use patience_catalogue::Request;
use patience_catalogue::gaps::RedealRule;
use patience_core::Limits;
use patience_core::units::{bytes, duration};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::commands::redeal;
use crate::exit::Tally;
use crate::play::Redeals;
use crate::{input, play};

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// The algorithm that advises; without it the best solver for the game.
    #[arg(short, long, value_name = "ALGORITHM", add = ArgValueCompleter::new(complete::algorithm))]
    pub algorithm: Option<String>,
    /// Time for judging a position.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    pub time: Duration,
    /// Memory for judging a position.
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1GiB")]
    pub memory: u64,
    /// The redeals of Gaps: none, pysol, aisleriot (only when no card can move), spaces, station, addiction or unshuffled.
    #[arg(long, value_name = "RULE", default_value = "pysol")]
    pub redeals: Redealing,
    /// The seed of the redeals: the same seed deals the same again; drawn unless it is given.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// A rule of redeals, or none.
#[derive(Clone, Copy, Debug)]
pub struct Redealing(Option<RedealRule>);

impl FromStr for Redealing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" { Ok(Redealing(None)) } else { redeal::rule(text).map(|rule| Redealing(Some(rule))) }
    }
}

/// Opens the game and plays it.
pub fn run(arguments: &PlayArgs) -> Result<Tally> {
    let instance = input::single(&arguments.instance, None)?;
    let limits = Limits { time: Some(arguments.time), memory: Some(arguments.memory), ..Limits::default() };
    let request = Request { algorithm: arguments.algorithm.clone(), limits, ..Request::default() };
    instance.check(&request)?;
    let drawn = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let seed = arguments.seed.unwrap_or_else(drawn);
    let redeals = arguments.redeals.0.and_then(|rule| Redeals::of(&*instance, rule, seed));
    play::play(instance, request, redeals)?;
    Ok(Tally::default())
}
