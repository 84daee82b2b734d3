//! The rule sets and their differences.

use crate::cards::{Card, Suit};

/// A rule set of Gaps. They differ in the cards that a gap takes, the row in which a suit ends, the
/// ranks in play, and the layout before the first move.
///
/// ```
/// use patience_games::gaps::Rules;
///
/// assert_eq!(Rules::FixedSuits.name(), "fixed-suits");
/// assert!(Rules::FixedSuits.fixed_rows() && !Rules::Standard.fixed_rows());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Column 0 takes any Two, including one already there; any suit in any row. PySolFC's Montana,
    /// Spaces and Station.
    Standard,
    /// Column 0 takes only the Two of its row's suit: clubs, hearts, spades, diamonds from the top.
    FixedSuits,
    /// Column 0 takes any Two that is not there already: a Two in column 0 stays. Any suit in any
    /// row.
    FixedTwos,
    /// Column 0 takes any card; hearts, diamonds, clubs, spades from the top; ace low, no king.
    Paper,
    /// Column 0 takes any card; any suit in any row; ace low, no king.
    PaperAnyRow,
    /// Like standard, with ace to Five on six columns; PySolFC's Line Up.
    LineUp,
    /// Like standard, with Two to Ten on ten columns; PySolFC's House of Commons.
    HouseOfCommons,
    /// Like standard, with all thirteen ranks; the aces start in column 0, the gaps anywhere else.
    /// PySolFC's Blue Moon.
    BlueMoon,
    /// Like blue-moon, but the gaps start in column 1, and the aces in the order of the suits.
    /// PySolFC's Red Moon.
    RedMoon,
    /// Like blue-moon, with ace and Six to king on ten columns: a Six follows its ace. PySolFC's
    /// Paganini.
    Paganini,
    /// Like standard, but a gap also takes the predecessor of its right neighbour. PySolFC's Free
    /// Parking.
    FreeParking,
    /// Like red-moon, but a gap also takes the predecessor of its right neighbour. PySolFC's
    /// Galary.
    Galary,
    /// Like blue-moon, but a gap takes the next rank in any suit; the rows still end in one suit
    /// each. PySolFC's Jungle.
    Jungle,
    /// All thirteen ranks; a gap takes any higher card of its left neighbour's suit; column 0
    /// starts empty and takes any ace. PySolFC's Spaces and Aces.
    SpacesAndAces,
}

/// Cards that a gap in column 0 takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Any card of the lowest rank, including one in column 0.
    AnyBase,
    /// Any card of the lowest rank from outside column 0.
    BaseFromOutside,
    /// The card of the lowest rank of the row's suit.
    OwnBase,
    /// Any card.
    AnyCard,
}

/// Cards that a gap outside column 0 takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The successor of its left neighbour.
    Successor,
    /// The successor of its left neighbour, and the predecessor of its right neighbour in the same
    /// row.
    SuccessorOrPredecessor,
    /// The cards one rank above its left neighbour, of every suit.
    NextRank,
    /// The higher cards of its left neighbour's suit.
    Higher,
}

/// The layout before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Cards and gaps in any cell.
    Anywhere,
    /// The lowest rank in column 0 in any order; the other cards and the gaps in any other cell.
    BasesLead,
    /// The lowest rank in column 0 in the order of the suits, the gaps in column 1, the other cards
    /// anywhere else.
    BasesInOrder,
    /// The gaps in column 0, the cards anywhere else.
    GapsLead,
}

