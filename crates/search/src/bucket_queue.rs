//! The open list: a priority queue of buckets.

use std::collections::{BTreeMap, VecDeque};
use std::vec::IntoIter;

use patience_core::sets::Set64;
use patience_core::{Budget, Stop};

use crate::arena::make_room;

/// The order of equal items in a [`BucketQueue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// The oldest first.
    Fifo,
    /// The newest first.
    Lifo,
}

/// A smaller one leaves a [`BucketQueue`] first; the second part breaks ties.
pub type Priority = (u64, u32);

const NONE: u32 = u32::MAX;

/// Priorities below both of these are indexed directly, others are kept in a tree.
const FIRST_PARTS: u64 = 2048;
const SECOND_PARTS: u32 = 256;

/// Items by priority. There are few priorities and many items, so a bucket per priority makes
/// pushing and popping independent of the number of items. Small priorities, such as f and h of
/// most games, index the buckets directly. Items are in blocks that are freed when empty, and
/// growing a bucket copies at most one block.
///
/// ```
/// use patience_core::Budget;
/// use patience_search::bucket_queue::{BucketQueue, Order};
///
/// let budget = Budget::unlimited();
/// let mut queue = BucketQueue::new(Order::Fifo);
/// for (priority, item) in [(2, 'b'), (1, 'a'), (2, 'c')] {
///     queue.push((priority, 0), item, &budget)?;
/// }
/// let order: Vec<char> = std::iter::from_fn(|| queue.pop()).collect();
/// assert_eq!(order, ['a', 'b', 'c']);
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub struct BucketQueue<T> {
    order: Order,
    len: usize,
    buckets: Vec<Bucket<T>>,
    /// Free buckets, once used for priorities in the tree.
    free: Vec<u32>,
    /// The rows of small priorities, by first part.
    rows: Vec<Row>,
    /// The buckets of all other priorities; an empty one is removed when it becomes the first.
    others: BTreeMap<Priority, u32>,
    /// The smallest priority and its bucket.
    smallest: Option<(Priority, u32)>,
}

/// The buckets of one first part.
#[derive(Clone, Default)]
struct Row {
    /// The buckets by second part; `NONE` before the first item.
    buckets: Vec<u32>,
    /// The buckets that are not empty.
    filled: [Set64; SECOND_PARTS as usize / 64],
}

impl Row {
    fn mark(&mut self, second: u32, is_filled: bool) {
        let (set, second) = (&mut self.filled[second as usize / 64], second as usize % 64);
        if is_filled {
            set.insert(second);
        } else {
            set.remove(second);
        }
    }

    /// The smallest second part with an item.
    fn first(&self) -> Option<u32> {
        let first = |(index, set): (usize, Set64)| set.first().map(|second| 64 * index + second);
        self.filled.into_iter().enumerate().find_map(first).map(|second| second as u32)
    }
}

impl<T> BucketQueue<T> {
    /// An empty queue.
    pub fn new(order: Order) -> Self {
        BucketQueue {
            order,
            len: 0,
            buckets: Vec::new(),
            free: Vec::new(),
            rows: Vec::new(),
            others: BTreeMap::new(),
            smallest: None,
        }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Every item, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.buckets.iter().flat_map(Bucket::iter)
    }

    /// Adds an item.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room for it.
    #[inline]
    pub fn push(&mut self, priority: Priority, item: T, budget: &Budget<'_>) -> Result<(), Stop> {
        let number = self.bucket(priority, budget)?;
        let bucket = &mut self.buckets[number as usize];
        let was_empty = bucket.is_empty();
        bucket.push(item, budget)?;
        self.len += 1;
        if was_empty {
            if is_small(priority) {
                self.rows[priority.0 as usize].mark(priority.1, true);
            }
            if self.smallest.is_none_or(|(smallest, _)| priority < smallest) {
                self.smallest = Some((priority, number));
            }
        }
        Ok(())
    }

