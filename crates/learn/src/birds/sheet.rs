//! Tables for people: the paper's figures, and how numbers are written beside them.

/// A table for people, such as [`table_6`](super::report::table_6) makes: what it is, its columns,
/// its rows, and what has to be said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// Whole sentences.
    pub notes: Vec<String>,
}

impl Sheet {
    pub(super) fn new(title: &str, header: &[&str]) -> Sheet {
        Sheet {
            title: title.into(),
            header: header.iter().map(|name| (*name).into()).collect(),
            ..Sheet::default()
        }
    }
}

/// A line of the published accuracies.
pub(super) struct Published {
    pub(super) name: String,
    pub(super) condition: String,
    pub(super) accuracy: String,
}

/// The published accuracies of a table.
pub(super) fn published(table: u8) -> Vec<Published> {
    let lines = include_str!("../../data/birds-report-accuracy.csv").lines().skip(1);
    let of_table = lines.filter_map(|line| line.strip_prefix(&format!("{table},")));
    of_table
        .map(|line| {
            let (rest, accuracy) = line.rsplit_once(',').expect("accuracy comes last");
            let (name, condition) = rest.rsplit_once(',').expect("a condition comes before it");
            Published {
                name: name.trim_matches('"').split(" (best").next().expect("a name").into(),
                condition: condition.into(),
                accuracy: accuracy.into(),
            }
        })
        .collect()
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

pub(super) fn percents([train, test]: [f64; 2]) -> String {
    format!("{} / {}", percent(train), percent(test))
}

pub(super) fn seconds(value: f64) -> String {
    match value {
        value if value >= 1.0 => format!("{value:.2} s"),
        value if value >= 1e-3 => format!("{:.2} ms", 1e3 * value),
        value => format!("{:.1} µs", 1e6 * value),
    }
}

pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        sorted[middle - 1].midpoint(sorted[middle])
    } else {
        sorted[middle]
    }
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of a sample.
pub(super) fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    (values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()
        / (values.len() - 1) as f64)
        .sqrt()
}
