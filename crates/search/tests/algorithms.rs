//! Every algorithm on every toy game, with and without limits, compared with plain Dijkstra.

mod common;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::*;
use patience_core::{
    Blind, Claims, Clock, Counters, Environment, Estimate, Event, Game, Heuristic, Limits,
    Observer, Outcome, Run, Stop, Verdict, replay,
};
use patience_search::playout::PLAYOUT;
use patience_search::{Arguments, algorithms, beam, best_first, dwastar, hybrid, mcts};

/// A heuristic that orders at random and claims nothing.
struct Noise;

impl<G: Game<Key: Into<u64>>> Heuristic<G> for Noise {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }
    fn estimate(&self, game: &G, state: &G::State) -> Estimate {
        let key: u64 = game.key(state).into();
        Estimate::Cost((key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u32)
    }
}

#[test]
fn sliding_tiles() {
    for (width, start) in [
        (2, vec![1, 2, 3, 0]),
        (2, vec![3, 2, 1, 0]),
        (3, vec![5, 1, 3, 4, 0, 2]),
        (3, vec![2, 1, 3, 4, 5, 0]),
        (3, vec![1, 2, 3, 0, 4, 6, 7, 5, 8]),
    ] {
        let game = Sliding { width, start };
        check_all(
            &format!("{game:?}"),
            &game,
            &[("blind", &Blind), ("manhattan", &Manhattan), ("noise", &Noise)],
        );
    }
}

#[test]
fn jugs() {
    for (sizes, wanted) in
        [([8, 5, 3], 4), ([3, 5, 0], 4), ([9, 6, 3], 4), ([7, 5, 2], 0), ([11, 7, 5], 9)]
    {
        let game = Jugs { sizes, wanted };
        check_all(&format!("{game:?}"), &game, &[("blind", &Blind)]);
    }
}

#[test]
fn symmetric_keys() {
    for (start, goal) in [
        ([0, 3, 5], [2, 2, 7]),
        ([9, 1, 4], [0, 0, 0]),
        ([1, 2, 9], [5, 6, 9]),
        ([0, 9, 0], [0, 8, 9]),
    ] {
        let game = Counters3 { start, goal };
        check_all(&format!("{game:?}"), &game, &[("blind", &Blind)]);
    }
}

#[test]
fn mazes() {
    for maze in [
        vec!["S....", ".###.", "...#G"],
        vec!["S.#G.", "..#..", ".###.", "....."],
        vec!["S.#G", "..#."],
        vec![
            "..........",
            ".########.",
            ".#......#.",
            ".#.####.#.",
            "S#.#G...#.",
            ".#.######.",
            ".#........",
        ],
    ] {
        let game = Maze(maze);
        check_all(&format!("{game:?}"), &game, &[("blind", &Blind)]);
    }
}

/// A game in which a free move leads to a cheap plan, and free moves form cycles.
#[test]
fn free_moves() {
    let game = Graph {
        edges: vec![
            vec![(1, 0), (3, 2)],
            vec![(2, 0), (0, 0)],
            vec![(0, 0), (4, 1), (5, 0)],
            vec![(6, 0)],
            vec![(6, 0)],
            vec![(5, 0)],
            vec![(0, 0)],
        ],
        goals: vec![false, false, false, false, false, false, true],
    };
    assert_eq!(optimum(&game), Some(1));
    check_all("free moves", &game, &[("blind", &Blind)]);
}

fn small() -> Sliding {
    Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] }
}

#[test]
fn expansions_are_limited_exactly() {
    for algorithm in algorithms::<Sliding>() {
        // A single game ends by itself: the player stops when all moves lead back.
        if algorithm.name == "player" {
            continue;
        }
        for most in [0, 1, 63, 64, 65, 1000] {
            let mut run = Run::new(
                Limits { expansions: Some(most), ..Limits::default() },
                Environment::none(),
            );
            // Enough for the search to run for long.
            let arguments = Arguments::new(&Manhattan as &dyn Heuristic<Sliding>)
                .with(&best_first::WEIGHT, 1.0)
                .with(&beam::WIDTH, 10_000u64);
            let outcome = (algorithm.solve)(&hopeless(), &arguments, &mut run);
            assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions), "{}", algorithm.name);
            assert_eq!(run.counters().expanded, most, "{}", algorithm.name);
        }
    }
}

