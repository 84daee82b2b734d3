//! Estimates of the remaining cost, and their guarantees.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Budget, Game, Stop};

/// Value of a heuristic for one state.
///
/// ```
/// use patience_core::Estimate;
///
/// assert_eq!(Estimate::Cost(3).cost(), Some(3));
/// assert_eq!(Estimate::DeadEnd.cost(), None);
/// assert!(Estimate::Cost(3) < Estimate::DeadEnd);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Estimate {
    /// The estimated cost to the nearest goal, in the unit of [`Game::cost`]: searches add it to
    /// costs.
    Cost(u32),
    /// No goal is reachable from here. Proofs may rely on it only if [`Claims::sound_dead_ends`] is
    /// set.
    DeadEnd,
}

impl Estimate {
    /// The estimated cost, or `None` for a dead end.
    pub fn cost(self) -> Option<u32> {
        match self {
            Estimate::Cost(cost) => Some(cost),
            Estimate::DeadEnd => None,
        }
    }
}

/// Drops the ordering value.
impl From<Option<Value>> for Estimate {
    fn from(value: Option<Value>) -> Self {
        value.map_or(Estimate::DeadEnd, |value| Estimate::Cost(value.cost))
    }
}

/// The two values of a state that is not a dead end.
///
/// ```
/// use patience_core::{Estimate, Value};
///
/// // Two states at the same estimate, of which the first looks nearer.
/// let (near, far) = (Value { cost: 4, ordering: 37 }, Value { cost: 4, ordering: 44 });
/// assert_eq!(Estimate::from(Some(near)), Estimate::from(Some(far)));
/// assert!(near.ordering < far.ordering);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The estimate, in the unit of [`Game::cost`].
    pub cost: u32,
    /// How close to a goal the state looks (smaller is closer), for searches that compare states
    /// only by this. It may distinguish states with equal estimates (a learned model has fractions
    /// of a move). Its unit is the heuristic's own, so it is never added to a cost.
    pub ordering: u32,
}

/// A part of a heuristic's value, for people: a term of its sum, an input, or the reason for a dead
/// end.
///
/// ```
/// use patience_core::Part;
///
/// let parts = [
///     Part::whole("cards not at home", 12),
///     Part::real("probability", 0.25),
///     Part::words("colour", "red"),
/// ];
/// let said: Vec<String> =
///     parts.iter().map(|part| format!("{}: {}", part.name, part.value)).collect();
/// assert_eq!(said, ["cards not at home: 12", "probability: 0.2500", "colour: red"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// Name of the part.
    pub name: Cow<'static, str>,
    /// Value of the part.
    pub value: PartValue,
}

/// The value of a [`Part`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PartValue {
    /// A count or a sum of counts.
    Whole(i64),
    /// A share, a probability, a weighted sum.
    Real(f64),
    /// A value that is not a number.
    Words(String),
}

impl Part {
    /// A count.
    pub fn whole(name: impl Into<Cow<'static, str>>, value: impl Into<i64>) -> Part {
        Part { name: name.into(), value: PartValue::Whole(value.into()) }
    }

    /// A number that need not be whole.
    pub fn real(name: impl Into<Cow<'static, str>>, value: f64) -> Part {
        Part { name: name.into(), value: PartValue::Real(value) }
    }

    /// Creates a part that is not a number.
    pub fn words(name: impl Into<Cow<'static, str>>, words: impl Into<String>) -> Part {
        Part { name: name.into(), value: PartValue::Words(words.into()) }
    }

    /// The reason for a dead end.
    pub fn dead_end(reason: impl Into<String>) -> Part {
        Part::words("dead end", reason)
    }
}

impl std::fmt::Display for PartValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PartValue::Whole(number) => write!(f, "{number}"),
            PartValue::Real(number) if number.fract() == 0.0 && number.abs() < 1e9 => {
                write!(f, "{number}")
            }
            PartValue::Real(number) => write!(f, "{number:.4}"),
            PartValue::Words(words) => f.write_str(words),
        }
    }
}

/// Guarantees of a heuristic. An algorithm reports `optimal` and `unsolvable` only as far as these
/// guarantees allow, and tests compare every guarantee with true distances.
///
/// ```
/// use patience_core::Claims;
///
/// let claims = Claims { sound_dead_ends: false, ..Claims::ADMISSIBLE };
/// assert!(claims.admissible && !claims.consistent);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Never above the true distance to a goal.
    pub admissible: bool,
    /// Never falls by more than the cost of a move: `h(s) ≤ cost(s, m) + h(apply(s, m))`, and 0 in
    /// a goal.
    pub consistent: bool,
    /// A state with [`Estimate::DeadEnd`] has no path to a goal. A heuristic that never reports one
    /// may claim this.
    pub sound_dead_ends: bool,
}

impl Claims {
    /// No guarantee. Proofs of loss stay valid if the heuristic reports no dead end.
    pub const NONE: Claims =
        Claims { admissible: false, consistent: false, sound_dead_ends: false };
    /// No guarantee about distances; dead ends, if it reports any, are sound.
    pub const SOUND: Claims =
        Claims { admissible: false, consistent: false, sound_dead_ends: true };
    /// Admissible and consistent, with sound dead ends.
    pub const CONSISTENT: Claims =
        Claims { admissible: true, consistent: true, sound_dead_ends: true };
    /// Admissible but not consistent, with sound dead ends.
    pub const ADMISSIBLE: Claims =
        Claims { admissible: true, consistent: false, sound_dead_ends: true };
}

