//! `patience tune`: parameters chosen on training instances by successive halving, judged on test instances.

use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};
use patience_catalogue::{Instance, Report, Request, Resources, Verdict, find, open, open_range};
use patience_core::Limits;
use patience_learn::halving::halve;

use crate::exit::{Tally, bad_input};
use crate::{solving, style};

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Training instances: names GAME[+RULES]:SOURCE/…; a last part A..B stands for all from A to B.
    #[arg(value_name = "INSTANCE", required = true)]
    training: Vec<String>,
    /// Test instances; may be given several times.
    #[arg(long, value_name = "INSTANCE", required = true)]
    test: Vec<String>,
    /// An algorithm; may be given several times.
    #[arg(short, long = "algorithm", value_name = "ALGORITHM", required = true)]
    algorithms: Vec<String>,
    /// A heuristic; may be given several times. Without it the algorithm's own.
    #[arg(short = 'H', long = "heuristic", value_name = "HEURISTIC")]
    heuristics: Vec<String>,
    /// A parameter with its values, NAME=VALUE,VALUE,…; may be given several times. `patience list` has the parameters of
    /// each algorithm: weight, width, iterations, level, playout, exploration, unit, and the options of special solvers.
    #[arg(short, long = "vary", value_name = "NAME=VALUE,…")]
    vary: Vec<String>,
    /// What a solve costs; an instance that is not settled costs ten times the limit (or the time used).
    #[arg(long, value_enum, default_value_t = Measure::Expansions)]
    measure: Measure,
    /// Expansions allowed to each solve.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    expansions: u64,
    /// The seed of whatever is random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// Expansions.
    Expansions,
    /// Seconds.
    Time,
    /// Moves of the plan.
    Length,
}

