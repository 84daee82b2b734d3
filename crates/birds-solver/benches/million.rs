//! Decides a range of Neller's deals on one thread and prints the cost:
//! `cargo bench -p patience-birds --bench million -- 0 999999`, which are also the default
//! numbers.

use std::time::{Duration, Instant};

use patience_birds::{Board, Solver};
use patience_core::{Budget, Verdict};

fn main() {
    // Cargo passes `--bench`.
    let arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let mut numbers =
        arguments.map(|number| number.parse::<i64>().expect("a seed is a whole number"));
    let (from, to) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(999_999));
    let mut solver = Solver::new();
    let start = Instant::now();
    let mut deals: Vec<(Duration, i64, u64, bool)> = Vec::new();
    for seed in from..=to {
        let begun = Instant::now();
        let solution = solver.solve(&Board::neller(seed), &mut Budget::unlimited());
        let lost = matches!(solution.verdict, Verdict::Unsolvable);
        deals.push((begun.elapsed(), seed, solution.counters.expanded, lost));
    }
    let all = start.elapsed();
    let (count, lost) = (deals.len(), deals.iter().filter(|(.., lost)| *lost).count());
    println!("{count} deals, {lost} of them lost, in {:.1} s", all.as_secs_f64());
    deals.sort_unstable_by_key(|(_, _, expansions, _)| *expansions);
    let mean = deals.iter().map(|(_, _, expansions, _)| expansions).sum::<u64>() as f64
        / count.max(1) as f64;
    let above = deals.iter().filter(|(_, _, expansions, _)| *expansions > 12_000).count();
    if let (Some((_, _, median, _)), Some((_, seed, most, _))) =
        (deals.get(count / 2), deals.last())
    {
        println!(
            "expansions: mean {mean:.1}, median {median}, most {most} (seed {seed}), above 12,000 \
             in {above} deals"
        );
    }
    deals.sort_unstable_by(|one, other| other.cmp(one));
    println!("slowest:");
    for (time, seed, expansions, lost) in deals.iter().take(10) {
        let verdict = if *lost { "lost" } else { "won" };
        println!(
            "{seed:>9}  {:>5.1} ms  {expansions:>7} expansions  {verdict}",
            time.as_secs_f64() * 1e3
        );
    }
}
