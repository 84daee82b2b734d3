//! Storage that requests memory before it grows: a sequence whose items never move, and reserved
//! room in vectors.

use std::mem::size_of;
use std::ops::{Index, IndexMut};

use patience_core::{Budget, Game, Stop};

/// Items in chunks of a fixed size: growth copies nothing, so a table of gigabytes never needs
/// twice its size. Every chunk is requested from the budget's memory limit before it is allocated.
///
/// ```
/// use patience_core::Budget;
/// use patience_search::arena::Arena;
///
/// let mut arena = Arena::new();
/// let index = arena.push("an item", &Budget::unlimited())?;
/// assert_eq!(arena[index], "an item");
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    /// Items per chunk: large enough that the list of chunks stays in the cache, small enough for
    /// small games.
    const CHUNK: usize = 1 << 12;

    /// An empty arena.
    pub fn new() -> Self {
        Arena { chunks: Vec::new(), len: 0 }
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Appends an item and returns its index.
    ///
    /// # Errors
    /// The memory limit does not allow another chunk.
    #[inline]
    pub fn push(&mut self, item: T, budget: &Budget<'_>) -> Result<usize, Stop> {
        let index = self.len;
        if index < Self::CHUNK {
            // The first chunk grows from zero, so that small searches stay small.
            if index == 0 {
                self.chunks.push(Vec::new());
            }
            make_room(&mut self.chunks[0], 1, budget)?;
        } else if index.is_multiple_of(Self::CHUNK) {
            budget.check_memory((Self::CHUNK * size_of::<T>()) as u64)?;
            self.chunks.push(Vec::with_capacity(Self::CHUNK));
        }
        self.chunks[index / Self::CHUNK].push(item);
        self.len += 1;
        Ok(index)
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The items in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena::new()
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.chunks[index / Self::CHUNK][index % Self::CHUNK]
    }
}

impl<T> IndexMut<usize> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / Self::CHUNK][index % Self::CHUNK]
    }
}

/// Makes room for `more` items in a growing vector, by at least half its size, if the budget's
/// memory limit allows it: during the move, both the old and the new vector exist.
///
/// ```
/// use patience_core::Budget;
/// use patience_search::arena::make_room;
///
/// let mut list: Vec<u64> = Vec::new();
/// make_room(&mut list, 10, &Budget::unlimited())?;
/// assert!(list.capacity() >= 10);
/// # Ok::<(), patience_core::Stop>(())
/// ```
///
/// # Errors
/// The memory limit does not allow it.
#[inline]
pub fn make_room<T>(vec: &mut Vec<T>, more: usize, budget: &Budget<'_>) -> Result<(), Stop> {
    if vec.capacity() - vec.len() >= more { Ok(()) } else { grow(vec, more, budget) }
}

#[cold]
#[inline(never)]
fn grow<T>(vec: &mut Vec<T>, more: usize, budget: &Budget<'_>) -> Result<(), Stop> {
    // Small vectors grow faster: a search of a hundred states should not grow each of its lists
    // often.
    let (item, capacity) = (size_of::<T>().max(1), vec.capacity());
    let least = (256 / item).max(4);
    let by = if capacity * item < 4096 { capacity } else { capacity / 2 };
    let capacity = (vec.len() + more).max(capacity + by).max(least);
    budget.check_memory((capacity * size_of::<T>()) as u64)?;
    vec.reserve_exact(capacity - vec.len());
    Ok(())
}

/// The moves of all states on a path, concatenated.
///
/// ```
/// use patience_core::{Budget, example::Doubling};
/// use patience_search::arena::Moves;
///
/// let game = Doubling { goal: 10 };
/// let mut moves = Moves::default();
/// let first = moves.append(&game, &2, &Budget::unlimited())?;
/// assert!(moves.get(first).is_some());
/// moves.truncate(first);
/// assert_eq!(moves.get(first), None);
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub struct Moves<M> {
    all: Vec<M>,
    /// The largest number of moves of one state so far: room for that many is reserved in advance.
    most: usize,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves { all: Vec::new(), most: 8 }
    }
}

impl<M: Copy> Moves<M> {
    /// Appends the moves of a state and returns the index of the first.
    ///
    /// # Errors
    /// The memory limit does not allow it.
    #[inline]
    pub fn append<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
    ) -> Result<usize, Stop> {
        make_room(&mut self.all, self.most, budget)?;
        let first = self.all.len();
        game.moves(state, &mut self.all);
        self.most = self.most.max(self.all.len() - first);
        Ok(first)
    }

    /// Returns the moves from an index onward, for reordering.
    #[inline]
    pub fn from_mut(&mut self, first: usize) -> &mut [M] {
        &mut self.all[first..]
    }

    /// The move with the given index, if it exists.
    #[inline]
    pub fn get(&self, index: usize) -> Option<M> {
        self.all.get(index).copied()
    }

    /// Removes the moves from an index onward.
    #[inline]
    pub fn truncate(&mut self, first: usize) {
        self.all.truncate(first);
    }
}
