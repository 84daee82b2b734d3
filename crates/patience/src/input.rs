//! Instances as the command line names or reads them, one after the other and never all at once.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use anyhow::{Context, Result};
use patience_catalogue::{Entry, Instance, find, open, open_range};
use patience_core::InputError;

use crate::cli::Instances;
use crate::exit::bad_input;

/// No line of an input is longer: a board of the largest size takes less than 1 KiB.
const LONGEST_LINE: u64 = 1 << 20;
/// No board takes more lines than this.
const LONGEST_BLOCK: usize = 256;

/// Instances one after the other, or what is wrong with one.
pub type Source = Box<dyn Iterator<Item = Result<Box<dyn Instance>>> + Send>;

/// Every instance that the arguments name, in order; opened when asked for.
pub fn instances(arguments: &Instances) -> Result<Source> {
    let mut named: Vec<Source> = Vec::new();
    for name in &arguments.names {
        // The first of each is opened now, so that a misspelt name is told before hours of work.
        let mut names = open_range(name)?;
        let first = names.next().map(|name| open(&name)).transpose()?;
        named.push(Box::new(first.into_iter().map(Ok).chain(names.map(|name| Ok(open(&name)?)))));
    }
    if let (Some(game), Some(path)) = (&arguments.game, &arguments.input) {
        let (entry, rules) = find(game)?;
        let (reader, label): (Box<dyn Read + Send>, _) = if path.as_os_str() == "-" {
            (Box::new(io::stdin()), "standard input".to_owned())
        } else {
            let file =
                File::open(path).map_err(|error| bad_input(format!("cannot read {}: {error}", path.display())))?;
            (Box::new(file), path.display().to_string())
        };
        named.push(Box::new(Boards::new(entry, rules.map(str::to_owned), reader, label)));
    }
    Ok(Box::new(named.into_iter().flatten()))
}

/// The one instance that the arguments name.
pub fn single(arguments: &Instances) -> Result<Box<dyn Instance>> {
    let mut all = instances(arguments)?;
    let first = all.next().ok_or_else(|| bad_input("there is no board in the input"))??;
    match all.next() {
        None => Ok(first),
        Some(_) => Err(bad_input("this command takes one instance, but there are several")),
    }
}

/// Reads a text that people hand in (a plan), refusing what is absurdly long.
pub fn text(path: &std::path::Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = |reader: &mut dyn Read, bytes: &mut Vec<u8>| reader.take(16 * LONGEST_LINE + 1).read_to_end(bytes);
    if path.as_os_str() == "-" {
        read(&mut io::stdin().lock(), &mut bytes).context("cannot read standard input")?;
    } else {
        let mut file =
            File::open(path).map_err(|error| bad_input(format!("cannot read {}: {error}", path.display())))?;
        read(&mut file, &mut bytes).map_err(|error| bad_input(format!("cannot read {}: {error}", path.display())))?;
    }
    if bytes.len() as u64 > 16 * LONGEST_LINE {
        return Err(bad_input(format!("{} is longer than 16 MiB, which no plan is", path.display())));
    }
    String::from_utf8(bytes).map_err(|_| bad_input(format!("{} is not UTF-8 text", path.display())))
}

/// A line of the input with its number.
struct Line {
    number: usize,
    text: String,
}

/// How boards stand in an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One board a line, optionally after an id and a tab.
    Lines,
    /// Boards of several lines, separated by empty lines.
    Blocks,
}

/// The boards of an input, read as they are asked for.
struct Boards {
    entry: &'static dyn Entry,
    rules: Option<String>,
    reader: BufReader<Box<dyn Read + Send>>,
    label: String,
    /// Lines read so far.
    line: usize,
    /// Lines read ahead.
    ahead: VecDeque<Line>,
    layout: Option<Layout>,
    found_any: bool,
    done: bool,
}

impl Boards {
    fn new(entry: &'static dyn Entry, rules: Option<String>, reader: Box<dyn Read + Send>, label: String) -> Self {
        let reader = BufReader::new(reader);
        Boards {
            entry,
            rules,
            reader,
            label,
            line: 0,
            ahead: VecDeque::new(),
            layout: None,
            found_any: false,
            done: false,
        }
    }

