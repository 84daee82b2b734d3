//! The result of `patience gaps redeal` for a deal under one rule: a line of its output, which can
//! be stored and read back.

use std::fmt::Display;

use patience_catalogue::gaps::{
    RedealAnswer, RedealError, RedealPolicy, RedealQuestion, RedealRule, RedealTally, play_on,
};
use patience_catalogue::{Instance, Reference, Verdict};
use patience_core::Budget;
use patience_study::statistics::wilson_undecided;
use serde::{Deserialize, Serialize};

use super::asked::{Asked, Cut};
use crate::plan::MAX_REDEALS;
use crate::sealed::{sealed, unsealed};

/// A deal's line of output, which ends with a checksum. The names of the fields and their order
/// never change; new fields are added at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub instance: String,
    pub redeals: u32,
    pub(super) rule: String,
    /// Share of sampled games won; 0 or 1 if proved, `None` if unknown.
    win_chance: Option<f64>,
    low: f64,
    high: f64,
    samples: u64,
    pub(super) plan: Vec<String>,
    /// The proved verdict on the deal without a redeal.
    pub verdict: Verdict,
    pub policies: Vec<Games>,
    rules: String,
    board: String,
    asked: Asked,
    /// The limits that left games or the deal undecided.
    cut: Vec<Cut>,
}

/// Results of the games of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    pub(super) policy: String,
    pub(super) win_chance: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub samples: u64,
    pub(super) won: u64,
    pub(super) undecided: u64,
    pub(super) kept: usize,
    pub(super) moves: usize,
    pub by_redeals: Vec<RedealTally>,
    /// Whether no reachable position keeps more cards; absent from rows of older programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) is_most: Option<bool>,
}

/// Identity of a row's deal: rules, board, rule and number of redeals.
pub type Deal = (String, String, String, u32);

impl Row {
    pub fn new(
        instance: &dyn Instance,
        asked: &Asked,
        question: &RedealQuestion,
        answer: &RedealAnswer,
    ) -> Self {
        let policies: Vec<Games> = answer
            .policies
            .iter()
            .filter(|games| games.samples > 0)
            .map(|games| {
                let (kept, moves) = (games.kept, games.plan.len());
                let counted = (games.samples, &games.tallies[..]);
                let counted = Games::new(games.policy.name(), counted, kept, moves, answer.verdict);
                Games { is_most: Some(games.is_most), ..counted }
            })
            .collect();
        let is_over = question.redeals == 0 || answer.never_allowed;
        let (win_chance, low, high) = chance(answer.verdict, is_over, policies.first());
        let plan = match (answer.verdict, answer.policies.first()) {
            (Verdict::Solved, _) => answer.winning.clone(),
            (_, Some(best)) => best.plan.clone(),
            (_, None) => Vec::new(),
        };
        Row {
            instance: instance.id().to_owned(),
            redeals: question.redeals,
            rule: question.rule.name().to_owned(),
            win_chance,
            low,
            high,
            samples: policies.first().map_or(0, |best| best.samples),
            plan,
            verdict: answer.verdict,
            policies,
            rules: instance.rules().to_owned(),
            board: instance.board(),
            asked: asked.clone(),
            cut: Cut::of(answer.cut),
        }
    }

    /// The answer about the same deal under another name.
    pub fn named(&self, instance: &str) -> Self {
        Row { instance: instance.to_owned(), ..self.clone() }
    }

