//! Manhattan distance and linear conflicts.

use patience_core::{Claims, Estimate, Heuristic, HeuristicEntry, Part, Value, estimates_after};

use super::patterns::{PATTERN, Patterns};
use super::rules::{MAX_CELLS, MAX_SIDE, SlidingGame, SlidingState};

/// The heuristics by name, the default first.
pub(super) fn entries() -> Vec<HeuristicEntry<SlidingGame>> {
    vec![
        HeuristicEntry {
            name: "linear-conflict",
            summary: "manhattan, and two moves for each tile that must leave its line to let \
                      another pass (Hansson, Mayer and Yung 1992); a dead end if parity proves a \
                      loss",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |game, _| Box::new(LinearConflict::new(game)),
        },
        HeuristicEntry {
            name: "manhattan",
            summary: "the distances of the tiles from their places, summed; a dead end if parity \
                      proves a loss",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |game, _| Box::new(Manhattan::new(game)),
        },
        HeuristicEntry {
            name: "patterns",
            summary: "additive pattern databases (Felner, Korf and Hanan 2004), of --pattern \
                      tiles each, built at first use; a dead end if parity proves a loss",
            claims: Claims::ADMISSIBLE,
            parameters: &[PATTERN.declared],
            build: |game, values| Box::new(Patterns::new(game, values.get(&PATTERN) as usize)),
        },
        HeuristicEntry::blind(),
    ]
}

/// The distances of the tiles from their places, summed: each slide moves one tile by one cell.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::sliding::{Manhattan, SlidingDomain};
///
/// let game = SlidingDomain.read("standard", "2 1 0 / 3 4 5")?;
/// assert_eq!(Manhattan::new(&game).estimate(&game, &game.start()), Estimate::DeadEnd);
/// let game = SlidingDomain.read("standard", "1 0 2 / 3 4 5")?;
/// assert_eq!(Manhattan::new(&game).estimate(&game, &game.start()), Estimate::Cost(1));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// Indexed by tile and cell.
    distances: Box<[[u8; MAX_CELLS]; MAX_CELLS]>,
}

impl Manhattan {
    /// The distances on a board.
    pub fn new(game: &SlidingGame) -> Self {
        Manhattan::with_homes(game, |tile| game.home(tile))
    }

    /// The distances to a position other than the goal; since slides can be undone, they are also
    /// the distances from it, for searches from both ends.
    pub fn to(game: &SlidingGame, target: &SlidingState) -> Self {
        let mut homes = [0; MAX_CELLS];
        for (cell, tile) in game.tiles(target).iter().enumerate() {
            homes[usize::from(*tile)] = cell;
        }
        Manhattan::with_homes(game, |tile| homes[usize::from(tile)])
    }

    fn with_homes(game: &SlidingGame, home: impl Fn(u8) -> usize) -> Self {
        let (width, cells) = (game.size().width, game.size().cells());
        let mut distances = Box::new([[0; MAX_CELLS]; MAX_CELLS]);
        for tile in 1..cells {
            let home = home(tile as u8);
            for cell in 0..cells {
                let apart =
                    (cell % width).abs_diff(home % width) + (cell / width).abs_diff(home / width);
                distances[tile][cell] = apart as u8;
            }
        }
        Manhattan { distances }
    }

    #[inline]
    fn sum(&self, game: &SlidingGame, state: &SlidingState) -> u32 {
        let tiles = game.tiles(state).iter().enumerate();
        tiles.map(|(cell, tile)| u32::from(self.distances[usize::from(*tile)][cell])).sum()
    }
}

impl Heuristic<SlidingGame> for Manhattan {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &SlidingGame, state: &SlidingState) -> Estimate {
        match game.is_solvable() {
            true => Estimate::Cost(self.sum(game, state)),
            false => Estimate::DeadEnd,
        }
    }

    /// One tile has moved.
    #[inline]
    fn estimate_after(
        &self,
        _: &SlidingGame,
        parent: &SlidingState,
        h: u32,
        from: u8,
        child: &SlidingState,
    ) -> Estimate {
        let distances = &self.distances[usize::from(child.tile(parent.blank()))];
        let (before, after) = (distances[usize::from(from)], distances[parent.blank()]);
        Estimate::Cost(h + u32::from(after) - u32::from(before))
    }

    fn values_after(
        &self,
        game: &SlidingGame,
        parent: &SlidingState,
        h: u32,
        moves: &[u8],
        states: &[SlidingState],
        out: &mut Vec<Option<Value>>,
    ) {
        estimates_after(self, game, parent, h, moves, states, out);
    }

    fn parts(&self, game: &SlidingGame, state: &SlidingState) -> Vec<Part> {
        let sum = Part::whole("Manhattan distance", self.sum(game, state));
        if game.is_solvable() { vec![sum] } else { vec![Part::dead_end("parity")] }
    }
}

