//! `patience compare`: a table of algorithms and heuristics, as in the papers.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use clap_complete::ArgValueCompleter;
use patience_catalogue::{Instance, Request, Resources, find};
use patience_core::parameter::HEURISTIC;
use patience_core::{Limits, Stop};

use crate::arguments::{InstanceArgs, Solving};
use crate::complete;
use crate::exit::{Tally, bad_input};
use crate::progress::Progress;
use crate::style;
use crate::usage::a_name;
use crate::{input, limits, notes, solving};

mod rows;

use rows::{Columns, Rows};

#[derive(Debug, Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    /// The algorithms: a,b, or given several times (default: those of the game's classic
    /// comparison).
    #[arg(
        short, long = "algorithm", value_name = "ALGORITHM", value_delimiter = ',',
        value_parser = a_name, add = ArgValueCompleter::new(complete::algorithm),
    )]
    pub algorithms: Vec<String>,
    /// The heuristics: a,b, or given several times; each runs with each algorithm that uses one.
    #[arg(
        short = 'H', long = "heuristic", value_name = "HEURISTIC", value_delimiter = ',',
        value_parser = a_name, add = ArgValueCompleter::new(complete::heuristic),
    )]
    pub heuristics: Vec<String>,
    #[command(flatten)]
    pub solving: Solving,
    /// The format of the table.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    /// Short for --format json.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Markdown,
    Csv,
    Json,
}

/// The algorithms compared by default: the classics that every game has.
const CLASSICS: [&str; 7] = ["bfs", "dfs", "iddfs", "greedy", "astar", "wastar", "idastar"];

/// The time limit of each search if the user limits neither time nor expansions: IDA* never runs
/// out of memory, so nothing else would end it on a large instance.
const TIME: Duration = Duration::from_secs(60);

/// Runs every algorithm with every heuristic on every instance.
pub fn run(arguments: &CompareArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut instances = input::instances(&arguments.instances, arguments.solving.time)?;
    let first =
        instances.next().ok_or_else(|| bad_input("there is no instance to compare on"))??;
    let threads = limits::threads(arguments.solving.threads);
    let mut base = arguments.solving.request(threads);
    let is_unlimited = limit_time(&mut base.limits);
    let requests = requests(arguments, &*first, base)?;
    // Each heuristic is combined with the algorithms that use one; if none does, no request has it.
    let also: &[_] = if arguments.heuristics.is_empty() { &[] } else { &[HEURISTIC.name] };
    notes::unread_among(&*first, &requests, &Resources::default(), also);
    let game = first.game();
    let columns = Columns::of(arguments, &requests, &*first);
    let all = std::iter::once(Ok(first)).chain(instances).map(move |instance| {
        let instance = instance?;
        match instance.game() == game {
            true => Ok(instance),
            false => Err(bad_input(format!(
                "{} is not of the game {game}; compare one game at a time",
                instance.id()
            ))),
        }
    });

    let format = if arguments.json { TableFormat::Json } else { arguments.format };
    let mut writer = Rows::new(format, columns);
    let mut rows = Vec::new();
    let mut out = anstream::stdout().lock();
    let progress = Progress::new(input::count(&arguments.instances));
    solving::solve_all(all, &requests, &Resources::default(), threads, &progress, |_, reports| {
        for report in &reports {
            writer.write(&mut out, report)?;
        }
        out.flush()?;
        rows.extend(reports);
        Ok(())
    })?;
    let mut tally = Tally { interrupted: solving::interrupted(), ..Tally::default() };
    rows.iter().for_each(|row| tally.add(row));
    writer.end(&mut out, &rows)?;
    if is_unlimited && rows.iter().any(|row| row.stop == Some(Stop::Time)) {
        notes::write(&format!(
            "each search has {}; --time sets another limit",
            style::seconds(TIME.as_secs_f64())
        ));
    }
    Ok(tally)
}

/// Sets [`TIME`] unless another limit ends every search; returns whether it did.
fn limit_time(limits: &mut Limits) -> bool {
    let is_unlimited = limits.time.is_none() && limits.expansions.is_none();
    if is_unlimited {
        limits.time = Some(TIME);
    }
    is_unlimited
}

/// One request for each algorithm that uses no heuristic, and one for each pair of the others with
/// a heuristic.
fn requests(
    arguments: &CompareArgs,
    instance: &dyn Instance,
    base: Request,
) -> Result<Vec<Request>> {
    let (entry, _) = find(instance.game())?;
    let info = entry.info();
    let algorithms: Vec<String> = match arguments.algorithms.is_empty() {
        true => CLASSICS.iter().map(|name| (*name).to_owned()).collect(),
        false => arguments.algorithms.clone(),
    };
    let mut requests = Vec::new();
    for name in algorithms {
        let uses_heuristic = info
            .algorithms
            .iter()
            .any(|algorithm| algorithm.name == name && algorithm.heuristic.is_some());
        let heuristics: Vec<Option<String>> =
            match uses_heuristic && !arguments.heuristics.is_empty() {
                true => arguments.heuristics.iter().cloned().map(Some).collect(),
                false => vec![None],
            };
        for heuristic in heuristics {
            let request = Request { algorithm: Some(name.clone()), heuristic, ..base.clone() };
            instance.check(&request)?;
            requests.push(request);
        }
    }
    Ok(requests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_limits_gets_a_time() {
        let mut limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        assert!(limit_time(&mut limits));
        assert_eq!(limits.time, Some(TIME));
        assert!(!limit_time(&mut limits), "a time is set");
        let mut limits = Limits { expansions: Some(1), ..Limits::default() };
        assert!(!limit_time(&mut limits));
        assert_eq!(limits.time, None);
    }
}
