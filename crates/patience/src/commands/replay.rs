//! `patience replay`: plan validation.

use crate::arguments::OneInstance;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use patience_catalogue::gaps::{Redeal, RedealError, play_on};
use patience_catalogue::{Instance, PlanError, Step, find};
use serde_json::{Value, json};

use crate::commands::solve::print_steps;
use crate::exit::{Tally, bad_input};
use crate::plan::{self, MAX_REDEALS, Plan};
use crate::style;
use crate::usage::misnamed;
use crate::words::Reader;
use crate::{input, notes, solving, tables};

#[derive(Debug, Args)]
#[command(args = misnamed(["after", "moves"], "--plan"))]
pub struct ReplayArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// The plan (`-`: standard input): moves, the text that `patience solve`, `hint` or `replay
    /// --show` prints, or JSON with the moves as its `plan`.
    #[arg(long, value_name = "FILE")]
    pub plan: PathBuf,
    /// The redeals of the game [default: those in the JSON of `patience gaps redeal`, else those of
    /// its rule].
    #[arg(
        long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_REDEALS)),
    )]
    pub redeals: Option<u32>,
    /// Draw every step.
    #[arg(long)]
    pub show: bool,
    /// Print the result as JSON.
    #[arg(long, conflicts_with = "show")]
    pub json: bool,
}

/// Statistics of a winning plan.
#[derive(Default)]
struct Played {
    moves: usize,
    redeals: usize,
}

/// Validates one plan.
pub fn run(arguments: &ReplayArgs) -> Result<Tally> {
    // A plan may come through a pipe that stays empty.
    solving::stop_on_interrupt();
    let instance = input::single(&arguments.instance, None)?;
    let mut plan = plan::read(&arguments.plan, &arguments.instance, &*instance)?;
    plan.redeals = arguments.redeals.or(plan.redeals);
    if !plan.has_redeals() {
        notes::note(
            "a plan without redeals does not use",
            arguments.redeals.map(|_| "redeals").into_iter(),
        );
    }
    let mut film = Vec::new();
    let validated = if plan.has_redeals() {
        play_with_redeals(&*instance, &plan, &mut film)
    } else {
        let validated = instance.validate(&plan.moves);
        if arguments.show && validated.is_ok() {
            film = instance.film(&plan.moves, style::look())?;
        }
        validated.map(|moves| Played { moves, redeals: 0 }).map_err(RedealError::Plan)
    };
    if let Err(
        error @ (RedealError::Plan(PlanError::Unreadable { .. }) | RedealError::Word { .. }),
    ) = &validated
    {
        return Err(bad_input(format!("{}: {error}", arguments.plan.display())));
    }
    let mut out = anstream::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", record(instance.id(), &validated))?;
    } else {
        if arguments.show && validated.is_ok() {
            print_steps(&mut out, &film, Reader::of_stdout())?;
            writeln!(out)?;
        }
        match &validated {
            Ok(Played { moves, redeals }) => {
                let green = style::verdict(patience_catalogue::Verdict::Solved);
                let moves = style::counted(*moves as u64, "move");
                let redeals = match redeals {
                    0 => String::new(),
                    count => format!(" and {}", style::counted(*count as u64, "redeal")),
                };
                let told = format!("{green}valid{green:#}: {moves}{redeals} win the game");
                tables::write_line(&mut out, "", &told)?;
            }
            Err(error) => {
                let red = style::verdict(patience_catalogue::Verdict::Unsolvable);
                let told = match (error, &*instance, Reader::of_stdout()) {
                    (
                        RedealError::Plan(PlanError::NotSolved { length, board }),
                        of,
                        Reader::Person,
                    ) => drawn(of, *length, board)?,
                    _ => error.to_string(),
                };
                let told = format!("{red}fails{red:#}: {told}");
                told.lines().try_for_each(|line| tables::write_line(&mut out, "", line))?;
            }
        }
    }
    let fails =
        |error: &RedealError| !matches!(error, RedealError::Plan(PlanError::NotSolved { .. }));
    let is_illegal = validated.as_ref().is_err_and(fails);
    Ok(Tally { illegal: is_illegal, failed: validated.is_err(), ..Tally::default() })
}

/// Plays moves and redeals by the rules, up to a won board; `film` receives every step.
fn play_with_redeals(
    instance: &dyn Instance,
    plan: &Plan,
    film: &mut Vec<Step>,
) -> Result<Played, RedealError> {
    let look = style::look();
    let mut played = Played::default();
    film.extend(instance.film("", look).map_err(RedealError::Plan)?);
    let start = instance.after("").map_err(RedealError::Plan)?;
    let end = play_on(start, &plan.moves, plan.redeals, |before, text, after| {
        if let Ok(redeal) = text.parse::<Redeal>() {
            played.redeals += 1;
            let mut dealt = after.film("", look).map_err(RedealError::Plan)?;
            dealt
                .iter_mut()
                .for_each(|step| (step.text, step.words) = (Some(text.to_owned()), redeal.words()));
            film.extend(dealt);
        } else {
            played.moves += 1;
            film.extend(before.film(text, look).map_err(RedealError::Plan)?.pop());
        }
        Ok(())
    });
    let length = played.moves + played.redeals;
    match end {
        Ok(end) if end.is_won() => Ok(played),
        Ok(end) => {
            Err(RedealError::Plan(PlanError::NotSolved { length, board: end.board().to_owned() }))
        }
        Err(error) => Err(error),
    }
}

/// The end of a plan that does not win, for people: the error without the board.
fn drawn(instance: &dyn Instance, length: usize, board: &str) -> Result<String> {
    let (entry, _) = find(instance.game())?;
    let end = entry.read(Some(instance.rules()), board, instance.id())?;
    let told = PlanError::NotSolved { length, board: end.draw(style::look()) };
    Ok(told.to_string().trim_end().to_owned())
}

fn record(id: &str, validated: &Result<Played, RedealError>) -> Value {
    match validated {
        Ok(Played { moves, redeals: 0 }) => {
            json!({ "instance": id, "valid": true, "length": moves })
        }
        Ok(Played { moves, redeals }) => {
            json!({ "instance": id, "valid": true, "length": moves, "redeals": redeals })
        }
        Err(error) => json!({
            "instance": id,
            "valid": false,
            "move": match error {
                RedealError::Plan(
                    PlanError::Unreadable { index, .. } | PlanError::Illegal { index, .. },
                )
                | RedealError::At { index, .. } => Some(index + 1),
                _ => None,
            },
            "error": error.to_string(),
        }),
    }
}
