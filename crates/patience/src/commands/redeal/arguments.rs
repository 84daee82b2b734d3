//! The arguments of `patience gaps redeal`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use patience_catalogue::gaps::RedealRule;
use patience_core::suggest;
use patience_core::units::duration;

use crate::arguments::InstanceArgs;
use crate::plan::MAX_REDEALS;
use crate::usage;

#[derive(Debug, Args)]
#[command(mut_arg("names", |names| names.required_unless_present_any(["input", "rows"])))]
pub struct RedealArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    /// Redeals remaining [default: those of the rule].
    #[arg(
        long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_REDEALS)),
    )]
    pub redeals: Option<u32>,
    /// The redeal rule, or several separated by commas: pysol, aisleriot, spaces, station,
    /// addiction, unshuffled.
    ///
    /// pysol and aisleriot (only when no card can move) leave the gaps after the leading runs,
    /// spaces and addiction (three redeals) anywhere, station at the ends of the rows; unshuffled
    /// leaves them after the runs and shuffles nothing.
    #[arg(
        long, value_name = "RULE", default_value = "pysol", value_parser = rule,
        value_delimiter = ',',
    )]
    pub rule: Vec<RedealRule>,
    /// Time for each instance and rule: 10s, 500ms, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    pub time: Duration,
    /// Maximum expansions for deciding the deal without a redeal.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub expansions: Option<u64>,
    /// Maximum number of games sampled for each policy.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub samples: u64,
    /// The seed of the shuffles.
    #[arg(long, value_name = "N", default_value_t = 1, hide_short_help = true)]
    pub seed: u64,
    /// Store every answer as a line of a file, and skip deals that it answers.
    ///
    /// An answer counts for the same board, rules, redeals, samples, seed and program; a deal that
    /// a limit left undecided is tried again with a higher limit. The win rates are then those of
    /// the file; without a deal, only they are printed.
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Write the win rates of all given deals, and a plot of them, into a folder.
    #[arg(long, value_name = "FOLDER", value_parser = usage::folder)]
    pub report: Option<PathBuf>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

/// Returns the rule with a name.
///
/// # Errors
/// There is no such rule.
pub fn rule(text: &str) -> Result<RedealRule, String> {
    RedealRule::named(text).ok_or_else(|| {
        let known = RedealRule::ALL.map(RedealRule::name);
        let meant = suggest::meant(text, known);
        format!(
            "`{}` is not a valid rule; expected one of {}{meant}",
            text.escape_debug(),
            known.join(", ")
        )
    })
}
