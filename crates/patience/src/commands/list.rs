//! `patience list`: games, algorithms and heuristics.

use clap::Args;
use clap_complete::ArgValueCompleter;
use std::io::Write;

use anyhow::Result;
use patience_catalogue::{AlgorithmInfo, ClaimsInfo, GAMES, GameInfo, ParameterInfo, find};
use patience_core::parameter::HEURISTIC;
use patience_core::{Argument, Kind};

use crate::complete;
use crate::exit::Tally;
use crate::style::{self, DIM, HEADING, NAME};
use crate::tables;

#[derive(Debug, Args)]
pub struct ListArgs {
    /// List all that this game offers: gaps, birds, cohesion, tiles or sliding (default: a summary
    /// of every game).
    #[arg(add = ArgValueCompleter::new(complete::game))]
    pub game: Option<String>,
    /// Print everything as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Lists every game, or one.
pub fn run(arguments: &ListArgs) -> Result<Tally> {
    let games: Vec<GameInfo> = match &arguments.game {
        Some(name) => vec![find(name)?.0.info()],
        None => GAMES.iter().map(|entry| entry.info()).collect(),
    };
    let mut out = anstream::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &serde_json::json!({ "games": games }))?;
        writeln!(out)?;
        return Ok(Tally::default());
    }
    match &games[..] {
        [game] => print_game(&mut out, game)?,
        games => print_summary(&mut out, games)?,
    }
    Ok(Tally::default())
}

/// All games on one screen: only names, and what all games share once.
fn print_summary(out: &mut impl Write, games: &[GameInfo]) -> std::io::Result<()> {
    let algorithms = |game: &GameInfo| {
        game.algorithms.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>()
    };
    let heuristics = |game: &GameInfo| {
        game.heuristics.iter().map(|heuristic| heuristic.name).collect::<Vec<_>>()
    };
    let common = |names: &dyn Fn(&GameInfo) -> Vec<&'static str>| {
        let everywhere = |name: &&str| games.iter().all(|game| names(game).contains(name));
        games
            .first()
            .map(names)
            .unwrap_or_default()
            .into_iter()
            .filter(everywhere)
            .collect::<Vec<_>>()
    };
    let (every_algorithm, every_heuristic) = (common(&algorithms), common(&heuristics));
    let own = |names: Vec<&'static str>, every: &[&str]| {
        names.into_iter().filter(|name| !every.contains(name)).collect::<Vec<_>>()
    };
    for game in games {
        print_title(out, game)?;
        if game.rule_sets.len() > 1 {
            row(out, "rules", &game.rule_sets.iter().map(|rules| rules.name).collect::<Vec<_>>())?;
        }
        row(
            out,
            "instances",
            &game.sources.iter().map(|source| source.example.as_str()).collect::<Vec<_>>(),
        )?;
        row(out, "algorithms", &own(algorithms(game), &every_algorithm))?;
        row(out, "heuristics", &own(heuristics(game), &every_heuristic))?;
    }
    writeln!(out, "{HEADING}Every game{HEADING:#}")?;
    row(out, "algorithms", &every_algorithm)?;
    row(out, "heuristics", &every_heuristic)?;
    let more = "`patience list GAME` describes everything that a game offers, with parameters and \
                guarantees.";
    print_dim(out, "", more)
}

/// Writes a label and the names after it.
fn row(out: &mut impl Write, what: &str, names: &[&str]) -> std::io::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    print_wrapped(out, "    ", &format!("{what}: {}", names.join(" ")))
}

