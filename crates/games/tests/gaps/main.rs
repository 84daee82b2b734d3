//! Gaps, compared with reference data, true distances and a second, naive implementation of the
//! rules.

mod claims;
mod deals;
mod links;
mod naive;
mod notation;
mod properties;
mod pysol;
mod redeal;
mod reduced;
mod reference;
mod shortest;
mod two_decks;

use patience_core::Domain;
use patience_games::gaps::{Gaps, GapsDomain};

const RULES: [&str; 14] = [
    "standard",
    "fixed-suits",
    "fixed-twos",
    "paper",
    "paper-any-row",
    "line-up",
    "house-of-commons",
    "blue-moon",
    "red-moon",
    "paganini",
    "free-parking",
    "galary",
    "jungle",
    "spaces-and-aces",
];

/// The columns of the largest board under a rule set.
fn most_columns(rules: &str) -> usize {
    match rules {
        "line-up" => 6,
        "house-of-commons" | "paganini" => 10,
        "blue-moon" | "red-moon" | "galary" | "jungle" | "spaces-and-aces" => 14,
        _ => 13,
    }
}

/// An instance by name; the name must be valid.
fn deal(rules: &str, path: &str) -> Gaps {
    GapsDomain.instance(rules, path).unwrap_or_else(|error| panic!("{rules} {path}: {error}"))
}

/// An instance on a board; the board must be valid.
fn board(rules: &str, text: &str) -> Gaps {
    GapsDomain.read(rules, text).unwrap_or_else(|error| panic!("{rules} {text}: {error}"))
}

/// The canonical notation of the start.
fn text(game: &Gaps) -> String {
    use patience_core::Game;
    GapsDomain.notation(game, &game.start())
}
