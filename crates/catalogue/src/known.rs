//! The heuristics of a game behind a single type.

use patience_core::{Claims, Declaration, Game, Heuristic, HeuristicEntry, Values};
use patience_learn::{LearnedHeuristic, ModelFile};

use crate::context::MODEL;
use crate::info::HeuristicInfo;

/// A heuristic of a game, learned or not.
pub(crate) enum Known<G: Game> {
    Plain(HeuristicEntry<G>),
    Learned(LearnedHeuristic<G>),
}

impl<G: Game> Known<G> {
    pub fn name(&self) -> &'static str {
        match self {
            Known::Plain(entry) => entry.name,
            Known::Learned(entry) => entry.name,
        }
    }

    pub fn claims(&self) -> Claims {
        match self {
            Known::Plain(entry) => entry.claims,
            Known::Learned(_) => Claims::SOUND,
        }
    }

    pub fn parameters(&self) -> &'static [Declaration] {
        match self {
            Known::Plain(entry) => entry.parameters,
            Known::Learned(_) => &[MODEL],
        }
    }

    /// Builds the heuristic for an instance; a learned one uses this model if it fits.
    pub fn build(
        &self,
        game: &G,
        values: &Values,
        model: Option<&'static ModelFile>,
    ) -> Box<dyn Heuristic<G> + Send + Sync> {
        match self {
            Known::Plain(entry) => (entry.build)(game, values),
            Known::Learned(entry) => {
                (entry.build)(game, model.filter(|model| (entry.takes)(model).is_ok()))
            }
        }
    }

    pub fn info(&self) -> HeuristicInfo {
        let summary = match self {
            Known::Plain(entry) => entry.summary,
            Known::Learned(entry) => entry.summary,
        };
        HeuristicInfo {
            name: self.name(),
            summary,
            claims: self.claims().into(),
            parameters: self.parameters().iter().map(|parameter| parameter.name).collect(),
        }
    }
}
