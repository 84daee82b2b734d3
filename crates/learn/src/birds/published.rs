//! The figures that the paper prints.

/// A line of the published accuracies.
///
/// ```
/// let lines = patience_learn::birds::published::accuracies(2);
/// assert_eq!((lines.len(), &*lines[0].accuracy), (6, "73.60 / 73.47"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accuracy {
    /// The model.
    pub name: String,
    /// Special condition of its samples.
    pub condition: String,
    /// The percentages of correct answers in training and test.
    pub accuracy: String,
}

/// The accuracies of a table, in the table's order.
pub fn accuracies(table: u8) -> Vec<Accuracy> {
    let lines = include_str!("../../data/birds-report-accuracy.csv").lines().skip(1);
    let of_table = lines.filter_map(|line| line.strip_prefix(&format!("{table},")));
    of_table
        .map(|line| {
            let (rest, accuracy) = line.rsplit_once(',').expect("accuracy comes last");
            let (name, condition) = rest.rsplit_once(',').expect("a condition comes before it");
            Accuracy {
                name: name.trim_matches('"').split(" (best").next().expect("a name").into(),
                condition: condition.into(),
                accuracy: accuracy.into(),
            }
        })
        .collect()
}

/// Nodes and seconds of a search, each as median, mean and standard deviation; `None` for a
/// search that the paper does not have.
///
/// ```
/// let (nodes, seconds) = patience_learn::birds::published::search("LR").expect("it has");
/// assert_eq!((nodes[0], seconds[0]), (163.0, 1.23));
/// ```
pub fn search(name: &str) -> Option<([f64; 3], [f64; 3])> {
    let fields = include_str!("../../data/birds-report-search.csv")
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>())
        .find(|fields| fields[0] == name)?;
    let number = |at: usize| fields[at].parse().expect("a number is published");
    Some(([1, 2, 3].map(number), [4, 5, 6].map(number)))
}
