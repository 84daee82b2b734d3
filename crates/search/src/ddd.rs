//! Breadth-first search with delayed duplicate detection (Korf 2004): layers on disk, sorted.
//!
//! For closures that exceed the memory: the proof that there is no plan, or a plan with the fewest
//! moves. A layer is a sorted sequence of records, one for each state. The successors of its states
//! are collected in memory, sorted and written as runs; the runs are then merged, without the
//! states of earlier layers: this is the next layer. If moves can be undone
//! ([`Game::is_undirected`]), only the last two layers can contain such states; otherwise all are
//! read. The plan is found backwards from the goal, by reading the states of each layer a second
//! time.
//!
//! Complete, and optimal like [`bfs`](mod@crate::bfs). Memory: the amount provided for sorting.
//! Disk space: for all states. Time: for reading and writing, and for generating each successor
//! twice. Every sequence is verified against its length and checksum at its end: if it differs, the
//! search ends in an error, never in a verdict. [`resume`] continues a search that was killed.

mod checkpoint;
mod error;
mod sequence;

use patience_core::{Certifiable, Domain, Event, Game, Outcome, Run, Scratch, Stop, Verdict};

use crate::report;
use checkpoint::{Checkpoint, fingerprint};
pub use error::DiskError;
use sequence::{Disk, Merged, Reader, Sequence};

/// The reason why a search ends early.
enum Halt {
    Stopped(Stop),
    Failed(DiskError),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stopped(stop)
    }
}

impl From<DiskError> for Halt {
    fn from(error: DiskError) -> Self {
        Halt::Failed(error)
    }
}

/// Runs breadth-first search with layers in `scratch`; `memory` is the memory for sorting in bytes,
/// at least 64 KiB. In events, g is the number of moves.
///
/// ```
/// use patience_core::{Domain, MemoryScratch, Run, Verdict};
/// use patience_games::sliding::SlidingDomain;
/// use patience_search::ddd;
///
/// let game = SlidingDomain.read("standard", "1 2 5 / 3 4 0")?;
/// let mut scratch = MemoryScratch::default();
/// let outcome = ddd::solve(&SlidingDomain, &game, &mut scratch, 1 << 20, &mut Run::unlimited())?;
/// assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
/// assert_eq!(outcome.lower_bound, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The scratch space fails, or a sequence in it is damaged.
pub fn solve<D: Certifiable>(
    domain: &D,
    game: &D::Game,
    scratch: &mut dyn Scratch,
    memory: u64,
    run: &mut Run<D::Game>,
) -> Result<Outcome<<D::Game as Game>::Move>, DiskError> {
    search(domain, game, scratch, memory, None, run)
}

/// Like [`solve`], but records its position after each layer, and resumes an earlier search in the
/// same `scratch` that was killed or reached a limit. The outcome, and the counters, are those of
/// one search without interruption; limits count all of them together.
///
/// ```
/// use patience_core::{Domain, Environment, Folder, Limits, Run, Verdict};
/// use patience_games::sliding::SlidingDomain;
/// use patience_search::ddd;
///
/// let game = SlidingDomain.read("standard", "1 2 5 / 3 4 0")?;
/// let parent = Folder::create_in(&std::env::temp_dir())?;
/// let solve = |limits| {
///     let mut folder = Folder::open(&parent.path().join("search"))?;
///     let mut run = Run::new(limits, Environment::none());
///     let outcome = ddd::resume(&SlidingDomain, &game, &mut folder, 1 << 20, &mut run)?;
///     Ok::<_, Box<dyn std::error::Error>>((outcome, run.counters().expanded))
/// };
/// let (outcome, _) = solve(Limits { expansions: Some(3), ..Limits::default() })?;
/// assert!(matches!(outcome.verdict, Verdict::Unknown(_)));
/// let (outcome, _) = solve(Limits::default())?;
/// assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The scratch space fails, belongs to another search, or a sequence in it is damaged.
pub fn resume<D: Certifiable>(
    domain: &D,
    game: &D::Game,
    scratch: &mut dyn Scratch,
    memory: u64,
    run: &mut Run<D::Game>,
) -> Result<Outcome<<D::Game as Game>::Move>, DiskError> {
    search(domain, game, scratch, memory, Some(fingerprint(domain, game)), run)
}

