//! `patience gaps redeal`: the chance to win a deal of Gaps with redeals, and the line to play
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
use crate::exit::Tally;
use crate::{input, solving};

/// Judges every given deal, except those already answered in the file of rows.
pub fn run(arguments: &RedealArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut tally = Tally::default();
    // The instances come first, so that a misspelt name creates no file.
    let instances = input::instances(&arguments.instances, Some(arguments.time))?;
    arguments.report.as_deref().map(rates::prepare).transpose()?;
    let has_deals = !arguments.instances.names.is_empty() || arguments.instances.input.is_some();
    let kept = arguments.rows.as_deref().map(|path| Rows::open(path, has_deals)).transpose()?;
    let mut rows = kept.unwrap_or_default();
    let asked = Asked::new(arguments);
    let mut out = anstream::stdout().lock();
    for instance in instances {
        if !judge(arguments, &asked, &*instance?, &mut rows, &mut tally, &mut out)? {
            break;
        }
    }
    tally.interrupted = solving::interrupted();
    let rates = Rates::of(rows.all());
    for rates in &rates {
        if !arguments.json && (rates.deals > 1 || arguments.rows.is_some()) {
            rates.print(&mut out)?;
        }
    }
    if let Some(folder) = &arguments.report {
        rates::report(&rates, folder)?;
    }
    Ok(tally)
}

/// Evaluates a deal under every rule without a result so far; returns whether to continue.
fn judge(
    arguments: &RedealArgs,
    asked: &Asked,
    instance: &dyn Instance,
    rows: &mut Rows,
    tally: &mut Tally,
    out: &mut impl Write,
) -> Result<bool> {
    let mut known: Option<RedealAnswer> = None;
    for (index, rule) in arguments.rule.iter().enumerate() {
        // A deal listed twice would count twice in the rates.
        if arguments.rule[..index].contains(rule) {
            continue;
        }
        let redeals = arguments.redeals.unwrap_or_else(|| redeals_of(instance, *rule));
        if let Some(row) = rows.find(instance, *rule, redeals, asked) {
            tally.add_verdict(row.outcome());
            continue;
        }
        if solving::interrupted() {
            return Ok(false);
        }
        let is_lost = known.as_ref().is_some_and(|known| known.verdict == Verdict::Unsolvable);
        let question = asked.question(*rule, redeals, is_lost);
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
        let row = Row::new(instance, asked, &question, &answer);
        tally.add_verdict(row.outcome());
        if arguments.json {
            writeln!(out, "{}", row.line()?)?;
        } else {
            row.print(out, &answer, instance)?;
        }
        out.flush()?;
        rows.add(row)?;
        known = Some(answer);
    }
    Ok(true)
}

/// The redeals of a game under a rule; none if the game has no redeals, which its judge will
/// report.
fn redeals_of(instance: &dyn Instance, rule: RedealRule) -> u32 {
    let offers = redeal_offers(instance);
    offers.iter().find(|offer| offer.rule == rule.name()).map_or(0, |offer| offer.redeals)
}
