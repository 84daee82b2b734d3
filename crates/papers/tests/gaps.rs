//! The A*, the greedy search and the Monte Carlo tree search of the Gaps paper, on its own games:
//! the same path lengths, the same expansions, the same trees.

use patience_core::{Domain, Environment, Limits, Outcome, Run, Stop, Verdict};
use patience_games::gaps::{Gaps, GapsDomain, PaperH0, PaperH2, PaperScore};
use patience_papers::{gaps, gaps_mcts};
use patience_search::best_first::{By, search};
use patience_testing::size;

/// The games of one algorithm: board, path length, and expansions or tree nodes.
fn games(algorithm: &str) -> Vec<(Gaps, Option<usize>, u64)> {
    let lines = include_str!("data/gaps.tsv").lines().filter(|line| !line.starts_with('#'));
    let games: Vec<_> = lines
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let game = GapsDomain.read("paper", fields[0]).unwrap();
            (fields[1] == algorithm)
                .then(|| (game, fields[2].parse().ok(), fields[3].parse().unwrap()))
        })
        .collect();
    assert_eq!(games.len(), 60);
    // The ordinary tier plays every third game.
    games.into_iter().step_by(size(3, 1)).collect()
}

fn length<M>(outcome: &Outcome<M>) -> Option<usize> {
    match &outcome.verdict {
        Verdict::Solved { plan, .. } => Some(plan.len()),
        _ => None,
    }
}

fn run(expansions: u64) -> Run<'static, Gaps> {
    Run::new(Limits { expansions: Some(expansions), ..Limits::default() }, Environment::none())
}

#[test]
fn a_star() {
    for (game, path, expanded) in games("A*") {
        let mut run = run(10_000);
        let outcome = gaps::astar(&game, &PaperH0::new(&game), gaps::ASTAR, By::Cost, &mut run);
        assert_eq!((length(&outcome), run.counters().expanded), (path, expanded));
    }
}

#[test]
fn greedy() {
    for (game, path, expanded) in games("Greedy") {
        let mut run = run(20_000);
        let outcome = search(&game, &PaperH2, &gaps::GREEDY, &mut run);
        assert_eq!((length(&outcome), run.counters().expanded), (path, expanded));
    }
}

#[test]
fn monte_carlo() {
    for (game, path, tree_nodes) in games("MCTS") {
        let answer = gaps_mcts::solve(
            &game,
            &PaperScore,
            &gaps_mcts::Parameters::default(),
            &mut Run::unlimited(),
        );
        assert_eq!((length(&answer.outcome), answer.tree_nodes), (path, tree_nodes));
        assert!(path.is_some() || answer.outcome.verdict == Verdict::Unknown(Stop::Incomplete));
    }
}
