//! Exported states: labels compared with plain search, features with those of the learned
//! heuristics.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use patience_core::{Domain, Environment, Game, Limits, OpenError, PartValue, Run, Stop, Verdict};
use patience_games::birds::BirdsDomain;
use patience_games::cohesion::CohesionDomain;
use patience_games::gaps::GapsDomain;
use patience_games::tiles::TilesDomain;
use patience_learn::LearnedHeuristic;
use patience_learn::games::{COURSES, cohesion, gaps, tiles};
use patience_learn::states::{Examples, Proved, Sampling, States};
use patience_search::bfs;

const FEW: Sampling = Sampling { positions: 20, states: 60_000, expansions: 20_000, seed: 1 };

fn states(game: &str) -> &'static dyn States {
    let course = COURSES.iter().find(|course| course.game() == game).unwrap();
    course.states().unwrap()
}

fn examples(game: &str, path: &str, sampling: &Sampling) -> Examples {
    states(game).examples(path, sampling, &Limits::default(), Environment::none()).unwrap()
}

/// Returns the result of breadth-first search on a board.
fn searched<D: Domain>(domain: &D, board: &str) -> Proved {
    let game = domain.read("standard", board).unwrap();
    match bfs::solve(&game, &mut Run::unlimited()).verdict {
        Verdict::Solved { plan, .. } => Proved::Distance(plan.len() as u32),
        Verdict::Unsolvable => Proved::Lost,
        Verdict::Unknown(stop) => panic!("{board}: {stop}"),
    }
}

/// Labels and features of an instance's states.
#[track_caller]
fn check<D: Domain>(
    domain: &D,
    learned: &[LearnedHeuristic<D::Game>],
    path: &str,
    sampling: &Sampling,
) -> Examples {
    let found = examples(domain.name(), path, sampling);
    assert_eq!(
        found,
        examples(domain.name(), path, sampling),
        "the same sampling, the same states"
    );
    assert!(found.examples.len() > 5 && found.examples.len() <= sampling.positions, "{path}");
    let boards: BTreeSet<&str> = found.examples.iter().map(|example| &*example.board).collect();
    assert_eq!(boards.len(), found.examples.len(), "{path}: each state once");
    let names = states(domain.name()).features();
    for example in &found.examples {
        let searched = searched(domain, &example.board);
        let is_right = match (example.proved, searched) {
            (Proved::Winnable, Proved::Distance(_)) => true,
            (proved, searched) => proved == searched,
        };
        assert!(is_right, "{path}: {example:?}, by breadth-first search {searched:?}");

        // The parts of the heuristic that are features; some leave out zeros.
        let game = domain.read("standard", &example.board).unwrap();
        let parts = (learned[0].build)(&game, None).parts(&game, &game.start());
        let seen: Vec<(&str, f64)> = parts
            .iter()
            .filter_map(|part| match part.value {
                PartValue::Real(value) if names.contains(&&*part.name) && value != 0.0 => {
                    Some((&*part.name, value))
                }
                _ => None,
            })
            .collect();
        let told: Vec<(&str, f64)> = names
            .iter()
            .zip(&example.features)
            .filter(|(_, value)| **value != 0.0)
            .map(|(name, value)| (*name, f64::from(*value)))
            .collect();
        assert_eq!(seen, told, "{path}: {}", example.board);
    }
    found
}

fn has_both(found: &Examples) -> bool {
    let lost = found.examples.iter().filter(|example| example.proved == Proved::Lost).count();
    (1..found.examples.len()).contains(&lost)
}

#[test]
fn labels_are_those_of_breadth_first_search() {
    assert!(has_both(&check(&GapsDomain, &gaps::heuristics(), "random/4x5/2", &FEW)));
    check(&TilesDomain, &tiles::heuristics(), "generate/6x6/3/7/1", &FEW);
    check(&CohesionDomain, &cohesion::heuristics(), "generate/3x4/3/6-8/1", &FEW);
    let few = Sampling { positions: 60, ..FEW };
    let found = examples("birds", "neller/277", &few);
    assert!(has_both(&found));
    // Small boards only: the search knows no dead ends.
    let small = found.examples.iter().filter(|it| it.board.matches("--").count() >= 7);
    assert!(small.clone().count() > 5);
    for example in small {
        assert_eq!(example.proved, searched(&BirdsDomain, &example.board), "{}", example.board);
    }
}

/// If an instance has too many states, individual ones are decided by a search.
#[test]
fn states_of_large_instances_are_decided_one_by_one() {
    let walked = Sampling { states: 100, ..FEW };
    let found = check(&GapsDomain, &gaps::heuristics(), "random/4x5/2", &walked);
    assert!(found.examples.iter().all(|it| !matches!(it.proved, Proved::Distance(_))));
    let found = check(&TilesDomain, &tiles::heuristics(), "generate/6x6/3/7/1", &walked);
    assert!(found.examples.iter().any(|it| matches!(it.proved, Proved::Distance(_))));
    let found = check(&CohesionDomain, &cohesion::heuristics(), "generate/3x4/3/6-8/1", &walked);
    assert_eq!(found.undecided, 0);
    // States that no search decides are omitted and counted.
    let hurried = Sampling { expansions: 1, ..walked };
    let found = examples("cohesion", "level/vieira-2", &hurried);
    assert!(found.undecided > 0 && found.examples.len() + found.undecided <= 20, "{found:?}");
}

#[test]
fn what_stops_it_is_an_error() {
    let cancel = AtomicBool::new(true);
    let environment = Environment::none().with_cancel(&cancel);
    for (game, path) in
        [("gaps", "random/4x5/2"), ("gaps", "random/4x13/2"), ("tiles", "generate/6x6/3/7/1")]
    {
        let stopped = states(game).examples(path, &FEW, &Limits::default(), environment);
        assert!(matches!(stopped, Err(OpenError::Stopped(Stop::Cancelled))), "{path}: {stopped:?}");
    }
    let nowhere = states("gaps").examples("level/1", &FEW, &Limits::default(), environment);
    assert!(matches!(nowhere, Err(OpenError::Input(_))), "{nowhere:?}");
}
