//! A solve's certificate comes from its own search whenever that search leaves a proof.

use patience_catalogue::{Context, Instance, Report, Request, Resources, Verdict, open};
use patience_core::{Limits, Stop};

/// A solve, with or without a record.
fn solve(instance: &dyn Instance, request: &Request, record: bool) -> Report {
    let resources = Resources { record, ..Resources::default() };
    instance.solve(request, &mut Context { resources, ..Context::unwatched() }).unwrap()
}

/// Returns the checker's verdict on the certificate of a solve.
fn checked(report: &Report, instance: &dyn Instance) -> patience_check::Verified {
    let certified = instance.certificate_of(report).unwrap();
    assert_eq!((certified.verdict, certified.stop), (report.verdict, None));
    patience_check::check(&certified.certificate.unwrap()[..]).unwrap()
}

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
        ("sliding:scramble/3x3/9/1", None),
        // By parity, without a search.
        ("sliding:shuffled/4x4/2", Some("lost")),
        ("sliding+blank-last:shuffled/5x5/2", Some("lost")),
    ] {
        let instance = open(name).unwrap();
        let report = solve(&*instance, &Request::default(), true);
        assert_ne!(report.verdict, Verdict::Unknown, "{name}");
        let verified = checked(&report, &*instance);
        assert_eq!(
            verified.claim == "lost",
            report.verdict == Verdict::Unsolvable,
            "{name}: {}",
            verified.claim
        );
        assert!(claim.is_none_or(|claim| verified.claim == claim), "{name}: {}", verified.claim);
    }
}

/// Lost boards of every game except Gaps, by searches with and without dead ends. No state is
/// expanded twice: the expansions of the solve and those of the states it skipped together cover
/// the closed set, each state once.
#[test]
fn generic_searches_leave_closed_sets() {
    let mut proved = 0;
    for (game, board) in LOST {
        let (entry, _) = patience_catalogue::find(game).unwrap();
        let instance = entry.read(None, board, board).unwrap();
        for algorithm in ["bfs", "astar", "idastar", "dfs", "greedy"] {
            let request = Request::new(algorithm);
            let (report, plain) =
                (solve(&*instance, &request, true), solve(&*instance, &request, false));
            assert_eq!(
                (report.verdict, report.expanded),
                (plain.verdict, plain.expanded),
                "{board} {algorithm}"
            );
            if report.verdict != Verdict::Unsolvable {
                continue;
            }
            let verified = checked(&report, &*instance);
            assert_eq!(verified.claim, "lost", "{board} {algorithm}");
            // Disconnected positions of Birds are expanded, but not listed.
            if matches!(algorithm, "bfs" | "astar" | "greedy") && *game != "birds" {
                let states = verified.records;
                let left_out = states - report.expanded;
                let with = |expansions| {
                    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
                    solve(&*instance, &Request { limits, ..request.clone() }, true)
                        .record
                        .unwrap()
                        .map(|_| ())
                };
                assert_eq!(with(states), Ok(()), "{board} {algorithm}");
                if left_out > 0 {
                    assert_eq!(with(states - 1), Err(Stop::Expansions), "{board} {algorithm}");
                }
            }
            proved += 1;
        }
    }
    assert!(proved >= 10, "{proved} proofs");
}

/// The exact solver of Birds of a Feather decides by arguments that certificates cannot
/// express. It lists the closed set once, with the expansions that the decision left over.
#[test]
fn the_closed_set_of_a_deal_of_birds_is_listed_once() {
    let deal = open("birds:neller/6727").unwrap();
    let report = solve(&*deal, &Request::default(), true);
    assert_eq!(
        report.expanded,
        solve(&*deal, &Request::default(), false).expanded,
        "the decision is the same"
    );
    let verified = checked(&report, &*deal);
    assert_eq!((verified.claim.as_str(), verified.records), ("lost", 22_826));

    let with = |expansions| {
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        solve(&*deal, &Request { limits, ..Request::default() }, true)
    };
    let all = report.expanded + verified.records;
    assert_eq!(with(all).record, report.record);
    let stopped = with(all - 1);
    assert_eq!(
        (stopped.verdict, &stopped.record),
        (Verdict::Unsolvable, &Some(Err(Stop::Expansions)))
    );
    let certified = deal.certificate_of(&stopped).unwrap();
    assert_eq!((certified.verdict, certified.stop), (Verdict::Unknown, Some(Stop::Expansions)));
    assert_eq!(
        deal.certify(&Request::default(), Default::default(), &mut Context::unwatched())
            .unwrap()
            .expanded,
        22_826
    );
}

/// The exact solver of Gaps writes the tree while it searches: the expansions of the record
/// are those of the search, and the verdict is that of the search without a record, which has a
/// cache.
#[test]
fn a_record_changes_no_verdict() {
    let deal = open("gaps:solvitaire/4x8/36").unwrap();
    let [with, without] = [true, false].map(|record| solve(&*deal, &Request::default(), record));
    assert_eq!((with.verdict, with.seed), (without.verdict, without.seed));
    assert!(with.expanded > without.expanded, "{} and {}", with.expanded, without.expanded);
    assert_eq!(with.record.unwrap().unwrap().expanded, with.expanded);
    assert!(without.record.is_none());
}

/// No search runs a second time for a certificate: a solve that would leave no record is rejected
/// before it starts.
#[test]
fn what_leaves_no_record_is_refused() {
    let deal = open("gaps:solvitaire/4x13/869").unwrap();
    let plain = || Resources { record: true, ..Resources::default() };
    for (request, resources, instead) in [
        (Request::default(), Resources { threads: 2, ..plain() }, "leave out `threads`"),
        (
            Request::default(),
            Resources { scratch: Some("no-such-folder".into()), ..plain() },
            "leave out `scratch`",
        ),
        (
            Request::default(),
            Resources { checkpoint: Some("no-such-file".into()), ..plain() },
            "leave out `scratch`",
        ),
        (Request::default().with("strategy", "sweep"), plain(), "leave out `strategy`"),
        (Request::default().with("optimal", true), plain(), "--plain rows"),
    ] {
        let mut context = Context { resources, ..Context::unwatched() };
        let error = deal.solve(&request, &mut context).unwrap_err().to_string();
        assert!(error.contains(instead), "{error}");
    }
    let report = solve(&*deal, &Request::default(), false);
    let error = deal.certificate_of(&report).unwrap_err().to_string();
    assert!(error.contains("kept no record"), "{error}");
}

#[test]
fn what_has_no_certificates_is_said() {
    let deal = open("gaps+paper:paper/4x5/20/1").unwrap();
    let report = deal.solve(&Request::new("bfs"), &mut Context::unwatched()).unwrap();
    let error = deal.certificate_of(&report).unwrap_err();
    assert!(error.to_string().contains("no certificates for gaps+paper"), "{error}");
}
