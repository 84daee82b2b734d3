//! A hand-made sum that orders positions well: the runs of the farthest piece, and the tilts of all
//! pieces.

use patience_core::{Claims, Estimate, Heuristic, Part, Value};

use super::runs::Runs;
use super::{TilesGame, TilesState};
use crate::grid::{Direction, MAX_CELLS};

/// The straight runs of the farthest piece, plus an eighth of the sum of tilts that each piece
/// would need alone on the board. It overestimates: a tilt moves all pieces. Its dead ends are
/// those of [`Runs`].
///
/// Runs give the distance of the position, and tilts break ties; eighths were found by trial.
#[derive(Clone, Debug)]
pub(super) struct RunsAndTilts {
    runs: Runs,
    /// Indexed by piece and cell.
    tilts: Vec<Box<[u8]>>,
}

/// Cap for tilts, also used for a piece that cannot stop on a target.
const FAR: u8 = 12;

impl RunsAndTilts {
    pub fn new(game: &TilesGame) -> Self {
        let colours = game.colours();
        let mut tilts: Vec<Box<[u8]>> = Vec::with_capacity(colours.len());
        for (piece, colour) in colours.iter().enumerate() {
            let same = piece.checked_sub(1).filter(|before| colours[*before] == *colour);
            tilts
                .push(same.map_or_else(|| tilts_to(game, *colour), |before| tilts[before].clone()));
        }
        RunsAndTilts { runs: Runs::new(game), tilts }
    }

    /// The sum of the tilts that each piece on these cells would need alone on the board.
    #[inline]
    fn tilts(&self, cells: &[u8]) -> u32 {
        self.tilts.iter().zip(cells).map(|(tilts, cell)| u32::from(tilts[usize::from(*cell)])).sum()
    }
}

/// For each cell, the minimum number of tilts after which a lone piece is on a target of the
/// colour.
fn tilts_to(game: &TilesGame, colour: u8) -> Box<[u8]> {
    let cells = game.size().cells();
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for cell in (0..cells).filter(|cell| !game.is_obstacle(*cell)) {
        for direction in Direction::ALL {
            from[game.stop(cell, direction)].push(cell);
        }
    }
    let mut tilts = vec![FAR; cells];
    let mut queue: Vec<usize> =
        (0..cells).filter(|cell| game.target(*cell) == Some(colour)).collect();
    queue.iter().for_each(|target| tilts[*target] = 0);
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for &before in &from[cell] {
            if tilts[before] == FAR && tilts[cell] + 1 < FAR {
                tilts[before] = tilts[cell] + 1;
                queue.push(before);
            }
        }
    }
    tilts.into()
}

impl Heuristic<TilesGame> for RunsAndTilts {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &TilesGame, state: &TilesState) -> Estimate {
        self.value(game, state).into()
    }

    #[inline]
    fn value(&self, game: &TilesGame, state: &TilesState) -> Option<Value> {
        let mut buffer = [0; MAX_CELLS];
        let cells = game.unpack(state, &mut buffer);
        let eighths = 8 * self.runs.farthest(game, cells)? + self.tilts(cells);
        Some(Value { cost: (eighths + 4) / 8, ordering: eighths })
    }

    fn parts(&self, game: &TilesGame, state: &TilesState) -> Vec<Part> {
        let mut parts = self.runs.parts(game, state);
        let mut buffer = [0; MAX_CELLS];
        let cells = game.unpack(state, &mut buffer);
        parts.push(Part::whole("tilts of all pieces, each alone", self.tilts(cells)));
        parts
    }
}
