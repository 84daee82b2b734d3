//! `patience gaps questions`: Masten's questions about deals of Gaps (Masten 2024).

mod in_orders;

use crate::arguments::{InstanceArgs, Solving};
use clap::Args;
use std::io::Write;

use anyhow::Result;
use patience_catalogue::gaps::{OrdersOfSuits, Questions, ask};
use patience_catalogue::{Context, Instance, Verdict};
use patience_core::Stop;

use crate::exit::Tally;
use crate::progress::Progress;
use crate::style::{self, DIM, HEADING};
use crate::{flags, input, notes, solving, tables, words};

#[derive(Debug, Args)]
#[command(mut_args = flags::only(&["seed", "policy"]), mut_arg("model", |arg| arg.hide(true)))]
pub struct QuestionsArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    /// Also count the reachable boards (small boards).
    #[arg(long)]
    pub reachable: bool,
    /// Decide only wins with fixed suits, the rows taking the suits in this order from the top
    /// (HSDC), or in each order (all).
    #[arg(long, value_name = "ORDER|all", conflicts_with = "reachable")]
    pub suits: Option<OrdersOfSuits>,
    #[command(flatten)]
    pub solving: Solving,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// Answers the questions about every given deal.
pub fn run(arguments: &QuestionsArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let request = arguments.solving.request(1);
    let ignored = request.values.keys().filter(|name| !["seed", "policy"].contains(&name.as_str()));
    notes::note("these questions do not use", ignored.map(String::as_str));
    if let Some(orders) = &arguments.suits {
        return in_orders::run(arguments, &request, orders);
    }
    let mut tally = Tally::default();
    let (mut winnable, mut without_twos, mut fixed) = (0, 0, 0);
    let mut out = anstream::stdout().lock();
    for_each(arguments, |instance, context, progress| {
        let answers = ask(instance, &request, arguments.reachable, context)?;
        tally.add_verdict(match (answers.stop, answers.moves_of_leftmost_twos) {
            (_, Some(_)) => Verdict::Solved,
            (None, None) => Verdict::Unsolvable,
            (Some(_), None) => Verdict::Unknown,
        });
        winnable += u64::from(answers.moves_of_leftmost_twos.is_some());
        without_twos += u64::from(answers.moves_of_leftmost_twos == Some(0));
        fixed += u64::from(answers.won_with_fixed_suits == Some(true));
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
        writeln!(out, "\n{HEADING}{}{HEADING:#}", style::counted(tally.total(), "deal"))?;
        print_share(&mut out, "winnable", winnable, tally.total())?;
        print_share(
            &mut out,
            "of these without moving a Two of the first column",
            without_twos,
            winnable,
        )?;
        print_share(&mut out, "of these with fixed suits", fixed, winnable)?;
    }
    Ok(tally)
}

/// Calls a function for every given deal, each with its own clock, until the user interrupts.
fn for_each(
    arguments: &QuestionsArgs,
    mut answer: impl FnMut(&dyn Instance, &Context<'_>, &Progress) -> Result<()>,
) -> Result<()> {
    let progress = Progress::new(input::count(&arguments.instances));
    for instance in input::instances(&arguments.instances, arguments.solving.time)? {
        if solving::interrupted() {
            break;
        }
        let instance = instance?;
        let resources = arguments.solving.resources();
        let measures = solving::Measures::start(resources.threads);
        let environment = measures.environment();
        let context = Context { resources, ..Context::new(environment) };
        answer(&*instance, &context, &progress)?;
        progress.step();
    }
    Ok(())
}

/// Writes the answers about a deal as one line of JSON.
fn write_record(
    out: &mut impl Write,
    instance: &dyn Instance,
    mut record: serde_json::Value,
    stop: Option<Stop>,
    context: &Context<'_>,
) -> Result<()> {
    let fields = record.as_object_mut().expect("answers are an object");
    fields.insert("instance".to_owned(), instance.id().into());
    fields.insert("stop".to_owned(), stop.map(Stop::name).into());
    fields.insert("seconds".to_owned(), context.environment.elapsed().as_secs_f64().into());
    writeln!(out, "{record}")?;
    Ok(out.flush()?)
}

fn print_share(out: &mut impl Write, what: &str, part: u64, whole: u64) -> Result<()> {
    let (percent, low, high) = style::wilson(part, whole.max(1));
    let share =
        format!("{what}: {part} of {whole}, {percent:.1} % {DIM}({low:.1} to {high:.1}){DIM:#}");
    Ok(tables::write_line(out, "  ", &share)?)
}

fn print_answers(out: &mut impl Write, id: &str, answers: &Questions) -> Result<()> {
    writeln!(out, "{HEADING}{id}{HEADING:#}")?;
    let unknown = || format!("unknown ({})", answers.stop.map_or("not settled", words::of_stop));
    let twos = match (answers.moves_of_leftmost_twos, answers.stop) {
        (Some(0), _) => "won without moving a Two in the first column".to_owned(),
        (Some(1), _) => "won, with at least 1 move of a Two in the first column".to_owned(),
        (Some(n), _) => {
            format!("won, with at least {n} moves of Twos in the first column")
        }
        (None, None) => "cannot be won".to_owned(),
        (None, Some(_)) => unknown(),
    };
    tables::write_line(out, "  ", &twos)?;
    let fixed = answers
        .won_with_fixed_suits
        .map_or_else(unknown, |won| if won { "won" } else { "cannot be won" }.to_owned());
    tables::write_line(out, "  ", &format!("with fixed suits: {fixed}"))?;
    if let Some(reachable) = answers.reachable {
        let reachable = style::counted(reachable, "board");
        tables::write_line(out, "  ", &format!("{reachable} can be reached"))?;
    }
    Ok(out.flush()?)
}
