//! Decides a board, and finds the shortest plan:
//! `cargo run --release -p patience-gaps --example decide -- "2C -- 3C / 3H 2H --"`

use patience_core::Limits;
use patience_gaps::{Board, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "2C -- 3C / 3H 2H --".to_owned());
    let board: Board = text.parse()?;
    let limits = Limits { expansions: Some(10_000_000), ..Limits::default() };
    let mut solver = Solver::new(&board).limits(limits);
    let answer = solver.solve();
    println!("{}", answer.explain(&board));
    if let Some(plan) = answer.plan() {
        let shortest = solver.shortest(Some(plan.len() as u32));
        println!(
            "A plan of {} moves was found; none has fewer than {}.",
            plan.len(),
            shortest.lower_bound
        );
    }
    Ok(())
}
