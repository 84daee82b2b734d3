//! The list of vetted deals, for every game and level deals that can be won and are as hard as that, is made by
//! `cargo test --release -p patience-api --test levels -- --ignored`.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_api::{Bounds, Job, JobContext, run};
use patience_catalogue::native::WallClock;
use patience_core::NoMeter;
use serde_json::json;

/// Where the deals of a level are looked for, and how many are wanted.
const SOURCES: &[(&str, &str, usize)] = &[
    ("easy", "gaps:solvitaire/4x13", 60),
    ("medium", "gaps:solvitaire/4x13", 24),
    ("hard", "gaps:solvitaire/4x13", 24),
    ("easy", "birds:neller", 120),
    ("medium", "birds:neller", 120),
    ("hard", "birds:neller", 85),
    ("easy", "cohesion:generate/4x4/3/4-6", 24),
    ("medium", "cohesion:generate/4x4/3/7-9", 24),
    ("hard", "cohesion:generate/5x4/4/12-14", 24),
    ("easy", "tiles:generate/6x6/2/5", 24),
    ("medium", "tiles:generate/6x6/3/9", 24),
    ("hard", "tiles:generate/7x7/3/13", 24),
];

#[test]
#[ignore = "writes crates/api/src/levels.txt, which takes long"]
fn write() {
    let mut list = String::new();
    for &(level, source, count) in SOURCES {
        let mut seed = 1;
        for _ in 0..count {
            let Some(name) = next(source, level, seed) else { break };
            seed = name.rsplit('/').next().and_then(|last| last.parse::<u32>().ok()).expect("a seed") + 1;
            writeln!(list, "{level} {name}").unwrap();
        }
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/levels.txt"), list).unwrap();
}

/// The first deal of a level from a seed on.
fn next(source: &str, level: &str, seed: u32) -> Option<String> {
    let question = json!({ "source": source, "seed": seed, "level": level });
    let job = Job::parse("deal", question).ok().flatten().expect("a job");
    let bounds = Bounds { time: Duration::from_secs(60), memory: 1 << 30 };
    let (clock, cancel) = (WallClock::start(), AtomicBool::new(false));
    let context = JobContext { clock: &clock, meter: &NoMeter, cancel: &cancel, pace: None, bounds, model: None };
    let mut found = None;
    let mut emit = |name: &'static str, data: serde_json::Value| match name {
        "deal" => found = data["instance"].as_str().map(str::to_owned),
        "error" => eprintln!("{source}: {data}"),
        _ => {}
    };
    run(&job, &context, &mut emit);
    found
}
