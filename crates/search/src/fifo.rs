//! The frontier of a breadth-first search.

use std::collections::VecDeque;
use std::mem::size_of;

use patience_core::{Budget, Stop};

/// First in, first out, in chunks: growth copies nothing, and emptied chunks are freed at once.
pub(crate) struct Fifo<T> {
    chunks: VecDeque<std::vec::IntoIter<T>>,
    filling: Vec<T>,
    len: usize,
}

impl<T> Fifo<T> {
    const CHUNK: usize = 1024;

    pub(crate) fn new() -> Self {
        Fifo { chunks: VecDeque::new(), filling: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T, budget: &Budget<'_>) -> Result<(), Stop> {
        if self.filling.len() == self.filling.capacity() {
            budget.check_memory((Self::CHUNK * size_of::<T>()) as u64)?;
            let full = std::mem::replace(&mut self.filling, Vec::with_capacity(Self::CHUNK));
            self.chunks.push_back(full.into_iter());
        }
        self.filling.push(item);
        self.len += 1;
        Ok(())
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        loop {
            match self.chunks.front_mut() {
                Some(chunk) => match chunk.next() {
                    Some(item) => {
                        self.len -= 1;
                        return Some(item);
                    }
                    None => drop(self.chunks.pop_front()),
                },
                None if self.filling.is_empty() => return None,
                None => self.chunks.push_back(std::mem::take(&mut self.filling).into_iter()),
            }
        }
    }
}
