//! Playing cards, shared by Gaps, Birds of a Feather and their solvers.

use std::fmt;

use crate::view::{Cell, Face};

/// A suit. The order is that of the letters `CDHS`, from which the deck orders of Solvitaire and
/// FreeCell are built.
///
/// ```
/// use patience_core::cards::Suit;
///
/// assert_eq!(Suit::from_letter('H'), Some(Suit::Hearts));
/// assert!(Suit::Hearts.is_red() && Suit::Hearts.symbol() == '♥');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All suits in the order of [`Suit`].
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// All suits in the order clubs, hearts, spades, diamonds: that of the rows of Gaps, and of
    /// certificates.
    pub const CHSD: [Suit; 4] = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];

    /// The suit's place in [`CHSD`](Suit::CHSD).
    ///
    /// ```
    /// use patience_core::cards::Suit;
    ///
    /// assert_eq!(Suit::CHSD.map(Suit::place), [0, 1, 2, 3]);
    /// ```
    pub fn place(self) -> u8 {
        [0, 3, 1, 2][self as usize]
    }

    /// `C`, `D`, `H` or `S`.
    pub fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// `♣`, `♦`, `♥` or `♠`.
    pub fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }

    /// The suit of a symbol, filled or open.
    pub fn from_symbol(symbol: char) -> Option<Suit> {
        let open = |suit: Suit| ['♧', '♢', '♡', '♤'][suit as usize];
        Self::ALL.into_iter().find(|suit| suit.symbol() == symbol || open(*suit) == symbol)
    }

    /// Diamonds and hearts.
    pub fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }
}

/// A card: rank 1 (ace) to 13 (king) of a suit.
///
/// ```
/// use patience_core::cards::{Card, Suit};
///
/// assert_eq!(Card::parse("10h"), Some(Card::new(10, Suit::Hearts)));
/// assert_eq!(Card::new(10, Suit::Hearts).words(), "10 of hearts");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The letters of the ranks, starting with the ace.
    pub const RANKS: &'static str = "A23456789TJQK";

    /// The card of a rank from 1 to 13.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn new(rank: u8, suit: Suit) -> Card {
        assert!((1..=13).contains(&rank), "ranks go from 1 to 13, not {rank}");
        Card(rank * 4 + suit as u8)
    }

    /// The card with a number from 0 to 51 in the deck AC AD AH AS 2C … KS, as numbered by
    /// [`freecell_deck`](crate::freecell_deck).
    ///
    /// # Panics
    /// If there is no such number.
    ///
    /// ```
    /// use patience_core::cards::Card;
    ///
    /// assert_eq!(Card::of_number(4 * 10 + 1).to_string(), "JD");
    /// ```
    pub fn of_number(number: u8) -> Card {
        Card::new(number / 4 + 1, Suit::ALL[usize::from(number % 4)])
    }

    /// 1 (ace) to 13 (king).
    pub fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 % 4)]
    }

    /// The letter of a rank from 1 to 13.
    pub fn rank_letter(rank: u8) -> char {
        char::from(Self::RANKS.as_bytes()[usize::from(rank) - 1])
    }

    /// The card in words: `5 of hearts`.
    pub fn words(self) -> String {
        let rank = match self.rank() {
            1 => "ace".to_owned(),
            11 => "jack".to_owned(),
            12 => "queen".to_owned(),
            13 => "king".to_owned(),
            number => number.to_string(),
        };
        let suit = ["clubs", "diamonds", "hearts", "spades"][self.suit() as usize];
        format!("{rank} of {suit}")
    }

    /// A cell with this card on it, as plain data.
    pub fn cell(self) -> Cell {
        Cell {
            face: Face::Card { rank: self.rank(), suit: self.suit().letter() },
            target: None,
            sign: self.to_string(),
            words: self.words(),
        }
    }

    /// The card as people write it: `5♥`, `10♠`.
    pub fn face(self) -> String {
        let rank = match self.rank() {
            10 => "10".to_owned(),
            rank => Self::rank_letter(rank).to_string(),
        };
        format!("{rank}{}", self.suit().symbol())
    }

    /// Reads `TH`, `10H`, `th` or `10♥`: a rank and a suit's letter or symbol.
    pub fn parse(text: &str) -> Option<Card> {
        // A variation selector (text or picture) is not part of the card.
        let text = text.trim_end_matches(['\u{fe0e}', '\u{fe0f}']);
        let (at, last) = text.char_indices().next_back()?;
        let suit = Suit::from_letter(last).or_else(|| Suit::from_symbol(last))?;
        let rank = match &text[..at] {
            "10" => 10,
            letter if letter.len() == 1 => {
                u8::try_from(Self::RANKS.find(&letter.to_ascii_uppercase())?).expect("13 ranks") + 1
            }
            _ => return None,
        };
        Some(Card::new(rank, suit))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::rank_letter(self.rank()), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes cells on one line in the notation of boards of cards: `--` for no card, rows joined by `
/// / `.
///
/// ```
/// use patience_core::cards::{Card, write_board};
///
/// let cells = [Card::parse("2C"), None, Card::parse("3H"), None];
/// assert_eq!(write_board(&cells, 2), "2C -- / 3H --");
/// ```
pub fn write_board(cells: &[Option<Card>], columns: usize) -> String {
    let text = |cell: &Option<Card>| cell.map_or("--".to_owned(), |card| card.to_string());
    let row = |cells: &[Option<Card>]| cells.iter().map(text).collect::<Vec<_>>().join(" ");
    cells.chunks(columns).map(row).collect::<Vec<_>>().join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_round_trips() {
        for rank in 1..=13 {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                assert_eq!((card.rank(), card.suit()), (rank, suit));
                assert_eq!(Card::parse(&card.to_string()), Some(card));
                assert_eq!(Card::parse(&card.face()), Some(card));
            }
        }
        for text in ["10h", "10♥", "T♡", "10♥\u{fe0f}"] {
            assert_eq!(Card::parse(text), Some(Card::new(10, Suit::Hearts)), "{text}");
        }
        for malformed in
            ["", "H", "1H", "TT", "11H", "♥", "1♥", "A★", "\u{fe0f}", "0H", " AH", "AHH"]
        {
            assert_eq!(Card::parse(malformed), None, "{malformed:?}");
        }
    }
}
