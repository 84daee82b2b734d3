//! Win rates over many deals, by policy and number of redeals.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, Result};
use patience_catalogue::Verdict;
use patience_catalogue::gaps::{RedealAnswer, RedealPolicy, RedealRule, RedealTally};
use patience_study::chart::{Chart, Point, Series};
use patience_study::statistics::wilson_undecided_mean;

use crate::style::{self, DIM, HEADING};

/// What became of deals: sums of shares of their games.
#[derive(Clone, Copy, Default)]
struct Shares {
    won: f64,
    undecided: f64,
}

/// The win rates under a rule.
pub struct Rates {
    pub rule: RedealRule,
    pub deals: u64,
    redeals: u32,
    /// Without a redeal.
    none: Shares,
    /// By policy, with 1, 2, … redeals.
    policies: Vec<(RedealPolicy, Vec<Shares>)>,
}

/// A rate with its interval, in percent.
struct Rate {
    percent: f64,
    low: f64,
    high: f64,
}

impl Rates {
    pub fn new(rule: RedealRule, redeals: u32) -> Self {
        let policies = [RedealPolicy::AtOnce, RedealPolicy::MostKept, RedealPolicy::BestFound];
        let policies = policies.map(|policy| (policy, vec![Shares::default(); redeals as usize])).to_vec();
        Rates { rule, deals: 0, redeals, none: Shares::default(), policies }
    }

    /// Counts a deal in.
    pub fn add(&mut self, answer: &RedealAnswer) {
        self.deals += 1;
        let verdict = |wanted| f64::from(u8::from(answer.verdict == wanted));
        self.none.won += verdict(Verdict::Solved);
        self.none.undecided += verdict(Verdict::Unknown);
        for (policy, shares) in &mut self.policies {
            // Where the best found is the position that keeps the most, both are one policy.
            let games = answer.policies.iter().find(|games| games.policy == *policy);
            let games = games.or_else(|| answer.policies.first().filter(|_| *policy == RedealPolicy::BestFound));
            for (index, shares) in shares.iter_mut().enumerate() {
                let tally = games.filter(|games| games.samples > 0).map(|games| (games.tallies[index], games.samples));
                let (won, undecided) = match (answer.verdict, tally) {
                    (Verdict::Solved, _) => (1.0, 0.0),
                    (_, Some((RedealTally { won, undecided }, samples))) => {
                        (won as f64 / samples as f64, undecided as f64 / samples as f64)
                    }
                    (Verdict::Unsolvable, None) if answer.never_allowed => (0.0, 0.0),
                    (_, None) => (0.0, 1.0),
                };
                shares.won += won;
                // A deal that was not decided may be won as it lies.
                shares.undecided += if answer.verdict == Verdict::Unknown { 1.0 - won } else { undecided };
            }
        }
    }

    fn rate(&self, shares: Shares) -> Rate {
        let deals = self.deals as f64;
        let (low, high) = wilson_undecided_mean(shares.won / deals, shares.undecided / deals, self.deals);
        Rate { percent: 100.0 * shares.won / deals, low: 100.0 * low, high: 100.0 * high }
    }

    pub fn print(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "\n{HEADING}{}, rule {}{HEADING:#}", style::counted(self.deals, "deal"), self.rule.name())?;
        let mut line = |what: &str, shares: Shares| -> Result<()> {
            let Rate { percent, low, high } = self.rate(shares);
            let undecided = shares.undecided;
            writeln!(out, "  {what}: {percent:.1} % {DIM}({low:.1} to {high:.1}; undecided {undecided:.2}){DIM:#}")?;
            Ok(())
        };
        line("no redeal", self.none)?;
        for redeals in 0..self.redeals {
            for (policy, shares) in &self.policies {
                let what = format!("{}, {}", style::counted(u64::from(redeals) + 1, "redeal"), policy.name());
                line(&what, shares[redeals as usize])?;
            }
        }
        Ok(())
    }

    /// The rows of the report's table.
    fn rows(&self) -> impl Iterator<Item = String> {
        let cell = |shares: Shares| {
            let Rate { percent, low, high } = self.rate(shares);
            format!(" {percent:.1} ({low:.1}–{high:.1}) |")
        };
        self.policies.iter().map(move |(policy, shares)| {
            let cells: String = std::iter::once(&self.none).chain(shares).map(|shares| cell(*shares)).collect();
            let undecided = shares.last().map_or(self.none.undecided, |shares| shares.undecided);
            format!("| {} | {} | {} |{cells} {undecided:.2} |", self.rule.name(), policy.name(), self.deals)
        })
    }

    fn series(&self, colour: usize) -> Series {
        let best = self.policies.iter().find(|(policy, _)| *policy == RedealPolicy::BestFound);
        let shares = std::iter::once(&self.none).chain(best.into_iter().flat_map(|(_, shares)| shares));
        let points = shares.enumerate().map(|(redeals, shares)| {
            let Rate { percent, low, high } = self.rate(*shares);
            Point { x: redeals as f64, y: percent, interval: Some((low, high)) }
        });
        Series { name: self.rule.name().to_owned(), points: points.collect(), colour, ..Series::default() }
    }
}

/// Writes a table of the rates and a plot, for light and dark paper, into a folder.
pub fn report(rates: &[Rates], folder: &Path) -> Result<()> {
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let most = rates.iter().map(|rates| rates.redeals).max().unwrap_or(0);
    let head: String =
        (0..=most).map(|redeals| format!(" {} |", style::counted(u64::from(redeals), "redeal"))).collect();
    let mut table =
        format!("| rule | policy | deals |{head} undecided |\n|---|---|--:|{}--:|\n", "--:|".repeat(most as usize + 1));
    rates.iter().filter(|rates| rates.deals > 0).flat_map(Rates::rows).for_each(|row| {
        table.push_str(&row);
        table.push('\n');
    });
    let chart = Chart {
        title: "Deals won, by number of redeals (best found)".to_owned(),
        x_label: "redeals".to_owned(),
        y_label: "won (%)".to_owned(),
        series: rates.iter().filter(|rates| rates.deals > 0).enumerate().map(|(at, rates)| rates.series(at)).collect(),
        ..Chart::default()
    };
    write("rates.md", table)?;
    write("plot.svg", chart.svg(false))?;
    write("plot-dark.svg", chart.svg(true))
}
