//! Bounded-suboptimal and policy-guided searches on small boards of every game, compared with a
//! plain breadth-first search over the reachable boards.

use std::collections::HashSet;

use patience_catalogue::{Context, GAMES, Instance, Request, Verdict, open};
use patience_core::{Environment, Limits};

/// Maximum number of boards that are examined before an instance is skipped.
const MAX_BOARDS: usize = 20_000;

/// The minimum number of moves; `None` inside if the instance is lost, outside if there are too
/// many boards.
fn shortest(instance: &dyn Instance) -> Option<Option<usize>> {
    let mut seen = HashSet::from([instance.board()]);
    let mut layer = vec![instance.after("").expect("no move is legal")];
    for length in 0.. {
        if layer.iter().any(|position| position.is_won()) {
            return Some(Some(length));
        }
        let mut next = Vec::new();
        for position in &layer {
            for (index, mv) in position.moves().into_iter().enumerate() {
                if seen.insert(mv.board) {
                    next.push(position.successor(index).expect("the move is there"));
                }
            }
        }
        if seen.len() > MAX_BOARDS {
            return None;
        }
        if next.is_empty() {
            return Some(None);
        }
        layer = next;
    }
    unreachable!("the boards are finitely many")
}

/// Small boards of a game: deals, or positions late in a game if whole deals are too large.
fn boards(game: &str) -> Vec<Box<dyn Instance>> {
    let names: Vec<String> = match game {
        "gaps" => (1..=12).map(|seed| format!("gaps:random/3x4/{seed}")).collect(),
        "birds" => (0..12).map(|seed| format!("birds:neller/{seed}")).collect(),
        "cohesion" => (1..=6).map(|seed| format!("cohesion:generate/3x3/2/2-4/{seed}")).collect(),
        "tiles" => (1..=6).map(|seed| format!("tiles:generate/4x4/2/4/{seed}")).collect(),
        "sliding" => ["random/2x3", "shuffled/2x3", "shuffled/3x2"]
            .iter()
            .flat_map(|kind| (1..=3).map(move |seed| format!("sliding:{kind}/{seed}")))
            .collect(),
        other => panic!("{other} has no small boards here"),
    };
    let open = |name: &String| open(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut boards: Vec<_> = names.iter().map(open).collect();
    if game == "birds" {
        for board in &mut boards {
            for step in 0..7 {
                let count = board.moves().len();
                if let Some(next) = board.successor(step * 5 % count.max(1)) {
                    *board = next;
                }
            }
        }
    }
    boards
}

#[test]
fn plans_are_within_the_bound_and_losses_are_losses() {
    for entry in GAMES {
        let info = entry.info();
        let (mut solved, mut lost) = (0, 0);
        for instance in boards(entry.name()) {
            let Some(truth) = shortest(&*instance) else { continue };
            let solve = |request: Request| {
                let limits = Limits { expansions: Some(1_000_000), ..Limits::default() };
                let report = instance
                    .solve(&Request { limits, ..request }, &mut Context::new(Environment::none()));
                report.unwrap_or_else(|error| panic!("{}: {error}", instance.id()))
            };
            let mut requests = Vec::new();
            for heuristic in info.heuristics.iter().filter(|heuristic| heuristic.claims.admissible)
            {
                for bound in [1.0, 1.2, 1.5, 2.0] {
                    for algorithm in ["focal", "ees"] {
                        let request = Request::new(algorithm)
                            .with_heuristic(heuristic.name)
                            .with("bound", bound);
                        if info.heuristics.iter().any(|heuristic| heuristic.name == "learned") {
                            requests.push((bound, request.clone().with("guide", "learned")));
                        }
                        requests.push((bound, request));
                    }
                }
            }
            requests.extend(["lts", "phs"].map(|name| (f64::INFINITY, Request::new(name))));
            for (bound, request) in requests {
                let name = format!("{} {:?} {request:?}", instance.id(), instance.board());
                let report = solve(request);
                match truth {
                    None => assert_eq!(report.verdict, Verdict::Unsolvable, "{name}"),
                    Some(best) => {
                        let length =
                            report.length.unwrap_or_else(|| panic!("{name}: {:?}", report.stop));
                        assert!(
                            length >= best && length as f64 <= bound * best as f64 + 1e-9,
                            "{name}: {length} for {best}"
                        );
                        assert!(report.lower_bound as usize <= best, "{name}: a false bound");
                        let proved = f64::from(report.lower_bound);
                        assert!(
                            bound.is_infinite() || length as f64 <= bound * proved + 1e-9,
                            "{name}: {length}, {proved}"
                        );
                    }
                }
            }
            match truth {
                Some(_) => solved += 1,
                None => lost += 1,
            }
        }
        assert!(solved >= 1, "{}: {solved} solved, {lost} lost", entry.name());
    }
}