fn print_game(out: &mut impl Write, game: &GameInfo) -> std::io::Result<()> {
    print_title(out, game)?;
    print_wrapped(out, "  ", game.summary)?;

    section(out, "Rule sets")?;
    for (index, rules) in game.rule_sets.iter().enumerate() {
        item(out, rules.name, if index == 0 { "default" } else { "" }, rules.summary)?;
    }
    section(out, "Instances")?;
    for source in &game.sources {
        item(
            out,
            &format!("{}:{}", game.name, source.pattern),
            &format!("e.g. {}", source.example),
            source.summary,
        )?;
    }
    if !game.levels.is_empty() {
        section(out, "Levels")?;
        print_wrapped(out, "    ", &game.levels.join(" "))?;
    }
    section(out, "Algorithms")?;
    for algorithm in &game.algorithms {
        let default = if algorithm.name == game.default_algorithm { "default" } else { "" };
        item(out, algorithm.name, default, algorithm.summary)?;
        print_dim(out, "        ", &properties(algorithm))?;
    }
    section(out, "Heuristics")?;
    for (index, heuristic) in game.heuristics.iter().enumerate() {
        item(out, heuristic.name, if index == 0 { "default" } else { "" }, heuristic.summary)?;
        print_dim(out, "        ", &format!("guarantees: {}", claims(&heuristic.claims)))?;
    }
    Ok(())
}

fn print_title(out: &mut impl Write, game: &GameInfo) -> std::io::Result<()> {
    tables::write_head(out, game.title, &format!("{NAME}{}{NAME:#}", game.name))
}

fn section(out: &mut impl Write, title: &str) -> std::io::Result<()> {
    writeln!(out, "\n  {HEADING}{title}{HEADING:#}")
}

fn item(out: &mut impl Write, name: &str, note: &str, summary: &str) -> std::io::Result<()> {
    let note = if note.is_empty() { String::new() } else { format!("  {DIM}({note}){DIM:#}") };
    tables::write_line(out, "    ", &format!("{NAME}{name}{NAME:#}{note}"))?;
    print_wrapped(out, "        ", summary)
}

/// A string in lines of at most 96 characters, or of the terminal's width.
fn wrapped(indent: &str, text: &str) -> Vec<String> {
    tables::wrapped(indent, text, style::width().unwrap_or(96).min(96))
}

fn print_wrapped(out: &mut impl Write, indent: &str, text: &str) -> std::io::Result<()> {
    wrapped(indent, text).iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn print_dim(out: &mut impl Write, indent: &str, text: &str) -> std::io::Result<()> {
    wrapped(indent, text).iter().try_for_each(|line| writeln!(out, "{DIM}{line}{DIM:#}"))
}

fn properties(algorithm: &AlgorithmInfo) -> String {
    let mut words = vec![if algorithm.complete { "complete" } else { "incomplete" }.to_owned()];
    if algorithm.optimal {
        words.push(match algorithm.heuristic {
            Some(_) => "optimal with an admissible heuristic".to_owned(),
            None => "optimal".to_owned(),
        });
    }
    if let Some(heuristic) = algorithm.heuristic {
        words.push(format!("heuristic {heuristic}"));
    }
    let flags: Vec<String> = algorithm
        .schema
        .iter()
        .filter(|parameter| parameter.name != HEURISTIC.name)
        .map(flag)
        .collect();
    if !flags.is_empty() {
        words.push(format!("takes {}", flags.join(" ")));
    }
    words.join("; ")
}

/// A parameter as a flag, with its default or its values.
fn flag(parameter: &ParameterInfo) -> String {
    let name = parameter.name;
    match (parameter.choices.as_slice(), &parameter.default) {
        // Heuristics have their own list.
        _ if parameter.kind == Kind::Heuristic.name() => format!("--{name} HEURISTIC"),
        ([], Some(Argument::Flag(_))) => format!("--{name}"),
        ([], Some(default)) => format!("--{name} {default}"),
        ([], None) => format!("--{name} {}", parameter.kind.to_uppercase()),
        (words, _) => format!("--{name} {}", words.join("|")),
    }
}

fn claims(claims: &ClaimsInfo) -> String {
    let all = [
        (claims.admissible, "admissible"),
        (claims.consistent, "consistent"),
        (claims.sound_dead_ends, "sound dead ends"),
    ];
    let held: Vec<&str> = all.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name).collect();
    if held.is_empty() { "nothing".to_owned() } else { held.join(", ") }
}