impl Rules {
    /// All rule sets, the default first.
    pub const ALL: [Rules; 14] = [
        Rules::Standard,
        Rules::FixedSuits,
        Rules::FixedTwos,
        Rules::Paper,
        Rules::PaperAnyRow,
        Rules::LineUp,
        Rules::HouseOfCommons,
        Rules::BlueMoon,
        Rules::RedMoon,
        Rules::Paganini,
        Rules::FreeParking,
        Rules::Galary,
        Rules::Jungle,
        Rules::SpacesAndAces,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::FixedSuits => "fixed-suits",
            Rules::FixedTwos => "fixed-twos",
            Rules::Paper => "paper",
            Rules::PaperAnyRow => "paper-any-row",
            Rules::LineUp => "line-up",
            Rules::HouseOfCommons => "house-of-commons",
            Rules::BlueMoon => "blue-moon",
            Rules::RedMoon => "red-moon",
            Rules::Paganini => "paganini",
            Rules::FreeParking => "free-parking",
            Rules::Galary => "galary",
            Rules::Jungle => "jungle",
            Rules::SpacesAndAces => "spaces-and-aces",
        }
    }

    /// The lowest rank in play: 1 for the ace, 2 for the Two.
    pub fn base(self) -> u8 {
        match self {
            Rules::Standard
            | Rules::FixedSuits
            | Rules::FixedTwos
            | Rules::HouseOfCommons
            | Rules::FreeParking => 2,
            _ => 1,
        }
    }

    /// The rank in play with an index, which is also the column where its cards end: the base has
    /// index 0. A board has one rank fewer than columns.
    pub fn rank(self, index: usize) -> u8 {
        // A Paganini deck has no Two to Five.
        let skipped = if self == Rules::Paganini && index > 0 { 4 } else { 0 };
        self.base() + skipped + index as u8
    }

    /// The index of a card's rank on a board with this many columns; `None` if the rank is not in
    /// play.
    pub fn index(self, card: Card, columns: usize) -> Option<usize> {
        (0..columns.saturating_sub(1)).find(|index| self.rank(*index) == card.rank())
    }

    /// Returns the columns of the largest board, that of the original game.
    pub fn most_columns(self) -> usize {
        match self {
            Rules::LineUp => 6,
            Rules::HouseOfCommons | Rules::Paganini => 10,
            Rules::BlueMoon
            | Rules::RedMoon
            | Rules::Galary
            | Rules::Jungle
            | Rules::SpacesAndAces => 14,
            _ => 13,
        }
    }

    /// The suits in the order in which rows are assigned (fixed rows) and decks built. With fewer
    /// than four rows the first suits are in play, except that a board of a rule set without fixed
    /// rows may hold any.
    pub fn suit_order(self) -> [Suit; 4] {
        match self {
            Rules::Paper | Rules::PaperAnyRow => {
                [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades]
            }
            Rules::RedMoon | Rules::Galary => {
                [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds]
            }
            _ => [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds],
        }
    }

    /// Whether each row belongs to one suit: the `i`-th of [`suit_order`](Rules::suit_order) to row
    /// `i`.
    pub fn fixed_rows(self) -> bool {
        matches!(self, Rules::FixedSuits | Rules::Paper)
    }

    /// Whether a gap in column 0 takes every card.
    pub fn takes_any_card(self) -> bool {
        self.entry() == Entry::AnyCard
    }

    pub(super) fn entry(self) -> Entry {
        match self {
            Rules::Paper | Rules::PaperAnyRow => Entry::AnyCard,
            Rules::FixedSuits => Entry::OwnBase,
            Rules::FixedTwos => Entry::BaseFromOutside,
            _ => Entry::AnyBase,
        }
    }

    pub(super) fn fit(self) -> Fit {
        match self {
            Rules::FreeParking | Rules::Galary => Fit::SuccessorOrPredecessor,
            Rules::Jungle => Fit::NextRank,
            Rules::SpacesAndAces => Fit::Higher,
            _ => Fit::Successor,
        }
    }

    /// Whether a gap outside column 0, between these neighbours, takes a card.
    pub(super) fn fits(
        self,
        columns: usize,
        card: Card,
        left: Option<Card>,
        right: Option<Card>,
    ) -> bool {
        let index = |card| self.index(card, columns).expect("the card is in play");
        let rank = index(card);
        let follows =
            |left: Card, card: Card| left.suit() == card.suit() && index(left) + 1 == index(card);
        match self.fit() {
            Fit::Successor => left.is_some_and(|left| follows(left, card)),
            Fit::SuccessorOrPredecessor => {
                left.is_some_and(|left| follows(left, card))
                    || right.is_some_and(|right| follows(card, right))
            }
            Fit::NextRank => left.is_some_and(|left| index(left) + 1 == rank),
            Fit::Higher => {
                left.is_some_and(|left| left.suit() == card.suit() && index(left) < rank)
            }
        }
    }

    pub(super) fn layout(self) -> Layout {
        match self {
            Rules::BlueMoon | Rules::Paganini | Rules::Jungle => Layout::BasesLead,
            Rules::RedMoon | Rules::Galary => Layout::BasesInOrder,
            Rules::SpacesAndAces => Layout::GapsLead,
            _ => Layout::Anywhere,
        }
    }
}
