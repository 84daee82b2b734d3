//! `patience learn tune`: parameters chosen on training instances by successive halving, compared
//! on test instances.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use clap_complete::ArgValueCompleter;
use patience_catalogue::{Instance, MODEL, ModelFile, Names, Request, Resources};
use patience_core::units::duration;
use patience_core::{Limits, parameter};
use patience_learn::halving::{Round, halve};

use crate::arguments::model;
use crate::complete;
use crate::exit::{Tally, bad_input};
use crate::progress::Progress;
use crate::{notes, solving, style};

mod candidates;
mod scale;
mod written;

use candidates::candidates;
use scale::{Measure, Scale};
use written::{Reports, write_comparison, write_training};

#[derive(Debug, Args)]
pub struct TuneArgs {
    /// Training instances: names GAME[+RULES]:SOURCE/…; a range A..B at the end stands for all from
    /// A to B.
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
    /// The cost of one solve. A solve undecided within the limit of the measure costs --par times
    /// the limit.
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

/// Solves the test instances with the finalists; `None` if interrupted.
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

/// Rejects a board that is in both sets: results on training boards do not carry over to other
/// boards.
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
