//! The beginning of a search as a tree: which position was expanded, and whose successor it is.

use patience_catalogue::Entry;
use patience_core::HashMap;
use serde::Serialize;

/// An expanded position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Node {
    /// Its number in the order of expansion.
    id: u32,
    /// The first expanded position that it is a successor of.
    parent: Option<u32>,
    g: u32,
    h: Option<u32>,
    board: String,
}

/// Collects the first expansions of a search.
pub(crate) struct Tree {
    entry: &'static dyn Entry,
    rules: &'static str,
    most: u32,
    count: u32,
    /// By board, the first expanded position that leads to it.
    parents: HashMap<String, u32>,
    fresh: Vec<Node>,
}

impl Tree {
    pub fn new(entry: &'static dyn Entry, rules: &'static str, most: u32) -> Self {
        Tree { entry, rules, most, count: 0, parents: HashMap::default(), fresh: Vec::new() }
    }

    pub fn is_full(&self) -> bool {
        self.count >= self.most
    }

    /// Adds an expanded position.
    pub fn add(&mut self, board: String, g: u32, h: Option<u32>) {
        let id = self.count;
        self.count += 1;
        // Every board that a search writes can be read back; one that cannot would only be missing
        // in the picture.
        if let Ok(instance) = self.entry.read(Some(self.rules), &board, "node") {
            for mv in instance.moves() {
                self.parents.entry(mv.board).or_insert(id);
            }
        }
        let parent = self.parents.get(&board).copied().filter(|parent| *parent < id);
        self.fresh.push(Node { id, parent, g, h, board });
    }

    /// The positions added since the last call.
    pub fn take(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.fresh)
    }
}
