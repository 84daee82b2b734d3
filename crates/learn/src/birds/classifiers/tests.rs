//! The classifiers of the paper on data that show what each can tell apart.

use super::*;
use crate::birds::report::Repetition;

fn trained(kind: Kind) -> Classifiers {
    Repetition::new(40, 1, 1).classifiers(kind, 40)
}

#[test]
fn every_kind_survives_its_file() {
    let repetition = Repetition::new(40, 1, 1);
    for (name, kind) in Kind::ALL {
        let classifiers = repetition.classifiers(kind, 40);
        assert_eq!(kind.name(), name);
        let read = Classifiers::read(&classifiers.write()).unwrap();
        assert_eq!((read.kind, read.checksum()), (kind, classifiers.checksum()), "{name}");
    }
}

/// The file after a change, with a checksum that fits: what an attacker would write.
fn forged(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut value: serde_json::Value = serde_json::from_str(&change(text)).unwrap();
    value["checksum"] = "".into();
    let unsigned: Classifiers = serde_json::from_value(value).unwrap();
    Classifiers { checksum: model::checksum(&unsigned.write()), ..unsigned }.write()
}

#[test]
fn what_is_not_sound_is_refused() {
    let tree = trained(Kind::DecisionTree).write();
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
    let knn = trained(Kind::NearestNeighbours).write();
    let read = Classifiers::read(&forged(&knn, |text| text.replacen("\"k\":3", "\"k\":0", 1)));
    assert!(matches!(read, Err(ModelError::Classifiers(_))), "nobody votes: {read:?}");
}
