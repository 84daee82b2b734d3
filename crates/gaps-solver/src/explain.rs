//! Explains in words why a deal is lost.

use patience_core::Verdict;
use patience_core::cards::Card;
use patience_core::units::{count, counted};

use crate::answer::Answer;
use crate::board::Board;

impl Answer {
    /// Summarises the result for a board, for people: the positions examined, the parts left out
    /// with the reason, and the length of the best line.
    ///
    /// ```
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "3C -- 2C 4C".parse()?;
    /// let answer = Solver::new(&board).solve();
    /// assert!(answer.explain(&board).starts_with("The deal cannot be won"));
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn explain(&self, board: &Board) -> String {
        let counters = &self.counters;
        let cards = board.rows() * (board.columns() - 1);
        let mut lines = vec![match &self.verdict {
            Verdict::Solved { plan, .. } => {
                format!("The deal can be won in {}.", counted(plan.len(), "move"))
            }
            Verdict::Unsolvable => {
                "The deal cannot be won: every line of play was followed to its end.".to_string()
            }
            Verdict::Unknown(stop) => format!("Undecided: the search ended at its limit ({stop})."),
        }];
        lines.push(format!(
            "{} positions were examined; {} of them left no choice, and {} had been seen before.",
            count(counters.expanded),
            count(counters.forced),
            count(counters.duplicates)
        ));
        lines.push(format!(
            "{} ended a line because no card could move, {} because some card could no longer \
             come home.",
            count(counters.stuck),
            count(counters.dead_ends)
        ));
        lines.push(format!(
            "In {} positions some moves could wait, since they neither help nor hinder the others.",
            count(counters.persistent)
        ));
        if let Some(deepest) = &self.deepest {
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
}

/// Explains why each gap of a board cannot be filled.
fn why_stuck(board: &Board) -> Vec<String> {
    let king = board.columns() as u8;
    let name =
        |cell: usize| patience_core::cell_name(cell % board.columns(), cell / board.columns());
    let describe = |cell: usize| {
        let place = name(cell);
        if cell.is_multiple_of(board.columns()) {
            return format!("The gap in {place} takes a lowest card.");
        }
        match board.cells()[cell - 1] {
            None => format!("The gap in {place} takes nothing: it is right of a gap."),
            Some(card) if card.rank() == king => {
                format!("The gap in {place} takes nothing: it is right of a highest card.")
            }
            Some(card) => {
                let wanted = Some(Card::new(card.rank() + 1, card.suit()));
                let found = board.cells().iter().position(|&cell| cell == wanted).unwrap_or(cell);
                format!("The gap in {place} takes the card that is now in {}.", name(found))
            }
        }
    };
    (0..board.cells().len()).filter(|&cell| board.cells()[cell].is_none()).map(describe).collect()
}
