//! The priority queue of the Match the Tiles paper's program. The order of equal items determines
//! most of the paper's counts, and that order depends on the shape of the heap.

use patience_core::{Budget, Stop};
use patience_search::arena::Arena;

/// A node of the heap; it moves with its item.
struct Place<T> {
    item: T,
    rank: f32,
    above: Option<usize>,
    /// At most two children, the newer one last.
    below: Vec<usize>,
}

/// A binary heap of linked places, smallest rank first.
///
/// It differs from a heap in an array in three points. A place exchanged with its child becomes the
/// last child there. Of two equal children, the last one rises. And the place that replaces a
/// removed root is not always the deepest: after an insertion it is the new place, or the one that
/// sank below it.
pub(crate) struct Queue<T> {
    places: Arena<Place<T>>,
    root: Option<usize>,
    /// The parent of the next place: the uppermost with room, the first if tied.
    room: usize,
    /// The place that becomes the root.
    last: usize,
}

impl<T: Copy> Queue<T> {
    pub(crate) fn new() -> Self {
        Queue { places: Arena::new(), root: None, room: 0, last: 0 }
    }

    /// Adds an item.
    pub(crate) fn push(&mut self, item: T, rank: f32, budget: &Budget<'_>) -> Result<(), Stop> {
        let above = self.root.map(|_| self.room);
        let new = self.places.push(Place { item, rank, above, below: Vec::new() }, budget)?;
        let Some(above) = above else {
            (self.root, self.room, self.last) = (Some(new), new, new);
            return Ok(());
        };
        self.places[above].below.push(new);
        self.last = if self.precedes(new, above) { above } else { new };
        while let Some(above) = self.places[new].above.filter(|above| self.precedes(new, *above)) {
            self.exchange(above, new);
        }
        self.find_room();
        Ok(())
    }

    /// Removes the item of smallest rank.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let root = self.root?;
        let item = self.places[root].item;
        let last = self.last;
        let Some(above) = self.places[last].above else {
            self.root = None;
            return Some(item);
        };
        self.places[above].below.retain(|place| *place != last);
        let below = std::mem::take(&mut self.places[root].below);
        self.hang(last, below);
        self.places[last].above = None;
        self.root = Some(last);
        while let Some(child) = self.rising_child(last) {
            self.exchange(last, child);
        }
        self.find_room();
        self.find_last();
        Some(item)
    }

    fn precedes(&self, a: usize, b: usize) -> bool {
        self.places[a].rank < self.places[b].rank
    }

    /// Makes places the children of a place.
    fn hang(&mut self, above: usize, below: Vec<usize>) {
        for place in &below {
            self.places[*place].above = Some(above);
        }
        self.places[above].below = below;
    }

    /// The child that must rise above a place, if any.
    fn rising_child(&self, place: usize) -> Option<usize> {
        let child = match *self.places[place].below.as_slice() {
            [] => return None,
            [only] => only,
            [first, second, ..] => {
                if self.precedes(first, second) {
                    first
                } else {
                    second
                }
            }
        };
        self.precedes(child, place).then_some(child)
    }

    /// Exchanges a child and its parent.
    fn exchange(&mut self, parent: usize, child: usize) {
        let mut brothers = std::mem::take(&mut self.places[parent].below);
        let below = std::mem::take(&mut self.places[child].below);
        self.hang(parent, below);
        let above = self.places[parent].above;
        match above {
            None => self.root = Some(child),
            Some(above) => {
                let below = &mut self.places[above].below;
                below.retain(|place| *place != parent);
                below.push(child);
            }
        }
        self.places[child].above = above;
        brothers.retain(|place| *place != child);
        brothers.push(parent);
        self.hang(child, brothers);
    }

    fn find_room(&mut self) {
        let Some(root) = self.root else { return };
        self.room = if self.places[root].below.len() < 2 {
            root
        } else {
            self.uppermost_room(root, 1).map_or(root, |(place, _)| place)
        };
    }

    /// The uppermost place with room below a place with two children, and its depth.
    fn uppermost_room(&self, place: usize, depth: u32) -> Option<(usize, u32)> {
        let below = &self.places[place].below;
        if let Some(child) = below.iter().find(|child| self.places[**child].below.len() < 2) {
            return Some((*child, depth));
        }
        let deeper = below.iter().filter_map(|child| self.uppermost_room(*child, depth + 1));
        deeper.min_by_key(|(_, depth)| *depth)
    }

    fn find_last(&mut self) {
        let Some(root) = self.root else { return };
        self.last = match *self.places[root].below.as_slice() {
            [] => root,
            [only] => only,
            _ => self.deepest(root, 1).map_or(root, |(place, _)| place),
        };
    }

    /// The deepest place below a place (the first if tied), and its depth.
    fn deepest(&self, place: usize, depth: u32) -> Option<(usize, u32)> {
        let below = self.places[place].below.iter().filter_map(|child| {
            let is_leaf = self.places[*child].below.is_empty();
            if is_leaf { Some((*child, depth)) } else { self.deepest(*child, depth + 1) }
        });
        below.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::Random;

    #[test]
    fn smallest_rank_leaves_first() {
        let mut random = Random::new(1);
        let (mut queue, mut held) = (Queue::new(), Vec::new());
        for step in 0..3_000 {
            if held.is_empty() || random.below(5) < 3 {
                let rank = random.below(50);
                queue.push((step, rank), rank as f32, &Budget::unlimited()).unwrap();
                held.push(rank);
            } else {
                let (_, rank) = queue.pop().unwrap();
                assert_eq!(Some(&rank), held.iter().min());
                let place = held.iter().position(|other| *other == rank).unwrap();
                held.swap_remove(place);
            }
        }
    }
}
