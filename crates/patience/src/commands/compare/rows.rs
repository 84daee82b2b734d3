//! The rows of a comparison, in each format, and their summary.

use std::io::Write;

use anyhow::Result;
use comfy_table::{Table, TableStyle, presets};
use patience_catalogue::{Instance, Names, Report, Request, Verdict, find};
use patience_study::statistics::{mean, quantile, standard_deviation};
use serde::Serialize;
use textwrap::core::display_width;

use super::{CompareArgs, TableFormat};
use crate::style::{self, HEADING};
use crate::{tables, words};

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

/// Writes rows as they arrive.
pub(super) enum Rows {
    Json,
    /// Whether the header is written.
    Csv(bool),
    Text(Columns),
    Markdown(Columns),
}

/// The header of the human-readable tables.
const HEADER: [&str; 9] = [
    "instance",
    "algorithm",
    "heuristic",
    "verdict",
    "length",
    "expanded",
    "generated",
    "time",
    "memory",
];

/// The widths of the columns, fixed before the first row is known.
pub(super) struct Columns {
    widths: [usize; HEADER.len()],
    /// Whether the header is written.
    begun: bool,
    /// The instance of the last row.
    instance: String,
}

impl Columns {
    pub(super) fn of(
        arguments: &CompareArgs,
        requests: &[Request],
        first: &dyn Instance,
    ) -> Columns {
        let names =
            arguments.instances.names.iter().filter_map(|name| Names::parse(name).ok()).flatten();
        let ids = names.flat_map(|names| [names.get(0), names.get(names.count() - 1)]);
        let info = find(first.game()).map(|(entry, _)| entry.info()).ok();
        let algorithms =
            requests.iter().filter_map(|request| request.algorithm_of(info.as_ref()?, first));
        let longest = |lengths: &mut dyn Iterator<Item = usize>, head: &str| {
            lengths.fold(head.len(), usize::max)
        };
        let mut widths = HEADER.map(str::len);
        // The names in a file are known once its boards are read; line numbers may have more digits
        // than the first.
        let read =
            display_width(first.id()) + if arguments.instances.input.is_some() { 3 } else { 0 };
        widths[0] = longest(&mut ids.map(|id| display_width(&id)), HEADER[0]).max(read);
        widths[1] =
            longest(&mut algorithms.clone().map(|algorithm| algorithm.name.len()), HEADER[1]);
        let defaults = algorithms.filter_map(|algorithm| algorithm.heuristic.map(str::len));
        let named = arguments.heuristics.iter().map(String::len);
        widths[2] = longest(&mut defaults.chain(named), HEADER[2]);
        // The longest usual value; longer values shift the rest of their row.
        [widths[3], widths[5], widths[6], widths[7], widths[8]] = [10, 11, 11, 8, 9];
        Columns { widths, begun: false, instance: String::new() }
    }

    /// Whether the rows fit into the width.
    fn fit(&self, width: Option<usize>) -> bool {
        let all = self.widths.iter().sum::<usize>() + 2 * (HEADER.len() - 1);
        width.is_none_or(|width| all <= width)
    }