#[test]
fn a_limit_keeps_the_bound_that_was_proved() {
    let truth = 31;
    let solve = |name: &str, most| -> Outcome<u8> {
        let mut run =
            Run::new(Limits { expansions: Some(most), ..Limits::default() }, Environment::none());
        let algorithm = algorithms().into_iter().find(|algorithm| algorithm.name == name).unwrap();
        (algorithm.solve)(&small(), &Arguments::new(&Manhattan), &mut run)
    };
    let names = ["bfs", "iddfs", "ucs", "astar", "wastar", "peastar", "idastar", "bfhs", "anytime"];
    for name in names.into_iter().chain(["focal", "ees"]) {
        let mut last = 0;
        for most in [1, 100, 1000, 5000] {
            let bound = solve(name, most).lower_bound;
            assert!(last <= bound && bound <= truth, "{name}: {last}, {bound}");
            last = bound;
        }
        assert!(last > 8, "{name}: {last}");
    }
    let Outcome { verdict: Verdict::Solved { plan, optimal, stop }, lower_bound } =
        solve("anytime", 2000)
    else {
        panic!("the first plan comes soon")
    };
    assert_eq!((optimal, stop), (false, Some(Stop::Expansions)));
    assert!(plan.len() >= 31 && (20..=31).contains(&lower_bound), "{}, {lower_bound}", plan.len());
}

/// A clock that advances by a millisecond with each reading.
#[derive(Default)]
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_millis(self.0.get())
    }
}

#[test]
fn time_is_limited() {
    for algorithm in algorithms::<Sliding>() {
        let clock = Ticking::default();
        let environment = Environment::none().with_clock(&clock);
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let mut run = Run::new(limits, environment);
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Time), "{}", algorithm.name);
        assert!(run.counters().expanded <= 64 * 20, "{}", algorithm.name);
    }
}

#[test]
fn cancelling_works() {
    for algorithm in algorithms::<Sliding>() {
        let cancel = AtomicBool::new(true);
        let environment = Environment::none().with_cancel(&cancel);
        let mut run = Run::new(Limits::default(), environment);
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Cancelled), "{}", algorithm.name);
        assert_eq!(run.counters().expanded, 0);
    }
}

#[test]
fn depth_is_limited() {
    // The shortest plan of this one has 31 moves.
    for algorithm in algorithms::<Sliding>() {
        for depth in [0, 1, 5] {
            let mut run =
                Run::new(Limits { depth: Some(depth), ..Limits::default() }, Environment::none());
            let parameters = arguments(algorithm.name, &Manhattan);
            let outcome = (algorithm.solve)(&small(), &parameters, &mut run);
            assert!(
                matches!(outcome.verdict, Verdict::Unknown(Stop::Depth | Stop::Incomplete)),
                "{} at {depth}: {outcome:?}",
                algorithm.name
            );
            if algorithm.complete {
                assert_eq!(
                    outcome.verdict,
                    Verdict::Unknown(Stop::Depth),
                    "{} at {depth}",
                    algorithm.name
                );
            }
        }
    }
    // A plan of exactly as many moves as allowed is found.
    let game = Sliding { width: 3, start: vec![1, 2, 3, 0, 4, 6, 7, 5, 8] };
    let complete = [
        "bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "wastar", "idastar", "anytime", "focal",
        "ees",
    ];
    for name in complete.into_iter().chain(["beam", "lts", "phs"]) {
        let mut run = Run::new(Limits { depth: Some(3), ..Limits::default() }, Environment::none());
        let algorithm = algorithms().into_iter().find(|algorithm| algorithm.name == name).unwrap();
        let outcome: Outcome<u8> = (algorithm.solve)(&game, &Arguments::new(&Manhattan), &mut run);
        assert!(
            matches!(outcome.verdict, Verdict::Solved { ref plan, .. } if plan.len() == 3),
            "{name}: {outcome:?}"
        );
    }
}

#[test]
fn the_hybrid_finishes_what_the_tree_search_began() {
    // No playout of four moves wins; the search continues from the leaves of the tree.
    let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
    let hybrid = algorithms().into_iter().find(|algorithm| algorithm.name == "hybrid").unwrap();
    for finish in ["astar", "greedy"] {
        let arguments = Arguments::new(&Manhattan)
            .with(&hybrid::SIMULATIONS, 30u64)
            .with(&PLAYOUT, 4u64)
            .with(&hybrid::LINES, 3u64)
            .with(&hybrid::FINISH, finish);
        let outcome: Outcome<u8> =
            (hybrid.solve)(&game, &arguments, &mut Run::unlimited().with_seed(1));
        let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("{finish}: {outcome:?}") };
        assert!(plan.len() > 4 && replay(&game, &plan).is_ok(), "{finish}: {plan:?}");
        assert_eq!(outcome.lower_bound, 0, "nothing is proved");
    }
}

