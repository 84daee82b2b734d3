//! Restarts with a lost-position table: randomised depth-first search that shares proved losses.
//!
//! A position whose successors are all lost is lost; it enters the table, and the search backtracks
//! or, now and then, restarts from the deal, so that it does not spend long in a hopeless subtree.
//! The deal is won when a solved position is met and lost when it enters the table itself. The
//! reduced game graph is acyclic, so every position gets a verdict. Several workers may share one
//! table, so that no worker repeats another's work.

mod grow;

use patience_core::{Random, Stop};

use super::end::{Deepest, End};
use super::frame::{Child, Frame, choose};
use super::log::Log;
use super::shared::Shared;
use crate::counters::Counters;
use crate::memory::{Cache, Worth};
use crate::policy::{Choice, features};
use crate::position::{Position, Step, path};
use crate::reduce::{Asleep, DeadEnds};
use grow::Grown;

/// Bytes that the stacks of a search are expected to need.
pub(super) const STACKS: u64 = 128 << 10;

/// One worker.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    random: Random,
    /// The steps from the deal to the current position.
    trail: Vec<Step>,
    frames: Vec<Frame>,
    /// The children of all frames, one after the other, so that no frame allocates.
    children: Vec<Child>,
    /// The keys of all positions on the current path, with or without a choice.
    chain: Vec<u128>,
    /// Recently proved losses.
    cache: Option<Cache>,
    dead_ends: DeadEnds,
    pub counters: Counters,
    /// Maximum bytes of its cache and its stacks.
    pub held: u64,
    pub deepest: Deepest,
    /// The record of the search, if it is to become a proof.
    pub log: Option<Log>,
    /// Expansions claimed but not yet made.
    claimed: u64,
    /// The count of expansions when memory was last measured.
    measured: u64,
}

impl<'a> Worker<'a> {
    /// Expansions between two polls of the limits and the other workers.
    const BETWEEN_POLLS: u64 = 256;
    /// Expansions after which restarts become rarer, in inverse proportion to the expansions.
    const OFTEN: u64 = 4_000_000;

    pub fn new(shared: &'a Shared<'a>, seed: u64) -> Self {
        Worker {
            shared,
            random: Random::new(seed),
            trail: Vec::new(),
            frames: Vec::new(),
            children: Vec::new(),
            chain: Vec::new(),
            cache: Cache::new(shared.cache_bytes),
            dead_ends: DeadEnds::new(&shared.config.reductions),
            counters: Counters::default(),
            held: 0,
            deepest: Deepest::default(),
            log: None,
            claimed: 0,
            measured: 0,
        }
    }

    /// Searches until the deal is decided or `poll` returns a stop.
    pub fn run(&mut self, start: &Position, poll: &mut dyn FnMut(&Counters) -> Result<(), Stop>) {
        match self.search(start, poll) {
            Ok(None) => {}
            Ok(Some(end)) => self.shared.finish(end),
            Err(stop) => self.shared.finish(End::Stopped(stop)),
        }
        self.shared.give_back(std::mem::take(&mut self.claimed));
        self.measure();
    }

    fn search(
        &mut self,
        start: &Position,
        poll: &mut dyn FnMut(&Counters) -> Result<(), Stop>,
    ) -> Result<Option<End>, Stop> {
        poll(&self.counters)?;
        match self.grow(start.clone(), Asleep::NONE)? {
            Grown::Won => return Ok(Some(self.won(start))),
            Grown::Lost => return Ok(Some(End::Lost)),
            Grown::Open => {}
        }
        loop {
            if self.counters.expanded - self.measured >= Self::BETWEEN_POLLS {
                self.measure();
                if self.shared.is_over() {
                    return Ok(None);
                }
                poll(&self.counters)?;
            }
            if let Some(log) = &mut self.log {
                log.make_room()?;
            }
            let Some(top) = self.frames.last_mut() else { return Ok(Some(End::Lost)) };
            match choose(&mut self.random, &self.children[top.children..]) {
                Some(index) => {
                    top.current = top.children + index;
                    let Child { step, ref position, .. } = self.children[top.current];
                    let position = position.clone();
                    if let Some(log) = &mut self.log {
                        log.step(self.shared.geometry, &top.position, step);
                    }
                    self.trail.truncate(top.trail);
                    self.chain.truncate(top.chain);
                    self.trail.push(step);
                    let asleep = self.asleep_after(step);
                    match self.grow(position, asleep)? {
                        Grown::Won => return Ok(Some(self.won(start))),
                        Grown::Lost => self.mark_lost(),
                        Grown::Open => {}
                    }
                }
                None => self.step_back()?,
            }
        }
    }

