//! Tables 5 and 6 and the figure: the nodes and times of the searches.

use patience_learn::birds::classifiers::Kind;
use patience_learn::birds::published;
use patience_learn::birds::repetition::Repetition;
use patience_learn::birds::searches::{SEARCHES, Searched, TEST_DEALS, depth_first, monte_carlo};
use patience_study::chart::{Chart, Point, Series};
use patience_study::statistics::{bootstrap_mean, mean, quantile, standard_deviation};

use crate::sheet::Sheet;
use crate::solving::processor_time;
use crate::style;

/// The five searches with their results on the fifty deals.
fn searched(
    repetition: &Repetition,
    deals: u32,
) -> impl Iterator<Item = (&'static str, Vec<Searched>)> {
    let classifiers = repetition.classifiers(Kind::LogisticRegression, deals);
    SEARCHES.into_iter().map(move |(name, guided)| {
        (name, depth_first(guided.as_ref(), &classifiers, &TEST_DEALS, &processor_time))
    })
}

/// The median.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile(&sorted, 0.5).unwrap_or(f64::NAN)
}

/// Median, mean and standard deviation.
fn moments(values: &[f64]) -> [f64; 3] {
    let or_none = |value: Option<f64>| value.unwrap_or(f64::NAN);
    [median(values), or_none(mean(values)), or_none(standard_deviation(values))]
}

/// A count with halves rounded to even, like the published median of 13,566.5.
fn nodes(count: f64) -> String {
    style::count(count.round_ties_even() as u64)
}

/// Table 5: nodes and times of the searches.
pub fn table_5(repetition: &Repetition, deals: u32) -> Sheet {
    let mut sheet = Sheet::new(
        "Table 5: the searches on fifty deals",
        &[
            "search",
            "",
            "nodes: median",
            "mean",
            "deviation",
            "time: median",
            "mean",
            "deviation",
            "all 50: median",
            "mean",
            "time in all",
        ],
    );
    for (name, found) in searched(repetition, deals) {
        let row = |who: [&str; 2], [counts, times]: [[f64; 3]; 2], all: [String; 3]| {
            let who = who.map(str::to_owned).into_iter();
            who.chain(counts.map(nodes)).chain(times.map(style::seconds)).chain(all).collect()
        };
        let (counts, times) = published::search(name).expect("every search is published");
        sheet.rows.push(row([name, "paper"], [counts, times], Default::default()));
        let counts: Vec<f64> = found.iter().map(|found| found.nodes as f64).collect();
        let times: Vec<f64> = found.iter().map(|found| found.seconds).collect();
        let all = [
            nodes(median(&counts)),
            bootstrap_mean(&counts, 1).map_or_else(String::new, |found| {
                let [mean, low, high] = [found.estimate, found.low, found.high].map(nodes);
                format!("{mean} ({low} to {high})")
            }),
            style::seconds(times.iter().sum()),
        ];
        let without_first = [moments(&counts[1..]), moments(&times[1..])];
        sheet.rows.push(row(["", "ours"], without_first, all));
    }
    sheet.notes.push(
        "The paper's figures are over the 49 differences of a running total: the first deal is \
         missing. The same holds here; the last columns are over all fifty, the mean with its 95 % \
         bootstrap interval over the deals. Times are the thread's processor time and include all \
         features and models."
            .into(),
    );
    sheet
}

/// Table 6: Monte Carlo tree search on the first thirty of the fifty deals. It needs no training
/// data.
pub fn table_6(simulations: &[u32], seed: u64) -> Sheet {
    let mut sheet = Sheet::new(
        "Table 6: Monte Carlo tree search on thirty deals",
        &[
            "simulations per move",
            "paper: won",
            "paper: time a deal, mean",
            "ours: won",
            "time a deal: median",
            "mean",
        ],
    );
    for &simulations in simulations {
        let played = monte_carlo(simulations, &TEST_DEALS[..30], seed, &processor_time);
        let times: Vec<f64> = played.iter().map(|played| played.seconds).collect();
        let won = played.iter().filter(|played| played.won).count();
        let (_, low, high) = style::wilson(won as u64, played.len() as u64);
        // The paper gives one setting.
        let published = if simulations == 160_000 { ["30 of 30", "23.16 min"] } else { ["", ""] };
        sheet.rows.push(vec![
            simulations.to_string(),
            published[0].into(),
            published[1].into(),
            format!("{won} of 30 ({low:.0}–{high:.0} %)"),
            style::seconds(median(&times)),
            mean(&times).map_or_else(String::new, style::seconds),
        ]);
    }
    sheet.notes.push(
        "Brackets: the 95 % Wilson interval of the share won. Times are the thread's processor \
         time."
            .into(),
    );
    sheet
}

/// Figure 1: the running total of nodes over the fifty deals, as SVG.
pub fn figure_1(repetition: &Repetition, deals: u32) -> String {
    let series = searched(repetition, deals).enumerate().map(|(colour, (name, found))| {
        let mut total = 0;
        let points = found.iter().zip(1u8..).map(|(found, deal)| {
            total += found.nodes;
            Point { x: deal.into(), y: total as f64, interval: None }
        });
        Series { name: name.into(), points: points.collect(), colour, ..Series::default() }
    });
    let chart = Chart {
        title: "Running total of nodes over fifty deals".into(),
        x_label: "deals".into(),
        y_label: "nodes".into(),
        series: series.collect(),
        ..Chart::default()
    };
    chart.svg(false)
}
