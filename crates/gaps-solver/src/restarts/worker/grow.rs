//! From a position to the next choice: known losses are left out, and positions with a single step
//! are passed through.

use patience_core::Stop;
use patience_core::sets::Set32;

use super::Worker;
use crate::memory::Worth;
use crate::position::{Position, Step, Steps};
use crate::reduce::{Asleep, sufficient};
use crate::restarts::frame::{Frame, child};

/// The end of a sequence of forced steps.
pub(super) enum Grown {
    Won,
    Lost,
    /// A choice, which was pushed onto the current path.
    Open,
}

impl Worker<'_> {
    /// Whether a position was proved lost recently.
    #[inline]
    fn was_lost_lately(&mut self, key: u128) -> bool {
        let is_known = self.cache.as_mut().is_some_and(|cache| cache.contains(key));
        self.counters.duplicates += u64::from(is_known);
        is_known
    }

    /// Follows a position to the next choice. Its steps in `asleep` are known to lead to lost
    /// positions.
    pub(super) fn grow(
        &mut self,
        mut position: Position,
        mut asleep: Asleep,
    ) -> Result<Grown, Stop> {
        let (geometry, reductions) = (self.shared.geometry, self.shared.config.reductions);
        loop {
            if self.claimed == 0 {
                self.claimed = self.shared.claim(Self::BETWEEN_POLLS)?;
            }
            self.claimed -= 1;
            self.counters.expanded += 1;
            if position.is_goal(geometry) {
                return Ok(Grown::Won);
            }
            if let Some(cache) = &self.cache {
                cache.fetch(position.key());
            }
            let steps = position.steps(geometry);
            self.counters.generated += steps.len() as u64;
            if steps.is_empty() {
                self.counters.stuck += 1;
                self.note_depth(&position);
                return Ok(Grown::Lost);
            }
            if self.was_lost_lately(position.key()) {
                return Ok(Grown::Lost);
            }
            if self.cache.is_some() {
                self.chain.push(position.key());
            }
            // 1. A single step is taken at once. (On a cycle this would never end.)
            let chains = reductions.chains && geometry.is_acyclic();
            let awake = steps.all() - asleep.settle(&position, &steps);
            if awake.len() < 2 && (chains || awake.is_empty()) {
                self.counters.forced += 1;
                let Some(index) = awake.first() else { return Ok(Grown::Lost) };
                self.follow(&mut position, &mut asleep, steps[index]);
                continue;
            }
            // 2. Is it lost without generating successors? If not, which steps suffice?
            let Some(set) = self.sufficient(&position, &steps)? else { return Ok(Grown::Lost) };
            let left = set & awake;
            if set != steps.all() {
                self.counters.persistent += 1;
                if left.len() < 2 && (chains || left.is_empty()) {
                    if let Some(log) = &mut self.log {
                        log.suffices(&steps, set);
                    }
                    let Some(index) = left.first() else { return Ok(Grown::Lost) };
                    self.follow(&mut position, &mut asleep, steps[index]);
                    continue;
                }
            }
            if let Some(log) = &mut self.log {
                log.choice(&steps, set);
            }
            self.open(position, asleep, left.iter().map(|index| steps[index]));
            return Ok(Grown::Open);
        }
    }

    /// The steps that suffice, or `None` if the position is detected or known as lost. The
    /// relaxations come first, so that the prefetch of the table completes in the meantime.
    #[inline]
    fn sufficient(&mut self, position: &Position, steps: &Steps) -> Result<Option<Set32>, Stop> {
        let (geometry, reductions) = (self.shared.geometry, self.shared.config.reductions);
        self.shared.table.fetch(position.key());
        let Some(set) =
            sufficient(geometry, position, steps, reductions.dead_ends, reductions.persistent_sets)
        else {
            self.note_dead_end(position);
            return Ok(None);
        };
        let known = if geometry.is_acyclic() {
            self.shared.table.contains(position.key())
        } else {
            !self.remember(position, Worth::MOST)?
        };
        if known {
            self.counters.duplicates += 1;
            if let Some(log) = &mut self.log {
                log.lost_before(position);
            }
            return Ok(None);
        }
        if self.dead_ends.is_dead_by_pairs(geometry, position) {
            self.note_dead_end(position);
            return Ok(None);
        }
        Ok(Some(set))
    }

    fn note_dead_end(&mut self, position: &Position) {
        self.counters.dead_ends += 1;
        if let Some(log) = &mut self.log {
            log.dead_end();
        }
        self.note_depth(position);
    }

    /// Pushes a choice between steps, with the weights by which they are drawn.
    #[inline]
    fn open(&mut self, position: Position, asleep: Asleep, steps: impl Iterator<Item = Step>) {
        let (geometry, policy) = (self.shared.geometry, &self.shared.config.policy);
        let first = self.children.len();
        self.children.extend(steps.map(|step| child(geometry, &position, step)));
        if let Some(cache) = &self.cache {
            self.children[first..].iter().for_each(|child| cache.fetch(child.position.key()));
        }
        // The known losses among the steps, of which there are at most 32.
        let (mut lost, mut best) = (Set32::EMPTY, f32::MIN);
        for index in first..self.children.len() {
            if self.was_lost_lately(self.children[index].position.key()) {
                lost.insert(index - first);
                continue;
            }
            let child = &mut self.children[index];
            child.weight = policy.score(geometry, &position, child.step, &child.position);
            best = best.max(child.weight);
        }
        for (index, child) in self.children[first..].iter_mut().enumerate() {
            // Under every policy, only lost steps have weight 0.
            child.weight =
                if lost.contains(index) { 0.0 } else { (child.weight - best).exp().max(1e-30) };
        }
        let (trail, chain, expanded) = (self.trail.len(), self.chain.len(), self.counters.expanded);
        self.frames.push(Frame {
            position,
            asleep,
            children: first,
            current: first,
            trail,
            chain,
            expanded,
        });
    }

    fn follow(&mut self, position: &mut Position, asleep: &mut Asleep, step: Step) {
        *asleep = Asleep::after(asleep.steps(), position, step);
        position.take(self.shared.geometry, step);
        self.trail.push(step);
    }
}
