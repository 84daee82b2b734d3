//! Decides a range of Solvitaire's deals, one deal a thread, and prints one JSON object a line.
//!
//! `decide [--from 1] [--to 1000] [--rows 4] [--columns 13] [--rules standard|fixed-suits|fixed-twos] [--jobs 2] [--threads 1]
//! [--strategy restarts] [--memory MIB] [--expansions N] [--scratch DIR] [--checkpoint FILE] [--seed 1] [--explain]

mod support;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use patience_catalogue::native::{Directory, FileCheckpoint};
use patience_core::{Clock, Environment, Limits, NoMeter, Verdict};
use patience_gaps::{Checkpoint, Config, Rules, Scratch, Services, Solution, Strategy, explain, solve};

struct Since(Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// CPU seconds of this thread, from the scheduler's own count (Linux); elsewhere the time since `begun`.
fn cpu_seconds(begun: Instant) -> f64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()));
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut options = HashMap::new();
    let mut flags = Vec::new();
    let mut rest = arguments.iter().map(String::as_str).peekable();
    while let Some(name) = rest.next() {
        match rest.next_if(|value| !value.starts_with("--")) {
            Some(value) => drop(options.insert(name, value)),
            None => flags.push(name),
        }
    }
    let number = |name: &str, default: f64| options.get(name).map_or(default, |v| v.parse().expect("a number"));
    let (rows, columns) = (number("--rows", 4.0) as usize, number("--columns", 13.0) as usize);
    let rules_name = options.get("--rules").copied().unwrap_or("standard");
    let rules = match rules_name {
        "fixed-suits" => Rules::FixedSuits,
        "fixed-twos" => Rules::FixedTwos,
        _ => Rules::Standard,
    };
    let mut config = Config { threads: number("--threads", 1.0) as usize, ..Config::default() };
    config.seed = number("--seed", 1.0) as u64;
    config.restart = number("--restart", config.restart);
    config.reductions.open_rows = !flags.contains(&"--no-open-rows");
    config.reductions.dead_ends = !flags.contains(&"--no-dead-ends");
    config.reductions.chains = !flags.contains(&"--no-chains");
    config.reductions.persistent_sets = number("--persistent", 4.0) as u32;
    if let Some(name) = options.get("--strategy") {
        config.strategy = Strategy::ALL.into_iter().find(|s| s.name() == *name).expect("a strategy");
    }
    let limits = Limits {
        memory: options.get("--memory").map(|_| number("--memory", 0.0) as u64 * 1024 * 1024),
        expansions: options.get("--expansions").map(|_| number("--expansions", 0.0) as u64),
        time: options.get("--time").map(|_| Duration::from_secs_f64(number("--time", 0.0))),
        ..Limits::default()
    };
    let next = AtomicU32::new(number("--from", 1.0) as u32);
    let last = number("--to", 1000.0) as u32;
    let decide = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > last {
                return;
            }
            let board = support::solvitaire(rows, columns, seed, rules);
            let begun = Instant::now();
            let before = cpu_seconds(begun);
            let (clock, cancel) = (Since(begun), AtomicBool::new(false));
            let mut scratch = options
                .get("--scratch")
                .map(|dir| Directory::create(Path::new(dir), &seed.to_string()).expect("a directory"));
            let every = Duration::from_secs_f64(number("--every", 10.0));
            let mut checkpoint =
                options.get("--checkpoint").map(|path| FileCheckpoint::open(path.into(), every).expect("a checkpoint"));
            let services = Services {
                environment: Environment { clock: &clock, meter: &NoMeter, cancel: &cancel },
                workers: &support::Threads,
                scratch: scratch.as_mut().map(|scratch| scratch as &mut dyn Scratch),
                checkpoint: checkpoint.as_mut().map(|checkpoint| checkpoint as &mut dyn Checkpoint),
                progress: None,
                warn: &|message| eprintln!("warning: {message}"),
            };
            let solution = solve(&board, &config, &limits, services).unwrap_or_else(|fault| panic!("{fault}"));
            let (cpu, wall) = (cpu_seconds(begun) - before, begun.elapsed().as_secs_f64());
            println!("{}", line(&format!("gaps:solvitaire/{rows}x{columns}/{seed}"), rules_name, &solution, cpu, wall));
            if flags.contains(&"--explain") {
                println!("{}", explain(&board, &solution));
            }
        }
    };
    std::thread::scope(|scope| {
        (0..number("--jobs", 2.0) as usize).for_each(|_| drop(scope.spawn(decide)));
    });
}

fn line(instance: &str, rules: &str, solution: &Solution, cpu: f64, wall: f64) -> String {
    let (verdict, length) = match &solution.verdict {
        Verdict::Solved { plan, .. } => ("solved".to_string(), plan.len().to_string()),
        Verdict::Unsolvable => ("unsolvable".to_string(), "null".to_string()),
        Verdict::Unknown(stop) => (format!("unknown ({stop})"), "null".to_string()),
    };
    let c = &solution.counters;
    format!(
        "{{\"instance\": \"{instance}\", \"rules\": \"{rules}\", \"verdict\": \"{verdict}\", \"plan_length\": {length}, \
         \"expanded\": {}, \"generated\": {}, \"duplicates\": {}, \"dead_ends\": {}, \"stored\": {}, \
         \"peak_bytes\": {}, \"spilled_bytes\": {}, \"cpu_seconds\": {cpu:.3}, \"seconds\": {wall:.3}, \
         \"failure_probability\": {:.1e}}}",
        c.expanded,
        c.generated,
        c.duplicates,
        c.dead_ends,
        c.stored,
        c.peak_bytes,
        c.spilled_bytes,
        solution.failure_probability
    )
}
