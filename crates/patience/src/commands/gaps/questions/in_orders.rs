//! `patience gaps questions --suits`: wins with fixed suits, with the suits of the rows in any
//! order.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use patience_catalogue::gaps::{InOrders, OrdersOfSuits, ask_in_orders};
use patience_catalogue::{Request, Verdict};

use super::{QuestionsArgs, for_each, print_share, write_record};
use crate::exit::Tally;
use crate::style::{self, HEADING};
use crate::{solving, tables, words};

/// Prints for every given deal the orders in which it is won, and at the end the number of wins in
/// each.
pub fn run(arguments: &QuestionsArgs, request: &Request, orders: &OrdersOfSuits) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut some = 0;
    // Won and decided deals by order.
    let mut by_order: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut out = anstream::stdout().lock();
    for_each(arguments, |instance, context, progress| {
        let answers = ask_in_orders(instance, request, orders, context)?;
        tally.add_verdict(match answers.won_in_some_order {
            Some(true) => Verdict::Solved,
            Some(false) => Verdict::Unsolvable,
            None => Verdict::Unknown,
        });
        some += u64::from(answers.won_in_some_order == Some(true));
        for answer in &answers.orders {
            let (won, decided) = by_order.entry(answer.order.clone()).or_default();
            *won += u64::from(answer.won == Some(true));
            *decided += u64::from(answer.won.is_some());
        }
        progress.suspend(|| match arguments.json {
            true => write_record(
                &mut out,
                instance,
                serde_json::to_value(&answers)?,
                answers.stop,
                context,
            ),
            false => print_answers(&mut out, instance.id(), &answers),
        })
    })?;
    tally.interrupted = solving::interrupted();
    if !arguments.json && tally.total() > 1 {
        writeln!(
            out,
            "\n{HEADING}{}{HEADING:#} with fixed suits",
            style::counted(tally.total(), "deal")
        )?;
        for (order, (won, decided)) in &by_order {
            print_share(&mut out, &format!("won in the order {order}"), *won, *decided)?;
        }
        if *orders == OrdersOfSuits::All {
            print_share(&mut out, "won in at least one order", some, tally.total())?;
        }
    }
    Ok(tally)
}

fn print_answers(out: &mut impl Write, id: &str, answers: &InOrders) -> Result<()> {
    let with = |won: Option<bool>| -> Vec<&str> {
        answers
            .orders
            .iter()
            .filter(|answer| answer.won == won)
            .map(|answer| answer.order.as_str())
            .collect()
    };
    let (won, unknown) = (with(Some(true)), with(None));
    writeln!(out, "{HEADING}{id}{HEADING:#}")?;
    let asked = style::counted(answers.orders.len() as u64, "order");
    let found = match won.is_empty() {
        true => format!("won with fixed suits in none of {asked}"),
        false => format!("won with fixed suits in {} of {asked}: {}", won.len(), won.join(" ")),
    };
    tables::write_line(out, "  ", &found)?;
    if !unknown.is_empty() {
        let stop = answers.stop.map_or("not settled", words::of_stop);
        tables::write_line(out, "  ", &format!("unknown ({stop}): {}", unknown.join(" ")))?;
    }
    Ok(out.flush()?)
}
