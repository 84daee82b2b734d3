//! `patience solve --watch`: the positions that a search expands, drawn as it expands them.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use patience_catalogue::{Entry, Instance, Notice, Watcher, find};
use patience_core::Counters;

use crate::solving;
use crate::style::{self, DIM, HEADING};

/// Draws the first positions that a search expands.
pub struct Watching<W> {
    entry: &'static dyn Entry,
    rules: &'static str,
    out: W,
    /// Positions and simulations still to be drawn.
    left: u64,
    shown: u64,
    /// A failed write stops the search.
    written: io::Result<()>,
}

impl<W: Write> Watching<W> {
    /// Draws at most `left` positions of a search for `instance`.
    pub fn new(instance: &dyn Instance, left: u64, out: W) -> Self {
        let (entry, _) = find(instance.game()).expect("the game of an instance exists");
        Watching { entry, rules: instance.rules(), out, left, shown: 0, written: Ok(()) }
    }

    /// Returns the number of positions and simulations drawn.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(self) -> io::Result<u64> {
        self.written.map(|()| self.shown)
    }

    fn write(&mut self, notice: &Notice, board: Option<String>) -> io::Result<()> {
        match *notice {
            Notice::Iteration { bound } => {
                writeln!(self.out, "{HEADING}bound or level {bound}{HEADING:#}\n")
            }
            Notice::Incumbent { cost } => {
                let moves = style::counted(u64::from(cost), "move");
                writeln!(self.out, "{HEADING}a plan of {moves} found{HEADING:#}\n")
            }
            Notice::Expanded { g, h, open, closed } => {
                self.count();
                let costs = match h {
                    Some(h) => format!("g {g} + h {h} = f {}", u64::from(g) + u64::from(h)),
                    None => format!("g {g}"),
                };
                writeln!(
                    self.out,
                    "{HEADING}expansion {}{HEADING:#}  {costs}{DIM}; {} open, {} closed{DIM:#}",
                    self.shown,
                    style::count(open),
                    style::count(closed)
                )?;
                // Every board that a search writes can be read back.
                let board = board
                    .and_then(|board| self.entry.read(Some(self.rules), &board, "position").ok());
                match board {
                    Some(board) => writeln!(self.out, "{}", board.draw(style::look())),
                    None => Ok(()),
                }
            }
            Notice::Simulated { settled, in_tree, won } => {
                self.count();
                let end = if won { "won" } else { "not won" };
                let (line, tree) = (board.unwrap_or_default(), settled + in_tree);
                writeln!(
                    self.out,
                    "{HEADING}simulation {}{HEADING:#}  {end}; the first {} in the tree\n\
                     {DIM}{line}{DIM:#}\n",
                    self.shown,
                    style::counted(tree as u64, "move")
                )
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self) {
        self.shown += 1;
        self.left -= 1;
    }
}

impl<W: Write + Send> Watcher for Watching<W> {
    fn notice(&mut self, notice: Notice, _: &Counters, text: &dyn Fn() -> Option<String>) {
        if self.left == 0 || self.written.is_err() {
            return;
        }
        self.written = self.write(&notice, text());
        if self.written.is_err() {
            solving::cancel().store(true, Ordering::SeqCst);
        }
    }

    fn every(&self) -> u64 {
        1
    }
}
