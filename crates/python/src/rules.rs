//! A game behind an object: states and moves without their types.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use foldhash::fast::FixedState;
use patience_catalogue::Instance;
use patience_core::{Budget, Certifiable, Domain, Game, Heuristic, HeuristicEntry, Value, suggest};
use patience_games::birds::BirdsDomain;
use patience_games::cohesion::CohesionDomain;
use patience_games::gaps::GapsDomain;
use patience_games::gaps::two_decks::TwoDecksDomain;
use patience_games::sliding::SlidingDomain;
use patience_games::tiles::TilesDomain;
use patience_learn::LearnedHeuristic;
use patience_learn::games as learned;
use pyo3::prelude::*;

use crate::callable::Callable;
use crate::cells::Cells;
use crate::closure::{Closed, TooMany, closure};
use crate::erased::{Erased, Legal};
use crate::search::{Order, Searched, search};

/// Turns a state into the object passed to a Python function.
pub type Wrap<'a> =
    &'a dyn for<'py> Fn(Python<'py>, Arc<dyn Rules>, Erased) -> PyResult<Bound<'py, PyAny>>;

/// The rules of one instance, for Python. States must be of the same instance.
pub trait Rules: Send + Sync {
    /// Identifies the instance: equal if rules and start are.
    fn origin(&self) -> &str;
    fn start(&self) -> Erased;
    fn is_goal(&self, state: &Erased) -> bool;
    fn count(&self, state: &Erased) -> usize;
    fn legal(&self, state: &Erased) -> Vec<Legal>;
    /// The state after the legal move with an index, and the cost of the move.
    fn child(&self, state: &Erased, index: usize) -> Option<(Erased, u32)>;
    fn children(&self, state: &Erased) -> Vec<Erased>;
    /// The state after a move of this game; `None` if it is not legal.
    fn apply(&self, state: &Erased, mv: &Erased) -> Option<Erased>;
    /// The state after a move given as text.
    fn apply_text(&self, state: &Erased, text: &str) -> Result<(Erased, Legal), String>;
    fn hash(&self, state: &Erased) -> u64;
    fn same(&self, one: &Erased, other: &Erased) -> bool;
    fn notation(&self, state: &Erased) -> String;
    fn draw(&self, state: &Erased) -> String;
    fn view(&self, state: &Erased) -> String;
    /// The state on a board with the pieces of this instance.
    fn state_on(&self, board: &str) -> Result<Erased, String>;
    /// Returns the content of the cells, or the targets painted on them, as numbers.
    fn cells(&self, state: &Erased, targets: bool) -> Cells;
    /// The names of the heuristics under these rules.
    fn heuristics(&self) -> Vec<&'static str>;
    fn heuristic(&self, name: &str) -> Result<Box<dyn Estimator>, String>;
    fn closure(&self, most: usize, budget: &Budget<'_>) -> Result<Closed, TooMany>;
    /// A generic search with a Python function as heuristic.
    fn search(
        self: Arc<Self>,
        function: &Bound<'_, PyAny>,
        order: &Order,
        wrap: Wrap<'_>,
    ) -> PyResult<Searched>;
}

/// A heuristic built for one instance.
pub trait Estimator: Send + Sync {
    fn value(&self, state: &Erased) -> Option<Value>;
}

struct Built<G: Game> {
    game: Arc<G>,
    heuristic: Box<dyn Heuristic<G> + Send + Sync>,
}

impl<G: Game<State: 'static> + Send + Sync> Estimator for Built<G> {
    fn value(&self, state: &Erased) -> Option<Value> {
        self.heuristic.value(&self.game, state.downcast_ref().expect("a state of this game"))
    }
}

struct Typed<D: Domain> {
    domain: &'static D,
    game: Arc<D::Game>,
    origin: String,
    learned: fn() -> Vec<LearnedHeuristic<D::Game>>,
    adopt: Adopt<D>,
}

/// The state of an instance that looks like the start of another; `None` if it has none.
type Adopt<D> = fn(&D, &<D as Domain>::Game, &<D as Domain>::Game) -> Option<StateOf<D>>;

/// Through the bytes of certificates: instances may number their pieces differently.
fn by_bytes<D: Certifiable>(domain: &D, game: &D::Game, other: &D::Game) -> Option<StateOf<D>> {
    domain.state_of(game, &domain.state_bytes(other, &other.start()))
}

type StateOf<D> = <<D as Domain>::Game as Game>::State;
type MoveOf<D> = <<D as Domain>::Game as Game>::Move;

impl<D: Domain> Typed<D>
where
    StateOf<D>: 'static,
    MoveOf<D>: 'static,
{
    fn at<'a>(&self, state: &'a Erased) -> &'a StateOf<D> {
        state.downcast_ref().expect("a state of this game")
    }

    fn moves(&self, state: &StateOf<D>) -> Vec<MoveOf<D>> {
        let mut moves = Vec::with_capacity(16);
        self.game.moves(state, &mut moves);
        moves
    }

    fn told(&self, state: &StateOf<D>, mv: MoveOf<D>) -> Legal {
        Legal {
            mv: Arc::new(mv),
            text: self.domain.move_text(&self.game, state, mv),
            words: self.domain.move_words(&self.game, state, mv),
            cost: self.game.cost(state, mv),
        }
    }

    fn entry(&self, name: &str) -> Option<HeuristicEntry<D::Game>> {
        self.domain.heuristics().into_iter().find(|entry| entry.name == name)
    }
}

