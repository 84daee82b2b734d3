//! Trained models as small versioned files with recipe, seed and checksum.

use patience_core::Value;
use serde::{Deserialize, Serialize};

use crate::models::Network;

/// The most features that a model can have.
pub const MOST_FEATURES: usize = 64;

/// The version of the file format; others are refused.
pub(crate) const FORMAT: u32 = 1;

/// A network with all that is needed to use it and to train it again.
///
/// ```
/// use patience_learn::games::COURSES;
/// use patience_learn::model::Model;
///
/// let built_in = COURSES[0].model().expect("it was trained");
/// assert_eq!(Model::read(&built_in.write())?, *built_in);
/// # Ok::<(), patience_learn::model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The version of the format.
    format: u32,
    /// The game that it is for.
    pub game: String,
    /// How it was trained, for people: data, labels, settings.
    pub recipe: String,
    /// The seed of all that was random in its training.
    pub seed: u64,
    /// The features that go in, in order.
    pub features: Vec<String>,
    /// States are ordered by this fraction of a move: 8 for eighths. Estimates are in moves.
    pub per_move: f32,
    /// Raw features in, the estimate in moves out.
    pub network: Network,
    /// FNV-1a of everything above, as the JSON of this structure with an empty checksum.
    checksum: String,
}

/// Why a file is no model.
///
/// ```
/// use patience_learn::model::{Model, ModelError};
///
/// assert!(matches!(Model::read("{\"format\": 7}"), Err(ModelError::Format(7))));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// It is not JSON of the right shape.
    #[error("not a valid model file: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It has another version.
    #[error("the model file has format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// It was changed after it was written.
    #[error("the model file is damaged: its checksum is {found}, not {expected}")]
    Checksum {
        /// What the file says.
        expected: String,
        /// What its content gives.
        found: String,
    },
    /// It orders states by no fraction of a move.
    #[error("`per_move` in the model file is {0}; expected a number above 0")]
    PerMove(f32),
    /// It is for another game, or not for what it is to be used for.
    #[error("the model is one of {found}, not of {expected}")]
    Game {
        /// What it is for.
        found: String,
        /// What it is to be used for.
        expected: &'static str,
    },
    /// It was trained on other features.
    #[error("the model was trained on other features than those of this program: {0}")]
    Features(String),
    /// It does not have a sound classifier for each number of cards.
    #[error(
        "the classifiers in the model file are not valid; expected one of six features for each of the cards {0}"
    )]
    Classifiers(String),
    /// Its layers do not fit together or hold what is no number.
    #[error(
        "the network in the model file is not valid; expected one with {0} inputs and finite numbers"
    )]
    Network(usize),
}

/// Refuses another version before anything else is looked at.
pub(crate) fn check_format(text: &str) -> Result<(), ModelError> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let version: Version = serde_json::from_str(text)?;
    if version.format == FORMAT { Ok(()) } else { Err(ModelError::Format(version.format)) }
}

/// FNV-1a, 64 bits: against accidents, not against attackers.
pub(crate) fn checksum(text: &str) -> String {
    format!("{:016x}", patience_core::fnv1a(text.as_bytes()))
}

impl Model {
    /// A model just trained.
    pub fn new(
        game: &str,
        recipe: String,
        seed: u64,
        features: &[&str],
        per_move: f32,
        network: Network,
    ) -> Model {
        let features = features.iter().map(|name| (*name).to_owned()).collect();
        let checksum = String::new();
        let mut model = Model {
            format: FORMAT,
            game: game.into(),
            recipe,
            seed,
            features,
            per_move,
            network,
            checksum,
        };
        model.checksum = model.sum();
        model
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// It is no such file, of another version, damaged, or its network is not sound.
    pub fn read(text: &str) -> Result<Model, ModelError> {
        check_format(text)?;
        let model: Model = serde_json::from_str(text)?;
        let found = model.sum();
        if found != model.checksum {
            return Err(ModelError::Checksum { expected: model.checksum, found });
        }
        if !(model.per_move.is_finite() && model.per_move > 0.0) {
            return Err(ModelError::PerMove(model.per_move));
        }
        let width = model.features.len();
        if width > MOST_FEATURES || !model.network.is_sound() || model.network.inputs() != width {
            return Err(ModelError::Network(width));
        }
        Ok(model)
    }

    /// The file, one line.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a model is plain data") + "\n"
    }

    /// The estimate in moves and the ordering value of a state from the network's output for it,
    /// both rounded, 0 below 0.
    #[inline]
    pub fn value(&self, output: f32) -> Value {
        // The conversion saturates, so no output is out of range.
        let rounded = |value: f32| (value + 0.5) as u32;
        Value { cost: rounded(output), ordering: rounded(output * self.per_move) }
    }

    /// The checksum, 16 hexadecimal digits.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    fn sum(&self) -> String {
        checksum(&Model { checksum: String::new(), ..self.clone() }.write())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::Random;

    fn model() -> Model {
        let network = Network::new(2, &[3], &mut Random::new(1));
        Model::new("chess", "none".into(), 7, &["a", "b"], 8.0, network)
    }

    #[test]
    fn a_model_survives_its_file() {
        assert_eq!(Model::read(&model().write()).unwrap(), model());
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let text = model().write();
        assert!(matches!(Model::read("{}"), Err(ModelError::Unreadable(_))));
        assert!(matches!(
            Model::read(&text.replace("\"format\":1", "\"format\":2")),
            Err(ModelError::Format(2))
        ));
        assert!(matches!(
            Model::read(&text.replace("\"seed\":7", "\"seed\":8")),
            Err(ModelError::Checksum { .. })
        ));
        let mut other = model();
        other.per_move = 0.0;
        other.checksum = other.sum();
        assert!(matches!(Model::read(&other.write()), Err(ModelError::PerMove(_))));
        let mut other = model();
        other.features.push("c".into());
        other.checksum = other.sum();
        assert!(matches!(Model::read(&other.write()), Err(ModelError::Network(3))));
    }
}
