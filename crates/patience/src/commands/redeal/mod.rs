//! `patience redeal`: the chance to win a deal of Gaps with redeals, and the line to play before the first one.

mod rates;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use patience_catalogue::gaps::{RedealAnswer, RedealQuestion, RedealRule, RedealTally, redeal_chance};
use patience_catalogue::native::{HeapMeter, WallClock};
use patience_catalogue::{Context, Instance, Verdict};
use patience_core::units::duration;
use patience_core::{Environment, Limits, suggest};
use serde::Serialize;

use self::rates::Rates;
use crate::arguments::InstanceArgs;
use crate::exit::Tally;
use crate::style::{self, DIM, HEADING};
use patience_study::statistics::wilson_undecided;

use crate::{input, limits, plan, solving, tables};

#[derive(Debug, Args)]
pub struct RedealArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    /// The redeals that are left [as many as the rule begins with].
    #[arg(long, value_name = "N")]
    pub redeals: Option<u32>,
    /// How is dealt again, or several ways separated by commas: pysol and aisleriot (only when no card can move) leave the gaps behind the kept runs, spaces
    /// and addiction (three redeals) anywhere, station at the ends of the rows; unshuffled leaves them behind the runs and shuffles nothing.
    #[arg(long, value_name = "RULE", default_value = "pysol", value_parser = rule, value_delimiter = ',')]
    pub rule: Vec<RedealRule>,
    /// Time for each instance and rule: 10s, 500ms, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    pub time: Duration,
    /// Expansions for the decision on the deal as it lies.
    #[arg(long, value_name = "N")]
    pub expansions: Option<u64>,
    /// The most games that are sampled for each policy.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub samples: u64,
    /// The seed of the shuffles.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the win rates of all deals named, and a plot of them, into a folder.
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<PathBuf>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// The rule of a name.
///
/// # Errors
/// There is none.
pub fn rule(text: &str) -> Result<RedealRule, String> {
    RedealRule::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| {
        let known = RedealRule::ALL.map(RedealRule::name);
        let meant = suggest::meant(text, known);
        format!("`{}` is not a valid rule; expected one of {}{meant}", text.escape_debug(), known.join(", "))
    })
}

/// A deal's line of output. The names of the fields and their order never change.
#[derive(Serialize)]
struct Record<'a> {
    instance: &'a str,
    redeals: u32,
    rule: &'static str,
    /// The share of sampled games that was won; 0 or 1 where that is proved, `None` where nothing is known.
    win_chance: Option<f64>,
    low: f64,
    high: f64,
    samples: u64,
    plan: &'a [String],
    /// What is proved of the deal without a redeal.
    verdict: Verdict,
    policies: Vec<Policy>,
}

#[derive(Serialize)]
struct Policy {
    policy: &'static str,
    win_chance: f64,
    low: f64,
    high: f64,
    samples: u64,
    won: u64,
    undecided: u64,
    kept: usize,
    moves: usize,
    by_redeals: Vec<RedealTally>,
}

impl<'a> Record<'a> {
    fn new(instance: &'a str, question: &RedealQuestion, answer: &'a RedealAnswer) -> Self {
        let policies: Vec<Policy> = answer
            .policies
            .iter()
            .filter(|games| games.samples > 0)
            .map(|games| {
                let RedealTally { won, undecided } = games.total();
                // What was not decided counts as lost below, as won above.
                let (low, high) = match games.are_proved() {
                    true => (won as f64, won as f64),
                    false => wilson_undecided(won, undecided, games.samples),
                };
                Policy {
                    policy: games.policy.name(),
                    win_chance: won as f64 / games.samples as f64,
                    low,
                    // A deal that was not decided may be won as it lies.
                    high: if answer.verdict == Verdict::Unknown { 1.0 } else { high },
                    samples: games.samples,
                    won,
                    undecided,
                    kept: games.kept,
                    moves: games.plan.len(),
                    by_redeals: games.tallies.clone(),
                }
            })
            .collect();
        let is_over = question.redeals == 0 || answer.never_allowed;
        let (win_chance, low, high) = match (answer.verdict, policies.first()) {
            (Verdict::Solved, _) => (Some(1.0), 1.0, 1.0),
            (Verdict::Unsolvable, _) if is_over => (Some(0.0), 0.0, 0.0),
            (_, Some(best)) => (Some(best.win_chance), best.low, best.high),
            (_, None) => (None, 0.0, 1.0),
        };
        let plan = match (answer.verdict, answer.policies.first()) {
            (Verdict::Solved, _) => &answer.winning[..],
            (_, Some(best)) => &best.plan[..],
            (_, None) => &[],
        };
        Record {
            instance,
            redeals: question.redeals,
            rule: question.rule.name(),
            win_chance,
            low,
            high,
            samples: policies.first().map_or(0, |best| best.samples),
            plan,
            verdict: answer.verdict,
            policies,
        }
    }

