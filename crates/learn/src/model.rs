//! Trained models as small versioned files with recipe, seed and checksum.

use patience_core::Value;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::models::Network;

/// Maximum number of features of a model.
pub const MAX_FEATURES: usize = 64;

/// The version of the file format; others are rejected.
pub(crate) const FORMAT: u32 = 1;

/// A network with everything needed to use it and to train it again. `docs/learning.md` describes
/// its file, for models trained by other programs.
///
/// ```
/// use patience_learn::games::COURSES;
/// use patience_learn::model::Model;
///
/// let built_in = COURSES[0].model().expect("it was trained");
/// assert_eq!(Model::read(&built_in.write()?)?, *built_in);
/// # Ok::<(), patience_learn::model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The version of the format.
    format: u32,
    /// The game that it is for.
    pub game: String,
    /// A description of the training for people: data, labels, settings. Optional in a file.
    #[serde(default)]
    pub recipe: String,
    /// The seed of its training. Optional in a file.
    #[serde(default)]
    pub seed: u64,
    /// The input features, in order.
    pub features: Vec<String>,
    /// Ordering values are in this fraction of a move: 8 for eighths. Estimates are in moves.
    pub per_move: f32,
    /// The network, from raw features to the estimate in moves.
    pub network: Network,
    /// FNV-1a of everything above, as the JSON of this structure with an empty checksum. Optional
    /// in a file.
    #[serde(default)]
    checksum: String,
}

/// The reason why a file is not a model.
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
    #[error("not a valid model file: {}", fault(.0))]
    Unreadable(#[from] serde_json::Error),
    /// It has another version.
    #[error("the model file has format {0}; this program reads format {FORMAT}")]
    Format(u32),
    /// It was changed after it was written.
    #[error("the model file is damaged: its checksum is {found}, not {expected}")]
    Checksum {
        /// The checksum in the file.
        expected: String,
        /// The checksum of its content.
        found: String,
    },
    /// Its `per_move` is not positive.
    #[error("`per_move` of the model is {0}; expected a number above 0")]
    PerMove(f32),
    /// It is for another game or purpose.
    #[error("the model is for {found}; expected one for {expected}")]
    Game {
        /// The purpose in the file.
        found: String,
        /// The required purpose.
        expected: &'static str,
    },
    /// It was trained on other features.
    #[error("the model was trained on features other than those of this program: {0}")]
    Features(String),
    /// It lacks a valid classifier for a range of cards.
    #[error(
        "the classifiers in the model file are not valid; expected one of six features for each \
         of the cards {0}"
    )]
    Classifiers(String),
    /// Its layers do not match each other or its purpose, or contain a value that is not a
    /// number.
    #[error("the network of the model is not valid: {0}")]
    Network(String),
}

/// The place of a fault in JSON and its kind, in words that name no types of this program.
fn fault(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let field = ["missing field ", "unknown field ", "duplicate field "];
    let what = match error.classify() {
        Category::Data if field.iter().any(|start| said.starts_with(start)) => {
            said.split([',', ' ']).take(3).collect::<Vec<_>>().join(" ")
        }
        Category::Data => "this value is not valid here".to_owned(),
        Category::Eof => "it ends within a value".to_owned(),
        _ => "it is not valid JSON".to_owned(),
    };
    format!("line {}, column {}: {what}", error.line(), error.column())
}

/// Rejects other versions before reading further.
pub(crate) fn check_format(text: &str) -> Result<(), ModelError> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let version: Version = serde_json::from_str(text)?;
    if version.format == FORMAT { Ok(()) } else { Err(ModelError::Format(version.format)) }
}

