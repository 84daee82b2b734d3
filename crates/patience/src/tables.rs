//! Tables on terminals of any width.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use comfy_table::{CellAlignment, Row, Table, TableStyle};
use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::style::{HEADING, width};

/// Separator of moves in words.
pub const SEPARATOR: &str = " · ";

/// A message for standard error: on a terminal in lines that fit, with continuation lines
/// indented.
pub fn message(text: &str) -> String {
    let is_terminal = std::io::stderr().is_terminal();
    match is_terminal.then(crossterm::terminal::size).and_then(Result::ok) {
        Some((columns, _)) if columns > 0 => message_in(text, columns.into()),
        _ => text.to_owned(),
    }
}

fn message_in(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| {
        if display_width(line) <= width {
            return line.to_owned();
        }
        let inner = line.trim_start();
        let indent = &line[..line.len() - inner.len()];
        let further = format!("{indent}  ");
        let options = options(indent, width).subsequent_indent(&further);
        textwrap::wrap(inner, options).join("\n")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// An empty table whose columns `numbers` are aligned to the right.
pub fn table(preset: TableStyle, header: &[&str], numbers: Range<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(preset).set_header(header);
    for column in table.column_iter_mut().skip(numbers.start).take(numbers.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A table as text: unchanged if it fits, else as a block per row with a line for each value.
pub fn fitted(table: &Table) -> String {
    fitted_to(table, width())
}

fn fitted_to(table: &Table, width: Option<usize>) -> String {
    let text = table.trim_fmt();
    match width {
        Some(width) if text.lines().any(|line| display_width(line) > width) => {
            in_lines(table, width)
        }
        _ => text,
    }
}

/// Writes a block for each row: the row's first value, and below it the other values, each after
/// the name of its column.
fn in_lines(table: &Table, width: usize) -> String {
    let texts = |row: &Row| row.cell_iter().map(|cell| cell.content()).collect::<Vec<String>>();
    let header = table.header().map(texts).unwrap_or_default();
    let mut lines = Vec::new();
    for row in table.row_iter() {
        let mut first = true;
        for (name, value) in
            header.iter().zip(texts(row)).filter(|(_, value)| !value.trim().is_empty())
        {
            match (first, name.is_empty()) {
                (true, _) => lines.extend(wrapped("", &value, width)),
                (false, true) => lines.extend(wrapped("  ", &value, width)),
                (false, false) => lines.extend(wrapped("  ", &format!("{name}: {value}"), width)),
            }
            first = false;
        }
    }
    lines.join("\n")
}

/// Writes a line with an indent; if it does not fit, it continues on more deeply indented lines.
pub fn write_line(out: &mut (impl Write + ?Sized), indent: &str, text: &str) -> io::Result<()> {
    write_parts(out, indent, text, WordSeparator::AsciiSpace)
}

/// Writes a heading and the text after it, or below it if the two do not fit on one line.
pub fn write_head(out: &mut (impl Write + ?Sized), heading: &str, told: &str) -> io::Result<()> {
    let line = format!("{HEADING}{heading}{HEADING:#}  {told}");
    if width().is_none_or(|width| display_width(&line) <= width) {
        return writeln!(out, "{line}");
    }
    writeln!(out, "{HEADING}{heading}{HEADING:#}")?;
    write_line(out, "  ", told)
}

/// Writes moves in words after a label, without splitting a move between lines.
pub fn write_moves(
    out: &mut (impl Write + ?Sized),
    indent: &str,
    label: &str,
    moves: &[String],
) -> io::Result<()> {
    fn whole(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
        Box::new(line.split_inclusive(SEPARATOR).map(Word::from))
    }
    let text = format!("{label}{}", moves.join(SEPARATOR));
    write_parts(out, indent, &text, WordSeparator::Custom(whole))
}

fn write_parts(
    out: &mut (impl Write + ?Sized),
    indent: &str,
    text: &str,
    parts: WordSeparator,
) -> io::Result<()> {
    match width() {
        Some(width) if display_width(indent) + display_width(text) > width => {
            let further = format!("{indent}  ");
            let options = options(indent, width).subsequent_indent(&further).word_separator(parts);
            textwrap::wrap(text, options).iter().try_for_each(|line| writeln!(out, "{line}"))
        }
        _ => writeln!(out, "{indent}{text}"),
    }
}

/// Writes a paragraph in lines of readable length.
pub fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    const WIDEST: usize = 100;
    let width = width().unwrap_or(WIDEST).min(WIDEST);
    wrapped("", text, width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Wraps a string to a width, with an indent; a longer word gets its own line. Colour codes take no
/// space.
pub fn wrapped(indent: &str, text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, options(indent, width)).into_iter().map(Cow::into_owned).collect()
}

/// Wraps as [`wrapped`] does, but splits longer words, because text beyond the edge of a screen is
/// lost.
pub fn folded(indent: &str, text: &str, width: usize) -> Vec<String> {
    let options = options(indent, width.max(1)).break_words(true);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Fills lines one by one, without splitting words.
fn options(indent: &str, width: usize) -> Options<'_> {
    Options::new(width)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

#[cfg(test)]
mod tests {
    use comfy_table::presets;

    use super::*;

    #[test]
    fn tables_fit_narrow_terminals() {
        let mut table = table(presets::NOTHING, &["algorithm", "expanded", "heuristic"], 1..3);
        table.add_row(["astar", "1,234", "a-rather-long-name"]).add_row(["bfs", "12", ""]);
        assert_eq!(fitted_to(&table, None), table.trim_fmt());
        assert_eq!(fitted_to(&table, Some(200)), table.trim_fmt());
        let narrow =
            "astar\n  expanded: 1,234\n  heuristic:\n  a-rather-long-name\nbfs\n  expanded: 12";
        assert_eq!(fitted_to(&table, Some(22)), narrow);
        // Invisible codes take no space.
        assert_eq!(
            wrapped(" ", "\u{1b}[1mabc\u{1b}[0m de f", 7),
            [" \u{1b}[1mabc\u{1b}[0m de", " f"]
        );
        let error = "error: nothing is here\n\n  tip: look there";
        let narrow = "error: nothing\n  is here\n\n  tip: look\n    there";
        assert_eq!((message_in(error, 15).as_str(), &*message_in(error, 22)), (narrow, error));
        // A wide character takes two columns.
        assert_eq!(wrapped("", "漢字 ab", 5), ["漢字", "ab"]);
        assert_eq!(wrapped(" ", "ab abcdef", 4), [" ab", " abcdef"]);
        assert_eq!(folded(" ", "ab abcdef", 4), [" ab", " abc", " def"]);
        assert_eq!(folded("", "ab", 0), ["a", "b"]);
    }
}
