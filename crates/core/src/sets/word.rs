//! Words of sets, and the members of a set.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word that [`Bits`](super::Bits) can be made of.
pub trait Word: Copy + Eq + Hash
where
    Self: BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>,
    Self: Not<Output = Self>,
{
    /// The word without bits.
    const ZERO: Self;

    /// The word with one bit, whose place is taken modulo the number of bits.
    fn bit(place: usize) -> Self;

    /// The word with all bits below a place.
    fn below(place: usize) -> Self;

    /// The word with its lowest bit only.
    fn lowest(self) -> Self;

    /// The place of the lowest bit; for 0, any number below the number of bits.
    fn lowest_place(self) -> usize;

    /// The number of bits that are set.
    fn count(self) -> u32;

    /// The word with each bit this many places higher.
    fn up(self, places: u32) -> Self;

    /// The word with each bit this many places lower.
    fn down(self, places: u32) -> Self;

    /// The word if the condition holds, else 0, without a branch.
    fn masked(self, condition: bool) -> Self;
}

macro_rules! words {
    ($($word:ty, counted as $wide:ty;)*) => {
        $(impl Word for $word {
            const ZERO: Self = 0;

            #[inline(always)]
            fn bit(place: usize) -> Self {
                1 << (place as u32 & (<$word>::BITS - 1))
            }

            #[inline(always)]
            fn below(place: usize) -> Self {
                if place < <$word>::BITS as usize { Self::bit(place) - 1 } else { !0 }
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn lowest_place(self) -> usize {
                // The mask changes nothing, and avoids a bounds check in arrays of that length.
                (<$wide>::from(self).trailing_zeros() & (<$word>::BITS - 1)) as usize
            }

            #[inline(always)]
            fn count(self) -> u32 {
                <$wide>::from(self).count_ones()
            }

            #[inline(always)]
            fn up(self, places: u32) -> Self {
                self << places
            }

            #[inline(always)]
            fn down(self, places: u32) -> Self {
                self >> places
            }

            #[inline(always)]
            fn masked(self, condition: bool) -> Self {
                self & <$word>::from(condition).wrapping_neg()
            }
        })*
    };
}

words! {
    u8, counted as u64;
    u16, counted as u64;
    u32, counted as u64;
    u64, counted as u64;
    u128, counted as u128;
}

/// A number that can be a member of [`Bits`](super::Bits).
pub trait Member: Copy {
    /// Its place among the bits.
    fn place(self) -> usize;

    /// The number with a place.
    fn at(place: usize) -> Self;
}

impl Member for usize {
    #[inline(always)]
    fn place(self) -> usize {
        self
    }

    #[inline(always)]
    fn at(place: usize) -> Self {
        place
    }
}

impl Member for u8 {
    #[inline(always)]
    fn place(self) -> usize {
        self.into()
    }

    #[inline(always)]
    fn at(place: usize) -> Self {
        place as u8
    }
}