    /// The row as written, without a line end.
    pub fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|row| sealed(&row))
    }

    /// Reads a line of an untrusted file.
    ///
    /// # Errors
    /// The text is not an answer of the command.
    pub fn read(line: &str) -> Result<Row, String> {
        let body = unsealed(line)
            .map_err(|error| format!("not a row of `patience gaps redeal --json`: {error}"))?;
        let mut row: Row = serde_json::from_str(&body).map_err(|error| error.to_string())?;
        let Some(rule) = RedealRule::named(&row.rule) else {
            return Err(format!("`{}` is not a valid rule", row.rule.escape_debug()));
        };
        if row.redeals > MAX_REDEALS {
            return Err(format!(
                "{} redeals are not valid; expected at most {MAX_REDEALS}",
                row.redeals
            ));
        }
        row.check_counts(rule)?;
        row.check_plan()?;
        Ok(row)
    }

    /// Checks all numbers against the counts of games, and restores their last bits, which are lost
    /// on the way through text.
    fn check_counts(&mut self, rule: RedealRule) -> Result<(), String> {
        for (index, games) in self.policies.iter().enumerate() {
            let is_policy = policies(rule).iter().any(|policy| policy.name() == games.policy);
            if !is_policy || self.policies[..index].iter().any(|other| other.policy == games.policy)
            {
                let name = games.policy.escape_debug();
                return Err(format!(
                    "`{name}` is not a valid policy of the rule {}, or occurs twice",
                    self.rule
                ));
            }
        }
        let most = if rule.shuffles() { self.asked.samples } else { 1 };
        for games in &mut self.policies {
            *games = games.checked(self.redeals, self.verdict, most).ok_or_else(|| {
                format!("the counts of the policy {} are inconsistent", games.policy)
            })?;
        }
        let best = self.policies.first();
        let is_over = self.redeals == 0 || self.high == 0.0;
        let (win_chance, low, high) = chance(self.verdict, is_over, best);
        let is_chance = self.win_chance.is_some() == win_chance.is_some()
            && are_close(self.win_chance.unwrap_or(0.0), win_chance.unwrap_or(0.0));
        if !is_chance
            || !are_close(self.low, low)
            || !are_close(self.high, high)
            || self.samples != best.map_or(0, |best| best.samples)
            || self.verdict == Verdict::Solved && best.is_some()
        {
            return Err("the chance does not match its counts".to_owned());
        }
        (self.win_chance, self.low, self.high) = (win_chance, low, high);
        Ok(())
    }

    /// Checks that the board is a deal of the rules, that the moves are legal, and that winning
    /// plans win.
    fn check_plan(&self) -> Result<(), String> {
        let deal = Reference::board(format!("gaps+{}", self.rules), &self.board, &self.instance)
            .open(&mut Budget::unlimited())
            .map_err(|error| error.to_string())?;
        if deal.board() != self.board {
            return Err(format!("its board is not in the notation of the rows: {}", deal.board()));
        }
        let plan = self.plan.join(" ");
        let fault = |error: &dyn Display| format!("its moves cannot be played: {error}");
        if self.verdict == Verdict::Solved {
            return deal.validate(&plan).map(drop).map_err(|error| fault(&error));
        }
        let end = play_on(deal, &plan, Some(self.redeals), |_, _, _| Ok::<_, RedealError>(()))
            .map_err(|error| fault(&error))?;
        match self.low < 1.0 || end.is_won() {
            true => Ok(()),
            false => Err("its moves do not win".to_owned()),
        }
    }

    pub fn rule(&self) -> RedealRule {
        RedealRule::named(&self.rule).expect("a row has a known rule")
    }

    /// The rule set of the game.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    pub fn deal(&self) -> Deal {
        (self.rules.clone(), self.board.clone(), self.rule.clone(), self.redeals)
    }

    /// Whether the row answers the current question about its deal. It does not if other solvers or
    /// games would be used, or if a limit that was reached is now larger.
    pub fn answers(&self, asked: &Asked) -> bool {
        let is_settled = self.verdict == Verdict::Solved
            || self.has_none()
            || self.policies.iter().any(Games::are_proved);
        let limits = || self.cut.iter().all(|limit| self.asked.covers(*limit, asked));
        self.asked.is_of_program(asked)
            && (is_settled || self.asked.samples_as(asked, self.rule()) && limits())
    }

    /// Whether every position was examined and the rule allows no redeal, or no redeals remain.
    pub fn has_none(&self) -> bool {
        self.verdict == Verdict::Unsolvable && self.policies.is_empty() && self.high == 0.0
    }

    /// The games of a policy, if any were sampled. If nothing better than an immediate redeal was
    /// found, the best found is that policy.
    pub fn games_of(&self, policy: RedealPolicy) -> Option<&Games> {
        let find =
            |policy: RedealPolicy| self.policies.iter().find(|games| games.policy == policy.name());
        let at_once = || find(RedealPolicy::AtOnce).filter(|_| policy == RedealPolicy::BestFound);
        find(policy).or_else(at_once)
    }

    /// Certainly won, certainly lost, or a matter of chance.
    pub fn outcome(&self) -> Verdict {
        match () {
            () if self.low >= 1.0 => Verdict::Solved,
            () if self.high <= 0.0 => Verdict::Unsolvable,
            () => Verdict::Unknown,
        }
    }
}

