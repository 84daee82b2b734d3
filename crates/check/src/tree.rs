//! Proofs that a deal of Gaps is lost: a depth-first search, with a hint at every position that has
//! a choice. No position is stored; each results from the preceding one by a step.

use std::collections::{BTreeSet, HashSet};
use std::io::Read;

use crate::gaps::Gaps;
use crate::input::{Input, growth};
use crate::position::{Position, Step};
use crate::set::Set;
use crate::{Failure, Used, refuse_if};

/// Hint: the position is lost by lemma 2; 1: it was proved lost before, and stored.
const DEAD_END: u8 = 0;
/// Hint: all steps follow; with `REMEMBER` added, the position must be stored.
const ALL: u8 = 2;
/// Hint: the steps of a set follow, which suffice by lemma 3; `REMEMBER` as above.
const SOME: u8 = 4;
const REMEMBER: u8 = 1;
/// Hint, with the number of a step added: this step alone suffices by lemma 3.
const ONLY: u8 = 8;
/// Instead of the number of a step: return to the first position with a choice.
const RESTART: u8 = 0xFF;
/// Maximum number of choices, and of consecutive forced steps: more than in any play.
const DEEPEST: u32 = 1000;

/// A proof being read.
struct Proof<'a, 'w, R> {
    input: &'a mut Input<'w, R>,
    deal: &'a Gaps,
    /// The stored positions that were proved lost: everything that distinguishes positions.
    lost: HashSet<([u8; 48], Set)>,
    lemmas: BTreeSet<&'static str>,
    /// Whether steps sleep, by lemma 4.
    sleep: bool,
}

/// Checks the proof.
pub fn check<R: Read>(
    input: &mut Input<'_, R>,
    deal: &Gaps,
    start: &[u8],
) -> Result<Used, Failure> {
    let sleep = input.byte()?;
    refuse_if(sleep > 1, "the byte for sleeping steps must be 0 or 1")?;
    let mut proof =
        Proof { input, deal, lost: HashSet::new(), lemmas: BTreeSet::new(), sleep: sleep == 1 };
    proof.prove(deal.position(start)?, Vec::new(), 0)?;
    Ok((proof.lost.len(), proof.lemmas))
}

impl<R: Read> Proof<'_, '_, R> {
    /// The position after a step, and the steps that sleep there among those that lead to lost
    /// positions.
    fn after(
        &self,
        position: &Position,
        lost: &[Step],
        step: Step,
    ) -> Result<(Position, Vec<Step>), Failure> {
        let after = self.deal.take(position, step)?;
        let asleep = if self.sleep { position.asleep(lost, step.0, &after) } else { Vec::new() };
        Ok((after, asleep))
    }

    /// Reads and checks the proof that a position is lost, the `depth`-th with a choice; the steps
    /// in `asleep` lead to lost positions. Returns false if the proof returns to the first position
    /// with a choice.
    fn prove(
        &mut self,
        mut position: Position,
        mut asleep: Vec<Step>,
        depth: u32,
    ) -> Result<bool, Failure> {
        let first = self.input.pass.0 == 0;
        for _ in 0..DEEPEST {
            self.input.poll(0)?;
            refuse_if(self.deal.is_won_somehow(&position), "the position is won")?;
            self.lemmas.extend((position.open != Set::NONE).then_some("open rows"));
            let (steps, key) = (self.deal.steps(&position), (position.cell, position.open));
            asleep.retain(|step| steps.contains(step));
            self.lemmas.extend((!asleep.is_empty()).then_some("sleep sets"));
            refuse_if(steps.len() > 63, "too many steps")?;
            let all = Set((1 << steps.len()) - 1);
            let is_awake = |number: &u8| !asleep.contains(&steps[usize::from(*number)]);
            let awake: Set = all.iter().filter(is_awake).collect();
            let (mut left, mut hint) = (awake, ALL);
            if awake.count() > 1 {
                self.input.begin()?;
                hint = self.input.byte()?;
                let set = match hint & !REMEMBER {
                    DEAD_END => {
                        self.lemmas.extend((hint == DEAD_END).then_some("relaxation"));
                        let is_lost = match hint {
                            DEAD_END => !first || self.deal.is_dead_end(&position),
                            _ => !self.input.pass.holds(&key) || self.lost.contains(&key),
                        };
                        return refuse_if(!is_lost, "the position is not lost as claimed")
                            .map(|()| true);
                    }
                    ALL => all,
                    SOME => Set(self.input.number::<4>()?),
                    _ => Set(1u64.checked_shl(u32::from(hint.wrapping_sub(ONLY))).unwrap_or(0)),
                };
                if set != all {
                    self.lemmas.insert("persistent sets");
                    let is_wrong = first && !self.deal.is_persistent(&position, &steps, set);
                    refuse_if(is_wrong, "the set is not persistent")?;
                }
                left = set.and(awake);
            }
            if left.count() < 2 {
                let Some(number) = left.iter().next() else { return Ok(true) };
                (position, asleep) = self.after(&position, &asleep, steps[usize::from(number)])?;
                continue;
            }
            while left != Set::NONE {
                self.input.begin()?;
                let number = self.input.byte()?;
                let is_lost = number != RESTART && {
                    let is_left = depth < DEEPEST && number < 64 && left.has(number);
                    refuse_if(!is_left, "the step is not among the remaining ones")?;
                    let (after, asleep) =
                        self.after(&position, &asleep, steps[usize::from(number)])?;
                    self.prove(after, asleep, depth + 1)?
                };
                if is_lost {
                    left = left.without(Set::of(number));
                    asleep.push(steps[usize::from(number)]);
                } else if depth > 0 {
                    return Ok(false);
                }
            }
            if hint & REMEMBER != 0 && self.input.pass.holds(&key) {
                let (held, room) = (self.lost.len(), self.lost.capacity());
                self.input.poll(growth::<([u8; 48], Set)>(held, room, 1))?;
                self.lost.insert(key);
            }
            return Ok(true);
        }
        Err("too many forced steps in a row".into())
    }
}
