//! Pictures of the order in which each algorithm expands the states of the same small board.

use std::collections::HashMap;
use std::fmt::Write;

use patience_catalogue::{Context, Instance, Notice, Request, Watcher, find, open};
use patience_core::{Counters, Limits};

/// The board: a level of Match the Tiles with few states, on which every algorithm is fast.
pub const BOARD: &str = "tiles:level/iartistas-04";

/// The states of the board in breadth-first order, each with its parent, depth and whether it wins.
struct Graph {
    nodes: Vec<Node>,
    by_board: HashMap<String, usize>,
}

struct Node {
    parent: Option<usize>,
    depth: usize,
    wins: bool,
}

/// Lists the boards that a search expands.
struct Record(Vec<String>);

impl Watcher for Record {
    fn notice(&mut self, notice: Notice, _: &Counters, board: &dyn Fn() -> Option<String>) {
        if matches!(notice, Notice::Expanded { .. }) {
            self.0.extend(board());
        }
    }

    fn every(&self) -> u64 {
        1
    }
}

/// The picture of an algorithm as SVG, or `None` if it expands nothing that can be watched.
pub fn picture(algorithm: &str) -> Option<String> {
    let start = open(BOARD).ok()?;
    let graph = Graph::of(&*start);
    let mut record = Record(Vec::new());
    let limits = Limits { expansions: Some(20_000), ..Limits::default() };
    let request = Request { limits, ..Request::new(algorithm) };
    let mut context = Context { watcher: Some(&mut record), ..Context::unwatched() };
    start.solve(&request, &mut context).ok()?;
    let mut first: Vec<Option<usize>> = vec![None; graph.nodes.len()];
    let mut times = vec![0u64; graph.nodes.len()];
    let mut met = 0;
    for board in &record.0 {
        let &node = graph.by_board.get(board)?;
        times[node] += 1;
        if first[node].is_none() {
            met += 1;
            first[node] = Some(met);
        }
    }
    (met > 0).then(|| graph.drawn(&first, &times))
}

impl Graph {
    /// All states reachable from a board.
    fn of(start: &dyn Instance) -> Graph {
        let (entry, rules) = find(start.game()).expect("the game of an instance exists");
        let mut graph = Graph {
            nodes: vec![Node { parent: None, depth: 0, wins: start.is_won() }],
            by_board: HashMap::from([(start.board(), 0)]),
        };
        let mut boards = vec![start.board()];
        let mut next = 0;
        while next < boards.len() {
            let here = entry.read(rules, &boards[next], "board").expect("a built-in board");
            for step in here.view().moves {
                let after = here.after(&step.text).expect("a legal move");
                let board = after.board();
                if !graph.by_board.contains_key(&board) {
                    graph.by_board.insert(board.clone(), boards.len());
                    let depth = graph.nodes[next].depth + 1;
                    graph.nodes.push(Node { parent: Some(next), depth, wins: after.is_won() });
                    boards.push(board);
                }
            }
            next += 1;
        }
        graph
    }

    /// Draws the breadth-first tree, with the number of its first expansion in each state.
    fn drawn(&self, first: &[Option<usize>], times: &[u64]) -> String {
        const STEP: f64 = 46.0;
        let depths = self.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let widest = (0..=depths)
            .map(|depth| self.nodes.iter().filter(|node| node.depth == depth).count())
            .max()
            .unwrap_or(1);
        let (width, height) = (widest as f64 * STEP + 20.0, (depths + 1) as f64 * STEP + 12.0);
        let mut seen = vec![0usize; depths + 1];
        let places: Vec<(f64, f64)> = self
            .nodes
            .iter()
            .map(|node| {
                let level = self.nodes.iter().filter(|other| other.depth == node.depth).count();
                let at = seen[node.depth] as f64 + 0.5 - level as f64 / 2.0;
                seen[node.depth] += 1;
                (width / 2.0 + at * STEP, node.depth as f64 * STEP + 26.0)
            })
            .collect();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"system-ui, Helvetica, Arial, \
             sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        for (node, (x, y)) in self.nodes.iter().zip(&places) {
            if let Some((px, py)) = node.parent.map(|parent| places[parent]) {
                let _ = writeln!(svg, "<path d=\"M{px} {py}L{x} {y}\" stroke=\"#b9bec6\"/>");
            }
        }
        for (at, (node, (x, y))) in self.nodes.iter().zip(&places).enumerate() {
            let fill = match (first[at], node.wins) {
                (_, true) => "#bfe5c6",
                (Some(_), _) => "#cfe3f7",
                (None, _) => "#f2f3f5",
            };
            let ring = if node.wins { 2.5 } else { 1.0 };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"#585d65\" \
                 stroke-width=\"{ring}\"/>"
            );
            if let Some(number) = first[at] {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{}\" fill=\"#1c1e21\">{number}</text>",
                    y + 4.0
                );
            }
            if times[at] > 1 {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{}\" font-size=\"9\" fill=\"#585d65\">×{}</text>",
                    y + 24.0,
                    times[at]
                );
            }
        }
        svg + "</svg>\n"
    }
}
