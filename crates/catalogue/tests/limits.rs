//! Limits apply to every algorithm and strategy of every game, with every heuristic: the tests take
//! them from the catalogue, so that a new one is tested without a line here.
//!
//! There are thousands of combinations, so each gets small limits: most runs end at the tested
//! limit, and the test is whether they overshoot it. A small limit suffices for that.
//!
//! The tests do not depend on the load of the machine: the clock of each solver is the CPU time of
//! its own thread, which also measures the time it took.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use patience_catalogue::native::{CountingAllocator, HeapMeter};
use patience_catalogue::{
    Context, Entry, GAMES, Instance, ParameterInfo, Report, Request, Verdict, open, open_within,
};
use patience_core::{Budget, Clock, Environment, Limits, Meter, OpenError, Stop};
use patience_testing::size;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The CPU time of this thread, which sets the cancel flag when it is read after a given time.
struct CpuClock<'a> {
    begin: ThreadTime,
    cancel_after: Duration,
    cancel: &'a AtomicBool,
    cancelled_at: Cell<Duration>,
}

impl<'a> CpuClock<'a> {
    fn start(cancel_after: Duration, cancel: &'a AtomicBool) -> Self {
        CpuClock { begin: ThreadTime::now(), cancel_after, cancel, cancelled_at: Cell::default() }
    }
}

impl Clock for CpuClock<'_> {
    fn elapsed(&self) -> Duration {
        let now = self.begin.elapsed();
        if now >= self.cancel_after && !self.cancel.swap(true, Ordering::Relaxed) {
            self.cancelled_at.set(now);
        }
        now
    }
}

/// Instances of a game that are tried in addition to the examples of its sources: hard instances,
/// and small instances with few states on cycles, so that a search soon runs out of new states.
fn boards(game: &str) -> &'static [&'static str] {
    match game {
        "gaps" => &["gaps:solvitaire/4x13/2", "gaps+paper:random/4x13/1"],
        "birds" => &["birds:neller/258693"],
        // On the second, a heuristic's own search takes a long time.
        "cohesion" => &["cohesion:level/icw-4", CROWDED],
        "tiles" => &["R.r/..b", "R..r"],
        "sliding" => &["3 1 / 2 0", "1 3 / 2 0"],
        _ => &[],
    }
}

/// The largest board, with pieces of fifteen colours scattered.
const CROWDED: &str = "YOFRMM.D...R.BB./F.D.......EEP.Y./GB.E.D..O.W..GPF/..E.GP.B......OR/AY.E...\
                       O..AHCRAW/D...H.C.C.NBWAFC/DAPM...CY.NN..../.R.H..PFM..D..../..RM..NA..FDW.\
                       ../.DF.E.B.O.G...F./R.....W..H.W.H../O.....M....GOG.B/.G.NC.HE.ANYA..Y/....\
                       H..C...PB.WM/......YH.R..N.../NP.O..WG.ECY.PM.";

/// Names of instances that take many seconds to find.
const SOUGHT: &[&str] = &[
    "tiles:generate/16x16/12/200/1",
    "cohesion:generate/16x16/12/60-60/1",
    "birds:difficulty/extreme/1",
];

/// Every instance on which limits are tested.
fn instances(entry: &'static dyn Entry) -> Vec<Box<dyn Instance>> {
    let info = entry.info();
    let examples = info.sources.iter().map(|source| {
        let (game, path) = source.example.split_once(':').expect("an example is a whole name");
        // An example may need another rule set than the default.
        let mut names = info.rule_sets.iter().map(|rules| format!("{game}+{}:{path}", rules.name));
        names
            .find_map(|name| open(&name).ok())
            .unwrap_or_else(|| panic!("no rule set has {}", source.example))
    });
    let more = boards(entry.name()).iter().map(|name| {
        let instance = if name.contains(':') {
            open(name)
        } else {
            entry.read(None, name, name).map_err(OpenError::from)
        };
        instance.unwrap_or_else(|error| panic!("{name}: {error}"))
    });
    examples.chain(more).collect()
}

