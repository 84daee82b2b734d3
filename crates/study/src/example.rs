//! A small study, for the examples of these docs.

use crate::spec::Spec;

/// Twenty small deals of Gaps, each solved by breadth-first search.
///
/// ```
/// let spec = patience_study::example::small();
/// assert_eq!((spec.title.as_str(), spec.jobs()), ("Small deals", 20));
/// ```
pub fn small() -> Spec {
    let text = r#"
title = "Small deals"
[[instances]]
set = "small"
names = ["gaps:random/3x4/1..20"]
[[configurations]]
algorithm = "bfs"
"#;
    Spec::read(text.to_owned(), "small.toml", ".".into(), "small".to_owned())
        .expect("the study is valid")
}
