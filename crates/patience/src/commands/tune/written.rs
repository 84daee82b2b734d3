//! The tables of training and of the comparison.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Result;
use comfy_table::presets;
use patience_catalogue::{Report, Request, Verdict};
use patience_learn::halving::Round;
use patience_study::statistics::bootstrap_mean;

use super::scale::Scale;
use crate::{style, tables};

/// A candidate by its name, with its report on each test instance.
pub(super) type Reports<'a> = (&'a str, Vec<Report>);

/// The candidates with their mean costs by round; those that survived most rounds come first.
pub(super) fn write_training(
    out: &mut impl Write,
    rounds: &[Round],
    candidates: &[(String, Request)],
    scale: Scale,
) -> Result<()> {
    let costs: Vec<String> =
        rounds.iter().map(|round| format!("cost on {}", round.instances)).collect();
    let header: Vec<&str> =
        std::iter::once("parameters").chain(costs.iter().map(String::as_str)).collect();
    let mut table = tables::table(presets::NOTHING, &header, 1..header.len());
    let by_round: Vec<HashMap<usize, f64>> =
        rounds.iter().map(|round| round.costs.iter().copied().collect()).collect();
    let mut order: Vec<usize> = Vec::new();
    for round in rounds.iter().rev() {
        let more: Vec<usize> = round
            .costs
            .iter()
            .map(|(candidate, _)| *candidate)
            .filter(|it| !order.contains(it))
            .collect();
        order.extend(more);
    }
    for &candidate in &order {
        let costs = by_round
            .iter()
            .map(|costs| costs.get(&candidate).map_or(String::new(), |cost| scale.shown(*cost)));
        table.add_row([vec![candidates[candidate].0.clone()], costs.collect()].concat());
    }
    let what = format!(
        "Successive halving on the training instances, the best first. An undecided solve costs \
         {} (PAR{}).",
        scale.shown(scale.par * scale.limit),
        scale.par
    );
    tables::write_text(out, &what)?;
    writeln!(out, "\n{}\n", tables::fitted(&table))?;
    Ok(())
}

/// The finalists on the test instances: mean costs, and for all but the best the paired difference,
/// with intervals over the instances.
pub(super) fn write_comparison(
    out: &mut impl Write,
    compared: &[Reports<'_>],
    scale: Scale,
) -> Result<()> {
    let header = [
        "parameters",
        "settled",
        "mean cost",
        "95 % interval",
        "more expensive than the best by",
        "95 % interval",
        "time in all",
    ];
    let mut table = tables::table(presets::NOTHING, &header, 1..header.len());
    let costs: Vec<Vec<f64>> = compared
        .iter()
        .map(|(_, reports)| reports.iter().map(|report| scale.cost(report)).collect())
        .collect();
    let with_interval = |values: &[f64]| {
        let mean = bootstrap_mean(values, SEED).expect("there is a test instance");
        [
            scale.shown(mean.estimate),
            format!("{} to {}", scale.shown(mean.low), scale.shown(mean.high)),
        ]
    };
    for (place, (name, reports)) in compared.iter().enumerate() {
        let settled = reports.iter().filter(|report| report.verdict != Verdict::Unknown).count();
        let differences: Vec<f64> =
            costs[place].iter().zip(&costs[0]).map(|(own, best)| own - best).collect();
        let paired = if place == 0 { Default::default() } else { with_interval(&differences) };
        let time = style::seconds(reports.iter().map(|report| report.seconds).sum());
        let [mean, interval] = with_interval(&costs[place]);
        let [difference, paired_interval] = paired;
        table.add_row([
            (*name).to_owned(),
            settled.to_string(),
            mean,
            interval,
            difference,
            paired_interval,
            time,
        ]);
    }
    let what = format!(
        "The finalists, the best on the training instances first, and the first candidate, on {}: \
         intervals by the bootstrap over the instances, differences instance by instance",
        style::counted(costs[0].len() as u64, "test instance")
    );
    tables::write_text(out, &what)?;
    writeln!(out, "\n{}", tables::fitted(&table))?;
    Ok(())
}

/// The seed of the bootstrap.
const SEED: u64 = 1;
