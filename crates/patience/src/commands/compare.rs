//! `patience compare`: a table of algorithms and heuristics, as the papers have them.

use crate::arguments::{InstanceArgs, Solving};
use crate::complete;
use clap::{Args, ValueEnum};
use clap_complete::ArgValueCompleter;
use std::io::Write;

use anyhow::Result;
use comfy_table::{CellAlignment, Table, TableStyle, presets};
use patience_catalogue::{Instance, Report, Request, Resources, Verdict, find};
use serde::Serialize;

use crate::commands::solve::request;
use crate::exit::{Tally, bad_input};
use crate::style::{self, HEADING};
use crate::{input, limits, notes, solving};

#[derive(Debug, Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    /// An algorithm; may be given several times. Without it all that fit the game's classic comparison.
    #[arg(short, long = "algorithm", value_name = "ALGORITHM", add = ArgValueCompleter::new(complete::algorithm))]
    pub algorithms: Vec<String>,
    /// A heuristic; may be given several times. Each is combined with each algorithm that uses one.
    #[arg(short = 'H', long = "heuristic", value_name = "HEURISTIC", add = ArgValueCompleter::new(complete::heuristic))]
    pub heuristics: Vec<String>,
    #[command(flatten)]
    pub solving: Solving,
    /// How to print the table.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    /// The same as --format json.
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

/// What is compared when no algorithm is named: the classics that every game has.
const CLASSICS: [&str; 7] = ["bfs", "dfs", "iddfs", "greedy", "astar", "wastar", "idastar"];

/// Runs every algorithm with every heuristic on every instance.
pub fn run(arguments: &CompareArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut instances = input::instances(&arguments.instances)?;
    let first = instances.next().ok_or_else(|| bad_input("there is no instance to compare on"))??;
    let threads = limits::threads(arguments.solving.threads);
    let requests = requests(arguments, &*first, request(&arguments.solving, threads))?;
    notes::unread(&*first, &requests, &Resources::default());
    let game = first.game();
    let all = std::iter::once(Ok(first)).chain(instances).map(move |instance| {
        let instance = instance?;
        match instance.game() == game {
            true => Ok(instance),
            false => Err(bad_input(format!("{} is not of the game {game}; compare one game at a time", instance.id()))),
        }
    });

    let mut rows = Vec::new();
    solving::solve_all(all, &requests, &Resources::default(), threads, &solving::Progress::new(), |_, reports| {
        rows.extend(reports);
        Ok(())
    })?;
    let mut tally = Tally { interrupted: solving::interrupted(), ..Tally::default() };
    rows.iter().for_each(|row| tally.add(row));
    let mut out = anstream::stdout().lock();
    match if arguments.json { TableFormat::Json } else { arguments.format } {
        TableFormat::Json => {
            for row in &rows {
                serde_json::to_writer(&mut out, row)?;
                writeln!(out)?;
            }
        }
        TableFormat::Csv => write_csv(&mut out, &rows)?,
        TableFormat::Text => write_tables(&mut out, &rows, presets::NOTHING)?,
        TableFormat::Markdown => write_tables(&mut out, &rows, presets::ASCII_MARKDOWN)?,
    }
    Ok(tally)
}