impl<D: Domain> Rules for Typed<D>
where
    StateOf<D>: 'static,
    MoveOf<D>: 'static,
    <D::Game as Game>::Key: Hash,
{
    fn origin(&self) -> &str {
        &self.origin
    }

    fn start(&self) -> Erased {
        Arc::new(self.game.start())
    }

    fn is_goal(&self, state: &Erased) -> bool {
        self.game.is_goal(self.at(state))
    }

    fn count(&self, state: &Erased) -> usize {
        self.moves(self.at(state)).len()
    }

    fn legal(&self, state: &Erased) -> Vec<Legal> {
        let at = self.at(state);
        self.moves(at).into_iter().map(|mv| self.told(at, mv)).collect()
    }

    fn child(&self, state: &Erased, index: usize) -> Option<(Erased, u32)> {
        let at = self.at(state);
        let mv = *self.moves(at).get(index)?;
        Some((Arc::new(self.game.apply(at, mv)), self.game.cost(at, mv)))
    }

    fn children(&self, state: &Erased) -> Vec<Erased> {
        let at = self.at(state);
        let apply = |mv| Arc::new(self.game.apply(at, mv)) as Erased;
        self.moves(at).into_iter().map(apply).collect()
    }

    fn apply(&self, state: &Erased, mv: &Erased) -> Option<Erased> {
        let (at, mv) = (self.at(state), *mv.downcast_ref()?);
        self.moves(at).contains(&mv).then(|| Arc::new(self.game.apply(at, mv)) as Erased)
    }

    fn apply_text(&self, state: &Erased, text: &str) -> Result<(Erased, Legal), String> {
        let at = self.at(state);
        let words = |mv: &MoveOf<D>| self.domain.move_words(&self.game, at, *mv) == text;
        let mv = match self.domain.parse_move(&self.game, at, text) {
            Ok(mv) => mv,
            // Moves of several words, such as `tilt left`, are read only in a plan.
            Err(error) => self
                .moves(at)
                .into_iter()
                .find(words)
                .ok_or_else(|| format!("`{}` cannot be read: {error}", text.escape_debug()))?,
        };
        if !self.moves(at).contains(&mv) {
            return Err(format!("`{}` is not legal there", text.escape_debug()));
        }
        Ok((Arc::new(self.game.apply(at, mv)), self.told(at, mv)))
    }

    fn hash(&self, state: &Erased) -> u64 {
        FixedState::default().hash_one(self.game.key(self.at(state)))
    }

    fn same(&self, one: &Erased, other: &Erased) -> bool {
        self.game.key(self.at(one)) == self.game.key(self.at(other))
    }

    fn notation(&self, state: &Erased) -> String {
        self.domain.notation(&self.game, self.at(state))
    }

    fn draw(&self, state: &Erased) -> String {
        self.domain.draw(&self.game, self.at(state), None, false)
    }

    fn view(&self, state: &Erased) -> String {
        let view = self.domain.view(&self.game, self.at(state));
        serde_json::to_string(&view).expect("a view is plain data")
    }

    fn state_on(&self, board: &str) -> Result<Erased, String> {
        let rules = self.domain.rules(&self.game);
        let other = self.domain.read(rules, board).map_err(|error| error.to_string())?;
        let state = (self.adopt)(self.domain, &self.game, &other);
        state.map(|state| Arc::new(state) as Erased).ok_or_else(|| {
            format!("`{board}` is not a state of this instance; expected its cells and pieces")
        })
    }

    fn cells(&self, state: &Erased, targets: bool) -> Cells {
        Cells::of(&self.domain.view(&self.game, self.at(state)), targets)
    }

    fn heuristics(&self) -> Vec<&'static str> {
        let learned = (self.learned)();
        let plain = self.domain.heuristics().into_iter().map(|entry| entry.name);
        plain.chain(learned.iter().map(|entry| entry.name)).collect()
    }

    fn heuristic(&self, name: &str) -> Result<Box<dyn Estimator>, String> {
        let heuristic = match self.entry(name) {
            Some(entry) => entry.build_default(&self.game),
            None => {
                let mut learned = (self.learned)();
                let Some(at) = learned.iter().position(|entry| entry.name == name) else {
                    return Err(suggest::unknown("heuristic", name, self.heuristics()));
                };
                (learned.swap_remove(at).build)(&self.game, None)
            }
        };
        Ok(Box::new(Built { game: self.game.clone(), heuristic }))
    }

    fn closure(&self, most: usize, budget: &Budget<'_>) -> Result<Closed, TooMany> {
        closure(&*self.game, most, budget)
    }

    fn search(
        self: Arc<Self>,
        function: &Bound<'_, PyAny>,
        order: &Order,
        wrap: Wrap<'_>,
    ) -> PyResult<Searched> {
        let py = function.py();
        let as_python = |state: &StateOf<D>| wrap(py, self.clone(), Arc::new(state.clone()));
        let heuristic = Callable::new(function, &as_python, &order.cancel)?;
        let text = |plan: &[MoveOf<D>]| {
            let mut state = self.game.start();
            let mut texts = Vec::with_capacity(plan.len());
            for mv in plan {
                texts.push(self.domain.move_text(&self.game, &state, *mv));
                state = self.game.apply(&state, *mv);
            }
            texts
        };
        search(&*self.game, Some(&heuristic), order, None, text)
    }
}

