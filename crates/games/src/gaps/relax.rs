//! The rules of a rule set, as facts about its cards, and the delete relaxation of the game: the
//! cells that cards could reach if every true fact stayed true.

use patience_core::sets::Set64;
use patience_core::vectorised;

use super::rule_set::{Entry, Fit};
use super::state::{CARDS, RANKS, ROW};
use super::{Gaps, State};

/// Column 0 of all rows as a set of cells.
pub(super) const COLUMN_0: Set64 = Set64::from_bits(1 | 1 << ROW | 1 << (2 * ROW) | 1 << (3 * ROW));

/// Lanes of the tables by card: a suit has 16, and those after its last rank are empty, so that
/// neighbouring lanes are neighbouring ranks and the ends of a suit have empty neighbours.
pub(super) const LANES: usize = 64;
/// Lanes of a suit.
const SUIT: usize = LANES / 4;

/// The lane of a card.
pub(super) fn lane(card: usize) -> usize {
    card / RANKS * SUIT + card % RANKS
}

/// When a card fits into a gap: in column 0 this depends on the cell, elsewhere on one neighbour in
/// the gap's row.
pub(super) struct Facts {
    fit: Fit,
    /// By lane: the cells of column 0 that the card may enter.
    entry: [Set64; LANES],
    /// By lane: the cells of column k, where cards of the rank with index k end; empty for a lane
    /// without a card in play.
    homes: [Set64; LANES],
    /// By row and slot: the number of cards of a suit, if both suit and row are in play.
    cards: [u32; 16],
    /// By card: the cards after which it fits.
    pub behind: [Set64; CARDS],
    /// By card: the cards before which it fits.
    pub before: [Set64; CARDS],
}

/// See [`Facts::rounds`].
pub(super) type Rounds = [[Option<u32>; 4]; 4];

/// The cells to the right of these.
#[inline(always)]
pub(super) fn right_of(cells: Set64) -> Set64 {
    cells.up(1) - COLUMN_0
}

/// The cells to the left of these, except those in column 0, where neighbours do not count.
#[inline(always)]
pub(super) fn left_of(cells: Set64) -> Set64 {
    (cells - COLUMN_0).down(1) - COLUMN_0
}

impl Facts {
    /// The facts of a deal's rule set.
    pub fn new(game: &Gaps) -> Facts {
        let fit = game.rules().fit();
        let mut facts = Facts {
            fit,
            entry: [Set64::EMPTY; LANES],
            homes: [Set64::EMPTY; LANES],
            cards: [0; 16],
            behind: [Set64::EMPTY; CARDS],
            before: [Set64::EMPTY; CARDS],
        };
        for card in game.numbers() {
            let rank = card % RANKS;
            facts.homes[lane(card)] = COLUMN_0.up(rank);
            (0..game.rows()).for_each(|row| facts.cards[4 * row + card / RANKS] += 1);
            facts.entry[lane(card)] = match game.rules().entry() {
                Entry::AnyBase | Entry::BaseFromOutside if rank == 0 => COLUMN_0,
                Entry::OwnBase if rank == 0 => Set64::of(card / RANKS * ROW),
                Entry::AnyBase | Entry::OwnBase | Entry::BaseFromOutside => Set64::EMPTY,
                Entry::AnyCard => COLUMN_0,
            };
            facts.behind[card] = match fit {
                _ if rank == 0 => Set64::EMPTY,
                Fit::Successor | Fit::SuccessorOrPredecessor => Set64::of(card - 1),
                Fit::NextRank => (0..game.rows()).map(|slot| slot * RANKS + rank - 1).collect(),
                Fit::Higher => (card - rank..card).collect(),
            };
            if fit == Fit::SuccessorOrPredecessor && rank + 2 < game.columns() {
                facts.before[card] = Set64::of(card + 1);
            }
        }
        facts
    }

