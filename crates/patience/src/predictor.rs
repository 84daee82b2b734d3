//! How hard an instance probably is, by what the heuristics say of it: made by `learn difficulty`,
//! used by `generate`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use patience_catalogue::Instance;
use patience_core::{Limits, PartValue};
use patience_study::rank::spearman;
use serde::{Deserialize, Serialize};

use crate::exit::bad_input;
use crate::solving;

/// What is seen of an instance.
pub type Features = BTreeMap<String, f64>;

/// What the heuristics say of the start, part by part, and how many moves there are.
pub fn features(instance: &dyn Instance) -> Features {
    let mut features = BTreeMap::from([("moves".to_owned(), instance.moves().len() as f64)]);
    let said = solving::within(Limits::default(), |budget| instance.evaluate(None, budget));
    for evaluated in said.into_iter().flatten() {
        let name = evaluated.heuristic;
        // A dead end is as far from a goal as can be.
        features.insert(name.to_owned(), evaluated.value.map_or(f64::MAX, f64::from));
        for part in evaluated.parts {
            let value = match part.value {
                PartValue::Whole(number) => number as f64,
                PartValue::Real(number) => number,
                PartValue::Words(_) => continue,
            };
            features.insert(format!("{name}: {}", part.name), value);
        }
    }
    features
}

/// The version of the file.
const FORMAT: u32 = 1;

/// Adds up the features' ranks, each weighted by its rank correlation with the effort: crude, and
/// hard to overfit (Dawes 1979).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predictor {
    format: u32,
    /// The game whose instances it is for.
    game: String,
    features: Vec<Known>,
}

/// A feature of the instances that the predictor was made on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    name: String,
    /// Spearman's, with the effort.
    correlation: f64,
    /// The values, ascending.
    values: Vec<f64>,
}

impl Predictor {
    /// From instances with what they cost. Only features that all of them have are used.
    pub fn new(game: &str, samples: &[(&Features, f64)]) -> Predictor {
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
        Predictor { format: FORMAT, game: game.to_owned(), features }
    }

    /// How hard an instance with these features is: more is harder. A feature that it has not
    /// counts as a middling one.
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

    /// Reads a predictor of a game's instances.
    ///
    /// # Errors
    /// The file cannot be read, is no predictor, or is one of another game.
    pub fn read(path: &Path, game: &str) -> Result<Predictor> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let refused =
            |why: String| bad_input(format!("{} is not a valid predictor; {why}", path.display()));
        let predictor: Predictor =
            serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
        if predictor.format != FORMAT {
            return Err(refused(format!("its format is {}; expected {FORMAT}", predictor.format)));
        }
        if predictor.game != game {
            return Err(refused(format!(
                "it is of `{}`; expected one of `{game}`",
                predictor.game.escape_debug()
            )));
        }
        let is_sound = |known: &Known| {
            !known.values.is_empty() && known.values.is_sorted() && known.correlation.abs() <= 1.0
        };
        if !predictor.features.iter().all(is_sound) {
            return Err(refused(
                "expected ascending values and correlations from -1 to 1".to_owned(),
            ));
        }
        Ok(predictor)
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
        let predictor = Predictor::new("game", &seen);
        let [easy, hard, beyond] = [2.5, 15.5, 99.0].map(|a| predictor.predict(&of(a, 1.0)));
        assert!(easy < hard && hard < beyond, "{easy} {hard} {beyond}");
        assert!(easy < predictor.predict(&Features::new()), "what is not known is middling");
        // The file survives being written and read, and is one of its game.
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), serde_json::to_string(&predictor).unwrap()).unwrap();
        let read = Predictor::read(file.path(), "game").unwrap();
        assert!((read.predict(&of(2.5, 1.0)) - easy).abs() < 1e-9);
        let refusal = Predictor::read(file.path(), "tiles").unwrap_err().to_string();
        assert!(refusal.contains("it is of `game`; expected one of `tiles`"), "{refusal}");
        for damaged in [
            "",
            "{}",
            r#"{"format":1,"game":"game","features":[{"name":"a","correlation":2,"values":[1]}]}"#,
        ] {
            std::fs::write(file.path(), damaged).unwrap();
            assert!(Predictor::read(file.path(), "game").is_err(), "{damaged}");
        }
    }
}
