//! Items in numbered, reusable slots, for queues that order numbers.

use patience_core::{Budget, Stop};

use crate::arena::{Arena, make_room};

/// Items that keep their number while they are stored.
pub(crate) struct Slots<T> {
    items: Arena<Option<T>>,
    free: Vec<u32>,
}

impl<T> Slots<T> {
    pub fn new() -> Self {
        Slots { items: Arena::new(), free: Vec::new() }
    }

    /// Puts an item into a slot.
    ///
    /// # Errors
    /// The memory limit does not allow it.
    pub fn insert(&mut self, item: T, budget: &Budget<'_>) -> Result<u32, Stop> {
        if let Some(slot) = self.free.pop() {
            self.items[slot as usize] = Some(item);
            return Ok(slot);
        }
        // Makes sure that emptying a slot needs no memory.
        make_room(&mut self.free, self.items.len() + 1, budget)?;
        u32::try_from(self.items.push(Some(item), budget)?).map_err(|_| Stop::Memory)
    }

    /// Empties a slot.
    ///
    /// # Panics
    /// The slot is empty.
    pub fn take(&mut self, slot: u32) -> T {
        self.free.push(slot);
        self.items[slot as usize].take().expect("the number of a stored item")
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }
}
