//! Additive pattern databases (Felner, Korf and Hanan 2004).
//!
//! The tiles are divided into patterns. For each placement of a pattern's tiles, a database stores
//! the fewest moves *of these tiles* that bring them home, regardless of the other tiles and the
//! blank. Each move moves one tile, so the sum over the patterns is admissible. It is not
//! consistent: the minimum over all places of the blank is stored, and the blank may be in another
//! cell.
//!
//! A database takes a byte per placement.

use std::sync::{Arc, Mutex, OnceLock};

use patience_core::sets::Bits;
use patience_core::{
    Budget, Claims, Estimate, Heuristic, OneThread, Parameter, Part, Stop, Workers, fnv1a,
};

use super::rules::{MAX_CELLS, SlidingGame, SlidingState};
use crate::grid::Size;

mod build;

pub use build::Work;

/// A set of cells.
type Cells = Bits<u32, u8>;

/// Tiles per pattern.
pub(super) const PATTERN: Parameter<u64> = Parameter::whole(
    "pattern",
    "tiles",
    0..=8,
    0,
    "Tiles per pattern database; 0: 5 on boards of up to 16 cells, 4 on larger ones",
);

/// Cost of a placement that no search has reached.
const UNKNOWN: u8 = u8::MAX;

/// The fewest moves that bring some tiles home, for each of their placements.
///
/// ```
/// use patience_core::{Budget, Domain, Game};
/// use patience_games::sliding::{PatternDatabase, SlidingDomain};
///
/// let game = SlidingDomain.read("standard", "3 1 2 / 0 4 5")?;
/// let database = PatternDatabase::build(&game, &[3, 4, 5], &mut Budget::unlimited()).unwrap();
/// assert_eq!(database.moves(&game, &game.start()), 1, "3 goes down");
///
/// // Stored and read back.
/// let bytes = database.to_bytes();
/// assert!(PatternDatabase::from_bytes(&bytes).is_ok());
/// assert!(PatternDatabase::from_bytes(&bytes[1..]).is_err());
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabase {
    size: Size,
    tiles: Vec<u8>,
    /// The homes of the tiles and of the blank.
    homes: Vec<u8>,
    /// By [`rank`].
    moves: Vec<u8>,
}

/// The reason why bytes are not a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a pattern database of sliding tiles, or damaged: {0}")]
pub struct NotADatabase(&'static str);

/// The first bytes of a stored database; the last of them is the version.
const MAGIC: &[u8; 8] = b"slidpat\x01";

impl PatternDatabase {
    /// Builds the database of a pattern.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn build(game: &SlidingGame, tiles: &[u8], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self::build_on(game, tiles, &OneThread, budget)?.0)
    }

    /// Builds the database of a pattern on several threads, and counts the work: both are the same
    /// with any number of threads. It takes 5 bytes per placement (9 on a board of more than 16
    /// cells).
    ///
    /// # Errors
    /// A limit is reached.
    pub fn build_on(
        game: &SlidingGame,
        tiles: &[u8],
        workers: &dyn Workers,
        budget: &mut Budget<'_>,
    ) -> Result<(Self, Work), Stop> {
        let homes = tiles.iter().chain(&[0]).map(|tile| game.home(*tile) as u8).collect();
        build::build(game.size(), tiles, homes, workers, budget)
    }

    /// The fewest moves of the pattern's tiles from a state.
    pub fn moves(&self, game: &SlidingGame, state: &SlidingState) -> u32 {
        let mut cells = [0; MAX_CELLS];
        for (cell, tile) in game.tiles(state).iter().enumerate() {
            cells[usize::from(*tile)] = cell as u8;
        }
        self.of_cells(&cells)
    }

    /// The fewest moves, given the cell of each tile.
    #[inline]
    fn of_cells(&self, cells: &[u8; MAX_CELLS]) -> u32 {
        let placed = self.tiles.iter().map(|tile| cells[usize::from(*tile)]);
        u32::from(self.moves[rank(self.size.cells(), placed)])
    }

    /// The database as bytes: a header, the numbers of moves, and a checksum of both (FNV-1a).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.moves.len() + 64);
        bytes.extend(MAGIC);
        bytes.extend([self.size.width as u8, self.size.height as u8, self.tiles.len() as u8]);
        bytes.extend(&self.tiles);
        bytes.extend(&self.homes);
        bytes.extend(&self.moves);
        let sum = fnv1a(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// The bytes are not a database.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotADatabase> {
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(NotADatabase("too short"))?;
        if fnv1a(content) != u64::from_le_bytes(*sum) {
            return Err(NotADatabase("the checksum differs"));
        }
        let rest = content.strip_prefix(MAGIC).ok_or(NotADatabase("another kind or version"))?;
        let ([width, height, count], rest) =
            rest.split_first_chunk::<3>().ok_or(NotADatabase("too short"))?;
        let (size, count) = (Size::new((*width).into(), (*height).into()), usize::from(*count));
        let size = size.filter(|size| size.cells() <= MAX_CELLS && count < size.cells());
        let size = size.ok_or(NotADatabase("no such board"))?;
        if rest.len() != 2 * count + 1 + placements(size.cells(), count) {
            return Err(NotADatabase("another length"));
        }
        let (tiles, rest) = rest.split_at(count);
        let (homes, moves) = rest.split_at(count + 1);
        let cells = size.cells();
        if [tiles, homes].concat().iter().any(|number| usize::from(*number) >= cells) {
            return Err(NotADatabase("no such tile or cell"));
        }
        Ok(PatternDatabase {
            size,
            tiles: tiles.to_vec(),
            homes: homes.to_vec(),
            moves: moves.to_vec(),
        })
    }
}