    fn line<'a>(&self, cells: impl IntoIterator<Item = &'a str>) -> String {
        let cells = cells.into_iter().zip(self.widths).enumerate();
        let padded = cells.map(|(column, (cell, width))| {
            let room = " ".repeat(width.saturating_sub(display_width(cell)));
            if column < 4 { format!("{cell}{room}") } else { format!("{room}{cell}") }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

impl Rows {
    pub(super) fn new(format: TableFormat, columns: Columns) -> Rows {
        match format {
            TableFormat::Json => Rows::Json,
            TableFormat::Csv => Rows::Csv(false),
            TableFormat::Text => Rows::Text(columns),
            TableFormat::Markdown => Rows::Markdown(columns),
        }
    }

    pub(super) fn write(&mut self, out: &mut impl Write, row: &Report) -> Result<()> {
        match self {
            Rows::Json => {
                serde_json::to_writer(&mut *out, row)?;
                writeln!(out)?;
            }
            Rows::Csv(begun) => {
                let has_headers = !std::mem::replace(begun, true);
                let mut writer =
                    csv::WriterBuilder::new().has_headers(has_headers).from_writer(out);
                writer.serialize(CsvRow::of(row))?;
                writer.flush()?;
            }
            Rows::Text(columns) => {
                let width = style::width();
                if !columns.fit(width) {
                    return write_block(out, columns, row, width.unwrap_or(usize::MAX));
                }
                if !std::mem::replace(&mut columns.begun, true) {
                    writeln!(out, "{HEADING}{}{HEADING:#}", columns.line(HEADER))?;
                }
                let mut cells = cells(row);
                // A name wider than its column is printed above its row.
                if display_width(&cells[0]) > columns.widths[0] {
                    writeln!(out, "{}", std::mem::take(&mut cells[0]))?;
                }
                writeln!(out, "{}", columns.line(cells.iter().map(String::as_str)))?;
            }
            Rows::Markdown(columns) => {
                if !std::mem::replace(&mut columns.begun, true) {
                    writeln!(
                        out,
                        "| {} |\n|---|---|---|---|--:|--:|--:|--:|--:|",
                        HEADER.join(" | ")
                    )?;
                }
                writeln!(out, "| {} |", cells(row).join(" | "))?;
            }
        }
        Ok(())
    }

    /// Prints the lines below the rows.
    pub(super) fn end(self, out: &mut impl Write, rows: &[Report]) -> Result<()> {
        let is_markdown = matches!(self, Rows::Markdown(_));
        if matches!(self, Rows::Json | Rows::Csv(_)) {
            return Ok(());
        }
        if rows.iter().any(|row| row.optimal && row.length.is_some()) {
            writeln!(out)?;
            tables::write_line(out, "", "* proved: no plan is shorter")?;
        }
        // A beam that drops no state proves as much as breadth-first search.
        let is_bfs = |row: &&Report| {
            row.algorithm == "beam" && (row.optimal || row.verdict == Verdict::Unsolvable)
        };
        if rows.iter().any(|row| is_bfs(&row)) {
            let what = "beam dropped no state where its result is proved: layers narrower than \
                        its width make it breadth-first search; a smaller --width makes it a beam";
            writeln!(out)?;
            tables::write_text(out, what)?;
        }
        let mut ids: Vec<&str> = rows.iter().map(|row| row.instance.as_str()).collect();
        ids.dedup();
        if ids.len() > 1 {
            writeln!(
                out,
                "\n{HEADING}Over {}{HEADING:#}\n",
                style::counted(ids.len() as u64, "instance")
            )?;
            match is_markdown {
                true => writeln!(out, "{}", summary(rows, presets::ASCII_MARKDOWN).trim_fmt())?,
                false => writeln!(out, "{}", tables::fitted(&summary(rows, presets::NOTHING)))?,
            }
        }
        Ok(())
    }
}

impl<'a> CsvRow<'a> {
    fn of(row: &'a Report) -> CsvRow<'a> {
        CsvRow {
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
        }
    }
}

/// A report as a row of the table.
fn cells(row: &Report) -> [String; HEADER.len()] {
    let length = row
        .length
        .map_or(String::new(), |length| format!("{length}{}", if row.optimal { "*" } else { "" }));
    [
        row.instance.clone(),
        row.algorithm.to_owned(),
        row.heuristic.unwrap_or("").to_owned(),
        verdict(row),
        length,
        style::count(row.expanded),
        style::count(row.generated),
        style::seconds(row.seconds),
        style::bytes(row.peak_bytes),
    ]
}

/// Writes a row as a block, if the table is wider than the terminal.
fn write_block(
    out: &mut impl Write,
    columns: &mut Columns,
    row: &Report,
    width: usize,
) -> Result<()> {
    let [instance, algorithm, heuristic, verdict, length, expanded, generated, time, memory] =
        cells(row);
    if columns.instance != instance {
        writeln!(out, "{HEADING}{instance}{HEADING:#}")?;
        columns.instance = instance;
    }
    let with = if heuristic.is_empty() { heuristic } else { format!(" with {heuristic}") };
    let length = if length.is_empty() { length } else { format!(" in {length}") };
    for line in tables::wrapped("  ", &format!("{algorithm}{with}: {verdict}{length}"), width) {
        writeln!(out, "{line}")?;
    }
    let effort = format!("{expanded} expanded, {generated} generated, {time}, {memory}");
    for line in tables::wrapped("    ", &effort, width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn verdict(row: &Report) -> String {
    match (row.verdict, row.stop) {
        (Verdict::Unknown, Some(stop)) => {
            format!("{} ({})", row.verdict.name(), words::of_stop(stop))
        }
        (settled, _) => settled.name().to_owned(),
    }
}

/// One line for each algorithm and heuristic: plan lengths are means over the solved instances,
/// `sd` standard deviations of the sample.
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
        "sd length",
        "median expanded",
        "mean expanded",
        "sd expanded",
        "time in all",
        "largest memory",
    ];
    let mut table = tables::table(preset, &header, 2..header.len());
    for (algorithm, heuristic, rows) in groups {
        let having = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        let lengths: Vec<f64> =
            rows.iter().filter_map(|row| row.length).map(|length| length as f64).collect();
        let mut expanded: Vec<f64> = rows.iter().map(|row| row.expanded as f64).collect();
        expanded.sort_unstable_by(f64::total_cmp);
        let two_digits =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
        table.add_row([
            algorithm.to_owned(),
            heuristic.unwrap_or("").to_owned(),
            having(Verdict::Solved).to_string(),
            having(Verdict::Unsolvable).to_string(),
            having(Verdict::Unknown).to_string(),
            two_digits(mean(&lengths)),
            two_digits(standard_deviation(&lengths)),
            style::rounded(quantile(&expanded, 0.5)),
            style::rounded(mean(&expanded)),
            style::rounded(standard_deviation(&expanded)),
            style::seconds(rows.iter().map(|row| row.seconds).sum()),
            style::bytes(rows.iter().map(|row| row.peak_bytes).max().unwrap_or(0)),
        ]);
    }
    table
}
