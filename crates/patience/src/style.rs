//! Formats for people: colours, numbers, sizes and times.

use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};
use patience_catalogue::{Look, Verdict};

/// Headings.
pub const HEADING: Style = Style::new().bold();
/// Secondary text.
pub const DIM: Style = Style::new().dimmed();
/// The style of names that can be typed.
pub const NAME: Style = AnsiColor::Cyan.on_default();

/// The colour of a verdict.
pub fn verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Solved => AnsiColor::Green.on_default().bold(),
        Verdict::Unsolvable => AnsiColor::Red.on_default().bold(),
        Verdict::Unknown => AnsiColor::Yellow.on_default().bold(),
    }
}

/// Whether drawings on standard output are coloured.
pub fn coloured_stdout() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// The width of the output in characters: COLUMNS, or else that of the terminal; `None` if standard
/// output is not a terminal, and lines may have any length.
pub fn width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.or_else(|| {
        let is_terminal = std::io::stdout().is_terminal();
        let size = is_terminal.then(crossterm::terminal::size)?.ok()?;
        Some(usize::from(size.0))
    })
    .filter(|columns| *columns > 0)
}

/// The look of boards on standard output.
pub fn look() -> Look {
    Look { colour: coloured_stdout(), width: width() }
}

/// `12,345`
pub fn count(number: u64) -> String {
    patience_study::units::count(number)
}

/// `12,345`, rounded; empty if there is no number.
pub fn rounded(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| count(number.round() as u64))
}

/// `1 move`, `2 moves`
pub fn counted(number: u64, noun: &str) -> String {
    patience_study::units::counted(number, noun)
}

/// `1.5 MiB`
pub fn bytes(number: u64) -> String {
    patience_study::units::size(number as f64)
}

/// `13 µs`, `1.25 s`, `3 min 20 s`
pub fn seconds(seconds: f64) -> String {
    patience_study::units::time(seconds)
}

/// The share of `part` in `whole` with its 95 % Wilson score interval, in percent: (share, low,
/// high).
pub fn wilson(part: u64, whole: u64) -> (f64, f64, f64) {
    let (low, high) = patience_study::statistics::wilson(part, whole);
    (100.0 * part as f64 / whole as f64, 100.0 * low, 100.0 * high)
}

/// The power of ten above a positive number.
pub fn power_above(number: f64) -> String {
    format!("1e{}", number.log10().floor() + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1,234,567");
    }

    #[test]
    fn wilson_matches_masten() {
        // Masten: 1,801 of 2,100 deals.
        let (share, low, high) = wilson(1801, 2100);
        assert!(
            (share - 85.762).abs() < 1e-3
                && (low - 84.2).abs() < 0.05
                && (high - 87.2).abs() < 0.05
        );
        assert_eq!(wilson(0, 10).1, 0.0);
        assert_eq!(wilson(10, 10).2, 100.0);
    }
}
