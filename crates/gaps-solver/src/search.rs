//! Restarts that remember: randomised depth-first search with a table of the positions proved lost.
//!
//! A position whose successors are all lost is lost; it enters the table, and the search steps back, or, now and then,
//! starts again from the deal, so that it is not held up for long in a hopeless part. The deal is won when a solved
//! position is met and lost when it enters the table itself. The reduced game graph is acyclic, so every position meets
//! its verdict. Several workers may share one table: each finds done what the others have done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use patience_core::{Random, Stop};

use crate::certificate::Log;
use crate::config::Config;
use crate::pairs::{Pairs, is_pair_dead_end};
use crate::plan;
use crate::policy::{Choice, Policy, features};
use crate::position::{Geometry, Position, Step, bits, cell_at};
use crate::relax::{is_dead_end, persistent};
use crate::solution::Counters;
use crate::table::Table;
use crate::verdict::{Deepest, End};

/// What the workers on one deal share.
pub(crate) struct Shared<'a> {
    pub geometry: &'a Geometry,
    pub config: &'a Config,
    /// The positions proved lost. (Without open rows the graph has cycles: then those met at all.)
    pub table: &'a Table,
    /// Expansions that no worker has claimed yet.
    unclaimed: AtomicU64,
    over: AtomicBool,
    end: Mutex<Option<End>>,
}

impl<'a> Shared<'a> {
    /// For workers that make at most so many expansions in all.
    pub fn new(geometry: &'a Geometry, config: &'a Config, table: &'a Table, expansions: Option<u64>) -> Self {
        let unclaimed = expansions.unwrap_or(u64::MAX).into();
        Shared { geometry, config, table, unclaimed, over: false.into(), end: Mutex::new(None) }
    }

    /// Claims up to `wanted` expansions, as many as are left.
    fn claim(&self, wanted: u64) -> Result<u64, Stop> {
        let rest = |unclaimed: u64| Some(unclaimed.saturating_sub(wanted));
        match self.unclaimed.fetch_update(Relaxed, Relaxed, rest) {
            Ok(unclaimed) if unclaimed > 0 => Ok(unclaimed.min(wanted)),
            _ => Err(Stop::Expansions),
        }
    }

    /// Ends the work of all. A win or a proof counts more than a limit that was met at the same time.
    pub fn finish(&self, end: End) {
        let mut first = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none() || matches!(*first, Some(End::Stopped(_))) {
            *first = Some(end);
        }
        self.over.store(true, Relaxed);
    }

    /// How it ended.
    pub fn into_end(self) -> End {
        let end = self.end.into_inner().unwrap_or_else(PoisonError::into_inner);
        end.unwrap_or(End::Stopped(Stop::Cancelled))
    }
}

struct Child {
    step: Step,
    position: Position,
    /// 0 once it is known to be lost.
    weight: f32,
}

/// A position with a choice, on the line that is being looked at. Its children are those in the stack of children from
/// `children` up to the first of the next frame.
struct Frame {
    position: Position,
    children: usize,
    /// The child that is being looked at.
    current: usize,
    /// Length of the trail at this position.
    trail: usize,
}

enum Grown {
    Won,
    Lost,
    Open(Frame),
}

/// One worker.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    random: Random,
    /// The steps from the deal to the position in hand.
    trail: Vec<Step>,
    frames: Vec<Frame>,
    /// The children of all frames, one after the other: no frame allocates.
    children: Vec<Child>,
    pairs: Pairs,
    pub counters: Counters,
    pub deepest: Deepest,
    /// The record of the search, if it is to become a proof.
    pub log: Option<Log>,
    /// Expansions that are claimed and not made.
    claimed: u64,
    /// The count of expansions when memory was last measured.
    measured: u64,
}

impl<'a> Worker<'a> {
    /// Expansions between two polls of the limits and the other workers.
    const BETWEEN_POLLS: u64 = 256;

    pub fn new(shared: &'a Shared<'a>, seed: u64) -> Self {
        Worker {
            shared,
            random: Random::new(seed),
            trail: Vec::new(),
            frames: Vec::new(),
            children: Vec::new(),
            pairs: Pairs::new(),
            counters: Counters::default(),
            deepest: Deepest::default(),
            log: None,
            claimed: 0,
            measured: 0,
        }
    }

