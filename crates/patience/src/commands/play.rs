//! `patience play`.

use crate::arguments::OneInstance;
use crate::complete;
use anyhow::Result;
use clap::Args;
use clap_complete::ArgValueCompleter;
use patience_catalogue::Request;
use patience_core::Limits;
use patience_core::units::{bytes, duration};
use std::time::Duration;

use crate::exit::Tally;
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
}

/// Opens the game and plays it.
pub fn run(arguments: &PlayArgs) -> Result<Tally> {
    let instance = input::single(&arguments.instance, None)?;
    let limits = Limits { time: Some(arguments.time), memory: Some(arguments.memory), ..Limits::default() };
    let request = Request { algorithm: arguments.algorithm.clone(), limits, ..Request::default() };
    instance.check(&request)?;
    play::play(instance, request)?;
    Ok(Tally::default())
}
