//! A running search: counters, the position being expanded, its place in (g, h), and its start.

use std::time::Duration;

use patience_catalogue::{Entry, Instance, Notice, Report, Watcher, find};
use patience_core::{Clock, Counters, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tree::{At, Estimate, Node, Tree};
use crate::{Emit, JobContext, Since};

/// Options for watching a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WatchOptions {
    /// Whether the position being expanded is drawn.
    #[serde(default)]
    boards: bool,
    /// Number of initial expansions reported individually.
    #[serde(default)]
    tree: u32,
    /// Whether those are reported with their successors and heuristic values.
    #[serde(default)]
    successors: bool,
    /// Number of initial simulations of a Monte Carlo tree search reported individually.
    #[serde(default)]
    simulations: u32,
    /// Whether the search starts paused; the transport obeys it.
    #[serde(default)]
    #[expect(dead_code, reason = "read by the transport, allowed here")]
    paused: bool,
}

/// A snapshot of the search.
#[derive(Debug, Serialize)]
struct Progress {
    seconds: f64,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    dead_ends: u64,
    open: u64,
    closed: u64,
    g: Option<u32>,
    h: Option<u32>,
    /// The bound of the iteration.
    bound: Option<u32>,
    /// The cost of the best plan so far.
    incumbent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<View>,
    /// Expansions by g and h, in buckets.
    frontier: Frontier,
    /// The first expansions not yet reported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Node>,
    /// The first simulations not yet reported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    simulations: Vec<Simulation>,
}

/// A simulation of a Monte Carlo tree search.
#[derive(Clone, Debug, Serialize)]
struct Simulation {
    /// All its moves from the start, in plan notation.
    line: String,
    /// Number of moves fixed before it: the place of the tree's root.
    settled: usize,
    /// Number of moves after those that lead to a node of the tree; the last node is new.
    in_tree: usize,
    won: bool,
}

/// Expansions by g (columns) and h (rows). Both are cut at 255 and put into buckets so that the
/// picture stays small.
#[derive(Clone, Debug, Serialize)]
struct Frontier {
    /// The number of values of g, and of h, in one bucket.
    bucket: usize,
    /// Bucket of g, bucket of h, count.
    cells: Vec<(usize, usize, u32)>,
}

const SIDE: usize = 256;
const MAX_BUCKETS: usize = 48;
const MAX_TREE: u32 = 2000;
const MAX_SIMULATIONS: u32 = 1000;
/// Interval between two snapshots.
const PERIOD: Duration = Duration::from_millis(80);
/// Number of expansions between two readings of the clock.
const LOOK: u64 = 32;

/// Watches one search.
pub(crate) struct Watch<'a> {
    options: &'a WatchOptions,
    entry: &'static dyn Entry,
    rules: &'static str,
    context: &'a JobContext<'a>,
    clock: Since<'a>,
    emit: Emit<'a>,
    counts: Vec<u32>,
    largest: (usize, usize),
    tree: Tree<'a>,
    /// Simulations still to be reported.
    simulations_left: u32,
    simulations: Vec<Simulation>,
    bound: Option<u32>,
    incumbent: Option<u32>,
    next: Duration,
    now: Now,
}

/// Counters at the last notice.
#[derive(Clone, Copy, Default)]
struct Now {
    counters: Counters,
    g: Option<u32>,
    h: Option<u32>,
    open: u64,
    closed: u64,
}

