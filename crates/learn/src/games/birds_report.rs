//! The heuristics of the Birds paper's guided searches, from a model file or the built-in models.

use patience_core::Heuristic;
use patience_games::birds::BirdsGame;

use crate::birds::classifiers::{Classifiers, PURPOSE};
use crate::birds::guided::{Guided, LR, LR_DFS, LR8_DFS, LR16_DFS};
use crate::model::ModelError;
use crate::{LearnedHeuristic, ModelFile};

/// Builds a search's heuristic from a file's classifiers, or from the built-in ones.
fn built(
    guided: &Guided,
    game: &BirdsGame,
    file: Option<&'static ModelFile>,
) -> Box<dyn Heuristic<BirdsGame> + Send + Sync> {
    let classifiers = match file {
        Some(ModelFile::Classifiers(classifiers)) => classifiers,
        _ => Classifiers::built_in().expect("a heuristic is listed once it has a model"),
    };
    guided.heuristic(game, classifiers)
}

fn takes(file: &ModelFile) -> Result<(), ModelError> {
    match file {
        ModelFile::Classifiers(_) => Ok(()),
        ModelFile::Network(model) => {
            Err(ModelError::Game { found: model.game.clone(), expected: PURPOSE })
        }
    }
}

/// The heuristics of the paper's four guided searches.
pub(super) fn heuristics() -> Vec<LearnedHeuristic<BirdsGame>> {
    if Classifiers::built_in().is_none() {
        return Vec::new();
    }
    vec![
        LearnedHeuristic {
            name: "report-lr",
            summary: "the probability that a position can be won by the six features of \
                      Kucharski, Deihim and Ergezer 2019: one model for all numbers of cards",
            takes,
            build: |game, file| built(&LR, game, file),
        },
        LearnedHeuristic {
            name: "report-lr-dfs",
            summary: "the same with four models, for positions with 16 and 15, 14 and 13, 12 and \
                      11, 10 and 9 cards",
            takes,
            build: |game, file| built(&LR_DFS, game, file),
        },
        LearnedHeuristic {
            name: "report-lr8",
            summary: "the same with one model for 8 to 16 cards",
            takes,
            build: |game, file| built(&LR8_DFS, game, file),
        },
        LearnedHeuristic {
            name: "report-lr16",
            summary: "the same with one model for 16 cards",
            takes,
            build: |game, file| built(&LR16_DFS, game, file),
        },
    ]
}