/// FNV-1a, 64 bits: detects accidents, not attacks.
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
    /// It is not such a file, has another version, is damaged, or has an unsound network.
    pub fn read(text: &str) -> Result<Model, ModelError> {
        check_format(text)?;
        let mut model: Model = serde_json::from_str(text)?;
        let found = model.sum();
        if model.checksum.is_empty() {
            model.checksum = found;
        } else if found != model.checksum {
            return Err(ModelError::Checksum { expected: model.checksum, found });
        }
        model.check().map(|()| model)
    }

    /// Checks that it can be used.
    fn check(&self) -> Result<(), ModelError> {
        if !(self.per_move.is_finite() && self.per_move > 0.0) {
            return Err(ModelError::PerMove(self.per_move));
        }
        let width = self.features.len();
        if width > MAX_FEATURES {
            let fault = format!("it has {width} features; expected at most {MAX_FEATURES}");
            return Err(ModelError::Network(fault));
        }
        self.network.fault(width).map_or(Ok(()), |fault| Err(ModelError::Network(fault)))
    }

    /// The file, one line.
    ///
    /// # Errors
    /// The model is not sound: the file could not be read back.
    pub fn write(&self) -> Result<String, ModelError> {
        self.check().map(|()| self.text())
    }

    fn text(&self) -> String {
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
        checksum(&Model { checksum: String::new(), ..self.clone() }.text())
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
        assert_eq!(Model::read(&model().write().unwrap()).unwrap(), model());
    }

    /// Optional fields of a file from another program: descriptions for people, and the checksum.
    #[test]
    fn a_model_made_elsewhere_is_read() {
        let text = model().text();
        let mut bare: serde_json::Value = serde_json::from_str(&text).unwrap();
        for field in ["recipe", "seed", "checksum"] {
            bare.as_object_mut().unwrap().remove(field).unwrap();
        }
        let read = Model::read(&bare.to_string()).unwrap();
        assert_eq!(read.network, model().network);
        assert_eq!(Model::read(&read.write().unwrap()).unwrap(), read, "it has a checksum now");
        for field in ["format", "game", "features", "per_move", "network"] {
            let mut less = bare.clone();
            less.as_object_mut().unwrap().remove(field).unwrap();
            let error = Model::read(&less.to_string()).unwrap_err().to_string();
            assert!(error.contains(&format!("missing field `{field}`")), "{error}");
        }
        bare["checksm"] = "0".into();
        let error = Model::read(&bare.to_string()).unwrap_err().to_string();
        assert!(error.contains("unknown field `checksm`"), "{error}");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let text = model().text();
        assert!(matches!(Model::read("{}"), Err(ModelError::Unreadable(_))));
        assert!(matches!(
            Model::read(&text.replace("\"format\":1", "\"format\":2")),
            Err(ModelError::Format(2))
        ));
        assert!(matches!(
            Model::read(&text.replace("\"seed\":7", "\"seed\":8")),
            Err(ModelError::Checksum { .. })
        ));
        let changed = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
            value["checksum"] = "".into();
            change(&mut value);
            Model::read(&value.to_string()).unwrap_err().to_string()
        };
        type Change = fn(&mut serde_json::Value);
        let cases: [(Change, &str); 9] = [
            (|it| it["per_move"] = 0.into(), "`per_move` of the model is 0; expected a number"),
            (
                |it| it["features"].as_array_mut().unwrap().push("c".into()),
                "layer 1 has 6 weights; expected 9, 3 inputs of 3 units",
            ),
            (|it| it["features"] = vec!["a"; 65].into(), "it has 65 features; expected at most 64"),
            (|it| it["network"]["layers"] = Vec::<u8>::new().into(), "it has no layers"),
            (
                |it| it["network"]["layers"][0]["bias"] = Vec::<u8>::new().into(),
                "layer 1 has 0 units; expected 1 to 128",
            ),
            (
                |it| it["network"]["layers"][1]["weights"][0] = 1e300.into(),
                "a number of layer 2 is not finite",
            ),
            (
                |it| drop(it["network"]["layers"].as_array_mut().unwrap().pop()),
                "the last layer has 3 units; expected 1",
            ),
            (
                |it| it["network"]["layers"][0]["bias"][0] = "x".into(),
                "line 1, column 95: this value is not valid here",
            ),
            (|it| it["more"] = 1.into(), "unknown field `more`"),
        ];
        for (change, expected) in cases {
            let error = changed(&change);
            assert!(error.contains(expected), "{error}: {expected}");
        }
    }

    /// Failed training never leaves a file that cannot be read back.
    #[test]
    fn what_is_not_sound_is_not_written() {
        let network = Network::of_weights(&[1.0, f32::NAN]);
        let model = Model::new("chess", "none".into(), 7, &["a", "b"], 8.0, network);
        let error = model.write().unwrap_err().to_string();
        assert!(error.contains("a number of layer 1 is not finite"), "{error}");
    }
}
