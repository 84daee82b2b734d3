//! A simple player: it looks a few moves ahead, plays the move that looks best, and never takes a
//! move back.
//!
//! It does not search for plans, but simulates people of increasing strength; the share of games
//! that it wins shows how hard a deal is to play: with `lookahead` 0 it plays at random, with 1 it
//! is greedy, and with more it examines every line of that many moves. A `slip` is a move drawn at
//! random instead. It avoids positions already visited in the same game if it can. Incomplete.
//! Time: positions within the lookahead, for every move of a game; memory: the keys of one game.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Game, Heuristic, Outcome, Parameter, Random, Run, Stop};

use crate::Algorithm;
use crate::dfs::Visited;
use crate::playout::{Line, PLAYOUT};

/// The player's lookahead.
pub const LOOKAHEAD: Parameter<u64> = Parameter::whole(
    "lookahead",
    "moves",
    0..=9,
    1,
    "Moves that the player looks ahead; with 0 it plays at random, with 1 it is greedy",
);
/// The frequency of slips.
pub const SLIP: Parameter<f64> =
    Parameter::number("slip", 0.0..=1.0, 0.0, "The share of moves drawn at random");

/// Describes the player for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "player",
        summary: "a simple player, a stand-in for people: looks a few moves ahead and takes \
                  nothing back",
        complete: false,
        optimal: false,
        parameters: &[
            HEURISTIC,
            LOOKAHEAD.declared,
            SLIP.declared,
            PLAYOUT.declared,
            SEED.declared,
        ],
        solve: |game, arguments, run| {
            let values = &arguments.values;
            let variant = Variant {
                lookahead: values.get(&LOOKAHEAD) as u32,
                slip: values.get(&SLIP),
                playout: values.get(&PLAYOUT) as u32,
            };
            solve(game, arguments.heuristic, &variant, run)
        },
    }
}

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Moves that it looks ahead.
    pub lookahead: u32,
    /// The share of moves drawn at random.
    pub slip: f64,
    /// Moves after which it gives up.
    pub playout: u32,
}

/// Plays one game.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, player};
///
/// let variant = player::Variant { lookahead: 5, slip: 0.0, playout: 200 };
/// let outcome = player::solve(&Doubling { goal: 10 }, &Blind, &variant, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 is four moves away") };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    variant: &Variant,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut line = Line::new(game, heuristic, variant.playout, run);
    let end =
        Player { game, heuristic, variant, random: Random::new(run.seed()) }.play(&mut line, run);
    line.outcome(end)
}

/// The evaluation of a line; smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    /// It wins after this many moves.
    Won(u32),
    /// The heuristic's ordering value at its end.
    Open(u32),
    /// No move is left, or the heuristic calls it a dead end.
    Dead,
}

struct Player<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    variant: &'a Variant,
    random: Random,
}

impl<G: Game> Player<'_, G> {
    fn play(&mut self, line: &mut Line<'_, G>, run: &mut Run<G>) -> Result<(), Stop> {
        let (mut state, mut legal) = (self.game.start(), Vec::new());
        let mut visited = Visited::new();
        loop {
            visited.insert(self.game.key(&state), 0, run.budget())?;
            line.legal(&state, &mut legal, run)?;
            if legal.is_empty() {
                line.score(&state, run)?;
                return Ok(());
            }
            let is_new =
                |mv: &G::Move| visited.get(&self.game.key(&self.game.apply(&state, *mv))).is_none();
            let new: Vec<G::Move> = legal.iter().copied().filter(is_new).collect();
            let choice = if new.is_empty() { &legal } else { &new };
            let mv = self.choose(&state, choice, run)?;
            state = line.play(&state, mv, run);
        }
    }

    /// The move that looks best; among equals, one at random.
    fn choose(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        run: &mut Run<G>,
    ) -> Result<G::Move, Stop> {
        let slips = self.variant.slip > 0.0 && self.random.unit() < self.variant.slip;
        if slips || self.variant.lookahead == 0 {
            return Ok(moves[self.random.index(moves.len())]);
        }
        let (mut best, mut chosen) = (Prospect::Dead, Vec::new());
        for &mv in moves {
            let next = self.game.apply(state, mv);
            run.generated(1);
            let prospect = self.prospect(&next, 1, run)?;
            if prospect < best {
                chosen.clear();
                best = prospect;
            }
            if prospect == best {
                chosen.push(mv);
            }
        }
        Ok(chosen[self.random.index(chosen.len())])
    }

    /// The best line from a state `depth` moves ahead.
    fn prospect(&self, state: &G::State, depth: u32, run: &mut Run<G>) -> Result<Prospect, Stop> {
        if self.game.is_goal(state) {
            return Ok(Prospect::Won(depth));
        }
        if depth >= self.variant.lookahead {
            run.tick()?;
            let value = self.heuristic.value(self.game, state);
            return Ok(value.map_or(Prospect::Dead, |value| Prospect::Open(value.ordering)));
        }
        run.expand(self.game, state, depth, None)?;
        let (mut best, mut moves) = (Prospect::Dead, Vec::new());
        self.game.moves(state, &mut moves);
        for mv in moves {
            run.generated(1);
            best = best.min(self.prospect(&self.game.apply(state, mv), depth + 1, run)?);
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Doubling;
    use patience_core::{Blind, Verdict};

    fn wins(lookahead: u32, slip: f64, seed: u64) -> Option<usize> {
        let variant = Variant { lookahead, slip, playout: 200 };
        let mut run = Run::unlimited().with_seed(seed);
        match solve(&Doubling { goal: 10 }, &Blind, &variant, &mut run).verdict {
            Verdict::Solved { plan, .. } => Some(plan.len()),
            _ => None,
        }
    }

    /// Four moves ahead it sees the goal; playing at random and always slipping are the same.
    #[test]
    fn a_longer_lookahead_wins_sooner_and_slips_are_random() {
        assert!((0..20).all(|seed| wins(4, 0.0, seed) == Some(4)));
        assert!((0..20).any(|seed| wins(0, 0.0, seed) != Some(4)));
        assert!((0..20).any(|seed| wins(4, 1.0, seed) != Some(4)));
        assert!((0..20).all(|seed| wins(2, 0.5, seed) == wins(2, 0.5, seed)), "by its seed alone");
    }
}
