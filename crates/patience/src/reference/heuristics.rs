//! The heuristics of the catalogue as one page.

use std::fmt::Write;

use patience_catalogue::{ClaimsInfo, GAMES};

use super::page::{NOTE, Page, escaped, row};

/// The page of all heuristics, game by game.
pub fn page() -> Page {
    let mut text = format!(
        "{NOTE}# Heuristics\n\nThis page lists every heuristic and what it guarantees. Tests \
         compare each guarantee with true distances.\n\n\
         * *Admissible* (A): never above the true distance, so that A\\* and IDA\\* find shortest \
         plans.\n\
         * *Consistent* (C): never falls by more than a move costs, so that A\\* expands no state \
         twice.\n\
         * *Sound dead ends* (D): every position that it calls a dead end is lost, so a proof may \
         rely on it.\n\n\
         The first heuristic of each game is its default. `patience learn values INSTANCE` prints \
         all values for a board.\n"
    );
    for entry in GAMES {
        let game = entry.info();
        let _ = write!(
            text,
            "\n## {}\n\n| heuristic | guarantees | value |\n|---|---|---|\n",
            game.title
        );
        for heuristic in &game.heuristics {
            text += &row(&[
                format!("`{}`", heuristic.name),
                guarantees(&heuristic.claims),
                escaped(heuristic.summary),
            ]);
        }
    }
    Page::new("heuristics.md", text)
}

fn guarantees(claims: &ClaimsInfo) -> String {
    let all = [(claims.admissible, "A"), (claims.consistent, "C"), (claims.sound_dead_ends, "D")];
    all.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name).collect::<Vec<_>>().join(" ")
}
