//! Redeals: cards that are not in order are gathered, shuffled and dealt again.
//!
//! The *leading run* of a row starts at its first cell: a card of the lowest rank, then its
//! successors in suit without a break. If rows belong to suits, it must be of the row's suit: no
//! other run can be finished there. A redeal keeps the leading runs, gathers and shuffles all other
//! cards, and deals them row by row into the cells after the runs, leaving as many gaps as there
//! are rows.

use patience_core::{Game, Random};

use super::layout::Board;
use super::state::{GAP, RANKS, ROW};
use super::{Gaps, Rules, State};
use crate::cards::Card;

/// The places of the gaps after a redeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapsAfter {
    /// Directly after the kept run of each row.
    BehindRuns,
    /// In random cells after the kept runs.
    Random,
    /// The last cell of each row.
    LastCells,
}

/// The redeal rule of a program.
///
/// ```
/// use patience_games::gaps::{RedealRule, Rules};
///
/// assert_eq!((RedealRule::Pysol.redeals(), RedealRule::Addiction.redeals()), (2, 3));
/// assert_eq!(RedealRule::Pysol.redeals_of(Rules::LineUp), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedealRule {
    /// PySolFC's Montana and most of its family: at any time; gaps after the kept runs.
    Pysol,
    /// AisleRiot: only when no card can move; gaps after the kept runs.
    Aisleriot,
    /// PySolFC's Spaces: at any time; gaps at random.
    Spaces,
    /// PySolFC's Station: at any time; gaps at the ends of the rows.
    Station,
    /// Addiction: like Spaces, but with three redeals.
    Addiction,
    /// The oldest form of Gaps: like PySolFC's Montana, but the cards gathered row by row are dealt
    /// in that order.
    Unshuffled,
}

impl RedealRule {
    /// All rules, the default first.
    pub const ALL: [RedealRule; 6] = [
        RedealRule::Pysol,
        RedealRule::Aisleriot,
        RedealRule::Spaces,
        RedealRule::Station,
        RedealRule::Addiction,
        RedealRule::Unshuffled,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            RedealRule::Pysol => "pysol",
            RedealRule::Aisleriot => "aisleriot",
            RedealRule::Spaces => "spaces",
            RedealRule::Station => "station",
            RedealRule::Addiction => "addiction",
            RedealRule::Unshuffled => "unshuffled",
        }
    }

    /// The rule with this name.
    ///
    /// ```
    /// use patience_games::gaps::RedealRule;
    ///
    /// assert_eq!(RedealRule::named("station"), Some(RedealRule::Station));
    /// assert_eq!(RedealRule::named("Station"), None);
    /// ```
    pub fn named(name: &str) -> Option<RedealRule> {
        RedealRule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The number of redeals of a game with the full deck, as in the program.
    pub fn redeals(self) -> u32 {
        if self == RedealRule::Addiction { 3 } else { 2 }
    }

    /// The number of redeals of a game, as in PySolFC for each rule set.
    pub fn redeals_of(self, rules: Rules) -> u32 {
        match rules {
            Rules::LineUp | Rules::SpacesAndAces => 0,
            Rules::HouseOfCommons | Rules::Paganini | Rules::Jungle => 1,
            _ => self.redeals(),
        }
    }

    /// Whether the gathered cards are shuffled, so that a redeal is random.
    pub fn shuffles(self) -> bool {
        self != RedealRule::Unshuffled
    }

    /// Whether a player may redeal only if no card can move.
    pub fn needs_block(self) -> bool {
        self == RedealRule::Aisleriot
    }

    /// Whether a player may redeal in a position: it is not won and, if the rule requires it, no
    /// card can move.
    pub fn allows<G: Game>(self, game: &G, state: &G::State) -> bool {
        let mut moves = Vec::new();
        if self.needs_block() {
            game.moves(state, &mut moves);
        }
        moves.is_empty() && !game.is_goal(state)
    }

    fn gaps_after(self) -> GapsAfter {
        match self {
            RedealRule::Pysol | RedealRule::Aisleriot | RedealRule::Unshuffled => {
                GapsAfter::BehindRuns
            }
            RedealRule::Spaces | RedealRule::Addiction => GapsAfter::Random,
            RedealRule::Station => GapsAfter::LastCells,
        }
    }
}

/// The length of each row's kept run; 0 for rows outside the board. If rows belong to suits, a row
/// keeps only its own suit.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::{GapsDomain, kept_runs};
///
/// let deal = GapsDomain.read("standard", "2C 3C -- 4C / 2H 4H 3H --")?;
/// assert_eq!(kept_runs(&deal, &deal.start()), [2, 1, 0, 0]);
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn kept_runs(game: &Gaps, state: &State) -> [usize; 4] {
    let mut runs = [0; 4];
    for (row, run) in runs.iter_mut().enumerate().take(game.rows()) {
        // The last cell of a finished row is a gap.
        let cells = &state.cards[row * ROW..][..game.columns() - 1];
        let Some(&lead) = cells.first() else { continue };
        let first = usize::from(lead);
        let leads = lead != GAP
            && first % RANKS == 0
            && (!game.rules().fixed_rows() || first / RANKS == row);
        if leads {
            *run = cells
                .iter()
                .zip(first..)
                .take_while(|(card, next)| usize::from(**card) == *next)
                .count();
        }
    }
    runs
}

/// The deal after a redeal. The same seed deals the same cards: those gathered row by row are
/// shuffled by the project's generator, after the gaps if these are drawn. Without shuffling, the
/// seed has no effect.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::{GapsDomain, RedealRule, kept_runs, redeal};
///
/// let deal = GapsDomain.read("standard", "2C 3C -- 4C / 2H 4H 3H --")?;
/// let again = redeal(&deal, &deal.start(), RedealRule::Pysol, 7);
/// assert_eq!(
///     again,
///     redeal(&deal, &deal.start(), RedealRule::Pysol, 7),
///     "the same seed deals the same"
/// );
/// assert!(kept_runs(&again, &again.start())[0] >= 2, "ordered cards stay");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn redeal(game: &Gaps, state: &State, rule: RedealRule, seed: u64) -> Gaps {
    let board = dealt_again(game.board(state), &kept_runs(game, state), rule, seed);
    Gaps::new(game.rules(), &board).expect("a redeal deals every card once")
}

/// The board after a redeal after the kept runs of its rows.
pub(super) fn dealt_again(mut board: Board, runs: &[usize], rule: RedealRule, seed: u64) -> Board {
    let (rows, columns) = (board.len(), board[0].len());
    let mut random = Random::new(seed);
    let freed: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (runs[row]..columns).map(move |column| (row, column))).collect();
    let gaps: Vec<(usize, usize)> = match rule.gaps_after() {
        GapsAfter::BehindRuns => (0..rows).map(|row| (row, runs[row])).collect(),
        GapsAfter::LastCells => (0..rows).map(|row| (row, columns - 1)).collect(),
        GapsAfter::Random => {
            let mut cells = freed.clone();
            random.shuffle(&mut cells);
            cells.truncate(rows);
            cells
        }
    };
    let mut gathered: Vec<Card> =
        freed.iter().filter_map(|(row, column)| board[*row][*column].take()).collect();
    if rule.shuffles() {
        random.shuffle(&mut gathered);
    }
    let dealt = freed.iter().filter(|cell| !gaps.contains(cell));
    dealt.zip(gathered).for_each(|((row, column), card)| board[*row][*column] = Some(card));
    board
}
