//! Sleep sets: steps that are skipped because they are known to lose.
//!
//! Let the step X lead from a position to a lost one. If X and another step Y are independent, X
//! after Y leads to boards that Y after X also leads to: again to a lost position. X *sleeps*
//! there. `docs/gaps-solver.md` has the conditions and the proof, which uses only the fact that the
//! positions are lost, regardless of how the search proved it. A position all of whose steps sleep
//! is lost.

use patience_core::sets::Set32;

use crate::position::{Position, Step, Steps, column_of};

impl Position {
    /// Whether a step moves no Two, its gap is not wild, and no neighbour of the gap is on a free
    /// level.
    fn is_settled(&self, Step { card, to }: Step) -> bool {
        let is_on_free_level = |cell: u8| column_of(cell) < self.free && self.is_wild(cell);
        let from = self.cell[usize::from(card)];
        card >= 4 && !self.is_wild(to) && !is_on_free_level(from) && !is_on_free_level(to - 1)
    }
}

/// Some of the steps that lead from a position to lost positions.
#[derive(Clone, Copy)]
pub(crate) struct Asleep(Steps);

impl Asleep {
    /// Nothing sleeps.
    pub const NONE: Asleep = Asleep(Steps::new());

    /// The lost steps that may still sleep after the step `taken`.
    #[inline]
    pub fn after(lost: impl Iterator<Item = Step>, position: &Position, taken: Step) -> Self {
        let mut asleep = Asleep::NONE;
        let is_apart = |step: &Step| ![0, 4].contains(&step.card.abs_diff(taken.card));
        lost.filter(|step| is_apart(step) && position.is_settled(*step))
            .for_each(|step| asleep.0.push(step));
        asleep
    }

    /// The indices of the sleeping steps among the position's steps; the others wake.
    #[inline]
    pub fn settle(&mut self, position: &Position, steps: &Steps) -> Set32 {
        let (mut sleeping, may_sleep) = (Set32::EMPTY, std::mem::replace(self, Asleep::NONE));
        for step in may_sleep.steps().filter(|step| position.is_settled(*step)) {
            if let Some(index) = steps.iter().position(|other| *other == step) {
                sleeping.insert(index);
                self.0.push(step);
            }
        }
        sleeping
    }

    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.0.iter().copied()
    }
}
