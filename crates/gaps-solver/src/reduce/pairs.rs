//! Dead ends by pairs: pairs of facts that could ever be true together (h² of Haslum and
//! Geffner, 2000).
//!
//! A fact is that a card is in a cell, or that a cell is a gap. Two facts can hold together if they
//! do on a board that the position stands for, or if a move makes one of them true, and the other
//! one, which the move makes true as well or leaves unchanged, can hold together with each
//! precondition of the move; the preconditions must also be possible by pairs. The least fixpoint
//! contains every pair of facts of every board that play can reach. The position is therefore lost
//! if no solved board has all its pairs in it.
//!
//! Only facts that the delete relaxation reaches are included. A card that it never moves has no
//! facts, since it stays in place. The pairs are a symmetric matrix of bits, one row per fact. A
//! move of a card from `a` to `c` has three preconditions: its predecessor is left of `c`, `c` is a
//! gap, and the card is in `a`. The facts that can hold together with all three are the
//! intersection of three rows; they join the rows of two facts, that the card is in `c` and that
//! `a` is a gap.

use patience_core::sets::Set64;
use patience_core::vectorised;

use super::relaxation::{ALL_FREE, Start};
use crate::position::{CARDS, Cells, Geometry, LEVELS, Position, cell_at, cells_of};

#[cfg(test)]
mod tests;

/// Maximum number of facts; positions with more are not tested. The limit is the same on every
/// machine, so that searches are identical.
const MAX_FACTS: usize = 512;
const WORDS: usize = MAX_FACTS / 64;
/// Represents the gaps where a card's number is expected.
const GAPS: usize = CARDS;

/// A set of facts: as many sets of 64 as fill a line of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
struct Set([Set64; WORDS]);

impl Set {
    const EMPTY: Set = Set([Set64::EMPTY; WORDS]);

    #[inline(always)]
    fn of(fact: u16) -> Set {
        let fact = usize::from(fact);
        Set(std::array::from_fn(|word| Set64::of(fact % 64).only_if(word == fact / 64)))
    }

    #[inline(always)]
    fn has(&self, fact: u16) -> bool {
        self.0[usize::from(fact) / 64 % WORDS].contains(usize::from(fact) % 64)
    }

    #[inline(always)]
    fn and(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    fn or(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    fn without(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] - other.0[word]))
    }

    #[inline(always)]
    fn contains(&self, other: &Set) -> bool {
        other.without(self) == Set::EMPTY
    }

    /// Returns consecutive facts, at most 64, by their distance from the first.
    #[inline(always)]
    fn part(&self, first: u16, length: u16) -> Set64 {
        let (word, shift) = (usize::from(first) / 64, usize::from(first) % 64);
        let high = match self.0.get(word + 1) {
            Some(next) if shift != 0 => next.up(64 - shift),
            _ => Set64::EMPTY,
        };
        (self.0[word].down(shift) | high) & Set64::below(length.into())
    }

    fn iter(self) -> impl Iterator<Item = u16> {
        let facts = |(index, word): (usize, Set64)| word.iter().map(move |bit| 64 * index + bit);
        self.0.into_iter().enumerate().flat_map(facts).map(|fact| fact as u16)
    }
}

/// The moves of a card to a cell, from all its possible cells.
#[derive(Clone, Copy)]
struct Moves {
    card: usize,
    /// The facts that the predecessor is left of the cell, and that the cell is a gap. If the
    /// predecessor is always there, the gap twice.
    left: u16,
    gap: u16,
    /// The fact that the card is in the cell.
    target: u16,
    /// The card's facts from which it can make this move, as offsets from the first of them.
    sources: Set64,
}

/// The facts of a position, and the pairs of them that can hold. It is reused between tests only to
/// save allocations.
pub(crate) struct Pairs {
    /// For each fact, the facts that can hold together with it, including the fact itself once it
    /// can hold.
    rows: Box<[Set; MAX_FACTS]>,
    /// The first fact of each card and of the gaps, then the total.
    first: [u16; CARDS + 2],
    /// For each card and the gaps, the fact of each cell.
    fact: Box<[[u16; 64]; CARDS + 1]>,
    /// For each fact, its cell.
    cell: [u8; MAX_FACTS],
    freed: [u16; MAX_FACTS],
    /// For each card, its facts.
    own: [Set; CARDS + 1],
    moves: Vec<Moves>,
    /// The facts whose rows changed since the last sweep began, and since this one did.
    recent: Set,
    fresh: Set,
}

impl Pairs {
    pub fn new() -> Self {
        Pairs {
            rows: Box::new([Set::EMPTY; MAX_FACTS]),
            first: [0; CARDS + 2],
            fact: Box::new([[0; 64]; CARDS + 1]),
            cell: [0; MAX_FACTS],
            freed: [0; MAX_FACTS],
            own: [Set::EMPTY; CARDS + 1],
            moves: Vec::new(),
            recent: Set::EMPTY,
            fresh: Set::EMPTY,
        }
    }
}

