//! How short plans get:
//! `cargo bench -p patience-gaps --bench short -- [OPTIONS] [DEALS]`, with the options
//! `--seconds 1,10`, `--every 5` and `--threads 2`.
//!
//! DEALS use Solvitaire's numbering, such as `4x13/1..200` (the default). For each number of CPU
//! seconds of one thread it prints a row with the median and mean length of the plans of the
//! winnable deals (with `--every N`, of every Nth of these, starting with the first), with the
//! mean's 95 % interval and the lower bound. The row for 0 seconds shows the solver's original
//! plans. Progress is reported on standard error, deal by deal.

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use patience_core::{Clock, Environment, Limits};
use patience_gaps::{Answer, Board, MAX_ROUNDS, Move, Rules, Services, Solver};
use support::cpu_seconds;

/// CPU time of this thread, so that a busy machine changes nothing.
struct Processor(f64);

impl Clock for Processor {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((cpu_seconds() - self.0).max(0.0))
    }
}

fn shortened(board: &Board, plan: &[Move], seconds: f64) -> Answer {
    let clock = Processor(cpu_seconds());
    let limits = Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() };
    let services = Services::new(Environment::none().with_clock(&clock));
    let rounds = if seconds > 0.0 { MAX_ROUNDS } else { 0 };
    Solver::new(board).limits(limits).services(services).shorten(plan, rounds)
}

fn length(answer: &Answer) -> usize {
    answer.plan().expect("a plan as short, at least").len()
}

/// The plans of all deals; each thread takes the next one that is free, under its own clock.
fn all(won: &[(String, Board, Vec<Move>)], seconds: f64, threads: usize) -> Vec<Answer> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let shorten = |(name, board, plan): &(String, Board, Vec<Move>)| {
        let found = shortened(board, plan, seconds);
        let (moves, count) = (length(&found), done.fetch_add(1, Ordering::Relaxed) + 1);
        eprintln!(
            "{name}: {moves} moves after {seconds} s, at least {} ({count} of {})",
            found.lower_bound,
            won.len()
        );
        found
    };
    let work = || {
        let taken = || won.get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(taken).map(shorten).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).collect()
    })
}

fn row(name: &str, mut numbers: Vec<f64>) {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance =
        numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = 1.96 * (variance / count).sqrt();
    println!("| {name} | {count} | {} | {mean:.1} ± {half:.1} |", numbers[numbers.len() / 2]);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut named, mut seconds) = ("4x13/1..200".to_owned(), vec![0.0, 1.0, 10.0]);
    let (mut every, mut threads) = (1, 1);
    // Cargo passes `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => {
                let list = arguments.next().ok_or("--seconds expects a value")?;
                seconds = list.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            "--every" => every = arguments.next().ok_or("--every expects a value")?.parse()?,
            "--threads" => {
                threads = arguments.next().ok_or("--threads expects a value")?.parse()?
            }
            _ => named = argument,
        }
    }
    let won: Vec<_> = support::deals(&named)
        .ok_or(format!("`{named}` is not a valid deal; expected 4x13/7"))?
        .filter_map(|(rows, columns, number)| {
            let board = support::solvitaire(rows, columns, number, Rules::Standard);
            let plan = Solver::new(&board).solve().plan()?.to_vec();
            Some((format!("{rows}x{columns}/{number}"), board, plan))
        })
        .step_by(every.max(1))
        .collect();
    println!("| seconds | deals | median | mean |");
    println!("|---|---:|---:|---:|");
    let mut bounds = Vec::new();
    for &seconds in &seconds {
        let found = all(&won, seconds, threads);
        row(&seconds.to_string(), found.iter().map(|found| length(found) as f64).collect());
        bounds = found.iter().map(|found| f64::from(found.lower_bound)).collect();
    }
    row("bound", bounds);
    Ok(())
}