/// The number of placements of this many tiles.
fn placements(cells: usize, tiles: usize) -> usize {
    (0..tiles).map(|tile| cells - tile).product()
}

/// The number of a placement: each tile contributes the number of free cells before its own cell.
#[inline]
fn rank(cells: usize, placed: impl Iterator<Item = u8>) -> usize {
    let (mut taken, mut rank) = (Cells::EMPTY, 0);
    for (before, cell) in placed.enumerate() {
        let free = usize::from(cell) - (taken & Cells::below(cell)).len() as usize;
        rank = rank * (cells - before) + free;
        taken.insert(cell);
    }
    rank
}

/// The sum of additive pattern databases that cover all tiles.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::sliding::{Patterns, SlidingDomain};
///
/// let game = SlidingDomain.read("standard", "0 2 1 / 4 3 5")?;
/// let patterns = Patterns::new(&game, 5);
/// assert_eq!(patterns.estimate(&game, &game.start()), Estimate::Cost(16), "all tiles are in one");
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Debug)]
pub struct Patterns {
    divided: Vec<Vec<u8>>,
    databases: OnceLock<Vec<Arc<PatternDatabase>>>,
}

impl Patterns {
    /// The databases of a board with this many tiles each, not yet built; 0 stands for the default.
    pub fn new(game: &SlidingGame, tiles: usize) -> Self {
        let tiles = match tiles {
            0 if game.size().cells() > 16 => 4,
            0 => 5,
            tiles => tiles,
        };
        Patterns { divided: divided(game, tiles), databases: OnceLock::new() }
    }

    /// Combines existing databases, for example from files; together they must contain each tile
    /// once.
    ///
    /// # Errors
    /// A tile is missing or occurs twice, or a database is for another board.
    pub fn of(game: &SlidingGame, databases: Vec<PatternDatabase>) -> Result<Self, NotADatabase> {
        let divided: Vec<Vec<u8>> =
            databases.iter().map(|database| database.tiles.clone()).collect();
        let mut all = divided.concat();
        all.sort_unstable();
        let is_whole = all.iter().copied().eq(1..game.size().cells() as u8);
        let fits = |database: &PatternDatabase| {
            let tiles = database.tiles.iter().chain(&[0]);
            database.size == game.size()
                && tiles.zip(&database.homes).all(|(tile, home)| game.home(*tile) as u8 == *home)
        };
        if !is_whole || !databases.iter().all(fits) {
            return Err(NotADatabase(
                "it is for another board, or a tile is missing or occurs twice",
            ));
        }
        let databases = databases.into_iter().map(Arc::new).collect::<Vec<_>>();
        Ok(Patterns { divided, databases: OnceLock::from(databases) })
    }