vectorised! {
    /// Whether the position is certainly lost, because no solved board has all its pairs among
    /// those that can hold.
    pub(crate) fn is_pair_dead_end(
        geometry: &Geometry,
        position: &Position,
        pairs: &mut Pairs,
    ) -> bool => lacks_pairs
}

#[inline(always)]
fn lacks_pairs(geometry: &Geometry, position: &Position, pairs: &mut Pairs) -> bool {
    let start = Start::of(geometry, position);
    let Some(reach) = start.close::<false>(geometry, &ALL_FREE, Cells::EMPTY) else { return false };
    let cells: [Cells; CARDS + 1] =
        std::array::from_fn(|card| match reach.cards.as_flattened().get(card) {
            None => reach.gaps,
            Some(cells) => cells.only_if(!cells.is_single()),
        });
    if cells.iter().map(|cells| cells.len()).sum::<u32>() as usize > MAX_FACTS {
        return false;
    }
    pairs.begin(position, &start, &cells);
    pairs.list_moves(geometry, position, &start, &cells);
    let Some(goals) = Goals::of(geometry, position, &cells, pairs) else { return true };
    loop {
        pairs.sweep();
        if goals.can_hold(pairs) {
            return false;
        }
        if pairs.fresh == Set::EMPTY {
            return true;
        }
    }
}

impl Pairs {
    /// Numbers the facts, in the given cells for each card and the gaps, and notes the pairs of the
    /// boards that the position stands for.
    #[inline(always)]
    fn begin(&mut self, position: &Position, start: &Start, cells: &[Cells; CARDS + 1]) {
        let (mut count, mut initial) = (0u16, Set::EMPTY);
        for (card, &cells) in cells.iter().enumerate() {
            self.first[card] = count;
            self.own[card] = Set::EMPTY;
            let here = start.cards.as_flattened().get(card).unwrap_or(&start.gaps);
            for cell in cells {
                self.fact[card][usize::from(cell)] = count;
                self.cell[usize::from(count) % MAX_FACTS] = cell;
                let fact = Set::of(count);
                self.own[card] = self.own[card].or(&fact);
                initial = if here.contains(cell) { initial.or(&fact) } else { initial };
                count += 1;
            }
        }
        self.first[CARDS + 1] = count;
        for fact in 0..usize::from(self.first[GAPS]) {
            self.freed[fact % MAX_FACTS] =
                self.fact[GAPS][usize::from(self.cell[fact % MAX_FACTS] % 64)];
        }
        self.rows[..usize::from(count)].fill(Set::EMPTY);
        initial.iter().for_each(|fact| self.rows[usize::from(fact)] = initial);
        self.fresh = initial;
        for level in 0..LEVELS {
            let wild = cells_of(position.wild[level], level as u8);
            if !wild.is_empty() {
                self.part_wild(initial, wild, (position.gaps & wild).is_single());
            }
        }
    }

    /// The wild cells of a level may be in any arrangement, but no two hold the same card, and none
    /// holds two cards. If there is only one gap among them, no two cells are gaps.
    #[inline(always)]
    fn part_wild(&mut self, initial: Set, wild: Cells, has_one_gap: bool) {
        let in_wild = |fact: &u16| wild.contains(self.cell[usize::from(*fact)]);
        let facts =
            initial.iter().filter(in_wild).fold(Set::EMPTY, |facts, fact| facts.or(&Set::of(fact)));
        for one in facts.iter() {
            for other in facts.iter().filter(|other| *other != one) {
                let own = self.own.iter().position(|own| own.has(one)).unwrap_or(GAPS);
                let same_card = self.own[own].has(other) && (own != GAPS || has_one_gap);
                if same_card || self.cell[usize::from(one)] == self.cell[usize::from(other)] {
                    self.rows[usize::from(one)] =
                        self.rows[usize::from(one)].without(&Set::of(other));
                }
            }
        }
    }

    /// Lists the moves that could ever be possible.
    #[inline(always)]
    fn list_moves(
        &mut self,
        geometry: &Geometry,
        position: &Position,
        start: &Start,
        cells: &[Cells; CARDS + 1],
    ) {
        self.moves.clear();
        let stays = position.twos_stay(geometry);
        for card in (0..CARDS).filter(|card| !cells[*card].is_empty()) {
            // Twos in column 0 may have to stay there.
            let is_outside = |(_, cell): &(usize, u8)| {
                !(stays && card < 4 && geometry.first_column.contains(*cell))
            };
            let sources = cells[card].iter().enumerate().filter(is_outside);
            let sources = sources.map(|(index, _)| index).collect();
            let lefts = match card {
                0..4 => start.entry_cells[card],
                _ if cells[card - 4].is_empty() => start.cards.as_flattened()[card - 4].up(1),
                _ => cells[card - 4].up(1),
            };
            for cell in (lefts & cells[GAPS]).iter().map(usize::from) {
                let gap = self.fact[GAPS][cell];
                let left = if card < 4 || cells[card - 4].is_empty() {
                    gap
                } else {
                    self.fact[card - 4][cell - 1]
                };
                self.moves.push(Moves { card, left, gap, target: self.fact[card][cell], sources });
            }
        }
    }