    /// By lane: the cells where a card fits, gaps or not, if cards are where they could be.
    #[inline(always)]
    fn fits(&self, cells: &[Set64; LANES]) -> [Set64; LANES] {
        let mut fits = self.entry;
        match self.fit {
            Fit::Successor | Fit::SuccessorOrPredecessor => {
                for (fits, before) in fits[1..].iter_mut().zip(cells) {
                    *fits |= right_of(*before);
                }
                if self.fit == Fit::SuccessorOrPredecessor {
                    for (fits, behind) in fits.iter_mut().zip(&cells[1..]) {
                        *fits |= left_of(*behind);
                    }
                }
            }
            Fit::NextRank => {
                for rank in 1..SUIT {
                    let any =
                        (0..4).fold(Set64::EMPTY, |any, slot| any | cells[slot * SUIT + rank - 1]);
                    (0..4).for_each(|slot| fits[slot * SUIT + rank] |= right_of(any));
                }
            }
            Fit::Higher => {
                for slot in 0..4 {
                    let mut lower = Set64::EMPTY;
                    for lane in slot * SUIT + 1..(slot + 1) * SUIT {
                        lower |= cells[lane - 1];
                        fits[lane] |= right_of(lower);
                    }
                }
            }
        }
        fits
    }

    /// By lane: the cells that could be gaps, and where the card could then fit, in plays in which
    /// no frozen card moves.
    pub fn enters(&self, game: &Gaps, state: &State, frozen: Set64) -> [Set64; LANES] {
        let mut sets = Sets::new(game, state, frozen);
        while sets.round(self) {}
        self.fits(&sets.cells).map(|fits| fits & sets.gaps)
    }

    /// `rounds[row][slot]`: the sum, over the cards of the suit, of the rounds of the relaxation
    /// after which they could be at home in that row; `None` if some card could never come home.
    pub fn rounds(&self, game: &Gaps, state: &State) -> Rounds {
        rounds(self, game, state)
    }

    /// By row and slot: the cards of the suit that could not be at home in that row.
    #[inline(always)]
    fn missing(&self, cells: &[Set64; LANES]) -> [u32; 16] {
        // Loops instead of closures: only loops are compiled for the caller's instruction set.
        let (mut homes, mut missing) = ([Set64::EMPTY; 4], self.cards);
        let suits = cells.chunks_exact(SUIT).zip(self.homes.chunks_exact(SUIT));
        for (all, (cells, homes)) in homes.iter_mut().zip(suits) {
            for (cells, home) in cells.iter().zip(homes) {
                *all |= *cells & *home;
            }
        }
        for (pair, missing) in missing.iter_mut().enumerate() {
            *missing -= (homes[pair % 4].down(pair / 4 * ROW) & Set64::below(ROW)).len();
        }
        missing
    }
}

vectorised! {
    /// See [`Facts::rounds`].
    fn rounds(facts: &Facts, game: &Gaps, state: &State) -> Rounds => count_rounds
}

#[inline(always)]
fn count_rounds(facts: &Facts, game: &Gaps, state: &State) -> Rounds {
    let mut sets = Sets::new(game, state, Set64::EMPTY);
    let mut missing = facts.missing(&sets.cells);
    let mut rounds = missing;
    while missing != [0; 16] && sets.round(facts) {
        // A card counts once for every round before which it could not yet be at home.
        missing = facts.missing(&sets.cells);
        for (sum, cards) in rounds.iter_mut().zip(&missing) {
            *sum += cards;
        }
    }
    let sum = |pair: usize| (missing[pair] == 0).then_some(rounds[pair]);
    std::array::from_fn(|row| std::array::from_fn(|slot| sum(4 * row + slot)))
}

/// The least sets that contain a position and are closed under all moves except those of the frozen
/// cards, round by round.
///
/// By induction over the moves of any play in which no frozen card moves: every card and every gap
/// stays within them, as a move needs a gap and a neighbour within them, and its card and the gap
/// that it leaves are added.
struct Sets {
    /// By lane: the card's cell.
    start: [Set64; LANES],
    /// By lane: all cells if the card may move, else none.
    moving: [Set64; LANES],
    /// By lane: the cells that the card could occupy.
    cells: [Set64; LANES],
    /// The cells that could be gaps.
    gaps: Set64,
}