    /// Searches until the deal is decided or `poll` says stop.
    pub fn run(&mut self, start: &Position, poll: &mut dyn FnMut(&Counters) -> Result<(), Stop>) {
        match self.search(start, poll) {
            Ok(None) => {}
            Ok(Some(end)) => self.shared.finish(end),
            Err(stop) => self.shared.finish(End::Stopped(stop)),
        }
        self.measure();
    }

    fn search(
        &mut self,
        start: &Position,
        poll: &mut dyn FnMut(&Counters) -> Result<(), Stop>,
    ) -> Result<Option<End>, Stop> {
        poll(&self.counters)?;
        match self.grow(start.clone())? {
            Grown::Won => return Ok(Some(self.won(start))),
            Grown::Lost => return Ok(Some(End::Lost)),
            Grown::Open(root) => self.frames.push(root),
        }
        loop {
            if self.counters.expanded - self.measured >= Self::BETWEEN_POLLS {
                self.measure();
                if self.shared.over.load(Relaxed) {
                    return Ok(None);
                }
                poll(&self.counters)?;
            }
            let Some(top) = self.frames.last_mut() else { return Ok(Some(End::Lost)) };
            match choose(&mut self.random, &self.children[top.children..]) {
                Some(index) => {
                    top.current = top.children + index;
                    let Child { step, ref position, .. } = self.children[top.current];
                    if let Some(log) = &mut self.log {
                        log.step(self.shared.geometry, &top.position, step);
                    }
                    self.trail.truncate(top.trail);
                    self.trail.push(step);
                    match self.grow(position.clone())? {
                        Grown::Won => return Ok(Some(self.won(start))),
                        Grown::Lost => self.mark_lost(),
                        Grown::Open(frame) => self.frames.push(frame),
                    }
                }
                None => self.step_back()?,
            }
        }
    }

    /// The choices on the line in hand, for learning.
    fn choices(&self) -> Vec<Choice> {
        let geometry = self.shared.geometry;
        let choice = |(index, frame): (usize, &Frame)| {
            let end = self.frames.get(index + 1).map_or(self.children.len(), |next| next.children);
            let children = &self.children[frame.children..end];
            let of = |child: &Child| features(geometry, &frame.position, child.step, &child.position);
            Choice { taken: frame.current - frame.children, features: children.iter().map(of).collect() }
        };
        self.frames.iter().enumerate().map(choice).collect()
    }

    fn won(&self, start: &Position) -> End {
        End::Won(plan::path(self.shared.geometry, start, &self.trail), self.choices())
    }

    /// The top position is lost, as all its successors are.
    fn step_back(&mut self) -> Result<(), Stop> {
        if let Some(frame) = self.frames.pop() {
            self.children.truncate(frame.children);
            if self.shared.geometry.is_acyclic() {
                self.remember(&frame.position)?;
            }
            if let Some(log) = &mut self.log {
                log.lost(&frame.position);
            }
            self.mark_lost();
            let restart = self.shared.config.restart;
            if self.frames.len() > 1
                && self.shared.geometry.is_acyclic()
                && restart > 0.0
                && self.random.unit() < restart
                && self.can_restart()
            {
                if let Some(log) = &mut self.log {
                    log.restart();
                }
                self.counters.restarts += 1;
                self.children.truncate(self.frames[1].children);
                self.frames.truncate(1);
            }
        }
        Ok(())
    }

    /// In a record a position is lost as soon as its last step is: it cannot be left then.
    fn can_restart(&self) -> bool {
        let left = |top: &Frame| self.children[top.children..].iter().any(|child| child.weight > 0.0);
        self.log.is_none() || self.frames.last().is_some_and(left)
    }

    fn mark_lost(&mut self) {
        if let Some(top) = self.frames.last_mut() {
            self.children[top.current].weight = 0.0;
        }
    }

    fn remember(&mut self, position: &Position) -> Result<bool, Stop> {
        self.shared.table.insert(position.key()).map_err(|_| Stop::Memory)
    }

