//! The paper's guided searches, with their classifiers as heuristics.

use patience_core::{Claims, Estimate, Heuristic, Part, Value};
use patience_games::birds::{BirdsGame, BirdsState};

use super::classifiers::{Classifiers, RANGES};
use super::features::{Counts, Families, NAMES};
use crate::models::Classifier;

/// A depth-first search of the paper, guided by classifiers.
///
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_games::birds::neller;
/// use patience_learn::birds::classifiers::Classifiers;
/// use patience_learn::birds::guided::LR;
/// use patience_papers::birds::guided_dfs;
///
/// let deal = neller(277);
/// let heuristic = LR.heuristic(&deal, Classifiers::built_in().expect("they were trained"));
/// let outcome = guided_dfs(&deal, &*heuristic, LR.cards, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Guided {
    /// Its name in the paper.
    pub name: &'static str,
    /// Minimum number of cards of a position whose children are ordered.
    pub cards: u32,
    /// Indices of its classifiers among [`RANGES`], those for more cards first.
    used: &'static [usize],
}

/// One classifier orders the children of every position.
pub const LR: Guided = Guided { name: "LR", cards: 2, used: &[0] };
/// Four classifiers, then plain depth-first search.
pub const LR_DFS: Guided = Guided { name: "LR+DFS", cards: 9, used: &[3, 4, 5, 6] };
/// One classifier for positions with eight or more cards, then plain depth-first search.
pub const LR8_DFS: Guided = Guided { name: "LR8+DFS", cards: 8, used: &[1] };
/// One classifier for the first moves, then plain depth-first search.
pub const LR16_DFS: Guided = Guided { name: "LR16+DFS", cards: 16, used: &[2] };

impl Guided {
    /// Indices of its classifiers among all, those for more cards first.
    pub(super) fn used(&self) -> &'static [usize] {
        self.used
    }

    /// The heuristic that orders the children for this search.
    pub fn heuristic<'m>(
        &self,
        game: &BirdsGame,
        classifiers: &'m Classifiers,
    ) -> Box<dyn Heuristic<BirdsGame> + Send + Sync + 'm> {
        Box::new(ByProbability { families: Families::of(game), classifiers, used: self.used })
    }
}

/// Orders positions by the probability that they are winnable, as in the paper's search LR. The
/// classifier is chosen by the cards of the position *before* the move, as in the paper's program.
/// It never reports a dead end.
struct ByProbability<'m> {
    families: Families,
    classifiers: &'m Classifiers,
    /// Indices of the classifiers that this search has, those of more cards first.
    used: &'static [usize],
}

impl ByProbability<'_> {
    /// The classifier for the children of positions with this many cards: the classifier with the
    /// nearest range.
    #[inline]
    fn classifier(&self, cards: u32) -> usize {
        let distance = |index: &&usize| {
            let (low, high) = RANGES[**index];
            u32::from(low).saturating_sub(cards) + cards.saturating_sub(high.into())
        };
        *self.used.iter().min_by_key(distance).expect("a search has a classifier")
    }
}

/// Log-odds up to ±1,000 fit into 31 bits with this resolution.
const FINENESS: f64 = 1_000_000.0;

/// The probability that a position can be won, computed from the ordering value of a heuristic of
/// this module.
///
/// ```
/// use patience_core::{Game, Heuristic};
/// use patience_games::birds::neller;
/// use patience_learn::birds::classifiers::Classifiers;
/// use patience_learn::birds::guided::{LR, chance};
///
/// let deal = neller(42);
/// let heuristic = LR.heuristic(&deal, Classifiers::built_in().expect("they were trained"));
/// let value = heuristic.value(&deal, &deal.start()).expect("it reports no dead ends");
/// assert!((0.5..1.0).contains(&chance(value.ordering)), "most deals can be won");
/// assert_eq!(chance(0), 1.0, "one stack is left");
/// ```
pub fn chance(ordering: u32) -> f64 {
    let odds = 1000.0 - f64::from(ordering.saturating_sub(1)) / FINENESS;
    1.0 / (1.0 + libm::exp(-odds))
}

impl Heuristic<BirdsGame> for ByProbability<'_> {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &BirdsGame, state: &BirdsState) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, game: &BirdsGame, state: &BirdsState) -> Option<Value> {
        let cost = state.stacks() - 1;
        if cost == 0 {
            return Some(Value { cost, ordering: 0 });
        }
        let row = Counts::of(game, &self.families, state).features();
        let odds = self.classifiers.models[self.classifier(state.stacks() + 1)].log_odds(&row);
        Some(Value { cost, ordering: 1 + ((1000.0 - odds) * FINENESS) as u32 })
    }

    fn parts(&self, game: &BirdsGame, state: &BirdsState) -> Vec<Part> {
        let row = Counts::of(game, &self.families, state).features();
        let index = self.classifier(state.stacks() + 1);
        let (low, high) = RANGES[index];
        let mut parts: Vec<Part> =
            NAMES.iter().zip(row).map(|(name, value)| Part::real(*name, value)).collect();
        parts.push(Part::words(
            "model",
            format!("{}, {low} to {high} cards", self.classifiers.kind.name()),
        ));
        let probability = self.classifiers.models[index].probability(&row);
        parts.push(Part::real("probability that it is winnable", probability));
        parts
    }
}