    /// The smallest priority of all items.
    #[inline]
    pub fn least(&self) -> Option<Priority> {
        self.smallest.map(|(priority, _)| priority)
    }

    /// The item that [`pop`](Self::pop) takes next.
    #[inline]
    pub fn peek(&self) -> Option<&T> {
        let (_, number) = self.smallest?;
        let bucket = &self.buckets[number as usize];
        match self.order {
            Order::Lifo => bucket.last(),
            Order::Fifo => bucket.first(),
        }
    }

    /// Takes the item of the smallest priority.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let (priority, number) = self.smallest?;
        let bucket = &mut self.buckets[number as usize];
        let item = match self.order {
            Order::Lifo => bucket.pop_last(),
            Order::Fifo => bucket.pop_first(),
        };
        self.len -= 1;
        if bucket.is_empty() {
            self.next_smallest(priority);
        }
        item
    }

    /// The bucket of a priority, created if needed.
    #[inline]
    fn bucket(&mut self, priority: Priority, budget: &Budget<'_>) -> Result<u32, Stop> {
        if is_small(priority)
            && let Some(row) = self.rows.get(priority.0 as usize)
            && let Some(&number) = row.buckets.get(priority.1 as usize)
            && number != NONE
        {
            return Ok(number);
        }
        self.look_up(priority, budget)
    }

    fn look_up(&mut self, priority: Priority, budget: &Budget<'_>) -> Result<u32, Stop> {
        if let Some(&number) = self.others.get(&priority) {
            return Ok(number);
        }
        if !is_small(priority) {
            let number = match self.free.pop() {
                Some(number) => number,
                None => self.new_bucket(budget)?,
            };
            self.others.insert(priority, number);
            return Ok(number);
        }
        let (first, second) = (priority.0 as usize, priority.1 as usize);
        if first >= self.rows.len() {
            let more = first + 1 - self.rows.len();
            make_room(&mut self.rows, more, budget)?;
            self.rows.resize(first + 1, Row::default());
        }
        let number = self.new_bucket(budget)?;
        let row = &mut self.rows[first].buckets;
        if second >= row.len() {
            make_room(row, second + 1 - row.len(), budget)?;
            row.resize(second + 1, NONE);
        }
        row[second] = number;
        Ok(number)
    }

    fn new_bucket(&mut self, budget: &Budget<'_>) -> Result<u32, Stop> {
        let (number, free) = (self.buckets.len(), self.free.len());
        make_room(&mut self.buckets, 1, budget)?;
        // Makes sure that removing an item needs no memory.
        make_room(&mut self.free, number + 1 - free, budget)?;
        self.buckets.push(Bucket::default());
        Ok(number as u32)
    }

    /// Finds the smallest priority after the bucket of the smallest became empty.
    fn next_smallest(&mut self, (first, second): Priority) {
        let mut small = None;
        if is_small((first, second)) {
            self.rows[first as usize].mark(second, false);
        }
        // If the smallest priority was not a small one, there are no small priorities any more.
        for (first, row) in (first..).zip(self.rows.iter().skip(first as usize)) {
            if let Some(second) = row.first() {
                small = Some(((first, second), row.buckets[second as usize]));
                break;
            }
        }
        while let Some(entry) = self.others.first_entry()
            && self.buckets[*entry.get() as usize].is_empty()
        {
            self.free.push(entry.remove());
        }
        let other = self.others.first_key_value().map(|(priority, number)| (*priority, *number));
        self.smallest = small.into_iter().chain(other).min();
    }
}

/// Whether the bucket of a priority is indexed directly.
#[inline]
fn is_small((first, second): Priority) -> bool {
    first < FIRST_PARTS && second < SECOND_PARTS
}

/// The items of one priority.
struct Bucket<T> {
    /// The oldest items, in a first-in, first-out queue.
    front: IntoIter<T>,
    /// Full blocks.
    full: VecDeque<Vec<T>>,
    /// The newest.
    last: Vec<T>,
}

