//! Predicts the difficulty of an instance from the values of the heuristics; written by `learn
//! difficulty`, used by `study generate`.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

use anyhow::Result;
use patience_catalogue::Instance;
use patience_core::{Limits, PartValue, open_regular};
use patience_study::rank::spearman;
use serde::{Deserialize, Serialize};

use crate::exit::bad_input;
use crate::sealed::{sealed, unsealed};
use crate::solving;

/// Features of an instance.
pub type Features = BTreeMap<String, f64>;

/// Computes the values of the heuristics at the start, part by part, and the number of moves.
pub fn features(instance: &dyn Instance) -> Features {
    let mut features = BTreeMap::from([("moves".to_owned(), instance.moves().len() as f64)]);
    let said = solving::within(Limits::default(), |budget| instance.evaluate(None, budget));
    for evaluated in said.into_iter().flatten() {
        let name = evaluated.heuristic;
        // A dead end has the maximum distance.
        features.insert(name.to_owned(), evaluated.value.map_or(f64::MAX, f64::from));
        for part in evaluated.parts {
            let value = match part.value {
                PartValue::Whole(number) => number as f64,
                // A value that a file cannot represent counts as the maximum.
                PartValue::Real(number) if number.is_nan() => continue,
                PartValue::Real(number) => number.clamp(f64::MIN, f64::MAX),
                PartValue::Words(_) => continue,
            };
            features.insert(format!("{name}: {}", part.name), value);
        }
    }
    features
}

/// The version of the file format.
const FORMAT: u32 = 2;
/// Maximum size of a predictor.
const LARGEST: u64 = 64 << 20;

/// Adds up the features' ranks, each weighted by its rank correlation with the effort: crude, and
/// hard to overfit (Dawes 1979).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predictor {
    format: u32,
    /// The game of the instances.
    game: String,
    /// The rule set.
    rules: String,
    features: Vec<Known>,
}

/// A feature of the instances on which the predictor was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    name: String,
    /// Spearman's rank correlation with the effort.
    correlation: f64,
    /// The values, ascending.
    values: Vec<f64>,
}

impl Predictor {
    /// Fits a predictor to instances with their costs, using only features that all instances have.
    pub fn new(game: &str, rules: &str, samples: &[(&Features, f64)]) -> Predictor {
        let known = |name: &String| {
            let pairs: Option<Vec<(f64, f64)>> = samples
                .iter()
                .map(|(features, effort)| Some((*features.get(name)?, *effort)))
                .collect();
            let pairs = pairs?;
            let correlation = spearman(&pairs)?;
            let mut values: Vec<f64> = pairs.into_iter().map(|(value, _)| value).collect();
            values.sort_by(f64::total_cmp);
            Some(Known { name: name.clone(), correlation, values })
        };
        let features = samples
            .first()
            .into_iter()
            .flat_map(|(features, _)| features.keys())
            .filter_map(known)
            .collect();
        let (game, rules) = (game.to_owned(), rules.to_owned());
        Predictor { format: FORMAT, game, rules, features }
    }

    /// The difficulty of an instance with these features: higher is harder. A missing feature
    /// counts as an average one.
    pub fn predict(&self, features: &Features) -> f64 {
        let part = |known: &Known| {
            let rank = features.get(&known.name).map_or(0.5, |value| {
                let below = known.values.partition_point(|other| other < value);
                let not_above = known.values.partition_point(|other| other <= value);
                (below + not_above) as f64 / (2 * known.values.len()) as f64
            });
            known.correlation * rank
        };
        self.features.iter().map(part).sum()
    }

    /// The content of the predictor's file.
    pub fn write(&self) -> serde_json::Result<String> {
        Ok(sealed(&serde_json::to_string(self)?) + "\n")
    }

    /// Reads a predictor of a game's instances.
    ///
    /// # Errors
    /// The file cannot be read, is not a predictor, is damaged, or belongs to another game or rule
    /// set.
    pub fn read(path: &Path, game: &str, rules: &str) -> Result<Predictor> {
        let mut text = String::new();
        open_regular(OpenOptions::new().read(true), path)
            .and_then(|file| file.take(LARGEST).read_to_string(&mut text))
            .map_err(|error| bad_input(format!("cannot read {}: {error}", path.display())))?;
        Predictor::of_text(&text, game, rules)
            .map_err(|why| bad_input(format!("{} is not a valid predictor; {why}", path.display())))
    }

