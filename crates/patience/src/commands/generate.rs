//! `patience generate`: instances from a seeded source, one a line, as `--input` reads them.

use clap::Args;
use clap_complete::ArgValueCompleter;
use std::io::Write;

use anyhow::Result;
use patience_catalogue::find;
use patience_core::Limits;

use crate::complete;
use crate::exit::{Tally, bad_input, no_further_seed};
use crate::solving;

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// The game.
    #[arg(value_name = "GAME[+RULES]", add = ArgValueCompleter::new(complete::game_and_rules))]
    pub game: String,
    /// The source without its last part, the seed: `random/4x13`; without it the game's sources are listed.
    pub source: Option<String>,
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: i64,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u32,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Writes `count` instances with consecutive seeds.
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
        return Err(bad_input(format!("which source? {} has {}", entry.name(), patterns.join(", "))));
    };
    solving::stop_on_interrupt();
    let mut out = std::io::stdout().lock();
    for number in 0..arguments.count {
        let seed = arguments.seed.checked_add(number.into()).ok_or_else(no_further_seed)?;
        let path = format!("{}/{seed}", source.trim_end_matches('/'));
        let name = format!("{}:{path}", arguments.game);
        let found = solving::within(Limits::default(), |budget| entry.instance(rules, &path, &name, budget));
        let instance = found?;
        if arguments.json {
            let record = serde_json::json!({
                "instance": name, "game": instance.game(), "rules": instance.rules(), "board": instance.board(),
            });
            writeln!(out, "{record}")?;
        } else {
            writeln!(out, "{name}\t{}", instance.board())?;
        }
    }
    Ok(Tally::default())
}
