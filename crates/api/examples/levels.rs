//! Makes the list of vetted deals: for every game and level deals that can be won and are as hard as that.
//!
//! `cargo run --release -p patience-api --example levels -- COUNT > crates/api/src/levels.txt`
//!
//! A second argument, part of `LEVEL SOURCE`, makes these lines alone: `-- 24 "hard gaps"`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use patience_api::{Bounds, Job, JobContext, run};
use patience_core::{Clock, Meter};
use serde_json::json;

/// Where the deals of a level are looked for.
const SOURCES: &[(&str, &str)] = &[
    ("easy", "gaps:solvitaire/4x13"),
    ("medium", "gaps:solvitaire/4x13"),
    ("hard", "gaps:solvitaire/4x13"),
    ("easy", "birds:neller"),
    ("medium", "birds:neller"),
    ("hard", "birds:neller"),
    ("easy", "cohesion:generate/4x4/3/4-6"),
    ("medium", "cohesion:generate/4x4/3/7-9"),
    ("hard", "cohesion:generate/5x4/4/12-14"),
    ("easy", "tiles:generate/6x6/2/5"),
    ("medium", "tiles:generate/6x6/3/9"),
    ("hard", "tiles:generate/7x7/3/13"),
];

struct Watch(Instant);

impl Clock for Watch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Nothing is measured: every deal is small.
struct NoMeter;

impl Meter for NoMeter {
    fn bytes(&self) -> u64 {
        0
    }

    fn peak(&self) -> u64 {
        0
    }
}

fn main() {
    let count: usize = std::env::args().nth(1).map_or(40, |text| text.parse().expect("a number of deals"));
    let part = std::env::args().nth(2).unwrap_or_default();
    for (level, source) in SOURCES.iter().filter(|(level, source)| format!("{level} {source}").contains(&part)) {
        let mut seed = 1;
        for _ in 0..count {
            let Some(name) = next(source, level, seed) else { break };
            seed = name.rsplit('/').next().and_then(|last| last.parse::<u32>().ok()).expect("a seed") + 1;
            println!("{level} {name}");
        }
    }
}

/// The first deal of a level from a seed on.
fn next(source: &str, level: &str, seed: u32) -> Option<String> {
    let question = json!({ "source": source, "seed": seed, "level": level });
    let job = Job::parse("deal", question).ok().flatten().expect("a job");
    let bounds = Bounds { time: Duration::from_secs(60), memory: 1 << 30 };
    let (clock, cancel) = (Watch(Instant::now()), AtomicBool::new(false));
    let context = JobContext { clock: &clock, meter: &NoMeter, cancel: &cancel, pace: None, bounds };
    let mut found = None;
    let mut emit = |name: &'static str, data: serde_json::Value| match name {
        "deal" => found = data["instance"].as_str().map(str::to_owned),
        "error" => eprintln!("{source}: {data}"),
        _ => {}
    };
    run(&job, &context, &mut emit);
    found
}
