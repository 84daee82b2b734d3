//! The statistics compared with SciPy 1.17. Each figure is printed by the line of Python above it,
//! after `import numpy as np; from scipy import stats`. Those of random data, by SciPy and
//! statsmodels, come from `scripts/statistics-reference.py`.

use patience_study::statistics::{
    bootstrap_mean, empirical, holm, mcnemar, quantile, signed_rank, standard_deviation, wilson,
};
use serde_json::Value;

const DIFFERENCES: [f64; 12] = [0.5, -1.25, 2.0, 3.5, -0.75, 4.0, 1.0, -2.5, 6.0, 5.25, 0.125, 7.0];

fn close(ours: f64, theirs: f64, within: f64) {
    assert!((ours - theirs).abs() <= within, "{ours} is not {theirs}");
}

#[test]
fn wilson_intervals_are_those_of_scipy() {
    // stats.binomtest(k, n).proportion_ci(0.95, "wilson")
    for (part, whole, low, high) in [
        (0, 7, 0.0, 0.35433043506668743),
        (1, 7, 0.02567962434474358, 0.5131278292743189),
        (3, 4, 0.30064184258240184, 0.9544127391902995),
        (7, 7, 0.6456695649333126, 1.0),
        (1801, 2100, 0.8420199020318122, 0.8719122213716044),
        (48, 120, 0.3167640812083714, 0.48943975207536927),
    ] {
        let ours = wilson(part, whole);
        close(ours.0, low, 1e-12);
        close(ours.1, high, 1e-12);
    }
}

#[test]
fn signed_ranks_are_those_of_scipy() {
    // stats.wilcoxon(d, method="exact")
    let exact = signed_rank(&DIFFERENCES);
    assert!(exact.exact);
    close(78.0 - exact.positive, 15.0, 0.0);
    close(exact.p, 0.06396484375, 1e-12);
    // x = [((i*37)%101-40)/8 for i in range(1,81)]
    // stats.wilcoxon(x, zero_method="wilcox", correction=True, method="approx")
    let many: Vec<f64> = (1..=80).map(|i| f64::from((i * 37) % 101 - 40) / 8.0).collect();
    let approximate = signed_rank(&many);
    assert!(!approximate.exact);
    close(approximate.p, 0.0040569982788668316, 1e-9);
}

#[test]
fn quantiles_distributions_and_bootstraps_are_those_of_scipy() {
    // np.quantile(d, [0.1, 0.5, 0.9])
    let mut sorted = DIFFERENCES;
    sorted.sort_unstable_by(f64::total_cmp);
    for (share, value) in [(0.1, -1.2), (0.5, 1.5), (0.9, 5.925)] {
        close(quantile(&sorted, share).unwrap(), value, 1e-12);
    }
    // stats.ecdf([3,1,4,1,5,9,2,6,5,3]).cdf
    let mut values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0];
    let steps =
        [(1.0, 0.2), (2.0, 0.3), (3.0, 0.5), (4.0, 0.6), (5.0, 0.8), (6.0, 0.9), (9.0, 1.0)];
    assert_eq!(empirical(&mut values, 10).collect::<Vec<_>>(), steps);
    // stats.bootstrap((m,), np.mean, method="percentile", n_resamples=200000,
    // rng=np.random.default_rng(1))
    let interval = bootstrap_mean(&[0.0, 0.25, 0.5, 1.0, 0.75, 0.5], 1).unwrap();
    // The means of six quarters lie on a grid of 24ths.
    close(interval.low, 0.25, 1.0 / 24.0);
    close(interval.high, 0.75, 1.0 / 24.0);
}

#[test]
fn random_data_give_the_values_of_scipy() {
    let golden = include_str!("../golden/statistics.jsonl");
    let mut cases = 0;
    for line in golden.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let list = |name: &str| -> Vec<f64> {
            case[name].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
        };
        let number = |name: &str| case[name].as_f64().unwrap();
        let count = |name: &str| case[name].as_u64().unwrap();
        match case["test"].as_str().unwrap() {
            "wilcoxon" => {
                let ours = signed_rank(&list("values"));
                assert_eq!(ours.exact, case["exact"], "{line}");
                close(ours.p / number("p"), 1.0, 1e-9);
            }
            "mcnemar" => {
                close(mcnemar(count("one"), count("other")) / number("p"), 1.0, 1e-9);
            }
            "holm" => {
                for (ours, theirs) in holm(&list("values")).into_iter().zip(list("corrected")) {
                    close(ours, theirs, 1e-12);
                }
            }
            "wilson" => {
                let ours = wilson(count("part"), count("whole"));
                close(ours.0, number("low"), 1e-12);
                close(ours.1, number("high"), 1e-12);
            }
            "quantile" => {
                for (share, theirs) in list("shares").into_iter().zip(list("found")) {
                    let ours = quantile(&list("values"), share).unwrap();
                    close(ours, theirs, 1e-12 * theirs.max(1.0));
                }
            }
            "sd" => close(standard_deviation(&list("values")).unwrap(), number("found"), 1e-9),
            "bootstrap" => {
                let ours = bootstrap_mean(&list("values"), 1).unwrap();
                // Both draw at random: ours 10,000 times.
                let width = number("high") - number("low");
                close(ours.low, number("low"), 0.03 * width);
                close(ours.high, number("high"), 0.03 * width);
            }
            other => panic!("{other} is no test"),
        }
        cases += 1;
    }
    assert!(cases > 100, "{cases}");
}
