//! Boards of Cohesion whose optimum is in a given band, proved by A*.

use std::ops::RangeInclusive;

use patience_core::{Budget, Game, InputError, OpenError, Random, Run, Source, Stop, Verdict};
use patience_games::cohesion::{CohesionGame, CohesionState, MstWalls};
use patience_games::grid::Size;
use patience_search::best_first::{Ties, Variant, search};

use crate::{digits, parse, within};

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
/// The name is invalid, or an error of [`generate`].
///
/// # Examples
/// ```
/// use patience_core::Budget;
/// use patience_generators::cohesion::generated;
///
/// let board = generated("4x4/3/6-8/1", &mut Budget::unlimited())?;
/// assert_eq!(board.to_string(), ".BBB/.GRB/BR../G.B.");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
pub fn generated(name: &str, budget: &mut Budget<'_>) -> Result<CohesionGame, OpenError> {
    let band = |text: &str| {
        let (least, most) = text.split_once('-')?;
        Some(digits(least)?..=digits(most)?)
    };
    let parts = [
        ("number of colours", "a whole number from 1"),
        ("band", "the minimum and maximum number of moves, such as 6-8"),
    ];
    let (size, colours, band, seed) = parse(name, &GENERATE, parts, band)?;
    generate(size, colours, band, seed, budget)
}

/// The proof of an optimum: A* that gives up on boards with many positions. Ties are broken as for
/// the first generated boards, because the plan found determines the board.
const PROOF: Variant = Variant { ties: Ties::LowHFifo, node_limit: Some(50_000), ..Variant::ASTAR };

/// Maximum total number of positions in all proofs.
const ALL_POSITIONS: u64 = 2_000_000;

/// Fixed cost of a board in [`ALL_POSITIONS`], so that boards that are already solved or dead ends
/// also count.
const PER_BOARD: u64 = 20;

/// Maximum side of the part of the board on which pieces start: on larger boards A* proves few
/// optima.
const WINDOW: usize = 6;

/// A board whose shortest plans have a length in the band, determined only by the seed.
///
/// Random boards are drawn and solved by A*, which proves the optimum. If it is above the band, the
/// position on the plan with an optimum drawn from the band is used instead: the rest of a shortest
/// plan is a shortest plan.
///
/// ```
/// use patience_core::Budget;
/// use patience_games::grid::Size;
/// use patience_generators::cohesion::generate;
///
/// let size = Size { width: 4, height: 4 };
/// let game = generate(size, 2, 3..=5, 1, &mut Budget::unlimited())?;
/// assert_eq!(game.size(), size);
/// # Ok::<(), patience_core::OpenError>(())
/// ```
///
/// # Errors
/// The colours do not fit, the band is empty, no board of this kind was found within the search's
/// bound, or the budget is used up.
pub fn generate(
    size: Size,
    colours: usize,
    band: RangeInclusive<u32>,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<CohesionGame, OpenError> {
    check(size, colours, &band)?;
    let mut random = Random::new(seed);
    let mut positions = 0;
    while positions < ALL_POSITIONS {
        let game = draw(size, colours, &mut random);
        let path = within(budget, |run| {
            let path = shortest_path(&game, run);
            let counters = run.counters();
            positions +=
                PER_BOARD + 1 + counters.generated - counters.duplicates - counters.dead_ends;
            path
        })?;
        let Some(path) = path else { continue };
        let optimum = path.len() as u32 - 1;
        if optimum < *band.start() {
            continue;
        }
        let most = optimum.min(*band.end());
        let wanted = band.start() + random.below(most - band.start() + 1);
        let state = &path[(optimum - wanted) as usize];
        return Ok(CohesionGame::new(size, &game.cells(state)));
    }
    let message = format!(
        "no board with {} to {} moves was found in reasonable time",
        band.start(),
        band.end()
    );
    Err(InputError::new(message + "; ask for another band, size or seed").into())
}

fn check(size: Size, colours: usize, band: &RangeInclusive<u32>) -> Result<(), InputError> {
    let most = (size.width.min(WINDOW) * size.height.min(WINDOW) / 3).min(LETTERS.len());
    let Size { width, height } = size;
    if most == 0 {
        return Err(InputError::new(format!(
            "a board of {width}x{height} is too small; expected three cells or more"
        )));
    }
    if !(1..=most).contains(&colours) {
        return Err(InputError::new(format!(
            "`{colours}` is not a valid number of colours; expected 1 to {most} on a board of \
             {width}x{height}"
        )));
    }
    if band.is_empty() {
        let (least, most) = (band.start(), band.end());
        return Err(InputError::new(format!(
            "`{least}-{most}` is not a valid band; expected the smaller number first"
        )));
    }
    Ok(())
}

/// The states on a shortest path from the start to a goal, unless there is none or the proof was
/// given up.
fn shortest_path(
    game: &CohesionGame,
    run: &mut Run<'_, CohesionGame>,
) -> Result<Option<Vec<CohesionState>>, Stop> {
    match search(game, &MstWalls, &PROOF, run).verdict {
        Verdict::Solved { plan, .. } => {
            let mut path = vec![game.start()];
            for mv in plan {
                path.push(game.apply(&path[path.len() - 1], mv));
            }
            Ok(Some(path))
        }
        Verdict::Unsolvable | Verdict::Unknown(Stop::Incomplete) => Ok(None),
        Verdict::Unknown(stop) => Err(stop),
    }
}

/// The colours in the order in which they are used.
const LETTERS: &[u8] = b"RBGYOPCMWNADEFHIJKLQSTUVXZ";

/// A random board: two to six cells per colour (fewer if two thirds of the window are full),
/// anywhere in a window placed anywhere on the board.
fn draw(size: Size, colours: usize, random: &mut Random) -> CohesionGame {
    let (width, height) = (size.width.min(WINDOW), size.height.min(WINDOW));
    let (left, top) =
        (random.index(size.width - width + 1), random.index(size.height - height + 1));
    let mut window: Vec<usize> =
        (0..width * height).map(|i| (top + i / width) * size.width + left + i % width).collect();
    random.shuffle(&mut window);
    let filled =
        (colours * 2 + random.index(colours * 4 + 1)).min(window.len() * 2 / 3).max(colours);
    let mut board = vec![None; size.cells()];
    for (index, cell) in window[..filled].iter().enumerate() {
        let colour = if index < colours { index } else { random.index(colours) };
        board[*cell] = Some(char::from(LETTERS[colour]));
    }
    CohesionGame::new(size, &board)
}
