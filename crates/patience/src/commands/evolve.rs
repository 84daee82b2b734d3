//! `patience learn evolve`: an evolutionary search of the parameters of the Birds paper's models.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use clap::builder::PossibleValuesParser;
use patience_catalogue::Names;
use patience_learn::birds::classifiers::Classifiers;
use patience_learn::birds::evolving::{ALGORITHMS, Training, searched};
use patience_learn::birds::searches::Searched;
use patience_learn::evolution::{Evolution, Evolved};
use patience_study::statistics::{bootstrap_mean, mcnemar, p_value, signed_rank};

use crate::commands::learn::write_model;
use crate::exit::{Tally, bad_input};
use crate::limits::{threads, threads_option};
use crate::progress::Progress;
use crate::sheet::Sheet;
use crate::{output, style};

#[derive(Debug, Args)]
pub struct EvolveArgs {
    /// Training deals: birds:neller/SEED; A..B stands for all from A to B.
    #[arg(value_name = "INSTANCE", required = true)]
    training: Vec<String>,
    /// Test deals, which are not used for training: a,b, or given several times.
    #[arg(long, value_name = "INSTANCE", value_delimiter = ',', required = true)]
    test: Vec<String>,
    /// The search whose models are evolved.
    #[arg(
        short, long, value_name = "ALGORITHM", default_value = "birds-report-lr",
        value_parser = PossibleValuesParser::new(ALGORITHMS.map(|(name, _)| name)),
    )]
    algorithm: String,
    /// Degree of the polynomials: 3 starts from the built-in models, 1 and 2 from plain depth-first
    /// search.
    #[arg(
        long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(1..=3),
    )]
    degree: u8,
    /// Number of generations.
    #[arg(
        long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=100_000),
    )]
    generations: u32,
    /// Models tried in each generation (default: 4 + 3 ln of the number of parameters).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(4..=10_000))]
    population: Option<u16>,
    /// Maximum positions visited in each training deal.
    #[arg(
        long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    expansions: u64,
    /// Maximum positions visited in each test deal.
    #[arg(
        long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    test_expansions: u64,
    /// The seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; they change only the time. 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads_option)]
    threads: usize,
    /// Write the evolved models: a model file for --model.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &EvolveArgs) -> Result<Tally> {
    let training = deals(&arguments.training)?;
    let test = deals(&arguments.test)?;
    if let Some(shared) = test.iter().find(|deal| training.contains(deal)) {
        return Err(bad_input(format!(
            "birds:neller/{shared} is not a valid test deal; expected one that is not a training \
             deal"
        )));
    }
    let (_, guided) = *ALGORITHMS
        .iter()
        .find(|(name, _)| *name == arguments.algorithm)
        .expect("only these algorithms are allowed");
    let output = output::file_named(arguments.output.as_deref())?;
    let EvolveArgs { degree, expansions, seed, generations, .. } = *arguments;
    let studied = Training::new(guided, &training, degree, expansions, seed);
    let usual = Evolution::new(studied.start().len());
    let population = arguments.population.map_or(usual.population, usize::from);
    let evolution = Evolution { population, generations, seed, ..usual };
    let progress = Progress::new(Some(u64::from(generations) + 1));
    let (classifiers, evolved) =
        studied.evolve(&evolution, threads(arguments.threads), &|| progress.step());
    progress.clear();

    let mut out = anstream::stdout().lock();
    trained(&evolved, &evolution, studied.start().len(), training.len()).write(&mut out)?;
    let built_in = Classifiers::built_in().context("there are no built-in models")?;
    let limit = arguments.test_expansions;
    let searches = [
        ("evolved", searched(Some((&guided, &classifiers)), &test, limit)),
        ("built-in models", searched(Some((&guided, built_in)), &test, limit)),
        ("plain depth-first search", searched(None, &test, limit)),
    ];
    tested(&arguments.algorithm, &searches, limit).write(&mut out)?;
    if output.is_some() {
        write_model(&classifiers.write().context("the evolution failed")?, output)?;
    }
    Ok(Tally::default())
}

