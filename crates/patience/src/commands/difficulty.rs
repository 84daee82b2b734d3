//! `patience learn difficulty`: which features of a deal predict its difficulty.
//!
//! The features are the values of the heuristics at the start, part by part, and the number of
//! moves there. A deal is hard if a solver takes a long time, or if random play seldom wins. Each
//! feature's rank correlation with both is shown; a predictor made on one half of the instances is
//! tested on the other.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap_complete::ArgValueCompleter;
use comfy_table::presets;
use patience_catalogue::{Instance, Names, Request, Resources, Verdict};
use patience_core::{Limits, Random};
use patience_study::rank::{bootstrap_spearman, spearman};
use patience_study::statistics::{Interval, quantile};

use crate::complete;
use crate::exit::{Tally, bad_input};
use crate::predictor::{Features, Predictor, features};
use crate::progress::Progress;
use crate::usage::one_name;
use crate::{output, solving, tables};

#[derive(Debug, Args)]
pub struct DifficultyArgs {
    /// Instances of one game: names GAME[+RULES]:SOURCE/…; a range A..B at the end stands for all
    /// from A to B.
    #[arg(
        value_name = "INSTANCE", required = true, add = ArgValueCompleter::new(complete::instance),
    )]
    names: Vec<String>,
    /// The algorithm whose effort is measured (default: the best solver for the game).
    #[arg(
        short, long, value_name = "ALGORITHM", value_parser = one_name,
        add = ArgValueCompleter::new(complete::algorithm),
    )]
    algorithm: Option<String>,
    /// Maximum expansions of each solve; an undecided instance ranks as hardest.
    #[arg(
        long, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    expansions: u64,
    /// Random plays per instance.
    #[arg(
        long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
    )]
    plays: u32,
    /// Maximum number of moves of a random play.
    #[arg(
        long, value_name = "N", default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(1..=100_000),
    )]
    longest: u32,
    /// The seed of the random plays.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the predictor of effort, fitted on all instances, for `patience study generate
    /// --hardest-of N --predictor FILE`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// One instance: its features and its difficulty.
struct Sample {
    features: Features,
    /// Expansions; infinite if undecided.
    effort: f64,
    /// The share of random plays that win.
    chance: f64,
}

