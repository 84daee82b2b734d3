//! The variants listed by [`algorithms`](crate::algorithms), each with its guarantees.

use patience_core::parameter::HEURISTIC;
use patience_core::{Blind, Game, Parameter};

use super::{Variant, search};
use crate::Algorithm;

/// The weight of the estimate relative to the cost so far, rounded to thousandths.
pub const WEIGHT: Parameter<f64> =
    Parameter::number("weight", 0.0..=1e6, 2.0, "The weight of the heuristic");

/// Describes uniform-cost search: [`Variant::UNIFORM_COST`].
pub fn ucs<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "ucs",
        summary: "uniform-cost search: a cheapest plan, or a proof that there is none (Dijkstra \
                  1959)",
        complete: true,
        optimal: true,
        parameters: &[],
        solve: |game, _, run| search(game, &Blind, &Variant::UNIFORM_COST, run),
    }
}

/// Describes greedy best-first search: [`Variant::GREEDY`].
pub fn greedy<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "greedy",
        summary: "greedy best-first search: a plan quickly, by the heuristic alone (Doran and \
                  Michie 1966)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| search(game, arguments.heuristic, &Variant::GREEDY, run),
    }
}

/// Describes A*: [`Variant::ASTAR`].
pub fn astar<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "astar",
        summary: "A*: a cheapest plan with an admissible heuristic, or a proof that there is none \
                  (Hart et al. 1968)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| search(game, arguments.heuristic, &Variant::ASTAR, run),
    }
}

/// Describes weighted A*: [`Variant::weighted`].
pub fn wastar<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "wastar",
        summary: "weighted A*: a plan within a factor of the cheapest, with its proved bound \
                  (Pohl 1970)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, WEIGHT.declared],
        solve: |game, arguments, run| {
            let variant = Variant::weighted(arguments.values.get(&WEIGHT));
            search(game, arguments.heuristic, &variant, run)
        },
    }
}

/// Describes anytime weighted A*: [`Variant::anytime`].
pub fn anytime<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "anytime",
        summary: "anytime weighted A*: ever cheaper plans, until the last is proved optimal \
                  (Hansen and Zhou 2007)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC, WEIGHT.declared],
        solve: |game, arguments, run| {
            let variant = Variant::anytime(arguments.values.get(&WEIGHT));
            search(game, arguments.heuristic, &variant, run)
        },
    }
}
