//! Self-generated training data: states with exact distances on small instances, with plans on
//! large ones.

mod dataset;

use std::collections::HashMap;

use foldhash::fast::FixedState;
use patience_core::{
    Budget, Claims, Environment, Estimate, Game, Heuristic, Limits, Random, Run, Stop, Value,
};
use patience_search::best_first::{Variant, search};

pub use dataset::Dataset;
pub(crate) use dataset::is_told;

/// The teacher's label of a state.
///
/// ```
/// use patience_learn::teach::Label;
///
/// assert_eq!(
///     [Label::Distance(3), Label::Lost].map(|label| label.target(100.0)),
///     [3.0, 100.0]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The distance to a goal: exact, or along the plan found.
    Distance(u32),
    /// No goal is reachable, or none was found.
    Lost,
}

impl Label {
    /// The distance to be learned; `lost` for a lost state.
    pub fn target(self, lost: f32) -> f32 {
        match self {
            Label::Distance(distance) => distance as f32,
            Label::Lost => lost,
        }
    }
}

/// The largest distance among the winnable states; 0 if there is none.
///
/// ```
/// use patience_learn::teach::{Label, farthest};
///
/// assert_eq!(
///     farthest(&[((), Label::Distance(3)), ((), Label::Lost), ((), Label::Distance(5))]),
///     5.0
/// );
/// ```
pub fn farthest<S>(states: &[(S, Label)]) -> f32 {
    states.iter().map(|(_, label)| label.target(0.0)).fold(0.0, f32::max)
}

/// States with their labels.
type Labelled<S> = Vec<(S, Label)>;

/// Every reachable state, with its exact distance to the nearest goal; `None` if there are more
/// than `most`.
///
/// All moves are assumed to cost 1.
///
/// ```
/// use patience_games::cohesion::read;
/// use patience_learn::teach::{Label, all_distances};
///
/// let level = read("R.R")?;
/// let states = all_distances(&level, 1000).expect("a few states");
/// assert_eq!(states[0].1, Label::Distance(1), "the start comes first");
/// assert!(all_distances(&level, 1).is_none(), "more than one");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn all_distances<G: Game>(game: &G, most: usize) -> Option<Labelled<G::State>> {
    distances_within(game, most, &Budget::unlimited()).expect("no limit stops it")
}

/// Like [`all_distances`], within the time and memory of a budget.
///
/// # Errors
/// A limit was reached.
pub(crate) fn distances_within<G: Game>(
    game: &G,
    most: usize,
    budget: &Budget<'_>,
) -> Result<Option<Labelled<G::State>>, Stop> {
    let mut known: HashMap<G::Key, u32, FixedState> = HashMap::default();
    let mut states = vec![game.start()];
    known.insert(game.key(&states[0]), 0);
    let mut parents: Vec<Vec<u32>> = vec![Vec::new()];
    let mut moves = Vec::new();
    let mut at = 0;
    while at < states.len() {
        budget.tick()?;
        moves.clear();
        game.moves(&states[at], &mut moves);
        for &mv in &moves {
            let next = game.apply(&states[at], mv);
            let fresh = states.len() as u32;
            let index = *known.entry(game.key(&next)).or_insert(fresh);
            if index == fresh {
                if states.len() == most {
                    return Ok(None);
                }
                budget.check_growth::<(G::State, G::Key, Vec<u32>)>(
                    states.len(),
                    states.capacity(),
                )?;
                states.push(next);
                parents.push(Vec::new());
            }
            parents[index as usize].push(at as u32);
        }
        at += 1;
    }
    let mut labels = vec![Label::Lost; states.len()];
    let mut queue: Vec<usize> =
        (0..states.len()).filter(|index| game.is_goal(&states[*index])).collect();
    queue.iter().for_each(|goal| labels[*goal] = Label::Distance(0));
    let mut done = 0;
    while done < queue.len() {
        let here = queue[done];
        done += 1;
        let Label::Distance(distance) = labels[here] else {
            unreachable!("only labelled states are queued")
        };
        for &parent in &parents[here] {
            if labels[parent as usize] == Label::Lost {
                labels[parent as usize] = Label::Distance(distance + 1);
                queue.push(parent as usize);
            }
        }
    }
    Ok(Some(states.into_iter().zip(labels).collect()))
}

/// A game that starts in another of its states.
pub(crate) struct Since<'a, G: Game> {
    pub game: &'a G,
    pub start: G::State,
}

