//! Redeals: what is not in order yet is gathered, shuffled and dealt again.
//!
//! The *leading run* of a row starts at its first cell: a card of the lowest rank, then its
//! successors in suit without a break. If rows belong to suits, it must be of the row's own suit:
//! another one can never be finished there. A redeal keeps the leading runs, gathers and shuffles
//! all other cards, and deals them row by row into the cells behind the runs, of which as many as
//! there are rows stay gaps.

use patience_core::{Game, Random};

use super::layout::Board;
use super::state::{GAP, RANKS, ROW};
use super::{Gaps, Rules, State};
use crate::cards::Card;

/// Where the gaps are after a redeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapsAfter {
    /// One right behind the kept run of each row.
    BehindRuns,
    /// In cells behind the kept runs, drawn at random.
    Random,
    /// The last cell of each row.
    LastCells,
}

/// How a program redeals.
///
/// ```
/// use patience_games::gaps::{RedealRule, Rules};
///
/// assert_eq!((RedealRule::Pysol.redeals(), RedealRule::Addiction.redeals()), (2, 3));
/// assert_eq!(RedealRule::Pysol.redeals_of(Rules::LineUp), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedealRule {
    /// PySolFC's Montana and most of its family: at any time; the gaps behind the kept runs.
    Pysol,
    /// AisleRiot: only when no card can move; the gaps behind the kept runs.
    Aisleriot,
    /// PySolFC's Spaces: at any time; the gaps at random.
    Spaces,
    /// PySolFC's Station: at any time; the gaps at the ends of the rows.
    Station,
    /// Addiction: as Spaces, but three redeals.
    Addiction,
    /// The oldest form of Gaps: as PySolFC's Montana, but what was gathered, row by row, is dealt
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

    /// The rule with a name.
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

    /// The redeals of a game, as the program has them for the full deck.
    pub fn redeals(self) -> u32 {
        if self == RedealRule::Addiction { 3 } else { 2 }
    }

    /// The redeals of a game, as PySolFC has them for each rule set.
    pub fn redeals_of(self, rules: Rules) -> u32 {
        match rules {
            Rules::LineUp | Rules::SpacesAndAces => 0,
            Rules::HouseOfCommons | Rules::Paganini | Rules::Jungle => 1,
            _ => self.redeals(),
        }
    }

    /// Whether the gathered cards are shuffled, so that a redeal is a move of chance.
    pub fn shuffles(self) -> bool {
        self != RedealRule::Unshuffled
    }

    /// Whether a player may redeal only where no card can move.
    pub fn needs_block(self) -> bool {
        self == RedealRule::Aisleriot
    }

    /// Whether a player may redeal in a position: it is not won and, where the rule wants it, no
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

/// The length of each row's kept run; 0 for rows that the board does not have. Where rows belong to
/// suits a row keeps nothing but its own.
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

/// The deal after a redeal, which is a deal as any other. The same seed deals the same cards: the
/// gathered ones, row by row, are shuffled by the project's generator, after the gaps where these
/// are drawn. Under a rule that shuffles nothing the seed has no effect.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::{GapsDomain, RedealRule, kept_runs, redeal};
///
/// let deal = GapsDomain.read("standard", "2C 3C -- 4C / 2H 4H 3H --")?;
/// let again = redeal(&deal, &deal.start(), RedealRule::Pysol, 7);
/// assert_eq!(again, redeal(&deal, &deal.start(), RedealRule::Pysol, 7), "the same seed deals the same");
/// assert!(kept_runs(&again, &again.start())[0] >= 2, "what is in order stays");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn redeal(game: &Gaps, state: &State, rule: RedealRule, seed: u64) -> Gaps {
    let board = dealt_again(game.board(state), &kept_runs(game, state), rule, seed);
    Gaps::new(game.rules(), &board).expect("a redeal deals every card once")
}

/// The board after a redeal behind the runs that its rows keep.
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