fn typed<D: Domain>(
    domain: &'static D,
    instance: &dyn Instance,
    learned: fn() -> Vec<LearnedHeuristic<D::Game>>,
    adopt: Adopt<D>,
) -> Option<Arc<dyn Rules>>
where
    StateOf<D>: 'static,
    MoveOf<D>: 'static,
{
    let game: &D::Game = instance.typed().downcast_ref()?;
    let origin = format!("{}+{}:{}", instance.game(), instance.rules(), instance.board());
    let game = Arc::new(domain.starting_at(game, &game.start()));
    Some(Arc::new(Typed { domain, game, origin, learned, adopt }))
}

/// The rules of an instance of the catalogue.
pub fn rules_of(instance: &dyn Instance) -> Option<Arc<dyn Rules>> {
    // Two decks of the same suits number their cards alike.
    let two_decks: Adopt<TwoDecksDomain> = |_, game, other| {
        let same = (game.rows(), game.columns(), game.suits())
            == (other.rows(), other.columns(), other.suits());
        same.then(|| other.start())
    };
    typed(&GapsDomain, instance, learned::gaps::heuristics, by_bytes)
        .or_else(|| typed(&TwoDecksDomain, instance, Vec::new, two_decks))
        .or_else(|| typed(&BirdsDomain, instance, learned::birds::heuristics, by_bytes))
        .or_else(|| typed(&CohesionDomain, instance, learned::cohesion::heuristics, by_bytes))
        .or_else(|| typed(&TilesDomain, instance, learned::tiles::heuristics, by_bytes))
        .or_else(|| typed(&SlidingDomain, instance, Vec::new, by_bytes))
}
