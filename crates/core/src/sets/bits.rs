//! Sets of small numbers, one per bit of a word.

use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::word::{Member, Word};

/// A set of small numbers, one per bit of a word: a set of cells or of cards that cannot be
/// confused with a number. It is as cheap as the word itself. Its members are of the type `M`, so
/// that programs that keep cells in bytes need no conversions.
///
/// ```
/// use patience_core::sets::{Bits, Set16};
///
/// let (cells, row) = (Set16::from_iter([0, 3, 5]), Set16::below(4));
/// assert!(cells.contains(3) && !cells.contains(4) && cells.len() == 3);
/// assert_eq!(cells & row, Set16::from_iter([0, 3]));
/// assert_eq!(cells - row, Set16::of(5));
/// assert_eq!(cells ^ row, Set16::from_iter([1, 2, 5]));
/// assert_eq!((cells | row).iter().collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
/// assert_eq!(cells.up(1), Set16::from_iter([1, 4, 6]));
/// assert_eq!(cells.down(3), Set16::from_iter([0, 2]));
/// assert!(Set16::of(3).is_subset(cells) && Set16::of(4).is_disjoint(cells));
/// assert_eq!(format!("{cells:?}"), "{0, 3, 5}");
///
/// // The members are bytes.
/// let rows: Bits<u8, u8> = [0, 2].into_iter().collect();
/// assert_eq!(rows.first(), Some(0u8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bits<T, M = usize>(T, PhantomData<M>);

/// A set of the numbers 0 to 7.
pub type Set8 = Bits<u8>;
/// A set of the numbers 0 to 15.
pub type Set16 = Bits<u16>;
/// A set of the numbers 0 to 31.
pub type Set32 = Bits<u32>;
/// A set of the numbers 0 to 63.
pub type Set64 = Bits<u64>;
/// A set of the numbers 0 to 127.
pub type Set128 = Bits<u128>;

impl<T, M> Bits<T, M> {
    /// The set whose members are the places of the word's set bits.
    #[inline(always)]
    pub const fn from_bits(bits: T) -> Self {
        Bits(bits, PhantomData)
    }
}

impl<T: Word, M: Member> Bits<T, M> {
    /// The empty set.
    pub const EMPTY: Self = Self::from_bits(T::ZERO);

    /// The word, with a bit for each member.
    #[inline(always)]
    pub fn bits(self) -> T {
        self.0
    }

    /// The set of one member.
    #[inline(always)]
    pub fn of(member: M) -> Self {
        Self::from_bits(T::bit(member.place()))
    }

    /// The set of all numbers below this one, as far as the word has bits for them.
    #[inline(always)]
    pub fn below(number: M) -> Self {
        Self::from_bits(T::below(number.place()))
    }

    /// The set if the condition holds, or else the empty set. Needs no branch.
    #[inline(always)]
    pub fn only_if(self, condition: bool) -> Self {
        Self::from_bits(self.0.masked(condition))
    }

    /// The set with each member larger by a number; drops those for which the word has no bit.
    #[inline(always)]
    pub fn up(self, by: M) -> Self {
        Self::from_bits(self.0.up(by.place() as u32))
    }

    /// The set with each member smaller by a number; drops those that are below it.
    #[inline(always)]
    pub fn down(self, by: M) -> Self {
        Self::from_bits(self.0.down(by.place() as u32))
    }

    /// The number of members.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Whether there is no member.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == T::ZERO
    }

    /// Whether a number is a member.
    #[inline(always)]
    pub fn contains(self, number: M) -> bool {
        !self.is_disjoint(Self::of(number))
    }

    /// Adds a member.
    #[inline(always)]
    pub fn insert(&mut self, member: M) {
        *self |= Self::of(member);
    }

    /// Removes a number if it is a member.
    #[inline(always)]
    pub fn remove(&mut self, number: M) {
        *self -= Self::of(number);
    }

    /// Whether the two sets have no common member.
    #[inline(always)]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// Whether each member is also in the other set.
    #[inline(always)]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Whether there is exactly one member.
    #[inline(always)]
    pub fn is_single(self) -> bool {
        self.len() == 1
    }

    /// The lowest member.
    #[inline(always)]
    pub fn first(self) -> Option<M> {
        (!self.is_empty()).then(|| M::at(self.0.lowest_place()))
    }

    /// Removes the lowest member.
    #[inline(always)]
    pub fn pop_first(&mut self) -> Option<M> {
        let first = self.first();
        *self -= self.only_first();
        first
    }

    /// The set of the lowest member; empty for the empty set.
    #[inline(always)]
    pub fn only_first(self) -> Self {
        Self::from_bits(self.0.lowest())
    }

    /// The members in ascending order.
    #[inline(always)]
    pub fn iter(self) -> Members<T, M> {
        Members(self)
    }
}

/// The members of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Members<T: Word, M: Member>(Bits<T, M>);

impl<T: Word, M: Member> Iterator for Members<T, M> {
    type Item = M;

    #[inline(always)]
    fn next(&mut self) -> Option<M> {
        self.0.pop_first()
    }
}

impl<T: Word, M: Member> FusedIterator for Members<T, M> {}

impl<T: Word, M: Member> IntoIterator for Bits<T, M> {
    type Item = M;
    type IntoIter = Members<T, M>;

