//! The start of a search as a tree: the expanded positions and their parents.

use patience_catalogue::{Entry, Evaluated, Instance};
use patience_core::{Counters, HashMap};
use serde::Serialize;

/// An expanded position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Node {
    /// Its number in the order of expansion.
    id: u32,
    /// The first expanded position of which it is a successor.
    parent: Option<u32>,
    g: u32,
    h: Option<u32>,
    board: String,
    /// The bound of the iteration: f in iterative deepening, the level in a search by levels.
    bound: Option<u32>,
    /// Counters of the search before the expansion.
    generated: u64,
    duplicates: u64,
    dead_ends: u64,
    open: u64,
    closed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    successors: Option<Vec<Successor>>,
}

/// A position after a legal move.
#[derive(Clone, Debug, Serialize)]
struct Successor {
    #[serde(rename = "move")]
    text: String,
    words: String,
    board: String,
    /// The heuristic's estimate; null for a dead end, or if there is no heuristic.
    h: Option<u32>,
    /// Its finer ordering value, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordering: Option<u32>,
    dead_end: bool,
    wins: bool,
}

/// The state of a search when it expanded a position.
pub(crate) struct At {
    pub g: u32,
    pub h: Option<u32>,
    pub bound: Option<u32>,
    pub open: u64,
    pub closed: u64,
    pub counters: Counters,
}

/// The value of a heuristic for a position, if one was named.
pub(crate) type Estimate<'a> = Box<dyn Fn(&dyn Instance) -> Option<Evaluated> + Send + 'a>;

/// Collects the first expansions of a search.
pub(crate) struct Tree<'a> {
    entry: &'static dyn Entry,
    rules: &'static str,
    most: u32,
    count: u32,
    /// Heuristic for the reported successors; `None` if they are not reported.
    estimate: Option<Estimate<'a>>,
    /// By board, the first expanded position that leads to it.
    parents: HashMap<String, u32>,
    start: Option<String>,
    /// Number of different positions found before the last expansion, and after it.
    found: (u64, u64),
    fresh: Vec<Node>,
}

impl<'a> Tree<'a> {
    pub fn new(
        entry: &'static dyn Entry,
        rules: &'static str,
        most: u32,
        estimate: Option<Estimate<'a>>,
    ) -> Self {
        let (parents, fresh) = (HashMap::default(), Vec::new());
        let (start, found) = (None, (0, 0));
        Tree { entry, rules, most, count: 0, estimate, parents, start, found, fresh }
    }

    /// Number of expansions added.
    pub fn count(&self) -> u64 {
        u64::from(self.count)
    }

    /// Number of different positions found before the last expansion added, and after it.
    pub fn found(&self) -> (u64, u64) {
        self.found
    }

    pub fn is_full(&self) -> bool {
        self.count >= self.most
    }

    /// Adds an expanded position.
    pub fn add(&mut self, board: String, at: At) {
        let id = self.count;
        self.count += 1;
        self.start.get_or_insert_with(|| board.clone());
        let before = self.positions();
        let mut h = at.h;
        let mut successors = self.estimate.as_ref().map(|_| Vec::new());
        // Every board written by a search can be read back; one that could not would merely be
        // missing from the picture.
        if let Ok(instance) = self.entry.read(Some(self.rules), &board, "node") {
            // If the search did not compute an estimate, the heuristic does.
            if let (None, Some(estimate)) = (h, &self.estimate) {
                h = estimate(&*instance).and_then(|said| said.value);
            }
            for (index, mv) in instance.moves().into_iter().enumerate() {
                if let (Some(successors), Some(estimate)) = (&mut successors, &self.estimate) {
                    let said = instance.successor(index).and_then(|next| estimate(&*next));
                    successors.push(Successor {
                        text: mv.text,
                        words: mv.words,
                        board: mv.board.clone(),
                        wins: mv.wins,
                        h: said.as_ref().and_then(|said| said.value),
                        ordering: said.as_ref().and_then(|said| said.ordering),
                        dead_end: said.is_some_and(|said| said.dead_end),
                    });
                }
                self.parents.entry(mv.board).or_insert(id);
            }
        }
        self.found = (before, self.positions());
        let parent = self.parents.get(&board).copied().filter(|parent| *parent < id);
        let At { g, bound, open, closed, counters, .. } = at;
        let Counters { generated, duplicates, dead_ends, .. } = counters;
        self.fresh.push(Node {
            id,
            parent,
            g,
            h,
            board,
            bound,
            generated,
            duplicates,
            dead_ends,
            open,
            closed,
            successors,
        });
    }

    /// Number of different positions: the start, and every position to which an expanded position
    /// leads.
    fn positions(&self) -> u64 {
        let is_start_apart =
            self.start.as_ref().is_some_and(|start| !self.parents.contains_key(start));
        self.parents.len() as u64 + u64::from(is_start_apart)
    }

    /// The positions added since the last call.
    pub fn take(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.fresh)
    }
}
