//! Model files of all kinds, and the heuristics that use them.

use std::sync::Mutex;

use patience_core::{Game, Heuristic};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::birds::classifiers::{self, Classifiers};
use crate::model::{Model, ModelError};

/// Content of a model file.
///
/// ```
/// use patience_learn::ModelFile;
/// use patience_learn::games::COURSES;
///
/// let text = COURSES[0].model().expect("it was trained").write()?;
/// let file = ModelFile::read(&text)?;
/// assert_eq!(file.game(), "gaps");
/// assert!(
///     ModelFile::read(&text.replace("gaps", "tiles")).is_err(),
///     "its checksum differs"
/// );
/// # Ok::<(), patience_learn::model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelFile {
    /// A network over the features of a game: for the heuristic `learned`.
    Network(Model),
    /// The classifiers of the Birds paper: for the heuristics `report-lr`, `report-lr-dfs`,
    /// `report-lr8` and `report-lr16`.
    Classifiers(Classifiers),
}

impl ModelFile {
    /// Reads a model file.
    ///
    /// # Errors
    /// It is not such a file, has another version, is damaged, or has unsound content.
    pub fn read(text: &str) -> Result<ModelFile, ModelError> {
        #[derive(Deserialize)]
        struct Purpose {
            game: String,
            // Only classifiers have a kind.
            kind: Option<IgnoredAny>,
        }
        let Purpose { game, kind } = serde_json::from_str(text)?;
        match game.as_str() {
            classifiers::PURPOSE => Classifiers::read(text).map(ModelFile::Classifiers),
            _ if kind.is_some() => {
                Err(ModelError::Game { found: game, expected: classifiers::PURPOSE })
            }
            _ => Model::read(text).map(ModelFile::Network),
        }
    }

    /// Reads a model file and keeps it for the program's lifetime, since heuristics borrow their
    /// models; equal files are kept once.
    ///
    /// # Errors
    /// As [`ModelFile::read`].
    pub fn keep(text: &str) -> Result<&'static ModelFile, ModelError> {
        static KEPT: Mutex<Vec<(String, &'static ModelFile)>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, model)) = kept.iter().find(|(known, _)| known == text) {
            return Ok(model);
        }
        let model: &'static ModelFile = Box::leak(Box::new(ModelFile::read(text)?));
        kept.push((text.to_owned(), model));
        Ok(model)
    }

    /// The game of its positions.
    pub fn game(&self) -> &str {
        match self {
            ModelFile::Network(model) => &model.game,
            ModelFile::Classifiers(_) => "birds",
        }
    }

    /// The checksum at the end of the file.
    pub fn checksum(&self) -> &str {
        match self {
            ModelFile::Network(model) => model.checksum(),
            ModelFile::Classifiers(classifiers) => classifiers.checksum(),
        }
    }
}

/// A heuristic that uses a model: a built-in one, or one from a file. It has no guarantees.
///
/// ```
/// use patience_core::Game;
/// use patience_games::tiles::read;
/// use patience_learn::games::tiles;
///
/// let level = read("R.r")?;
/// let learned = &tiles::heuristics()[0];
/// let heuristic = (learned.build)(&level, None);
/// assert_eq!(learned.name, "learned");
/// assert!(heuristic.value(&level, &level.start()).is_some(), "no dead end");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct LearnedHeuristic<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
    /// Checks that a model file is for it.
    pub takes: fn(&ModelFile) -> Result<(), ModelError>,
    /// Builds it for an instance, with a fitting model or the built-in one.
    pub build: fn(&G, Option<&'static ModelFile>) -> Box<dyn Heuristic<G> + Send + Sync>,
}
