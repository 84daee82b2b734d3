//! Decides the hard deals of `benches/hard-deals.txt` and prints verdict, expansions, memory and time for each; or what
//! every idea is worth on all of them together.
//!
//! `hard [MOST_EXPANSIONS] [THREADS]`, `hard variants [MOST_EXPANSIONS]`

mod support;

use std::time::Instant;

use patience_core::{Limits, Verdict};
use patience_gaps::{Config, Policy, Reductions, Rules, Services, Solution, solve};

/// The seeds of the hard deals.
fn seeds() -> impl Iterator<Item = u32> {
    let deals = include_str!("../benches/hard-deals.txt").lines().filter(|line| !line.starts_with('#'));
    deals.map(|line| line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number"))
}

fn decide(seed: u32, config: &Config, expansions: u64) -> (Solution, f64) {
    let board = support::solvitaire(4, 13, seed, Rules::Standard);
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    let begun = Instant::now();
    let services = Services { workers: &support::Threads, ..Services::none() };
    let solution = solve(&board, config, &limits, services).expect("no files, no faults");
    (solution, begun.elapsed().as_secs_f64())
}

fn deals(expansions: u64, threads: usize) {
    let config = Config { threads, ..Config::default() };
    println!("{:>5} {:>11} {:>11} {:>10} {:>8} {:>9}", "seed", "verdict", "expanded", "stored", "MiB", "seconds");
    for seed in seeds() {
        let (solution, seconds) = decide(seed, &config, expansions);
        let verdict = match solution.verdict {
            Verdict::Solved { .. } => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown(_) => "unknown",
        };
        let counters = solution.counters;
        let mebibytes = counters.peak_bytes as f64 / f64::from(1 << 20);
        println!(
            "{seed:>5} {verdict:>11} {:>11} {:>10} {mebibytes:>8.1} {seconds:>9.2}",
            counters.expanded, counters.stored
        );
    }
}

fn variants(expansions: u64) {
    let with = |change: &dyn Fn(&mut Reductions)| {
        let mut config = Config::default();
        change(&mut config.reductions);
        config
    };
    let default = Config::default;
    let variants = [
        ("default", default()),
        ("no persistent sets", with(&|reductions| reductions.persistent_sets = 0)),
        ("sets of one unit only", with(&|reductions| reductions.persistent_sets = 1)),
        ("sets of up to two", with(&|reductions| reductions.persistent_sets = 2)),
        ("no dead ends", with(&|reductions| reductions.dead_ends = false)),
        ("no open rows", with(&|reductions| reductions.open_rows = false)),
        ("chains stored too", with(&|reductions| reductions.chains = false)),
        ("never restart", Config { restart: 0.0, ..default() }),
        ("restart after 1 %", Config { restart: 0.01, ..default() }),
        ("steps drawn alike", Config { policy: Policy([0.0; 6]), ..default() }),
    ];
    println!("| variant | lost, decided | won, decided | expansions | positions stored | peak memory | time |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, config) in variants {
        let (mut lost, mut won, mut expanded, mut stored, mut peak, mut time) = (0, 0, 0, 0, 0, 0.0);
        for seed in seeds() {
            let (solution, seconds) = decide(seed, &config, expansions);
            match solution.verdict {
                Verdict::Solved { .. } => won += 1,
                Verdict::Unsolvable => lost += 1,
                Verdict::Unknown(_) => {}
            }
            expanded += solution.counters.expanded;
            stored += solution.counters.stored;
            peak = peak.max(solution.counters.peak_bytes);
            time += seconds;
        }
        let [expanded, stored, peak] = [expanded, stored, peak].map(|count| count as f64 / 1e6);
        println!("| {name} | {lost} | {won} | {expanded:.1} M | {stored:.2} M | {peak:.0} MB | {time:.0} s |");
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let all_variants = arguments.next_if(|word| word == "variants").is_some();
    let mut numbers = arguments.map(|word| word.parse::<u64>().expect("a number"));
    let expansions = numbers.next().unwrap_or(u64::MAX);
    if all_variants {
        variants(expansions);
    } else {
        deals(expansions, numbers.next().unwrap_or(1) as usize);
    }
}
