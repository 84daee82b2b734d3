//! `patience play`.

use anyhow::Result;
use patience_catalogue::Request;
use patience_core::Limits;

use crate::cli::PlayArgs;
use crate::exit::Tally;
use crate::{input, play};

/// Opens the game and plays it.
pub fn run(arguments: &PlayArgs) -> Result<Tally> {
    let instance = input::single(&arguments.instances)?;
    let limits = Limits { time: Some(arguments.time), memory: Some(arguments.memory), ..Limits::default() };
    let request = Request { algorithm: arguments.algorithm.clone(), limits, ..Request::default() };
    instance.check(&request)?;
    play::play(instance, request)?;
    Ok(Tally::default())
}