impl Sets {
    #[inline(always)]
    fn new(game: &Gaps, state: &State, frozen: Set64) -> Sets {
        let (mut start, mut moving) = ([Set64::EMPTY; LANES], [Set64::EMPTY; LANES]);
        for card in game.numbers() {
            start[lane(card)] = Set64::of(state.cells[card].into());
            moving[lane(card)] = (!Set64::EMPTY).only_if(!frozen.contains(card));
        }
        let gaps = state.gaps(game.rows()).iter().map(|gap| usize::from(*gap)).collect();
        Sets { start, moving, cells: start, gaps }
    }

    /// Whether a round added anything.
    #[inline(always)]
    fn round(&mut self, facts: &Facts) -> bool {
        let fits = facts.fits(&self.cells);
        let (mut changed, mut freed) = (Set64::EMPTY, Set64::EMPTY);
        for (lane, fits) in fits.iter().enumerate() {
            let after = self.cells[lane] | *fits & self.gaps & self.moving[lane];
            changed |= after ^ self.cells[lane];
            self.cells[lane] = after;
            freed |= self.start[lane].only_if(after != self.start[lane]);
        }
        self.gaps |= freed;
        !changed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use patience_core::vectors::limit_width;
    use patience_core::{Domain, Game};

    use super::*;
    use crate::gaps::{GapsDomain, Rules};

    /// The relaxation card by card, by the cards after and before which each fits: the cells
    /// reached after each round.
    fn card_by_card(facts: &Facts, game: &Gaps, state: &State) -> Vec<[Set64; CARDS]> {
        let standing = |cards: Set64, cells: &[Set64; CARDS]| {
            cards.iter().fold(Set64::EMPTY, |all, card| all | cells[card])
        };
        let start = |card: usize| Set64::of(state.cells[card].into());
        let mut cells = [Set64::EMPTY; CARDS];
        game.numbers().for_each(|card| cells[card] = start(card));
        let mut gaps: Set64 = state.gaps(game.rows()).iter().map(|gap| usize::from(*gap)).collect();
        let mut rounds = vec![cells];
        loop {
            let before = cells;
            let mut freed = Set64::EMPTY;
            for card in game.numbers() {
                let fits = facts.entry[lane(card)]
                    | right_of(standing(facts.behind[card], &before))
                    | left_of(standing(facts.before[card], &before));
                cells[card] |= gaps & fits;
                freed |= start(card).only_if(cells[card] != start(card));
            }
            if cells == before {
                return rounds;
            }
            gaps |= freed;
            rounds.push(cells);
        }
    }

    /// See [`Facts::rounds`].
    fn by_definition(facts: &Facts, game: &Gaps, state: &State) -> Rounds {
        let reached = card_by_card(facts, game, state);
        std::array::from_fn(|row| {
            std::array::from_fn(|slot| {
                let cards = game.numbers().filter(|card| card / RANKS == slot && row < game.rows());
                let first = |card: usize| {
                    reached.iter().position(|cells| cells[card].contains(row * ROW + card % RANKS))
                };
                cards.map(|card| first(card).map(|round| round as u32)).sum()
            })
        })
    }

    #[test]
    fn rounds_are_those_of_the_cards_one_by_one_on_every_machine() {
        for rules in Rules::ALL {
            let columns = rules.most_columns();
            let (mut dead, mut moves) = (0, Vec::new());
            for (seed, size) in (0..30).map(|seed| (seed, [columns, columns.min(6), 4][seed % 3])) {
                let game = GapsDomain
                    .instance(rules.name(), &format!("random/{}x{size}/{seed}", 4 - seed % 2))
                    .expect("a deal");
                let facts = Facts::new(&game);
                let mut state = game.start();
                for step in 0..60 {
                    let expected = by_definition(&facts, &game, &state);
                    for width in [0, 256, 512] {
                        limit_width(width);
                        assert_eq!(facts.rounds(&game, &state), expected, "{rules:?}: {state:?}");
                    }
                    dead += u32::from(expected.iter().flatten().any(Option::is_none));
                    moves.clear();
                    game.moves(&state, &mut moves);
                    let Some(mv) = moves.get(step * 7 % moves.len().max(1)) else { break };
                    state = game.apply(&state, *mv);
                }
            }
            assert!(dead > 0, "{rules:?}: they include homes out of reach");
        }
    }
}
