//! The states of one part of the hashes, and the letters between the parts.

use patience_core::{Budget, Claims, Game, Heuristic, Stop};

use crate::bucket_queue::{BucketQueue, Order};
use crate::table::{Entry, Id, Table};

/// The number of parts into which states are divided; additional threads would be idle.
pub const SHARDS: usize = 32;

/// Letters whose places in the table are fetched together.
const TOGETHER: usize = 16;

/// The part of a search that all shards share.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) heuristic: &'a (dyn Heuristic<G> + Sync),
    pub(super) claims: Claims,
}

impl<G: Game> Task<'_, G> {
    /// No plan through a state that was reached at cost `g` is cheaper than this.
    pub(super) fn bound(&self, g: u32, h: u32) -> u32 {
        if self.claims.admissible { g.saturating_add(h) } else { g }
    }
}

/// A known state.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) shard: u32,
    pub(super) id: Id,
}

/// The data of a known state.
pub(super) struct Reached {
    pub(super) parent: Option<Place>,
    pub(super) g: u32,
}

/// A state that waits.
pub(super) struct OpenNode<S> {
    pub(super) id: Id,
    pub(super) g: u32,
    pub(super) h: u32,
    pub(super) depth: u32,
    pub(super) state: S,
}

/// A state being sent to its shard.
pub(super) struct Letter<G: Game> {
    pub(super) hash: u64,
    pub(super) key: G::Key,
    pub(super) parent: Option<Place>,
    pub(super) g: u32,
    pub(super) depth: u32,
    pub(super) state: G::State,
}

/// Counters of a shard since the calling thread last read them.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) generated: u64,
    pub(super) duplicates: u64,
    pub(super) dead_ends: u64,
}

/// The states of one part of the hashes.
pub(super) struct Shard<G: Game> {
    pub(super) closed: Table<G::Key, Reached>,
    /// By f, then by h.
    pub(super) open: BucketQueue<OpenNode<G::State>>,
    /// The states to expand in this round.
    pub(super) batch: Vec<OpenNode<G::State>>,
    /// Letters of this round, by receiving shard.
    pub(super) sent: Vec<Vec<Letter<G>>>,
    /// Letters of this round, by sending shard.
    pub(super) received: Vec<Vec<Letter<G>>>,
    pub(super) counts: Counts,
    /// The smallest cost before a dead end that is not sound.
    pub(super) left_out: Option<u32>,
    /// A buffer of one expansion.
    moves: Vec<G::Move>,
}

impl<G: Game> Shard<G> {
    pub(super) fn new() -> Self {
        let lists = || std::iter::repeat_with(Vec::new).take(SHARDS).collect();
        Shard {
            closed: Table::new(),
            open: BucketQueue::new(Order::Lifo),
            batch: Vec::new(),
            sent: lists(),
            received: lists(),
            counts: Counts::default(),
            left_out: None,
            moves: Vec::new(),
        }
    }

    /// Writes the successors of the batch into letters.
    pub(super) fn expand(&mut self, index: u32, task: &Task<G>) {
        let (closed, sent, counts) = (&self.closed, &mut self.sent, &mut self.counts);
        for OpenNode { id, g, depth, state, .. } in self.batch.drain(..) {
            let parent = Some(Place { shard: index, id });
            task.game.each_successor(&state, &mut self.moves, |_, cost, state| {
                let key = task.game.key(&state);
                let hash = closed.hash(&key);
                let g = g.saturating_add(cost);
                sent[shard_of(hash)].push(Letter { hash, key, parent, g, depth: depth + 1, state });
                counts.generated += 1;
            });
        }
    }

    /// Records and opens the received states.
    pub(super) fn read_letters(&mut self, task: &Task<G>) {
        let mut received = std::mem::take(&mut self.received);
        for letters in &mut received {
            let mut rest = letters.drain(..);
            while !rest.as_slice().is_empty() {
                let group = rest.as_slice().iter().take(TOGETHER);
                self.closed.fetch(group.map(|letter| letter.hash));
                for letter in rest.by_ref().take(TOGETHER) {
                    // No limit applies here: the calling thread has checked them.
                    self.read(letter, task).expect("there is room without a limit");
                }
            }
        }
        self.received = received;
    }

    fn read(&mut self, letter: Letter<G>, task: &Task<G>) -> Result<(), Stop> {
        let Letter { hash, key, parent, g, depth, state } = letter;
        let budget = Budget::unlimited();
        let id = match self.closed.insert_hashed(hash, key, Reached { parent, g }, &budget)? {
            Entry::New(id) => id,
            Entry::Known(id) if g < self.closed.value(id).g => {
                *self.closed.value_mut(id) = Reached { parent, g };
                id
            }
            Entry::Known(_) => {
                self.counts.duplicates += 1;
                return Ok(());
            }
        };
        let Some(h) = task.heuristic.estimate(task.game, &state).cost() else {
            self.counts.dead_ends += 1;
            if !task.claims.sound_dead_ends {
                self.left_out = Some(self.left_out.map_or(g, |least| least.min(g)));
            }
            return Ok(());
        };
        let node = OpenNode { id, g, h, depth, state };
        self.open.push((g.saturating_add(h).into(), h), node, &budget)
    }

    /// Its approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        // Of an index that has just doubled, three eighths are used, with 4 bytes per place.
        let known = size_of::<(G::Key, Reached)>() + 11;
        self.closed.len() * known + self.open.len() * size_of::<OpenNode<G::State>>()
    }
}

/// The shard of a hash, determined by bits that a table of keys does not use.
pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> 22) as usize % SHARDS
}