    /// Follows a position to the next choice.
    fn grow(&mut self, mut position: Position) -> Result<Grown, Stop> {
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
            let steps = position.steps(geometry);
            self.counters.generated += steps.len() as u64;
            if steps.is_empty() {
                self.counters.stuck += 1;
                self.note_depth(&position);
                return Ok(Grown::Lost);
            }
            // 1. A single step is taken at once. On a cycle that would not end.
            let chains = reductions.chains && geometry.is_acyclic();
            if steps.len() == 1 && chains {
                self.counters.forced += 1;
                self.take(&mut position, steps[0]);
                continue;
            }
            // 2. Lost without a look at its successors?
            if self.is_refuted(&position)? {
                return Ok(Grown::Lost);
            }
            // 3. Which steps suffice?
            let set = persistent(geometry, &position, &steps, reductions.persistent_sets);
            if (set.count_ones() as usize) < steps.len() {
                self.counters.persistent += 1;
                if set.count_ones() == 1 && chains {
                    if let Some(log) = &mut self.log {
                        log.only(&steps, set.trailing_zeros());
                    }
                    self.take(&mut position, steps[set.trailing_zeros() as usize]);
                    continue;
                }
            }
            if let Some(log) = &mut self.log {
                log.choice(&steps, set);
            }
            return Ok(Grown::Open(self.open(position, bits(set.into()).map(|index| steps[usize::from(index)]))));
        }
    }

    /// Whether a position is known to be lost, or seen to be by the relaxation or by pairs.
    #[inline]
    fn is_refuted(&mut self, position: &Position) -> Result<bool, Stop> {
        let geometry = self.shared.geometry;
        let known = if geometry.is_acyclic() {
            self.shared.table.contains(position.key())
        } else {
            !self.remember(position)?
        };
        if known {
            self.counters.duplicates += 1;
            if let Some(log) = &mut self.log {
                log.lost_before(position);
            }
            return Ok(true);
        }
        let reductions = self.shared.config.reductions;
        let is_relaxed = reductions.dead_ends && is_dead_end(geometry, position);
        if is_relaxed || reductions.pairs && is_pair_dead_end(geometry, position, &mut self.pairs) {
            self.counters.dead_ends += 1;
            if let Some(log) = &mut self.log {
                log.dead_end();
            }
            self.note_depth(position);
            return Ok(true);
        }
        Ok(false)
    }

    /// A choice between steps, with the weights by which it is drawn.
    #[inline]
    fn open(&mut self, position: Position, steps: impl Iterator<Item = Step>) -> Frame {
        let (geometry, policy) = (self.shared.geometry, &self.shared.config.policy);
        let first = self.children.len();
        self.children.extend(steps.map(|step| child(geometry, policy, &position, step)));
        let children = &mut self.children[first..];
        let best = children.iter().map(|child| child.weight).fold(f32::MIN, f32::max);
        children.iter_mut().for_each(|child| child.weight = (child.weight - best).exp().max(1e-30));
        Frame { position, children: first, current: first, trail: self.trail.len() }
    }

    fn take(&mut self, position: &mut Position, step: Step) {
        position.take(self.shared.geometry, step);
        self.trail.push(step);
    }

    fn note_depth(&mut self, position: &Position) {
        let in_order = cards_in_order(self.shared.geometry, position);
        if in_order > self.deepest.in_order || self.deepest.steps.is_empty() {
            self.deepest = Deepest { in_order, steps: self.trail.clone() };
        }
    }

    fn measure(&mut self) {
        self.measured = self.counters.expanded;
        let stack = self.frames.capacity() * size_of::<Frame>() + self.children.capacity() * size_of::<Child>();
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.shared.table.bytes() + stack as u64);
        self.counters.stored = self.shared.table.len();
    }
}

fn child(geometry: &Geometry, policy: &Policy, position: &Position, step: Step) -> Child {
    let mut next = position.clone();
    next.take(geometry, step);
    Child { step, weight: policy.score(&features(geometry, position, step, &next)), position: next }
}

/// An index drawn by weight, or `None` if all are 0.
fn choose(random: &mut Random, children: &[Child]) -> Option<usize> {
    let total: f32 = children.iter().map(|child| child.weight).sum();
    let mut left = random.unit() as f32 * total;
    let mut last = None;
    for (index, child) in children.iter().enumerate().filter(|(_, child)| child.weight > 0.0) {
        last = Some(index);
        left -= child.weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Cards that stand in order from the first column of their row on, in the representative.
pub(crate) fn cards_in_order(geometry: &Geometry, position: &Position) -> u32 {
    (0..geometry.rows)
        .map(|row| {
            let suit = if geometry.fixed_suits { row } else { position.content(row, 0) % 4 };
            let home = |&column: &u8| position.at[usize::from(cell_at(row, column))] == column * 4 + suit;
            (0..geometry.columns - 1).take_while(home).count() as u32
        })
        .sum()
}
