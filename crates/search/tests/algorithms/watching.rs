//! Events that watchers see.

use patience_core::{Counters, Event, Game, Observer, Outcome, Run, Verdict};
use patience_search::{Arguments, algorithms, mcts};

use crate::common::*;

/// Events seen by a watcher.
#[derive(Default)]
struct Watcher {
    expanded: u64,
    incumbents: Vec<u32>,
    iterations: Vec<u32>,
    sizes_fell: bool,
    last_open: u64,
}

impl Observer<Sliding> for Watcher {
    fn event(&mut self, _: &Sliding, event: Event<'_, Sliding>, counters: &Counters) {
        match event {
            Event::Expanded { open, .. } => {
                self.expanded += 1;
                assert_eq!(self.expanded, counters.expanded);
                self.sizes_fell |= open < self.last_open;
                self.last_open = open;
            }
            Event::Incumbent { cost } => self.incumbents.push(cost),
            Event::Iteration { bound } => self.iterations.push(bound),
            _ => {}
        }
    }
}

#[test]
fn watchers_see_everything() {
    for (name, iterations) in
        [("bfs", true), ("iddfs", true), ("idastar", true), ("astar", false), ("anytime", false)]
    {
        let mut watcher = Watcher::default();
        let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
        let algorithm = algorithms().into_iter().find(|algorithm| algorithm.name == name).unwrap();
        let mut run = Run::unlimited().with_observer(&mut watcher);
        let outcome: Outcome<u8> = (algorithm.solve)(&game, &Arguments::new(&Manhattan), &mut run);
        assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }), "{name}");
        let expanded = run.counters().expanded;
        assert_eq!(watcher.expanded, expanded, "{name}");
        assert_eq!(!watcher.iterations.is_empty(), iterations, "{name}");
        assert!(watcher.iterations.is_sorted());
        assert!(watcher.sizes_fell || name == "bfs", "{name}: the sizes are the current ones");
        if name == "anytime" {
            assert!(
                !watcher.incumbents.is_empty() && watcher.incumbents.is_sorted_by(|a, b| a > b)
            );
        }
    }
}

/// Collects the simulations of a Monte Carlo tree search.
#[derive(Default)]
struct Simulations(Vec<(Vec<u8>, usize, bool)>);

impl Observer<Sliding> for Simulations {
    fn event(&mut self, game: &Sliding, event: Event<'_, Sliding>, _: &Counters) {
        if let Event::Simulated { settled, line, in_tree, won } = event {
            assert!(in_tree <= line.len());
            let whole = settled.iter().chain(line);
            let end = whole.fold(game.start(), |state, mv| game.apply(&state, *mv));
            assert_eq!(won, game.is_goal(&end), "the line leads to the end of the simulation");
            let path = settled.iter().chain(&line[..in_tree]).copied().collect();
            self.0.push((path, settled.len(), won));
        }
    }
}

/// A watcher can rebuild the tree: each simulation is reported with its path through the tree, to
/// which it adds at most one node, below an existing one.
#[test]
fn simulations_rebuild_the_tree() {
    let mut seen = Simulations::default();
    let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
    let answer = mcts::Answer::FirstWin;
    let variant = mcts::Variant { simulations: 60, exploration: 1.4, playout: 8, answer };
    let mut run = Run::unlimited().with_observer(&mut seen);
    let _ = mcts::solve(&game, &variant, &mut run);
    let mut nodes = std::collections::HashSet::from([Vec::new()]);
    for (path, settled, _) in &seen.0 {
        assert!(*settled <= path.len());
        if !path.is_empty() {
            assert!(nodes.contains(&path[..path.len() - 1]), "{path:?} has no parent");
        }
        nodes.insert(path.clone());
    }
    assert_eq!(seen.0.iter().filter(|(_, settled, _)| *settled == 0).count(), 60);
    assert!(seen.0.iter().any(|(_, settled, _)| *settled > 0), "moves are settled on");
}
