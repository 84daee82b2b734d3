//! Win rates over many deals, by policy and number of redeals.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, Result};
use patience_catalogue::Verdict;
use patience_catalogue::gaps::{RedealPolicy, RedealRule, RedealTally};
use patience_study::chart::{Chart, Point, Series};
use patience_study::statistics::{bootstrap_mean, mean, wilson_undecided_mean};

use super::row::{self, Games, Row};
use crate::exit::bad_input;
use crate::style::{self, DIM, HEADING};
use crate::{output, tables};

/// Results of deals: sums of the shares of their games.
#[derive(Clone, Copy, Default)]
struct Shares {
    won: f64,
    undecided: f64,
}

/// The win rates of deals of one rule set, under a redeal rule with a number of redeals.
pub struct Rates {
    /// The rule set of the game.
    rules: String,
    rule: RedealRule,
    redeals: u32,
    pub deals: u64,
    /// Without a redeal.
    none: Shares,
    /// By policy, with 1, 2, … redeals.
    policies: Vec<(RedealPolicy, Vec<Shares>)>,
    /// By number of redeals: the share won by each policy, for each deal that is lost without a
    /// redeal and for which all policies were sampled.
    lost: Vec<Vec<Vec<f64>>>,
}

/// A rate with its interval and its undecided part, in percent.
struct Rate {
    percent: f64,
    low: f64,
    high: f64,
    undecided: f64,
}

impl Rates {
    fn new(rules: &str, rule: RedealRule, redeals: u32) -> Self {
        let policies = row::policies(rule)
            .iter()
            .map(|policy| (*policy, vec![Shares::default(); redeals as usize]))
            .collect();
        Rates {
            rules: rules.to_owned(),
            rule,
            redeals,
            deals: 0,
            none: Shares::default(),
            policies,
            lost: vec![Vec::new(); redeals as usize],
        }
    }

    /// The redeal rule, and the rule set if it is not standard.
    fn name(&self) -> String {
        match &*self.rules {
            "standard" => self.rule.name().to_owned(),
            rules => format!("{} (gaps+{rules})", self.rule.name()),
        }
    }

    /// Adds a deal.
    fn add(&mut self, row: &Row) {
        self.deals += 1;
        let verdict = |wanted| f64::from(u8::from(row.verdict == wanted));
        self.none.won += verdict(Verdict::Solved);
        self.none.undecided += verdict(Verdict::Unknown);
        if row.verdict == Verdict::Unsolvable && !row.policies.is_empty() {
            for (index, lost) in self.lost.iter_mut().enumerate() {
                let won = |games: &Games| games.by_redeals[index].won as f64 / games.samples as f64;
                // A deal with an unsampled policy does not allow comparisons between policies.
                let shares: Vec<f64> = self
                    .policies
                    .iter()
                    .filter_map(|(policy, _)| row.games_of(*policy))
                    .map(won)
                    .collect();
                if shares.len() == self.policies.len() {
                    lost.push(shares);
                }
            }
        }
        for (policy, shares) in &mut self.policies {
            let games = row.games_of(*policy);
            for (index, shares) in shares.iter_mut().enumerate() {
                let tally = games.map(|games| (games.by_redeals[index], games.samples));
                let (won, undecided) = match (row.verdict, tally) {
                    (Verdict::Solved, _) => (1.0, 0.0),
                    (_, Some((RedealTally { won, undecided }, samples))) => {
                        (won as f64 / samples as f64, undecided as f64 / samples as f64)
                    }
                    (_, None) if row.has_none() => (0.0, 0.0),
                    (_, None) => (0.0, 1.0),
                };
                shares.won += won;
                // An undecided deal may be winnable without a redeal.
                shares.undecided +=
                    if row.verdict == Verdict::Unknown { 1.0 - won } else { undecided };
            }
        }
    }

    fn rate(&self, shares: Shares) -> Rate {
        let deals = self.deals as f64;
        let (low, high) =
            wilson_undecided_mean(shares.won / deals, shares.undecided / deals, self.deals);
        let [percent, undecided] =
            [shares.won, shares.undecided].map(|share| 100.0 * share / deals);
        Rate { percent, low: 100.0 * low, high: 100.0 * high, undecided }
    }

