//! `patience gaps redeal`: the chance of winning a deal of Gaps with redeals, and the line to play
//! before the first one.

mod arguments;
mod asked;
mod rates;
mod row;
mod rows;
mod words;

use std::io::Write;

use anyhow::Result;
use patience_catalogue::gaps::{RedealAnswer, RedealRule, redeal_chance, redeal_offers};
use patience_catalogue::{Context, Instance, Verdict};

pub use self::arguments::{RedealArgs, rule};
use self::asked::Asked;
use self::rates::Rates;
use self::row::Row;
use self::rows::Rows;
use crate::exit::{Tally, bad_input};
use crate::{input, notes, solving};

/// Judges every given deal, or reads stored answers.
pub fn run(arguments: &RedealArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    // The instances come first, so that a misspelt name creates no file.
    let instances = input::instances(&arguments.instances, Some(arguments.time()))?;
    arguments.report.as_deref().map(rates::prepare).transpose()?;
    let has_deals = arguments.has_deals();
    let kept = arguments.rows.as_deref().map(|path| Rows::open(path, has_deals)).transpose()?;
    let mut judge = Judge {
        arguments,
        asked: Asked::new(arguments),
        rows: kept.unwrap_or_default(),
        rates: Vec::new(),
        tally: Tally::default(),
        out: anstream::stdout().lock(),
    };
    if !has_deals {
        judge.read()?;
    }
    for instance in instances {
        if !judge.judge(&*instance?)? {
            break;
        }
    }
    let Judge { rates, mut tally, mut out, .. } = judge;
    tally.interrupted = solving::interrupted();
    for rates in &rates {
        if !arguments.json && (rates.deals > 1 || !has_deals) {
            rates.print(&mut out)?;
        }
    }
    if let Some(folder) = &arguments.report {
        rates::report(&rates, folder)?;
    }
    Ok(tally)
}

/// A question about deals, and its answers so far.
struct Judge<'a, W> {
    arguments: &'a RedealArgs,
    asked: Asked,
    rows: Rows,
    /// The rates of all answers printed.
    rates: Vec<Rates>,
    tally: Tally,
    out: W,
}

impl<W: Write> Judge<'_, W> {
    /// Reads the stored answers that the arguments select.
    fn read(&mut self) -> Result<()> {
        notes::note("stored answers do not use", self.arguments.computing());
        let is_chosen = |row: &&Row| self.arguments.chooses(row.rule(), row.redeals);
        for row in self.rows.all().filter(is_chosen) {
            rates::add(&mut self.rates, row);
            if self.arguments.json {
                writeln!(self.out, "{}", row.line()?)?;
            }
        }
        let choice = self.arguments.choice();
        if self.rates.is_empty() && !choice.is_empty() {
            let choice = choice.join(" ");
            return Err(bad_input(format!(
                "the file of --rows has no answer with {choice}; leave this out to read all answers"
            )));
        }
        Ok(())
    }

    /// Evaluates a deal under every rule without a stored answer; returns whether to continue.
    fn judge(&mut self, instance: &dyn Instance) -> Result<bool> {
        let mut known: Option<RedealAnswer> = None;
        for rule in self.arguments.rules() {
            let redeals = self.arguments.redeals.unwrap_or_else(|| redeals_of(instance, rule));
            if let Some(row) = self.rows.find(instance, rule, redeals, &self.asked) {
                let row = row.named(instance.id());
                self.tell(&row, instance)?;
                continue;
            }
            if solving::interrupted() {
                return Ok(false);
            }
            let is_lost = known.as_ref().is_some_and(|known| known.verdict == Verdict::Unsolvable);
            let question = self.asked.question(rule, redeals, is_lost);
            let measures = solving::Measures::start(1);
            let environment = measures.environment();
            // A deal that is winnable without a redeal is decided once.
            let answer = match known.take().filter(|known| known.verdict == Verdict::Solved) {
                Some(answer) => answer,
                None => redeal_chance(instance, &question, &Context::new(environment))?,
            };
            if answer.cancelled {
                return Ok(false);
            }
            let row = Row::new(instance, &self.asked, &question, &answer);
            self.tell(&row, instance)?;
            self.rows.add(row)?;
            known = Some(answer);
        }
        Ok(true)
    }

    /// Prints the answer about a deal, and counts it.
    fn tell(&mut self, row: &Row, instance: &dyn Instance) -> Result<()> {
        self.tally.add_verdict(row.outcome());
        rates::add(&mut self.rates, row);
        if self.arguments.json {
            writeln!(self.out, "{}", row.line()?)?;
        } else {
            row.print(&mut self.out, instance)?;
        }
        Ok(self.out.flush()?)
    }
}

/// The redeals of a game under a rule; none if the game has no redeals, which its judge will
/// report.
fn redeals_of(instance: &dyn Instance, rule: RedealRule) -> u32 {
    let offers = redeal_offers(instance);
    offers.iter().find(|offer| offer.rule == rule.name()).map_or(0, |offer| offer.redeals)
}
