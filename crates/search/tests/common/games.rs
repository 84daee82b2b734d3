//! Toy games, and heuristics for them.

use std::collections::HashMap;

use patience_core::{Claims, Estimate, Game, Heuristic};

/// A directed graph with costs; the start is node 0.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<(u16, u32)>>,
    pub goals: Vec<bool>,
}

impl Game for Graph {
    type State = u16;
    type Move = u16;
    type Key = u16;

    fn start(&self) -> u16 {
        0
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.goals[usize::from(*state)]
    }

    fn moves(&self, state: &u16, out: &mut Vec<u16>) {
        out.extend(0..self.edges[usize::from(*state)].len() as u16);
    }

    fn apply(&self, state: &u16, mv: u16) -> u16 {
        self.edges[usize::from(*state)][usize::from(mv)].0
    }

    fn cost(&self, state: &u16, mv: u16) -> u32 {
        self.edges[usize::from(*state)][usize::from(mv)].1
    }

    fn least_cost(&self) -> u32 {
        0
    }

    fn key(&self, state: &u16) -> u16 {
        *state
    }
}

/// The sliding-tile puzzle of any width and height up to 16 cells.
#[derive(Clone, Debug)]
pub struct Sliding {
    pub width: usize,
    pub start: Vec<u8>,
}

impl Sliding {
    fn cells(&self, state: u64) -> impl Iterator<Item = (usize, u8)> {
        (0..self.start.len()).map(move |cell| (cell, (state >> (4 * cell) & 15) as u8))
    }
}

impl Game for Sliding {
    type State = u64;
    type Move = u8;
    type Key = u64;

    fn start(&self) -> u64 {
        self.start.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile))
    }

    /// Tiles 1, 2, … and the blank at the end.
    fn is_goal(&self, state: &u64) -> bool {
        let last = self.start.len() - 1;
        self.cells(*state)
            .all(|(cell, tile)| usize::from(tile) == if cell == last { 0 } else { cell + 1 })
    }

    /// A move is the cell whose tile slides into the blank.
    fn moves(&self, state: &u64, out: &mut Vec<u8>) {
        let (blank, _) = self.cells(*state).find(|(_, tile)| *tile == 0).unwrap();
        let (row, column) = (blank / self.width, blank % self.width);
        if row > 0 {
            out.push((blank - self.width) as u8);
        }
        if column > 0 {
            out.push((blank - 1) as u8);
        }
        if column + 1 < self.width {
            out.push((blank + 1) as u8);
        }
        if (row + 1) * self.width < self.start.len() {
            out.push((blank + self.width) as u8);
        }
    }

    fn apply(&self, state: &u64, mv: u8) -> u64 {
        let (blank, _) = self.cells(*state).find(|(_, tile)| *tile == 0).unwrap();
        let tile = state >> (4 * mv) & 15;
        state ^ tile << (4 * mv) ^ tile << (4 * blank)
    }

    fn is_undirected(&self) -> bool {
        true
    }

    fn key(&self, state: &u64) -> u64 {
        *state
    }
}

/// The sum of the tiles' distances to their places: admissible and consistent.
pub struct Manhattan;

impl Heuristic<Sliding> for Manhattan {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &Sliding, state: &u64) -> Estimate {
        let way = |(cell, tile): (usize, u8)| {
            let home = usize::from(tile) - 1;
            (cell / game.width).abs_diff(home / game.width)
                + (cell % game.width).abs_diff(home % game.width)
        };
        Estimate::Cost(
            game.cells(*state).filter(|(_, tile)| *tile != 0).map(way).sum::<usize>() as u32
        )
    }
}

/// Jugs of water: fill one, empty one, or pour one into another. Won when some jug holds the target
/// amount.
#[derive(Clone, Debug)]
pub struct Jugs {
    pub sizes: [u8; 3],
    pub wanted: u8,
}

impl Game for Jugs {
    type State = [u8; 3];
    /// From and to; 3 is the tap and the sink.
    type Move = (usize, usize);
    type Key = [u8; 3];

    fn start(&self) -> [u8; 3] {
        [0; 3]
    }

    fn is_goal(&self, state: &[u8; 3]) -> bool {
        state.contains(&self.wanted)
    }

