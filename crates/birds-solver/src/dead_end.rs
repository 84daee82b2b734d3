//! Dead ends: positions that are lost although both graphs are connected, recognised without search.
//!
//! The argument is about *cut vertices*. Let `v` be a card without which the compatibility graph falls apart into
//! components. As long as two components are left, `v` must not be covered, or the graph is disconnected: the
//! components are worn down, each by moves of its own cards onto each other and by `v` covering its cards, until at most
//! one is left besides `v`. Cards of different components never touch. So each component but the one that is left last
//! must be *eliminable*:
//!
//! 1. Cards in cells that are not connected inside the component (in the rook graph on its own cells) never meet, and
//!    neither do cards that are then not connected among themselves; splitting by turns gives *blocks* that know nothing
//!    of each other. The last card of each block can only be covered by `v`: it must be a neighbour of `v`, a *door*.
//! 2. A block with one door must reduce itself, alone, to that very card.
//!
//! A component that is not eliminable is left last, and the last two cards of the whole game are its own or `v`. Two
//! components that must both be last are a contradiction.
//!
//! Where a component `K` touches `v` by a single door `u`, that is across a bridge `u`–`v`, more is true. Nobody crosses
//! before one side is worn down to its end of the bridge, and until then the sides are games of their own. Either `K`
//! reduces itself to `u` on one of its cells, and the others win with that one stack instead of `K`; or the others
//! reduce themselves to `v` on one of their cells, and `K` wins with that one stack instead of them. Each game of the
//! two is smaller than the whole, and has lost the cells of the other side that connected it.
//!
//! Cells and cards play the same role (a move deletes a vertex from each graph), so all of it is also true with the two
//! graphs exchanged. Everything here is necessary for a win; nothing claims that a position is won.

use crate::endgame::{Endgames, STACKS, SURVIVORS};
use crate::position::{Deal, Partners, Position, ROOK, Set, component, elements, first, is_cut};

/// What is worth keeping from deal to deal.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    endgames: Endgames,
    cells: Connectivity,
    cards: Connectivity,
}

impl Memory {
    /// Nothing known.
    pub fn new() -> Self {
        Memory { endgames: Endgames::new(), cells: Connectivity::new(), cards: Connectivity::new() }
    }

    /// Turns to the positions of a deal.
    pub fn judge<'a>(&'a mut self, deal: &'a Deal) -> Judge<'a> {
        self.cards.clear();
        Judge { memory: self, deal }
    }
}

/// How the sets of vertices of one graph hang together, computed when first asked for.
#[derive(Clone, Debug)]
struct Connectivity {
    /// By set: the component of its lowest vertex.
    parts: Memo,
    /// By set: the vertices without which a connected set falls apart.
    cuts: Memo,
}

impl Connectivity {
    fn new() -> Self {
        Connectivity { parts: Memo::new(), cuts: Memo::new() }
    }

    fn clear(&mut self) {
        self.parts.known.fill(0);
        self.cuts.known.fill(0);
    }

    /// The component of the lowest vertex of a set; empty for the empty set.
    #[inline]
    fn first_part(&mut self, neighbours: &[Set; 16], set: Set) -> Set {
        self.parts.get(set, || component(neighbours, set, first(set)))
    }

    #[inline]
    fn is_connected(&mut self, neighbours: &[Set; 16], set: Set) -> bool {
        self.first_part(neighbours, set) == set
    }

    /// The vertices without which a set, which is connected, falls apart.
    #[inline]
    fn cuts(&mut self, neighbours: &[Set; 16], set: Set) -> Set {
        self.cuts.get(set, || {
            elements(set).filter(|vertex| is_cut(neighbours, set, *vertex)).map(|vertex| 1 << vertex).sum()
        })
    }
}

/// A set for each set.
#[derive(Clone, Debug)]
struct Memo {
    values: Vec<Set>,
    known: Vec<u64>,
}

impl Memo {
    fn new() -> Self {
        Memo { values: vec![0; 1 << 16], known: vec![0; 1 << 10] }
    }

    #[inline]
    fn get(&mut self, set: Set, compute: impl FnOnce() -> Set) -> Set {
        let (index, word, bit) = (usize::from(set), usize::from(set) / 64, 1u64 << (set % 64));
        if self.known[word] & bit == 0 {
            self.known[word] |= bit;
            self.values[index] = compute();
        }
        self.values[index]
    }
}

/// Where the last stack must stand and which card must lie on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The cells allowed.
    pub cells: Set,
    /// The cards allowed.
    pub cards: Set,
}

