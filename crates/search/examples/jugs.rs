//! Jugs of 8, 5 and 3 litres; one of them should end up with 4 litres. Compares all algorithms on
//! it: `cargo run -p patience-search --example jugs`

use patience_core::{Blind, Game, Limits, Run, Verdict};
use patience_search::{Arguments, algorithms};

const SIZES: [u8; 3] = [8, 5, 3];

struct Jugs;

impl Game for Jugs {
    type State = [u8; 3];
    /// From one jug to another.
    type Move = (usize, usize);
    type Key = [u8; 3];

    fn start(&self) -> [u8; 3] {
        [8, 0, 0]
    }

    fn is_goal(&self, state: &[u8; 3]) -> bool {
        state.contains(&4)
    }

    fn moves(&self, state: &[u8; 3], out: &mut Vec<(usize, usize)>) {
        let pairs = (0..3).flat_map(|from| (0..3).map(move |to| (from, to)));
        out.extend(
            pairs.filter(|&(from, to)| from != to && state[from] > 0 && state[to] < SIZES[to]),
        );
    }

    fn apply(&self, state: &[u8; 3], (from, to): (usize, usize)) -> [u8; 3] {
        let poured = state[from].min(SIZES[to] - state[to]);
        let mut next = *state;
        next[from] -= poured;
        next[to] += poured;
        next
    }

    fn key(&self, state: &[u8; 3]) -> [u8; 3] {
        *state
    }
}

fn main() {
    for algorithm in algorithms::<Jugs>() {
        let limits = Limits { expansions: Some(10_000), ..Limits::default() };
        let mut run = Run::new(limits, patience_core::Environment::none());
        let outcome = (algorithm.solve)(&Jugs, &Arguments::new(&Blind), &mut run);
        let told = match outcome.verdict {
            Verdict::Solved { plan, optimal, .. } => {
                format!(
                    "{} moves{}",
                    plan.len(),
                    if optimal { ", proved to be fewest" } else { "" }
                )
            }
            Verdict::Unsolvable => "there is no plan".to_owned(),
            Verdict::Unknown(stop) => format!("stopped ({stop})"),
        };
        println!("{:>10}: {told}, {} states expanded", algorithm.name, run.counters().expanded);
    }
}
