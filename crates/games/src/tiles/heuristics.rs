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
            summary: "the most straight runs that a piece needs to a target of its colour, stopping anywhere",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |game, _| Box::new(Runs::new(game)),
        },
        HeuristicEntry {
            name: "runs-tilts",
            summary: "runs, plus an eighth of the tilts that the pieces need, each alone on the board, summed; overestimates",
            claims: Claims::NONE,
            parameters: &[],
            build: |game, _| Box::new(RunsAndTilts::new(game)),
        },
        HeuristicEntry::blind(),
    ];
    entries.extend(paper::entries());
    entries
}