/// One request for each algorithm that uses no heuristic, and one for each pair of the others with a heuristic.
fn requests(arguments: &CompareArgs, instance: &dyn Instance, base: Request) -> Result<Vec<Request>> {
    let (entry, _) = find(instance.game())?;
    let info = entry.info();
    let algorithms: Vec<String> = match arguments.algorithms.is_empty() {
        true => CLASSICS.iter().map(|name| (*name).to_owned()).collect(),
        false => arguments.algorithms.clone(),
    };
    let mut requests = Vec::new();
    for name in algorithms {
        let uses_heuristic =
            info.algorithms.iter().any(|algorithm| algorithm.name == name && algorithm.heuristic.is_some());
        let heuristics: Vec<Option<String>> = match uses_heuristic && !arguments.heuristics.is_empty() {
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

/// A row of the CSV table.
#[derive(Serialize)]
struct CsvRow<'a> {
    instance: &'a str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    verdict: Verdict,
    stop: Option<&'a str>,
    length: Option<usize>,
    optimal: bool,
    expanded: u64,
    generated: u64,
    peak_bytes: u64,
    seconds: f64,
}

fn write_csv(out: &mut impl Write, rows: &[Report]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows {
        writer.serialize(CsvRow {
            instance: &row.instance,
            algorithm: row.algorithm,
            heuristic: row.heuristic,
            verdict: row.verdict,
            stop: row.stop.map(patience_core::Stop::name),
            length: row.length,
            optimal: row.optimal,
            expanded: row.expanded,
            generated: row.generated,
            peak_bytes: row.peak_bytes,
            seconds: row.seconds,
        })?;
    }
    writer.flush()?;
    Ok(())
}

fn write_tables(out: &mut impl Write, rows: &[Report], preset: TableStyle) -> Result<()> {
    let mut ids: Vec<&str> = rows.iter().map(|row| row.instance.as_str()).collect();
    ids.dedup();
    let mut table = table(
        preset,
        &["instance", "algorithm", "heuristic", "verdict", "length", "expanded", "generated", "time", "memory"],
        4,
    );
    for row in rows {
        let length =
            row.length.map_or(String::new(), |length| format!("{length}{}", if row.optimal { "*" } else { "" }));
        table.add_row([
            row.instance.clone(),
            row.algorithm.to_owned(),
            row.heuristic.unwrap_or("").to_owned(),
            verdict(row),
            length,
            style::count(row.expanded),
            style::count(row.generated),
            style::seconds(row.seconds),
            style::bytes(row.peak_bytes),
        ]);
    }
    writeln!(out, "{}", table.trim_fmt())?;
    writeln!(out, "\n* proved: no plan is shorter")?;
    if ids.len() > 1 {
        writeln!(out, "\n{HEADING}Over {}{HEADING:#}\n", style::counted(ids.len() as u64, "instance"))?;
        writeln!(out, "{}", summary(rows, preset).trim_fmt())?;
    }
    Ok(())
}

fn verdict(row: &Report) -> String {
    match (row.verdict, row.stop) {
        (Verdict::Unknown, Some(stop)) => format!("{} ({stop})", row.verdict.name()),
        (settled, _) => settled.name().to_owned(),
    }
}

/// One line for each algorithm and heuristic: plan lengths are means over the solved instances.
fn summary(rows: &[Report], preset: TableStyle) -> Table {
    let mut groups: Vec<(&str, Option<&str>, Vec<&Report>)> = Vec::new();
    for row in rows {
        match groups.iter_mut().find(|group| (group.0, group.1) == (row.algorithm, row.heuristic)) {
            Some(group) => group.2.push(row),
            None => groups.push((row.algorithm, row.heuristic, vec![row])),
        }
    }
    let header = [
        "algorithm",
        "heuristic",
        "solved",
        "unsolvable",
        "unknown",
        "mean length",
        "median expanded",
        "mean expanded",
        "time in all",
        "largest memory",
    ];
    let mut table = table(preset, &header, 2);
    for (algorithm, heuristic, rows) in groups {
        let having = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        let lengths: Vec<f64> = rows.iter().filter_map(|row| row.length).map(|length| length as f64).collect();
        let mut expanded: Vec<u64> = rows.iter().map(|row| row.expanded).collect();
        expanded.sort_unstable();
        let mean_length = match lengths.len() {
            0 => String::new(),
            n => format!("{:.2}", lengths.iter().sum::<f64>() / n as f64),
        };
        table.add_row([
            algorithm.to_owned(),
            heuristic.unwrap_or("").to_owned(),
            having(Verdict::Solved).to_string(),
            having(Verdict::Unsolvable).to_string(),
            having(Verdict::Unknown).to_string(),
            mean_length,
            style::count(median(&expanded)),
            style::count(expanded.iter().sum::<u64>() / expanded.len() as u64),
            style::seconds(rows.iter().map(|row| row.seconds).sum()),
            style::bytes(rows.iter().map(|row| row.peak_bytes).max().unwrap_or(0)),
        ]);
    }
    table
}

/// The median of sorted numbers, the mean of the middle two rounded down.
fn median(sorted: &[u64]) -> u64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) { sorted[middle - 1].midpoint(sorted[middle]) } else { sorted[middle] }
}

/// An empty table whose columns from `numbers` on are aligned to the right.
fn table(preset: TableStyle, header: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_style(preset).set_header(header);
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn medians() {
        assert_eq!(median(&[3]), 3);
        assert_eq!(median(&[1, 4]), 2);
        assert_eq!(median(&[1, 2, 9]), 2);
    }
}
