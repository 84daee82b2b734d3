//! Reports agree with the rules.

use patience_catalogue::{
    Context, Entry, GAMES, Method, Registered, Request, RequestError, Solver, open,
};
use patience_core::{Budget, Outcome, Stop};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesDomain, TilesGame};

/// Faulty solvers: one tilts once on every level; the others have detected their own defect, the
/// last while shortening a plan.
fn wrong() -> Vec<Solver<TilesGame>> {
    let solver = |name, method| Solver {
        name,
        summary: "",
        complete: false,
        optimal: false,
        heuristic: None,
        budget: None,
        fits: |_| true,
        method: Method::Special(method, &[]),
    };
    vec![
        solver("wrong", |_, _, _, _| Ok(Outcome::solved(vec![Direction::Left]).into())),
        solver("aware", |_, _, _, _| Ok(Outcome::unknown(Stop::Defect).into())),
        solver("late", |_, _, _, _| {
            Ok(Outcome::stopped_at(vec![Direction::Left], 1, 0, Stop::Defect).into())
        }),
    ]
}

static WRONG: Registered<TilesDomain> =
    Registered { solvers: wrong, defaults: &["wrong"], ..Registered::new(TilesDomain) };

#[test]
fn a_plan_that_the_rules_refuse_is_an_error() {
    let instance =
        WRONG.instance(None, "level/iartistas-04", "it", &mut Budget::unlimited()).unwrap();
    for (name, has_place) in [("wrong", true), ("aware", false), ("late", false)] {
        let error = instance.solve(&Request::new(name), &mut Context::unwatched()).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with(patience_core::DEFECT), "{text}");
        assert!(text.contains(&format!("{name} found for it")), "{text}");
        assert_eq!(text.contains("(move 1 is not legal"), has_place, "{text}");
        assert!(matches!(error, RequestError::Defect { .. }));
    }
}

#[test]
fn successors_are_the_positions_after_the_moves() {
    for game in GAMES {
        for source in
            game.info().sources.iter().filter(|source| !source.example.contains("generate"))
        {
            let Ok(instance) = open(&source.example) else { continue };
            let moves = instance.moves();
            for (index, mv) in moves.iter().enumerate() {
                let after = instance.successor(index).unwrap();
                assert_eq!(
                    (after.board(), after.rules()),
                    (mv.board.clone(), instance.rules()),
                    "{}",
                    source.example
                );
                assert_eq!(instance.after(&mv.text).unwrap().board(), after.board());
                assert_eq!((after.is_won(), after.id()), (mv.wins, instance.id()));
            }
            assert!(instance.successor(moves.len()).is_none());
        }
    }
}

#[test]
fn a_request_is_checked_against_what_the_solver_declares() {
    let instance = open("gaps:random/3x4/1").unwrap();
    let said = |request: Request| instance.check(&request).err().map(|error| error.to_string());
    assert_eq!(
        said(Request::new("beam").with("width", 5u64).with("strategy", "swep")),
        None,
        "beam reads no strategy"
    );
    for (request, expected) in [
        (
            Request::new("conclusive").with("strategy", "swep"),
            "`swep` is not a valid value of `strategy`; expected one of",
        ),
        (Request::new("conclusive").with("stratgy", "sweep"), "did you mean `strategy`?"),
        (Request::new("conclusive").with("scratch", "/tmp"), "`scratch` cannot be set here"),
        (Request::new("conclusive").with("threads", 64u64), "`threads` cannot be set here"),
        (Request::new("conclusve"), "did you mean `conclusive`?"),
        (Request::new("astar").with_heuristic("lerned"), "did you mean `learned`?"),
        (
            Request::new("nmcs").with("level", 50u64),
            "`50` is not a valid value of `level`; expected a whole number from 1 to 9",
        ),
        (Request::new("beam").with("seed", -1.0), "`-1` is not a valid value of `seed`"),
    ] {
        let message = said(request).unwrap();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn the_seed_that_was_used_is_reported() {
    let instance = open("gaps:random/3x4/1").unwrap();
    let seed = |request: &Request| instance.solve(request, &mut Context::unwatched()).unwrap().seed;
    assert_eq!(seed(&Request::new("conclusive")), 1, "the solver's own");
    assert_eq!(
        seed(&Request::new("conclusive").with("seed", 0u64)),
        0,
        "0 is a seed like any other"
    );
    assert_eq!(seed(&Request::new("restarts")), 0);
    assert_eq!(seed(&Request::new("bfs").with("seed", 7u64)), 7);
}
