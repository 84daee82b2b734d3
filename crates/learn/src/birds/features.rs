//! The six features of the paper, kept up to date from move to move.

use patience_games::birds::{BirdsMove, BirdsState};

use super::deal::Deal;

/// How many features there are.
pub const COUNT: usize = 6;

/// Their names, in order.
pub const NAMES: [&str; COUNT] =
    ["pairs/cards", "moves/cards", "moves", "pairs", "commonest suit", "commonest rank"];

/// The counts from which the features are made. Pairs and moves count ordered pairs, each twice.
///
/// ```
/// use patience_core::Game;
/// use patience_learn::birds::{deal::Deal, features::Counts};
///
/// let deal = Deal::neller(0);
/// let counts = Counts::of(&deal, &deal.game.start());
/// assert_eq!((counts.cards, counts.moves % 2), (16, 0), "every move has its reverse");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counts {
    /// Ordered pairs of compatible cards, wherever they lie.
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
    /// The counts of a board, from scratch.
    pub fn of(deal: &Deal, state: &BirdsState) -> Counts {
        let bits = |set: u16| (0..16u8).filter(move |index| set >> index & 1 != 0);
        let pairs = 2 * deal.game.compatible_pairs(state);
        let moves = bits(state.occupied())
            .map(|cell| deal.partners(state, state.top(cell), cell))
            .sum::<u32>();
        let (suit, rank) = commonest(deal, deal.game.tops(state));
        Counts { pairs: pairs as u8, moves: moves as u8, cards: state.stacks() as u8, suit, rank }
    }

    /// The counts after a legal move in `state`, which has these counts; `next` is the state after
    /// it.
    ///
    /// A move takes one vertex from each graph, so that only the pairs of the covered card and the
    /// moves of the two stacks change.
    #[inline]
    pub fn after(
        &self,
        deal: &Deal,
        state: &BirdsState,
        mv: BirdsMove,
        next: &BirdsState,
    ) -> Counts {
        let (moved, covered) = (state.top(mv.from), state.top(mv.to));
        // All cards of the state but the one that is covered, which is not compatible with itself.
        let left = deal.game.tops(next);
        let lost_pairs = 2 * (deal.game.compatible_with()[covered] & left).count_ones();
        // The pair of the two stacks is among the partners of both.
        let lost = deal.partners(state, moved, mv.from) + deal.partners(state, covered, mv.to) - 1;
        let won = deal.partners(next, moved, mv.to);
        let (suit, rank) = commonest(deal, left);
        let counts = Counts {
            pairs: self.pairs - lost_pairs as u8,
            moves: (u32::from(self.moves) + 2 * won - 2 * lost) as u8,
            cards: self.cards - 1,
            suit,
            rank,
        };
        debug_assert_eq!(counts, Counts::of(deal, next), "the counts are kept up to date");
        counts
    }

    /// The features in the paper's order.
    #[inline]
    pub fn features(&self) -> [f64; COUNT] {
        let (pairs, moves, cards) =
            (f64::from(self.pairs), f64::from(self.moves), f64::from(self.cards));
        [pairs / cards, moves / cards, moves, pairs, f64::from(self.suit), f64::from(self.rank)]
    }
}

#[inline]
fn commonest(deal: &Deal, cards: u16) -> (u8, u8) {
    let most =
        |sets: &[u16]| sets.iter().map(|set| (set & cards).count_ones() as u8).max().unwrap_or(0);
    (most(&deal.suits), most(&deal.ranks.0[..deal.ranks.1]).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::birds::deal::MOST_MOVES;
    use patience_core::Random;

    #[test]
    fn counts_of_a_known_board() {
        // Counted the slow way: every ordered pair of the sixteen cards, every ordered pair in a
        // line.
        let deal = Deal::neller(0);
        let compatible = |a: usize, b: usize| {
            let (x, y) = (deal.cards[a], deal.cards[b]);
            a != b && (x % 4 == y % 4 || (x / 4).abs_diff(y / 4) <= 1)
        };
        let all = || (0..16).flat_map(|a| (0..16).map(move |b| (a, b)));
        let counts = Counts::of(&deal, &deal.start());
        assert_eq!(usize::from(counts.pairs), all().filter(|&(a, b)| compatible(a, b)).count());
        let in_line = |a: usize, b: usize| a / 4 == b / 4 || a % 4 == b % 4;
        assert_eq!(
            usize::from(counts.moves),
            all().filter(|&(a, b)| compatible(a, b) && in_line(a, b)).count()
        );
        assert_eq!((counts.cards, counts.suit, counts.rank), (16, 6, 3));
    }

    #[test]
    fn counts_are_kept_up_to_date() {
        let mut random = Random::new(2);
        for seed in 0..300 {
            let deal = Deal::neller(seed);
            let mut board = deal.start();
            let mut counts = Counts::of(&deal, &board);
            let mut moves = [BirdsMove::default(); MOST_MOVES];
            loop {
                let count = deal.moves(&board, &mut moves);
                assert_eq!(count, usize::from(counts.moves));
                if count == 0 {
                    break;
                }
                let mv = moves[random.index(count)];
                let next = deal.apply(&board, mv);
                counts = counts.after(&deal, &board, mv, &next);
                assert_eq!(counts, Counts::of(&deal, &next));
                board = next;
            }
        }
    }
}
