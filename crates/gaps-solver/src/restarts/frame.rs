//! The choices on the current path of a search.

use patience_core::Random;

use crate::position::{Geometry, Position, Step};
use crate::reduce::Asleep;

/// Successor of a choice.
pub(crate) struct Child {
    pub step: Step,
    pub position: Position,
    /// 0 once known to be lost.
    pub weight: f32,
}

/// A position with a choice, on the current path. Its children are those in the stack of children
/// from `children` up to the first of the next frame.
pub(crate) struct Frame {
    pub position: Position,
    /// Steps that sleep here.
    pub asleep: Asleep,
    pub children: usize,
    /// The child being searched.
    pub current: usize,
    /// Length of the trail at this position.
    pub trail: usize,
    /// Length of the chain after this position.
    pub chain: usize,
    /// The count of expansions when it was pushed.
    pub expanded: u64,
}

/// The child that a step leads to, before its weight is known.
#[inline]
pub(crate) fn child(geometry: &Geometry, position: &Position, step: Step) -> Child {
    let mut next = position.clone();
    next.take(geometry, step);
    Child { step, weight: 0.0, position: next }
}

/// An index drawn at random by weight, or `None` if all weights are 0.
#[inline]
pub(crate) fn choose(random: &mut Random, children: &[Child]) -> Option<usize> {
    let total: f32 = children.iter().map(|child| child.weight).sum();
    let mut left = random.unit() as f32 * total;
    let mut last = None;
    for (index, child) in children.iter().enumerate().filter(|(_, child)| child.weight > 0.0) {
        last = Some(index);
        left -= child.weight;
        if left < 0.0 {
            break;
        }
    }
    last
}
