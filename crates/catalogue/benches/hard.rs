//! Measures the cost of deciding deals:
//! `cargo bench -p patience-catalogue --bench hard -- [OPTIONS] [DEALS]`.
//!
//! DEALS use Solvitaire's numbering, such as `4x13/7` or `4x8/36..40`; the default is the list in
//! `hard-deals.txt`. It prints a line for each deal with the verdict, expansions, positions stored,
//! memory and CPU seconds of one thread.
//!
//! `--variant NAME` switches a reduction off, and gives one row for all deals together;
//! `--variant all` has a row for each variant. `--most N` stops each deal after N expansions,
//! `--memory N` gives it N MiB.

#[path = "../../gaps-solver/tests/support/mod.rs"]
mod support;

use patience_catalogue::native::CountingAllocator;
use patience_core::{Limits, Verdict};
use patience_gaps::{Answer, Config, FEATURES, Policy, Reductions, Rules, Solver};
use support::{Deal, cpu_seconds, deals};

/// The program's own.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The deals of the file: its first words.
fn hard_deals() -> Vec<Deal> {
    let lines = include_str!("hard-deals.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            (
                4,
                13,
                line.split_whitespace()
                    .next()
                    .and_then(|word| word.parse().ok())
                    .expect("a number"),
            )
        })
        .collect()
}

/// The search, and the search without each of its ideas.
fn variants() -> Vec<(&'static str, Config)> {
    let with = |change: &dyn Fn(&mut Reductions)| {
        let mut config = Config::default();
        change(&mut config.reductions);
        config
    };
    let nothing = Reductions {
        open_rows: false,
        dead_ends: false,
        persistent_sets: 0,
        sleep: false,
        cache: false,
        ..Reductions::default()
    };
    let default = Config::default;
    vec![
        ("default", default()),
        ("no persistent sets", with(&|reductions| reductions.persistent_sets = 0)),
        ("sets of one unit only", with(&|reductions| reductions.persistent_sets = 1)),
        ("sets of up to two", with(&|reductions| reductions.persistent_sets = 2)),
        ("no dead ends", with(&|reductions| reductions.dead_ends = false)),
        ("dead ends by pairs", with(&|reductions| reductions.pairs = true)),
        ("no cache", with(&|reductions| reductions.cache = false)),
        ("no sleep sets", with(&|reductions| reductions.sleep = false)),
        ("no open rows", with(&|reductions| reductions.open_rows = false)),
        ("chains stored too", with(&|reductions| reductions.chains = false)),
        ("nothing", Config { reductions: nothing, ..default() }),
        ("never restart", Config { restart: 0.0, ..default() }),
        ("restart after 1 %", Config { restart: 0.01, ..default() }),
        ("fixed Twos never tried", Config { fixed_twos_after: None, ..default() }),
        ("steps drawn alike", Config { policy: Policy([0.0; FEATURES]), ..default() }),
    ]
}

fn decide(&(rows, columns, number): &Deal, config: &Config, limits: &Limits) -> (Answer, f64) {
    let board = support::solvitaire(rows, columns, number, Rules::Standard);
    let before = cpu_seconds();
    let solution = Solver::new(&board).config(config.clone()).limits(limits.clone()).solve();
    (solution, cpu_seconds() - before)
}

fn one_by_one(deals: &[Deal], limits: &Limits) {
    println!(
        "{:>10} {:>11} {:>11} {:>10} {:>8} {:>9}",
        "deal", "verdict", "expanded", "stored", "MiB", "seconds"
    );
    for deal @ (rows, columns, number) in deals {
        let (solution, seconds) = decide(deal, &Config::default(), limits);
        let verdict = match solution.verdict {
            Verdict::Solved { .. } => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown(_) => "unknown",
        };
        let mebibytes = solution.counters.peak_bytes as f64 / f64::from(1 << 20);
        println!(
            "{:>10} {verdict:>11} {:>11} {:>10} {mebibytes:>8.1} {seconds:>9.2}",
            format!("{rows}x{columns}/{number}"),
            solution.counters.expanded,
            solution.counters.stored
        );
    }
}

fn together(deals: &[Deal], name: &str, config: &Config, limits: &Limits) {
    let (mut lost, mut won, mut expanded, mut stored, mut peak, mut time) = (0, 0, 0, 0, 0, 0.0);
    for deal in deals {
        let (solution, seconds) = decide(deal, config, limits);
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
    println!(
        "| {name} | {lost} | {won} | {expanded:.2} M | {stored:.3} M | {peak:.0} MB | {time:.2} s \
         |"
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut named, mut variant, mut limits) = (Vec::new(), None, Limits::default());
    // Cargo passes `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} expects a value"));
        match argument.as_str() {
            "--variant" => variant = Some(value()?),
            "--most" => limits.expansions = Some(value()?.parse()?),
            "--memory" => limits.memory = Some(value()?.parse::<u64>()? << 20),
            _ => named.extend(
                deals(&argument)
                    .ok_or(format!("`{argument}` is not a valid deal; expected 4x13/7"))?,
            ),
        }
    }
    let deals = if named.is_empty() { hard_deals() } else { named };
    let Some(wanted) = variant else {
        one_by_one(&deals, &limits);
        return Ok(());
    };
    println!(
        "| variant | lost, decided | won, decided | expansions | positions stored | peak memory | \
         time |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, config) in variants().iter().filter(|(name, _)| wanted == "all" || *name == wanted) {
        together(&deals, name, config, &limits);
    }
    Ok(())
}