/// An estimate of the remaining cost from a state to a goal.
///
/// ```
/// use patience_core::{Claims, Estimate, Game, Heuristic};
///
/// /// The parity of a number that counts down by ones and twos: at least one move is left for
/// /// an odd one.
/// struct Parity;
///
/// impl<G: Game<State = u32>> Heuristic<G> for Parity {
///     fn claims(&self) -> Claims {
///         Claims::ADMISSIBLE
///     }
///     fn estimate(&self, _game: &G, state: &u32) -> Estimate {
///         Estimate::Cost(state % 2)
///     }
/// }
/// ```
pub trait Heuristic<G: Game> {
    /// Returns the guarantees of the estimates.
    fn claims(&self) -> Claims;

    /// Performs expensive precomputation within the limits of `budget`, which would otherwise
    /// happen at the first estimate, outside every limit. Called before a search starts; most
    /// heuristics need no precomputation.
    ///
    /// # Errors
    /// The limit that is used up.
    fn prepare(&self, _game: &G, _budget: &mut Budget<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// The estimate for one state of `game`, the instance for which the heuristic was built.
    fn estimate(&self, game: &G, state: &G::State) -> Estimate;

    /// The estimate for `child`, reached by the move `mv` from `parent`, whose estimate is `h`;
    /// equal to that of [`estimate`](Self::estimate). Override it if a move changes few terms;
    /// searches call it when they know the parent.
    #[inline]
    fn estimate_after(
        &self,
        game: &G,
        _parent: &G::State,
        _h: u32,
        _mv: G::Move,
        child: &G::State,
    ) -> Estimate {
        self.estimate(game, child)
    }

    /// Returns the estimate together with the ordering value, `None` for a dead end. Override it in
    /// a heuristic that orders states more finely than by whole costs; by default the estimate is
    /// also the ordering value.
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.estimate(game, state).cost().map(|cost| Value { cost, ordering: cost })
    }

    /// Appends the values of the states reached by moves from `parent`, whose estimate is `h`, to
    /// `out` in order; equal to those of [`values`](Self::values). Override it together with
    /// [`estimate_after`](Self::estimate_after), by calling [`estimates_after`] unless the ordering
    /// value needs the whole state.
    fn values_after(
        &self,
        game: &G,
        _parent: &G::State,
        _h: u32,
        _moves: &[G::Move],
        states: &[G::State],
        out: &mut Vec<Option<Value>>,
    ) {
        self.values(game, states, out);
    }

    /// Explains the value, for people: `patience learn values`, analyses and the page show it. A
    /// dead end gives its reason ([`Part::dead_end`]).
    fn parts(&self, _game: &G, _state: &G::State) -> Vec<Part> {
        Vec::new()
    }

    /// Appends the values of many states to `out` in order: a single call through `dyn` evaluates
    /// them all.
    fn values(&self, game: &G, states: &[G::State], out: &mut Vec<Option<Value>>) {
        out.extend(states.iter().map(|state| self.value(game, state)));
    }
}

/// Implements [`Heuristic::values_after`] for a heuristic that overrides
/// [`estimate_after`](Heuristic::estimate_after) and orders states by their estimates.
pub fn estimates_after<G: Game>(
    heuristic: &impl Heuristic<G>,
    game: &G,
    parent: &G::State,
    h: u32,
    moves: &[G::Move],
    states: &[G::State],
    out: &mut Vec<Option<Value>>,
) {
    out.extend(moves.iter().zip(states).map(|(mv, child)| {
        let cost = heuristic.estimate_after(game, parent, h, *mv, child).cost()?;
        Some(Value { cost, ordering: cost })
    }));
}

/// The heuristic without information: 0 everywhere.
///
/// ```
/// use patience_core::{Blind, Estimate, Heuristic, example::Doubling};
///
/// assert_eq!(Blind.estimate(&Doubling { goal: 10 }, &3), Estimate::Cost(0));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Heuristic<G> for Blind {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, _game: &G, _state: &G::State) -> Estimate {
        Estimate::Cost(0)
    }
}

/// An evaluation of states: higher is better, infinite when won. Simulation-based searches use it
/// as policy and reward.
///
/// ```
/// use patience_core::{Evaluation, Game, example::Doubling};
///
/// /// The nearer to the goal, the better.
/// struct Nearness;
///
/// impl Evaluation<Doubling> for Nearness {
///     fn value(&self, game: &Doubling, state: &u32) -> f64 {
///         if game.is_goal(state) { f64::INFINITY } else { -f64::from(game.goal - state) }
///     }
/// }
///
/// let game = Doubling { goal: 10 };
/// assert!(Nearness.value(&game, &9) > Nearness.value(&game, &5));
/// ```
pub trait Evaluation<G: Game> {
    /// The value of one state.
    fn value(&self, game: &G, state: &G::State) -> f64;
}
