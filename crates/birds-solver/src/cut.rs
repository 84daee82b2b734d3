//! The argument at *cut vertices*, which shows that a position is lost although both graphs are
//! connected.
//!
//! Let `v` be a card without which the compatibility graph is disconnected. While two components
//! remain, `v` must not be covered, or the graph becomes disconnected. The components shrink, each
//! by moves of its own cards onto each other and by `v` covering its cards, until at most one
//! remains besides `v`. Cards of different components never touch. Therefore each component except
//! the last one must be *eliminable*:
//!
//! 1. Cards in cells that are not connected inside the component (in the rook graph on its own
//!    cells) never meet, and neither do cards that are then not connected among themselves;
//!    splitting alternately gives *blocks* that are independent of each other. The last card of
//!    each block can only be covered by `v`: it must be a neighbour of `v`, a *door*.
//! 2. A block with one door must reduce itself, without help from outside, to exactly that card.
//!
//! A component that is not eliminable remains last, and the last two cards of the whole game are in
//! it or `v`. Two components that must both be last are a contradiction.
//!
//! If a component `K` touches `v` by a single door `u`, across a bridge `u`–`v`, a stronger
//! argument applies. No stack crosses before one side is reduced to its end of the bridge, and
//! until then the sides are independent games. Either `K` reduces itself to `u` on one of its
//! cells, and the others win with that one stack instead of `K`; or the others reduce themselves to
//! `v` on one of their cells, and `K` wins with that one stack instead of them. Each of the two
//! games is smaller than the whole, and has lost the cells of the other side that connected it.
//!
//! Cells and cards play the same role (a move deletes a vertex from each graph), so the same
//! arguments apply with the two graphs exchanged. All conditions are necessary for a win; none
//! proves that a position is won.

use crate::dead_end::DeadEnds;
use crate::endgame::SURVIVORS;
use crate::goal::Goal;
use crate::position::{Partners, Position, ROOK, Set, component};

/// The graph that is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Cards,
    Cells,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Cards => Side::Cells,
            Side::Cells => Side::Cards,
        }
    }
}

/// A component adjacent to a cut vertex. Stacks stand for the vertices of both graphs.
#[derive(Clone, Copy, Default)]
struct Component {
    /// The cut vertex.
    cut: u8,
    stacks: Set,
    /// Its stacks that are neighbours of the cut vertex.
    neighbours: Set,
    /// At a bridge: whether it may reduce itself to its end of the bridge, and the others then win.
    reduces: bool,
}

impl Component {
    fn is_bridge(&self) -> bool {
        self.neighbours.is_single()
    }

    /// Whether it has more than half of all stacks.
    fn is_large(&self, all: Set) -> bool {
        2 * self.stacks.len() > all.len()
    }

    fn with_cut(&self) -> Set {
        self.stacks | Set::of(self.cut.into())
    }
}

/// The components found at cut vertices.
struct Components {
    found: [Component; MAX_COMPONENTS],
    count: usize,
}

/// Maximum total number of components at cut vertices: that of a tree with sixteen vertices.
const MAX_COMPONENTS: usize = 30;

impl Components {
    fn none() -> Self {
        Components { found: [Component::default(); MAX_COMPONENTS], count: 0 }
    }

    fn push(&mut self, component: Component) {
        self.found[self.count] = component;
        self.count += 1;
    }

    fn iter(&self) -> impl Iterator<Item = Component> {
        self.found[..self.count].iter().copied()
    }

    /// Components with several neighbours, either the large or the small ones.
    fn wide(&self, all: Set, large: bool) -> impl Iterator<Item = Component> {
        self.iter()
            .filter(move |component| !component.is_bridge() && component.is_large(all) == large)
    }
}

/// A position that is connected in both graphs, for the argument about one of these graphs.
pub(crate) struct Cut<'a, 'j> {
    dead_ends: &'a mut DeadEnds<'j>,
    side: Side,
    position: Position,
    partners: &'a Partners,
    goal: Goal,
    /// The stacks whose vertex in the cut graph may be the last, according to the goal.
    winners: Set,
    /// The possible places of the last two vertices of the cut graph, as far as known.
    last: Set,
}

