//! The heuristics by name.

use patience_core::{Claims, HeuristicEntry};

use super::TilesGame;
use super::paper;
use super::runs::Runs;
use super::sums::RunsAndTilts;

/// The heuristics by name, the default first.
pub(super) fn entries() -> Vec<HeuristicEntry<TilesGame>> {
    let mut entries = vec![
        HeuristicEntry {
            name: "runs",
            summary: "the maximum over the pieces of the straight runs to a target of its colour, \
                      stopping anywhere",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |game, _| Box::new(Runs::new(game)),
        },
        HeuristicEntry {
            name: "runs-tilts",
            summary: "runs, plus an eighth of the sum of tilts that each piece would need alone \
                      on the board; overestimates",
            claims: Claims::SOUND,
            parameters: &[],
            build: |game, _| Box::new(RunsAndTilts::new(game)),
        },
        HeuristicEntry::blind(),
    ];
    entries.extend(paper::entries());
    entries
}
