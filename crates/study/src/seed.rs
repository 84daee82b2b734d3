//! The seed of a job as a number: in stores, in shards, between a study and its workers, and in a
//! study's identity.
//!
//! A job without a seed uses the solver's default, encoded as 0. The seed 0 itself is encoded as
//! −1; other seeds are unchanged.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn to_number(seed: Option<u64>) -> i64 {
    match seed {
        None => 0,
        Some(0) => -1,
        Some(seed) => seed as i64,
    }
}

pub(crate) fn of_number(number: i64) -> Option<u64> {
    match number {
        0 => None,
        -1 => Some(0),
        number => Some(number as u64),
    }
}

pub(crate) fn serialize<S: Serializer>(seed: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    to_number(*seed).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    i64::deserialize(from).map(of_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_that_a_study_can_name_comes_back() {
        for seed in [None, Some(0), Some(1), Some(2), Some(i64::MAX as u64)] {
            assert_eq!(of_number(to_number(seed)), seed);
        }
        assert_eq!((to_number(None), to_number(Some(7))), (0, 7), "as in the first stores");
    }
}
