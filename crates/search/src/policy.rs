//! Policies: the probability of each move of a state to be the right one.

use patience_core::{Game, Heuristic, Parameter, Value};

/// Probabilities of the moves of a state, for searches that follow a policy, such as [`Softmax`].
pub trait Policy<G: Game> {
    /// Appends the logarithm of each move's probability, in the order of the moves; `successors`
    /// are the states to which they lead. None is above 0, and the probabilities add up to 1 or
    /// less.
    fn log_probabilities(
        &self,
        game: &G,
        state: &G::State,
        successors: &[G::State],
        out: &mut Vec<f64>,
    );
}

/// The difference of ordering values that makes one move e times as likely as another.
pub const TEMPERATURE: Parameter<f64> = Parameter::number(
    "temperature",
    0.001..=1e6,
    1.0,
    "A move is e times as likely as one with an ordering value larger by this amount",
);

/// Share of the probability that is spread uniformly, so that every move stays possible.
const EVEN: f64 = 0.01;

/// The policy of a heuristic: a softmax over the ordering values of the states to which the moves
/// lead. Dead ends get only their part of the uniform share.
///
/// ```
/// use patience_core::{Blind, example::Doubling};
/// use patience_search::policy::{Policy, Softmax};
///
/// let policy = Softmax { heuristic: &Blind, temperature: 1.0 };
/// let mut out = Vec::new();
/// policy.log_probabilities(&Doubling { goal: 10 }, &2, &[4, 3], &mut out);
/// assert_eq!(out[0], out[1], "one half each, as the heuristic has no information");
/// ```
pub struct Softmax<'a, G: Game> {
    /// The heuristic.
    pub heuristic: &'a dyn Heuristic<G>,
    /// See [`TEMPERATURE`].
    pub temperature: f64,
}

impl<G: Game> Policy<G> for Softmax<'_, G> {
    fn log_probabilities(
        &self,
        game: &G,
        _: &G::State,
        successors: &[G::State],
        out: &mut Vec<f64>,
    ) {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(successors.len());
        self.heuristic.values(game, successors, &mut values);
        let best = values.iter().flatten().map(|value| value.ordering).min().unwrap_or(0);
        let odds = |value: &Option<Value>| {
            value.map_or(0.0, |value| {
                libm::exp(-f64::from(value.ordering - best) / self.temperature)
            })
        };
        let sum: f64 = values.iter().map(odds).sum();
        let even = EVEN / values.len().max(1) as f64;
        let share = |value| if sum > 0.0 { (1.0 - EVEN) * odds(value) / sum } else { 0.0 };
        out.extend(values.iter().map(|value| libm::log(even + share(value)).min(0.0)));
    }
}