/// Every combination with which a game's instances can be solved: each algorithm with its default
/// heuristic, the strategies of the exact solvers, and each heuristic with a search that calls it
/// often.
fn ways(entry: &'static dyn Entry) -> Vec<Request> {
    let info = entry.info();
    let mut ways = Vec::new();
    for algorithm in &info.algorithms {
        let default = || Request::new(algorithm.name);
        ways.push(default());
        // Guiding heuristics are tried below.
        let is_choice =
            |parameter: &&ParameterInfo| parameter.outside && parameter.kind == "choice";
        for parameter in algorithm.schema.iter().filter(is_choice) {
            // Only one strategy runs these searches.
            let base = || match parameter.name {
                "searches" => default().with("strategy", "masten"),
                _ => default(),
            };
            ways.extend(
                parameter.choices.iter().map(|choice| base().with(parameter.name, *choice)),
            );
        }
        if algorithm.reads("optimal") {
            ways.push(default().with("optimal", true));
        }
        // Work that takes a long time but few expansions.
        if algorithm.reads("width") {
            ways.push(default().with("width", 1_000_000));
        }
        if algorithm.reads("iterations") {
            ways.push(default().with("iterations", 1u64 << 40));
            if algorithm.reads("playout") {
                ways.push(default().with("iterations", 1u64 << 40).with("playout", 1_000_000));
            }
        }
    }
    for heuristic in &info.heuristics {
        ways.extend(
            ["beam", "astar"].map(|name| Request::new(name).with_heuristic(heuristic.name)),
        );
        ways.extend(["focal", "phs"].map(|name| Request::new(name).with("guide", heuristic.name)));
    }
    ways
}

/// Whether a combination is one of many that differ only in the heuristic; these are tried with the
/// tightest limits.
fn is_one_of_many(request: &Request) -> bool {
    request.heuristic.is_some() || request.values.contains_key("guide")
}

