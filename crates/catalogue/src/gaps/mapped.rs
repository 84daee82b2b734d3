//! Maps deals to the form of the exact solver, and its plans back.
//!
//! The solver supports three rule sets, and ranks from the Two upwards. It treats rule sets that
//! differ from `standard` only in their ranks or initial layouts as `standard`. Under these, an ace
//! in column 0 never moves while the column has no gap: if it holds all aces, the rest of the board
//! is `fixed-suits` without column 0, and each row's suit is that of its ace. `docs/gaps-solver.md`
//! has the argument.

use patience_core::cards::{Card, Suit};
use patience_games::gaps::{Gaps, Move, Rules};
use patience_gaps::Board;

/// Maximum number of columns of a board.
const MAX_COLUMNS: usize = 13;

/// The mapping of a deal to the exact solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mapping {
    /// Unchanged.
    Whole(patience_gaps::Rules),
    /// The board without column 0, which holds the aces.
    BehindAces,
}

/// Returns `None` for a deal that the solver does not accept.
fn mapping(game: &Gaps) -> Option<Mapping> {
    let whole =
        |rules| (2..=MAX_COLUMNS).contains(&game.columns()).then_some(Mapping::Whole(rules));
    match game.rules() {
        Rules::Standard | Rules::LineUp | Rules::HouseOfCommons => {
            whole(patience_gaps::Rules::Standard)
        }
        Rules::FixedSuits => whole(patience_gaps::Rules::FixedSuits),
        Rules::FixedTwos => whole(patience_gaps::Rules::FixedTwos),
        Rules::BlueMoon | Rules::RedMoon | Rules::Paganini => {
            match aces_lead(game) && game.columns() > 2 {
                true => Some(Mapping::BehindAces),
                false => whole(patience_gaps::Rules::Standard),
            }
        }
        Rules::Paper
        | Rules::PaperAnyRow
        | Rules::FreeParking
        | Rules::Galary
        | Rules::Jungle
        | Rules::SpacesAndAces => None,
    }
}

fn aces_lead(game: &Gaps) -> bool {
    let start = game.start_board();
    start.iter().all(|row| row[0].is_some_and(|card| card.rank() == game.rules().base()))
}

/// Whether the exact solver accepts a deal.
pub(crate) fn fits(game: &Gaps) -> bool {
    mapping(game).is_some()
}

/// Whether column 0 is removed, so that columns are counted from the next one.
pub(crate) fn is_behind_aces(game: &Gaps) -> bool {
    mapping(game) == Some(Mapping::BehindAces)
}

/// The deal for the exact solver, which numbers suits in the order [`Suit::CHSD`]. They are renamed
/// so that this is the order of the rows, under fixed suits or next to aces.
///
/// # Panics
/// The solver does not accept the deal.
pub(crate) fn board(game: &Gaps) -> Board {
    let mut cells = game.start_board();
    let mapping = mapping(game).expect("the solver accepts the deal");
    let (rules, taken) = match mapping {
        Mapping::Whole(rules) => (rules, 0),
        Mapping::BehindAces => (patience_gaps::Rules::FixedSuits, 1),
    };
    let suits = match mapping {
        Mapping::Whole(_) => game.suits().to_vec(),
        Mapping::BehindAces => {
            cells.iter().filter_map(|row| row[0]).map(|ace| ace.suit()).collect()
        }
    };
    cells.iter_mut().for_each(|row| drop(row.drain(..taken)));
    let renamed = |card: Card| {
        let suit = suits.iter().position(|suit| *suit == card.suit());
        let rank = game.rules().index(card, game.columns()).expect("the rank is in play") - taken;
        Card::new(2 + rank as u8, Suit::CHSD[suit.expect("the suit is in play")])
    };
    let cells = cells.concat().into_iter().map(|cell| cell.map(renamed)).collect();
    Board::new(game.rows(), game.columns() - taken, rules, cells)
        .expect("both crates accept the same deals")
}

/// Converts the solver's moves to moves of the deal.
pub(crate) fn plan(game: &Gaps, moves: &[patience_gaps::Move]) -> Vec<Move> {
    let taken = usize::from(is_behind_aces(game));
    let columns = game.columns() - taken;
    let place = |cell: u8| (usize::from(cell) / columns, usize::from(cell) % columns + taken);
    moves
        .iter()
        .map(|mv| Move::new(place(mv.from), place(mv.to)).expect("cells lie on the board"))
        .collect()
}
