//! The kinds of models: seven classifiers of the Birds paper and its linear regression, one file
//! each, and the polynomial that makes regressions fast.
//!
//! All are trained on a [`Table`] of *distinct* rows with weights. Hand-made features take few
//! values, so a quarter of a million samples form a few thousand rows: training minimises the same
//! objective, but many times faster.
//!
//! # Why no library
//!
//! Requirements for a model: it learns from weighted rows, returns a probability with which a
//! search can order states, is identical to the last digit for a seed on every machine, and can be
//! read safely from an untrusted file. The two libraries that were tried in November 2026 do not
//! provide that:
//!
//! - `smartcore` 0.7 takes no weights for classifiers. On 15,000 samples logistic regression over
//!   the 83 monomials takes 21 s and naive Bayes 14 s; on all 229,000 naive Bayes overflows the
//!   stack. Trees and forests return a class instead of a probability. Its generator (`SmallRng`)
//!   differs between machines of 32 and 64 bits, and its forest of a seed changed with release
//!   0.6.16. It has no AdaBoost and no networks.
//! - `linfa` 0.8 takes 45 s of CPU time to compile (its crates for trees, regression, Bayes,
//!   neighbours and ensembles, 79 crates in all). Only its trees take weights, and they also return
//!   a class.
//!
//! Both call the `exp` and `ln` of the platform, whose last digits differ; `libm` is used here.
//! `tests/scikit_learn.rs` compares the models with those of scikit-learn.

mod adaboost;
mod bayes;
mod classifier;
mod columns;
mod forest;
mod knn;
mod linear;
mod logistic;
mod network;
mod pairs;
mod polynomial;
mod table;
mod tree;

pub use adaboost::AdaBoost;
pub use bayes::NaiveBayes;
pub use classifier::Classifier;
pub(crate) use columns::scale;
pub use forest::Forest;
pub use knn::NearestNeighbours;
pub use linear::Linear;
pub use logistic::Logistic;
pub use network::{Adam, Examples, Loss, Network};
pub(crate) use pairs::Pairs;
pub use polynomial::{COLUMNS, CubicScore, cubic};
pub use table::{Scaling, Table};
pub use tree::{Growth, Tree};
