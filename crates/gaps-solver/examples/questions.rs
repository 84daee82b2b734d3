//! The questions that Masten asked of deals, and exact answers for small boards.
//!
//! `questions ROWS COLUMNS FROM TO [MOST_EXPANSIONS]`: for each of Solvitaire's deals, whether it is won under the
//! standard rules and with fixed suits, the least number of moves of Twos that are in the first column already, the
//! length of a shortest plan, and the number of boards that can be reached; `-` where the limit was met.

mod support;

use std::time::Instant;

use patience_core::{Limits, Verdict};
use patience_gaps::{Config, Rules, Services, count_reachable, fewest_two_moves, shortest, solve};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [rows, columns, from, to] = numbers[..4] else { panic!("ROWS COLUMNS FROM TO") };
    let most = numbers.get(4).copied().unwrap_or(5_000_000);
    let limits = Limits { expansions: Some(most), memory: Some(8 << 30), ..Limits::default() };
    let config = Config::default();
    println!("seed  standard fixed  two-moves shortest (seconds, expanded)  reachable");
    for seed in from..=to {
        let board = |rules| support::solvitaire(rows as usize, columns as usize, seed as u32, rules);
        let won = |rules| match solve(&board(rules), &config, &limits, Services::none())
            .expect("no files, no faults")
            .verdict
        {
            Verdict::Solved { .. } => "won",
            Verdict::Unsolvable => "lost",
            Verdict::Unknown(_) => "-",
        };
        let (few, _) = fewest_two_moves(&board(Rules::Standard), &config, &limits, Services::none());
        let few = match few {
            Ok(Some(few)) => few.moves_of_twos.to_string(),
            Ok(None) => "lost".to_string(),
            Err(_) => "-".to_string(),
        };
        let begun = Instant::now();
        let proof = shortest(&board(Rules::Standard), None, &limits, Services::none());
        let seconds = begun.elapsed().as_secs_f64();
        let best = match &proof.solution.verdict {
            Verdict::Solved { plan, .. } => plan.len().to_string(),
            Verdict::Unsolvable => "lost".to_string(),
            Verdict::Unknown(_) => format!(">= {}", proof.lower_bound),
        };
        let reachable = count_reachable(&board(Rules::Standard), &limits, Services::none());
        let reachable = reachable.map_or("-".to_string(), |count| count.to_string());
        println!(
            "{seed:>4}  {:>8} {:>5}  {few:>9} {best:>8} ({seconds:.1}, {})  {reachable:>9}",
            won(Rules::Standard),
            won(Rules::FixedSuits),
            proof.solution.counters.expanded
        );
    }
}
