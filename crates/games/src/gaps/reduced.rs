//! The same game with fewer moves: if the moves of a few cards suffice, only these remain.
//!
//! In each position, a *persistent set* of cards is computed, and if there is one, only its moves
//! are made. The set must satisfy conditions that follow from the delete relaxation with its cards
//! frozen, for every play in which none of them moves:
//!
//! 1. some card of the set is outside the column where it ends, so every winning play moves a card
//!    of the set;
//! 2. no card of the set can be admitted to a cell in which it does not already fit, so the first
//!    move of the set in any play is possible at once;
//! 3. no other card can enter the cells that the set's cards can enter at once, and none is
//!    admitted by a card of the set in its current cell, so the moves before that first move can
//!    also be made after it.
//!
//! Consider a shortest winning play, and the first move of the set in it. Making it at once leaves
//! the rest of the play unchanged, with the same order and length. By induction on the length, the
//! set's moves suffice to win every winnable deal, and in the same minimum number of moves, whether
//! or not moves can be undone.
//!
//! None of this depends on a specific rule set: [`Facts`] states when a card fits.
//! `docs/gaps-solver.md` has the full argument.

use patience_core::sets::Set64;
use patience_core::{Claims, Estimate, Game, Heuristic, Part, Value};

use super::relax::{Facts, lane, left_of, right_of};
use super::state::{CARDS, Key, Move, RANKS, ROW};
use super::{Gaps, State};

/// With more movable cards than this, only single cards are tried: there are many larger sets, and
/// few of them are persistent.
const MANY: u32 = 8;

/// A deal restricted to the moves of persistent sets, if there are any. It is winnable if the deal
/// is, in as few moves; every move is also a move of the deal.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::{GapsDomain, Reduced};
///
/// // Each of the two cards that can move has nowhere else to go, and nothing else can go there:
/// // one at a time is enough.
/// let deal = GapsDomain.read("fixed-suits", "2C -- 3C / -- 2H 3H")?;
/// let (mut all, mut few) = (Vec::new(), Vec::new());
/// deal.moves(&deal.start(), &mut all);
/// Reduced::new(&deal, 1).moves(&deal.start(), &mut few);
/// assert!(few.len() < all.len() && few.iter().all(|mv| all.contains(mv)));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct Reduced<'a> {
    game: &'a Gaps,
    facts: Facts,
    most: u32,
}

impl<'a> Reduced<'a> {
    /// The deal with sets of up to this many cards; 0 for all moves.
    pub fn new(game: &'a Gaps, most: u32) -> Self {
        Reduced { game, facts: Facts::new(game), most }
    }

    /// The deal itself.
    pub fn game(&self) -> &'a Gaps {
        self.game
    }

    /// A persistent set of cards that omits some of these moves, which are all legal moves.
    fn persistent(&self, state: &State, moves: &[Move]) -> Option<Set64> {
        let mut targets = [Set64::EMPTY; CARDS];
        let mut movers = Set64::EMPTY;
        for mv in moves {
            let card = usize::from(state.cards[usize::from(mv.from)]);
            movers.insert(card);
            targets[card].insert(mv.to.into());
        }
        let most = match movers.len() {
            count if count > MANY => 1,
            count => count.saturating_sub(1),
        };
        (1..=self.most.min(most))
            .find_map(|size| self.of_size(state, size, movers, Set64::EMPTY, movers, &targets))
    }

    /// A persistent set that consists of `chosen` and the given number of cards from `left`.
    fn of_size(
        &self,
        state: &State,
        size: u32,
        left: Set64,
        chosen: Set64,
        movers: Set64,
        targets: &[Set64; CARDS],
    ) -> Option<Set64> {
        if size == 0 {
            return self.is_persistent(state, chosen, movers, targets).then_some(chosen);
        }
        left.iter().find_map(|card| {
            let (behind, chosen) = (left - Set64::below(card + 1), chosen | Set64::of(card));
            self.of_size(state, size - 1, behind, chosen, movers, targets)
        })
    }

    /// Whether a set is persistent, by the three conditions above.
    fn is_persistent(
        &self,
        state: &State,
        set: Set64,
        movers: Set64,
        targets: &[Set64; CARDS],
    ) -> bool {
        let cell = |card: usize| usize::from(state.cells[card]);
        if set.iter().all(|card| cell(card) % ROW == card % RANKS) {
            return false;
        }
        let entered = set.iter().fold(Set64::EMPTY, |cells, card| cells | targets[card]);
        // The relaxation would also find this, but later.
        if (movers - set).iter().any(|card| !targets[card].is_disjoint(entered)) {
            return false;
        }
        let entered_ever = self.facts.enters(self.game, state, set);
        let enters = |card: usize| entered_ever[lane(card)];
        set.iter().all(|card| enters(card).is_subset(targets[card]))
            && self.game.numbers().filter(|other| !set.contains(*other)).all(|other| {
                let standing = |cards: Set64| (cards & set).iter().map(cell).collect();
                let let_in = right_of(standing(self.facts.behind[other]))
                    | left_of(standing(self.facts.before[other]));
                enters(other).is_disjoint(entered | let_in)
            })
    }
}

impl Game for Reduced<'_> {
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
        if self.most == 0 {
            self.game.moves(state, out);
            return;
        }
        let mut all = Vec::new();
        self.game.moves(state, &mut all);
        let set = self.persistent(state, &all).unwrap_or(!Set64::EMPTY);
        let card = |mv: &Move| usize::from(state.cards[usize::from(mv.from)]);
        out.extend(all.into_iter().filter(|mv| set.contains(card(mv))));
    }

    fn apply(&self, state: &State, mv: Move) -> State {
        self.game.apply(state, mv)
    }

    fn key(&self, state: &State) -> Key {
        self.game.key(state)
    }
}

/// A heuristic of the deal, applied to the deal with fewer moves. Its guarantees still hold:
/// distances are the same.
///
/// ```
/// use patience_core::{Domain, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, Misplaced, OfDeal, Reduced};
///
/// let deal = GapsDomain.read("standard", "2H 3H -- 4H")?;
/// let misplaced = Misplaced::new(&deal);
/// let (reduced, start) = (Reduced::new(&deal, 2), deal.start());
/// assert_eq!(
///     OfDeal(&misplaced).estimate(&reduced, &start),
///     misplaced.estimate(&deal, &start)
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct OfDeal<'a>(pub &'a dyn Heuristic<Gaps>);

impl Heuristic<Reduced<'_>> for OfDeal<'_> {
    fn claims(&self) -> Claims {
        self.0.claims()
    }

    fn estimate(&self, reduced: &Reduced<'_>, state: &State) -> Estimate {
        self.0.estimate(reduced.game, state)
    }

    fn value(&self, reduced: &Reduced<'_>, state: &State) -> Option<Value> {
        self.0.value(reduced.game, state)
    }

    fn parts(&self, reduced: &Reduced<'_>, state: &State) -> Vec<Part> {
        self.0.parts(reduced.game, state)
    }

    fn values(&self, reduced: &Reduced<'_>, states: &[State], out: &mut Vec<Option<Value>>) {
        self.0.values(reduced.game, states, out);
    }
}