/// Calls `check` for every combination on every instance that it fits, and fails with all its
/// complaints. The ordinary tier tries each combination on every 40th instance of its game, in
/// turn, and on at least one, and those that differ only in the heuristic on every 80th.
fn for_every_way(check: impl Fn(&dyn Instance, &Request) -> Vec<String>) {
    let mut faults = Vec::new();
    for entry in GAMES {
        let instances = instances(*entry);
        let (of_all, of_many) = size((instances.len().min(40), 80), (1, 1));
        for (turn, instance) in instances.iter().enumerate() {
            for (number, request) in ways(*entry).iter().enumerate() {
                let every = if is_one_of_many(request) { of_many } else { of_all };
                let left_out = !(turn + number).is_multiple_of(every);
                if left_out || instance.check(request).is_err() {
                    continue;
                }
                let Request { algorithm, heuristic, values, .. } = request;
                let way = format!("{algorithm:?} {heuristic:?} {values:?}");
                let complaints = check(&**instance, request);
                faults.extend(
                    complaints
                        .into_iter()
                        .map(|fault| format!("{}: {way}: {fault}", instance.id())),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn solve(
    instance: &dyn Instance,
    request: &Request,
    limits: Limits,
    environment: Environment<'_>,
) -> Report {
    let request = Request { limits, ..request.clone() };
    instance.solve(&request, &mut Context::new(environment)).unwrap()
}

#[test]
fn expansions_are_exact() {
    for_every_way(|instance, request| {
        let mut faults = Vec::new();
        let limits = size(&[0, 63, 150][..], &[0, 1, 2, 63, 300]);
        for &most in &limits[..limits.len() - usize::from(is_one_of_many(request))] {
            let limits = Limits { expansions: Some(most), ..Limits::default() };
            let report = solve(instance, request, limits, Environment::none());
            let stopped = report.stop == Some(Stop::Expansions);
            if report.expanded > most || stopped && report.expanded < most {
                faults.push(format!("{} expanded with a limit of {most}", report.expanded));
            }
        }
        faults
    });
}

#[test]
fn time_is_kept() {
    for_every_way(|instance, request| {
        let mut faults = Vec::new();
        for limit in [0, size(10, 25)].map(Duration::from_millis) {
            let never = AtomicBool::new(false);
            let clock = CpuClock::start(Duration::MAX, &never);
            let limits = Limits { time: Some(limit), memory: Some(1 << 30), ..Limits::default() };
            let meter = HeapMeter::start();
            let environment = Environment::none().with_clock(&clock).with_meter(&meter);
            let report = solve(instance, request, limits, environment);
            let took = clock.elapsed();
            if took > limit.mul_f64(1.1) + Duration::from_millis(200) {
                faults.push(format!("took {took:?} of {limit:?}"));
            }
            if report.stop == Some(Stop::Time) && took < limit {
                faults.push(format!("gave up after {took:?} of {limit:?}"));
            }
        }
        faults
    });
}

#[test]
fn cancelling_is_noticed() {
    for_every_way(|instance, request| {
        let mut faults = Vec::new();
        for after in [0, size(5, 15)].map(Duration::from_millis) {
            let cancel = AtomicBool::new(false);
            let clock = CpuClock::start(after, &cancel);
            let limits =
                Limits { time: Some(Duration::MAX), memory: Some(1 << 30), ..Limits::default() };
            let meter = HeapMeter::start();
            let environment =
                Environment::none().with_clock(&clock).with_meter(&meter).with_cancel(&cancel);
            let report = solve(instance, request, limits, environment);
            let cancelled = cancel.load(Ordering::Relaxed);
            let took = clock.elapsed() - clock.cancelled_at.get();
            if cancelled && took > Duration::from_millis(200) {
                faults.push(format!("went on for {took:?} after it was cancelled"));
            }
            if report.stop == Some(Stop::Cancelled) && !cancelled {
                faults.push("reports that it was cancelled".to_owned());
            }
        }
        faults
    });
}

/// A description of a solve that took over a tenth more memory than its limit. The limit is for the
/// search: the report that follows holds the plan as one string per move.
fn beyond(limit: u64, meter: &HeapMeter, report: &Report) -> Option<String> {
    let texts = report.plan.iter().map(|mv| size_of::<String>() + mv.capacity()).sum::<usize>();
    // The list of strings grows by doubling.
    let peak = meter.peak().saturating_sub(2 * texts as u64).max(report.peak_bytes);
    (peak > limit + limit / 10).then(|| format!("{peak} bytes of {limit}"))
}

#[test]
fn memory_is_kept() {
    for_every_way(|instance, request| {
        let mut faults = Vec::new();
        // Long enough to fill the memory.
        let limits = size([(1 << 20, 15), (4 << 20, 30)], [(2 << 20, 30), (8 << 20, 60)]);
        for &(limit, milliseconds) in &limits[..if is_one_of_many(request) { 1 } else { 2 }] {
            let meter = HeapMeter::start();
            let never = AtomicBool::new(false);
            let clock = CpuClock::start(Duration::MAX, &never);
            let time = Some(Duration::from_millis(milliseconds));
            let limits = Limits { memory: Some(limit), time, ..Limits::default() };
            let report = solve(
                instance,
                request,
                limits,
                Environment::none().with_clock(&clock).with_meter(&meter),
            );
            faults.extend(beyond(limit, &meter, &report));
        }
        faults
    });
}

#[test]
fn no_plan_is_longer_than_the_depth_limit() {
    for_every_way(|instance, request| {
        let mut faults = Vec::new();
        for depth in [0, 1, 5] {
            let never = AtomicBool::new(false);
            let clock = CpuClock::start(Duration::MAX, &never);
            let time = Some(Duration::from_millis(10));
            let limits =
                Limits { depth: Some(depth), expansions: Some(500), time, ..Limits::default() };
            let report = solve(instance, request, limits, Environment::none().with_clock(&clock));
            if report.plan.len() > depth as usize {
                faults.push(format!(
                    "a plan of {} moves with a depth limit of {depth}",
                    report.plan.len()
                ));
            }
        }
        faults
    });
}

/// Playouts of a million moves need memory in proportion to their length.
#[test]
fn long_playouts_hold_to_the_memory() {
    // Eight and seven are swapped, so every playout has its full length.
    let board = "1 2 3 / 4 5 6 / 8 7 0";
    let sliding = GAMES.iter().find(|entry| entry.name() == "sliding").unwrap();
    let instance = sliding.read(None, board, board).unwrap();
    let (limit, length) = (160 << 10, 1_000_000u64);
    for name in ["mcts", "hybrid", "nmcs", "nrpa"] {
        let request = Request::new(name).with("playout", length);
        let meter = HeapMeter::start();
        let limits = Limits { memory: Some(limit), expansions: Some(length), ..Limits::default() };
        let report = solve(&*instance, &request, limits, Environment::none().with_meter(&meter));
        assert_eq!(beyond(limit, &meter, &report), None, "{name}");
        assert!(
            report.expanded > 1_000,
            "{name}: only {} expansions, {:?}",
            report.expanded,
            report.stop
        );
    }
}

/// A beam by links that does not fit into memory is replaced by narrower ones. If only restarts
/// follow, they stop undecided.
#[test]
fn beams_by_links_are_as_wide_as_the_memory_holds() {
    let (width, mebibytes) = size((12_000u64, 8), (30_000, 16));
    for &number in size(&[33721][..], &[33716, 33721]) {
        let instance = open(&format!("gaps+free-parking:pysol/{number}")).unwrap();
        let (limit, meter) = (mebibytes << 20, HeapMeter::start());
        let limits =
            Limits { memory: Some(limit), expansions: Some(1_000_000), ..Limits::default() };
        let request = Request::new("reduced").with("link-width", width);
        let report = solve(&*instance, &request, limits, Environment::none().with_meter(&meter));
        assert_eq!(report.verdict, Verdict::Solved, "{number}");
        assert_eq!(beyond(limit, &meter, &report), None, "{number}");
    }
}

/// The search for an instance also respects time, memory and cancelling.
#[test]
fn instances_are_sought_within_limits() {
    let stop = |name: &str, limits: Limits, environment: Environment<'_>| match open_within(
        name,
        &mut Budget::new(limits, environment),
    ) {
        Err(OpenError::Stopped(stop)) => stop,
        other => panic!("{name}: {:?}", other.map(|instance| instance.board())),
    };
    let allowance = Duration::from_millis(200);
    for name in SOUGHT {
        let never = AtomicBool::new(false);
        for limit in [0, 60].map(Duration::from_millis) {
            let clock = CpuClock::start(Duration::MAX, &never);
            let limits = Limits { time: Some(limit), ..Limits::default() };
            assert_eq!(
                stop(name, limits, Environment::none().with_clock(&clock)),
                Stop::Time,
                "{name}"
            );
            let took = clock.elapsed();
            assert!(took <= limit.mul_f64(1.1) + allowance, "{name} took {took:?} of {limit:?}");
        }
        let cancel = AtomicBool::new(false);
        let clock = CpuClock::start(Duration::from_millis(15), &cancel);
        let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
        let environment = Environment::none().with_clock(&clock).with_cancel(&cancel);
        assert_eq!(stop(name, limits, environment), Stop::Cancelled, "{name}");
        let took = clock.elapsed() - clock.cancelled_at.get();
        assert!(took <= allowance, "{name} went on for {took:?} after it was cancelled");

        let (limit, meter) = (1 << 20, HeapMeter::start());
        let limits = Limits { memory: Some(limit), ..Limits::default() };
        assert_eq!(
            stop(name, limits, Environment::none().with_meter(&meter)),
            Stop::Memory,
            "{name}"
        );
        assert!(meter.peak() <= limit + limit / 10, "{name}: {} bytes of {limit}", meter.peak());
    }
}