    /// Makes each move affected by a change once.
    #[inline(always)]
    fn sweep(&mut self) {
        self.recent = self.fresh;
        self.fresh = Set::EMPTY;
        for index in 0..self.moves.len() {
            let Moves { card, left, gap, target, mut sources } = self.moves[index];
            let (first, length) = (self.first[card], self.first[card + 1] - self.first[card]);
            if !self.recent.has(left) && !self.recent.has(gap) {
                sources &= self.recent.part(first, length);
            }
            if sources.is_empty() || !self.rows[usize::from(gap) % MAX_FACTS].has(left) {
                continue;
            }
            let needed = self.rows[usize::from(left) % MAX_FACTS]
                .and(&self.rows[usize::from(gap) % MAX_FACTS]);
            // Facts that the move undoes are dropped: the gap, and the card's old cell.
            let kept = needed.without(&self.own[card].or(&Set::of(gap)));
            let mut all = Set::EMPTY;
            for source in sources & needed.part(first, length) {
                let source = (usize::from(first) + source) % MAX_FACTS;
                let freed = self.freed[source];
                let together = self.rows[source].and(&kept).or(&Set::of(freed));
                all = all.or(&together);
                self.join(freed, &together.or(&Set::of(target)));
            }
            if all != Set::EMPTY {
                self.join(target, &all.or(&Set::of(target)));
            }
        }
    }

    /// Records that a fact can hold together with each of the others.
    #[inline(always)]
    fn join(&mut self, fact: u16, others: &Set) {
        let row = &mut self.rows[usize::from(fact) % MAX_FACTS];
        let fresh = others.without(row);
        if fresh == Set::EMPTY {
            return;
        }
        *row = row.or(others);
        let (word, bit) = (usize::from(fact) / 64 % WORDS, usize::from(fact) % 64);
        for (index, &others) in fresh.0.iter().enumerate() {
            for other in others {
                self.rows[(64 * index + other) % MAX_FACTS].0[word].insert(bit);
            }
        }
        let changed = fresh.or(&Set::of(fact));
        self.recent = self.recent.or(&changed);
        self.fresh = self.fresh.or(&changed);
    }

    /// Whether each fact of one set can hold together with each of another.
    #[inline(always)]
    fn can_hold(&self, facts: &Set, others: &Set) -> bool {
        facts.iter().all(|fact| self.rows[usize::from(fact)].contains(others))
    }
}

/// The facts of solved boards.
struct Goals {
    /// The gaps at the row ends.
    ends: Set,
    /// For each suit and row, the facts of the suit's cards at home there, if possible.
    home: [[Option<Set>; 4]; 4],
    rows: usize,
}

impl Goals {
    /// `None` if the end of a row can never be a gap.
    #[inline(always)]
    fn of(
        geometry: &Geometry,
        position: &Position,
        cells: &[Cells; CARDS + 1],
        pairs: &Pairs,
    ) -> Option<Self> {
        let add =
            |set: Set, card: usize, cell: u8| set.or(&Set::of(pairs.fact[card][usize::from(cell)]));
        let home = |suit: u8, row: u8| {
            let mut home = Set::EMPTY;
            for rank in 0..geometry.columns - 1 {
                let (card, cell) = (usize::from(4 * rank + suit), cell_at(row, rank));
                let moves = !cells[card].is_empty();
                if !moves && position.cell[card] != cell || moves && !cells[card].contains(cell) {
                    return None;
                }
                home = if moves { add(home, card, cell) } else { home };
            }
            Some(home)
        };
        let mut goals =
            Goals { ends: Set::EMPTY, home: [[None; 4]; 4], rows: geometry.rows.into() };
        for suit in 0..geometry.rows {
            for row in (0..geometry.rows).filter(|row| !geometry.fixed_suits || *row == suit) {
                goals.home[usize::from(suit)][usize::from(row)] = home(suit, row);
            }
        }
        let ends = geometry.row_ends.iter();
        goals.ends = ends.fold(Set::EMPTY, |ends, cell| add(ends, GAPS, cell));
        geometry.row_ends.is_subset(cells[GAPS]).then_some(goals)
    }

    /// Whether all pairs of some solved board can hold.
    #[inline(always)]
    fn can_hold(&self, pairs: &Pairs) -> bool {
        pairs.can_hold(&self.ends, &self.ends) && self.assign(pairs, &mut Vec::new())
    }

    /// Whether each of the remaining suits can be given a row of its own.
    fn assign(&self, pairs: &Pairs, taken: &mut Vec<usize>) -> bool {
        let suit = taken.len();
        suit == self.rows
            || (0..self.rows).any(|row| {
                let Some(home) = self.home[suit][row].filter(|_| !taken.contains(&row)) else {
                    return false;
                };
                let others =
                    taken.iter().enumerate().filter_map(|(suit, row)| self.home[suit][*row]);
                let all = others.fold(self.ends.or(&home), |all, other| all.or(&other));
                if !pairs.can_hold(&home, &all) {
                    return false;
                }
                taken.push(row);
                let can = self.assign(pairs, taken);
                taken.pop();
                can
            })
    }
}
