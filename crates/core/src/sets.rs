//! Sets in the bits of a number ([`Bits`]), graphs on sets of up to sixteen things (shared by the
//! rules of Birds of a Feather and its solver), and permutations of a few things.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// A set of small numbers, one per bit of a word: a set of cells or of cards that cannot be
/// confused with a number. Costs no more than the word.
///
/// ```
/// use patience_core::sets::Set16;
///
/// let (cells, row) = (Set16::from_iter([0, 3, 5]), Set16::from_bits(0b1111));
/// assert!(cells.contains(3) && !cells.contains(4) && cells.len() == 3);
/// assert_eq!(cells & row, Set16::from_iter([0, 3]));
/// assert_eq!(cells - row, Set16::of(5));
/// assert_eq!((cells | row).iter().collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
/// assert!(Set16::of(3).is_subset(cells) && Set16::of(4).is_disjoint(cells));
/// assert_eq!(format!("{cells:?}"), "{0, 3, 5}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bits<T>(T);

/// A set of the numbers 0 to 15.
pub type Set16 = Bits<u16>;
/// A set of the numbers 0 to 63.
pub type Set64 = Bits<u64>;

/// A word that [`Bits`] can be made of.
pub trait Word: Copy + Default + Eq + Into<u64>
where
    Self: BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>,
{
    /// The number of its bits.
    const BITS: u32;

    /// The word with one bit, whose place is taken modulo the number of bits.
    fn bit(place: usize) -> Self;

    /// The word with its lowest bit only.
    fn lowest(self) -> Self;

    /// The word if the condition holds, else 0, without a branch.
    fn masked(self, condition: bool) -> Self;
}

macro_rules! words {
    ($($word:ty),*) => {
        $(impl Word for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn bit(place: usize) -> Self {
                1 << (place as u32 & (<$word>::BITS - 1))
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn masked(self, condition: bool) -> Self {
                self & <$word>::from(condition).wrapping_neg()
            }
        })*
    };
}

words!(u16, u64);

impl<T> Bits<T> {
    /// The set whose members are the places of the word's set bits.
    #[inline(always)]
    pub const fn from_bits(bits: T) -> Self {
        Bits(bits)
    }
}

impl<T: Word> Bits<T> {
    /// The word, with a bit for each member.
    #[inline(always)]
    pub fn bits(self) -> T {
        self.0
    }

    /// The set without members.
    #[inline(always)]
    pub fn empty() -> Self {
        Bits(T::default())
    }

    /// The set of one member.
    #[inline(always)]
    pub fn of(member: usize) -> Self {
        Bits(T::bit(member))
    }

    /// The set if the condition holds, else the empty set. Needs no branch.
    #[inline(always)]
    pub fn only_if(self, condition: bool) -> Self {
        Bits(self.0.masked(condition))
    }

    /// The number of members.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.into().count_ones()
    }

    /// Whether there is no member.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == T::default()
    }

    /// Whether a number is a member.
    #[inline(always)]
    pub fn contains(self, number: usize) -> bool {
        !self.is_disjoint(Self::of(number))
    }

    /// Whether no number is a member of both.
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
        self.0.into().is_power_of_two()
    }

    /// The lowest member.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        let word: u64 = self.0.into();
        // The mask changes nothing, and spares a check of bounds in arrays of that many.
        (word != 0).then(|| (word.trailing_zeros() & (T::BITS - 1)) as usize)
    }

    /// Takes out the lowest member.
    #[inline(always)]
    pub fn pop_first(&mut self) -> Option<usize> {
        let first = self.first();
        *self -= self.only_first();
        first
    }

    /// The set of the lowest member; empty for the empty set.
    #[inline(always)]
    pub fn only_first(self) -> Self {
        Bits(self.0.lowest())
    }

    /// The members in ascending order.
    #[inline(always)]
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop_first())
    }
}

impl<T: Word> BitOr for Bits<T> {
    type Output = Self;

    /// The union.
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Bits(self.0 | other.0)
    }
}

impl<T: Word> BitAnd for Bits<T> {
    type Output = Self;

    /// The intersection.
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Bits(self.0 & other.0)
    }
}

impl<T: Word> Sub for Bits<T> {
    type Output = Self;

    /// The members of one set that the other lacks.
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Bits(self.0 & !other.0)
    }
}

impl<T: Word> Not for Bits<T> {
    type Output = Self;

    /// All numbers that are no members.
    #[inline(always)]
    fn not(self) -> Self {
        Bits(!self.0)
    }
}