impl<'a> Watch<'a> {
    pub fn new(
        options: &'a WatchOptions,
        heuristic: Option<&'a str>,
        instance: &dyn Instance,
        context: &'a JobContext<'a>,
        emit: Emit<'a>,
    ) -> Self {
        let (entry, _) = find(instance.game()).expect("the game of an instance exists");
        let estimate = options.successors.then(|| -> Estimate<'a> {
            Box::new(move |instance| {
                let model = context.model_for(instance);
                let heuristic = heuristic?;
                context.within(None, |budget| instance.evaluate_by(heuristic, model, budget))
            })
        });
        let most = options.tree.min(MAX_TREE);
        Watch {
            options,
            entry,
            rules: instance.rules(),
            context,
            clock: Since::now(context.clock),
            emit,
            counts: vec![0; SIDE * SIDE],
            largest: (0, 0),
            tree: Tree::new(entry, instance.rules(), most, estimate),
            simulations_left: options.simulations.min(MAX_SIMULATIONS),
            simulations: Vec::new(),
            bound: None,
            incumbent: None,
            next: Duration::ZERO,
            now: Now::default(),
        }
    }

    fn count(&mut self, g: u32, h: Option<u32>) {
        let cut = |value: u32| (value as usize).min(SIDE - 1);
        let (g, h) = (cut(g), cut(h.unwrap_or(0)));
        self.counts[g * SIDE + h] = self.counts[g * SIDE + h].saturating_add(1);
        self.largest = (self.largest.0.max(g), self.largest.1.max(h));
    }

    fn frontier(&self) -> Frontier {
        let (g, h) = self.largest;
        let bucket = (g.max(h) + 1).div_ceil(MAX_BUCKETS);
        let side = SIDE.div_ceil(bucket);
        let mut sums = vec![0u32; side * side];
        for at_g in 0..=g {
            for at_h in 0..=h {
                let sum = &mut sums[at_g / bucket * side + at_h / bucket];
                *sum = sum.saturating_add(self.counts[at_g * SIDE + at_h]);
            }
        }
        let cells = sums.iter().enumerate().filter(|(_, count)| **count > 0);
        Frontier {
            bucket,
            cells: cells.map(|(at, count)| (at / side, at % side, *count)).collect(),
        }
    }

    fn notify(&mut self, board: Option<String>) {
        let view = board.as_ref().and_then(|board| {
            let mut view = self.entry.read(Some(self.rules), board, "node").ok()?.view();
            view.palette.clear();
            Some(view)
        });
        let Now { counters, g, h, open, closed } = self.now;
        let progress = Progress {
            seconds: self.clock.elapsed().as_secs_f64(),
            expanded: counters.expanded,
            generated: counters.generated,
            duplicates: counters.duplicates,
            reopened: counters.reopened,
            dead_ends: counters.dead_ends,
            open,
            closed,
            g,
            h,
            bound: self.bound,
            incumbent: self.incumbent,
            board,
            view,
            frontier: self.frontier(),
            nodes: self.tree.take(),
            simulations: std::mem::take(&mut self.simulations),
        };
        (self.emit)("progress", serde_json::to_value(&progress).unwrap_or(Value::Null));
    }

    /// Reports the last snapshot. The notice of the last expansion came before its successors, so
    /// the counters are those of the report, and the positions found there are also stored.
    pub fn finish(mut self, report: &Report) {
        let Report { expanded, generated, duplicates, reopened, dead_ends, .. } = *report;
        let before = self.now.counters;
        self.now.counters =
            Counters { expanded, generated, duplicates, reopened, dead_ends, ..before };
        let is_whole = self.tree.count() == expanded;
        self.now.closed = match self.tree.found() {
            // If the search has stored all positions found so far, it has also stored those found
            // last.
            (stored, all) if is_whole && stored == self.now.closed => all,
            _ => self.now.closed,
        };
        self.notify(None);
    }
}

impl Watcher for Watch<'_> {
    fn notice(&mut self, notice: Notice, counters: &Counters, text: &dyn Fn() -> Option<String>) {
        match notice {
            Notice::Iteration { bound } => self.bound = Some(bound),
            Notice::Incumbent { cost } => self.incumbent = Some(cost),
            Notice::Working => {
                self.now.counters = *counters;
                if self.clock.elapsed() >= self.next {
                    self.next = self.clock.elapsed() + PERIOD;
                    self.notify(None);
                }
            }
            Notice::Expanded { g, h, open, closed } => {
                self.now = Now { counters: *counters, g: Some(g), h, open, closed };
                self.count(g, h);
                if !self.tree.is_full()
                    && let Some(board) = text()
                {
                    let at = At { g, h, bound: self.bound, open, closed, counters: *counters };
                    self.tree.add(board, at);
                }
                let slow = self.context.pace.is_some_and(|pace| pace.is_slow());
                let due =
                    counters.expanded.is_multiple_of(LOOK) && self.clock.elapsed() >= self.next;
                if slow || due {
                    self.next = self.clock.elapsed() + PERIOD;
                    let board = if self.options.boards { text() } else { None };
                    self.notify(board);
                }
                if let Some(pace) = self.context.pace {
                    pace.wait();
                }
            }
            Notice::Simulated { settled, in_tree, won } => {
                if self.simulations_left > 0
                    && let Some(line) = text()
                {
                    self.simulations_left -= 1;
                    self.simulations.push(Simulation { line, settled, in_tree, won });
                }
            }
            _ => {}
        }
    }

    fn every(&self) -> u64 {
        1
    }
}