    fn moves(&self, state: &[u8; 3], out: &mut Vec<(usize, usize)>) {
        for from in 0..4 {
            for to in 0..4 {
                if from != to
                    && (from == 3 || state[from] > 0)
                    && (to == 3 || state[to] < self.sizes[to])
                {
                    out.push((from, to));
                }
            }
        }
    }

    fn apply(&self, state: &[u8; 3], (from, to): (usize, usize)) -> [u8; 3] {
        let have = if from == 3 { u8::MAX } else { state[from] };
        let room = if to == 3 { u8::MAX } else { self.sizes[to] - state[to] };
        let mut next = *state;
        if from < 3 {
            next[from] -= have.min(room);
        }
        if to < 3 {
            next[to] += have.min(room);
        }
        next
    }

    fn key(&self, state: &[u8; 3]) -> [u8; 3] {
        *state
    }
}

/// Three interchangeable counters, each moved by 1, 2 or 3 up or down within 0..=9 if another
/// counter allows it: it must differ from the new value by at most 4. The key sorts them, so it
/// merges up to six states.
#[derive(Clone, Debug)]
pub struct Counters3 {
    pub start: [u8; 3],
    pub goal: [u8; 3],
}

impl Game for Counters3 {
    type State = [u8; 3];
    type Move = (u8, i8);
    type Key = [u8; 3];

    fn start(&self) -> [u8; 3] {
        self.start
    }

    fn is_goal(&self, state: &[u8; 3]) -> bool {
        self.key(state) == self.goal
    }

    fn moves(&self, state: &[u8; 3], out: &mut Vec<(u8, i8)>) {
        for counter in 0..3u8 {
            for step in [-3i8, -2, 1, 3] {
                let value = state[usize::from(counter)] as i8 + step;
                let others = (0..3)
                    .filter(|other| *other != counter)
                    .map(|other| state[usize::from(other)] as i8);
                if (0..=9).contains(&value)
                    && others.into_iter().any(|other| (other - value).abs() <= 4)
                {
                    out.push((counter, step));
                }
            }
        }
    }

    fn apply(&self, state: &[u8; 3], (counter, step): (u8, i8)) -> [u8; 3] {
        let mut next = *state;
        next[usize::from(counter)] = next[usize::from(counter)].wrapping_add_signed(step);
        next
    }

    fn cost(&self, _: &[u8; 3], (_, step): (u8, i8)) -> u32 {
        u32::from(step.unsigned_abs())
    }

    fn key(&self, state: &[u8; 3]) -> [u8; 3] {
        let mut key = *state;
        key.sort_unstable();
        key
    }
}

/// A maze of `#` and open cells, from `S` to any `G`.
#[derive(Clone, Debug)]
pub struct Maze(pub Vec<&'static str>);

impl Maze {
    fn cell(&self, (x, y): (usize, usize)) -> u8 {
        self.0.get(y).and_then(|row| row.as_bytes().get(x)).copied().unwrap_or(b'#')
    }
}

impl Game for Maze {
    type State = (usize, usize);
    type Move = char;
    type Key = (usize, usize);

    fn start(&self) -> (usize, usize) {
        let cells =
            self.0.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
        cells.into_iter().find(|cell| self.cell(*cell) == b'S').unwrap()
    }

    fn is_goal(&self, state: &(usize, usize)) -> bool {
        self.cell(*state) == b'G'
    }

    fn moves(&self, state: &(usize, usize), out: &mut Vec<char>) {
        out.extend(
            ['U', 'D', 'L', 'R'].into_iter().filter(|mv| self.cell(self.apply(state, *mv)) != b'#'),
        );
    }

    fn apply(&self, &(x, y): &(usize, usize), mv: char) -> (usize, usize) {
        match mv {
            'U' => (x, y.wrapping_sub(1)),
            'D' => (x, y + 1),
            'L' => (x.wrapping_sub(1), y),
            _ => (x + 1, y),
        }
    }

    fn key(&self, state: &(usize, usize)) -> (usize, usize) {
        *state
    }
}

/// A heuristic given by a table over keys, with arbitrary claims.
#[derive(Clone, Debug)]
pub struct Tabled<K: std::hash::Hash + Eq> {
    pub claims: Claims,
    pub estimates: HashMap<K, Estimate>,
}

impl<G: Game> Heuristic<G> for Tabled<G::Key> {
    fn claims(&self) -> Claims {
        self.claims
    }

    fn estimate(&self, game: &G, state: &G::State) -> Estimate {
        self.estimates[&game.key(state)]
    }
}