/// Manhattan distance, and two moves for each tile that must leave its line.
///
/// Among the tiles of a row that belong in this row, those that stay in it keep their order. So all
/// but the longest increasing sequence must leave the row and return: each needs two moves more
/// than its distance. The same holds for columns, as those moves are along the other axis. Sliding
/// a tile out of its row raises its distance by one and lowers the row's count by at most one tile,
/// and vice versa, so the sum changes by one: consistent.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::sliding::{LinearConflict, SlidingDomain};
///
/// let game = SlidingDomain.read("standard", "0 2 1 / 4 3 5")?;
/// assert_eq!(LinearConflict::new(&game).estimate(&game, &game.start()), Estimate::Cost(8));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
}

impl LinearConflict {
    /// The heuristic for a board.
    pub fn new(game: &SlidingGame) -> Self {
        LinearConflict { manhattan: Manhattan::new(game) }
    }

    /// Number of tiles that must leave their rows or columns.
    fn leaving(game: &SlidingGame, state: &SlidingState) -> u32 {
        let size = game.size();
        let rows = (0..size.height).map(|row| leaving_row(game, state, row));
        let columns = (0..size.width).map(|column| leaving_column(game, state, column));
        rows.chain(columns).sum()
    }
}

fn leaving_row(game: &SlidingGame, state: &SlidingState, row: usize) -> u32 {
    let width = game.size().width;
    let cells = row * width..(row + 1) * width;
    leaving_line(cells.map(|cell| state.tile(cell)).filter(|tile| *tile != 0).filter_map(|tile| {
        let home = game.home(tile);
        (home / width == row).then_some(home % width)
    }))
}

fn leaving_column(game: &SlidingGame, state: &SlidingState, column: usize) -> u32 {
    let size = game.size();
    let cells = (0..size.height).map(|row| row * size.width + column);
    leaving_line(cells.map(|cell| state.tile(cell)).filter(|tile| *tile != 0).filter_map(|tile| {
        let home = game.home(tile);
        (home % size.width == column).then_some(home / size.width)
    }))
}

/// For the places of the tiles in a line, in order, the number of tiles outside the longest
/// increasing sequence.
#[inline]
fn leaving_line(places: impl Iterator<Item = usize>) -> u32 {
    // The longest increasing sequence that ends at or before each place.
    let mut longest = [0u32; MAX_SIDE];
    let mut count = 0;
    for place in places {
        let before = longest[..place].iter().max().copied().unwrap_or(0);
        longest[place] = before + 1;
        count += 1;
    }
    count - longest.iter().max().copied().unwrap_or(0)
}

impl Heuristic<SlidingGame> for LinearConflict {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &SlidingGame, state: &SlidingState) -> Estimate {
        match game.is_solvable() {
            true => {
                Estimate::Cost(self.manhattan.sum(game, state) + 2 * Self::leaving(game, state))
            }
            false => Estimate::DeadEnd,
        }
    }

    /// A tile that moves along a row keeps its order in it, and changes two columns; and vice
    /// versa.
    #[inline]
    fn estimate_after(
        &self,
        game: &SlidingGame,
        parent: &SlidingState,
        h: u32,
        from: u8,
        child: &SlidingState,
    ) -> Estimate {
        let after = self.manhattan.estimate_after(game, parent, h, from, child);
        let Estimate::Cost(h) = after else { return after };
        let (width, from, to) = (game.size().width, usize::from(from), parent.blank());
        let home = game.home(child.tile(to));
        let leaving = |state: &SlidingState| match from / width == to / width {
            // Only the column where the tile belongs can change.
            true if home % width == from % width => leaving_column(game, state, from % width),
            true if home % width == to % width => leaving_column(game, state, to % width),
            false if home / width == from / width => leaving_row(game, state, from / width),
            false if home / width == to / width => leaving_row(game, state, to / width),
            _ => 0,
        };
        Estimate::Cost(h + 2 * leaving(child) - 2 * leaving(parent))
    }

    fn values_after(
        &self,
        game: &SlidingGame,
        parent: &SlidingState,
        h: u32,
        moves: &[u8],
        states: &[SlidingState],
        out: &mut Vec<Option<Value>>,
    ) {
        estimates_after(self, game, parent, h, moves, states, out);
    }

    fn parts(&self, game: &SlidingGame, state: &SlidingState) -> Vec<Part> {
        let mut parts = self.manhattan.parts(game, state);
        if game.is_solvable() {
            let moves = 2 * Self::leaving(game, state);
            parts.push(Part::whole("two moves for each tile that must leave its line", moves));
        }
        parts
    }
}
