//! `patience`: the command line of the workbench for one-player games.

#![forbid(unsafe_code)]

mod arguments;
mod cli;
mod commands;
mod complete;
mod examples;
mod exit;
mod flags;
mod help;
mod in_order;
mod input;
mod interrupt;
mod limits;
mod notes;
mod output;
mod plan;
mod play;
mod predictor;
mod progress;
mod reference;
mod sealed;
mod sheet;
mod solving;
mod stdin;
mod style;
mod tables;
mod usage;
mod watching;
mod welcome;
mod words;

use std::process::ExitCode;

use patience_study::provenance::Build;

use crate::cli::Command;

/// Counts the heap of every thread, so that `--memory` and `peak_bytes` are measured.
#[global_allocator]
static ALLOCATOR: patience_catalogue::native::CountingAllocator =
    patience_catalogue::native::CountingAllocator;

fn main() -> ExitCode {
    patience_study::provenance::declare(build());
    commands::completions::answer(help::command);
    let cli = help::parse().unwrap_or_else(|error| usage::exit(error, help::command));
    cli.global.write_global();
    exit::report(exit::caught(|| match cli.command {
        Some(command) => run(command),
        None => welcome::run(),
    }))
}

/// The build of this program, as recorded by `build.rs`.
fn build() -> Build {
    let text = |value: &str| value.to_owned();
    Build {
        revision: text(env!("PATIENCE_REVISION")),
        dirty: env!("PATIENCE_DIRTY").parse().ok(),
        checksum: text(env!("PATIENCE_BUILD")),
        compiler: text(env!("PATIENCE_COMPILER")),
        target: text(env!("PATIENCE_TARGET")),
        features: text(env!("PATIENCE_FEATURES")),
        profile: text(env!("PATIENCE_PROFILE")),
    }
}

fn run(command: Command) -> anyhow::Result<exit::Tally> {
    match command {
        Command::Play(arguments) => commands::play::run(&arguments),
        Command::Serve(arguments) => commands::serve::run(&arguments),
        Command::Hint(arguments) => commands::analyse::hint(&arguments),
        Command::Analyse(arguments) => commands::analyse::run(&arguments),
        Command::Review(arguments) => commands::review::run(&arguments),
        Command::Solve(arguments) => commands::solve::run(&arguments),
        Command::Replay(arguments) => commands::replay::run(&arguments),
        Command::Certify(arguments) => commands::certify::run(&arguments),
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Show(arguments) => commands::show::run(&arguments),
        Command::Compare(arguments) => commands::compare::run(&arguments),
        Command::Study(arguments) => commands::study::run(&arguments),
        Command::Learn(arguments) => commands::learn::run(&arguments),
        Command::Gaps(arguments) => commands::gaps::run(&arguments),
        Command::Birds(arguments) => commands::birds::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments),
        Command::Man(arguments) => commands::man::run(&arguments, help::command()),
    }
}