#[test]
fn a_falling_weight_keeps_its_bound() {
    let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
    let best = optimum(&game).unwrap();
    for epsilon in [0.0, 0.5, 3.0] {
        let outcome = dwastar::solve(&game, &Manhattan, epsilon, &mut Run::unlimited());
        let Verdict::Solved { plan, .. } = outcome.verdict else {
            panic!("{epsilon}: {outcome:?}")
        };
        assert!(
            plan.len() as f64 <= (1.0 + epsilon) * f64::from(best),
            "{epsilon}: {} of {best}",
            plan.len()
        );
        assert!(epsilon > 0.0 || outcome.lower_bound == best);
    }
}

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

/// Inconsistent but admissible, with a trap: states must be reopened.
#[test]
fn a_star_opens_again() {
    let game = Graph {
        edges: vec![vec![(1, 1), (2, 3)], vec![(2, 1)], vec![(3, 4)], vec![(4, 4)], vec![]],
        goals: vec![false, false, false, false, true],
    };
    let estimates = HashMap::from([(0, 0), (1, 9), (2, 0), (3, 0), (4, 0)]);
    let estimates = estimates.into_iter().map(|(key, h)| (key, Estimate::Cost(h))).collect();
    let heuristic = Tabled { claims: Claims::ADMISSIBLE, estimates };
    let mut run = Run::unlimited();
    let astar =
        algorithms::<Graph>().into_iter().find(|algorithm| algorithm.name == "astar").unwrap();
    let outcome = (astar.solve)(&game, &Arguments::new(&heuristic), &mut run);
    assert_eq!(outcome.lower_bound, 10);
    assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
    assert!(run.counters().reopened > 0);
    check_all("the trap", &game, &[("inconsistent", &heuristic)]);
}

/// Sums beyond `u32` neither panic nor wrap around, which would make a plan look cheap.
#[test]
fn costs_that_overflow_saturate() {
    const DEAR: u32 = u32::MAX / 2 + 1;
    let edges = vec![
        vec![(1, DEAR), (2, 5)],
        vec![(3, DEAR)],
        vec![(4, 5)],
        vec![(3, 1)],
        vec![(3, DEAR), (0, DEAR)],
    ];
    let game = Graph { edges, goals: vec![false, false, false, true, false] };
    for algorithm in algorithms::<Graph>() {
        let arguments = Arguments::new(&Blind as &dyn Heuristic<Graph>);
        let mut run = Run::new(
            Limits { expansions: Some(100_000), ..Limits::default() },
            Environment::none(),
        );
        let Verdict::Solved { plan, optimal, .. } =
            (algorithm.solve)(&game, &arguments, &mut run).verdict
        else {
            panic!("{}", algorithm.name)
        };
        let cost = patience_core::replay(&game, &plan).unwrap();
        assert!(!optimal || cost == DEAR + 10, "{} calls {cost} the least cost", algorithm.name);
    }
}

/// A game that contradicts itself: once it returns to its start after a state was won, as the
/// replay does, nothing is won.
#[derive(Default)]
struct Moody {
    was_won: Cell<bool>,
    is_over: Cell<bool>,
}

impl Game for Moody {
    type State = u32;
    type Move = u32;
    type Key = u32;
    fn start(&self) -> u32 {
        self.is_over.set(self.was_won.get());
        0
    }
    fn is_goal(&self, state: &u32) -> bool {
        let is_won = *state == 5 && !self.is_over.get();
        self.was_won.set(self.was_won.get() || is_won);
        is_won
    }
    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend((1..=2).filter(|step| state + step <= 5));
    }
    fn apply(&self, state: &u32, step: u32) -> u32 {
        state + step
    }
    fn key(&self, state: &u32) -> u32 {
        *state
    }
}

#[test]
fn plans_that_fail_the_replay_are_defects() {
    let mut found = 0;
    for algorithm in algorithms::<Moody>() {
        let game = Moody::default();
        let limits = Limits { expansions: Some(10_000), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = (algorithm.solve)(&game, &Arguments::new(&Blind), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Defect), "{}", algorithm.name);
        found += 1;
    }
    assert!(found > 15, "{found} algorithms");
}

#[test]
fn time_without_a_clock_is_refused() {
    for algorithm in algorithms::<Sliding>() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::NoClock), "{}", algorithm.name);
        assert_eq!(run.counters().expanded, 0, "{}", algorithm.name);
    }
}
