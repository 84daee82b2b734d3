//! The boards by name, each pinned forever.

use std::sync::OnceLock;

use patience_core::{InputError, Random, Source};

use super::rules::{Corner, MAX_SIDE, SlidingGame};
use crate::grid::{Direction, Size};
use crate::text::quoted;

/// The families of boards.
pub(super) const SOURCES: &[Source] = &[
    Source {
        name: "random",
        pattern: "random/RxC/SEED",
        example: "random/3x3/1",
        summary: "random boards of R rows and C columns, 2 to 5 each: all that can be solved are equally likely",
    },
    Source {
        name: "korf",
        pattern: "korf/NUMBER",
        example: "korf/12",
        summary: "the hundred 15-puzzles of Korf (1985), NUMBER from 1 to 100",
    },
    Source {
        name: "shuffled",
        pattern: "shuffled/RxC/SEED",
        example: "shuffled/3x3/1",
        summary: "random orders of the tiles, of which half cannot be solved",
    },
    Source {
        name: "scramble",
        pattern: "scramble/RxC/MOVES/SEED",
        example: "scramble/4x4/20/1",
        summary: "MOVES random slides from the goal, none of them back, so solvable in at most MOVES",
    },
];

/// Slides beyond this make no board harder and only take time.
const MAX_MOVES: u32 = 1_000_000;

/// A board of Korf's table, with what he published of it.
///
/// ```
/// let twelfth = &patience_games::sliding::korf()[11];
/// assert_eq!((twelfth.length, twelfth.nodes), (45, 546_344));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The tiles in reading order.
    pub tiles: Vec<u8>,
    /// The length of a shortest plan.
    pub length: u32,
    /// Nodes that his IDA* generated, the start among them: with Manhattan distance, the blank going
    /// up, left, right and down in this order and never back.
    pub nodes: u64,
}

/// Korf's hundred boards ("Depth-first iterative-deepening", 1985, Table 1).
pub fn korf() -> &'static [Published] {
    static KORF: OnceLock<Vec<Published>> = OnceLock::new();
    KORF.get_or_init(|| {
        let file = include_str!("../../levels/korf-1985.tsv");
        let number = |text: &str| text.parse().expect("the table has numbers");
        let board = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            Published {
                tiles: fields[1].split(' ').map(|tile| number(tile) as u8).collect(),
                length: number(fields[2]) as u32,
                nodes: number(fields[3]),
            }
        };
        file.lines().filter(|line| !line.starts_with('#')).map(board).collect()
    })
}

/// The board with a name. Names are of boards whose blank belongs at the upper left; for the other
/// corner the same board is turned by half a turn, with the tiles numbered from the other end.
pub(super) fn instance(corner: Corner, path: &str) -> Result<SlidingGame, InputError> {
    let words: Vec<&str> = path.split('/').collect();
    let (size, tiles) = match words[..] {
        ["korf", number] => {
            let board = number.parse::<usize>().ok().and_then(|n| korf().get(n.checked_sub(1)?));
            let Some(board) = board else {
                let message =
                    format!("{} is not a valid number; expected 1 to 100", quoted(number));
                return Err(InputError::new(message));
            };
            (Size { width: 4, height: 4 }, board.tiles.clone())
        }
        ["random", sides, seed] => {
            let size = parse_size(sides)?;
            (size, solvable(size, Random::new(parse(seed, u64::MAX)?)))
        }
        ["shuffled", sides, seed] => {
            let size = parse_size(sides)?;
            (size, shuffled(size, &mut Random::new(parse(seed, u64::MAX)?)))
        }
        ["scramble", sides, moves, seed] => {
            let (size, moves) = (parse_size(sides)?, parse(moves, MAX_MOVES.into())? as u32);
            (size, scrambled(size, moves, Random::new(parse(seed, u64::MAX)?)))
        }
        _ => {
            let known = SOURCES.iter().map(|source| source.pattern).collect::<Vec<_>>().join(", ");
            let message = format!("{} is not a valid path; expected one of {known}", quoted(path));
            return Err(InputError::new(message));
        }
    };
    Ok(match corner {
        Corner::First => SlidingGame::new(size, corner, &tiles),
        Corner::Last => SlidingGame::new(size, corner, &turned(&tiles)),
    })
}

