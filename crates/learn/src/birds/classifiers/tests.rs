//! The classifiers of the paper on data that each kind should separate.

use patience_testing::size;

use super::*;
use crate::birds::repetition::Repetition;

fn trained(kind: Kind) -> Classifiers {
    let deals = size(12, 40);
    Repetition::new(deals, 1, 1).classifiers(kind, deals)
}

/// With few deals, some ranges of cards have no samples, and a class may be missing.
#[test]
fn every_kind_survives_its_file_whatever_it_was_trained_on() {
    for deals in [1, 2, 5, size(12, 100)] {
        let repetition = Repetition::new(deals, 1, 1);
        for (name, kind) in Kind::ALL {
            let classifiers = repetition.classifiers(kind, deals);
            assert_eq!(kind.name(), name);
            let read = Classifiers::read(&classifiers.write().unwrap())
                .unwrap_or_else(|error| panic!("{name}, {deals} deals: {error}"));
            assert_eq!((read.kind, read.checksum()), (kind, classifiers.checksum()), "{name}");
            for model in &read.models {
                let odds = model.log_odds(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
                assert!(odds.is_finite(), "{name}, {deals} deals: {odds}");
            }
        }
    }
}

#[test]
fn a_class_that_does_not_occur_is_never_told() {
    for answer in [false, true] {
        let seen = (0..20).map(|x| ([f64::from(x), 1.0, 2.0, 3.0, 4.0, 5.0], answer));
        let table = Table::new(COUNT, seen);
        for (name, kind) in Kind::ALL {
            let Some(model) = Fitted::fit(kind, &table, &mut Random::new(1)) else { continue };
            assert!(model.is_sound(), "{name}");
            for x in [-100.0, 3.5, 1e6] {
                let probability = model.probability(&[x, 1.0, 2.0, 3.0, 4.0, 5.0]);
                let is_told = probability > 0.5;
                // Far from all samples, the output of a network is arbitrary.
                let is_near = kind != Kind::NeuralNetwork || x == 3.5;
                assert!(is_told == answer || !is_near, "{name} on {x}: {probability}");
            }
        }
    }
}

/// A changed file with a matching checksum, as an attacker would write it.
fn forged(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut value: serde_json::Value = serde_json::from_str(&change(text)).unwrap();
    value["checksum"] = "".into();
    let unsigned: Classifiers = serde_json::from_value(value).unwrap();
    Classifiers { checksum: model::checksum(&unsigned.text()), ..unsigned }.text()
}

#[test]
fn what_is_not_sound_is_refused() {
    let tree = trained(Kind::DecisionTree).write().unwrap();
    assert!(matches!(Classifiers::read("{}"), Err(ModelError::Unreadable(_))));
    let changed = tree.replacen("\"seed\":1", "\"seed\":2", 1);
    assert!(matches!(Classifiers::read(&changed), Err(ModelError::Checksum { .. })));
    assert!(Classifiers::read(&forged(&tree, str::to_owned)).is_ok(), "unchanged it is read");
    type Change = fn(&str) -> String;
    let unsound: [(&str, Change); 4] = [
        ("a tree that leads back to its root", |text| {
            text.replacen("\"right\":", "\"right\":0,\"was\":", 1)
        }),
        ("a column that there is not", |text| {
            text.replacen("\"column\":", "\"column\":6,\"was\":", 1)
        }),
        ("a probability above 1", |text| text.replacen("{\"Leaf\":", "{\"Leaf\":7", 1)),
        ("too few classifiers", |text| {
            let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
            value["models"].as_array_mut().unwrap().pop();
            value.to_string()
        }),
    ];
    for (what, change) in unsound {
        let read = Classifiers::read(&forged(&tree, change));
        assert!(matches!(read, Err(ModelError::Classifiers(_))), "{what}: {read:?}");
    }
    let knn = trained(Kind::NearestNeighbours).write().unwrap();
    let read = Classifiers::read(&forged(&knn, |text| text.replacen("\"k\":3", "\"k\":0", 1)));
    assert!(matches!(read, Err(ModelError::Classifiers(_))), "no votes: {read:?}");
}

/// Models that could not be read back are not written.
#[test]
fn what_is_not_sound_is_not_written() {
    let mut classifiers = trained(Kind::DecisionTree);
    classifiers.models.pop();
    assert!(matches!(classifiers.write(), Err(ModelError::Classifiers(_))));
}
