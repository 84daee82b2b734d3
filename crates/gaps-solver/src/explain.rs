//! Why a deal is lost, in words.

use patience_core::Verdict;

use crate::board::Board;
use crate::solution::Solution;

/// Cards that stand in order from the first column of their row on.
pub(crate) fn cards_in_order(board: &Board) -> u32 {
    let row = |cells: &[Option<crate::board::Card>]| {
        let suit = cells[0].map(|card| card.suit);
        let home = |(column, cell): &(usize, &Option<crate::board::Card>)| {
            cell.is_some_and(|card| Some(card.suit) == suit && usize::from(card.rank) == *column)
        };
        cells.iter().enumerate().take_while(home).count() as u32
    };
    board.cells().chunks(board.columns()).map(row).sum()
}

/// A summary for a person: what was looked at, what was left out and why, and how far the best line
/// came.
///
/// ```
/// use patience_core::Limits;
/// use patience_gaps::{Board, Config, Services, explain, solve};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let solution = solve(&board, &Config::default(), &Limits::default(), Services::none())?;
/// assert!(explain(&board, &solution).starts_with("The deal cannot be won"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(board: &Board, solution: &Solution) -> String {
    let counters = &solution.counters;
    let cards = board.rows() * (board.columns() - 1);
    let mut lines = vec![match &solution.verdict {
        Verdict::Solved { plan, .. } => format!("The deal can be won in {} moves.", plan.len()),
        Verdict::Unsolvable => {
            "The deal cannot be won: every line of play was followed to its end.".to_string()
        }
        Verdict::Unknown(stop) => format!("Undecided: the search ended at its limit ({stop})."),
    }];
    lines.push(format!(
        "{} positions were looked at; {} of them left no choice, and {} had been met before.",
        counters.expanded, counters.forced, counters.duplicates
    ));
    lines.push(format!(
        "{} ended a line because no card could move, {} because some card could never come home any more.",
        counters.stuck, counters.dead_ends
    ));
    lines.push(format!(
        "In {} positions some moves could wait, since they neither help nor hinder the others.",
        counters.persistent
    ));
    if let Some(deepest) = &solution.deepest {
        let why = if deepest.has_moves {
            "there, some card that is not yet home can never get there, whatever is played"
        } else {
            "there, no card can move"
        };
        lines.push(format!(
            "The best line brought {} of {cards} cards into order after {} moves; {why}.",
            deepest.cards_in_order,
            deepest.moves.len()
        ));
        lines.extend(why_stuck(&deepest.board));
    }
    lines.join("\n")
}

/// What keeps each gap of a board from being filled.
fn why_stuck(board: &Board) -> Vec<String> {
    let top = board.columns() - 2;
    let name =
        |cell: usize| patience_core::cell_name(cell % board.columns(), cell / board.columns());
    let describe = |cell: usize| {
        let place = name(cell);
        if cell.is_multiple_of(board.columns()) {
            return format!("The gap in {place} takes a lowest card.");
        }
        match board.cells()[cell - 1] {
            None => format!("The gap in {place} takes nothing: it is right of a gap."),
            Some(card) if usize::from(card.rank) == top => {
                format!("The gap in {place} takes nothing: it is right of a highest card.")
            }
            Some(card) => {
                let wanted = Some(crate::board::Card { suit: card.suit, rank: card.rank + 1 });
                let found = board.cells().iter().position(|&cell| cell == wanted).unwrap_or(cell);
                format!("The gap in {place} takes the card that is now in {}.", name(found))
            }
        }
    };
    (0..board.cells().len()).filter(|&cell| board.cells()[cell].is_none()).map(describe).collect()
}
