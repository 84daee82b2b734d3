//! Tables 1 to 4: the accuracy of models.

use std::ops::RangeInclusive;

use patience_learn::birds::classifiers::Kind;
use patience_learn::birds::published;
use patience_learn::birds::repetition::{Repetition, Split};

use super::numbers::{percent, tested};
use crate::sheet::Sheet;

/// Table 1: seven kinds of models, and the text's linear regression, on the six raw features of all
/// samples.
pub fn table_1(repetition: &Repetition) -> Sheet {
    let split = repetition.split(0..=16);
    let header = ["model", "paper train / test %", "ours train / test %"];
    let mut sheet = Sheet::new("Table 1: kinds of models on the six features", &header);
    for (paper, (_, kind)) in published::accuracies(1).into_iter().zip(Kind::ALL) {
        let ours = tested(repetition.accuracies(kind, &split), split.tested);
        sheet.rows.push(vec![paper.name, paper.accuracy, ours]);
    }
    let linear = tested(repetition.accuracies(Kind::LinearRegression, &split), split.tested);
    sheet.rows.push(vec!["Linear regression (its text)".into(), String::new(), linear]);
    let baselines =
        [("always the majority", split.majority), ("solvable iff connected", split.connected)];
    for (name, share) in baselines {
        sheet.rows.push(vec![name.into(), String::new(), format!("— / {}", percent(share))]);
    }
    sheet.notes.push(format!(
        "{} samples, {} % solvable, {} distinct training rows; the baselines are on the test \
         samples. Of the paper's 16 networks the best on a quarter of the training samples is \
         chosen, trained again on all of them, and tested.",
        split.count,
        percent(split.solvable),
        split.distinct()
    ));
    sheet.notes.push(INTERVALS.into());
    sheet
}

/// Table 2: six features against their 83 monomials.
pub fn table_2(repetition: &Repetition) -> Sheet {
    let mut sheet = Sheet::new(
        "Table 2: logistic regression on features and on their polynomials of degree 3",
        &[
            "cards",
            "columns",
            "paper train / test %",
            "ours train / test %",
            "majority",
            "connected",
        ],
    );
    let mut paper = published::accuracies(2).into_iter();
    for (name, cards) in [("0-16", 0..=16), ("8-16", 8..=16), ("16", 16..=16)] {
        let split = repetition.split(cards);
        for (columns, polynomials) in [("6", false), ("83", true)] {
            let ours = tested(repetition.logistic(&split, polynomials), split.tested);
            let paper = paper.next().expect("six rows are published").accuracy;
            let [majority, connected] = [split.majority, split.connected].map(percent);
            sheet.rows.push(vec![name.into(), columns.into(), paper, ours, majority, connected]);
        }
    }
    sheet.notes.extend([BASELINES, INTERVALS].map(String::from));
    sheet
}

/// Table 3: one model for each pair of consecutive card counts.
pub fn table_3(repetition: &Repetition) -> Sheet {
    let ranges = [
        ("16 and 15", 15..=16),
        ("14 and 13", 13..=14),
        ("12 and 11", 11..=12),
        ("10 and 9", 9..=10),
    ];
    by_cards(repetition, "Table 3: the models of LR+DFS, by cards left", 3, ranges)
}

/// Table 4: the models of the other searches.
pub fn table_4(repetition: &Repetition) -> Sheet {
    let ranges =
        [("all (LR)", 0..=16), ("8 and more (LR8+DFS)", 8..=16), ("16 (LR16+DFS)", 16..=16)];
    by_cards(repetition, "Table 4: the models of the other searches", 4, ranges)
}

fn by_cards<const N: usize>(
    repetition: &Repetition,
    title: &str,
    table: u8,
    ranges: [(&str, RangeInclusive<u8>); N],
) -> Sheet {
    let mut sheet = Sheet::new(
        title,
        &[
            "cards",
            "samples",
            "solvable, paper",
            "ours %",
            "paper train / test %",
            "ours train / test %",
            "majority",
            "connected",
        ],
    );
    for ((name, cards), paper) in ranges.into_iter().zip(published::accuracies(table)) {
        let split = repetition.split(cards);
        let ours = tested(repetition.logistic(&split, true), split.tested);
        let Split { solvable, majority, connected, count, .. } = split;
        let [solvable, majority, connected] = [solvable, majority, connected].map(percent);
        let published = paper.condition.trim_start_matches("solvable ").trim_end_matches(" %");
        sheet.rows.push(vec![
            name.into(),
            count.to_string(),
            published.to_owned(),
            solvable,
            paper.accuracy,
            ours,
            majority,
            connected,
        ]);
    }
    sheet.notes.extend([BASELINES, INTERVALS].map(String::from));
    sheet
}

const INTERVALS: &str = "In brackets Wilson's 95 % interval of the accuracy in the test, as if \
                         its samples were independent: positions of one deal are alike, so it \
                         is somewhat too narrow.";
const BASELINES: &str = "Baselines on the same test samples: `majority` gives every sample the \
                         majority verdict of training; `connected` answers solvable exactly when \
                         the compatibility graph of the remaining cards is connected.";