impl Goal {
    /// One stack, wherever.
    pub const ANY: Goal = Goal { cells: Set::MAX, cards: Set::MAX };

    /// Whether any stack of a position may be the last.
    fn allows_all(self, position: Position) -> bool {
        self.cells & position.cells == position.cells && self.cards & position.cards == position.cards
    }

    /// Without what cannot be reached.
    ///
    /// The card that is last was never covered. It walked from its cell to its last one along lines, each step onto a
    /// card compatible with it that it covered, so it has at most as many steps as partners, and at least one. Cells and
    /// cards exchanged: the cards on the cell that is last are a walk in the compatibility graph, and each step emptied a
    /// cell in line with it.
    fn tightened(self, deal: &Deal, position: Position) -> Goal {
        let Goal { mut cells, mut cards } = self;
        if position.stacks() == 1 || self.allows_all(position) {
            return self;
        }
        cards &= position.cards;
        if cards.count_ones() <= MOST_WALKERS {
            let mut ends = 0;
            for cell in elements(position.cells_of(cards)) {
                let card = position.card(cell);
                let partners = (deal.compatible[card] & position.cards).count_ones();
                let reached = walk(&ROOK, position.cells, cell, partners) & cells;
                ends |= reached;
                cards &= !(Set::from(reached == 0) << card);
            }
            cells &= ends;
        }
        cells &= position.cells;
        if cells.count_ones() <= MOST_WALKERS {
            let mut ends = 0;
            for cell in elements(cells) {
                let in_line = (ROOK[cell] & position.cells).count_ones();
                let reached = walk(&deal.compatible, position.cards, position.card(cell), in_line) & cards;
                ends |= reached;
                cells &= !(Set::from(reached == 0) << cell);
            }
            cards &= ends;
        }
        Goal { cells, cards }
    }
}

/// Goals of more cards (or cells) are not looked at one by one.
const MOST_WALKERS: u32 = 3;

/// The vertices that can be reached from `start` in at least one step and at most so many.
fn walk(neighbours: &[Set; 16], set: Set, start: usize, steps: u32) -> Set {
    let mut reached: Set = 1 << start;
    let mut frontier = reached;
    for _ in 0..steps {
        frontier = elements(frontier).fold(0, |joined, vertex| joined | neighbours[vertex]) & set & !reached;
        reached |= frontier;
        if frontier == 0 {
            break;
        }
    }
    reached & !(1 << start)
}

/// The most components beside cut vertices, all counted: what a tree of sixteen vertices has.
const MOST_COMPONENTS: usize = 30;

/// Which of the two graphs is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Cards,
    Cells,
}

/// Judges positions of one deal.
#[derive(Debug)]
pub(crate) struct Judge<'a> {
    memory: &'a mut Memory,
    deal: &'a Deal,
}

impl Judge<'_> {
    /// Whether a position of at most [`STACKS`] stacks can be won. Exact.
    pub fn is_won(&mut self, position: Position) -> bool {
        self.memory.endgames.is_won(self.deal, position)
    }

    /// A move that keeps a position of at most [`STACKS`] stacks won, as (from cell, to cell).
    pub fn winning_move(&mut self, position: Position) -> Option<(usize, usize)> {
        self.memory.endgames.winning_move(self.deal, position)
    }

    /// The cells without which those of a position, which are connected, fall apart.
    #[inline]
    pub fn cut_cells(&mut self, position: Position) -> Set {
        self.memory.cells.cuts(&ROOK, position.cells)
    }

    /// The cards without which those of a position, which are connected, fall apart.
    #[inline]
    pub fn cut_cards(&mut self, position: Position) -> Set {
        self.memory.cards.cuts(&self.deal.compatible, position.cards)
    }

    /// Whether the last stack of a position of at most [`SURVIVORS`] stacks cannot fit the goal. `false` claims nothing.
    fn is_dead_endgame(&mut self, position: Position, goal: Goal) -> bool {
        let (cells, cards) = self.memory.endgames.survivors(self.deal, position);
        if cells & goal.cells == 0 || cards & goal.cards == 0 {
            return true;
        }
        let goal = goal.tightened(self.deal, position);
        cells & goal.cells == 0 || cards & goal.cards == 0
    }

    /// Whether a position provably cannot be reduced to one stack that fits the goal. `false` claims nothing.
    pub fn is_dead(&mut self, position: Position, partners: &Partners, goal: Goal) -> bool {
        if position.stacks() <= SURVIVORS {
            return self.is_dead_endgame(position, goal);
        }
        let goal = goal.tightened(self.deal, position);
        if position.cells & goal.cells == 0 || position.cards & goal.cards == 0 {
            return true;
        }
        let Memory { cells, cards, .. } = &mut *self.memory;
        if !cells.is_connected(&ROOK, position.cells) || !cards.is_connected(&self.deal.compatible, position.cards) {
            return true;
        }
        if position.stacks() <= STACKS && !self.is_won(position) {
            return true;
        }
        self.is_cut_to_death(position, partners, goal)
    }

    /// Like [`is_dead`](Judge::is_dead) for a position of more than [`STACKS`] stacks that is connected in both graphs, or
    /// of so many that is won without a goal.
    #[inline]
    pub fn is_cut_to_death(&mut self, position: Position, partners: &Partners, goal: Goal) -> bool {
        let (cut_cards, cut_cells) = (self.cut_cards(position), self.cut_cells(position));
        let open = goal.allows_all(position);
        if cut_cards | cut_cells == 0 && open {
            return false;
        }
        let mut cut = Cut { judge: self, position, goal, partners };
        (cut_cards != 0 || !open) && cut.is_dead(Side::Cards, position.cells_of(cut_cards))
            || (cut_cells != 0 || !open) && cut.is_dead(Side::Cells, cut_cells)
    }
}

