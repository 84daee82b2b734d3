//! `patience learn tune`: parameters chosen on training instances by successive halving, compared
//! on test instances.

use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use clap_complete::ArgValueCompleter;
use comfy_table::presets;
use patience_catalogue::{
    AlgorithmInfo, Instance, MODEL, ModelFile, Names, Report, Request, Resources, Verdict, find,
};
use patience_core::units::duration;
use patience_core::{Argument, Limits, parameter, suggest};
use patience_learn::halving::{Round, halve};
use patience_study::statistics::bootstrap_mean;

use crate::arguments::model;
use crate::complete;
use crate::exit::{Tally, bad_input};
use crate::progress::Progress;
use crate::{notes, solving, style, tables};

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Training instances: names GAME[+RULES]:SOURCE/…; a last part A..B stands for all from A to
    /// B.
    #[arg(
        value_name = "INSTANCE", required = true, add = ArgValueCompleter::new(complete::instance),
    )]
    training: Vec<String>,
    /// Test instances: a,b, or given several times.
    #[arg(
        long, value_name = "INSTANCE", value_delimiter = ',', required = true,
        add = ArgValueCompleter::new(complete::instance),
    )]
    test: Vec<String>,
    /// An algorithm, or several: a,b, or given several times.
    #[arg(
        short, long = "algorithm", value_name = "ALGORITHM", value_delimiter = ',', required = true,
        add = ArgValueCompleter::new(complete::algorithm),
    )]
    algorithms: Vec<String>,
    /// A heuristic, or several: a,b, or given several times (default: the algorithm's own).
    #[arg(
        short = 'H', long = "heuristic", value_name = "HEURISTIC", value_delimiter = ',',
        add = ArgValueCompleter::new(complete::heuristic),
    )]
    heuristics: Vec<String>,
    /// A parameter with its values, NAME=VALUE,VALUE,…; may be given several times. `patience list`
    /// has the parameters of each algorithm.
    #[arg(short, long = "vary", value_name = "NAME=VALUE,…")]
    vary: Vec<String>,
    /// Cost of a solve. A solve undecided within the limit of the measure costs --par times the
    /// limit.
    #[arg(long, value_enum, default_value_t = Measure::Expansions)]
    measure: Measure,
    /// Maximum expansions of each solve: the limit of --measure expansions.
    #[arg(
        long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    expansions: u64,
    /// Time limit of each solve: the limit of --measure time [default: 10s with that measure,
    /// otherwise none].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Maximum moves of a plan: the limit of --measure length [default: 1000].
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
        hide_short_help = true,
    )]
    longest: Option<u32>,
    /// Cost of an undecided solve as a multiple of its limit (penalised average cost, PAR-K).
    #[arg(
        long, value_name = "K", default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=1000), hide_short_help = true,
    )]
    par: u32,
    #[arg(
        long, value_name = "FILE", help = MODEL.help, value_parser = model, hide_short_help = true,
    )]
    model: Option<&'static ModelFile>,
    /// The seed of random choices.
    #[arg(long, value_name = "N", hide_short_help = true)]
    seed: Option<u64>,
}

impl TuneArgs {
    /// Limits of each solve. If time is the measure it is limited, so that every undecided solve
    /// has a cost.
    fn limits(&self) -> Limits {
        let time = self.time.or((self.measure == Measure::Time).then_some(TIME));
        Limits { expansions: Some(self.expansions), time, ..Limits::default() }
    }

    fn scale(&self) -> Scale {
        let limit = match self.measure {
            Measure::Expansions => self.expansions as f64,
            Measure::Time => self.time.unwrap_or(TIME).as_secs_f64(),
            Measure::Length => f64::from(self.longest.unwrap_or(MAX_PLAN)),
        };
        Scale { measure: self.measure, limit, par: f64::from(self.par) }
    }
}

/// Default maximum of moves of a plan.
const MAX_PLAN: u32 = 1000;

/// Default time limit if time is the measure.
const TIME: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// Expansions.
    Expansions,
    /// Seconds.
    Time,
    /// Moves of the plan.
    Length,
}

/// The cost of solves: the penalised average of Hutter et al. (2009), PAR10 by default.
#[derive(Clone, Copy, Debug)]
struct Scale {
    measure: Measure,
    /// Limit of a solve, in the unit of the measure.
    limit: f64,
    /// Cost of an undecided solve as a multiple of the limit. Giving up early never pays.
    par: f64,
}

impl Scale {
    fn cost(&self, report: &Report) -> f64 {
        let used = match self.measure {
            Measure::Expansions => report.expanded as f64,
            Measure::Time => report.seconds,
            Measure::Length => report.length.unwrap_or(0) as f64,
        };
        self.penalised(report.verdict != Verdict::Unknown, used)
    }