    /// The next line, read ahead or fresh; `None` at the end.
    fn line(&mut self) -> Result<Option<Line>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let number = self.line + 1;
        (&mut self.reader)
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| bad_input(format!("cannot read {}: {error}", self.label)))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line = number;
        if bytes.len() as u64 > LONGEST_LINE {
            return Err(bad_input(format!("{}: line {number} is longer than 1 MiB, which no board is", self.label)));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let column =
                String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).chars().count() + 1;
            bad_input(format!("{}: line {number}, column {column}: this is not UTF-8 text", self.label))
        })?;
        let text = text.trim_end_matches(['\n', '\r']);
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { text };
        Ok(Some(Line { number, text: text.to_owned() }))
    }

    /// The next lines up to an empty one (at most `most`), without comments; empty at the end.
    fn block(&mut self, most: usize) -> Result<Vec<Line>> {
        let mut block = Vec::new();
        while block.len() < most {
            match self.line()? {
                None => break,
                Some(line) if self.entry.is_comment(&line.text) => {}
                Some(line) if line.text.trim().is_empty() => {
                    if !block.is_empty() {
                        // The empty line is kept: it still separates when these lines are read again.
                        self.ahead.push_front(line);
                        break;
                    }
                }
                Some(line) => block.push(line),
            }
        }
        Ok(block)
    }

    /// Looks at the first lines and decides how boards stand in this input.
    fn recognise(&mut self) -> Result<Layout> {
        let block = self.block(LONGEST_BLOCK)?;
        let has_separator = |line: &Line| line.text.contains('/') || line.text.trim_start().contains('\t');
        let reads = |text: &str| self.entry.read(self.rules.as_deref(), text, "").is_ok();
        let whole = block.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        let layout = if block.len() < 2 || block.iter().any(has_separator) {
            Layout::Lines
        } else if reads(&whole) {
            Layout::Blocks
        } else if reads(&block[0].text) || block[0].text.trim_end().ends_with('}') {
            Layout::Lines
        } else {
            Layout::Blocks
        };
        for line in block.into_iter().rev() {
            self.ahead.push_front(line);
        }
        Ok(layout)
    }

    /// The next board; `None` at the end.
    fn board(&mut self) -> Result<Option<Box<dyn Instance>>> {
        let layout = match self.layout {
            Some(layout) => layout,
            None => self.recognise()?,
        };
        self.layout = Some(layout);
        let lines = self.block(if layout == Layout::Lines { 1 } else { LONGEST_BLOCK })?;
        let Some(first) = lines.first() else {
            if !self.found_any {
                return Err(bad_input(format!("{}: there is no board in it; expected one board a line", self.label)));
            }
            return Ok(None);
        };
        let (id, board, shift) = match (layout, first.text.split_once('\t')) {
            (Layout::Lines, Some((id, board))) if !id.trim().is_empty() => {
                (id.trim().to_owned(), board.to_owned(), id.chars().count() + 1)
            }
            (Layout::Lines, _) => (format!("{}:{}", self.label, first.number), first.text.clone(), 0),
            (Layout::Blocks, _) => {
                let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
                (format!("{}:{}", self.label, first.number), texts.join("\n"), 0)
            }
        };
        self.found_any = true;
        match self.entry.read(self.rules.as_deref(), &board, &id) {
            Ok(instance) => Ok(Some(instance)),
            Err(InputError { position: Some(at), message }) => {
                let line = lines.get(at.line - 1).map_or(first.number, |line| line.number);
                let column = at.column + if at.line == 1 { shift } else { 0 };
                Err(bad_input(format!("{}: {}", self.label, InputError::at(line, column, message))))
            }
            Err(error) => Err(bad_input(format!("{}: line {}: {error}", self.label, first.number))),
        }
    }
}

impl Iterator for Boards {
    type Item = Result<Box<dyn Instance>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.board().transpose();
        // After a fault nothing that follows can be trusted.
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}
