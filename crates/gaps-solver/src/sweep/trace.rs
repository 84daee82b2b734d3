//! Tracing a plan back through the layers.

use super::Sweep;
use crate::fault::Halt;
use crate::position::{PACKED, Packed, Path, Position};

/// A step with the position after it, as in paths, and the position before it.
type Before = ((u8, Position), Packed);

impl Sweep<'_, '_, '_> {
    /// The path from the deal to a position of a layer, found backward through the layers.
    pub(super) fn trace_back(&mut self, number: u32, goal: &Packed) -> Result<Path, Halt> {
        let mut path = Vec::new();
        let mut target = *goal;
        let numbers: Vec<u32> = self.progress.done.iter().copied().chain([number]).collect();
        for number in numbers.into_iter().rev() {
            // A layer may have several positions of the path.
            while let Some((step, before)) = self.leading_to(number, &target)? {
                path.push(step);
                target = before;
            }
        }
        path.reverse();
        Ok(path)
    }

    /// A position of a layer from which a step leads to `target`, with that step. The layer is read
    /// to its end to verify that it is complete.
    fn leading_to(&mut self, number: u32, target: &Packed) -> Result<Option<Before>, Halt> {
        let mut layer = self.store.layers.read::<PACKED>(number)?;
        let mut found = None;
        while let Some(packed) = layer.next()? {
            self.store.budget.tick()?;
            if found.is_some() {
                continue;
            }
            let position = self.unpack(number, &packed)?;
            for step in self.steps(&position) {
                let mut next = position.clone();
                next.take(self.geometry, step);
                if next.pack(self.geometry) == *target {
                    found = Some(((step.card, next), packed));
                    break;
                }
            }
        }
        Ok(found)
    }
}