    /// The cost depends on whether the solve decided the instance within the limit, not on how soon
    /// it gave up.
    fn penalised(&self, settled: bool, used: f64) -> f64 {
        if settled && used <= self.limit { used } else { self.par * self.limit }
    }

    fn shown(&self, cost: f64) -> String {
        match self.measure {
            Measure::Expansions if cost < 0.0 => format!("-{}", style::count(-cost.round() as u64)),
            Measure::Expansions => style::count(cost.round() as u64),
            Measure::Time if cost < 0.0 => format!("-{}", style::seconds(-cost)),
            Measure::Time => style::seconds(cost),
            Measure::Length => format!("{cost:.1}"),
        }
    }
}

/// Tunes, then compares the finalists and the first candidate on the test instances.
pub fn run(arguments: &TuneArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let training = instances(&arguments.training)?;
    let test = instances(&arguments.test)?;
    let game = training[0].game();
    if training.iter().chain(&test).any(|instance| instance.game() != game) {
        return Err(bad_input("tune one game at a time".to_owned()));
    }
    refuse_shared(&training, &test)?;
    let candidates = candidates(arguments, &*training[0])?;
    note_ignored(arguments, &*training[0], &candidates);
    for instance in training.iter().chain(&test) {
        candidates.iter().try_for_each(|(_, request)| instance.check(request))?;
    }
    notes::say(format_args!(
        "{}, {}",
        style::counted(candidates.len() as u64, "candidate"),
        style::counted(training.len() as u64, "training instance")
    ));

    let scale = arguments.scale();
    let interrupted = || Tally { interrupted: solving::interrupted(), ..Tally::default() };
    let Some(rounds) = train(&candidates, &training, scale)? else { return Ok(interrupted()) };
    let mut out = anstream::stdout().lock();
    write_training(&mut out, &rounds, &candidates, scale)?;

    // The candidates of the last round, best first, and the first candidate as the baseline.
    let mut finalists: Vec<usize> = rounds
        .last()
        .into_iter()
        .flat_map(|round| &round.costs)
        .map(|(candidate, _)| *candidate)
        .collect();
    if !finalists.contains(&0) {
        finalists.push(0);
    }
    let Some(compared) = compare(&candidates, &finalists, &test)? else { return Ok(interrupted()) };
    write_comparison(&mut out, &compared, scale)?;
    // Unknown instances are expected in tuning, not a failure.
    Ok(interrupted())
}

/// Halves the candidates on the training instances; `None` if interrupted.
fn train(
    candidates: &[(String, Request)],
    training: &[Box<dyn Instance>],
    scale: Scale,
) -> Result<Option<Vec<Round>>> {
    let mut failed = None;
    // The number of solves does not depend on which candidates remain.
    let mut solves = 0;
    halve(candidates.len(), training.len(), |_, _| {
        solves += 1;
        0.0
    });
    let progress = Progress::new(Some(solves));
    let rounds = halve(candidates.len(), training.len(), |candidate, instance| {
        if failed.is_some() || solving::interrupted() {
            return 0.0;
        }
        progress.step();
        match solving::solve(
            &*training[instance],
            &candidates[candidate].1,
            &Resources::default(),
            None,
        ) {
            Ok(report) => scale.cost(&report),
            Err(error) => {
                failed = Some(error);
                0.0
            }
        }
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok((!solving::interrupted()).then_some(rounds)),
    }
}

/// A candidate by its name, with its report on each test instance.
type Reports<'a> = (&'a str, Vec<Report>);

/// Solves the test instances by the finalists; `None` if interrupted.
fn compare<'a>(
    candidates: &'a [(String, Request)],
    finalists: &[usize],
    test: &[Box<dyn Instance>],
) -> Result<Option<Vec<Reports<'a>>>> {
    let mut compared: Vec<Reports<'_>> =
        finalists.iter().map(|candidate| (candidates[*candidate].0.as_str(), Vec::new())).collect();
    // All finalists run one after another on each instance, so that a slower machine affects all of
    // them.
    let progress = Progress::new(Some(test.len() as u64));
    for instance in test {
        for (candidate, (_, reports)) in finalists.iter().zip(&mut compared) {
            reports.push(solving::solve(
                &**instance,
                &candidates[*candidate].1,
                &Resources::default(),
                None,
            )?);
        }
        if solving::interrupted() {
            return Ok(None);
        }
        progress.step();
    }
    Ok(Some(compared))
}