    /// Returns the databases; builds them on first use.
    fn databases(
        &self,
        game: &SlidingGame,
        budget: &mut Budget<'_>,
    ) -> Result<&[Arc<PatternDatabase>], Stop> {
        if let Some(built) = self.databases.get() {
            return Ok(built);
        }
        let build = |tiles: &Vec<u8>| shared(game, tiles, budget);
        let built: Vec<_> = self.divided.iter().map(build).collect::<Result<_, Stop>>()?;
        Ok(self.databases.get_or_init(|| built))
    }

    /// The databases, built without a limit.
    #[inline]
    fn built(&self, game: &SlidingGame) -> &[Arc<PatternDatabase>] {
        match self.databases.get() {
            Some(databases) => databases,
            None => self.databases(game, &mut Budget::unlimited()).expect("there is no limit"),
        }
    }

    fn sums(&self, game: &SlidingGame, state: &SlidingState) -> Vec<u32> {
        self.built(game).iter().map(|database| database.moves(game, state)).collect()
    }
}

/// Divides the tiles into patterns: along bands of two columns, alternately down and up, so that
/// the tiles of a pattern are neighbours.
fn divided(game: &SlidingGame, most: usize) -> Vec<Vec<u8>> {
    let Size { width, height } = game.size();
    let place = |tile: &u8| {
        let (x, y) = (game.home(*tile) % width, game.home(*tile) / width);
        let band = x / 2;
        (band, if band % 2 == 0 { y } else { height - 1 - y }, x)
    };
    let mut tiles: Vec<u8> = (1..game.size().cells() as u8).collect();
    tiles.sort_by_key(place);
    tiles.chunks(most).map(<[u8]>::to_vec).collect()
}

/// Maximum placements of a database kept for the next board of its size.
const MAX_KEPT: usize = 8_000_000;

/// A database already built in this process, or built now.
fn shared(
    game: &SlidingGame,
    tiles: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Arc<PatternDatabase>, Stop> {
    static BUILT: Mutex<Vec<Arc<PatternDatabase>>> = Mutex::new(Vec::new());
    let is_it = |database: &&Arc<PatternDatabase>| {
        database.size == game.size()
            && database.tiles == tiles
            && usize::from(database.homes[0]) == game.home(tiles[0])
    };
    let lock = || BUILT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(database) = lock().iter().find(is_it) {
        return Ok(database.clone());
    }
    let database = Arc::new(PatternDatabase::build(game, tiles, budget)?);
    let mut built = lock();
    if database.moves.len() <= MAX_KEPT && !built.contains(&database) {
        built.push(database.clone());
    }
    Ok(database)
}

impl Heuristic<SlidingGame> for Patterns {
    fn claims(&self) -> Claims {
        Claims::ADMISSIBLE
    }

    fn prepare(&self, game: &SlidingGame, budget: &mut Budget<'_>) -> Result<(), Stop> {
        match game.is_solvable() {
            true => self.databases(game, budget).map(|_| ()),
            false => Ok(()),
        }
    }

    fn estimate(&self, game: &SlidingGame, state: &SlidingState) -> Estimate {
        if !game.is_solvable() {
            return Estimate::DeadEnd;
        }
        let mut cells = [0; MAX_CELLS];
        for (cell, tile) in game.tiles(state).iter().enumerate() {
            cells[usize::from(*tile)] = cell as u8;
        }
        Estimate::Cost(self.built(game).iter().map(|database| database.of_cells(&cells)).sum())
    }

    fn parts(&self, game: &SlidingGame, state: &SlidingState) -> Vec<Part> {
        if !game.is_solvable() {
            return vec![Part::dead_end("parity")];
        }
        let tiles = self.divided.iter().map(|tiles| {
            let numbers: Vec<String> = tiles.iter().map(u8::to_string).collect();
            format!("moves of tiles {}", numbers.join(" "))
        });
        tiles.zip(self.sums(game, state)).map(|(name, moves)| Part::whole(name, moves)).collect()
    }
}