fn parse_size(text: &str) -> Result<Size, InputError> {
    let side = |text: &str| text.parse().ok().filter(|side| (2..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(rows, columns)| side(rows).zip(side(columns)));
    let size = sides.and_then(|(rows, columns)| Size::new(columns, rows));
    size.ok_or_else(|| {
        InputError::new(format!("{} is not a valid size; expected RxC, 2 to 5 each", quoted(text)))
    })
}

fn parse(text: &str, most: u64) -> Result<u64, InputError> {
    text.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
        InputError::new(format!("{} is not a valid number; expected 0 to {most}", quoted(text)))
    })
}

fn turned(tiles: &[u8]) -> Vec<u8> {
    let count = tiles.len() as u8;
    tiles.iter().rev().map(|tile| if *tile == 0 { 0 } else { count - tile }).collect()
}

fn shuffled(size: Size, random: &mut Random) -> Vec<u8> {
    let mut tiles: Vec<u8> = (0..size.cells() as u8).collect();
    random.shuffle(&mut tiles);
    tiles
}

/// A random order, with tiles 1 and 2 exchanged where it could not be solved: one to one between the
/// two halves of all orders.
fn solvable(size: Size, mut random: Random) -> Vec<u8> {
    let mut tiles = shuffled(size, &mut random);
    if !SlidingGame::new(size, Corner::First, &tiles).is_solvable() {
        for tile in &mut tiles {
            *tile = [0, 2, 1].get(usize::from(*tile)).copied().unwrap_or(*tile);
        }
    }
    tiles
}

fn scrambled(size: Size, moves: u32, mut random: Random) -> Vec<u8> {
    let mut tiles: Vec<u8> = (0..size.cells() as u8).collect();
    let (mut blank, mut before) = (0, usize::MAX);
    for _ in 0..moves {
        let beside = Direction::ALL.into_iter().filter_map(|way| size.neighbour(blank, way));
        let forth: Vec<usize> = beside.filter(|cell| *cell != before).collect();
        let to = forth[random.index(forth.len())];
        tiles.swap(blank, to);
        (before, blank) = (blank, to);
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_keep_their_boards() {
        let board = |path: &str| {
            let game = instance(Corner::First, path).unwrap();
            super::super::notation::write(&game, &patience_core::Game::start(&game))
        };
        let names = ["random/3x3/1", "shuffled/2x3/5", "scramble/4x4/20/1", "korf/12"];
        let boards = [
            "2 5 8 / 0 3 1 / 7 4 6",
            "0 5 4 / 2 3 1",
            "5 4 1 2 / 12 0 6 3 / 8 10 14 7 / 13 9 15 11",
            "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15",
        ];
        assert_eq!(names.map(board), boards);
    }

    #[test]
    fn malformed_paths_name_the_fault() {
        let fault = |path: &str| instance(Corner::First, path).unwrap_err().to_string();
        assert_eq!(fault("korf/101"), "`101` is not a valid number; expected 1 to 100");
        assert_eq!(fault("korf/0"), "`0` is not a valid number; expected 1 to 100");
        assert_eq!(fault("random/1x4/1"), "`1x4` is not a valid size; expected RxC, 2 to 5 each");
        assert_eq!(fault("random/6x4/1"), "`6x4` is not a valid size; expected RxC, 2 to 5 each");
        assert!(fault("random/3x3/-1").starts_with("`-1` is not a valid number; expected 0 to"));
        assert!(fault("scramble/3x3/1000001/1").ends_with("expected 0 to 1000000"));
        assert!(
            fault("random/3x3").starts_with("`random/3x3` is not a valid path; expected one of")
        );
    }
}
