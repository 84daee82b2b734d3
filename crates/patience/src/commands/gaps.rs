//! `patience gaps`: further questions about deals of Gaps.

mod questions;

use anyhow::Result;
use clap::{Args, Subcommand};

use self::questions::QuestionsArgs;
use crate::commands::redeal::{self, RedealArgs};
use crate::exit::Tally;

#[derive(Debug, Args)]
pub struct GapsArgs {
    #[command(subcommand)]
    command: GapsCommand,
}

#[derive(Debug, Subcommand)]
enum GapsCommand {
    /// Estimate the chance of winning a deal with redeals, and print the moves before the first
    /// one.
    Redeal(RedealArgs),
    /// Answer Masten's questions about deals: the fewest moves of Twos in the first column, wins
    /// with fixed suits, reachable boards.
    Questions(QuestionsArgs),
}

/// Runs the subcommand.
pub fn run(arguments: &GapsArgs) -> Result<Tally> {
    match &arguments.command {
        GapsCommand::Redeal(arguments) => redeal::run(arguments),
        GapsCommand::Questions(arguments) => questions::run(arguments),
    }
}
