//! The weights of [`Links`](super::Links), in thirtieths of a unit of log-odds, the less the better.
//!
//! They were found by logistic regression (Adagrad, six epochs) on 324,600 pairs of positions of one level, of which one led to a win
//! within a beam and the other did not: 180 wins among PySolFC's numbers 33000 to 33149 of Free Parking and Galary, beams by levels
//! of 1000, ordered by `LevelSum`. `cargo run --release -p patience-catalogue --example link_weights` finds weights in this way and
//! prints them in this form; they are close to these, not the same (see `docs/gaps-solver.md`). What rows and columns stand for is said at
//! `Links::TABLES`.

use super::{FEATURES, RANKS};

/// By the number of a feature.
pub(super) static WEIGHTS: [i8; FEATURES] = {
    let tables = [CARD.as_flattened(), &SHIFT, MISSING.as_flattened(), BESIDE_GAP.as_flattened(), &RUN];
    let (mut weights, mut feature, mut table) = ([0; FEATURES], 0, 0);
    while table < tables.len() {
        let mut index = 0;
        while index < tables[table].len() {
            weights[feature] = tables[table][index];
            (feature, index) = (feature + 1, index + 1);
        }
        table += 1;
    }
    weights
};

const CARD: [[i8; RANKS]; 8] = [
    [-3, -5, -1, 0, -1, 0, -1, 0, -2, -2, -3, 0, 3],
    [-2, 2, 5, 4, 3, 3, 2, 1, 3, 3, 0, 1, 4],
    [5, 2, 1, 2, 4, 3, 4, 2, 4, 3, 4, 6, 0],
    [0, 5, -1, -4, -5, -5, -5, -2, -5, -5, -2, -2, 0],
    [-2, 3, -7, -2, -4, -11, -12, -14, -7, -6, -9, -18, -16],
    [-2, -1, 1, 0, -1, -6, -4, -4, -4, -6, -3, -3, -4],
    [-2, 0, 2, 0, -2, 0, -5, 0, -6, -4, -3, -6, 0],
    [0, -3, -4, -2, -2, -1, 1, -1, 0, 0, -1, -2, 0],
];

const SHIFT: [i8; 25] = [0, 0, -3, -4, 4, 3, -1, 6, 1, 2, 4, 2, -9, -4, -3, 3, 3, 5, 4, 3, -2, -12, -2, -4, 22];

const MISSING: [[i8; 24]; 6] = [
    [26, 6, 10, -13, 8, -3, 9, 12, 3, 4, 9, 8, 6, 0, 8, 4, -4, 9, 2, 7, -2, -4, -1, -11],
    [-10, -13, -4, 8, -3, -3, -14, 8, -4, 9, -10, 8, -5, 13, -12, 9, -2, 7, -1, 22, 3, 17, -10, 26],
    [-2, -14, 7, 3, -3, -3, -1, -2, -4, -3, -1, -1, -1, -5, -5, -8, -1, 2, 0, 4, 0, 14, 3, -1],
    [-6, -4, 8, 31, -1, -5, 2, -1, 0, -3, 0, -5, 2, 1, 0, -4, 5, 4, 4, 8, -3, 1, 9, -1],
    [-9, 0, 23, 18, -5, -13, -15, -11, -14, -9, -8, -4, -12, 16, -8, 10, 1, 1, 31, -17, 8, 16, 15, 28],
    [-20, 8, 1, 14, -2, -6, -10, 9, -1, -8, 6, 8, -3, 18, -2, 1, 1, -14, -11, 0, -1, 7, -15, 31],
];

const BESIDE_GAP: [[i8; 4]; 4] = [[0, 1, -4, 9], [10, -7, -7, -2], [10, -5, -6, -3], [5, 7, 3, 33]];

const RUN: [i8; 14] = [1, -1, 1, -3, -3, -3, 1, 1, 1, -3, -1, -3, 0, 7];
