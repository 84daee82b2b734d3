//! The list of vetted deals is made by `cargo test --release -p patience-api --test levels --
//! --ignored`: for every game and level, one winnable deal of that difficulty for each day from
//! 2026-11-01 to 2031-12-31. It is the same on every machine, because no part of it depends on
//! time.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_api::{Bounds, Job, JobContext, run};
use patience_catalogue::native::HeapMeter;
use patience_core::WallClock;
use serde_json::json;

/// A deal for each day from 2026-11-01 to 2031-12-31.
const WANTED: usize = 61 + 5 * 365 + 1;

/// Sources of deals. Numbered deals are sorted into levels; generated deals have a source for each
/// level.
const SOURCES: &[(&str, &[&str])] = &[
    ("gaps:solvitaire/4x13", &["easy", "medium", "hard"]),
    ("birds:neller", &["easy", "medium", "hard"]),
    ("cohesion:generate/4x4/3/4-6", &["easy"]),
    ("cohesion:generate/4x4/3/7-9", &["medium"]),
    ("cohesion:generate/5x4/4/12-14", &["hard"]),
    ("tiles:generate/6x6/2/5", &["easy"]),
    ("tiles:generate/6x6/3/9", &["medium"]),
    ("tiles:generate/7x7/3/13", &["hard"]),
    ("sliding:random/3x3", &["easy", "medium", "hard"]),
];

#[test]
#[ignore = "writes crates/api/src/levels.txt, which takes a long time"]
fn write() {
    let sorted = std::thread::scope(|scope| {
        let sources: Vec<_> = SOURCES
            .iter()
            .map(|&(source, levels)| scope.spawn(move || sorted(source, levels)))
            .collect();
        sources.into_iter().map(|source| source.join().expect("no panic")).collect::<Vec<_>>()
    });
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/levels.txt"), sorted.concat())
        .unwrap();
}

/// The part of the list that comes from a source.
fn sorted(source: &str, levels: &[&str]) -> String {
    let mut found: Vec<Vec<u32>> = vec![Vec::new(); levels.len()];
    let mut seed = 1;
    while let Some(short) = found.iter().position(|seeds| seeds.len() < WANTED) {
        for (seed, level) in rated(source, levels[short], &mut seed) {
            let seeds =
                levels.iter().position(|each| *each == level).map(|index| &mut found[index]);
            if let Some(seeds) = seeds.filter(|seeds| seeds.len() < WANTED) {
                seeds.push(seed);
            }
        }
    }
    let mut list = String::new();
    for (level, seeds) in levels.iter().zip(&found) {
        writeln!(list, "{level} {source}").unwrap();
        wrap(&mut list, &runs(seeds));
    }
    list
}

/// Returns the level of each winnable deal from a seed up to the first of the requested level;
/// afterwards `seed` is the next one.
fn rated(source: &str, level: &str, seed: &mut u32) -> Vec<(u32, String)> {
    let question = json!({
        "source": source, "seed": *seed, "level": level, "seconds": 3600, "expansions": 50_000
    });
    let job = Job::parse("deal", question).ok().flatten().expect("a job");
    let bounds = Bounds::new(Duration::from_secs(3600), 1 << 30);
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    let cancel = AtomicBool::new(false);
    let context = JobContext {
        clock: Some(&clock),
        meter: Some(&meter),
        cancel: &cancel,
        pace: None,
        bounds,
        model: None,
    };
    let mut rated = Vec::new();
    let mut emit = |name: &'static str, data: serde_json::Value| match name {
        "deal" | "tried" => {
            let tried = data["instance"]
                .as_str()
                .and_then(|name| name.rsplit('/').next()?.parse().ok())
                .expect("a seed");
            *seed = tried + 1;
            rated.extend(data["rating"]["level"].as_str().map(|level| (tried, level.to_owned())));
        }
        "error" => panic!("{source}: {data}"),
        _ => {}
    };
    run(&job, &context, &mut emit);
    rated
}

/// Increasing numbers, with `a-b` for all from a to b.
fn runs(numbers: &[u32]) -> Vec<String> {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| match run {
        [one] => one.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    })
    .collect()
}

fn wrap(list: &mut String, words: &[String]) {
    let mut line = String::new();
    for word in words {
        if line.len() + word.len() > 130 {
            writeln!(list, "{line}").unwrap();
            line.clear();
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    writeln!(list, "{line}").unwrap();
}