fn search<D: Certifiable>(
    domain: &D,
    game: &D::Game,
    scratch: &mut dyn Scratch,
    memory: u64,
    kept: Option<u64>,
    run: &mut Run<D::Game>,
) -> Result<Outcome<<D::Game as Game>::Move>, DiskError> {
    let width = domain.state_bytes(game, &game.start()).len();
    let memory = memory.max(64 << 10);
    let disk = Disk::new(scratch, width, memory);
    let mut search =
        Search { domain, game, disk, layers: Vec::new(), least_cost: game.least_cost(), kept };
    let end = match run.check_memory(memory) {
        Ok(()) => search.run(run),
        Err(stop) => Err(stop.into()),
    };
    let bound = |moves: usize, least_cost: u32| (moves as u32).saturating_mul(least_cost);
    let depth = search.layers.len();
    match end {
        Ok(Some(plan)) => {
            let proved = bound(plan.len(), search.least_cost);
            Ok(report(game, plan, proved, None))
        }
        Ok(None) => {
            let outcome = run.exhausted(true);
            Ok(match outcome.verdict {
                Verdict::Unsolvable => outcome,
                _ => outcome.with_lower_bound(bound(depth, search.least_cost)),
            })
        }
        // The states of the last layer are not goals.
        Err(Halt::Stopped(stop)) => Ok(Outcome::unknown(stop)
            .with_lower_bound(bound(depth.saturating_sub(1), search.least_cost))),
        Err(Halt::Failed(error)) => Err(error),
    }
}

type State<D> = <<D as Domain>::Game as Game>::State;
type Move<D> = <<D as Domain>::Game as Game>::Move;

struct Search<'a, D: Certifiable> {
    domain: &'a D,
    game: &'a D::Game,
    disk: Disk<'a>,
    /// The layers so far, by the number of moves.
    layers: Vec<Sequence>,
    /// No move costs less.
    least_cost: u32,
    /// The fingerprint of a search that can be resumed.
    kept: Option<u64>,
}

