//! Levels whose optimum is exact by construction.

use patience_core::{Budget, Game, HashSet, InputError, OpenError, Random, Source, Stop};

use super::TilesGame;
use crate::grid::Size;
use crate::text::quoted;

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
/// A name that does not fit, and those of [`generate`].
///
/// # Examples
/// ```
/// use patience_core::Budget;
/// use patience_games::tiles::generated;
///
/// let level = generated("6x6/3/8/1", &mut Budget::unlimited())?;
/// assert_eq!(level.to_string(), ".B...r/#...b./R...##/G.g#../....#./......");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
pub fn generated(name: &str, budget: &mut Budget<'_>) -> Result<TilesGame, OpenError> {
    let expected = || {
        let name = quoted(name);
        InputError::new(format!("{name} does not fit generate/WxH/PIECES/OPTIMUM/SEED, such as generate/6x6/3/8/1"))
    };
    let [size, pieces, optimum, seed] = name.split('/').collect::<Vec<_>>()[..] else { return Err(expected().into()) };
    let size = Size::parse(size).ok_or_else(expected)?;
    let pieces = pieces.parse().map_err(|_| expected())?;
    let optimum = optimum.parse().map_err(|_| expected())?;
    let seed = seed.parse().map_err(|_| expected())?;
    generate(size, pieces, optimum, seed, budget)
}

/// The closure of a board that is still looked at; denser boards have fewer positions.
const MOST_POSITIONS: usize = 100_000;

/// Boards that are tried before giving up.
const MOST_BOARDS: u32 = 2_000;

/// The most pieces of a generated level.
pub(super) const MOST_PIECES: usize = 12;

/// A level whose shortest plans have exactly `optimum` moves, as a function of the seed alone.
///
/// Random obstacles and pieces are drawn, the positions that can be reached from them are listed in the order of their
/// distance, one at exactly the distance `optimum` is drawn, and the targets are put under its pieces. As there are as
/// many targets as pieces of each colour, this position is the only goal, so the distance is the optimum.
///
/// # Errors
/// No board among the first thousands has positions so far away, the pieces do not fit, or the budget is used up.
pub fn generate(
    size: Size,
    pieces: usize,
    optimum: u32,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<TilesGame, OpenError> {
    if !(1..=MOST_PIECES).contains(&pieces) || pieces >= size.cells() {
        let most = MOST_PIECES.min(size.cells() - 1);
        return Err(InputError::new(format!("{pieces} pieces do not fit; this size takes 1 to {most}")).into());
    }
    let mut random = Random::new(seed);
    for _ in 0..MOST_BOARDS {
        let bare = draw(size, pieces, &mut random);
        let layer = positions_at(&bare, optimum, budget)?;
        if layer.is_empty() {
            continue;
        }
        let goal = bare.pieces(&layer[random.index(layer.len())]);
        let mut targets = vec![None; size.cells()];
        goal.into_iter().for_each(|(colour, cell)| targets[cell] = Some(colour));
        let obstacles: Vec<bool> = (0..size.cells()).map(|cell| bare.is_obstacle(cell)).collect();
        return Ok(TilesGame::new(size, &obstacles, &targets, bare.pieces(&bare.start())));
    }
    let message = format!("no level of {optimum} moves was found among {MOST_BOARDS} boards of this kind");
    Err(InputError::new(message + "; ask for fewer moves, another size or another seed").into())
}

/// A random board without targets: obstacles on a tenth to a third of the cells, pieces of three colours in four.
fn draw(size: Size, pieces: usize, random: &mut Random) -> TilesGame {
    const COLOURS: &[u8] = b"rbgyopcmwdef";
    let cells = size.cells();
    let mut order: Vec<usize> = (0..cells).collect();
    random.shuffle(&mut order);
    let room = cells - pieces;
    let obstacle_count = (cells / 10 + random.index(cells / 4 + 1)).min(room - 1);
    let mut obstacles = vec![false; cells];
    order[pieces..pieces + obstacle_count].iter().for_each(|cell| obstacles[*cell] = true);
    let colour_count = (3 * pieces).div_ceil(4);
    let colour = |index: usize| COLOURS[index % colour_count] - b'`';
    let pieces = order[..pieces].iter().enumerate().map(|(index, cell)| (colour(index), *cell)).collect();
    TilesGame::new(size, &obstacles, &vec![None; cells], pieces)
}

/// The positions whose distance from the start is exactly `distance`, in the order of a breadth-first search; none if
/// there are too many positions before.
fn positions_at(
    game: &TilesGame,
    distance: u32,
    budget: &mut Budget<'_>,
) -> Result<Vec<<TilesGame as Game>::State>, Stop> {
    let mut known = HashSet::from_iter([game.key(&game.start())]);
    let mut layer = vec![game.start()];
    let mut moves = Vec::new();
    for _ in 0..distance {
        let mut next = Vec::new();
        for state in &layer {
            budget.expand()?;
            moves.clear();
            game.moves(state, &mut moves);
            for &direction in &moves {
                let after = game.apply(state, direction);
                budget.check_growth::<<TilesGame as Game>::Key>(known.len(), known.capacity())?;
                if known.insert(game.key(&after)) {
                    budget.check_growth::<<TilesGame as Game>::State>(next.len(), next.capacity())?;
                    next.push(after);
                }
            }
        }
        layer = next;
        if layer.is_empty() || known.len() > MOST_POSITIONS {
            return Ok(Vec::new());
        }
    }
    Ok(layer)
}
