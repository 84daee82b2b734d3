//! `patience study generate`: instances from a seeded source, one per line, as `--input` reads
//! them.

use clap::Args;
use clap_complete::ArgValueCompleter;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use patience_catalogue::{GameInfo, Instance, find};
use patience_core::Limits;
use patience_core::suggest::quoted;

use crate::complete;
use crate::exit::{Tally, bad_input, no_further_seed};
use crate::predictor::{Predictor, features};
use crate::solving;

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// The game.
    #[arg(value_name = "GAME[+RULES]", add = ArgValueCompleter::new(complete::game_and_rules))]
    pub game: String,
    /// The source without the seed at its end: `random/4x13` (default: list the game's sources).
    pub source: Option<String>,
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: i64,
    /// Number of instances.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u32,
    /// Keep only the instance predicted to be hardest of each N consecutive seeds; needs
    /// --predictor.
    #[arg(
        long, value_name = "N", requires = "predictor",
        value_parser = clap::value_parser!(u32).range(1..=100_000),
    )]
    pub hardest_of: Option<u32>,
    /// The file that predicts the difficulty of instances, from `patience learn difficulty --output
    /// FILE`.
    #[arg(long, value_name = "FILE", requires = "hardest_of")]
    pub predictor: Option<PathBuf>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// Checks that a known source has as many parts before the seed as its pattern.
fn check_shape(game: &GameInfo, typed: &str) -> Result<()> {
    let parts = || typed.trim_end_matches('/').split('/');
    let Some(source) = game.sources.iter().find(|source| parts().next() == Some(source.name))
    else {
        return Ok(());
    };
    let without_seed =
        |path: &str| path.rsplit_once('/').map_or(String::new(), |(path, _)| path.to_owned());
    // Levels have names instead of seeds.
    let is_seeded = |pattern: &str| !pattern.ends_with("/ID");
    if !is_seeded(source.pattern) {
        let patterns = game.sources.iter().map(|source| source.pattern);
        let seeded: Vec<String> =
            patterns.filter(|pattern| is_seeded(pattern)).map(without_seed).collect();
        return Err(bad_input(format!(
            "{} has no seeds; expected {}",
            quoted(typed),
            seeded.join(" or ")
        )));
    }
    let pattern = without_seed(source.pattern);
    if parts().count() == pattern.split('/').count() {
        return Ok(());
    }
    let (_, example) = source.example.split_once(':').unwrap_or_default();
    Err(bad_input(format!(
        "{} is not a valid source here; expected {pattern}, such as {} (--seed gives the seed)",
        quoted(typed),
        without_seed(example)
    )))
}

/// Writes `count` instances with consecutive seeds, or the hardest of each group.
pub fn run(arguments: &GenerateArgs) -> Result<Tally> {
    let (entry, rules) = find(&arguments.game)?;
    let Some(source) = &arguments.source else {
        let patterns: Vec<String> = entry
            .info()
            .sources
            .iter()
            .filter_map(|source| source.pattern.strip_suffix("/SEED"))
            .map(|pattern| format!("`{pattern}`"))
            .collect();
        return Err(bad_input(format!(
            "which source? {} has {}",
            entry.name(),
            patterns.join(", ")
        )));
    };
    check_shape(&entry.info(), source)?;
    let of_game = |path| {
        let rules = rules.unwrap_or(entry.info().rule_sets[0].name);
        Predictor::read(path, entry.name(), rules)
    };
    let predictor = arguments.predictor.as_deref().map(of_game).transpose()?;
    solving::stop_on_interrupt();
    let mut out = std::io::stdout().lock();
    let of_each = i64::from(arguments.hardest_of.unwrap_or(1));
    for number in 0..i64::from(arguments.count) {
        if solving::interrupted() {
            return Ok(Tally { interrupted: true, ..Tally::default() });
        }
        let mut hardest: Option<(f64, String, Box<dyn Instance>)> = None;
        for candidate in 0..of_each {
            let seed = arguments
                .seed
                .checked_add(number * of_each + candidate)
                .ok_or_else(no_further_seed)?;
            let path = format!("{}/{seed}", source.trim_end_matches('/'));
            let name = format!("{}:{path}", arguments.game);
            let found = solving::within(Limits::default(), |budget| {
                entry.instance(rules, &path, &name, budget)
            });
            let instance = found?;
            let hardness = predictor
                .as_ref()
                .map_or(0.0, |predictor| predictor.predict(&features(&*instance)));
            if hardest.as_ref().is_none_or(|(known, ..)| hardness > *known) {
                hardest = Some((hardness, name, instance));
            }
        }
        let (_, name, instance) = hardest.expect("there is a candidate");
        if arguments.json {
            let record = serde_json::json!({
                "instance": name, "game": instance.game(), "rules": instance.rules(),
                "board": instance.board(),
            });
            writeln!(out, "{record}")?;
        } else {
            writeln!(out, "{name}\t{}", instance.board())?;
        }
    }
    Ok(Tally::default())
}