/// Runs the command.
pub fn run(arguments: &DifficultyArgs) -> Result<Tally> {
    let names: Vec<String> = arguments
        .names
        .iter()
        .map(|pattern| Ok(Names::parse(pattern)?.iter().flat_map(Names::iter).collect::<Vec<_>>()))
        .collect::<Result<Vec<_>>>()?
        .concat();
    let output = output::file_named(arguments.output.as_deref())?;
    if arguments.output.is_some() && output.is_none() {
        return Err(bad_input("--output: the table goes to standard output; expected a file name"));
    }
    let progress = Progress::new(Some(names.len() as u64));
    let mut samples = Vec::new();
    let mut game = None;
    for name in &names {
        let instance = solving::open(name, None)?;
        let of = (instance.game(), instance.rules());
        if *game.get_or_insert(of) != of {
            return Err(bad_input(
                "one game and rule set at a time: features of different games cannot be compared",
            ));
        }
        samples.push(sample(&*instance, arguments)?);
        progress.step();
    }
    progress.clear();
    if samples.len() < 8 {
        return Err(bad_input(format!(
            "{} instances are too few; expected 8 or more",
            samples.len()
        )));
    }
    write(&samples)?;
    if let (Some(path), Some((game, rules))) = (output, game) {
        let all: Vec<(&Features, f64)> =
            samples.iter().map(|sample| (&sample.features, sample.effort)).collect();
        let text = Predictor::new(game, rules, &all).write()?;
        output::store(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(Tally::default())
}

fn sample(instance: &dyn Instance, arguments: &DifficultyArgs) -> Result<Sample> {
    let limits = Limits { expansions: Some(arguments.expansions), ..Limits::default() };
    let request = Request { algorithm: arguments.algorithm.clone(), limits, ..Request::default() };
    let report = solving::solve(instance, &request, &Resources::default(), None)?;
    let effort =
        if report.verdict == Verdict::Unknown { f64::INFINITY } else { report.expanded as f64 };
    let mut random = Random::new(arguments.seed);
    let wins =
        (0..arguments.plays).filter(|_| wins(instance, arguments.longest, &mut random)).count();
    Ok(Sample {
        features: features(instance),
        effort,
        chance: wins as f64 / f64::from(arguments.plays),
    })
}

/// Whether a play of uniformly random moves wins.
fn wins(instance: &dyn Instance, longest: u32, random: &mut Random) -> bool {
    let Ok(mut position) = instance.after("") else { return false };
    for _ in 0..longest {
        if position.is_won() {
            return true;
        }
        let count = position.moves().len();
        if count == 0 {
            return false;
        }
        match position.successor(random.index(count)) {
            Some(next) => position = next,
            None => return false,
        }
    }
    position.is_won()
}

/// The difficulty of an instance: higher is harder.
type Hardness = fn(&Sample) -> f64;

/// Difficulty for a solver, and for random play.
const HARDNESS: [Hardness; 2] = [|sample| sample.effort, |sample| 1.0 - sample.chance];

fn write(samples: &[Sample]) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let decided = samples.iter().filter(|sample| sample.effort.is_finite()).count();
    let mut efforts: Vec<f64> = samples.iter().map(|sample| sample.effort).collect();
    efforts.sort_by(f64::total_cmp);
    let chance = samples.iter().map(|sample| sample.chance).sum::<f64>() / samples.len() as f64;
    let what = format!(
        "{} instances, {decided} decided, a median of {} expansions; random play wins {:.1} %.",
        samples.len(),
        quantile(&efforts, 0.5).unwrap_or(f64::NAN),
        100.0 * chance
    );
    tables::write_text(&mut out, &what)?;
    writeln!(out)?;

    let mut table = tables::table(
        presets::NOTHING,
        &["feature", "with effort", "with random play losing"],
        1..3,
    );
    let mut rows: Vec<(f64, Vec<String>)> = names(samples)
        .into_iter()
        .filter_map(|name| {
            let found =
                HARDNESS.map(|measure| bootstrap_spearman(&pairs(samples, &name, measure), 1));
            let strongest =
                found.iter().flatten().map(|found| found.estimate.abs()).fold(0.0, f64::max);
            (strongest > 0.0).then(|| (strongest, vec![name, shown(found[0]), shown(found[1])]))
        })
        .collect();
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (_, row) in rows {
        table.add_row(row);
    }
    let [effort, losing] = HARDNESS.map(|measure| match strongest(samples, measure) {
        None => shown(None),
        Some((name, pairs)) => format!("{name}: {}", shown(bootstrap_spearman(&pairs, 1))),
    });
    table.add_row(vec!["the strongest of one half, on the other".to_owned(), effort, losing]);
    let tested = HARDNESS.map(|measure| bootstrap_spearman(&predicted(samples, measure), 1));
    table.add_row(vec![
        "all together, on the unseen half".to_owned(),
        shown(tested[0]),
        shown(tested[1]),
    ]);
    writeln!(out, "{}", tables::fitted(&table))?;
    writeln!(out)?;
    let what = "Spearman's rank correlations with 95 % bootstrap intervals over the instances; \
                more is harder.";
    tables::write_text(&mut out, what)?;
    Ok(())
}

/// The features that every sample has, each once.
fn names(samples: &[Sample]) -> Vec<String> {
    let everywhere =
        |name: &&String| samples.iter().all(|sample| sample.features.contains_key(*name));
    samples[0].features.keys().filter(everywhere).cloned().collect()
}

fn pairs(samples: &[Sample], name: &str, measure: Hardness) -> Vec<(f64, f64)> {
    samples.iter().map(|sample| (sample.features[name], measure(sample))).collect()
}

/// Every second instance: the fitting half or the testing half.
fn half(samples: &[Sample], is_test: bool) -> impl Iterator<Item = &Sample> {
    samples.iter().skip(usize::from(is_test)).step_by(2)
}

/// Returns the feature with the strongest correlation on one half of the instances, with its values
/// and the truth on the other half: on the half used for choosing, chance makes it look better than
/// it is.
fn strongest(samples: &[Sample], measure: Hardness) -> Option<(String, Vec<(f64, f64)>)> {
    let pairs = |name: &str, is_test| -> Vec<(f64, f64)> {
        half(samples, is_test).map(|sample| (sample.features[name], measure(sample))).collect()
    };
    let correlation = |name: &String| spearman(&pairs(name, false)).map(f64::abs);
    let known = names(samples).into_iter();
    let known = known.filter_map(|name| correlation(&name).map(|found| (found, name)));
    let (_, name) = known.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let tested = pairs(&name, true);
    Some((name, tested))
}

/// Predictions and true values for one half of the instances, by the predictor made on the other.
fn predicted(samples: &[Sample], measure: Hardness) -> Vec<(f64, f64)> {
    let known: Vec<(&Features, f64)> =
        half(samples, false).map(|sample| (&sample.features, measure(sample))).collect();
    let predictor = Predictor::new("", "", &known);
    half(samples, true)
        .map(|sample| (predictor.predict(&sample.features), measure(sample)))
        .collect()
}

fn shown(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "–".to_owned(),
        |found| format!("{:+.2} ({:+.2} to {:+.2})", found.estimate, found.low, found.high),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A choice made on noise in one half predicts nothing in the other.
    #[test]
    fn the_strongest_feature_is_not_tested_where_it_was_chosen() {
        let mut random = Random::new(7);
        let samples: Vec<Sample> = (0..40)
            .map(|_| Sample {
                features: (0..60).map(|it| (format!("{it:02}"), random.unit())).collect(),
                effort: random.unit(),
                chance: 0.5,
            })
            .collect();
        let (name, tested) = strongest(&samples, HARDNESS[0]).unwrap();
        let chosen: Vec<(f64, f64)> =
            half(&samples, false).map(|it| (it.features[&name], it.effort)).collect();
        let [chosen, tested] = [chosen, tested].map(|pairs| spearman(&pairs).unwrap().abs());
        assert!(chosen > tested, "{name}: {chosen} where chosen, {tested} elsewhere");
        assert!(strongest(&samples, HARDNESS[1]).is_none(), "all are alike");
    }
}
