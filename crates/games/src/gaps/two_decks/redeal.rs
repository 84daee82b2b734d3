//! Redeals with two decks, which follow the kept runs of the rows as with one deck.

use super::super::RedealRule;
use super::super::redeal::dealt_again;
use super::super::state::{GAP, MAX_ROWS, RANKS, ROW};
use super::{Rules, State, TwoDecks};

/// The length of each row's kept run; 0 for rows outside the board.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::two_decks::{TwoDecksDomain, kept_runs};
///
/// let deal = TwoDecksDomain.read("double-montana", "2C 3C -- 4C / 2C 4C 3C --")?;
/// assert_eq!(kept_runs(&deal, &deal.start())[..2], [2, 1]);
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn kept_runs(game: &TwoDecks, state: &State) -> [usize; MAX_ROWS] {
    let mut runs = [0; MAX_ROWS];
    for (run, row) in runs.iter_mut().zip(state.cards.chunks_exact(ROW)).take(game.rows()) {
        // The last cell of a finished row is a gap.
        let cells = &row[..game.columns() - 1];
        if cells[0] != GAP && usize::from(cells[0]) % RANKS == 0 {
            *run = cells.iter().zip(cells[0]..).take_while(|(card, next)| *card == next).count();
        }
    }
    runs
}

/// The deal after a redeal, as in [`redeal`](super::super::redeal()) for one deck.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::RedealRule;
/// use patience_games::gaps::two_decks::{TwoDecksDomain, kept_runs, redeal};
///
/// let deal = TwoDecksDomain.read("double-montana", "2C 3C -- 4C / 2C 4C 3C --")?;
/// let again = redeal(&deal, &deal.start(), RedealRule::Pysol, 7);
/// assert!(kept_runs(&again, &again.start())[0] >= 2, "what is in order stays");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn redeal(game: &TwoDecks, state: &State, rule: RedealRule, seed: u64) -> TwoDecks {
    let board = dealt_again(game.board(state), &kept_runs(game, state), rule, seed);
    TwoDecks::new(game.rules(), &board).expect("a redeal deals every card twice")
}

/// The number of redeals of a game, as in PySolFC for each rule set.
pub fn redeals_of(rule: RedealRule, rules: Rules) -> u32 {
    if rules == Rules::PaganiniIi { 0 } else { rule.redeals() }
}
