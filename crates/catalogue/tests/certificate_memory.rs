//! Certificates are written and checked within a memory limit, which is checked before memory
//! is allocated.

use patience_catalogue::native::{CountingAllocator, HeapMeter};
use patience_catalogue::{Context, Instance, Lemmas, Request, Resources, Verdict, find, open};
use patience_check::{Failure, check_watched};
use patience_core::{Budget, Environment, Limits, Meter, Stop};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Pieces of work too small to be checked: the successors of one state, a reader.
const SLACK: u64 = 64 << 10;

/// A lost deal whose proof has about ten thousand positions.
const GAPS: &str = "gaps:random/4x10/36";

/// A lost board with about ten thousand states.
fn board() -> Box<dyn Instance> {
    let (entry, _) = find("cohesion").unwrap();
    entry.read(None, "R....B/GGGGGG/B....R/......", "board").unwrap()
}

/// Tests limits from nothing to `enough` tenths of the unlimited need, and checks under each the
/// peak and whether the work was done.
fn under_limits(enough: u64, work: impl Fn(u64) -> (u64, bool)) {
    let (all, done) = work(u64::MAX);
    assert!(done && all > 1 << 19, "{all} bytes");
    let mut stopped = 0;
    for part in (1..=9).chain([enough]) {
        let limit = all * part / 10;
        let (peak, done) = work(limit);
        assert!(peak <= limit + SLACK, "{peak} bytes of {limit}");
        stopped += u32::from(!done);
        assert!(done || part < enough, "{limit} bytes of {all} do not suffice");
    }
    assert!(stopped > 1, "no limit was reached");
}

#[test]
fn writing_holds_to_its_limit() {
    let board = board();
    under_limits(12, |limit| {
        let meter = HeapMeter::start();
        let environment = Environment::none().with_meter(&meter);
        let limits = Limits { memory: Some(limit), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        let certified =
            board.certify(&request, Lemmas::All, &mut Context::new(environment)).unwrap();
        assert!(matches!(certified.stop, None | Some(Stop::Memory)), "{:?}", certified.stop);
        (meter.peak(), certified.verdict == Verdict::Unsolvable)
    });
}

#[test]
fn a_proof_of_gaps_holds_to_its_limit() {
    let deal = open(GAPS).unwrap();
    // The table and the record have separate shares.
    under_limits(20, |limit| {
        let meter = HeapMeter::start();
        let environment = Environment::none().with_meter(&meter);
        let limits = Limits { memory: Some(limit), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        let certified =
            deal.certify(&request, Lemmas::All, &mut Context::new(environment)).unwrap();
        assert!(matches!(certified.stop, None | Some(Stop::Memory)), "{:?}", certified.stop);
        (meter.peak(), certified.verdict == Verdict::Unsolvable)
    });
}

#[test]
fn the_record_of_a_search_holds_to_its_limit() {
    let board = board();
    under_limits(12, |limit| {
        let meter = HeapMeter::start();
        let environment = Environment::none().with_meter(&meter);
        let limits = Limits { memory: Some(limit), ..Limits::default() };
        let resources = Resources { record: true, ..Resources::default() };
        let mut context = Context { resources, ..Context::new(environment) };
        let request = Request { limits, ..Request::new("bfs") };
        let report = board.solve(&request, &mut context).unwrap();
        let certified = board.certificate_of(&report).unwrap();
        assert!(matches!(certified.stop, None | Some(Stop::Memory)), "{:?}", certified.stop);
        (meter.peak(), certified.certificate.is_some())
    });
}

#[test]
fn checking_holds_to_its_limit() {
    let board = board();
    let certified =
        board.certify(&Request::default(), Lemmas::All, &mut Context::unwatched()).unwrap();
    let bytes = certified.certificate.unwrap();
    under_limits(12, |limit| {
        let meter = HeapMeter::start();
        let environment = Environment::none().with_meter(&meter);
        let limits = Limits { memory: Some(limit), ..Limits::default() };
        let budget = Budget::new(limits, environment);
        let result =
            check_watched(1, || Ok(&bytes[..]), &mut |more| budget.check_memory(more).is_ok());
        assert!(matches!(result, Ok(_) | Err(Failure::Stopped)));
        (meter.peak(), result.is_ok())
    });
}
