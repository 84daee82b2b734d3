//! Proofs that a deal of Gaps is lost: a depth-first search, with a hint at every position that has a choice. No position is
//! written down; each is made from the one before by a step.

use std::collections::HashSet;
use std::io::Read;

use crate::Failure;
use crate::gaps::Gaps;
use crate::input::Input;
use crate::position::{Cells, Open, Position};

/// Hint: lemma 2 says that the position is lost.
const DEAD_END: u8 = 0;
/// Hint: the position was proved lost before, and remembered.
const LOST_BEFORE: u8 = 1;
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
    lost: HashSet<(Cells, Open)>,
    /// Whether the first, second, third lemma was used.
    used: [bool; 3],
}

/// Checks the proof. Returns the number of positions remembered, and the lemmas that were used.
pub fn check<R: Read>(input: &mut Input<R>, deal: &Gaps) -> Result<(usize, Vec<&'static str>), Failure> {
    let position = deal.position().map_err(|reason| input.refuse(reason))?;
    let mut proof = Proof { input, deal, lost: HashSet::new(), used: [false; 3] };
    proof.prove(position, 0)?;
    let names = ["steps of open rows", "relaxation", "persistent sets"].into_iter().zip(proof.used);
    Ok((proof.lost.len(), names.filter(|(_, used)| *used).map(|(name, _)| name).collect()))
}

impl<R: Read> Proof<'_, R> {
    /// Reads and checks the proof that a position is lost, the `depth`-th with a choice. Returns false if the proof is left
    /// for the first position with a choice.
    fn prove(&mut self, mut position: Position, depth: u32) -> Result<bool, Failure> {
        for _ in 0..DEEPEST {
            if self.deal.is_won_somehow(&position) {
                return Err(self.input.refuse("the position is won"));
            }
            self.used[0] |= position.open != [0; 4];
            let steps = self.deal.steps(&position);
            if steps.len() < 2 {
                let Some(step) = steps.first() else { return Ok(true) };
                self.deal.take(&mut position, *step).map_err(|reason| self.input.refuse(reason))?;
                continue;
            }
            self.input.record += 1;
            let hint = self.input.byte()?;
            if hint == DEAD_END || hint == LOST_BEFORE {
                self.used[1] |= hint == DEAD_END;
                let is_lost = match hint {
                    DEAD_END => self.deal.is_dead_end(&position),
                    _ => self.lost.contains(&(position.cell, position.open)),
                };
                return if is_lost { Ok(true) } else { Err(self.input.refuse("the position is not lost as said")) };
            }
            let all = (1u64 << steps.len()) - 1;
            let mut left = match hint & !REMEMBER {
                ALL => all,
                SOME => self.input.number::<4>()?,
                _ => 1u64.checked_shl(u32::from(hint.wrapping_sub(ONLY))).unwrap_or(0),
            };
            if left != all {
                self.used[2] = true;
                let result = self.deal.check_persistent(&position, &steps, left);
                result.map_err(|reason| self.input.refuse(reason))?;
            }
            if hint >= ONLY {
                let step = steps[usize::from(hint - ONLY)];
                self.deal.take(&mut position, step).map_err(|reason| self.input.refuse(reason))?;
                continue;
            }
            while left != 0 {
                self.input.record += 1;
                let number = self.input.byte()?;
                if number != RESTART {
                    if number >= 32 || left >> number & 1 == 0 || depth == DEEPEST {
                        return Err(self.input.refuse("the step is not among those that are left"));
                    }
                    let mut after = position.clone();
                    let taken = self.deal.take(&mut after, steps[usize::from(number)]);
                    taken.map_err(|reason| self.input.refuse(reason))?;
                    if self.prove(after, depth + 1)? {
                        left &= !(1 << number);
                        continue;
                    }
                }
                if depth > 0 {
                    return Ok(false);
                }
            }
            if hint & REMEMBER != 0 {
                self.lost.insert((position.cell, position.open));
            }
            return Ok(true);
        }
        Err(self.input.refuse("too many forced steps in a row"))
    }
}
