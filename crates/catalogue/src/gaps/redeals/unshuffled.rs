//! Games whose redeals do not shuffle.
//!
//! Such a game is a sequence of moves and redeals, and the same sequence always leads to the same
//! cards. A game is therefore won if a winning line is found. It is lost if all positions of every
//! round were examined and each was proved lost after every redeal.

use std::cell::Cell;

use patience_core::{Game, HashSet, Verdict};
use patience_games::gaps::{Gaps, redeal};

use super::answer::{RedealPolicy, RedealTally, SampledGames, texts};
use super::outcome::Spot;
use super::played::Redeal;
use super::table::{ALL, Look, SEARCH, Table};

/// Maximum number of deals decided for one answer, per number of redeals.
const MAX_DEALS: u64 = 65_536;
/// One in this many of these may be used for the deals after a single redeal.
const SHARE: u64 = 8;

/// The result of a deal with some number of redeals.
enum Fate {
    /// The moves and redeals that win.
    Won(Vec<String>),
    /// Proved.
    Lost,
    Open,
}

/// Returns one game with 1, 2, … redeals if its result is proved, else none, for a deal that
/// is lost or undecided without a redeal.
pub(super) fn searched(table: &Table<'_>, game: &Gaps, is_lost: bool) -> SampledGames {
    let redeals = table.question.redeals;
    let nowhere = Spot { state: game.start(), plan: Vec::new(), kept: 0 };
    let mut games = SampledGames::new(game, RedealPolicy::Searched, &nowhere, false, redeals);
    for left in 1..=redeals {
        let fate = Rounds { table, budget: Cell::new(MAX_DEALS) }.after(game, left);
        let fewer = left as usize - 1;
        match fate {
            Fate::Won(line) => {
                games.plan = line;
                games.tallies[fewer..].fill(RedealTally { won: 1, undecided: 0 });
                break;
            }
            Fate::Lost if is_lost => {}
            Fate::Lost | Fate::Open => games.tallies[fewer].undecided = 1,
        }
    }
    games.samples = 1 - games.total().undecided;
    games
}

struct Rounds<'a> {
    table: &'a Table<'a>,
    /// Remaining number of deals that may be decided.
    budget: Cell<u64>,
}

impl Rounds<'_> {
    /// Returns the result of a deal if at least one and at most `redeals` redeals are made.
    fn after(&self, game: &Gaps, redeals: u32) -> Fate {
        let rule = self.table.question.rule;
        let mut look = Look::new(self.table, game);
        let mut seen = HashSet::default();
        let mut fate = Fate::Lost;
        let is_whole = look.search(
            SEARCH,
            ALL,
            |_| 0,
            |look, node| {
                let state = &look.nodes[node].0;
                let made = Redeal { rule, seed: 0 };
                let dealt = redeal(game, state, rule, u64::from(made.seed));
                if !rule.allows(game, state) || !seen.insert(dealt.key(&dealt.start())) {
                    return false;
                }
                if self.budget.get() == 0 || self.table.is_over(ALL) {
                    return true;
                }
                match self.decide(&dealt, redeals - 1) {
                    Fate::Won(rest) => {
                        let mut line = texts(game, &look.spot(node).plan);
                        line.push(made.to_string());
                        line.extend(rest);
                        fate = Fate::Won(line);
                        return true;
                    }
                    Fate::Lost => {}
                    Fate::Open => fate = Fate::Open,
                }
                false
            },
        );
        if is_whole || matches!(fate, Fate::Won(_)) { fate } else { Fate::Open }
    }

    /// Returns the result of a deal with this many redeals remaining.
    fn decide(&self, game: &Gaps, redeals: u32) -> Fate {
        self.budget.set(self.budget.get() - 1);
        let stands = match self.table.decision(game) {
            Verdict::Solved { plan, .. } => return Fate::Won(texts(game, &plan)),
            Verdict::Unsolvable => Fate::Lost,
            Verdict::Unknown(_) => Fate::Open,
        };
        if redeals == 0 {
            return stands;
        }
        let share = (self.budget.get() / SHARE).max(1).min(self.budget.get());
        let rounds = Rounds { table: self.table, budget: Cell::new(share) };
        let fate = rounds.after(game, redeals);
        self.budget.set(self.budget.get() - share + rounds.budget.get());
        match fate {
            Fate::Lost => stands,
            fate => fate,
        }
    }
}