impl<D: Certifiable> Search<'_, D> {
    /// Adds layer after layer until one has a goal, or is empty.
    fn run(&mut self, run: &mut Run<D::Game>) -> Result<Option<Vec<Move<D>>>, Halt> {
        let start = self.game.start();
        if self.game.is_goal(&start) {
            return Ok(Some(Vec::new()));
        }
        if !self.has_resumed(run)? {
            let record = self.domain.state_bytes(self.game, &start);
            let mut first = self.disk.begin();
            self.disk.push(&mut first, &record)?;
            self.layers.push(self.disk.end(first)?);
            self.keep(run)?;
        }
        for depth in self.layers.len() as u32 - 1.. {
            run.notify(self.game, Event::Iteration { bound: depth });
            if !run.depth_allows(depth) {
                return Ok(None);
            }
            let known: u64 = self.layers.iter().map(Sequence::records).sum();
            if let Some(goal) = self.expand_layer(depth, known, run)? {
                return self.plan(goal, run).map(Some);
            }
            let next = self.merge(run)?;
            if next.records() == 0 {
                return Ok(None);
            }
            self.layers.push(next);
            self.keep(run)?;
        }
        unreachable!("a layer of 2³² does not fit on a disk")
    }

    /// Returns to the last record of a search that can be resumed, if there is one.
    fn has_resumed(&mut self, run: &mut Run<D::Game>) -> Result<bool, Halt> {
        let Some(fingerprint) = self.kept else { return Ok(false) };
        let Some(last) = Checkpoint::read(fingerprint, &mut self.disk)? else { return Ok(false) };
        self.layers = last.sequences();
        self.least_cost = last.least_cost;
        self.disk.resume_at(last.next);
        run.absorb(&last.counters);
        Ok(true)
    }

    /// Records how far the search has got.
    fn keep(&mut self, run: &Run<D::Game>) -> Result<(), Halt> {
        let Some(fingerprint) = self.kept else { return Ok(()) };
        let checkpoint = Checkpoint {
            fingerprint,
            next: self.disk.next(),
            least_cost: self.least_cost,
            counters: run.counters(),
            layers: self.layers.iter().map(Sequence::parts).collect(),
        };
        Ok(checkpoint.write(&mut self.disk)?)
    }

    /// Collects the successors of the last layer. The record of a goal, if there is one.
    fn expand_layer(
        &mut self,
        depth: u32,
        known: u64,
        run: &mut Run<D::Game>,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let mut layer = self.disk.read(self.layers[depth as usize])?;
        let (mut buffer, mut goal, mut failed) = (Vec::new(), None, None);
        while layer.next()? {
            let state = self.state(&layer)?;
            run.sizes(layer.left(), known);
            run.expand(self.game, &state, depth, None)?;
            let (domain, game, disk) = (self.domain, self.game, &mut self.disk);
            game.each_successor(&state, &mut buffer, |_, cost, after| {
                self.least_cost = self.least_cost.min(cost);
                run.generated(1);
                let record = domain.state_bytes(game, &after);
                if goal.is_none() && game.is_goal(&after) {
                    goal = Some(record);
                } else if failed.is_none() {
                    failed = disk.collect(&record).err();
                }
            });
            if let Some(error) = failed.take() {
                return Err(error.into());
            }
            if goal.is_some() {
                break;
            }
        }
        Ok(goal)
    }

    /// Merges the collected states into the next layer.
    fn merge(&mut self, run: &mut Run<D::Game>) -> Result<Sequence, Halt> {
        // The layers that may already contain a successor.
        let most = if self.game.is_undirected() { 2 } else { self.layers.len() };
        let earlier = &self.layers[self.layers.len().saturating_sub(most)..];
        let mut earlier = Merged::new(earlier.iter().map(|layer| self.disk.read(*layer)))?;
        let mut fresh = self.disk.collected()?;
        let mut next = self.disk.begin();
        while let Some(record) = fresh.next()? {
            run.tick()?;
            while earlier.head().is_some_and(|known| known < record.as_slice()) {
                earlier.next()?;
            }
            if earlier.head() == Some(record.as_slice()) {
                run.duplicate();
            } else {
                self.disk.push(&mut next, &record)?;
            }
        }
        while earlier.next()?.is_some() {}
        self.disk.remove_runs(fresh)?;
        Ok(self.disk.end(next)?)
    }

    /// The moves to a goal after the last layer: in each layer some state leads to the next.
    fn plan(&mut self, mut target: Vec<u8>, run: &mut Run<D::Game>) -> Result<Vec<Move<D>>, Halt> {
        let (mut plan, mut moves) = (Vec::new(), Vec::new());
        for layer in self.layers.iter().rev() {
            let mut layer = self.disk.read(*layer)?;
            let mut before = None;
            while layer.next()? {
                run.tick()?;
                if before.is_some() {
                    // Only to verify the rest.
                    continue;
                }
                let state = self.state(&layer)?;
                moves.clear();
                self.game.moves(&state, &mut moves);
                let leads = |mv: &Move<D>| {
                    let after = self.game.apply(&state, *mv);
                    self.domain.state_bytes(self.game, &after) == target
                };
                if let Some(mv) = moves.iter().copied().find(leads) {
                    before = Some((layer.record().to_vec(), mv));
                }
            }
            // There is such a state; if not, the replay detects it.
            let Some((record, mv)) = before else { break };
            plan.push(mv);
            target = record;
        }
        plan.reverse();
        Ok(plan)
    }

    fn state(&self, from: &Reader) -> Result<State<D>, DiskError> {
        self.domain.state_of(self.game, from.record()).ok_or_else(|| from.damaged())
    }
}