    /// Won for certain, lost for certain, or a matter of chance.
    fn outcome(&self) -> Verdict {
        match () {
            () if self.low >= 1.0 => Verdict::Solved,
            () if self.high <= 0.0 => Verdict::Unsolvable,
            () => Verdict::Unknown,
        }
    }

    fn print(&self, out: &mut impl Write, answer: &RedealAnswer, instance: &dyn Instance) -> Result<()> {
        let counted = style::counted(u64::from(self.redeals), "redeal");
        let head = format!("{HEADING}{}{HEADING:#}  {DIM}{counted}, rule {}{DIM:#}", self.instance, self.rule);
        tables::write_line(out, "", &head)?;
        let mut line = |text: &str| tables::write_line(out, "  ", text);
        match self.verdict {
            Verdict::Solved => line(&format!("can be won without a redeal, in {} moves", self.plan.len()))?,
            Verdict::Unsolvable => line("cannot be won without a redeal: proved")?,
            Verdict::Unknown => line("without a redeal: not decided within the limits")?,
        }
        if answer.never_allowed {
            line("the rule never allows a redeal here")?;
        }
        let proved = answer.policies.first().filter(|games| games.are_proved());
        if let Some(games) = proved {
            let can = if games.total().won > 0 { "can" } else { "cannot" };
            let redeals = games.tallies.iter().position(|tally| tally.won > 0).map_or(games.tallies.len(), |at| at + 1);
            let counted = style::counted(redeals as u64, "redeal");
            line(&format!("{can} be won with {counted}, in which nothing is shuffled: proved"))?;
        }
        let sampled = self.policies.iter().filter(|_| proved.is_none());
        for (policy, games) in sampled.zip(answer.policies.iter().filter(|games| games.samples > 0)) {
            line(&policy.words(games.is_most))?;
        }
        if !self.plan.is_empty() {
            let film = instance.film(&self.plan.join(" "), false)?;
            let words: Vec<String> = film.into_iter().skip(1).map(|step| step.words).collect();
            line(&format!("play: {}", words.join(plan::SEPARATOR)))?;
        }
        Ok(())
    }
}

impl Policy {
    /// What it does and how often it wins.
    fn words(&self, is_most: bool) -> String {
        format!(
            "{}: redeal after {} with {} kept{}: {:.1} % {DIM}({:.1} to {:.1}; {} of {} sampled games won, {} undecided){DIM:#}",
            self.policy,
            style::counted(self.moves as u64, "move"),
            style::counted(self.kept as u64, "card"),
            if is_most { ", the most that can be reached" } else { "" },
            100.0 * self.win_chance,
            100.0 * self.low,
            100.0 * self.high,
            self.won,
            self.samples,
            self.undecided
        )
    }
}

/// Judges every deal named.
pub fn run(arguments: &RedealArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut tally = Tally::default();
    let mut rates: Vec<Rates> =
        arguments.rule.iter().map(|rule| Rates::new(*rule, redeals(arguments, *rule))).collect();
    let mut out = anstream::stdout().lock();
    'deals: for instance in input::instances(&arguments.instances, Some(arguments.time))? {
        let instance = instance?;
        let mut known: Option<RedealAnswer> = None;
        for rates in &mut rates {
            if solving::interrupted() {
                break 'deals;
            }
            let is_lost = known.as_ref().is_some_and(|known| known.verdict == Verdict::Unsolvable);
            let question = question(arguments, rates.rule, is_lost);
            let (clock, meter) = (WallClock::start(), HeapMeter::start());
            let environment = Environment { clock: &clock, meter: &meter, cancel: solving::cancel() };
            // A deal that can be won as it lies is decided once.
            let answer = match known.take().filter(|known| known.verdict == Verdict::Solved) {
                Some(answer) => answer,
                None => redeal_chance(&*instance, &question, &Context::new(environment))?,
            };
            if answer.cancelled {
                break 'deals;
            }
            rates.add(&answer);
            let record = Record::new(instance.id(), &question, &answer);
            tally.add_verdict(record.outcome());
            if arguments.json {
                writeln!(out, "{}", serde_json::to_string(&record)?)?;
            } else {
                record.print(&mut out, &answer, &*instance)?;
            }
            out.flush()?;
            known = Some(answer);
        }
    }
    tally.interrupted = solving::interrupted();
    for rates in &rates {
        if !arguments.json && rates.deals > 1 {
            rates.print(&mut out)?;
        }
    }
    if let Some(folder) = &arguments.report {
        rates::report(&rates, folder)?;
    }
    Ok(tally)
}

fn redeals(arguments: &RedealArgs, rule: RedealRule) -> u32 {
    arguments.redeals.unwrap_or_else(|| rule.redeals())
}

fn question(arguments: &RedealArgs, rule: RedealRule, is_lost: bool) -> RedealQuestion {
    RedealQuestion {
        rule,
        redeals: redeals(arguments, rule),
        samples: arguments.samples,
        seed: arguments.seed,
        is_lost,
        limits: Limits {
            time: Some(arguments.time),
            expansions: arguments.expansions,
            memory: Some(limits::free_memory() / 4 * 3),
            depth: None,
        },
    }
}
