//! Levels whose optimum is exact by construction.

use patience_core::{Game, HashSet, InputError, Random};

use super::TilesGame;
use crate::grid::Size;

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
/// No board among the first thousands has positions so far away, or the pieces do not fit.
pub fn generate(size: Size, pieces: usize, optimum: u32, seed: u64) -> Result<TilesGame, InputError> {
    if !(1..=MOST_PIECES).contains(&pieces) || pieces >= size.cells() {
        let most = MOST_PIECES.min(size.cells() - 1);
        return Err(InputError::new(format!("{pieces} pieces do not fit; this size takes 1 to {most}")));
    }
    let mut random = Random::new(seed);
    for _ in 0..MOST_BOARDS {
        let bare = draw(size, pieces, &mut random);
        let layer = positions_at(&bare, optimum);
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
    Err(InputError::new(message + "; ask for fewer moves, another size or another seed"))
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
fn positions_at(game: &TilesGame, distance: u32) -> Vec<<TilesGame as Game>::State> {
    let mut known = HashSet::from_iter([game.key(&game.start())]);
    let mut layer = vec![game.start()];
    let mut moves = Vec::new();
    for _ in 0..distance {
        let mut next = Vec::new();
        for state in &layer {
            moves.clear();
            game.moves(state, &mut moves);
            for &direction in &moves {
                let after = game.apply(state, direction);
                if known.insert(game.key(&after)) {
                    next.push(after);
                }
            }
        }
        layer = next;
        if layer.is_empty() || known.len() > MOST_POSITIONS {
            return Vec::new();
        }
    }
    layer
}
