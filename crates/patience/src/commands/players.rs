//! `patience learn players`: how hard deals are to play, by how often simple players of growing
//! strength win them.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap_complete::ArgValueCompleter;
use comfy_table::presets;
use patience_catalogue::{Instance, Names, Request, Resources, Verdict};
use patience_core::Limits;
use patience_study::rank::bootstrap_spearman;
use patience_study::rating::ratings;
use patience_study::statistics::{Interval, bootstrap_mean};
use serde_json::json;

use crate::complete;
use crate::exit::{Tally, bad_input};
use crate::progress::Progress;
use crate::usage::{one_name, share};
use crate::{notes, output, solving, tables};

/// Minimum number of deals to rate.
const LEAST_DEALS: usize = 10;

#[derive(Debug, Args)]
pub struct PlayersArgs {
    /// Instances of one game: names GAME[+RULES]:SOURCE/…; a range A..B at the end stands for all
    /// from A to B.
    #[arg(
        value_name = "INSTANCE", required = true, add = ArgValueCompleter::new(complete::instance),
    )]
    names: Vec<String>,
    /// The players, each by the number of moves it looks ahead: 0 plays at random, 1 is greedy.
    #[arg(
        long, value_name = "N,…", value_delimiter = ',', default_value = "0,1,2,3",
        value_parser = clap::value_parser!(u64).range(0..=9),
    )]
    lookahead: Vec<u64>,
    /// The share of moves that each player draws at random.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    slip: f64,
    /// The heuristic with which players judge a position (default: the game's).
    #[arg(
        short = 'H', long, value_name = "HEURISTIC", value_parser = one_name,
        add = ArgValueCompleter::new(complete::heuristic),
    )]
    heuristic: Option<String>,
    /// Games of each player on each instance.
    #[arg(
        long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..=100_000),
    )]
    plays: u32,
    /// Moves after which a game is given up.
    #[arg(
        long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..=100_000),
    )]
    longest: u64,
    /// Maximum expansions of the solver, which leaves out lost instances, and whose effort is
    /// compared.
    #[arg(
        long, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    expansions: u64,
    /// The seed of the first game of each player; the others follow it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the ratings of all instances: one JSON object per line.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// An instance that is not proved lost.
struct Played {
    name: String,
    /// Expansions of the solver; infinite if it does not decide the instance.
    effort: f64,
    /// Games won by each player.
    wins: Vec<u32>,
}