    /// The choices on the current path, for learning.
    fn choices(&self) -> Vec<Choice> {
        let geometry = self.shared.geometry;
        let choice = |(index, frame): (usize, &Frame)| {
            let end = self.frames.get(index + 1).map_or(self.children.len(), |next| next.children);
            let children = &self.children[frame.children..end];
            let of =
                |child: &Child| features(geometry, &frame.position, child.step, &child.position);
            Choice {
                taken: frame.current - frame.children,
                features: children.iter().map(of).collect(),
            }
        };
        self.frames.iter().enumerate().map(choice).collect()
    }

    fn won(&self, start: &Position) -> End {
        End::Won(path(self.shared.geometry, start, &self.trail), self.choices())
    }

    /// Backtracks: the top position is lost, since all its successors are.
    fn step_back(&mut self) -> Result<(), Stop> {
        if let Some(frame) = self.frames.pop() {
            self.children.truncate(frame.children);
            if self.shared.geometry.is_acyclic() {
                self.remember(&frame.position, Worth::of(self.counters.expanded - frame.expanded))?;
            }
            if let Some(log) = &mut self.log {
                log.lost(&frame.position);
            }
            self.mark_lost();
            let chance = self.restart_chance();
            if self.frames.len() > 1
                && self.shared.geometry.is_acyclic()
                && chance > 0.0
                && self.random.unit() < chance
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

    /// Restarts find wins. The longer the search, the likelier is a loss, for which a restart only
    /// repeats work. A recorded search uses the same probability throughout, like the published
    /// ones.
    fn restart_chance(&self) -> f64 {
        let rarer = match self.log {
            None => (Self::OFTEN as f64 / self.counters.expanded as f64).min(1.0),
            Some(_) => 1.0,
        };
        self.shared.config.restart * rarer
    }

    /// In a recorded search a position is lost as soon as its last step is, so the search cannot
    /// leave it then.
    fn can_restart(&self) -> bool {
        let left =
            |top: &Frame| self.children[top.children..].iter().any(|child| child.weight > 0.0);
        self.log.is_none() || self.frames.last().is_some_and(left)
    }

    /// Returns the steps that may sleep after a step of the last choice: those that slept before
    /// it, and those proved lost since.
    fn asleep_after(&self, step: Step) -> Asleep {
        match self.frames.last() {
            Some(top)
                if self.shared.config.reductions.sleep && self.shared.geometry.is_acyclic() =>
            {
                let lost = self.children[top.children..].iter().filter(|child| child.weight == 0.0);
                Asleep::after(
                    top.asleep.steps().chain(lost.map(|child| child.step)),
                    &top.position,
                    step,
                )
            }
            _ => Asleep::NONE,
        }
    }

    /// The current child is lost, and so are all positions between it and the one found lost.
    fn mark_lost(&mut self) {
        if let Some(top) = self.frames.last_mut() {
            self.children[top.current].weight = 0.0;
            if let Some(cache) = &mut self.cache {
                self.chain.drain(top.chain..).for_each(|key| cache.put(key));
            }
        }
    }

    fn remember(&mut self, position: &Position, worth: Worth) -> Result<bool, Stop> {
        self.shared.table.insert(position.key(), worth).map_err(|_| Stop::Memory)
    }

    fn note_depth(&mut self, position: &Position) {
        self.deepest.note(self.shared.geometry, position, &self.trail);
    }

    fn measure(&mut self) {
        self.measured = self.counters.expanded;
        let stack = self.frames.capacity() * size_of::<Frame>()
            + self.children.capacity() * size_of::<Child>()
            + self.chain.capacity() * size_of::<u128>();
        let mut held = stack as u64;
        if let Some(cache) = &mut self.cache {
            held += cache.bytes();
            self.shared.table.add_comparisons(cache.take_comparisons());
        }
        self.held = self.held.max(held);
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.shared.table.bytes() + held);
        self.counters.stored = self.shared.table.peak();
    }
}