/// Tunes, then judges the winner and the first candidate on the test instances.
pub fn run(arguments: &TuneArgs) -> Result<Tally> {
    let training = instances(&arguments.training)?;
    let test = instances(&arguments.test)?;
    let candidates = candidates(arguments, &*training[0])?;
    for instance in training.iter().chain(&test) {
        candidates.iter().try_for_each(|(_, request)| instance.check(request))?;
    }
    eprintln!(
        "{}, {}",
        style::counted(candidates.len() as u64, "candidate"),
        style::counted(training.len() as u64, "training instance")
    );

    let mut failed = None;
    let rounds = halve(candidates.len(), training.len(), |candidate, instance| {
        if failed.is_some() || solving::interrupted() {
            return 0.0;
        }
        match solving::solve(&*training[instance], &candidates[candidate].1, &Resources::default(), None) {
            Ok(report) => cost(&report, arguments),
            Err(error) => {
                failed = Some(error);
                0.0
            }
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let mut tally = Tally { interrupted: solving::interrupted(), ..Tally::default() };
    if tally.interrupted {
        return Ok(tally);
    }

    let mut out = anstream::stdout().lock();
    let mut table = table(&["parameters"], rounds.len());
    let head: Vec<String> = rounds.iter().map(|round| format!("cost on {}", round.instances)).collect();
    table.set_header([vec!["parameters".to_owned()], head].concat());
    let by_round: Vec<HashMap<usize, f64>> = rounds.iter().map(|round| round.costs.iter().copied().collect()).collect();
    let mut order: Vec<usize> = Vec::new();
    for round in rounds.iter().rev() {
        let more: Vec<usize> =
            round.costs.iter().map(|(candidate, _)| *candidate).filter(|it| !order.contains(it)).collect();
        order.extend(more);
    }
    for &candidate in &order {
        let costs =
            by_round.iter().map(|costs| costs.get(&candidate).map_or(String::new(), |cost| shown(*cost, arguments)));
        table.add_row([vec![candidates[candidate].0.clone()], costs.collect()].concat());
    }
    writeln!(out, "Successive halving on the training instances, the best first\n\n{}\n", table.trim_fmt())?;

    let best = order[0];
    let mut judged = vec![best];
    judged.extend((best != 0).then_some(0));
    let mut table =
        self::table(&["parameters", "settled", "mean cost", "95 % interval", "median expanded", "time in all"], 5);
    for candidate in judged {
        let mut reports = Vec::new();
        for instance in &test {
            reports.push(solving::solve(&**instance, &candidates[candidate].1, &Resources::default(), None)?);
        }
        reports.iter().for_each(|report| tally.add(report));
        table.add_row(judgement(&candidates[candidate].0, &reports, arguments));
    }
    writeln!(
        out,
        "The best, and the first of the candidates, on {} test instances\n\n{}",
        test.len(),
        table.trim_fmt()
    )?;
    // Instances that stay unknown are what tuning is about, not a failure of it.
    Ok(Tally { interrupted: solving::interrupted(), ..Tally::default() })
}

fn instances(names: &[String]) -> Result<Vec<Box<dyn Instance>>> {
    let mut instances = Vec::new();
    for name in names {
        for name in open_range(name)? {
            instances.push(open(&name)?);
        }
    }
    let game = instances.first().map_or("", |instance| instance.game());
    if instances.is_empty() || instances.iter().any(|instance| instance.game() != game) {
        return Err(bad_input("tune one game at a time, on one instance at least".to_owned()));
    }
    Ok(instances)
}

/// Every combination of the values given, as far as an algorithm looks at them; the first values come first.
fn candidates(arguments: &TuneArgs, instance: &dyn Instance) -> Result<Vec<(String, Request)>> {
    let (entry, _) = find(instance.game())?;
    let known = entry.info().algorithms;
    let mut algorithms = Vec::new();
    for name in &arguments.algorithms {
        instance.check(&Request::new(name))?;
        algorithms.extend(known.iter().find(|algorithm| algorithm.name == name));
    }
    let heuristics = arguments.heuristics.iter().map(String::as_str).collect::<Vec<_>>();
    let mut varied = vec![("heuristic", heuristics)];
    for given in &arguments.vary {
        let (parameter, values) = given
            .split_once('=')
            .ok_or_else(|| bad_input(format!("--vary `{}`: expected NAME=VALUE,VALUE,…", given.escape_debug())))?;
        if !algorithms.iter().any(|algorithm| algorithm.parameters.contains(&parameter)) {
            let mut all: Vec<&str> = algorithms.iter().flat_map(|algorithm| algorithm.parameters.clone()).collect();
            all.sort_unstable();
            all.dedup();
            return Err(bad_input(format!(
                "--vary: no algorithm given has a parameter `{}`; they have {}",
                parameter.escape_debug(),
                if all.is_empty() { "none".to_owned() } else { all.join(", ") }
            )));
        }
        varied.push((parameter, values.split(',').collect()));
    }

    let limits = Limits { expansions: Some(arguments.expansions), ..Limits::default() };
    let mut all = Vec::new();
    for algorithm in algorithms {
        let base = Request { limits: limits.clone(), seed: arguments.seed, ..Request::new(algorithm.name) };
        let mut some = vec![(algorithm.name.to_owned(), base)];
        let used =
            varied.iter().filter(|(parameter, values)| !values.is_empty() && algorithm.parameters.contains(parameter));
        for (parameter, values) in used {
            let mut more = Vec::with_capacity(some.len() * values.len());
            for (text, request) in &some {
                for value in values {
                    let mut request = request.clone();
                    request.set(parameter, value)?;
                    more.push((format!("{text} {parameter}={value}"), request));
                }
            }
            some = more;
        }
        all.extend(some);
    }
    Ok(all)
}

/// The cost of a solve in the unit of the measure.
fn cost(report: &Report, arguments: &TuneArgs) -> f64 {
    let settled = report.verdict != Verdict::Unknown;
    match arguments.measure {
        Measure::Expansions if settled => report.expanded as f64,
        Measure::Time if settled => report.seconds,
        Measure::Length if settled => report.length.unwrap_or(0) as f64,
        Measure::Expansions => 10.0 * arguments.expansions as f64,
        Measure::Time => 10.0 * report.seconds,
        Measure::Length => 1000.0,
    }
}

fn shown(cost: f64, arguments: &TuneArgs) -> String {
    match arguments.measure {
        Measure::Expansions => style::count(cost.round() as u64),
        Measure::Time => style::seconds(Duration::from_secs_f64(cost).as_secs_f64()),
        Measure::Length => format!("{cost:.1}"),
    }
}

fn judgement(name: &str, reports: &[Report], arguments: &TuneArgs) -> Vec<String> {
    let costs: Vec<f64> = reports.iter().map(|report| cost(report, arguments)).collect();
    let count = costs.len() as f64;
    let mean = costs.iter().sum::<f64>() / count;
    let variance = costs.iter().map(|cost| (cost - mean) * (cost - mean)).sum::<f64>() / (count - 1.0).max(1.0);
    let half = 1.96 * (variance / count).sqrt();
    let mut expanded: Vec<u64> = reports.iter().map(|report| report.expanded).collect();
    expanded.sort_unstable();
    vec![
        name.to_owned(),
        reports.iter().filter(|report| report.verdict != Verdict::Unknown).count().to_string(),
        shown(mean, arguments),
        format!("{} to {}", shown((mean - half).max(0.0), arguments), shown(mean + half, arguments)),
        style::count(expanded[expanded.len() / 2]),
        style::seconds(reports.iter().map(|report| report.seconds).sum()),
    ]
}

/// An empty table whose last columns are aligned to the right.
fn table(header: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    let columns = header.len().max(numbers + 1);
    let padded: Vec<&str> = header.iter().copied().chain(std::iter::repeat("")).take(columns).collect();
    table.load_style(presets::ASCII_MARKDOWN).set_header(padded);
    for column in table.column_iter_mut().skip(columns - numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