impl Games {
    fn new(
        policy: &str,
        (samples, by_redeals): (u64, &[RedealTally]),
        kept: usize,
        moves: usize,
        verdict: Verdict,
    ) -> Self {
        let RedealTally { won, undecided } = by_redeals.last().copied().unwrap_or_default();
        // Undecided games count as lost for the lower end, as won for the upper end.
        let (low, high) = match policy == RedealPolicy::Searched.name() {
            true => (won as f64, won as f64),
            false => wilson_undecided(won, undecided, samples),
        };
        Games {
            policy: policy.to_owned(),
            win_chance: won as f64 / samples as f64,
            low,
            // A deal that was not decided may be winnable as dealt.
            high: if verdict == Verdict::Unknown { 1.0 } else { high },
            samples,
            won,
            undecided,
            kept,
            moves,
            by_redeals: by_redeals.to_vec(),
            is_most: None,
        }
    }

    /// Whether the games are exact rather than a sample, because no part of them is random.
    pub(super) fn are_proved(&self) -> bool {
        self.policy == RedealPolicy::Searched.name()
    }

    /// The games with exact numbers, if they fit the redeals and the maximum number of games.
    fn checked(&self, redeals: u32, verdict: Verdict, most: u64) -> Option<Games> {
        let fits = |tally: &RedealTally| {
            let counted = tally.won.checked_add(tally.undecided);
            counted.is_some_and(|counted| counted <= self.samples)
        };
        if !(1..=most).contains(&self.samples)
            || self.by_redeals.len() != redeals as usize
            || !self.by_redeals.iter().all(fits)
        {
            return None;
        }
        let counted = (self.samples, &self.by_redeals[..]);
        let right = Games::new(&self.policy, counted, self.kept, self.moves, verdict);
        let is_right = (self.won, self.undecided) == (right.won, right.undecided)
            && are_close(self.win_chance, right.win_chance)
            && are_close(self.low, right.low)
            && are_close(self.high, right.high);
        is_right.then_some(Games { is_most: self.is_most, ..right })
    }
}

/// Returns the winning chance of a deal with its interval, from the verdict and the games of the
/// recommended policy.
fn chance(verdict: Verdict, is_over: bool, best: Option<&Games>) -> (Option<f64>, f64, f64) {
    match (verdict, best) {
        (Verdict::Solved, _) => (Some(1.0), 1.0, 1.0),
        (Verdict::Unsolvable, _) if is_over => (Some(0.0), 0.0, 0.0),
        (_, Some(best)) => (Some(best.win_chance), best.low, best.high),
        (_, None) => (None, 0.0, 1.0),
    }
}

/// Numbers lose their last bit on the way through text.
fn are_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The policies sampled under a rule.
pub fn policies(rule: RedealRule) -> &'static [RedealPolicy] {
    match rule.shuffles() {
        true => &[RedealPolicy::AtOnce, RedealPolicy::MostKept, RedealPolicy::BestFound],
        false => &[RedealPolicy::Searched],
    }
}
