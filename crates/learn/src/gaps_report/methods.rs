//! The methods for playing the paper's games in its open questions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use foldhash::fast::FixedState;
use patience_core::{
    Claims, DEFECT, Environment, Estimate, Evaluation, Game, Heuristic, Limits, Run, Value, replay,
};
use patience_games::gaps::{Gaps, Move, PaperCounts, State};
use patience_papers::{gaps, gaps_mcts};
use patience_search::best_first::{By, Weights};

use crate::teach::{Elsewhere, Since};

/// A way to [`play`] the paper's games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Best-first search with f = `g`·g + h, h = m·(`late` + (`early` − `late`)·m/N) + `z`·Z/3, m
    /// of N cards not home, in moves. Equal weights `early` and `late` give the paper's H with
    /// another scale; unequal weights change during the game.
    BestFirst {
        /// The weight of the moves made.
        g: f64,
        /// The weight of m at the start, when no card is home.
        early: f64,
        /// The weight of m at the end.
        late: f64,
        /// The weight of Z.
        z: f64,
    },
    /// The paper's Monte Carlo tree search with S = (`x`·X/N + (3 − Z)/3) / (`x` + 1) and its
    /// constants.
    Mcts {
        /// Simulations.
        iterations: u64,
        /// The factor of the exploration term.
        exploration: f64,
        /// The factor of S when comparing children.
        evaluation: f64,
        /// The weight of X in S.
        x: f64,
    },
    /// The paper's search for this many iterations; then best-first search as above from the best
    /// position seen, and finally from the start, each with half of the remaining limit. With 0
    /// iterations it is best-first search.
    Hybrid {
        /// Simulations of the exploration.
        iterations: u64,
        /// The weight of the moves made in the finishing search.
        g: f64,
    },
}

impl Method {
    /// A* as in the paper, with H(0).
    pub const ASTAR: Method = Method::BestFirst { g: 1.0, early: 1.0, late: 1.0, z: 0.0 };
    /// Greedy search as in the paper, with H(2).
    pub const GREEDY: Method = Method::BestFirst { g: 0.0, early: 1.0, late: 1.0, z: 1.0 };
    /// The paper's Monte Carlo tree search; Y is constant, so its part of S only changes the scale.
    pub const MCTS: Method =
        Method::Mcts { iterations: 3000, exploration: 0.3, evaluation: 0.2, x: 10.0 };
}

/// A human-readable weight, with four digits.
///
/// ```
/// assert_eq!(patience_learn::gaps_report::rounded(0.000015241579027587286), 0.00001524);
/// ```
pub fn rounded(weight: f64) -> f64 {
    format!("{weight:.3e}").parse().unwrap_or(weight)
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Method::BestFirst { g, early, late, z } => {
                let [g, first, last, z] = [g, early, late, z].map(rounded);
                match early == late {
                    true => write!(f, "f = {g}·g + {first}·m + {z}·Z/3"),
                    false => write!(f, "f = {g}·g + ({first} → {last})·m + {z}·Z/3"),
                }
            }
            Method::Mcts { iterations, exploration, evaluation, x } => {
                let [exploration, evaluation, x] = [exploration, evaluation, x].map(rounded);
                write!(
                    f,
                    "MCTS {iterations}, exploration {exploration}, S {evaluation}, X : Z = {x} : 1"
                )
            }
            Method::Hybrid { iterations, g } => {
                write!(f, "MCTS {iterations}, then f = {}·g + m", rounded(g))
            }
        }
    }
}

/// Result of a method on a game, from [`play`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Moves of the plan, if one was found.
    pub length: Option<usize>,
    /// States expanded, including the moves of playouts.
    pub expanded: u64,
}

/// Plays a game within this many expansions.
///
/// ```
/// use patience_core::Domain;
/// use patience_games::gaps::GapsDomain;
/// use patience_learn::gaps_report::{Method, play};
///
/// let game = GapsDomain.instance("paper", "paper/4x5/20/1")?;
/// assert!(play(&game, Method::GREEDY, 10_000).length.is_some());
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn play(game: &Gaps, method: Method, expansions: u64) -> Played {
    match method {
        Method::BestFirst { .. } => {
            let (plan, expanded) = best_first(game, game.start(), method, expansions);
            Played { length: plan.map(|plan| plan.len()), expanded }
        }
        Method::Mcts { iterations, exploration, evaluation, x } => {
            let policy = gaps_mcts::Parameters {
                iterations,
                exploration,
                evaluation,
                ..gaps_mcts::Parameters::default()
            };
            let mut run = Run::new(limits(expansions), Environment::none());
            let answer = gaps_mcts::solve(game, &Score { x }, &policy, &mut run);
            let length = answer.outcome.verdict.plan().map(<[Move]>::len);
            Played { length, expanded: run.counters().expanded }
        }
        Method::Hybrid { iterations, g } => hybrid(game, iterations, g, expansions),
    }
}

fn limits(expansions: u64) -> Limits {
    Limits { expansions: Some(expansions), ..Limits::default() }
}