    #[inline(always)]
    fn into_iter(self) -> Members<T, M> {
        self.iter()
    }
}

impl<T: Word, M: Member> FromIterator<M> for Bits<T, M> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = M>>(members: I) -> Self {
        members.into_iter().fold(Self::EMPTY, |set, member| set | Self::of(member))
    }
}

impl<T: Word, M: Member> Default for Bits<T, M> {
    /// The empty set.
    #[inline(always)]
    fn default() -> Self {
        Self::EMPTY
    }
}

/// An operator between sets, and the one that assigns its result.
macro_rules! operators {
    ($($(#[$doc:meta])* $trait:ident::$name:ident, $assigning:ident::$assign:ident:
       |$one:ident, $other:ident| $result:expr;)*) => {
        $(impl<T: Word, M: Member> $trait for Bits<T, M> {
            type Output = Self;

            $(#[$doc])*
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let ($one, $other) = (self.0, other.0);
                Self::from_bits($result)
            }
        }

        impl<T: Word, M: Member> $assigning for Bits<T, M> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$name(*self, other);
            }
        })*
    };
}

operators! {
    /// The union.
    BitOr::bitor, BitOrAssign::bitor_assign: |one, other| one | other;
    /// The intersection.
    BitAnd::bitand, BitAndAssign::bitand_assign: |one, other| one & other;
    /// The members of one set that the other lacks.
    Sub::sub, SubAssign::sub_assign: |one, other| one & !other;
    /// The members of exactly one of the sets.
    BitXor::bitxor, BitXorAssign::bitxor_assign: |one, other| one ^ other;
}

impl<T: Word, M: Member> Not for Bits<T, M> {
    type Output = Self;

    /// All numbers that are not members.
    #[inline(always)]
    fn not(self) -> Self {
        Self::from_bits(!self.0)
    }
}

impl<T: Word, M: Member + fmt::Debug> fmt::Debug for Bits<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Debug;

    use super::*;

    /// Compares every method of a set with the standard library's.
    fn is<T: Word + Debug>(set: Bits<T>, expected: BTreeSet<usize>, numbers: usize) {
        assert_eq!(set.iter().collect::<BTreeSet<_>>(), expected);
        assert_eq!(expected.iter().copied().collect::<Bits<T>>(), set);
        assert_eq!((set.len() as usize, set.is_empty()), (expected.len(), expected.is_empty()));
        assert_eq!(set.first(), expected.first().copied());
        assert_eq!(set.only_first(), set.first().map(Bits::of).unwrap_or_default());
        assert_eq!(set.is_single(), expected.len() == 1);
        assert!((0..numbers).all(|number| set.contains(number) == expected.contains(&number)));
        for number in 0..numbers {
            let (mut more, mut fewer) = (set, set);
            more.insert(number);
            fewer.remove(number);
            assert_eq!((more, fewer), (set | Bits::of(number), set - Bits::of(number)));
            assert!(more.contains(number) && !fewer.contains(number));
            let up = expected.iter().map(|member| member + number).filter(|sum| *sum < numbers);
            assert_eq!(set.up(number), up.collect());
            let down = expected.iter().filter_map(|member| member.checked_sub(number));
            assert_eq!(set.down(number), down.collect());
        }
    }

    fn compare<T: Word + Debug>(numbers: usize) {
        let pairs = [(0u128, 0), (0, 5), (0x8001, 0x8000), (0xffff, 0x0ff0), (0x1234, 0x0246)];
        let spread = |bits: u128| (0..numbers).filter(move |place| bits >> (place % 16) & 1 == 1);
        for (a, b) in pairs {
            let (x, y): (Bits<T>, Bits<T>) = (spread(a).collect(), spread(b).collect());
            let (m, n): (BTreeSet<_>, BTreeSet<_>) = (spread(a).collect(), spread(b).collect());
            is(x, m.clone(), numbers);
            is(x | y, m.union(&n).copied().collect(), numbers);
            is(x & y, m.intersection(&n).copied().collect(), numbers);
            is(x - y, m.difference(&n).copied().collect(), numbers);
            is(x ^ y, m.symmetric_difference(&n).copied().collect(), numbers);
            is(!x, (0..numbers).filter(|number| !m.contains(number)).collect(), numbers);
            assert_eq!((x.only_if(true), x.only_if(false)), (x, Bits::EMPTY));
            assert_eq!((x.is_subset(y), x.is_disjoint(y)), (m.is_subset(&n), m.is_disjoint(&n)));
        }
        for number in [0, 1, numbers - 1, numbers, numbers + 1] {
            is(Bits::<T>::below(number), (0..number.min(numbers)).collect(), numbers);
        }
    }

    #[test]
    fn sets_are_those_of_the_standard_library() {
        compare::<u8>(8);
        compare::<u16>(16);
        compare::<u32>(32);
        compare::<u64>(64);
        compare::<u128>(128);
    }

    #[test]
    fn members_can_be_bytes() {
        let cells: Bits<u64, u8> = [0u8, 63].into_iter().collect();
        assert_eq!(cells.bits(), 1 << 63 | 1);
        assert_eq!(cells.iter().collect::<Vec<u8>>(), [0, 63]);
        assert!(cells.contains(63) && !cells.contains(62));
    }
}
