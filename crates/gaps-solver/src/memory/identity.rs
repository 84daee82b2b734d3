//! The identity that ties files to a deal.

use crate::board::{Board, number};
use crate::config::Config;
use crate::disk::Checksum;

/// Returns the identity of a checkpoint: the deal, and everything that the keys of its positions
/// depend on.
pub(crate) fn identity(board: &Board, config: &Config) -> Vec<u8> {
    let cells = board.cells().iter().map(|cell| cell.map_or(0xFF, number));
    let open_rows = config.reductions.open_rows.into();
    let shape = [board.rows() as u8, board.columns() as u8, board.rules() as u8, open_rows];
    shape.into_iter().chain(config.seed.to_le_bytes()).chain(cells).collect()
}

/// A number that identifies a deal, everything that the keys of its positions depend on, and
/// `more`; used to name files.
///
/// ```
/// use patience_gaps::{Board, Config, fingerprint};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let name = |seed| fingerprint(&board, &Config { seed, ..Config::default() }, b"");
/// assert_eq!(name(1), name(1));
/// assert_ne!(name(1), name(2), "the keys of positions depend on the seed");
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn fingerprint(board: &Board, config: &Config, more: &[u8]) -> u64 {
    let mut sum = Checksum::EMPTY;
    sum.update(&identity(board, config));
    sum.update(more);
    sum.value()
}