impl<G: Game> Game for Since<'_, G> {
    type State = G::State;
    type Move = G::Move;
    type Key = G::Key;

    fn start(&self) -> G::State {
        self.start.clone()
    }

    fn is_goal(&self, state: &G::State) -> bool {
        self.game.is_goal(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.game.moves(state, out);
    }

    fn apply(&self, state: &G::State, mv: G::Move) -> G::State {
        self.game.apply(state, mv)
    }

    fn cost(&self, state: &G::State, mv: G::Move) -> u32 {
        self.game.cost(state, mv)
    }

    fn least_cost(&self) -> u32 {
        self.game.least_cost()
    }

    fn key(&self, state: &G::State) -> G::Key {
        self.game.key(state)
    }
}

/// A heuristic of a game, used for the same game with another start.
pub(crate) struct Elsewhere<'a, G: Game>(pub &'a dyn Heuristic<G>);

impl<'a, G: Game> Heuristic<Since<'a, G>> for Elsewhere<'_, G> {
    fn claims(&self) -> Claims {
        self.0.claims()
    }

    fn estimate(&self, game: &Since<'a, G>, state: &G::State) -> Estimate {
        self.0.estimate(game.game, state)
    }

    fn value(&self, game: &Since<'a, G>, state: &G::State) -> Option<Value> {
        self.0.value(game.game, state)
    }
}

/// Labels states of large instances by the plans of weighted A*.
///
/// ```
/// use patience_core::{Blind, Environment, Game};
/// use patience_games::cohesion::read;
/// use patience_learn::teach::{Label, Teacher};
///
/// let level = read("R..R")?;
/// let environment = Environment::none();
/// let teacher = Teacher { heuristic: &Blind, weight: 1.0, expansions: 1000, environment };
/// let labels = teacher.labels(&level, level.start());
/// assert_eq!(
///     labels.iter().map(|(_, label)| *label).collect::<Vec<_>>(),
///     [2, 1, 0].map(Label::Distance)
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Teacher<'a, G: Game> {
    /// Heuristic that guides the search.
    pub heuristic: &'a dyn Heuristic<G>,
    /// The weight of the heuristic; 1 makes the distances exact if it is consistent.
    pub weight: f64,
    /// Expansions after which a state counts as lost.
    pub expansions: u64,
    /// A search that it cancels labels nothing.
    pub environment: Environment<'a>,
}

impl<G: Game> Teacher<'_, G> {
    /// The states of a plan from `start` to a goal, or `start` alone if none was found.
    pub fn labels(&self, game: &G, start: G::State) -> Vec<(G::State, Label)> {
        let since = Since { game, start: start.clone() };
        let heuristic = Elsewhere(self.heuristic);
        let limits = Limits { expansions: Some(self.expansions), ..Limits::default() };
        let mut run = Run::new(limits, self.environment);
        let outcome = search(&since, &heuristic, &Variant::weighted(self.weight), &mut run);
        let Some(plan) = outcome.verdict.plan() else {
            let is_cancelled = self.environment.is_cancelled();
            return if is_cancelled { Vec::new() } else { vec![(start, Label::Lost)] };
        };
        let mut state = start;
        let mut labels = Vec::with_capacity(plan.len() + 1);
        for (index, mv) in plan.iter().enumerate() {
            let next = game.apply(&state, *mv);
            labels.push((state, Label::Distance((plan.len() - index) as u32)));
            state = next;
        }
        labels.push((state, Label::Distance(0)));
        labels
    }
}

/// Returns the state after this many random moves, or fewer if there are none.
///
/// ```
/// use patience_core::{Game, Random};
/// use patience_games::birds::neller;
/// use patience_learn::teach::random_walk;
///
/// let deal = neller(42);
/// let state = random_walk(&deal, &deal.start(), 3, &mut Random::new(1));
/// assert_eq!(state.stacks(), 13, "every move covers a stack");
/// ```
pub fn random_walk<G: Game>(
    game: &G,
    from: &G::State,
    moves: u32,
    random: &mut Random,
) -> G::State {
    let mut state = from.clone();
    let mut legal = Vec::new();
    for _ in 0..moves {
        legal.clear();
        game.moves(&state, &mut legal);
        if legal.is_empty() {
            break;
        }
        state = game.apply(&state, legal[random.index(legal.len())]);
    }
    state
}
