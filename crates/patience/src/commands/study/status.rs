//! `patience study status`.

use std::io::Write;

use anyhow::Result;
use comfy_table::presets;
use patience_study::spec::Spec;
use patience_study::status::{Standing, standings};
use patience_study::store::Store;
use patience_study::study::Progress;
use patience_study::{report, units};

use super::asked::StudyFile;
use super::run::{is_one_rate, words};
use crate::style::{DIM, HEADING};
use crate::tables;

/// Maximum number of table lines.
const MAX_LINES: usize = 200;

pub(super) fn status(study: &StudyFile, json: bool) -> Result<()> {
    super::cluster::catch_up(study)?;
    let (spec, store) = study.opened()?;
    let progress = Progress::of(&store, &spec)?;
    let unplanned = store.unplanned()?;
    let mut out = anstream::stdout().lock();
    if json {
        let tally = |tally: &patience_study::store::VerdictCount| {
            serde_json::json!({
                "set": tally.set, "configuration": tally.configuration, "verdict": tally.verdict,
                "stop": Some(&tally.stop).filter(|stop| !stop.is_empty()), "jobs": tally.jobs,
                "seconds": tally.seconds,
            })
        };
        let tallies: Vec<serde_json::Value> = store.tallies()?.iter().map(tally).collect();
        let Progress { total, done, solved, unsolvable, unknown, .. } = progress;
        let status = serde_json::json!({
            "title": spec.title, "jobs": total, "done": done, "solved": solved,
            "unsolvable": unsolvable,
            "unknown": unknown, "running": store.claimed_elsewhere()?, "tallies": tallies,
            "unplanned": unplanned,
        });
        writeln!(out, "{status}")?;
        return Ok(());
    }
    tables::write_line(&mut out, "", &format!("{HEADING}{}{HEADING:#}", spec.title))?;
    tables::write_line(&mut out, "", &words(&progress, is_one_rate(&spec)))?;
    if unplanned > 0 {
        let kept = format!("{} (`export --all` has them)", report::unplanned(unplanned));
        tables::write_line(&mut out, "", &kept)?;
    }
    headline(&mut out, &spec, &store)
}

/// Writes a line for each configuration on each set: the verdicts and the win rate.
pub(super) fn headline(out: &mut impl Write, spec: &Spec, store: &Store) -> Result<()> {
    let standings = standings(spec, store)?;
    let some_wrong = standings.iter().any(|standing| standing.wrong > 0);
    let mut header = vec!["set", "configuration", "done", "of", "solved", "unsolvable", "unknown"];
    header.extend(some_wrong.then_some("wrong"));
    header.extend(["solved %", "95 % interval", "time"]);
    let mut table = tables::table(presets::NOTHING, &header, 2..header.len());
    for standing in standings.iter().take(MAX_LINES) {
        table.add_row(cells(standing, some_wrong));
    }
    if standings.len() > MAX_LINES {
        writeln!(out, "{DIM}the first {MAX_LINES} of {} lines{DIM:#}", standings.len())?;
    }
    writeln!(out, "{}", tables::fitted(&table))?;
    Ok(())
}

fn cells(standing: &Standing, some_wrong: bool) -> Vec<String> {
    let Standing {
        set,
        configuration,
        of,
        done,
        solved,
        unsolvable,
        unknown,
        wrong,
        seconds,
        rate,
        ..
    } = standing;
    let percent = |share: f64| format!("{:.2}", 100.0 * share);
    let mut cells = vec![
        set.clone(),
        configuration.clone(),
        units::count(done),
        units::count(of),
        units::count(solved),
        units::count(unsolvable),
        units::count(unknown),
    ];
    cells.extend(some_wrong.then(|| units::count(wrong)));
    cells.extend([
        rate.map_or(String::new(), |rate| percent(rate.share)),
        rate.map_or(String::new(), |rate| {
            format!("{} to {}", percent(rate.low), percent(rate.high))
        }),
        if *done == 0 { String::new() } else { units::time(*seconds) },
    ]);
    cells
}
