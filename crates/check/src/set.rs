//! Sets of cells, of cards, of suits or of steps.

/// A set of numbers below 64, one per bit.
///
/// ```
/// use patience_check::set::Set;
///
/// let (cells, others) = (Set::from_iter([0, 2, 5]), Set::of(2).up(3));
/// assert!(cells.has(2) && !cells.has(3) && cells.count() == 3 && cells.meets(others));
/// assert_eq!(cells.without(others).iter().collect::<Vec<_>>(), [0, 2]);
/// assert_eq!(cells.and(others), others);
/// assert_eq!(Set::NONE.or(others), Set::of(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set(pub u64);

impl Set {
    /// The empty set.
    pub const NONE: Set = Set(0);

    /// The set of one number.
    pub fn of(number: u8) -> Set {
        Set(1 << number)
    }

    /// Whether a number is a member.
    pub fn has(self, number: u8) -> bool {
        self.meets(Set::of(number))
    }

    /// The number of members.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the two sets have a common member.
    pub fn meets(self, other: Set) -> bool {
        self.and(other) != Set::NONE
    }

    /// The common members of the two sets.
    pub fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    /// The members of either set.
    pub fn or(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    /// The members that the other set lacks.
    pub fn without(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }

    /// Each member plus a number; those beyond 63 are dropped.
    pub fn up(self, by: usize) -> Set {
        Set(self.0 << by)
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let rest = std::iter::successors(Some(self.0), |rest| Some(rest & rest.wrapping_sub(1)));
        rest.take_while(|rest| *rest != 0).map(|rest| rest.trailing_zeros() as u8)
    }
}

impl FromIterator<u8> for Set {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Set {
        numbers.into_iter().fold(Set::NONE, |set, number| set.or(Set::of(number)))
    }
}
