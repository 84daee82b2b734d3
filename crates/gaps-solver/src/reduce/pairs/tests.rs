//! Compares the pairs of a position with textbook h²: facts by name, moves one by one, all boards
//! written out.

use patience_core::Random;

use super::*;
use crate::board::Rules;
use crate::position::tests::{members, random_board};
use crate::position::{EMPTY, Step, column_of};

/// A fact: a card (or `EMPTY`, a gap) in a cell.
type Fact = (u8, u8);

/// Which facts can hold together.
struct Table(Vec<bool>);

impl Table {
    const FACTS: usize = 32 * 64;

    fn index((thing, cell): Fact) -> usize {
        // The small boards of this test have fewer than 31 cards.
        usize::from(thing.min(31)) * 64 + usize::from(cell)
    }

    fn has(&self, one: Fact, other: Fact) -> bool {
        self.0[Self::index(one) * Self::FACTS + Self::index(other)]
    }

    /// Whether the pair is new.
    fn note(&mut self, one: Fact, other: Fact) -> bool {
        !std::mem::replace(&mut self.0[Self::index(one) * Self::FACTS + Self::index(other)], true)
    }
}

struct Plain<'a> {
    geometry: &'a Geometry,
    position: &'a Position,
    cells: Vec<u8>,
    cards: Vec<u8>,
}

impl Plain<'_> {
    /// Returns the preconditions of a move: the card, the gap, and the predecessor left of it;
    /// `None` if there is no such move.
    fn needs(&self, card: u8, from: u8, to: u8) -> Option<Vec<Fact>> {
        let mut needs = vec![(card, from), (EMPTY, to)];
        if card >= 4 {
            let left =
                to.checked_sub(1).filter(|left| column_of(to) > 0 && self.cells.contains(left))?;
            needs.push((card - 4, left));
            return Some(needs);
        }
        let stays = self.position.twos_stay(self.geometry) && column_of(from) == 0;
        (column_of(to) == 0 && !stays && self.geometry.entry_cells(card).contains(to))
            .then_some(needs)
    }

    /// Every pair that can hold, in both orders.
    fn pairs(&self) -> Table {
        let mut pairs = Table(vec![false; Table::FACTS * Table::FACTS]);
        for board in members(self.position) {
            let facts: Vec<Fact> =
                self.cells.iter().map(|&cell| (board[usize::from(cell)], cell)).collect();
            facts
                .iter()
                .for_each(|one| facts.iter().for_each(|other| _ = pairs.note(*one, *other)));
        }
        let mut moves = Vec::new();
        for (&card, &from) in
            self.cards.iter().flat_map(|card| self.cells.iter().map(move |from| (card, from)))
        {
            let to = self.cells.iter().filter(|to| **to != from);
            moves.extend(to.filter_map(|&to| Some((card, from, to, self.needs(card, from, to)?))));
        }
        let things = || self.cards.iter().chain(&[EMPTY]);
        let facts: Vec<Fact> =
            things().flat_map(|thing| self.cells.iter().map(move |cell| (*thing, *cell))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (card, from, to, needs) in &moves {
                let held =
                    |pairs: &Table, fact: Fact| needs.iter().all(|need| pairs.has(*need, fact));
                if !needs.iter().all(|need| held(&pairs, *need)) {
                    continue;
                }
                let (undone, made) =
                    ([(*card, *from), (EMPTY, *to)], [(*card, *to), (EMPTY, *from)]);
                for &other in facts.iter().filter(|fact| !undone.contains(fact)) {
                    if made.contains(&other) || held(&pairs, other) {
                        changed |= made.iter().fold(false, |new, one| {
                            new | pairs.note(*one, other) | pairs.note(other, *one)
                        });
                    }
                }
            }
        }
        pairs
    }

    /// Whether all pairs of some solved board are among them.
    fn can_be_solved(&self, pairs: &Table, suits: &mut Vec<u8>) -> bool {
        let row = suits.len() as u8;
        if row == self.geometry.rows {
            let last = self.geometry.columns - 1;
            let content = |cell: u8| match column_of(cell) {
                column if column == last => EMPTY,
                column => 4 * column + suits[usize::from(cell / 16)],
            };
            let facts: Vec<Fact> = self.cells.iter().map(|cell| (content(*cell), *cell)).collect();
            return facts.iter().all(|one| facts.iter().all(|other| pairs.has(*one, *other)));
        }
        (0..self.geometry.rows).any(|suit| {
            let fits = !suits.contains(&suit) && (!self.geometry.fixed_suits || suit == row);
            suits.push(suit);
            let can = fits && self.can_be_solved(pairs, suits);
            suits.pop();
            can
        })
    }
}

#[test]
fn pairs_are_those_of_the_plain_fixpoint() {
    let mut random = Random::new(21);
    let mut pairs = Pairs::new();
    let (mut dead, mut by_pairs_alone, mut alive, mut wild) = (0, 0, 0, 0);
    for round in 0..1000 {
        let (rows, columns) = (1 + round % 4, 3 + random.index(4));
        let rules = [Rules::FixedSuits, Rules::FixedTwos, Rules::Standard, Rules::Standard]
            [random.index(4)];
        let board = random_board(&mut random, rows, columns, rules);
        let geometry = Geometry::new(&board, random.index(3) > 0, 1);
        let mut position = Position::new(&geometry, &board);
        for _ in 0..random.index(9) {
            let steps = position.steps(&geometry);
            if !steps.is_empty() {
                let Step { card, to } = steps[random.index(steps.len())];
                position.take(&geometry, Step { card, to });
            }
        }
        let cells = (0..rows as u8)
            .flat_map(|row| (0..columns as u8).map(move |column| cell_at(row, column)));
        let cards = (0..geometry.cards).filter(|card| usize::from(card % 4) < rows);
        let plain = Plain {
            geometry: &geometry,
            position: &position,
            cells: cells.collect(),
            cards: cards.collect(),
        };
        let expected = plain.pairs();
        let is_dead = is_pair_dead_end(&geometry, &position, &mut pairs);
        assert_eq!(
            is_dead,
            !plain.can_be_solved(&expected, &mut Vec::new()),
            "{board} {position:?}"
        );
        wild += usize::from(position.has_wild());
        alive += usize::from(!is_dead);
        if is_dead && pairs.fresh == Set::EMPTY {
            // At the fixpoint, each pair is compared.
            dead += 1;
            by_pairs_alone += usize::from(!crate::reduce::is_dead_end(&geometry, &position));
            let name = |fact: u16| {
                let thing = (0..=CARDS).find(|thing| pairs.own[*thing].has(fact)).expect("a fact");
                (if thing == GAPS { EMPTY } else { thing as u8 }, pairs.cell[usize::from(fact)])
            };
            let facts = || 0..pairs.first[CARDS + 1];
            for (one, other) in facts().flat_map(|one| facts().map(move |other| (one, other))) {
                let can_hold = pairs.rows[usize::from(one)].has(other);
                assert_eq!(
                    can_hold,
                    expected.has(name(one), name(other)),
                    "{one} {other} of {position:?}"
                );
            }
        }
    }
    let counts = [dead, by_pairs_alone, alive, wild];
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}