impl<'a, 'j> Cut<'a, 'j> {
    pub fn new(
        dead_ends: &'a mut DeadEnds<'j>,
        side: Side,
        position: Position,
        partners: &'a Partners,
        goal: Goal,
    ) -> Self {
        let (winners, last) = (Set::EMPTY, position.cells);
        let mut cut = Cut { dead_ends, side, position, partners, goal, winners, last };
        cut.winners = cut.winners();
        cut
    }

    /// Whether the argument at the cut vertices `cuts` shows that the position cannot be reduced to
    /// the goal.
    pub fn refutes(mut self, cuts: Set) -> bool {
        let all = self.position.cells;
        // Bridges decide most positions; large components take longest.
        let mut components = Components::none();
        if self.is_dead_at_a_bridge(cuts, &mut components)
            || self.is_dead_by_blocks(components.wide(all, false))
            || self.is_dead_beyond_a_bridge(&components)
        {
            return true;
        }
        if self.last & self.winners == all {
            return false;
        }
        if self.is_dead_by_blocks(components.wide(all, true)) {
            return true;
        }
        let graph = self.graph(self.side);
        (self.last & self.winners).iter().all(|winner| graph[winner].is_disjoint(self.last))
    }

    /// Examines bridges, each from its smaller side, and collects the components: all except large
    /// ones at bridges.
    fn is_dead_at_a_bridge(&mut self, cuts: Set, components: &mut Components) -> bool {
        let all = self.position.cells;
        let graph = self.graph(self.side);
        for v in cuts.iter() {
            let (mut rest, mut cards) =
                (all - Set::of(v), self.position.cards - Set::of(self.position.card(v)));
            while !rest.is_empty() {
                let stacks = match self.side {
                    Side::Cells => self.first_part(Side::Cells, rest),
                    Side::Cards => self.next_flock(rest, &mut cards),
                };
                rest -= stacks;
                let mut component = Component {
                    cut: v as u8,
                    stacks,
                    neighbours: graph[v] & stacks,
                    reduces: false,
                };
                if component.is_bridge() {
                    if component.is_large(all) {
                        continue;
                    }
                    let neighbours = component.neighbours;
                    // A side that consists of a single stack has already reduced itself.
                    component.reduces = stacks == neighbours
                        || self.reduces_first(stacks, neighbours, all - stacks);
                    if !component.reduces {
                        // The side remains last, so the others must reduce themselves.
                        self.last &= component.with_cut();
                        if (self.last & self.winners).is_disjoint(stacks)
                            || !self.reduces_first(all - stacks, Set::of(v), stacks)
                        {
                            return true;
                        }
                    }
                }
                components.push(component);
            }
        }
        false
    }

    /// Whether components that are not eliminable, and must therefore be last, contradict each
    /// other or the goal.
    fn is_dead_by_blocks(&mut self, wide: impl Iterator<Item = Component>) -> bool {
        for component in wide {
            if !self.blocks_have_neighbours(
                component.stacks,
                component.neighbours,
                self.side.other(),
            ) {
                self.last &= component.with_cut();
                if self.last.is_disjoint(self.winners) {
                    return true;
                }
            }
        }
        false
    }

    /// The last stack of one side of a bridge was never covered from the other side, which has then
    /// also reduced itself.
    fn is_dead_beyond_a_bridge(&mut self, components: &Components) -> bool {
        let all = self.position.cells;
        components.iter().filter(Component::is_bridge).any(
            |Component { cut, stacks, reduces, .. }| {
                let winners = self.last & self.winners;
                match reduces {
                    true => {
                        winners.is_subset(stacks)
                            && !self.reduces_first(all - stacks, Set::of(cut.into()), stacks)
                    }
                    // The other side reduces itself, as found at the bridge.
                    false => winners.is_disjoint(stacks),
                }
            },
        )
    }

