//! Faults in a study specification, each with its place.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

/// A fault in a study specification with its place: one of a [`SpecError`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}{}: {message}\n{excerpt}",
    self.place.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default(),
)]
pub struct SpecFault {
    /// The file.
    pub file: String,
    /// The line and the column in characters, both from 1; `None` for a fault of the whole file.
    pub place: Option<(usize, usize)>,
    /// The problem, and what was expected.
    pub message: String,
    /// The line with a mark under the fault.
    pub excerpt: String,
}

/// All faults of a study specification, in the order of the file. There is at least one.
///
/// ```
/// use patience_study::spec::Spec;
///
/// let error =
///     Spec::read("titel = 1".to_owned(), "a.toml", ".".into(), "a".to_owned()).unwrap_err();
/// assert!(error.to_string().contains("a.toml"), "every fault names its place: {error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError(pub Vec<SpecFault>);

impl std::error::Error for SpecError {}

impl std::fmt::Display for SpecError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// Maximum number of reported faults.
        const MOST: usize = 50;
        for (index, fault) in self.0.iter().take(MOST).enumerate() {
            let gap = if index > 0 { "\n" } else { "" };
            write!(f, "{gap}{}", fault.to_string().trim_end())?;
        }
        match self.0.len().saturating_sub(MOST) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more faults"),
        }
    }
}

impl SpecError {
    /// A fault of the whole file.
    pub(crate) fn whole(file: &str, message: String) -> SpecError {
        SpecError(vec![SpecFault {
            file: file.to_owned(),
            place: None,
            message,
            excerpt: String::new(),
        }])
    }
}

/// Collects the faults of a string, so that all are reported at once.
pub(super) struct Faults<'a> {
    file: &'a str,
    source: &'a str,
    found: Vec<(usize, SpecFault)>,
}

impl<'a> Faults<'a> {
    pub fn new(file: &'a str, source: &'a str) -> Self {
        Faults { file, source, found: Vec::new() }
    }

    /// Adds a fault at a place, unless the same fault is already there.
    pub fn add(&mut self, span: Range<usize>, message: impl Into<String>) {
        let at = boundary(self.source, span.start);
        let fault = self.fault(at, span.end, &message.into());
        if !self.found.iter().any(|(_, known)| *known == fault) {
            self.found.push((at, fault));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The faults in the order of the text.
    pub fn into_error(mut self) -> Option<SpecError> {
        self.found.sort_by_key(|(at, _)| *at);
        (!self.found.is_empty())
            .then(|| SpecError(self.found.into_iter().map(|(_, fault)| fault).collect()))
    }

    fn fault(&self, at: usize, end: usize, message: &str) -> SpecFault {
        let start = self.source[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.source[..start].matches('\n').count() + 1;
        let content: String =
            self.source[start..].lines().next().unwrap_or("").chars().take(120).collect();
        let column = self.source[start..at].chars().count() + 1;
        let end = boundary(self.source, end).max(at);
        // Characters are counted for the place, columns of a terminal for the marks below it.
        let before = self.source[start..at].width();
        let width = self.source[at..end].lines().next().unwrap_or("").width().clamp(1, 60);
        let number = line.to_string();
        let pad = " ".repeat(number.len());
        let excerpt = format!(
            "{pad} |\n{number} | {content}\n{pad} | {}{}",
            " ".repeat(before),
            "^".repeat(width)
        );
        // toml's own messages can span lines.
        let message = message.trim().replace('\n', "; ");
        SpecFault { file: self.file.to_owned(), place: Some((line, column)), message, excerpt }
    }
}

/// The last place at or before a byte where a character begins.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Lists names for a message.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
