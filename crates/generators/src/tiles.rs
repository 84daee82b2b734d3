//! Levels of Match the Tiles whose optimum is exact by construction.

use patience_core::{Budget, Game, InputError, OpenError, Random, Source};
use patience_games::grid::Size;
use patience_games::tiles::TilesGame;
use patience_search::bfs;

use crate::{digits, parse, within};

/// Generated levels, as instances by name.
pub const GENERATE: Source = Source {
    name: "generate",
    pattern: "generate/WxH/PIECES/OPTIMUM/SEED",
    example: "generate/6x6/3/8/1",
    summary: "a random level whose shortest plan has exactly OPTIMUM moves",
};

/// The level `WxH/PIECES/OPTIMUM/SEED`; see [`generate`].
///
/// # Errors
/// The name is invalid, or an error of [`generate`].
///
/// # Examples
/// ```
/// use patience_core::Budget;
/// use patience_generators::tiles::generated;
///
/// let level = generated("6x6/3/8/1", &mut Budget::unlimited())?;
/// assert_eq!(level.to_string(), ".B...r/#...b./R...##/G.g#../....#./......");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
pub fn generated(name: &str, budget: &mut Budget<'_>) -> Result<TilesGame, OpenError> {
    let parts = [
        ("number of pieces", "a whole number from 1"),
        ("number of moves", "a whole number, that of a shortest plan"),
    ];
    let (size, pieces, optimum, seed) = parse(name, &GENERATE, parts, digits)?;
    generate(size, pieces, optimum, seed, budget)
}

/// Maximum number of reachable positions of a board; denser boards have fewer.
const MAX_POSITIONS: usize = 100_000;

/// Maximum number of boards to try.
const MAX_BOARDS: u32 = 2_000;

/// The colours in the order in which they are used.
const COLOURS: &[u8] = b"rbgyopcmwdef";

/// A level whose shortest plans have exactly `optimum` moves, determined only by the seed.
///
/// Random obstacles and pieces are drawn, the reachable positions are listed in the order of their
/// distance, one at exactly the distance `optimum` is drawn, and the targets are placed under its
/// pieces. As there are as many targets as pieces of each colour, this position is the only goal,
/// so the distance is the optimum.
///
/// ```
/// use patience_core::Budget;
/// use patience_games::grid::Size;
/// use patience_generators::tiles::generate;
///
/// let size = Size { width: 5, height: 5 };
/// let game = generate(size, 2, 4, 1, &mut Budget::unlimited())?;
/// assert_eq!(game.colours().len(), 2, "two pieces");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
///
/// # Errors
/// No board among the first thousands has positions so far away, the pieces do not fit, or the
/// budget is used up.
pub fn generate(
    size: Size,
    pieces: usize,
    optimum: u32,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<TilesGame, OpenError> {
    check(size, pieces)?;
    let mut random = Random::new(seed);
    for _ in 0..MAX_BOARDS {
        let bare = draw(size, pieces, &mut random);
        let layer = within(budget, |run| bfs::layer(&bare, optimum, MAX_POSITIONS, run))?;
        if layer.is_empty() {
            continue;
        }
        let goal = bare.pieces(&layer[random.index(layer.len())]);
        let mut targets = vec![None; size.cells()];
        goal.into_iter().for_each(|(colour, cell)| targets[cell] = Some(colour));
        let obstacles: Vec<bool> = (0..size.cells()).map(|cell| bare.is_obstacle(cell)).collect();
        return Ok(TilesGame::new(size, &obstacles, &targets, bare.pieces(&bare.start())));
    }
    let message =
        format!("no level of {optimum} moves was found among {MAX_BOARDS} boards of this kind");
    Err(InputError::new(message + "; ask for fewer moves, another size or another seed").into())
}

fn check(size: Size, pieces: usize) -> Result<(), InputError> {
    // At least one cell stays free.
    let most = COLOURS.len().min(size.cells() - 1);
    let Size { width, height } = size;
    if most == 0 {
        return Err(InputError::new(format!(
            "a board of {width}x{height} is too small; expected two cells or more"
        )));
    }
    if !(1..=most).contains(&pieces) {
        return Err(InputError::new(format!(
            "`{pieces}` is not a valid number of pieces; expected 1 to {most} on a board of \
             {width}x{height}"
        )));
    }
    Ok(())
}

/// Draws a random board without targets: a tenth to a third of the cells are obstacles, and there
/// are three colours for every four pieces.
fn draw(size: Size, pieces: usize, random: &mut Random) -> TilesGame {
    let cells = size.cells();
    let mut order: Vec<usize> = (0..cells).collect();
    random.shuffle(&mut order);
    let room = cells - pieces;
    let obstacle_count = (cells / 10 + random.index(cells / 4 + 1)).min(room - 1);
    let mut obstacles = vec![false; cells];
    order[pieces..pieces + obstacle_count].iter().for_each(|cell| obstacles[*cell] = true);
    let colour_count = (3 * pieces).div_ceil(4);
    let colour = |index: usize| COLOURS[index % colour_count] - b'`';
    let pieces =
        order[..pieces].iter().enumerate().map(|(index, cell)| (colour(index), *cell)).collect();
    TilesGame::new(size, &obstacles, &vec![None; cells], pieces)
}
