//! One job: the order that a worker gets, the solve, and the row that comes of it.

use std::time::Duration;

use patience_catalogue::native::{HeapMeter, WallClock};
use patience_catalogue::{Context, Report, Request, Resources};
use patience_core::{Argument, Environment, InputError, Limits};
use serde::{Deserialize, Serialize};

use crate::plan::{Instance, Setting};

/// What a worker is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The job's number; the answer carries it.
    pub job: u64,
    /// The attempt, from 1.
    pub attempt: u64,
    /// The instance.
    #[serde(flatten)]
    pub instance: Instance,
    /// The index of the configuration.
    pub configuration: usize,
    /// The seed of whatever is random.
    pub seed: u64,
}

/// A row of the study: what came of one attempt at one job. The names of the fields never change; new ones are added
/// at the end, with a default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The job's number in the store or the plan.
    pub job: u64,
    /// The attempt, from 1.
    pub attempt: u64,
    /// The game.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The board in the canonical notation.
    pub board: String,
    /// The algorithm that ran.
    pub algorithm: String,
    /// The heuristic that ran.
    pub heuristic: Option<String>,
    /// `solved`, `unsolvable` or `unknown`.
    pub verdict: String,
    /// Why it ended before everything was settled: the core's names, and `crashed` or `error`.
    pub stop: Option<String>,
    /// The number of moves of the plan.
    pub length: Option<u64>,
    /// Whether it is proved that no plan is shorter.
    pub optimal: bool,
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were known already.
    pub duplicates: u64,
    /// Closed states opened again.
    pub reopened: u64,
    /// States cut as dead ends.
    pub dead_ends: u64,
    /// The largest number of states waiting at once.
    pub peak_open: u64,
    /// The largest number of states remembered at once.
    pub peak_closed: u64,
    /// The largest number of heap bytes in use at once, measured.
    pub peak_bytes: u64,
    /// Wall-clock time of the solve.
    pub seconds: f64,
    /// No plan is shorter than this.
    pub lower_bound: u32,
    /// The seed of whatever was random.
    pub seed: u64,
    /// When it ended, in milliseconds since 1970.
    pub finished: u64,
    /// What went wrong, where something did.
    pub error: Option<String>,
    /// What else the solver had to say, as a JSON object.
    pub details: Option<String>,
    /// The plan, its moves separated by spaces.
    pub plan: Option<String>,
}

impl Row {
    /// The row of a job that ended without a report.
    pub fn without_report(order: &Order, stop: &str, seconds: f64, error: String) -> Row {
        Row {
            job: order.job,
            attempt: order.attempt,
            verdict: "unknown".to_owned(),
            stop: Some(stop.to_owned()),
            seconds,
            seed: order.seed,
            finished: now(),
            error: Some(error),
            ..Row::default()
        }
    }

    fn of_report(order: &Order, report: Report) -> Row {
        Row {
            job: order.job,
            attempt: order.attempt,
            game: report.game.to_owned(),
            rules: report.rules.to_owned(),
            board: report.board,
            algorithm: report.algorithm.to_owned(),
            heuristic: report.heuristic.map(str::to_owned),
            verdict: report.verdict.name().to_owned(),
            stop: report.stop.map(|stop| stop.name().to_owned()),
            length: report.length.map(|length| length as u64),
            optimal: report.optimal,
            expanded: report.expanded,
            generated: report.generated,
            duplicates: report.duplicates,
            reopened: report.reopened,
            dead_ends: report.dead_ends,
            peak_open: report.peak_open,
            peak_closed: report.peak_closed,
            peak_bytes: report.peak_bytes,
            seconds: report.seconds,
            lower_bound: report.lower_bound,
            seed: report.seed,
            finished: now(),
            error: None,
            details: (!report.details.is_empty()).then(|| {
                let object = report.details.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into()));
                serde_json::Value::Object(object.collect()).to_string()
            }),
            plan: (report.length.is_some()).then(|| report.plan.join(" ")),
        }
    }
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// Opens an instance.
///
/// # Errors
/// What in its name or board does not fit.
pub fn open(instance: &Instance) -> Result<Box<dyn patience_catalogue::Instance>, InputError> {
    match &instance.board {
        None => patience_catalogue::open(&instance.name),
        Some((game, board)) => {
            let (entry, rules) = patience_catalogue::find(game)?;
            entry.read(rules, board, &instance.name)
        }
    }
}

/// The request that a setting makes.
pub fn request(setting: &Setting, seed: u64) -> Request {
    let values = [
        ("weight", setting.weight.map(Argument::from)),
        ("width", setting.width.map(|width| Argument::from(width as u64))),
        ("iterations", setting.iterations.map(Argument::from)),
        ("level", setting.level.map(|level| Argument::from(u64::from(level)))),
        ("playout", setting.playout.map(|playout| Argument::from(u64::from(playout)))),
        ("exploration", setting.exploration.map(Argument::from)),
        ("unit", setting.unit.map(Argument::from)),
        // Seed 0 is the first of a study that names none, and leaves the solver its own.
        ("seed", (seed != 0).then_some(Argument::from(seed))),
    ];
    let named = values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let options = setting.options.iter().map(|(name, value)| (name.clone(), Argument::from(value.as_str())));
    Request {
        algorithm: setting.algorithm.clone(),
        heuristic: setting.heuristic.clone(),
        values: named.chain(options).collect(),
        limits: Limits {
            time: setting.time.map(Duration::from_secs_f64),
            expansions: setting.expansions,
            memory: Some(setting.memory),
            depth: setting.depth,
        },
    }
}

/// What a request gives that its algorithm does not look at.
pub fn unused(instance: &dyn patience_catalogue::Instance, request: &Request) -> Vec<String> {
    let Ok((entry, _)) = patience_catalogue::find(instance.game()) else { return Vec::new() };
    let info = entry.info();
    let Some(algorithm) = request.algorithm_of(&info) else { return Vec::new() };
    let ignored = request.unread(algorithm).into_iter().filter(|parameter| *parameter != "seed");
    ignored.map(|parameter| format!("{} on {} does not use `{parameter}`", algorithm.name, info.name)).collect()
}

/// Solves one order on this thread under the wall clock and the heap meter. Whatever goes wrong becomes a row.
pub fn solve(order: &Order, settings: &[Setting]) -> Row {
    let Some(setting) = settings.get(order.configuration) else {
        return Row::without_report(order, "error", 0.0, format!("there is no configuration {}", order.configuration));
    };
    let instance = match open(&order.instance) {
        Ok(instance) => instance,
        Err(error) => return Row::without_report(order, "error", 0.0, error.to_string()),
    };
    static NEVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    let environment = Environment { clock: &clock, meter: &meter, cancel: &NEVER };
    let resources = Resources { threads: setting.threads, ..Resources::default() };
    let mut context = Context { resources, ..Context::new(environment) };
    match instance.solve(&request(setting, order.seed), &mut context) {
        Ok(report) => Row::of_report(order, report),
        Err(error) => {
            Row::without_report(order, "error", patience_core::Clock::elapsed(&clock).as_secs_f64(), error.to_string())
        }
    }
}
