//! Proofs that a deal of Gaps is lost: a depth-first search, with a hint at every position that has a choice. No position is
//! written down; each is made from the one before by a step.

use std::collections::{BTreeSet, HashSet};
use std::io::Read;

use crate::gaps::Gaps;
use crate::input::Input;
use crate::position::Position;
use crate::{Failure, Used, refuse_if};

/// Hint: lemma 2 says that the position is lost; 1: it was proved lost before, and remembered.
const DEAD_END: u8 = 0;
/// Hint: all steps follow; with `REMEMBER` added, the position is to be remembered.
const ALL: u8 = 2;
/// Hint: the steps of a set follow, which suffice by lemma 3; `REMEMBER` as before.
const SOME: u8 = 4;
const REMEMBER: u8 = 1;
/// Hint, with the number of a step added: this step alone suffices by lemma 3.
const ONLY: u8 = 8;
/// In place of the number of a step: goes back to the first position with a choice.
const RESTART: u8 = 0xFF;
/// More choices, and more forced steps in a row, than any play has.
const DEEPEST: u32 = 1000;

/// A proof that is being read.
struct Proof<'a, R> {
    input: &'a mut Input<R>,
    deal: &'a Gaps,
    /// The positions proved lost that were to be remembered: all that tells positions apart.
    lost: HashSet<([u8; 64], u64)>,
    lemmas: BTreeSet<&'static str>,
}

/// Checks the proof.
pub fn check<R: Read>(input: &mut Input<R>, deal: &Gaps, start: &[u8]) -> Result<Used, Failure> {
    let mut proof = Proof { input, deal, lost: HashSet::new(), lemmas: BTreeSet::new() };
    proof.prove(deal.position(start)?, 0)?;
    Ok((proof.lost.len(), proof.lemmas))
}

impl<R: Read> Proof<'_, R> {
    /// Reads and checks the proof that a position is lost, the `depth`-th with a choice. Returns false if the proof is left
    /// for the first position with a choice.
    fn prove(&mut self, mut position: Position, depth: u32) -> Result<bool, Failure> {
        let first = self.input.pass.0 == 0;
        for _ in 0..DEEPEST {
            refuse_if(self.deal.is_won_somehow(&position), "the position is won")?;
            self.lemmas.extend((position.open != 0).then_some("open rows"));
            let steps = self.deal.steps(&position);
            if steps.len() < 2 {
                let Some(step) = steps.first() else { return Ok(true) };
                position = self.deal.take(&position, *step)?;
                continue;
            }
            let step = |number: u8| steps.get(usize::from(number)).copied().ok_or("there is no such step");
            self.input.record += 1;
            let (hint, key) = (self.input.byte()?, (position.at, position.open));
            let all = 1u64.checked_shl(steps.len() as u32).ok_or("too many steps")? - 1;
            let mut left = match hint & !REMEMBER {
                DEAD_END => {
                    self.lemmas.extend((hint == DEAD_END).then_some("relaxation"));
                    let before = || !self.input.pass.holds(&key) || self.lost.contains(&key);
                    let is_lost = if hint == DEAD_END { !first || self.deal.is_dead_end(&position) } else { before() };
                    return refuse_if(!is_lost, "the position is not lost as is said").map(|()| true);
                }
                ALL => all,
                SOME => self.input.number::<4>()?,
                _ => 1u64.checked_shl(u32::from(hint.wrapping_sub(ONLY))).unwrap_or(0),
            };
            if left != all {
                self.lemmas.insert("persistent sets");
                refuse_if(first && !self.deal.is_persistent(&position, &steps, left), "the set is not persistent")?;
            }
            if hint >= ONLY {
                position = self.deal.take(&position, step(hint - ONLY)?)?;
                continue;
            }
            while left != 0 {
                self.input.record += 1;
                let number = self.input.byte()?;
                let is_lost = number != RESTART && {
                    let is_left = number < 64 && left >> number & 1 != 0;
                    refuse_if(!is_left || depth == DEEPEST, "the step is not among those that are left")?;
                    self.prove(self.deal.take(&position, step(number)?)?, depth + 1)?
                };
                if !is_lost && depth > 0 {
                    return Ok(false);
                }
                left &= if is_lost { !(1 << number) } else { left };
            }
            if hint & REMEMBER != 0 && self.input.pass.holds(&key) {
                self.lost.insert(key);
            }
            return Ok(true);
        }
        Err("too many forced steps in a row".into())
    }
}