/// Best-first search from a state of the game.
fn best_first(
    game: &Gaps,
    start: State,
    method: Method,
    expansions: u64,
) -> (Option<Vec<Move>>, u64) {
    let Method::BestFirst { g, .. } = method else {
        unreachable!("only best-first search has these weights")
    };
    let since = Since { game, start };
    let weighted = Weighted(method);
    // The heuristic orders by hundredths of a move, which preserves the order of H, and g is
    // weighted accordingly.
    let weights = Weights { g: (100.0 * g).round() as u32, h: 1 };
    let mut run = Run::new(limits(expansions), Environment::none());
    let outcome = gaps::astar(&since, &Elsewhere(&weighted), weights, By::Ordering, &mut run);
    let plan = outcome.verdict.plan().map(<[Move]>::to_vec);
    (plan, run.counters().expanded)
}

/// The h of [`Method::BestFirst`], ordered by hundredths of a move.
struct Weighted(Method);

impl Heuristic<Gaps> for Weighted {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, game: &Gaps, state: &State) -> Option<Value> {
        let Method::BestFirst { early, late, z, .. } = self.0 else {
            unreachable!("only best-first search asks")
        };
        if game.is_goal(state) {
            return Some(Value { cost: 0, ordering: 0 });
        }
        let counts = PaperCounts::of(game, state);
        let all = game.card_count() as f64;
        let misplaced = all - f64::from(counts.home);
        let weight = late + (early - late) * misplaced / all;
        let h = weight * misplaced + z * f64::from(counts.behind_gap) / 3.0;
        Some(Value { cost: h.round() as u32, ordering: (100.0 * h).round() as u32 })
    }
}

/// S with another weight of X.
struct Score {
    x: f64,
}

impl Evaluation<Gaps> for Score {
    fn value(&self, game: &Gaps, state: &State) -> f64 {
        if game.is_goal(state) {
            return f64::INFINITY;
        }
        let counts = PaperCounts::of(game, state);
        let home = f64::from(counts.home) / game.card_count() as f64;
        (self.x * home + (3.0 - f64::from(counts.behind_gap)) / 3.0) / (self.x + 1.0)
    }
}

type Key = <Gaps as Game>::Key;

/// The game, with a record of the move by which each position was first reached.
struct Traced<'a> {
    game: &'a Gaps,
    parents: RefCell<HashMap<Key, (State, Move), FixedState>>,
}

impl Game for Traced<'_> {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.game.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.game.is_goal(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.game.moves(state, out);
    }

    fn apply(&self, state: &State, mv: Move) -> State {
        let next = self.game.apply(state, mv);
        self.parents.borrow_mut().entry(self.game.key(&next)).or_insert((*state, mv));
        next
    }

    fn key(&self, state: &State) -> Key {
        self.game.key(state)
    }
}

impl Traced<'_> {
    /// The moves by which a position was first reached. Its parent was reached earlier, so the path
    /// ends at the start.
    fn way_to(&self, state: &State) -> Vec<Move> {
        let parents = self.parents.borrow();
        let (mut way, mut at) = (Vec::new(), *state);
        while at != self.start() {
            let (parent, mv) = parents[&self.game.key(&at)];
            way.push(mv);
            at = parent;
        }
        way.reverse();
        way
    }
}

/// The paper's S, with the position of its maximum.
struct Best {
    seen: RefCell<(f64, State)>,
}

impl Evaluation<Traced<'_>> for Best {
    fn value(&self, traced: &Traced<'_>, state: &State) -> f64 {
        let value = Score { x: 10.0 }.value(traced.game, state);
        let mut seen = self.seen.borrow_mut();
        if value > seen.0 {
            *seen = (value, *state);
        }
        value
    }
}

fn hybrid(game: &Gaps, iterations: u64, g: f64, expansions: u64) -> Played {
    let method = Method::BestFirst { g, early: 1.0, late: 1.0, z: 0.0 };
    if iterations == 0 {
        return play(game, method, expansions);
    }
    let traced = Traced { game, parents: RefCell::default() };
    let best = Best { seen: RefCell::new((f64::NEG_INFINITY, game.start())) };
    let policy = gaps_mcts::Parameters { iterations, ..gaps_mcts::Parameters::default() };
    let mut run = Run::new(limits(expansions), Environment::none());
    // Whether its best line wins does not matter: a won position has an infinite S and is then the
    // best one seen.
    let _ = gaps_mcts::solve(&traced, &best, &policy, &mut run);
    let mut expanded = run.counters().expanded;
    let (_, from) = *best.seen.borrow();
    let way = traced.way_to(&from);
    for (way, from, share) in [(way, from, 2), (Vec::new(), game.start(), 1)] {
        let (plan, more) = best_first(game, from, method, (expansions - expanded) / share);
        expanded += more;
        if let Some(rest) = plan {
            let plan = [way, rest].concat();
            assert!(replay(game, &plan).is_ok(), "{DEFECT}: a plan fails the replay");
            return Played { length: Some(plan.len()), expanded };
        }
    }
    Played { length: None, expanded }
}