/// The numbers of Neller's deals.
fn deals(patterns: &[String]) -> Result<Vec<i64>> {
    let mut deals = Vec::new();
    for pattern in patterns {
        for name in Names::parse(pattern)?.iter().flat_map(Names::iter) {
            let number = name.strip_prefix("birds:neller/").and_then(|seed| seed.parse().ok());
            deals.push(number.ok_or_else(|| {
                bad_input(format!(
                    "{} is not a valid deal here; expected birds:neller/SEED",
                    name.escape_debug()
                ))
            })?);
        }
    }
    Ok(deals)
}

/// The course of the evolution.
fn trained(evolved: &Evolved, evolution: &Evolution, parameters: usize, deals: usize) -> Sheet {
    let title = format!(
        "{} evolved on {}: {} in each of {}",
        style::counted(parameters as u64, "parameter"),
        style::counted(deals as u64, "training deal"),
        style::counted(evolution.population as u64, "model"),
        style::counted(evolution.generations.into(), "generation")
    );
    let mut sheet = Sheet::new(title, &["generation", "cost"]);
    let last = evolved.costs.len() - 1;
    let mut shown: Vec<usize> = (0..=10).map(|tenth| tenth * last / 10).collect();
    shown.push(evolved.generation as usize);
    shown.sort_unstable();
    shown.dedup();
    for generation in shown {
        let name = match generation == evolved.generation as usize {
            true => format!("{generation}, the cheapest"),
            false => generation.to_string(),
        };
        sheet.rows.push(vec![name, format!("{:.4}", evolved.costs[generation])]);
    }
    sheet.notes.push(
        "The cost is the mean of log10 of the positions visited; a deal that is not won costs ten \
         times the limit. It is the cost of the centre of each generation."
            .to_owned(),
    );
    sheet.notes.push(String::new());
    sheet
}

/// Results on the test deals, paired with those of the first search.
fn tested(algorithm: &str, searches: &[(&str, Vec<Searched>)], limit: u64) -> Sheet {
    let (_, evolved) = &searches[0];
    let title = format!(
        "{algorithm} on {}, {} positions each",
        style::counted(evolved.len() as u64, "test deal"),
        style::count(limit)
    );
    let header = [
        "models",
        "won",
        "95 % interval",
        "positions visited, mean",
        "only evolved, only this wins",
        "p",
        "positions, evolved to this",
        "p ",
    ];
    let mut sheet = Sheet::new(title, &header);
    for (place, (name, found)) in searches.iter().enumerate() {
        let won = found.iter().filter(|found| found.won).count() as u64;
        let (share, low, high) = style::wilson(won, found.len() as u64);
        let visited: Vec<f64> = found.iter().map(|found| found.nodes as f64).collect();
        let mean = bootstrap_mean(&visited, 1).map_or_else(String::new, |it| {
            format!("{:.0} ({:.0} to {:.0})", it.estimate, it.low, it.high)
        });
        let mut row = vec![
            (*name).to_owned(),
            won.to_string(),
            format!("{share:.1} % ({low:.1} to {high:.1})"),
            mean,
        ];
        row.extend(if place == 0 { Default::default() } else { paired(evolved, found) });
        sheet.rows.push(row);
    }
    sheet.notes.push(
        "Ratios are geometric means over the deals that both win, with 95 % bootstrap intervals; \
         p by McNemar's exact test of the wins and by Wilcoxon's signed-rank test of the ratios."
            .to_owned(),
    );
    sheet
}

/// Comparison of the evolved models with others: wins, ratios of positions, and both tests.
fn paired(evolved: &[Searched], other: &[Searched]) -> [String; 4] {
    let pairs = || evolved.iter().zip(other);
    let more = pairs().filter(|(a, b)| a.won && !b.won).count() as u64;
    let fewer = pairs().filter(|(a, b)| b.won && !a.won).count() as u64;
    let log = |found: &Searched| (found.nodes.max(1) as f64).ln();
    let ratios: Vec<f64> =
        pairs().filter(|(a, b)| a.won && b.won).map(|(a, b)| log(a) - log(b)).collect();
    let ratio = bootstrap_mean(&ratios, 1).map_or_else(String::new, |it| {
        let [mean, low, high] = [it.estimate, it.low, it.high].map(f64::exp);
        format!("{mean:.3} ({low:.3} to {high:.3})")
    });
    [
        format!("+{more} -{fewer}"),
        p_value(mcnemar(more, fewer)),
        ratio,
        p_value(signed_rank(&ratios).p),
    ]
}
