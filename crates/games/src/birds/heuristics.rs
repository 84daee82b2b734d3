//! The heuristics: the number of stacks, dead ends by connection, and an order of moves.

use patience_core::{Claims, Estimate, Heuristic, HeuristicEntry};

use super::{BirdsGame, BirdsState};

/// The heuristics by name, the default first.
pub(super) fn entries() -> Vec<HeuristicEntry<BirdsGame>> {
    vec![
        HeuristicEntry {
            name: "connected",
            summary: "cards, and dead ends where the grid or the flock is disconnected, odd birds among them",
            claims: Claims::CONSISTENT,
            build: |_| Box::new(Connected),
        },
        HeuristicEntry {
            name: "cards",
            summary: "stacks less 1: the exact distance wherever the deal can be solved",
            claims: Claims::CONSISTENT,
            build: |_| Box::new(Cards),
        },
        HeuristicEntry {
            name: "flockability",
            summary: "fewest stacks first, then most pairs of compatible cards, with the dead ends of connected; an order",
            claims: Claims { admissible: false, consistent: false, sound_dead_ends: true },
            build: |_| Box::new(Flockability),
        },
        HeuristicEntry {
            name: "blind",
            summary: "0 everywhere",
            claims: Claims::CONSISTENT,
            build: |_| Box::new(patience_core::Blind),
        },
    ]
}

/// Every move removes one stack, so a position that can be won is won in exactly as many moves.
fn cards(state: &BirdsState) -> u32 {
    state.stacks() - 1
}

/// Lost for ever if the grid of the stacks or the flock of their top cards is disconnected.
///
/// A move takes one cell from the graph of the cells (joined if in a line) and one card from the graph of the cards
/// (joined if compatible), and adds no edge to either. A graph that is disconnected has stacks, or cards, on both sides;
/// no move joins the sides, and the last one on a side cannot leave it. A card compatible with no other, an odd
/// bird, is such a side.
fn is_dead(game: &BirdsGame, state: &BirdsState) -> bool {
    !game.grid_is_connected(state) || !game.flock_is_connected(state)
}

struct Cards;

impl Heuristic<BirdsGame> for Cards {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, _game: &BirdsGame, state: &BirdsState) -> Estimate {
        Estimate::Cost(cards(state))
    }
}

struct Connected;

impl Heuristic<BirdsGame> for Connected {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &BirdsGame, state: &BirdsState) -> Estimate {
        if is_dead(game, state) { Estimate::DeadEnd } else { Estimate::Cost(cards(state)) }
    }
}

/// 128·(stacks − 1) + 120 − pairs, where pairs, the flockability, counts the compatible pairs of top cards (120 at most).
/// The unit is not moves: among positions of equally many stacks the one with most pairs comes first, and a position with
/// fewer stacks before all with more, so that a greedy search dives.
struct Flockability;

impl Heuristic<BirdsGame> for Flockability {
    fn claims(&self) -> Claims {
        Claims { admissible: false, consistent: false, sound_dead_ends: true }
    }

    fn estimate(&self, game: &BirdsGame, state: &BirdsState) -> Estimate {
        if is_dead(game, state) {
            return Estimate::DeadEnd;
        }
        match cards(state) {
            0 => Estimate::Cost(0),
            cards => Estimate::Cost(128 * cards + 120 - game.compatible_pairs(state)),
        }
    }
}
