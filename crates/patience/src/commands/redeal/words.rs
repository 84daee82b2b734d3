//! Describes a row in words.

use std::io::Write;

use anyhow::Result;
use patience_catalogue::{Instance, Verdict};

use super::row::{Games, Row};
use crate::style::{self, DIM};
use crate::{tables, words};

impl Row {
    pub fn print(&self, out: &mut impl Write, instance: &dyn Instance) -> Result<()> {
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
        if self.has_none() && self.redeals > 0 {
            line("the rule never allows a redeal here")?;
        }
        let (proved, sampled): (Vec<_>, Vec<_>) =
            self.policies.iter().partition(|games| games.are_proved());
        for games in proved {
            let can = if games.won > 0 { "can" } else { "cannot" };
            let tallies = &games.by_redeals;
            let redeals =
                tallies.iter().position(|tally| tally.won > 0).map_or(tallies.len(), |at| at + 1);
            let counted = style::counted(redeals as u64, "redeal");
            line(&format!("{can} be won with {counted}, in which nothing is shuffled: proved"))?;
        }
        sampled.into_iter().try_for_each(|games| line(&games.words()))?;
        if !self.plan.is_empty() {
            let words = words::of_moves(instance, &self.plan, Some(self.redeals))?;
            tables::write_moves(out, "  ", "play: ", &words)?;
        }
        Ok(())
    }
}

impl Games {
    /// Describes the policy and how often it wins.
    fn words(&self) -> String {
        format!(
            "{}: redeal after {} with {} kept{}: {:.1} % {DIM}({:.1} to {:.1}; {} of {} sampled \
             games won, {} undecided){DIM:#}",
            self.policy,
            style::counted(self.moves as u64, "move"),
            style::counted(self.kept as u64, "card"),
            if self.is_most == Some(true) { ", the most that can be reached" } else { "" },
            100.0 * self.win_chance,
            100.0 * self.low,
            100.0 * self.high,
            self.won,
            self.samples,
            self.undecided
        )
    }
}
