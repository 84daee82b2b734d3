//! The six features of the paper.

use patience_core::Game;
use patience_core::sets::Set16;
use patience_games::birds::{BirdsGame, BirdsState, CELLS};

/// Number of features.
pub const COUNT: usize = 6;

/// The names of the features, in order.
pub const NAMES: [&str; COUNT] =
    ["pairs/cards", "moves/cards", "moves", "pairs", "commonest suit", "commonest rank"];

/// The cards of a deal by suit and by rank, by their places in the deal. [`Counts`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Families {
    suits: [Set16; 4],
    /// The ranks that are dealt more than once.
    ranks: Vec<Set16>,
}

impl Families {
    /// Sorts the cards of a deal, or of any starting board.
    pub fn of(game: &BirdsGame) -> Families {
        let start = game.start();
        let (mut suits, mut ranks) = ([Set16::EMPTY; 4], [Set16::EMPTY; 14]);
        for (cell, card) in (0..CELLS as u8).zip(game.grid(&start)) {
            if let Some(card) = card {
                suits[card.suit() as usize] |= Set16::of(start.top(cell));
                ranks[usize::from(card.rank())] |= Set16::of(start.top(cell));
            }
        }
        let ranks = ranks.into_iter().filter(|cards| cards.len() > 1).collect();
        Families { suits, ranks }
    }
}

/// The counts from which the features are made. Pairs and moves count ordered pairs, each twice.
///
/// ```
/// use patience_core::Game;
/// use patience_games::birds::neller;
/// use patience_learn::birds::features::{Counts, Families};
///
/// let deal = neller(0);
/// let counts = Counts::of(&deal, &Families::of(&deal), &deal.start());
/// assert_eq!((counts.cards, counts.moves % 2), (16, 0), "every move has its reverse");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counts {
    /// Ordered pairs of compatible cards, in any cells.
    pub pairs: u8,
    /// Legal moves.
    pub moves: u8,
    /// Stacks.
    pub cards: u8,
    /// Cards of the most frequent suit.
    pub suit: u8,
    /// Cards of the most frequent rank.
    pub rank: u8,
}

impl Counts {
    /// Counts in a state of a game; `families` are those of the game.
    #[inline]
    pub fn of(game: &BirdsGame, families: &Families, state: &BirdsState) -> Counts {
        let tops = game.tops(state);
        let most =
            |sets: &[Set16]| sets.iter().map(|set| (*set & tops).len() as u8).max().unwrap_or(0);
        Counts {
            pairs: 2 * game.compatible_pairs(state) as u8,
            moves: 2 * open_pairs(game, state),
            cards: state.stacks() as u8,
            suit: most(&families.suits),
            rank: most(&families.ranks).max(1),
        }
    }

    /// The features in the paper's order.
    #[inline]
    pub fn features(&self) -> [f64; COUNT] {
        let (pairs, moves, cards) =
            (f64::from(self.pairs), f64::from(self.moves), f64::from(self.cards));
        [pairs / cards, moves / cards, moves, pairs, f64::from(self.suit), f64::from(self.rank)]
    }
}

/// The pairs of stacks in a line whose cards are compatible.
#[inline]
fn open_pairs(game: &BirdsGame, state: &BirdsState) -> u8 {
    let (mut later, mut count) = (state.occupied(), 0);
    while let Some(cell) = later.pop_first() {
        let compatible = game.compatible_with()[state.top(cell as u8)];
        let (row, column) = (0x000f << (cell & 12), 0x1111 << (cell & 3));
        let line = Set16::from_bits(row | column) & later;
        count += line
            .iter()
            .map(|other| u8::from(compatible.contains(state.top(other as u8))))
            .sum::<u8>();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::{Random, successors};
    use patience_games::birds::{compatible, neller};

    /// Counts naively: every ordered pair of cards, every legal move, every suit and rank.
    #[test]
    fn counts_are_those_of_the_cards() {
        let mut random = Random::new(2);
        for seed in 0..300 {
            let game = neller(seed);
            let families = Families::of(&game);
            let mut state = game.start();
            loop {
                let cards: Vec<_> = game.grid(&state).into_iter().flatten().collect();
                let count = |same: &dyn Fn(usize, usize) -> bool, of: usize| {
                    (0..cards.len()).filter(|other| same(of, *other)).count()
                };
                let most = |same: &dyn Fn(usize, usize) -> bool| {
                    (0..cards.len()).map(|of| count(same, of)).max().unwrap()
                };
                let pairs = |a: usize, b: usize| a != b && compatible(cards[a], cards[b]);
                let next = successors(&game, &state);
                let counts = Counts::of(&game, &families, &state);
                let expected = [
                    (0..cards.len()).map(|of| count(&pairs, of)).sum(),
                    next.len(),
                    cards.len(),
                    most(&|a, b| cards[a].suit() == cards[b].suit()),
                    most(&|a, b| cards[a].rank() == cards[b].rank()),
                ];
                let counted = [counts.pairs, counts.moves, counts.cards, counts.suit, counts.rank];
                assert_eq!(counted.map(usize::from), expected, "deal {seed}");
                match next.len() {
                    0 => break,
                    moves => state = next[random.index(moves)].1,
                }
            }
        }
        let deal = neller(0);
        let counts = Counts::of(&deal, &Families::of(&deal), &deal.start());
        assert_eq!((counts.cards, counts.suit, counts.rank), (16, 6, 3));
    }
}
