//! A solve's certificate comes from its own search, wherever that leaves a proof.

use std::sync::atomic::AtomicBool;

use patience_catalogue::{Context, Request, Resources, Verdict, certificate_of, open};
use patience_core::Environment;

/// A flag that stops every search at its first step.
static CANCELLED: AtomicBool = AtomicBool::new(true);

/// Lost boards that have moves.
const LOST: &[(&str, &str)] = &[
    ("birds", "-- 2D -- -- / JD -- -- QS / 2H -- TH 2C / -- -- -- QH"),
    ("cohesion", "RBRB"),
    ("cohesion", "RB.R/RBRB"),
    ("cohesion", "R.B/BRB/RBR"),
    ("cohesion", ".R.B/BRBR/RBRB"),
    ("tiles", ".R..#./....b#/...Brp/#...../#P...#/.#...#"),
    ("tiles", "R..r#/....#/#...."),
];

#[test]
fn what_a_solve_leaves_is_certified_without_another_search() {
    for (name, claim) in [
        ("gaps:random/3x4/1", None),
        ("gaps:solvitaire/4x13/869", Some("lost")),
        ("gaps+fixed-suits:random/3x5/2", None),
        ("birds:neller/1", None),
        ("cohesion:level/vieira-1", None),
        ("tiles:level/iartistas-04", Some("won in 5 moves")),
    ] {
        let instance = open(name).unwrap();
        let resources = Resources { record: true, ..Resources::default() };
        let mut context = Context { resources, ..Context::unwatched() };
        let request = Request::default();
        let report = instance.solve(&request, &mut context).unwrap();
        assert_ne!(report.verdict, Verdict::Unknown, "{name}");
        let mut stopped = Context::new(Environment { cancel: &CANCELLED, ..Environment::none() });
        let certified = certificate_of(&report, &*instance, &request, &mut stopped).unwrap();
        assert_eq!((certified.verdict, certified.stop), (report.verdict, None), "{name}");
        let verified = patience_check::check(&certified.certificate.unwrap()[..]).unwrap();
        assert_eq!(verified.claim == "lost", report.verdict == Verdict::Unsolvable, "{name}: {}", verified.claim);
        assert!(claim.is_none_or(|claim| verified.claim == claim), "{name}: {}", verified.claim);
    }
}

/// Lost boards of every game but Gaps, by searches with and without dead ends: what a search has expanded is listed, and
/// what it left out is added within its limits.
#[test]
fn generic_searches_leave_closed_sets() {
    let mut proved = 0;
    for (game, board) in LOST {
        let (entry, _) = patience_catalogue::find(game).unwrap();
        let instance = entry.read(None, board, board).unwrap();
        for algorithm in ["bfs", "astar", "idastar", "dfs", "greedy"] {
            let request = Request::new(algorithm);
            let solve = |record| {
                let resources = Resources { record, ..Resources::default() };
                instance.solve(&request, &mut Context { resources, ..Context::unwatched() }).unwrap()
            };
            let (report, plain) = (solve(true), solve(false));
            assert_eq!((report.verdict, report.expanded), (plain.verdict, plain.expanded), "{board} {algorithm}");
            if report.verdict != Verdict::Unsolvable || report.expanded == 0 {
                continue;
            }
            let mut stopped = Context::new(Environment { cancel: &CANCELLED, ..Environment::none() });
            let certified = certificate_of(&report, &*instance, &request, &mut stopped).unwrap();
            let verified = patience_check::check(&certified.certificate.unwrap()[..]).unwrap();
            assert_eq!(verified.claim, "lost", "{board} {algorithm}");
            proved += 1;
        }
    }
    assert!(proved >= 10, "{proved} proofs");
}

/// The conclusive solver of Birds of a Feather lists no states: its certificate takes a search of its own, and says `unknown`
/// where that is stopped.
#[test]
fn what_leaves_no_record_is_searched_again() {
    let deal = open("birds:neller/351410").unwrap();
    let resources = Resources { record: true, ..Resources::default() };
    let report = deal.solve(&Request::default(), &mut Context { resources, ..Context::unwatched() }).unwrap();
    assert_eq!((report.verdict, report.record), (Verdict::Unsolvable, None));
}

/// The same counts, whether or not a record is kept.
#[test]
fn a_record_changes_no_count() {
    let solve = |record| {
        let deal = open("gaps:solvitaire/4x13/869").unwrap();
        let resources = Resources { record, ..Resources::default() };
        let report = deal.solve(&Request::default(), &mut Context { resources, ..Context::unwatched() }).unwrap();
        assert_eq!(report.record.is_some(), record);
        (report.verdict, report.expanded, report.generated, report.dead_ends, report.seed)
    };
    assert_eq!(solve(true), solve(false));
}

#[test]
fn what_has_no_certificates_is_said() {
    let deal = open("gaps+paper:paper/4x5/20/1").unwrap();
    let report = deal.solve(&Request::new("bfs"), &mut Context::unwatched()).unwrap();
    let error = certificate_of(&report, &*deal, &Request::default(), &mut Context::unwatched()).unwrap_err();
    assert!(error.to_string().contains("no certificates for gaps+paper"), "{error}");
}
