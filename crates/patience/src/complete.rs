//! Shell completions of games, instances, algorithms and heuristics, from the catalogue.

use std::ffi::OsStr;

use clap_complete::CompletionCandidate;
use patience_catalogue::{GAMES, GameInfo};

/// Candidates with distinct names, each with a line of help.
fn candidates(
    typed: &OsStr,
    all: impl IntoIterator<Item = (String, &'static str)>,
) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let mut names: Vec<(String, &str)> = Vec::new();
    for (name, help) in all {
        if name.starts_with(typed) && !names.iter().any(|(known, _)| *known == name) {
            names.push((name, help));
        }
    }
    names
        .into_iter()
        .map(|(name, help)| CompletionCandidate::new(name).help(Some(help.into())))
        .collect()
}

fn games() -> impl Iterator<Item = GameInfo> {
    GAMES.iter().map(|entry| entry.info())
}

/// `GAME` and `GAME+RULES`, each game's default rule set without its name.
fn rule_sets(game: &GameInfo) -> Vec<(String, &'static str)> {
    let named = game.rule_sets.iter().enumerate().map(|(index, rules)| match index {
        0 => (game.name.to_owned(), rules.summary),
        _ => (format!("{}+{}", game.name, rules.name), rules.summary),
    });
    named.collect()
}

/// The games.
pub fn game(typed: &OsStr) -> Vec<CompletionCandidate> {
    candidates(typed, games().map(|game| (game.name.to_owned(), game.title)))
}

/// The games, each with its rule sets.
pub fn game_and_rules(typed: &OsStr) -> Vec<CompletionCandidate> {
    candidates(typed, games().flat_map(|game| rule_sets(&game)))
}

/// Instances: the games first, then the sources of one game, then its levels.
pub fn instance(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some((game_and_rules, path)) = typed.to_str().and_then(|typed| typed.split_once(':'))
    else {
        let games = games().flat_map(|game| rule_sets(&game));
        return candidates(typed, games.map(|(name, help)| (format!("{name}:"), help)));
    };
    let name = game_and_rules.split('+').next().unwrap_or_default();
    let Some(game) = games().find(|game| game.name == name) else { return Vec::new() };
    let levels = game.levels.iter().map(|id| (format!("{game_and_rules}:level/{id}"), "a level"));
    let sources = game
        .sources
        .iter()
        .map(|source| (format!("{game_and_rules}:{}/", source.name), source.summary));
    match path.starts_with("level/") {
        true => candidates(typed, levels),
        false => candidates(typed, sources),
    }
}

/// The algorithms of all games.
pub fn algorithm(typed: &OsStr) -> Vec<CompletionCandidate> {
    let algorithms = games()
        .flat_map(|game| game.algorithms)
        .map(|known| (known.name.to_owned(), known.summary));
    candidates(typed, algorithms)
}

/// The heuristics of all games.
pub fn heuristic(typed: &OsStr) -> Vec<CompletionCandidate> {
    let heuristics = games()
        .flat_map(|game| game.heuristics)
        .map(|known| (known.name.to_owned(), known.summary));
    candidates(typed, heuristics)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that complete a word.
    fn names(complete: fn(&OsStr) -> Vec<CompletionCandidate>, typed: &str) -> String {
        let names = complete(typed.as_ref());
        names.iter().map(|name| name.get_value().to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_completed_from_the_catalogue() {
        type Complete = fn(&OsStr) -> Vec<CompletionCandidate>;
        let cases: &[(Complete, &str, &str)] = &[
            (game, "", "gaps birds cohesion tiles sliding"),
            (game_and_rules, "gaps+fi", "gaps+fixed-suits gaps+fixed-twos"),
            (instance, "ti", "tiles:"),
            (instance, "gaps+fixed-s", "gaps+fixed-suits:"),
            (instance, "gaps+fixed-suits:so", "gaps+fixed-suits:solvitaire/"),
            (instance, "tiles:level/iartistas-n", "tiles:level/iartistas-new"),
            (instance, "chess:", ""),
            (algorithm, "idd", "iddfs"),
            (algorithm, "as", "astar"),
            (heuristic, "misp", "misplaced"),
            (heuristic, "learn", "learned learned-moves"),
        ];
        for (complete, typed, expected) in cases {
            assert_eq!(names(*complete, typed), *expected, "{typed}");
        }
    }
}