impl<T: Word> BitOrAssign for Bits<T> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<T: Word> BitAndAssign for Bits<T> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<T: Word> SubAssign for Bits<T> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<T: Word> FromIterator<usize> for Bits<T> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        members.into_iter().fold(Self::empty(), |set, member| set | Self::of(member))
    }
}

impl<T: Word> fmt::Debug for Bits<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers of the bits that are set, lowest first.
///
/// ```
/// use patience_core::sets::bits;
///
/// assert_eq!(bits(1 << 63 | 0b101).collect::<Vec<_>>(), [0, 2, 63]);
/// ```
#[inline(always)]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// All permutations of the first few numbers, in lexicographic order.
///
/// ```
/// use patience_core::sets::permutations;
///
/// assert_eq!(permutations(2), [[0, 1], [1, 0]]);
/// assert_eq!(permutations(4).len(), 24);
/// ```
pub fn permutations(count: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |some: &Vec<u8>| {
            (0..count)
                .filter(|next| !some.contains(next))
                .map(|next| [&some[..], &[next]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The vertices of `set` connected with those of `start` inside it.
///
/// ```
/// use patience_core::sets::{Set16, component};
///
/// // The path 0–1–2, and 3 apart from it.
/// let edges = [0b0010, 0b0101, 0b0010].map(Set16::from_bits);
/// let neighbours = std::array::from_fn(|vertex| edges.get(vertex).copied().unwrap_or_default());
/// let all = Set16::from_bits(0b1111);
/// assert_eq!(component(&neighbours, all, Set16::of(0)), all - Set16::of(3));
/// ```
#[inline]
pub fn component(neighbours: &[Set16; 16], set: Set16, start: Set16) -> Set16 {
    let (mut reached, mut frontier) = (start, start);
    while let Some(vertex) = frontier.pop_first() {
        let new = (neighbours[vertex] & set) - reached;
        reached |= new;
        frontier |= new;
    }
    reached
}

/// Whether the graph with the given neighbourhoods is connected on `set`. The empty graph counts as
/// connected.
///
/// ```
/// use patience_core::sets::{Set16, is_connected};
///
/// let mut path = [Set16::empty(); 16];
/// (path[0], path[1], path[2]) = (Set16::of(1), Set16::from_iter([0, 2]), Set16::of(1));
/// let is_connected = |vertices: &[usize]| is_connected(&path, vertices.iter().copied().collect());
/// assert!(is_connected(&[0, 1, 2]) && !is_connected(&[0, 2]) && is_connected(&[]));
/// ```
#[inline]
pub fn is_connected(neighbours: &[Set16; 16], set: Set16) -> bool {
    component(neighbours, set, set.only_first()) == set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_those_of_the_standard_library() {
        use std::collections::BTreeSet;
        let members = |bits: u16| -> BTreeSet<usize> {
            (0..16).filter(|place| bits >> place & 1 == 1).collect()
        };
        for (a, b) in [(0u16, 0), (0, 5), (0x8001, 0x8000), (0xffff, 0x0ff0), (0x1234, 0x0246)] {
            let (x, y) = (Set16::from_bits(a), Set16::from_bits(b));
            let (m, n) = (members(a), members(b));
            let is = |set: Set16, expected: BTreeSet<usize>| {
                assert_eq!(set.iter().collect::<BTreeSet<_>>(), expected);
                assert_eq!(expected.iter().copied().collect::<Set16>(), set);
                assert_eq!(
                    (set.len() as usize, set.is_empty()),
                    (expected.len(), expected.is_empty())
                );
                assert_eq!(set.first(), expected.first().copied());
                assert_eq!(set.only_first(), set.first().map(Set16::of).unwrap_or_default());
                assert_eq!(set.is_single(), expected.len() == 1);
                assert!((0..16).all(|number| set.contains(number) == expected.contains(&number)));
            };
            is(x, m.clone());
            is(x | y, m.union(&n).copied().collect());
            is(x & y, m.intersection(&n).copied().collect());
            is(x - y, m.difference(&n).copied().collect());
            is(!x, (0..16).filter(|number| !m.contains(number)).collect());
            assert_eq!((x.only_if(true), x.only_if(false)), (x, Set16::empty()));
            assert_eq!((x.is_subset(y), x.is_disjoint(y)), (m.is_subset(&n), m.is_disjoint(&n)));
        }
        assert_eq!(Set64::from_iter([0, 63]).bits(), 1 << 63 | 1);
    }
}
