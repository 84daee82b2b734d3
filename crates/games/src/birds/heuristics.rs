//! The heuristics: the number of stacks, dead ends that connectivity proves, and an order of moves.

use patience_core::{Claims, Estimate, Heuristic, HeuristicEntry, Part, Value};

use super::{BirdsGame, BirdsState};

/// The heuristics by name, the default first.
pub(super) fn entries() -> Vec<HeuristicEntry<BirdsGame>> {
    vec![
        HeuristicEntry {
            name: "connected",
            summary: "cards, and dead ends if the grid or the flock is disconnected, including \
                      odd birds",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |_, _| Box::new(Connected),
        },
        HeuristicEntry {
            name: "cards",
            summary: "stacks minus 1: the exact distance if the position is winnable",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |_, _| Box::new(Cards),
        },
        HeuristicEntry {
            name: "flockability",
            summary: "as connected; among equal numbers of stacks, more pairs of compatible cards \
                      first",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |_, _| Box::new(Flockability),
        },
        HeuristicEntry::blind(),
    ]
}

/// Every move removes one stack, so a winnable position is won in exactly this many moves.
fn cards(state: &BirdsState) -> u32 {
    state.stacks() - 1
}

/// Lost if the grid of the stacks or the flock of their top cards is disconnected.
///
/// A move takes one cell from the graph of the cells (joined if in a line) and one card from the
/// graph of the cards (joined if compatible), and adds no edge to either. A graph that is
/// disconnected has stacks, or cards, on both sides; no move joins the sides, and the last stack or
/// card on a side cannot leave it. A card compatible with no other, an odd bird, is such a side.
fn is_dead(game: &BirdsGame, state: &BirdsState) -> bool {
    !game.grid_is_connected(state) || !game.flock_is_connected(state)
}

/// Returns the heuristics' inputs: the stacks, and the components of both graphs.
fn parts(game: &BirdsGame, state: &BirdsState) -> Vec<Part> {
    let yes_no = |yes: bool| if yes { "yes" } else { "no" };
    let (grid, flock) = (game.grid_is_connected(state), game.flock_is_connected(state));
    let mut parts = vec![
        Part::whole("stacks", state.stacks()),
        Part::words("grid connected", yes_no(grid)),
        Part::words("flock connected", yes_no(flock)),
        Part::whole("pairs of compatible cards", game.compatible_pairs(state)),
    ];
    match (grid, flock) {
        (true, true) => {}
        (false, _) => parts.push(Part::dead_end("rows and columns do not join all stacks")),
        (true, false) => parts.push(Part::dead_end("some cards are not compatible with any other")),
    }
    parts
}

struct Cards;

impl Heuristic<BirdsGame> for Cards {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, _game: &BirdsGame, state: &BirdsState) -> Estimate {
        Estimate::Cost(cards(state))
    }

    fn parts(&self, _game: &BirdsGame, state: &BirdsState) -> Vec<Part> {
        vec![Part::whole("stacks", state.stacks())]
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

    fn parts(&self, game: &BirdsGame, state: &BirdsState) -> Vec<Part> {
        parts(game, state)
    }
}

/// The estimates of [`Connected`], ordered by 128·(stacks − 1) + 120 − pairs, where pairs, the
/// flockability, counts the compatible pairs of top cards (at most 120). Among positions with the
/// same number of stacks, the one with the most pairs comes first, and a position with fewer stacks
/// precedes all those with more, so that a greedy search dives.
struct Flockability;

impl Heuristic<BirdsGame> for Flockability {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &BirdsGame, state: &BirdsState) -> Estimate {
        Connected.estimate(game, state)
    }

    fn value(&self, game: &BirdsGame, state: &BirdsState) -> Option<Value> {
        let cost = Connected.estimate(game, state).cost()?;
        let ordering = if cost == 0 { 0 } else { 128 * cost + 120 - game.compatible_pairs(state) };
        Some(Value { cost, ordering })
    }

    fn parts(&self, game: &BirdsGame, state: &BirdsState) -> Vec<Part> {
        parts(game, state)
    }
}