impl<T> Default for Bucket<T> {
    fn default() -> Self {
        Bucket { front: Vec::new().into_iter(), full: VecDeque::new(), last: Vec::new() }
    }
}

impl<T> Bucket<T> {
    /// Items per block. The last block of a bucket grows up to it.
    const BLOCK: usize = 256;

    fn is_empty(&self) -> bool {
        self.last.is_empty() && self.full.is_empty() && self.front.as_slice().is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = &T> {
        self.front.as_slice().iter().chain(self.full.iter().flatten()).chain(&self.last)
    }

    #[inline]
    fn push(&mut self, item: T, budget: &Budget<'_>) -> Result<(), Stop> {
        if self.last.len() == self.last.capacity() {
            self.grow(budget)?;
        }
        self.last.push(item);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        let len = self.last.len();
        if len < Self::BLOCK {
            // Most buckets of a small search hold few items.
            let capacity = (4 * len).clamp(4, Self::BLOCK);
            budget.check_memory((capacity * size_of::<T>()) as u64)?;
            self.last.reserve_exact(capacity - len);
        } else {
            budget.check_memory((Self::BLOCK * size_of::<T>()) as u64)?;
            self.full.push_back(std::mem::replace(&mut self.last, Vec::with_capacity(Self::BLOCK)));
        }
        Ok(())
    }

    fn last(&self) -> Option<&T> {
        self.last.last().or_else(|| self.full.back()?.last())
    }

    fn first(&self) -> Option<&T> {
        let block = || self.full.front().unwrap_or(&self.last).first();
        self.front.as_slice().first().or_else(block)
    }

    #[inline]
    fn pop_last(&mut self) -> Option<T> {
        if self.last.is_empty()
            && let Some(full) = self.full.pop_back()
        {
            self.last = full;
        }
        self.last.pop()
    }

    #[inline]
    fn pop_first(&mut self) -> Option<T> {
        if let Some(item) = self.front.next() {
            return Some(item);
        }
        let block = self.full.pop_front().unwrap_or_else(|| std::mem::take(&mut self.last));
        self.front = block.into_iter();
        self.front.next()
    }
}

#[cfg(test)]
mod tests {
    use patience_testing::size;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(size(64, 256)))]

        #[test]
        fn it_is_a_stable_priority_queue(
            steps in prop::collection::vec(
                prop::option::weighted(0.6, (0u64..300, 0u32..3)),
                0..3000,
            ),
            // Priorities both below and above the directly indexed ones, with large steps between
            // them.
            apart in (
                prop::sample::select(vec![1u64, 13, 1 << 40]),
                prop::sample::select(vec![1u32, 127, 1 << 20]),
            ),
            lifo in any::<bool>(),
        ) {
            let budget = Budget::unlimited();
            let mut queue = BucketQueue::new(if lifo { Order::Lifo } else { Order::Fifo });
            let mut truth: BTreeMap<Priority, VecDeque<usize>> = BTreeMap::new();
            for (number, step) in steps.into_iter().enumerate() {
                if let Some((first, second)) = step {
                    let priority = (first * apart.0, second * apart.1);
                    queue.push(priority, number, &budget).unwrap();
                    truth.entry(priority).or_default().push_back(number);
                } else {
                    let expected = truth.first_entry().and_then(|mut bucket| {
                        let items = bucket.get_mut();
                        let item = if lifo { items.pop_back() } else { items.pop_front() };
                        if items.is_empty() { bucket.remove(); }
                        item
                    });
                    prop_assert_eq!(queue.peek().copied(), expected);
                    prop_assert_eq!(queue.pop(), expected);
                }
                prop_assert_eq!(queue.least(), truth.keys().next().copied());
                // Takes as long as there are items.
                if number % size(16, 1) == 0 {
                    let items = truth.values().map(VecDeque::len).sum::<usize>();
                    prop_assert_eq!((queue.len(), queue.iter().count()), (items, items));
                }
            }
        }
    }
}
