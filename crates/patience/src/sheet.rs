//! Tables of reports: a title, columns, rows, and notes below them.

use std::io::Write;

use anyhow::Result;
use comfy_table::presets;

use crate::tables;

/// A table with its title and notes.
#[derive(Debug)]
pub struct Sheet {
    title: String,
    header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// Whole sentences.
    pub notes: Vec<String>,
}

impl Sheet {
    /// An empty table.
    pub fn new(title: impl Into<String>, header: &[&str]) -> Sheet {
        Sheet {
            title: title.into(),
            header: header.iter().map(|name| (*name).to_owned()).collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Prints it; all columns but the first are aligned to the right.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        self.title.lines().try_for_each(|line| tables::write_line(out, "", line))?;
        writeln!(out)?;
        let header: Vec<&str> = self.header.iter().map(String::as_str).collect();
        let mut table = tables::table(presets::NOTHING, &header, 1..header.len());
        for row in &self.rows {
            table.add_row(row);
        }
        writeln!(out, "{}", tables::fitted(&table))?;
        for note in &self.notes {
            writeln!(out)?;
            note.lines().try_for_each(|line| tables::write_line(out, "", line))?;
        }
        Ok(())
    }
}
