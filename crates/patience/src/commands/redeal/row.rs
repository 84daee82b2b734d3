//! What `patience redeal` says of a deal under a rule: a line of its output, which can be kept and
//! read again.

use std::io::Write;

use anyhow::Result;
use patience_catalogue::gaps::{
    RedealAnswer, RedealPolicy, RedealQuestion, RedealRule, RedealTally,
};
use patience_catalogue::{Instance, Verdict};
use patience_study::statistics::wilson_undecided;
use serde::{Deserialize, Serialize};

use crate::plan::MOST_REDEALS;
use crate::style::{self, DIM};
use crate::{tables, words};

/// A deal's line of output. The names of the fields and their order never change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub instance: String,
    pub redeals: u32,
    rule: String,
    /// The share of sampled games that was won; 0 or 1 where that is proved, `None` where nothing
    /// is known.
    win_chance: Option<f64>,
    low: f64,
    high: f64,
    samples: u64,
    plan: Vec<String>,
    /// What is proved of the deal without a redeal.
    pub verdict: Verdict,
    pub policies: Vec<Games>,
}

/// What became of the games of a policy.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    policy: String,
    win_chance: f64,
    low: f64,
    high: f64,
    pub samples: u64,
    won: u64,
    undecided: u64,
    kept: usize,
    moves: usize,
    pub by_redeals: Vec<RedealTally>,
}

impl Row {
    pub fn new(instance: &str, question: &RedealQuestion, answer: &RedealAnswer) -> Self {
        let policies: Vec<Games> = answer
            .policies
            .iter()
            .filter(|games| games.samples > 0)
            .map(|games| {
                let RedealTally { won, undecided } = games.total();
                // What was not decided counts as lost below, as won above.
                let (low, high) = match games.are_proved() {
                    true => (won as f64, won as f64),
                    false => wilson_undecided(won, undecided, games.samples),
                };
                Games {
                    policy: games.policy.name().to_owned(),
                    win_chance: won as f64 / games.samples as f64,
                    low,
                    // A deal that was not decided may be won as it lies.
                    high: if answer.verdict == Verdict::Unknown { 1.0 } else { high },
                    samples: games.samples,
                    won,
                    undecided,
                    kept: games.kept,
                    moves: games.plan.len(),
                    by_redeals: games.tallies.clone(),
                }
            })
            .collect();
        let is_over = question.redeals == 0 || answer.never_allowed;
        let (win_chance, low, high) = match (answer.verdict, policies.first()) {
            (Verdict::Solved, _) => (Some(1.0), 1.0, 1.0),
            (Verdict::Unsolvable, _) if is_over => (Some(0.0), 0.0, 0.0),
            (_, Some(best)) => (Some(best.win_chance), best.low, best.high),
            (_, None) => (None, 0.0, 1.0),
        };
        let plan = match (answer.verdict, answer.policies.first()) {
            (Verdict::Solved, _) => answer.winning.clone(),
            (_, Some(best)) => best.plan.clone(),
            (_, None) => Vec::new(),
        };
        Row {
            instance: instance.to_owned(),
            redeals: question.redeals,
            rule: question.rule.name().to_owned(),
            win_chance,
            low,
            high,
            samples: policies.first().map_or(0, |best| best.samples),
            plan,
            verdict: answer.verdict,
            policies,
        }
    }

    /// A line of a file, which anybody may have written.
    ///
    /// # Errors
    /// What no answer of the command is.
    pub fn read(line: &str) -> Result<Row, String> {
        let row: Row = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let Some(rule) = RedealRule::named(&row.rule) else {
            return Err(format!("`{}` is not a valid rule", row.rule.escape_debug()));
        };
        if row.redeals > MOST_REDEALS {
            return Err(format!(
                "{} redeals are not valid; expected at most {MOST_REDEALS}",
                row.redeals
            ));
        }
        let unit = |chance: f64| (0.0..=1.0).contains(&chance);
        if ![row.low, row.high, row.win_chance.unwrap_or(0.0)].into_iter().all(unit) {
            return Err("a chance is not between 0 and 1".to_owned());
        }
        for (index, games) in row.policies.iter().enumerate() {
            let is_policy = policies(rule).iter().any(|policy| policy.name() == games.policy);
            if !is_policy || row.policies[..index].iter().any(|other| other.policy == games.policy)
            {
                let name = games.policy.escape_debug();
                return Err(format!(
                    "`{name}` is not a valid policy of the rule {}, or is there twice",
                    row.rule
                ));
            }
            let fits = |tally: &RedealTally| {
                tally
                    .won
                    .checked_add(tally.undecided)
                    .is_some_and(|counted| counted <= games.samples)
            };
            if games.samples == 0
                || games.by_redeals.len() != row.redeals as usize
                || !games.by_redeals.iter().all(fits)
            {
                return Err(format!(
                    "the counts of the policy {} do not fit together",
                    games.policy
                ));
            }
        }
        Ok(row)
    }