/// A position, connected in both graphs, under the argument.
struct Cut<'a, 'j> {
    judge: &'a mut Judge<'j>,
    position: Position,
    goal: Goal,
    partners: &'a Partners,
}

impl<'a> Cut<'a, '_> {
    /// One of the two graphs, over stacks.
    fn graph(&self, side: Side) -> &'a [Set; 16] {
        match side {
            Side::Cards => &self.partners.0,
            Side::Cells => &ROOK,
        }
    }

    /// The argument at every cut vertex (`cuts`) of one graph. Stacks stand for the vertices of both.
    fn is_dead(&mut self, side: Side, cuts: Set) -> bool {
        let all = self.position.cells;
        let graph = self.graph(side);
        let winners = self.winners(side);
        // Where the last two vertices of the cut graph are.
        let mut last = all;
        let is_large = |k: Set| 2 * k.count_ones() > all.count_ones();
        // 1. Bridges, each from its smaller side; they decide most positions. All else waits.
        let mut waiting = [(0u8, 0, 0, false); MOST_COMPONENTS];
        let mut count = 0;
        for v in elements(cuts) {
            let (mut rest, mut cards) = (all & !(1 << v), self.position.cards & !(1 << self.position.card(v)));
            while rest != 0 {
                let k = match side {
                    Side::Cells => self.first_part(side, rest),
                    Side::Cards => self.next_flock(rest, &mut cards),
                };
                rest &= !k;
                let doors = graph[v] & k;
                let is_bridge = doors.is_power_of_two();
                if is_bridge && is_large(k) {
                    continue;
                }
                // A side that is a single stack has always reduced itself.
                let reduces = is_bridge && (k == doors || self.reduces_first(side, k, doors, all & !k));
                if is_bridge && !reduces {
                    last &= k | 1 << v;
                    if last & winners & k == 0 || !self.reduces_first(side, all & !k, 1 << v, k) {
                        return true;
                    }
                }
                waiting[count] = (v as u8, k, doors, reduces);
                count += 1;
            }
        }
        let waiting = &waiting[..count];
        // 2. Small components with several doors.
        let wide = waiting.iter().filter(|(_, _, doors, _)| !doors.is_power_of_two());
        for &(v, k, doors, _) in wide.clone().filter(|(_, k, ..)| !is_large(*k)) {
            if !self.blocks_have_doors(side, k, doors, side.other()) {
                last &= k | 1 << v;
                if last & winners == 0 {
                    return true;
                }
            }
        }
        // 3. Whoever wins on one side of a bridge was never covered from the other, which has then reduced itself too.
        for &(v, k, _, reduces) in waiting.iter().filter(|(_, _, doors, _)| doors.is_power_of_two()) {
            let is_dead = match reduces {
                true => last & winners & !k == 0 && !self.reduces_first(side, all & !k, 1 << v, k),
                // Then the others do, as 1. found.
                false => last & winners & k == 0,
            };
            if is_dead {
                return true;
            }
        }
        // 4. Large components.
        if last & winners == all {
            return false;
        }
        for &(v, k, doors, _) in wide.filter(|(_, k, ..)| is_large(*k)) {
            if !self.blocks_have_doors(side, k, doors, side.other()) {
                last &= k | 1 << v;
                if last & winners == 0 {
                    return true;
                }
            }
        }
        !elements(last & winners).any(|winner| graph[winner] & last != 0)
    }

    /// The component of the lowest stack of some stacks in one of the two graphs.
    #[inline]
    fn first_part(&mut self, side: Side, stacks: Set) -> Set {
        match side {
            Side::Cards => component(&self.partners.0, stacks, first(stacks)),
            Side::Cells => self.judge.memory.cells.first_part(&ROOK, stacks),
        }
    }

    /// A component of the compatibility graph on the stacks `rest`, whose cards are `cards`; takes it off the cards.
    #[inline]
    fn next_flock(&mut self, rest: Set, cards: &mut Set) -> Set {
        let flock = self.judge.memory.cards.first_part(&self.judge.deal.compatible, *cards);
        *cards &= !flock;
        // The smaller part is looked up card by card.
        if flock.count_ones() > cards.count_ones() {
            rest & !self.position.cells_of(*cards)
        } else {
            self.position.cells_of(flock)
        }
    }

    /// Whether every block of `set` has a door, and may reduce itself to it if it has but one. Contract: `set` is
    /// connected in the graph other than that of `by`. It is split by the graph of `by`, the parts by the other graph,
    /// and so on until nothing splits.
    fn blocks_have_doors(&mut self, side: Side, set: Set, doors: Set, by: Side) -> bool {
        let mut rest = set;
        while rest != 0 {
            let part = self.first_part(by, rest);
            rest &= !part;
            let its_doors = part & doors;
            let fits = if its_doors == 0 {
                false
            } else if part == set {
                !its_doors.is_power_of_two()
                    || part == its_doors
                    || self.may_reduce(side, self.position.restricted(part), its_doors, Set::MAX)
            } else {
                self.blocks_have_doors(side, part, doors, by.other())
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Whether, at a bridge, the stacks `near` may reduce themselves to their end of it (`end`), and the stacks `far`
    /// then win with that one stack more.
    fn reduces_first(&mut self, side: Side, near: Set, end: Set, far: Set) -> bool {
        let (position, goal, partners) = (self.position, self.goal, self.partners);
        let rest = position.restricted(far);
        let v = end.trailing_zeros() as usize;
        // Where `v` meets any of the others.
        let meets = elements(far).fold(0, |joined, cell| joined | self.graph(side.other())[cell]);
        let far_wins_with = |judge: &mut Judge, place: usize| {
            // On the side of the cards `v` stands on another cell; on that of the cells it holds another card.
            let joined = match side {
                Side::Cards => rest.with(place, position.card(v)),
                Side::Cells => rest.with(v, position.card(place)),
            };
            if joined.stacks() <= SURVIVORS {
                return !judge.is_dead_endgame(joined, goal);
            }
            let partners = match side {
                Side::Cards => partners.after(v, place),
                Side::Cells => partners.after(place, v),
            };
            !judge.is_dead(joined, &partners, goal)
        };
        if near.count_ones() <= SURVIVORS {
            let alone = position.restricted(near);
            let (cells, cards) = self.judge.memory.endgames.survivors(self.judge.deal, alone);
            let (end_survives, places) = match side {
                Side::Cards => (cards >> position.card(v) & 1, cells),
                Side::Cells => (cells >> v & 1, alone.cells_of(cards)),
            };
            return end_survives != 0 && elements(places & meets).any(|place| far_wins_with(self.judge, place));
        }
        let places =
            elements(near & meets).filter(|place| far_wins_with(self.judge, *place)).map(|place| 1 << place).sum();
        places != 0 && self.may_reduce(side, position.restricted(near), end, places)
    }

    /// Whether `part` may reduce itself to a stack whose vertex in the cut graph is that of one of the stacks `vertices`
    /// and whose vertex in the other graph is that of one of the stacks `places`.
    fn may_reduce(&mut self, side: Side, part: Position, vertices: Set, places: Set) -> bool {
        let cards = |stacks: Set| self.position.cards_of(stacks & self.position.cells);
        let goal = match side {
            Side::Cards => Goal { cells: places, cards: cards(vertices) },
            Side::Cells => Goal { cells: vertices, cards: cards(places) },
        };
        !self.judge.is_dead(part, self.partners, goal)
    }

    /// The stacks whose vertex in the cut graph the goal allows to be the last.
    fn winners(&self, side: Side) -> Set {
        match side {
            Side::Cards if self.position.cards & !self.goal.cards == 0 => self.position.cells,
            Side::Cards => self.position.cells_of(self.goal.cards),
            Side::Cells => self.position.cells & self.goal.cells,
        }
    }
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Cards => Side::Cells,
            Side::Cells => Side::Cards,
        }
    }
}
