//! The estimates for two decks: the same as for one deck, with sets of 128 cells.

use patience_core::sets::Set128;
use patience_core::{Claims, Estimate, Heuristic, Part};

use super::super::heuristics::NO_ARRANGEMENT;
use super::super::state::{CARDS, GAP, MAX_ROWS, RANKS, ROW};
use super::{State, TwoDecks};

/// Column 0 of all rows as a set of cells.
const COLUMN_0: Set128 = {
    let (mut cells, mut row) = (0, 0);
    while row < MAX_ROWS {
        cells |= 1 << (row * ROW);
        row += 1;
    }
    Set128::from_bits(cells)
};

/// `table[row][slot]`: a number for a row that ends in a suit; `None` if impossible.
type Table = [[Option<u32>; 4]; MAX_ROWS];

/// The least sum over all rows if each suit takes two; `None` if there is none.
fn least(game: &TwoDecks, table: &Table) -> Option<u32> {
    const NONE: u32 = u32::MAX;
    /// The least sum by the number of rows taken by each suit, 0 to 2, as digits.
    const TAKEN: [usize; 4] = [1, 3, 9, 27];
    let mut sums = [NONE; 81];
    sums[0] = 0;
    for row in table.iter().take(game.rows()) {
        let mut next = [NONE; 81];
        for (taken, sum) in sums.into_iter().enumerate().filter(|(_, sum)| *sum != NONE) {
            for (slot, cost) in row.iter().enumerate().take(game.suits().len()) {
                if let Some(cost) = cost
                    && taken / TAKEN[slot] % 3 < 2
                {
                    let least = &mut next[taken + TAKEN[slot]];
                    *least = (*least).min(sum + cost);
                }
            }
        }
        sums = next;
    }
    let all: usize = (0..game.suits().len()).map(|slot| 2 * TAKEN[slot]).sum();
    Some(sums[all]).filter(|sum| *sum != NONE)
}

/// By row and suit: the number of cells that do not hold the card that would end there.
fn not_home(game: &TwoDecks, state: &State) -> Table {
    let ranks = game.columns() - 1;
    let mut table = [[None; 4]; MAX_ROWS];
    for (cards, row) in state.cards.chunks_exact(ROW).zip(&mut table).take(game.rows()) {
        let mut home = [0; 4];
        for (column, &card) in cards[..ranks].iter().enumerate() {
            if card != GAP && usize::from(card) % RANKS == column {
                home[usize::from(card) / RANKS] += 1;
            }
        }
        for (cost, home) in row.iter_mut().zip(home).take(game.suits().len()) {
            *cost = Some(ranks as u32 - home);
        }
    }
    table
}

/// By row and suit: the sum, over the cards of the suit, of the rounds of the delete relaxation
/// after which one could be at home there; `None` if none ever could.
///
/// In the relaxation, true facts stay true: a card goes into every cell that could be a gap and in
/// which it fits, and the cells of both its copies may be gaps from then on. By induction on the
/// moves of any play, cards and gaps stay within the reached facts: a move needs a gap and a left
/// neighbour within them, and its card and the gap that it leaves are added. If the card's new cell
/// is one that it could reach before, either its cells were freed then, or a copy has left this
/// cell since, which also freed them.
fn rounds(game: &TwoDecks, state: &State) -> Table {
    let mut cells = [Set128::EMPTY; CARDS + 1];
    game.cells().for_each(|cell| cells[usize::from(state.cards[cell])].insert(cell));
    let start = cells;
    let mut gaps = cells[usize::from(GAP)];
    let home = |card: usize, row: usize| row * ROW + card % RANKS;
    let mut table = [[None; 4]; MAX_ROWS];
    let mut missing = [[0u32; 4]; MAX_ROWS];
    for row in 0..game.rows() {
        (0..game.suits().len()).for_each(|slot| table[row][slot] = Some(0));
        for card in game.numbers() {
            missing[row][card / RANKS] += u32::from(!start[card].contains(home(card, row)));
        }
    }
    for round in 1.. {
        let (before, mut freed) = (cells, Set128::EMPTY);
        for card in game.numbers() {
            let fits = if card % RANKS == 0 { COLUMN_0 } else { before[card - 1].up(1) - COLUMN_0 };
            let more = (gaps & fits) - before[card];
            if !more.is_empty() {
                cells[card] |= more;
                freed |= start[card];
                for row in (0..game.rows()).filter(|row| more.contains(home(card, *row))) {
                    missing[row][card / RANKS] -= 1;
                    table[row][card / RANKS] = table[row][card / RANKS].map(|sum: u32| sum + round);
                }
            }
        }
        if cells == before {
            break;
        }
        gaps |= freed;
    }
    for (sum, missing) in table.as_flattened_mut().iter_mut().zip(missing.as_flattened()) {
        *sum = sum.filter(|_| *missing == 0);
    }
    table
}

/// Combines two tables in the entries where both have a number.
fn joined(mut one: Table, other: &Table, sum: impl Fn(u32, u32) -> u32) -> Table {
    for (one, other) in one.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
        *one = one.zip(*other).map(|(one, other)| sum(one, other));
    }
    one
}

/// The number of cells that lack the card that ends there, minimised over the arrangements of suits
/// to rows.
///
/// Consistent: each of these cells has to be filled, and a move fills one cell.
pub struct Misplaced;

impl Heuristic<TwoDecks> for Misplaced {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &TwoDecks, state: &State) -> Estimate {
        Estimate::Cost(least(game, &not_home(game, state)).expect("nothing is forbidden"))
    }

    fn parts(&self, game: &TwoDecks, state: &State) -> Vec<Part> {
        least(game, &not_home(game, state))
            .map(|count| Part::whole("cards not home", count))
            .into_iter()
            .collect()
    }
}

/// Like [`Misplaced`], over the arrangements in which the delete relaxation brings every card home;
/// if there is none, a dead end.
///
/// Consistent: everything reached from a successor is also reached from the position, so a move
/// adds no arrangement.
pub struct Reachability;

impl Heuristic<TwoDecks> for Reachability {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &TwoDecks, state: &State) -> Estimate {
        let table = joined(not_home(game, state), &rounds(game, state), |not_home, _| not_home);
        least(game, &table).map_or(Estimate::DeadEnd, Estimate::Cost)
    }

    fn parts(&self, game: &TwoDecks, state: &State) -> Vec<Part> {
        parts(self.estimate(game, state), "cards not home")
    }
}

/// For every card that is not home, 2 plus the round of the delete relaxation after which it could
/// be there, summed and minimised over the arrangements; if there is none, a dead end. Not a lower
/// bound: a move that helps many cards is counted for each.
pub struct LevelSum;

impl Heuristic<TwoDecks> for LevelSum {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &TwoDecks, state: &State) -> Estimate {
        let table = joined(not_home(game, state), &rounds(game, state), |not_home, rounds| {
            2 * not_home + rounds
        });
        least(game, &table).map_or(Estimate::DeadEnd, Estimate::Cost)
    }

    fn parts(&self, game: &TwoDecks, state: &State) -> Vec<Part> {
        parts(self.estimate(game, state), "rounds until cards could be home, and 2 for each")
    }
}

fn parts(estimate: Estimate, what: &'static str) -> Vec<Part> {
    vec![match estimate {
        Estimate::Cost(cost) => Part::whole(what, cost),
        Estimate::DeadEnd => Part::dead_end(NO_ARRANGEMENT),
    }]
}