    pub fn print(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out)?;
        let head = format!(
            "{HEADING}{}, rule {}, {}{HEADING:#}",
            style::counted(self.deals, "deal"),
            self.name(),
            style::counted(self.redeals.into(), "redeal")
        );
        tables::write_line(out, "", &head)?;
        let mut line = |what: &str, shares: Shares| -> Result<()> {
            let Rate { percent, low, high, undecided } = self.rate(shares);
            let interval =
                format!("{DIM}({low:.1} to {high:.1}; {undecided:.2} % undecided){DIM:#}");
            Ok(tables::write_line(out, "  ", &format!("{what}: {percent:.1} % {interval}"))?)
        };
        line("no redeal", self.none)?;
        for redeals in 0..self.redeals {
            for (policy, shares) in &self.policies {
                let what = format!(
                    "{}, {}",
                    style::counted(u64::from(redeals) + 1, "redeal"),
                    policy.name()
                );
                line(&what, shares[redeals as usize])?;
            }
        }
        Ok(())
    }

    /// The rows of the report's table.
    fn rows(&self) -> impl Iterator<Item = String> {
        let cell = |shares: Shares| {
            let Rate { percent, low, high, .. } = self.rate(shares);
            format!(" {percent:.1} ({low:.1} to {high:.1}) |")
        };
        self.policies.iter().map(move |(policy, shares)| {
            let cells: String =
                std::iter::once(&self.none).chain(shares).map(|shares| cell(*shares)).collect();
            let Rate { undecided, .. } = self.rate(*shares.last().unwrap_or(&self.none));
            format!(
                "| {} | {} | {} |{cells} {undecided:.2} |",
                self.name(),
                policy.name(),
                self.deals
            )
        })
    }

    /// The rows of the table of lost deals: each policy's share of wins, and its difference from
    /// the first.
    fn rows_of_lost(&self) -> impl Iterator<Item = String> {
        let rows = self.lost.iter().enumerate().filter(|(_, deals)| deals.len() > 1);
        rows.flat_map(move |(index, deals)| {
            (0..self.policies.len()).map(move |policy| {
                let won: Vec<f64> = deals.iter().map(|deal| deal[policy]).collect();
                let more: Vec<f64> = deals.iter().map(|deal| deal[policy] - deal[0]).collect();
                let more = if policy == 0 { String::new() } else { difference(&more) };
                let name = self.policies[policy].0.name();
                let (rule, redeals) = (self.name(), index + 1);
                format!(
                    "| {rule} | {redeals} | {name} | {} | {} | {more} |",
                    deals.len(),
                    share(&won)
                )
            })
        })
    }

    fn series(&self, colour: usize) -> Series {
        let best = self.policies.last();
        let shares =
            std::iter::once(&self.none).chain(best.into_iter().flat_map(|(_, shares)| shares));
        let points = shares.enumerate().map(|(redeals, shares)| {
            let Rate { percent, low, high, .. } = self.rate(*shares);
            Point { x: redeals as f64, y: percent, interval: Some((low, high)) }
        });
        Series { name: self.name(), points: points.collect(), colour, ..Series::default() }
    }
}

/// Adds a row to rates, which are in the order of the first occurrence of rule set, rule and number
/// of redeals.
pub fn add(all: &mut Vec<Rates>, row: &Row) {
    let (rules, rule, redeals) = (row.rules(), row.rule(), row.redeals);
    let known = all
        .iter()
        .position(|rates| (&*rates.rules, rates.rule, rates.redeals) == (rules, rule, redeals));
    let at = known.unwrap_or_else(|| {
        all.push(Rates::new(rules, rule, redeals));
        all.len() - 1
    });
    all[at].add(row);
}

/// The mean of shares in percent, with its interval over the deals.
fn share(shares: &[f64]) -> String {
    let Some(mean) = mean(shares) else { return String::new() };
    let (low, high) = wilson_undecided_mean(mean, 0.0, shares.len() as u64);
    in_percent(mean, low, high)
}

/// The mean of differences in percentage points, with its interval over the deals.
fn difference(differences: &[f64]) -> String {
    bootstrap_mean(differences, 1)
        .map_or_else(String::new, |found| in_percent(found.estimate, found.low, found.high))
}

fn in_percent(value: f64, low: f64, high: f64) -> String {
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    format!("{value:.1} ({low:.1} to {high:.1})")
}

/// The files of a report: a table of the rates, and a plot on a light and a dark background.
const FILES: [&str; 3] = ["rates.md", "plot.svg", "plot-dark.svg"];

/// Creates the folder of a report, and fails if the folder is not writable; call it before work
/// whose result would otherwise be lost.
pub fn prepare(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| {
        bad_input(format!("cannot create the folder {}: {error}", folder.display()))
    })?;
    FILES.into_iter().try_for_each(|name| output::check(&folder.join(name)))
}

/// Writes the report into a folder that is [prepared](prepare).
pub fn report(rates: &[Rates], folder: &Path) -> Result<()> {
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        output::store(&path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    };
    let most = rates.iter().map(|rates| rates.redeals).max().unwrap_or(0);
    let head: String = (0..=most)
        .map(|redeals| format!(" {} |", style::counted(u64::from(redeals), "redeal")))
        .collect();
    let mut table = format!(
        "| rule | policy | deals |{head} undecided (%) |\n|---|---|--:|{}--:|\n",
        "--:|".repeat(most as usize + 1)
    );
    rates.iter().filter(|rates| rates.deals > 0).flat_map(Rates::rows).for_each(|row| {
        table.push_str(&row);
        table.push('\n');
    });
    let lost: Vec<String> = rates.iter().flat_map(Rates::rows_of_lost).collect();
    // One deal has no interval.
    if !lost.is_empty() {
        table.push_str(
            "\n| rule | redeals | policy | lost deals | won (%) | more than the first |\n\
             |---|--:|---|--:|--:|--:|\n",
        );
        table.extend(lost.iter().flat_map(|row| [row, "\n"]));
    }
    let chart = Chart {
        title: "Deals won, by number of redeals (best found)".to_owned(),
        x_label: "redeals".to_owned(),
        y_label: "won (%)".to_owned(),
        series: rates
            .iter()
            .filter(|rates| rates.deals > 0)
            .enumerate()
            .map(|(at, rates)| rates.series(at))
            .collect(),
        ..Chart::default()
    };
    FILES
        .into_iter()
        .zip([table, chart.svg(false), chart.svg(true)])
        .try_for_each(|(name, text)| write(name, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_all_is_not_certain() {
        assert_eq!(share(&[1.0; 12]), "100.0 (75.8 to 100.0)");
        assert_eq!(difference(&[-0.25; 12]), "-25.0 (-25.0 to -25.0)");
        assert_eq!((share(&[]), difference(&[])), (String::new(), String::new()));
    }
}
