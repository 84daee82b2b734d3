//! `patience analyse` and `patience hint`: the value of every move, and the move to make.

use crate::arguments::{OneInstance, SolverArgs, of_one};
use clap::Args;
use std::io::Write;

use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use patience_catalogue::{
    AnalysedMove, BestPlans, Instance, MoveInfo, Report, Request, Resources, Verdict, Worth,
    position_verdict,
};
use patience_core::Stop;

use crate::exit::Tally;
use crate::style::{self, DIM, HEADING};
use crate::usage::misnamed;
use crate::words::Reader;
use crate::{input, solving, tables};

#[derive(Debug, Args)]
#[command(mut_args = of_one, args = misnamed(["moves", "plan"], "--after"))]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// Moves to make first.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub after: String,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// The position that the arguments describe, and the request for solving positions.
fn position(arguments: &AnalyseArgs) -> Result<(Box<dyn Instance>, Request, Resources)> {
    solving::stop_on_interrupt();
    let instance = input::single(&arguments.instance, arguments.solver.solving.time)?;
    let instance = input::after(instance, &arguments.after)?;
    let (request, resources) = (arguments.solver.request(1), arguments.solver.solving.resources());
    instance.check(&request)?;
    crate::notes::unread(&*instance, std::slice::from_ref(&request), &resources);
    let request = instance.for_player(request);
    Ok((instance, request, resources))
}

/// Prints for every legal move whether it wins or loses.
pub fn run(arguments: &AnalyseArgs) -> Result<Tally> {
    let (instance, request, resources) = position(arguments)?;
    let moves = instance.moves();
    let (mut analysed, mut plans) = (Vec::new(), BestPlans::default());
    let mut solve = |instance: &dyn Instance| {
        let mut report = solving::solve(instance, &request, &resources, None)?;
        plans.improve(instance, &mut report);
        anyhow::Ok(report)
    };
    // The line that a hint would show; the table marks its moves.
    let hinted = if request.shortens() { Some(solve(&*instance)?) } else { None };
    for (index, mv) in moves.iter().cloned().enumerate() {
        if solving::interrupted() {
            break;
        }
        let after = instance.successor(index).expect("there is a successor for every move");
        analysed.push(AnalysedMove::new(mv, solve(&*after)?));
    }
    // The best moves first; ties by distance to the goal, then in the game's order.
    analysed.sort_by_key(|mv| (mv.worth, mv.distance.unwrap_or(usize::MAX)));
    let verdict = position_verdict(instance.is_won(), moves.len(), &analysed);
    let lower_bound = hinted.map_or(0, |report| report.lower_bound);
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let heuristics = solving::within(request.limits.clone(), |budget| {
            instance.evaluate(request.model, budget)
        })?;
        let record = serde_json::json!({
            "instance": instance.id(), "game": instance.game(), "rules": instance.rules(),
            "board": instance.board(),
            "verdict": verdict, "won": instance.is_won(), "moves": analysed,
            "heuristics": heuristics, "lower_bound": lower_bound,
        });
        writeln!(out, "{record}")?;
    } else {
        let reader = Reader::of_stdout();
        print_analysis(&mut out, &*instance, verdict, &analysed, lower_bound, reader)?;
    }
    let mut tally = Tally { interrupted: solving::interrupted(), ..Tally::default() };
    tally.add_verdict(verdict);
    Ok(tally)
}