/// Runs the command.
pub fn run(arguments: &PlayersArgs) -> Result<Tally> {
    if arguments.lookahead.len() < 2 {
        return Err(bad_input(
            "one player predicts no other; expected two or more numbers in --lookahead",
        ));
    }
    let names: Vec<String> = arguments
        .names
        .iter()
        .map(|pattern| Ok(Names::parse(pattern)?.iter().flat_map(Names::iter).collect::<Vec<_>>()))
        .collect::<Result<Vec<_>>>()?
        .concat();
    let output = output::file_named(arguments.output.as_deref())?;
    let progress = Progress::new(Some(names.len() as u64));
    let (mut deals, mut lost, mut game) = (Vec::new(), 0, None);
    for name in names {
        let instance = solving::open(&name, None)?;
        let of = (instance.game(), instance.rules());
        if *game.get_or_insert(of) != of {
            return Err(bad_input(
                "one game and rule set at a time: players of different games cannot be compared",
            ));
        }
        match played(name, &*instance, arguments)? {
            Some(deal) => deals.push(deal),
            None => lost += 1,
        }
        progress.step();
    }
    progress.clear();
    if lost > 0 {
        notes::say(format_args!("left out, as proved lost: {lost}"));
    }
    if deals.len() < LEAST_DEALS {
        return Err(bad_input(format!(
            "{} instances are too few; expected {LEAST_DEALS} or more that are not lost",
            deals.len()
        )));
    }
    write(&deals, arguments)?;
    if let Some(path) = output {
        output::store(path, lines(&deals, arguments).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Tally::default())
}

/// Lets every player play an instance; returns `None` if the instance is proved lost.
fn played(
    name: String,
    instance: &dyn Instance,
    arguments: &PlayersArgs,
) -> Result<Option<Played>> {
    let limits = Limits { expansions: Some(arguments.expansions), ..Limits::default() };
    let solver = Request { limits, ..Request::default() };
    let report = solving::solve(instance, &solver, &Resources::default(), None)?;
    let effort = match report.verdict {
        Verdict::Unsolvable => return Ok(None),
        Verdict::Solved => report.expanded as f64,
        Verdict::Unknown => f64::INFINITY,
    };
    let mut wins = Vec::new();
    for lookahead in &arguments.lookahead {
        let mut won = 0;
        for play in 0..u64::from(arguments.plays) {
            let mut player = Request::new("player")
                .with("lookahead", *lookahead)
                .with("slip", arguments.slip)
                .with("playout", arguments.longest)
                .with("seed", arguments.seed.wrapping_add(play));
            player.heuristic.clone_from(&arguments.heuristic);
            let report = solving::solve(instance, &player, &Resources::default(), None)?;
            won += u32::from(report.verdict == Verdict::Solved);
        }
        wins.push(won);
    }
    Ok(Some(Played { name, effort, wins }))
}

/// The ratings of the deals by all players but one.
fn rated(deals: &[Played], plays: u32, without: Option<usize>) -> Vec<f64> {
    let of = |deal: &Played| {
        let wins = deal.wins.iter().enumerate();
        wins.filter(|(player, _)| Some(*player) != without).map(|(_, won)| *won).collect()
    };
    ratings(&deals.iter().map(of).collect::<Vec<_>>(), plays)
}

/// A table of the players: their wins, and how well the ratings by the others, and the effort of
/// the solver, predict the won deals.
fn write(deals: &[Played], arguments: &PlayersArgs) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let header = [
        "player",
        "won (%)",
        "rating by the others",
        "effort of the solver",
        "easiest fifth (%)",
        "hardest fifth (%)",
    ];
    let mut table = tables::table(presets::NOTHING, &header, 1..6);
    for (player, lookahead) in arguments.lookahead.iter().enumerate() {
        let share =
            |deal: &Played| 100.0 * f64::from(deal.wins[player]) / f64::from(arguments.plays);
        let shares: Vec<f64> = deals.iter().map(share).collect();
        let found = rated(deals, arguments.plays, Some(player));
        let losing = |by: &[f64]| -> Vec<(f64, f64)> {
            by.iter().zip(&shares).map(|(by, share)| (*by, -share)).collect()
        };
        let efforts: Vec<f64> = deals.iter().map(|deal| deal.effort).collect();
        let mut order: Vec<usize> = (0..deals.len()).collect();
        order.sort_by(|one, other| found[*one].total_cmp(&found[*other]));
        let fifth = deals.len() / 5;
        let mean = |of: &[usize]| {
            let sum: f64 = of.iter().map(|index| shares[*index]).sum();
            format!("{:.1}", sum / of.len() as f64)
        };
        let won = bootstrap_mean(&shares, 1);
        table.add_row(vec![
            match lookahead {
                0 => "random".to_owned(),
                1 => "greedy".to_owned(),
                more => format!("{more} moves ahead"),
            },
            won.map_or_else(String::new, |won| {
                format!("{:.1} ({:.1} to {:.1})", won.estimate, won.low, won.high)
            }),
            shown(bootstrap_spearman(&losing(&found), 1)),
            shown(bootstrap_spearman(&losing(&efforts), 1)),
            mean(&order[..fifth]),
            mean(&order[deals.len() - fifth..]),
        ]);
    }
    writeln!(out, "{}", tables::fitted(&table))?;
    writeln!(out)?;
    let what = format!(
        "{} deals, {} games of each player on each. Ratings and effort: Spearman's rank \
         correlations with the player's losses, with 95 % bootstrap intervals over the deals. A \
         rating is computed from the other players alone, and so are the fifths.",
        deals.len(),
        arguments.plays
    );
    tables::write_text(&mut out, &what)?;
    Ok(())
}

fn shown(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "–".to_owned(),
        |found| format!("{:+.2} ({:+.2} to {:+.2})", found.estimate, found.low, found.high),
    )
}

/// A line for each deal: its rating by all players, its fifth from 1, the easiest, and the games
/// won.
fn lines(deals: &[Played], arguments: &PlayersArgs) -> String {
    let found: Vec<f64> = rated(deals, arguments.plays, None).into_iter().map(f64::round).collect();
    // Equal ratings are in the same fifth: the one that contains the middle of their ranks.
    let twice_easier = |rating: f64| -> usize {
        found.iter().map(|other| usize::from(*other < rating) + usize::from(*other <= rating)).sum()
    };
    let line = |(deal, rating): (&Played, &f64)| {
        let row = json!({
            "instance": deal.name,
            "rating": rating,
            "fifth": (1 + 5 * twice_easier(*rating) / (2 * deals.len())).min(5),
            "lookahead": arguments.lookahead,
            "wins": deal.wins,
            "plays": arguments.plays,
            "slip": arguments.slip,
        });
        format!("{row}\n")
    };
    deals.iter().zip(&found).map(line).collect()
}