    pub fn rule(&self) -> RedealRule {
        RedealRule::named(&self.rule).expect("a row has a rule that there is")
    }

    /// Whether all positions were looked at and the rule allows a redeal in none, or none is left.
    pub fn has_none(&self) -> bool {
        self.verdict == Verdict::Unsolvable && self.policies.is_empty() && self.high == 0.0
    }

    /// The games of a policy, if any were sampled. Where nothing better than a redeal at once was
    /// found, the best found is that policy.
    pub fn games_of(&self, policy: RedealPolicy) -> Option<&Games> {
        let find =
            |policy: RedealPolicy| self.policies.iter().find(|games| games.policy == policy.name());
        let at_once = || find(RedealPolicy::AtOnce).filter(|_| policy == RedealPolicy::BestFound);
        find(policy).or_else(at_once)
    }

    /// Won for certain, lost for certain, or a matter of chance.
    pub fn outcome(&self) -> Verdict {
        match () {
            () if self.low >= 1.0 => Verdict::Solved,
            () if self.high <= 0.0 => Verdict::Unsolvable,
            () => Verdict::Unknown,
        }
    }

    pub fn print(
        &self,
        out: &mut impl Write,
        answer: &RedealAnswer,
        instance: &dyn Instance,
    ) -> Result<()> {
        let counted = style::counted(u64::from(self.redeals), "redeal");
        let rule = format!("{DIM}{counted}, rule {}{DIM:#}", self.rule);
        tables::write_head(out, &self.instance, &rule)?;
        let mut line = |text: &str| tables::write_line(out, "  ", text);
        match self.verdict {
            Verdict::Solved => {
                line(&format!("can be won without a redeal, in {} moves", self.plan.len()))?
            }
            Verdict::Unsolvable => line("cannot be won without a redeal: proved")?,
            Verdict::Unknown => line("without a redeal: not decided within the limits")?,
        }
        if answer.never_allowed {
            line("the rule never allows a redeal here")?;
        }
        let proved = answer.policies.first().filter(|games| games.are_proved());
        if let Some(games) = proved {
            let can = if games.total().won > 0 { "can" } else { "cannot" };
            let redeals = games
                .tallies
                .iter()
                .position(|tally| tally.won > 0)
                .map_or(games.tallies.len(), |at| at + 1);
            let counted = style::counted(redeals as u64, "redeal");
            line(&format!("{can} be won with {counted}, in which nothing is shuffled: proved"))?;
        }
        let sampled = self.policies.iter().filter(|_| proved.is_none());
        for (policy, games) in sampled.zip(answer.policies.iter().filter(|games| games.samples > 0))
        {
            line(&policy.words(games.is_most))?;
        }
        if !self.plan.is_empty() {
            let words = words::of_moves(instance, &self.plan, Some(self.redeals))?;
            tables::write_moves(out, "  ", "play: ", &words)?;
        }
        Ok(())
    }
}

/// The policies of which games are sampled under a rule.
pub fn policies(rule: RedealRule) -> &'static [RedealPolicy] {
    match rule.shuffles() {
        true => &[RedealPolicy::AtOnce, RedealPolicy::MostKept, RedealPolicy::BestFound],
        false => &[RedealPolicy::Searched],
    }
}

impl Games {
    /// What it does and how often it wins.
    fn words(&self, is_most: bool) -> String {
        format!(
            "{}: redeal after {} with {} kept{}: {:.1} % {DIM}({:.1} to {:.1}; {} of {} sampled games won, {} undecided){DIM:#}",
            self.policy,
            style::counted(self.moves as u64, "move"),
            style::counted(self.kept as u64, "card"),
            if is_most { ", the most that can be reached" } else { "" },
            100.0 * self.win_chance,
            100.0 * self.low,
            100.0 * self.high,
            self.won,
            self.samples,
            self.undecided
        )
    }
}
