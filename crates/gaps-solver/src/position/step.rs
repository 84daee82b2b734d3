//! A step between positions, and the list of steps from a position.

use patience_core::sets::Set32;

/// A step between positions: the card goes to the cell. A card that enters a free level joins its
/// wild cards; the cell then only records where this representative puts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub card: u8,
    pub to: u8,
}

/// The steps of a position: at most 4 for each gap, and for each wild row.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    len: u8,
    steps: [Step; 32],
}

impl Steps {
    pub const fn new() -> Self {
        Steps { len: 0, steps: [Step { card: 0, to: 0 }; 32] }
    }

    /// The places of all of them.
    #[inline(always)]
    pub fn all(&self) -> Set32 {
        Set32::below(self.len.into())
    }

    #[inline]
    pub fn push(&mut self, step: Step) {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }
}

impl std::ops::Deref for Steps {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }
}
