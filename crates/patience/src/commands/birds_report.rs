//! `patience learn birds-report`: the tables and the figure of the Birds paper, with its numbers
//! next to ours.

mod models;
mod numbers;
mod searches;

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use patience_learn::birds::ceiling::{Ceiling, ceiling};
use patience_learn::birds::repetition::{DEALS, Repetition};

use self::numbers::{percent, percents};
use crate::exit::Tally;
use crate::progress::Progress;
use crate::sheet::Sheet;
use crate::{limits, notes, style};

#[derive(Debug, Args)]
pub struct BirdsReportArgs {
    /// The table, 1 to 7.
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=7),
        required_unless_present = "figure",
    )]
    table: Option<u8>,
    /// The figure, as SVG; the paper has one, 1.
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=1),
        conflicts_with = "table",
    )]
    figure: Option<u8>,
    /// Deals of the training data (default: 2500, as in the paper).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..))]
    deals: Option<u32>,
    /// Simulations per move, for table 6: 100,1000, or given several times [default: 16000 and
    /// 160000].
    #[arg(
        long, value_name = "N", value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(2..),
    )]
    simulations: Vec<u32>,
    /// Hold out whole deals for the test, not single positions as in the paper.
    #[arg(long)]
    by_deal: bool,
    /// The seed of the games, the split and the training.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play and label; they change only the time. 0 for one per core [default: 0].
    #[arg(long, value_name = "N", value_parser = limits::threads_option)]
    threads: Option<usize>,
}

/// Prints a table, or draws the figure.
pub fn run(arguments: &BirdsReportArgs) -> Result<Tally> {
    note_ignored(arguments);
    let mut out = anstream::stdout().lock();
    if arguments.table == Some(6) {
        let simulations = match &arguments.simulations[..] {
            [] => &[16_000, 160_000],
            given => given,
        };
        searches::table_6(simulations, arguments.seed).write(&mut out)?;
        return Ok(Tally::default());
    }
    let (deals, threads) =
        (arguments.deals.unwrap_or(DEALS), limits::threads(arguments.threads.unwrap_or(0)));
    let start = Instant::now();
    notes::say(format_args!("playing and labelling {deals} deals…"));
    let progress = Progress::new(Some(deals.into()));
    if arguments.table == Some(7) {
        let found = ceiling(deals, arguments.seed, threads, &|| progress.step());
        progress.clear();
        table_7(&found, deals).write(&mut out)?;
        return Ok(Tally::default());
    }
    let repetition = Repetition::watched(deals, arguments.seed, threads, &|| progress.step());
    progress.clear();
    let repetition = if arguments.by_deal { repetition.by_deal() } else { repetition };
    notes::say(format_args!("labelled in {}", style::seconds(start.elapsed().as_secs_f64())));
    let sheet = match arguments.table {
        Some(1) => models::table_1(&repetition),
        Some(2) => models::table_2(&repetition),
        Some(3) => models::table_3(&repetition),
        Some(4) => models::table_4(&repetition),
        Some(_) => searches::table_5(&repetition, deals),
        None => {
            out.write_all(searches::figure_1(&repetition, deals).as_bytes())?;
            return Ok(Tally::default());
        }
    };
    sheet.write(&mut out)?;
    Ok(Tally::default())
}

/// Notes options without effect: table 6 plays its own deals, and the other tables run no
/// simulations.
fn note_ignored(arguments: &BirdsReportArgs) {
    let BirdsReportArgs { table, deals, simulations, by_deal, threads, .. } = arguments;
    let given = [
        ("deals", deals.is_some()),
        ("simulations", !simulations.is_empty()),
        ("by-deal", *by_deal),
        ("threads", threads.is_some()),
    ];
    // Table 7 is always by deal.
    let is_read = |name: &str| {
        (*table == Some(6)) == (name == "simulations") && (name, *table) != ("by-deal", Some(7))
    };
    let ignored =
        given.into_iter().filter_map(|(name, given)| (given && !is_read(name)).then_some(name));
    let who = table.map_or("this figure".to_owned(), |table| format!("table {table}"));
    notes::note(&format!("{who} does not use"), ignored);
}

/// Table 7, which is not in the paper: the achievable accuracy.
fn table_7(found: &Ceiling, deals: u32) -> Sheet {
    let title = "Table 7: achievable accuracy, with separate deals for training and test";
    let mut sheet = Sheet::new(title, &["model", "train / test %"]);
    let bound = "six features: the upper bound for any model".to_owned();
    sheet.rows.push(vec![bound, percent(found.bound)]);
    for (name, accuracies) in &found.models {
        sheet.rows.push(vec![(*name).to_owned(), percents(*accuracies)]);
    }
    sheet.notes.push(format!(
        "{} samples of {deals} deals have {} distinct vectors of the six features. The bound \
         answers each vector with the majority of its samples, known in advance. The 13 features \
         are the six, the counts of the heuristic `learned`, and whether the grid and the flock \
         are connected.",
        found.samples, found.distinct
    ));
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_full_and_the_same_twice() {
        let deals = patience_testing::size(12, 120);
        let repetition = Repetition::new(deals, 1, 2);
        let again = Repetition::new(deals, 1, 1);
        type Table = fn(&Repetition) -> Sheet;
        let tables: [(Table, usize); 3] =
            [(models::table_4, 3), (models::table_2, 6), (models::table_3, 4)];
        for (number, (table, rows)) in tables.into_iter().enumerate() {
            let sheet = table(&repetition);
            assert_eq!(sheet.rows.len(), rows, "{sheet:?}");
            // Each table trains models; the ordinary tier repeats only one of them.
            if number < patience_testing::size(1, 3) {
                assert_eq!(sheet.rows, table(&again).rows);
            }
        }
        let (by_sample, by_deal) =
            (models::table_4(&repetition), models::table_4(&again.clone().by_deal()));
        assert_eq!(by_deal.rows[0][..4], by_sample.rows[0][..4], "the same samples");
        assert_ne!(by_deal.rows[0][5], by_sample.rows[0][5], "others of them are the test");

        // Plain search does not depend on training: it repeats the paper's figures exactly.
        let searches = searches::table_5(&repetition, deals);
        assert_eq!(searches.rows.len(), 10);
        assert_eq!(searches.rows[1][2..5], ["14,312", "67,130", "143,102"]);
        assert_eq!(searches.rows[1][8], "13,566");
        assert!(searches.rows[1][9].starts_with("65,841 ("), "{:?}", searches.rows[1]);
        let figure = searches::figure_1(&repetition, deals);
        assert_eq!(figure, searches::figure_1(&again, deals));
        assert!(["DFS", "LR", "LR8+DFS", "LR16+DFS"].iter().all(|name| figure.contains(name)));
        let played = searches::table_6(&[50], 1);
        assert!(played.rows.len() == 1 && played.rows[0][3].contains(" of 30 ("), "{played:?}");
    }
}
