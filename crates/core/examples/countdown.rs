//! A complete game, and the replay that judges plans. `cargo run -p patience-core
//! --example countdown`

use patience_core::{Game, replay, successors};

/// Counts down to zero by ones and twos.
struct Countdown(u32);

impl Game for Countdown {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> u32 {
        self.0
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 0
    }

    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend((1..=2).filter(|step| step <= state));
    }

    fn apply(&self, state: &u32, step: u32) -> u32 {
        state - step
    }

    fn key(&self, state: &u32) -> u32 {
        *state
    }
}

fn main() {
    let game = Countdown(3);
    println!("from 3: {:?}", successors(&game, &game.start()));
    for plan in [&[1, 2][..], &[2], &[2, 2]] {
        match replay(&game, plan) {
            Ok(cost) => println!("{plan:?} is a plan of cost {cost}"),
            Err(error) => println!("{plan:?}: {error}"),
        }
    }
}
