//! Draws the share of instances decided within a given time, one curve for each file of
//! `patience solve --json`:
//!
//!     cargo run -p patience-study --example decided -- \
//!         restarts=results/gaps-standard.jsonl > docs/gaps-decided.svg

use patience_study::chart::{Chart, Point, Series};
use serde_json::Value;

/// The times at which instances were decided, in ascending order, each with the share decided by
/// then.
fn curve(records: &str) -> Result<Vec<Point>, serde_json::Error> {
    let records = records.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    let decided = records.iter().filter(|record| record["verdict"] != "unknown");
    let mut times: Vec<f64> = decided.filter_map(|record| record["seconds"].as_f64()).collect();
    times.sort_by(f64::total_cmp);
    let share = |count: usize| count as f64 / records.len() as f64;
    // The logarithmic axis starts at a millisecond.
    let point = |(index, time): (usize, &f64)| Point {
        x: time.max(0.001),
        y: share(index + 1),
        interval: None,
    };
    Ok(times.iter().enumerate().map(point).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut chart = Chart {
        title: "Decided within a time".to_owned(),
        x_label: "seconds".to_owned(),
        y_label: "share of instances".to_owned(),
        log_x: true,
        ..Chart::default()
    };
    for (colour, argument) in std::env::args().skip(1).enumerate() {
        let (name, path) = argument
            .split_once('=')
            .ok_or(format!("`{argument}` is not valid; expected NAME=FILE"))?;
        let points = curve(&std::fs::read_to_string(path)?)?;
        chart.series.push(Series {
            name: name.to_owned(),
            points,
            step: true,
            colour,
            ..Series::default()
        });
    }
    print!("{}", chart.svg(false));
    Ok(())
}
