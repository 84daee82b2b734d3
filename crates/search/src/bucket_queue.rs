//! The open list: a priority queue of buckets.

use std::collections::BTreeMap;

use patience_core::{Budget, Stop};

use crate::arena::Arena;

/// Which of several equal items leaves a [`BucketQueue`] first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// The one that waits longest.
    Fifo,
    /// The one that came last.
    Lifo,
}

/// A smaller one leaves a [`BucketQueue`] first; the second part decides among equal first parts.
pub type Priority = (u64, u32);

const NONE: u32 = u32::MAX;

/// Entries of the cache of buckets.
const RECENT: usize = 256;

/// One priority: a linked list through the slots.
#[derive(Clone, Copy)]
struct Bucket {
    priority: Priority,
    first: u32,
    last: u32,
}

struct Slot<T> {
    item: Option<T>,
    next: u32,
}

/// Items by priority. There are few priorities and many items, so a bucket per priority makes
/// pushing and popping independent of the number of items. The items are in one arena whose slots
/// are reused, so the queue needs space only for its maximum size, and growing it copies nothing.
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
    slots: Arena<Slot<T>>,
    free: u32,
    len: usize,
    buckets: Vec<Bucket>,
    free_buckets: Vec<u32>,
    /// The buckets that are not empty.
    by_priority: BTreeMap<Priority, u32>,
    /// Buckets lately used, by a hash of the priority: nearly every push finds its bucket here.
    recent: [u32; RECENT],
    /// The bucket of the smallest priority, or `NONE`.
    smallest: u32,
}

impl<T> BucketQueue<T> {
    /// An empty queue.
    pub fn new(order: Order) -> Self {
        BucketQueue {
            order,
            slots: Arena::new(),
            free: NONE,
            len: 0,
            buckets: Vec::new(),
            free_buckets: Vec::new(),
            by_priority: BTreeMap::new(),
            recent: [NONE; RECENT],
            smallest: NONE,
        }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Every item, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().filter_map(|slot| slot.item.as_ref())
    }

    /// Adds an item.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room for it.
    #[inline]
    pub fn push(&mut self, priority: Priority, item: T, budget: &Budget<'_>) -> Result<(), Stop> {
        // 1. A slot for the item.
        let slot = if self.free == NONE {
            if self.slots.len() >= NONE as usize {
                return Err(Stop::Memory);
            }
            self.slots.push(Slot { item: Some(item), next: NONE }, budget)? as u32
        } else {
            let slot = self.free;
            let place = &mut self.slots[slot as usize];
            self.free = place.next;
            *place = Slot { item: Some(item), next: NONE };
            slot
        };
        self.len += 1;

        // 2. Its bucket.
        let number = self.bucket(priority);
        let bucket = &mut self.buckets[number as usize];
        match self.order {
            _ if bucket.first == NONE => (bucket.first, bucket.last) = (slot, slot),
            Order::Lifo => {
                self.slots[slot as usize].next = bucket.first;
                bucket.first = slot;
            }
            Order::Fifo => {
                self.slots[bucket.last as usize].next = slot;
                bucket.last = slot;
            }
        }

        // 3. The smallest priority.
        if self.smallest == NONE || priority < self.buckets[self.smallest as usize].priority {
            self.smallest = number;
        }
        Ok(())
    }

    /// The smallest priority of all items.
    #[inline]
    pub fn least(&self) -> Option<Priority> {
        self.buckets.get(self.smallest as usize).map(|bucket| bucket.priority)
    }

    /// Takes the item of the smallest priority.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        if self.smallest == NONE {
            return None;
        }
        let bucket = &mut self.buckets[self.smallest as usize];
        let slot = bucket.first;
        let place = &mut self.slots[slot as usize];
        let item = place.item.take();
        bucket.first = place.next;
        place.next = self.free;
        self.free = slot;
        self.len -= 1;
        if bucket.first == NONE {
            self.retire();
        }
        item
    }

    /// The bucket of a priority; a new one if there is none.
    #[inline]
    fn bucket(&mut self, priority: Priority) -> u32 {
        let place = Self::place(priority);
        let number = self.recent[place];
        if number != NONE && self.buckets[number as usize].priority == priority {
            return number;
        }
        self.look_up(priority, place)
    }

    fn look_up(&mut self, priority: Priority, place: usize) -> u32 {
        let fresh = Bucket { priority, first: NONE, last: NONE };
        let (buckets, free) = (&mut self.buckets, &mut self.free_buckets);
        let number = *self.by_priority.entry(priority).or_insert_with(|| match free.pop() {
            Some(number) => {
                buckets[number as usize] = fresh;
                number
            }
            None => {
                buckets.push(fresh);
                (buckets.len() - 1) as u32
            }
        });
        self.recent[place] = number;
        number
    }

    /// Takes the smallest bucket, now empty, out of the order.
    fn retire(&mut self) {
        let priority = self.buckets[self.smallest as usize].priority;
        self.by_priority.remove(&priority);
        self.free_buckets.push(self.smallest);
        let place = Self::place(priority);
        if self.recent[place] == self.smallest {
            self.recent[place] = NONE;
        }
        self.smallest = self.by_priority.first_key_value().map_or(NONE, |(_, &number)| number);
    }

    #[inline]
    fn place((primary, secondary): Priority) -> usize {
        (primary as usize).wrapping_mul(31).wrapping_add(secondary as usize) % RECENT
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use patience_testing::size;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(size(64, 256)))]

        #[test]
        fn it_is_a_stable_priority_queue(
            steps in prop::collection::vec(prop::option::weighted(0.6, (0u64..300, 0u32..3)), 0..3000),
            lifo in any::<bool>(),
        ) {
            let budget = Budget::unlimited();
            let mut queue = BucketQueue::new(if lifo { Order::Lifo } else { Order::Fifo });
            let mut truth: BTreeMap<Priority, VecDeque<usize>> = BTreeMap::new();
            for (number, step) in steps.into_iter().enumerate() {
                if let Some(priority) = step {
                    queue.push(priority, number, &budget).unwrap();
                    truth.entry(priority).or_default().push_back(number);
                } else {
                    let expected = truth.first_entry().and_then(|mut bucket| {
                        let items = bucket.get_mut();
                        let item = if lifo { items.pop_back() } else { items.pop_front() };
                        if items.is_empty() { bucket.remove(); }
                        item
                    });
                    prop_assert_eq!(queue.pop(), expected);
                }
                prop_assert_eq!(queue.len(), truth.values().map(VecDeque::len).sum::<usize>());
                prop_assert_eq!(queue.iter().count(), queue.len());
            }
        }
    }
}
