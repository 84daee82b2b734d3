//! The rule sets.

use crate::cards::Suit;

/// A rule set of Gaps. They differ in what a gap in column 0 takes, in which row a suit ends, and in the lowest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Column 0 takes any Two, also one already there; any suit in any row.
    Standard,
    /// Column 0 takes only the Two of its row's suit: clubs, hearts, spades, diamonds from the top.
    FixedSuits,
    /// Column 0 takes any Two that is not there already: a Two in column 0 stays. Any suit in any row.
    FixedTwos,
    /// Column 0 takes any card; hearts, diamonds, clubs, spades from the top; ace low, no king.
    Paper,
    /// Column 0 takes any card; any suit in any row; ace low, no king.
    PaperAnyRow,
}

impl Rules {
    /// All rule sets, the default first.
    pub const ALL: [Rules; 5] =
        [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos, Rules::Paper, Rules::PaperAnyRow];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::FixedSuits => "fixed-suits",
            Rules::FixedTwos => "fixed-twos",
            Rules::Paper => "paper",
            Rules::PaperAnyRow => "paper-any-row",
        }
    }

    /// The lowest rank in play: 1 for the ace, 2 for the Two. The highest is `base + columns - 2`.
    pub fn base(self) -> u8 {
        if self.takes_any_card() { 1 } else { 2 }
    }

    /// The suits in the order in which rows are assigned (fixed rows) and decks built. With fewer than four rows the
    /// first suits are in play, except that a board of a rule set without fixed rows may hold any.
    pub fn suit_order(self) -> [Suit; 4] {
        if self.takes_any_card() {
            [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades]
        } else {
            [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds]
        }
    }

    /// Whether each row belongs to one suit: the `i`-th of [`suit_order`](Rules::suit_order) to row `i`.
    pub fn fixed_rows(self) -> bool {
        matches!(self, Rules::FixedSuits | Rules::Paper)
    }

    /// Whether a gap in column 0 takes any card at all.
    pub fn takes_any_card(self) -> bool {
        matches!(self, Rules::Paper | Rules::PaperAnyRow)
    }
}
