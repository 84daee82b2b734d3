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
    /// addiction, unshuffled [default: pysol].
    ///
    /// pysol and aisleriot (only when no card can move) leave the gaps after the leading runs,
    /// spaces and addiction (three redeals) anywhere, station at the ends of the rows; unshuffled
    /// leaves them after the runs and shuffles nothing.
    #[arg(long, value_name = "RULE", value_parser = rule, value_delimiter = ',')]
    rule: Vec<RedealRule>,
    /// Time for each instance and rule: 10s, 500ms, 2m, 1h [default: 30s].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Maximum expansions for deciding the deal without a redeal.
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub expansions: Option<u64>,
    /// Maximum number of games sampled for each policy [default: 200].
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// The seed of the shuffles [default: 1].
    #[arg(long, value_name = "N", hide_short_help = true)]
    seed: Option<u64>,
    /// Store every answer as a line of a file, and print stored answers instead of computing them.
    ///
    /// An answer counts for the same board, rules, redeals, samples, seed and program; a deal that
    /// a limit left undecided is tried again with a higher limit. Without a deal, the win rates of
    /// the stored answers are printed, or with --json the answers; --rule and --redeals choose
    /// among them.
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Write the win rates of all given deals, and a plot of them, into a folder.
    #[arg(long, value_name = "FOLDER", value_parser = usage::folder)]
    pub report: Option<PathBuf>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

impl RedealArgs {
    /// Whether deals are given, rather than stored answers read.
    pub fn has_deals(&self) -> bool {
        !self.instances.names.is_empty() || self.instances.input.is_some()
    }

    /// The rules to ask about. A deal listed twice would count twice in the rates.
    pub fn rules(&self) -> Vec<RedealRule> {
        let mut rules = Vec::new();
        for rule in &self.rule {
            if !rules.contains(rule) {
                rules.push(*rule);
            }
        }
        if rules.is_empty() { vec![RedealRule::Pysol] } else { rules }
    }

    pub fn time(&self) -> Duration {
        self.time.unwrap_or(Duration::from_secs(30))
    }

    pub fn samples(&self) -> u64 {
        self.samples.unwrap_or(200)
    }

    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Whether stored answers of this rule and number of redeals are read.
    pub fn chooses(&self, rule: RedealRule, redeals: u32) -> bool {
        (self.rule.is_empty() || self.rule.contains(&rule))
            && self.redeals.is_none_or(|wanted| wanted == redeals)
    }

    /// The given options that choose among stored answers, as typed.
    pub fn choice(&self) -> Vec<String> {
        let rules: Vec<&str> = self.rule.iter().map(|rule| rule.name()).collect();
        let rules = (!rules.is_empty()).then(|| format!("--rule {}", rules.join(",")));
        let redeals = self.redeals.map(|redeals| format!("--redeals {redeals}"));
        rules.into_iter().chain(redeals).collect()
    }

    /// The given options that only compute answers.
    pub fn computing(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("time", self.time.is_some()),
            ("expansions", self.expansions.is_some()),
            ("samples", self.samples.is_some()),
            ("seed", self.seed.is_some()),
        ];
        given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name))
    }
}

/// Returns the rule with this name.
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