    /// One of the two graphs, over stacks.
    fn graph(&self, side: Side) -> &'a [Set; 16] {
        match side {
            Side::Cards => &self.partners.0,
            Side::Cells => &ROOK,
        }
    }

    /// The component of the lowest stack of some stacks in one of the two graphs.
    #[inline]
    fn first_part(&mut self, side: Side, stacks: Set) -> Set {
        match side {
            Side::Cards => component(&self.partners.0, stacks, stacks.only_first()),
            Side::Cells => self.dead_ends.tables.cells.first_part(&ROOK, stacks),
        }
    }

    /// A component of the compatibility graph on the stacks `rest` with the cards `cards`; removes
    /// it from the cards.
    #[inline]
    fn next_flock(&mut self, rest: Set, cards: &mut Set) -> Set {
        let flock = self.dead_ends.tables.cards.first_part(&self.dead_ends.deal.compatible, *cards);
        *cards -= flock;
        // The smaller part is looked up card by card.
        if flock.len() > cards.len() {
            rest - self.position.cells_of(*cards)
        } else {
            self.position.cells_of(flock)
        }
    }

    /// Whether every block of `set` has a door, and may reduce itself to it if it has only one.
    /// Contract: `set` is connected in the graph other than that of `by`. It is split by the graph
    /// of `by`, the parts by the other graph, and so on until no part splits.
    fn blocks_have_neighbours(&mut self, set: Set, neighbours: Set, by: Side) -> bool {
        let mut rest = set;
        while !rest.is_empty() {
            let part = self.first_part(by, rest);
            rest -= part;
            let its_neighbours = part & neighbours;
            let fits = if its_neighbours.is_empty() {
                false
            } else if part == set {
                !its_neighbours.is_single()
                    || part == its_neighbours
                    || self.may_reduce(
                        self.position.restricted(part),
                        its_neighbours,
                        Goal::ANY.cells,
                    )
            } else {
                self.blocks_have_neighbours(part, neighbours, by.other())
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Whether, at a bridge, the stacks `near` may reduce themselves to their end of it (`end`),
    /// and the stacks `far` then win with that additional stack.
    fn reduces_first(&mut self, near: Set, end: Set, far: Set) -> bool {
        let Cut { side, position, goal, partners, .. } = *self;
        let rest = position.restricted(far);
        let v = end.first().unwrap_or_default();
        // Whether `v` meets any of the others.
        let meets =
            far.iter().fold(Set::EMPTY, |joined, cell| joined | self.graph(side.other())[cell]);
        let far_wins_with = |dead_ends: &mut DeadEnds, place: usize| {
            // For cards, `v` is in another cell; for cells, it holds another card.
            let joined = match side {
                Side::Cards => rest.with(place, position.card(v)),
                Side::Cells => rest.with(v, position.card(place)),
            };
            if joined.stacks() <= SURVIVORS {
                return !dead_ends.is_dead_endgame(joined, goal);
            }
            let partners = match side {
                Side::Cards => partners.after(v, place),
                Side::Cells => partners.after(place, v),
            };
            !dead_ends.is_dead(joined, &partners, goal)
        };
        if near.len() <= SURVIVORS {
            let alone = position.restricted(near);
            let (cells, cards) =
                self.dead_ends.tables.endgames.survivors(self.dead_ends.deal, alone);
            let (end_survives, places) = match side {
                Side::Cards => (cards.contains(position.card(v)), cells),
                Side::Cells => (cells.contains(v), alone.cells_of(cards)),
            };
            return end_survives
                && (places & meets).iter().any(|place| far_wins_with(self.dead_ends, place));
        }
        let places = (near & meets)
            .iter()
            .filter(|place| far_wins_with(self.dead_ends, *place))
            .collect::<Set>();
        !places.is_empty() && self.may_reduce(position.restricted(near), end, places)
    }

    /// Whether `part` may reduce itself to a stack with one of `vertices` as its vertex in the cut
    /// graph and one of `places` as its vertex in the other graph.
    fn may_reduce(&mut self, part: Position, vertices: Set, places: Set) -> bool {
        let cards = |stacks: Set| self.position.cards_of(stacks & self.position.cells);
        let goal = match self.side {
            Side::Cards => Goal { cells: places, cards: cards(vertices) },
            Side::Cells => Goal { cells: vertices, cards: cards(places) },
        };
        !self.dead_ends.is_dead(part, self.partners, goal)
    }

    /// The stacks whose vertex in the cut graph may be the last, according to the goal.
    fn winners(&self) -> Set {
        match self.side {
            Side::Cards if self.position.cards.is_subset(self.goal.cards) => self.position.cells,
            Side::Cards => self.position.cells_of(self.goal.cards),
            Side::Cells => self.position.cells & self.goal.cells,
        }
    }
}
