//! Boards whose optimum lies in a band, proved by search.

use std::ops::RangeInclusive;

use patience_core::{Budget, InputError, OpenError, Random, Source};

use super::CohesionGame;
use super::search::best_first;
use crate::grid::Size;
use crate::text::quoted;

/// Generated boards, as instances by name.
pub const GENERATE: Source = Source {
    name: "generate",
    pattern: "generate/WxH/COLOURS/MIN-MAX/SEED",
    example: "generate/4x4/3/6-8/1",
    summary: "a random board whose shortest plan has MIN to MAX moves",
};

/// The board `WxH/COLOURS/MIN-MAX/SEED`; see [`generate`].
///
/// # Errors
/// A name that does not fit, and those of [`generate`].
///
/// # Examples
/// ```
/// use patience_core::Budget;
/// use patience_games::cohesion::generated;
///
/// let board = generated("4x4/3/6-8/1", &mut Budget::unlimited())?;
/// assert_eq!(board.to_string(), ".BBB/.GRB/BR../G.B.");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
pub fn generated(name: &str, budget: &mut Budget<'_>) -> Result<CohesionGame, OpenError> {
    let expected = || {
        let name = quoted(name);
        InputError::new(format!("{name} does not fit generate/WxH/COLOURS/MIN-MAX/SEED, such as generate/4x4/3/6-8/1"))
    };
    let [size, colours, band, seed] = name.split('/').collect::<Vec<_>>()[..] else { return Err(expected().into()) };
    let (least, most) = band.split_once('-').ok_or_else(expected)?;
    let number = |text: &str| text.parse().map_err(|_| expected());
    let size = Size::parse(size).ok_or_else(expected)?;
    let colours = colours.parse().map_err(|_| expected())?;
    let seed = seed.parse().map_err(|_| expected())?;
    generate(size, colours, number(least)?..=number(most)?, seed, budget)
}

/// The positions that one proof may look at.
const POSITIONS: usize = 50_000;

/// The positions that all proofs together may look at before the generator gives up.
const ALL_POSITIONS: usize = 2_000_000;

/// The longest side of the part of the board on which pieces begin: on larger ones A* proves little.
const WINDOW: usize = 6;

/// A board on which shortest plans have a number of moves in the band, as a function of the seed alone.
///
/// Random boards are drawn and solved by A*, which proves the optimum. Where it lies above the band, the position on the
/// plan whose optimum was drawn from the band is taken instead: what is left of a shortest plan is a shortest plan.
///
/// # Errors
/// The colours do not fit, the band is empty, no board of this kind was found within the search's bound, or the budget is
/// used up.
pub fn generate(
    size: Size,
    colours: usize,
    band: RangeInclusive<u32>,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<CohesionGame, OpenError> {
    let most_colours = (size.width.min(WINDOW) * size.height.min(WINDOW) / 3).min(26);
    if !(1..=most_colours).contains(&colours) {
        return Err(
            InputError::new(format!("{colours} colours do not fit; this size takes 1 to {most_colours}")).into()
        );
    }
    if band.is_empty() {
        return Err(InputError::new(format!("no number lies in the band {}-{}", band.start(), band.end())).into());
    }
    let mut random = Random::new(seed);
    let mut positions = 0;
    while positions < ALL_POSITIONS {
        let game = draw(size, colours, &mut random);
        let found = best_first(&game, 1, POSITIONS, budget)?;
        // Boards that are solved at once or are dead ends take their share of the bound, too.
        positions += found.positions + 20;
        let Some(path) = found.path else { continue };
        let optimum = path.len() as u32 - 1;
        if optimum < *band.start() {
            continue;
        }
        let most = optimum.min(*band.end());
        let wanted = band.start() + random.below(most - band.start() + 1);
        let state = &path[(optimum - wanted) as usize];
        return Ok(CohesionGame::new(size, &game.cells(state)));
    }
    let message = format!("no board with {} to {} moves was found in reasonable time", band.start(), band.end());
    Err(InputError::new(message + "; ask for another band, size or seed").into())
}

/// A random board: two to six cells a colour (fewer where two thirds of the window are full), anywhere in a window that is
/// anywhere on the board.
fn draw(size: Size, colours: usize, random: &mut Random) -> CohesionGame {
    const LETTERS: &[u8] = b"RBGYOPCMWNADEFHIJKLQSTUVXZ";
    let (width, height) = (size.width.min(WINDOW), size.height.min(WINDOW));
    let (left, top) = (random.index(size.width - width + 1), random.index(size.height - height + 1));
    let mut window: Vec<usize> =
        (0..width * height).map(|i| (top + i / width) * size.width + left + i % width).collect();
    random.shuffle(&mut window);
    let filled = (colours * 2 + random.index(colours * 4 + 1)).min(window.len() * 2 / 3).max(colours);
    let mut board = vec![None; size.cells()];
    for (index, cell) in window[..filled].iter().enumerate() {
        let colour = if index < colours { index } else { random.index(colours) };
        board[*cell] = Some(char::from(LETTERS[colour]));
    }
    CohesionGame::new(size, &board)
}