fn print_analysis(
    out: &mut impl Write,
    instance: &dyn Instance,
    verdict: Verdict,
    analysed: &[AnalysedMove],
    lower_bound: u32,
    reader: Reader,
) -> Result<()> {
    writeln!(out, "{HEADING}{}{HEADING:#}", instance.id())?;
    writeln!(out, "{}\n", instance.draw(style::look()).trim_end_matches('\n'))?;
    let colour = style::verdict(verdict);
    let words = match (verdict, analysed.is_empty()) {
        _ if instance.is_won() => "won: nothing remains to be done",
        (Verdict::Unsolvable, true) => "lost: there is no move",
        (Verdict::Solved, _) => "winnable",
        (Verdict::Unsolvable, _) => "lost: proved, every move loses",
        (Verdict::Unknown, _) => "unknown: no move was found to win within the limits",
    };
    let best = analysed
        .iter()
        .filter_map(|mv| mv.distance)
        .min()
        .filter(|_| verdict == Verdict::Solved && lower_bound > 0);
    let length = best.map_or(String::new(), |best| match style::counted(best as u64, "move") {
        moves if best == lower_bound as usize => format!(" in {moves}, the fewest possible"),
        moves => format!(" in {moves}, at least {lower_bound}"),
    });
    tables::write_line(out, "", &format!("{colour}{words}{colour:#}{length}"))?;
    if analysed.is_empty() {
        return Ok(());
    }
    // A move printed in words needs no legend.
    let columns = match reader {
        Reader::Person => 5,
        Reader::Program => 6,
    };
    let mut table = Table::new();
    let header = ["", "move", "value", "distance", "expanded", "meaning"];
    table.load_style(presets::NOTHING).set_header(&header[..columns]);
    for mv in analysed {
        let (mark, worth) = match mv.worth {
            Worth::Wins => ("✓", "wins"),
            Worth::Unknown => ("?", "unknown"),
            Worth::Loses => ("✗", "loses"),
        };
        let distance = mv
            .distance
            .map_or(String::new(), |d| if mv.exact { d.to_string() } else { format!("≤ {d}") });
        let meaning = if mv.words == mv.text { "" } else { &mv.words };
        let name = if reader == Reader::Person { &mv.words } else { &mv.text };
        let cells = [mark, name, worth, &distance, &style::count(mv.expanded), meaning];
        table.add_row(&cells[..columns]);
    }
    for column in [3, 4] {
        table
            .column_mut(column)
            .expect("the table has five columns or more")
            .set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{}", tables::fitted(&table))?;
    Ok(())
}

/// Prints one move that provably keeps the game winnable: the first move of a plan replayed by the
/// rules.
pub fn hint(arguments: &AnalyseArgs) -> Result<Tally> {
    let (instance, request, resources) = position(arguments)?;
    let report = solving::solve(&*instance, &request, &resources, None)?;
    let best = report
        .plan
        .first()
        .and_then(|text| instance.moves().into_iter().find(|mv| mv.text == *text));
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let record = serde_json::json!({
            "instance": instance.id(), "game": instance.game(), "rules": instance.rules(),
            "board": instance.board(),
            "verdict": report.verdict, "stop": report.stop.map(Stop::name),
            "won": instance.is_won(),
            "move": best.as_ref().map(|mv| &mv.text), "words": best.as_ref().map(|mv| &mv.words),
            "distance": report.length, "optimal": report.optimal, "plan": report.plan,
            "lower_bound": report.lower_bound,
        });
        writeln!(out, "{record}")?;
    } else {
        print_hint(&mut out, &*instance, &report, best.as_ref(), Reader::of_stdout())?;
    }
    let mut tally = Tally { interrupted: solving::interrupted(), ..Tally::default() };
    tally.add_verdict(report.verdict);
    Ok(tally)
}

fn print_hint(
    out: &mut impl Write,
    instance: &dyn Instance,
    report: &Report,
    best: Option<&MoveInfo>,
    reader: Reader,
) -> Result<()> {
    let colour = style::verdict(report.verdict);
    match (report.verdict, best) {
        (Verdict::Solved, None) => tables::write_line(
            out,
            "",
            &format!("{colour}won{colour:#}: nothing remains to be done"),
        )?,
        (Verdict::Solved, Some(mv)) => {
            match reader {
                Reader::Program if mv.words != mv.text => {
                    writeln!(out, "{colour}{}{colour:#}  {}", mv.text, mv.words)?
                }
                _ => writeln!(out, "{colour}{}{colour:#}", mv.words)?,
            }
            let left = report.length.unwrap_or(0);
            let fewest = match report.lower_bound {
                _ if report.optimal => "the fewest possible".to_owned(),
                0 => "found, perhaps not the fewest".to_owned(),
                least => format!("found; at least {least}"),
            };
            let moves = style::counted(left as u64, "move");
            tables::write_text(out, &format!("{DIM}wins in {moves} ({fewest}){DIM:#}"))?;
        }
        (Verdict::Unsolvable, _) => {
            let words = "proved, no move wins from here; go back and try `patience analyse`";
            tables::write_text(out, &format!("{colour}lost{colour:#}: {words}"))?;
        }
        (Verdict::Unknown, _) => {
            let words = "neither a win nor a loss was found within the limits on";
            tables::write_text(
                out,
                &format!("{colour}unknown{colour:#}: {words} {}", instance.id()),
            )?;
        }
    }
    Ok(())
}
