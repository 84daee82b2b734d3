//! Plan validation on its error paths, with costs that overflow, and with keys that lead nowhere.

use patience_core::{Game, PlanFault, ReplayError, replay, replay_keys};

/// Steps of 1 and 2 from 0 to a goal, with given costs.
struct Stairs {
    goal: u32,
    cost: fn(u32) -> u32,
    /// The common part of two states under the key.
    key: fn(u32) -> u32,
}

impl Game for Stairs {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal
    }

    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend((1..=2).filter(|step| state + step <= self.goal));
    }

    fn apply(&self, state: &u32, step: u32) -> u32 {
        state + step
    }

    fn cost(&self, _: &u32, step: u32) -> u32 {
        (self.cost)(step)
    }

    fn key(&self, state: &u32) -> u32 {
        (self.key)(*state)
    }
}

fn stairs(goal: u32, cost: fn(u32) -> u32) -> Stairs {
    Stairs { goal, cost, key: |state| state }
}

#[test]
fn plans_fail_at_the_first_fault() {
    let game = stairs(3, |step| step);
    let illegal = |index| Err(ReplayError { index, fault: PlanFault::Illegal });
    let unsolved = |index| Err(ReplayError { index, fault: PlanFault::NotSolved });
    for (plan, expected) in [
        (&[1, 2][..], Ok(3)),
        (&[1, 1, 1], Ok(3)),
        (&[], unsolved(0)),
        (&[1, 1], unsolved(2)),
        (&[3], illegal(0)),
        (&[2, 2], illegal(1)),
        (&[2, 1, 1], illegal(2)),
        (&[0, 9], illegal(0)),
    ] {
        assert_eq!(replay(&game, plan), expected, "{plan:?}");
    }
    assert_eq!(replay(&stairs(0, |_| 1), &[]), Ok(0), "a won start needs no move");
    let messages =
        [illegal(1), unsolved(2)].map(|fault: Result<u32, _>| fault.unwrap_err().to_string());
    assert_eq!(
        messages,
        ["move 2 is not legal in the position reached", "after 2 moves the game is not won"]
    );
}

#[test]
fn costs_saturate() {
    for (cost, plan, expected) in [
        ((|_| u32::MAX) as fn(u32) -> u32, &[1, 1, 1][..], u32::MAX),
        (|_| u32::MAX / 2, &[1, 2], u32::MAX - 1),
        (|_| u32::MAX / 2 + 1, &[1, 2], u32::MAX),
        (|_| 0, &[1, 2], 0),
    ] {
        assert_eq!(replay(&stairs(3, cost), plan), Ok(expected), "{plan:?}");
    }
}

#[test]
fn keys_become_the_cheapest_moves() {
    // A key shows only that a state is below the goal: every step but the last leads from one such
    // state to another.
    let merged = Stairs { goal: 4, cost: |step| 3 - step, key: |state| u32::from(state == 4) };
    for (game, path, expected) in [
        (&stairs(3, |_| 1), &[0, 1, 3][..], &[1, 2][..]),
        (&stairs(3, |_| 1), &[0], &[]),
        (&merged, &[0, 0, 1], &[2, 2]),
        // The path does not begin with the start's key, or no move continues it: the replay rejects
        // the rest.
        (&stairs(3, |_| 1), &[], &[]),
        (&stairs(3, |_| 1), &[1, 3], &[]),
        (&stairs(3, |_| 1), &[0, 1, 0], &[1]),
        (&stairs(3, |_| 1), &[0, 3], &[]),
    ] {
        assert_eq!(replay_keys(game, path), expected, "{path:?}");
    }
    // If keys show only whether the number is even, a path that the game does not follow ends in
    // a rejected plan.
    let parity = Stairs { goal: 3, cost: |step| step, key: |state| state % 2 };
    assert_eq!(replay_keys(&parity, &[0, 1, 0, 1]), [1, 1, 1]);
    for path in [&[][..], &[1, 0], &[0, 0], &[0, 1, 0]] {
        let plan = replay_keys(&parity, path);
        assert!(replay(&parity, &plan).is_err(), "{path:?}: {plan:?}");
    }
}
