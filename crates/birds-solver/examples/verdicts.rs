//! Decides deals by number: `cargo run --release -p patience-birds --example verdicts -- 42 10`

use patience_birds::{Board, Solver};
use patience_core::{Budget, Verdict};

fn main() -> Result<(), std::num::ParseIntError> {
    let mut numbers =
        std::env::args().skip(1).map(|number| number.parse()).collect::<Result<Vec<i64>, _>>()?;
    if numbers.is_empty() {
        numbers = vec![42, 10];
    }
    // A single solver for all deals keeps its memory.
    let mut solver = Solver::new();
    for number in numbers {
        let board = Board::neller(number);
        let solution = solver.solve(&board, &mut Budget::unlimited());
        match solution.verdict {
            Verdict::Solved { plan, .. } => println!("{number} can be won: {plan:?}"),
            Verdict::Unsolvable => {
                println!("{number} cannot be won ({} expansions)", solution.counters.expanded)
            }
            Verdict::Unknown(stop) => println!("{number} was not decided: {stop}"),
        }
    }
    Ok(())
}
