//! Model files, whatever kind of model they hold, and the heuristics that ask them.

use std::sync::Mutex;

use patience_core::{Game, Heuristic};
use serde::Deserialize;

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
/// assert!(ModelFile::read(&text.replace("gaps", "tiles")).is_err(), "its checksum is another one");
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
    /// It is no such file, of another version, damaged, or what it holds is not sound.
    pub fn read(text: &str) -> Result<ModelFile, ModelError> {
        #[derive(Deserialize)]
        struct Purpose {
            game: String,
        }
        let Purpose { game } = serde_json::from_str(text)?;
        match game.as_str() {
            classifiers::PURPOSE => Classifiers::read(text).map(ModelFile::Classifiers),
            _ => Model::read(text).map(ModelFile::Network),
        }
    }

    /// Reads a model file and keeps it for as long as the program runs, as heuristics hold their
    /// models; the same text is kept once.
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

    /// The game whose positions it judges.
    pub fn game(&self) -> &str {
        match self {
            ModelFile::Network(model) => &model.game,
            ModelFile::Classifiers(_) => "birds",
        }
    }

    /// The checksum that the file ends with.
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
    /// One line for people.
    pub summary: &'static str,
    /// Whether a model file is for it, or why not.
    pub takes: fn(&ModelFile) -> Result<(), ModelError>,
    /// Builds it for an instance, with a model that fits or with the built-in one.
    pub build: fn(&G, Option<&'static ModelFile>) -> Box<dyn Heuristic<G> + Send + Sync>,
}
