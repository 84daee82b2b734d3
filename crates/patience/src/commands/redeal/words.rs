//! A row in words.

use std::io::Write;

use anyhow::Result;
use patience_catalogue::gaps::RedealAnswer;
use patience_catalogue::{Instance, Verdict};

use super::row::{Games, Row};
use crate::style::{self, DIM};
use crate::{tables, words};

impl Row {
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
                let moves = style::counted(self.plan.len() as u64, "move");
                line(&format!("can be won without a redeal, in {moves}"))?
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

impl Games {
    /// Describes the policy and how often it wins.
    fn words(&self, is_most: bool) -> String {
        format!(
            "{}: redeal after {} with {} kept{}: {:.1} % {DIM}({:.1} to {:.1}; {} of {} sampled \
             games won, {} undecided){DIM:#}",
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