    /// Parses a predictor; the error describes what is wrong.
    fn of_text(text: &str, game: &str, rules: &str) -> Result<Predictor, String> {
        let text = unsealed(text).map_err(|error| error.to_string())?;
        let predictor: Predictor =
            serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if predictor.format != FORMAT {
            return Err(format!("its format is {}; expected {FORMAT}", predictor.format));
        }
        if (predictor.game.as_str(), predictor.rules.as_str()) != (game, rules) {
            let found = format!("{}+{}", predictor.game, predictor.rules);
            return Err(format!(
                "it is for `{}`; expected one for `{game}+{rules}`",
                found.escape_debug()
            ));
        }
        let is_sound = |known: &Known| {
            !known.values.is_empty() && known.values.is_sorted() && known.correlation.abs() <= 1.0
        };
        match predictor.features.iter().all(is_sound) {
            true => Ok(predictor),
            false => Err("expected ascending values and correlations from -1 to 1".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_predictor_orders_what_it_has_not_seen() {
        let of = |a: f64, b: f64| Features::from([("a".to_owned(), a), ("b".to_owned(), b)]);
        let seen: Vec<(Features, f64)> =
            (0..20).map(|n| (of(f64::from(n), f64::from(n % 3)), f64::from(n * n))).collect();
        let seen: Vec<(&Features, f64)> =
            seen.iter().map(|(features, effort)| (features, *effort)).collect();
        let predictor = Predictor::new("game", "standard", &seen);
        let [easy, hard, beyond] = [2.5, 15.5, 99.0].map(|a| predictor.predict(&of(a, 1.0)));
        assert!(easy < hard && hard < beyond, "{easy} {hard} {beyond}");
        assert!(easy < predictor.predict(&Features::new()), "a missing feature counts as average");
        // The file can be written and read back, for its game only.
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = predictor.write().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        let read = Predictor::read(file.path(), "game", "standard").unwrap();
        assert!((read.predict(&of(2.5, 1.0)) - easy).abs() < 1e-9);
        for (game, rules) in [("tiles", "standard"), ("game", "paper")] {
            let refusal = Predictor::read(file.path(), game, rules).unwrap_err().to_string();
            let expected = format!("it is for `game+standard`; expected one for `{game}+{rules}`");
            assert!(refusal.contains(&expected), "{refusal}");
        }
        let body = unsealed(&text).unwrap();
        for (damaged, said) in [
            (String::new(), "does not end with a checksum"),
            ("{}".to_owned(), "does not end with a checksum"),
            (text.replacen("\"values\":[0", "\"values\":[1", 1), "its checksum differs"),
            (sealed(&body.replace("\"format\":2", "\"format\":1")), "its format is 1; expected 2"),
            (sealed(&body.replacen("\"correlation\":", "\"correlation\":2", 1)), "from -1 to 1"),
            (sealed(&body.replacen("\"values\":[0.0", "\"values\":[9e9", 1)), "ascending values"),
        ] {
            std::fs::write(file.path(), &damaged).unwrap();
            let refusal = Predictor::read(file.path(), "game", "standard").unwrap_err().to_string();
            assert!(refusal.contains(said), "{damaged}: {refusal}");
        }
    }

    /// An unbounded heuristic value is written as a number that can be read back.
    #[test]
    fn a_predictor_of_extreme_features_is_read_back() {
        let of = |a: f64| Features::from([("a".to_owned(), a)]);
        let seen = [of(f64::MIN), of(0.5), of(f64::MAX)];
        let efforts = [1.0, 2.0, f64::INFINITY];
        let samples: Vec<(&Features, f64)> = seen.iter().zip(efforts).collect();
        let predictor = Predictor::new("game", "standard", &samples);
        let text = predictor.write().unwrap();
        let read = Predictor::of_text(&text, "game", "standard").unwrap();
        assert!(read.predict(&of(0.0)) < read.predict(&of(1.0)));
    }
}
