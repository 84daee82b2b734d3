//! `patience learn gaps-report`: open questions of the Gaps paper, with parameters chosen on some
//! games and tested on others.

use anyhow::Result;
use clap::Args;
use patience_learn::gaps_report::{
    Answer, Axis, Method, Played, QUESTIONS, TRAINING, answers, rounded,
};
use patience_study::statistics::{Interval, bootstrap_mean, holm, p_value, signed_rank};

use crate::exit::Tally;
use crate::progress::Progress;
use crate::sheet::Sheet;
use crate::{notes, style};

#[derive(Debug, Args)]
pub struct GapsReportArgs {
    /// Maximum expansions of each solve.
    #[arg(
        long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u64).range(100..),
    )]
    expansions: u64,
    /// Number of games on which the weights are chosen.
    #[arg(
        long, value_name = "N", default_value_t = TRAINING,
        value_parser = clap::value_parser!(u32).range(36..=1_000_000),
    )]
    training: u32,
    /// Number of test games, which are not used for training.
    #[arg(
        long, value_name = "N", default_value_t = 2_016,
        value_parser = clap::value_parser!(u32).range(36..=1_000_000),
    )]
    games: u32,
}

/// Runs the command.
pub fn run(arguments: &GapsReportArgs) -> Result<Tally> {
    let mut out = anstream::stdout().lock();
    let progress = Progress::new(Some(QUESTIONS));
    let mut begun = 0;
    let GapsReportArgs { expansions, training: chosen_on, games } = *arguments;
    let answers = answers(expansions, chosen_on, games, &mut |text| {
        progress.suspend(|| notes::say(format_args!("{text}…")));
        progress.set(begun);
        begun += 1;
    });
    progress.clear();
    for answer in &answers {
        for sheet in [training(answer, chosen_on), test(answer)] {
            sheet.write(&mut out)?;
        }
    }
    tests(&answers).write(&mut out)?;
    Ok(Tally::default())
}

/// Prints the parameter values tried, and the best.
fn training(answer: &Answer, games: u32) -> Sheet {
    let title = format!("\n{}: the best on {games} training games", answer.question);
    let mut sheet = Sheet::new(title, &["method", "cost in training"]);
    let row = |(method, cost): &(Method, f64)| vec![method.to_string(), format!("{cost:.4}")];
    sheet.rows.extend(answer.candidates.iter().take(5).map(row));
    let (best, _) = &answer.found.best[0];
    let tried = answer.found.axes.iter().zip(best).map(|(axis, value)| place(axis, *value));
    sheet.notes.push(format!("Tried: {}.", tried.collect::<Vec<_>>().join("; ")));
    sheet
}

/// The values of an axis, and the index of the best one.
fn place(axis: &Axis, best: f64) -> String {
    let values: Vec<String> = axis.values.iter().map(|value| rounded(*value).to_string()).collect();
    let [first, last] = [axis.values[0], axis.values[axis.values.len() - 1]];
    let end = match axis.least == Some(best) {
        true => ", its minimum",
        false if best == first || best == last => {
            ", at an end; the next value was tried and is no better"
        }
        false => "",
    };
    format!("{} of {} ({} is best{end})", axis.name, values.join(", "), rounded(best))
}

/// The results of the best candidate and its competitors on the test games.
fn test(answer: &Answer) -> Sheet {
    let count = answer.judged[0].2.len();
    let header = ["", "method", "won", "95 % interval", "mean length", "median expanded"];
    let mut sheet = Sheet::new(format!("\n{}: {count} unseen games", answer.question), &header);
    for (who, method, played) in &answer.judged {
        let lengths: Vec<usize> = played.iter().filter_map(|played| played.length).collect();
        let (share, low, high) = style::wilson(lengths.len() as u64, played.len() as u64);
        let mut expanded: Vec<u64> = played.iter().map(|played| played.expanded).collect();
        expanded.sort_unstable();
        sheet.rows.push(vec![
            (*who).to_owned(),
            method.to_string(),
            format!("{share:.1} %"),
            format!("{low:.1} to {high:.1} %"),
            format!("{:.2}", lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64),
            style::count(expanded[expanded.len() / 2]),
        ]);
    }
    sheet
}

/// The difference between the chosen method and another on one game; `None` if undefined.
type Difference = fn(&Played, &Played) -> Option<f64>;

/// The measures compared.
const MEASURES: [(&str, Difference); 3] = [
    ("games won, percent", |a, b| Some(100.0 * (won(a) - won(b)))),
    ("moves, where both won", |a, b| Some(a.length? as f64 - b.length? as f64)),
    ("expansions", |a, b| Some(a.expanded as f64 - b.expanded as f64)),
];

fn won(played: &Played) -> f64 {
    f64::from(u8::from(played.length.is_some()))
}

/// Every comparison of the report: paired tests, corrected for their number.
fn tests(answers: &[Answer]) -> Sheet {
    let header = [
        "question",
        "chosen less …",
        "of",
        "difference, 95 %",
        "games that differ",
        "p",
        "p, corrected",
    ];
    let mut sheet = Sheet::new("\nPaired tests on the same games", &header);
    let (mut chances, mut known) = (Vec::new(), Vec::new());
    for answer in answers {
        let (_, chosen, ours) = &answer.judged[0];
        for (who, method, theirs) in
            answer.judged[1..].iter().filter(|(_, method, _)| method != chosen)
        {
            // Two questions can have the same answer; each test is listed and counted once.
            if known.contains(&(*chosen, *method)) {
                continue;
            }
            known.push((*chosen, *method));
            for (measure, difference) in MEASURES {
                let differences: Vec<f64> =
                    ours.iter().zip(theirs).filter_map(|(a, b)| difference(a, b)).collect();
                let test = signed_rank(&differences);
                chances.push(test.p);
                sheet.rows.push(vec![
                    answer.question.to_owned(),
                    format!("{who} ({method})"),
                    measure.to_owned(),
                    shown(bootstrap_mean(&differences, 1)),
                    format!("{} of {}", test.pairs, differences.len()),
                ]);
            }
        }
    }
    let corrected = holm(&chances);
    for (row, chance) in sheet.rows.iter_mut().zip(chances.iter().zip(&corrected)) {
        row.extend([chance.0, chance.1].map(|p| p_value(*p)));
    }
    sheet.notes.push(format!(
        "Wilcoxon's signed-rank test of the differences, game by game; {} tests, corrected \
         together by Holm's method. Intervals are bootstraps over the games, each by itself.",
        chances.len()
    ));
    sheet
}

fn shown(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |it| {
        format!("{:+.2} ({:+.2} to {:+.2})", it.estimate, it.low, it.high)
    })
}
