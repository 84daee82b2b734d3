//! Decides a board, and finds the shortest plan:
//! `cargo run --release -p patience-gaps --example decide -- "2C -- 3C / 3H 2H --"`

use patience_core::{Limits, Verdict};
use patience_gaps::{Board, Config, Services, explain, shortest, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "2C -- 3C / 3H 2H --".to_owned());
    let board: Board = text.parse()?;
    let limits = Limits { expansions: Some(10_000_000), ..Limits::default() };
    let solution = solve(&board, &Config::default(), &limits, Services::none())?;
    println!("{}", explain(&board, &solution));
    if let Verdict::Solved { plan, .. } = &solution.verdict {
        assert!(board.replay(plan).is_some_and(|end| end.is_solved()));
        let proof = shortest(&board, Some(plan.len() as u32), &limits, Services::none());
        println!(
            "A plan of {} moves was found; none has less than {}.",
            plan.len(),
            proof.lower_bound
        );
    }
    Ok(())
}