/// The candidates with their mean costs by round; those that got furthest come first.
fn write_training(
    out: &mut impl Write,
    rounds: &[Round],
    candidates: &[(String, Request)],
    scale: Scale,
) -> Result<()> {
    let costs: Vec<String> =
        rounds.iter().map(|round| format!("cost on {}", round.instances)).collect();
    let header: Vec<&str> =
        std::iter::once("parameters").chain(costs.iter().map(String::as_str)).collect();
    let mut table = tables::table(presets::ASCII_MARKDOWN, &header, 1..header.len());
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
fn write_comparison(out: &mut impl Write, compared: &[Reports<'_>], scale: Scale) -> Result<()> {
    let header = [
        "parameters",
        "settled",
        "mean cost",
        "95 % interval",
        "dearer than the best by",
        "95 % interval",
        "time in all",
    ];
    let mut table = tables::table(presets::ASCII_MARKDOWN, &header, 1..header.len());
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

fn instances(names: &[String]) -> Result<Vec<Box<dyn Instance>>> {
    let mut instances = Vec::new();
    for name in names {
        for name in Names::parse(name)?.iter().flat_map(Names::iter) {
            instances.push(solving::open(&name, None)?);
        }
    }
    if instances.is_empty() {
        return Err(bad_input("no instances; expected at least one".to_owned()));
    }
    Ok(instances)
}

/// Rejects a board that is in both sets: results on training boards say nothing about other boards.
fn refuse_shared(training: &[Box<dyn Instance>], test: &[Box<dyn Instance>]) -> Result<()> {
    let board = |instance: &dyn Instance| (instance.rules(), instance.board());
    let known: HashMap<_, &str> =
        training.iter().map(|instance| (board(&**instance), instance.id())).collect();
    for instance in test {
        if let Some(trained) = known.get(&board(&**instance)) {
            let id = instance.id();
            let same = if *trained == id { String::new() } else { format!(": it is {trained}") };
            return Err(bad_input(format!(
                "{id} is not a valid test instance; expected one that is not a training \
                 instance{same}"
            )));
        }
    }
    Ok(())
}

/// Notes options without effect.
fn note_ignored(arguments: &TuneArgs, instance: &dyn Instance, candidates: &[(String, Request)]) {
    let requests: Vec<Request> = candidates.iter().map(|(_, request)| request.clone()).collect();
    let also: &[_] =
        if arguments.heuristics.is_empty() { &[] } else { &[parameter::HEURISTIC.name] };
    notes::unread_among(instance, &requests, &Resources::default(), also);
    if arguments.measure != Measure::Length && arguments.longest.is_some() {
        let measure = arguments.measure.to_possible_value().expect("every measure has a name");
        notes::note(
            &format!("--measure {} does not use", measure.get_name()),
            ["longest"].into_iter(),
        );
    }
}

/// Every combination of the given values that an algorithm reads; the first values come first.
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
        let (parameter, values) = given.split_once('=').ok_or_else(|| {
            bad_input(format!("--vary `{}`: expected NAME=VALUE,VALUE,…", given.escape_debug()))
        })?;
        let can_be_varied = |algorithm: &AlgorithmInfo| {
            algorithm
                .schema
                .iter()
                .filter(|known| known.outside)
                .map(|known| known.name)
                .collect::<Vec<_>>()
        };
        if !algorithms.iter().any(|algorithm| can_be_varied(algorithm).contains(&parameter)) {
            let mut all: Vec<&str> =
                algorithms.iter().flat_map(|algorithm| can_be_varied(algorithm)).collect();
            all.sort_unstable();
            all.dedup();
            return Err(bad_input(format!(
                "--vary: {}",
                suggest::unknown("parameter", parameter, all)
            )));
        }
        varied.push((parameter, values.split(',').collect()));
    }

    let limits = arguments.limits();
    let mut all = Vec::new();
    for algorithm in algorithms {
        let base = Request {
            limits: limits.clone(),
            model: arguments.model,
            ..Request::new(algorithm.name)
        };
        let base = if let Some(seed) = arguments.seed {
            base.with(parameter::SEED.name(), seed)
        } else {
            base
        };
        let mut some = vec![(algorithm.name.to_owned(), base)];
        let used = varied
            .iter()
            .filter(|(parameter, values)| !values.is_empty() && algorithm.reads(parameter));
        for (parameter, values) in used {
            let mut more = Vec::with_capacity(some.len() * values.len());
            for (text, request) in &some {
                for value in values {
                    let mut request = request.clone();
                    request.set(parameter, Argument::from(*value));
                    more.push((format!("{text} {parameter}={value}"), request));
                }
            }
            some = more;
        }
        all.extend(some);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_up_costs_a_multiple_of_the_limit() {
        let scale = Scale { measure: Measure::Time, limit: 2.0, par: 10.0 };
        for (settled, used, cost) in [
            (true, 0.5, 0.5),
            (true, 2.0, 2.0),
            (false, 2.0, 20.0),
            (false, 0.001, 20.0),
            (true, 2.5, 20.0),
        ] {
            assert_eq!(scale.penalised(settled, used), cost, "{settled} after {used} s");
        }
    }
}
