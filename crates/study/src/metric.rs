//! Values of tables and plots, in words, and the SQL that computes them.
//!
//! `mean length`, `median expanded of solved`, `share unknown`, `share stopped by expansions`,
//! `solved`: each is one SQL expression over the view `results`, so that the query that a report
//! shows *is* the number's origin.

mod grouped;

use std::fmt;
use std::str::FromStr;

pub(crate) use grouped::{Grouped, deviation};

/// A value over a group of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metric {
    /// The number of rows that satisfy a condition.
    Count(Condition),
    /// The share of rows that satisfy the first condition, from 0 to 1, among those that satisfy
    /// the second.
    Share(Condition, Condition),
    /// A field over the rows that satisfy a condition.
    Field {
        /// The aggregate function.
        aggregate: Aggregate,
        /// The column, or `details.NAME`.
        field: String,
        /// Which rows.
        of: Condition,
    },
}

/// An aggregate function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregate {
    /// The arithmetic mean.
    Mean,
    /// The standard deviation of a sample.
    Deviation,
    /// The median, with linear interpolation.
    Median,
    /// The percentile, with linear interpolation between neighbours.
    Percentile(u8),
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The sum.
    Total,
}

/// Which rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// All.
    All,
    /// Rows with a verdict.
    Verdict(&'static str),
    /// Rows that are solved or unsolvable.
    Decided,
    /// Rows stopped by a named reason.
    Stopped(String),
    /// The number of rows whose details have a value.
    Detail(String, String),
}

/// The columns of the view that can be aggregated.
pub const FIELDS: [&str; 15] = [
    "length",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "dead_ends",
    "peak_open",
    "peak_closed",
    "peak_bytes",
    "seconds",
    "cpu_seconds",
    "energy",
    "lower_bound",
    "optimal",
    "attempt",
];

/// Quotes a string for SQL.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

impl Condition {
    /// The SQL condition.
    pub fn sql(&self) -> String {
        match self {
            Condition::All => "1".to_owned(),
            Condition::Verdict(verdict) => format!("verdict = '{verdict}'"),
            Condition::Decided => "verdict <> 'unknown'".to_owned(),
            Condition::Stopped(stop) => format!("stop IS {}", quoted(stop)),
            Condition::Detail(name, value) => {
                format!("details ->> {} IS {}", quoted(&format!("$.\"{name}\"")), quoted(value))
            }
        }
    }

    fn words(&self) -> String {
        match self {
            Condition::All => "rows".to_owned(),
            Condition::Verdict(verdict) => (*verdict).to_owned(),
            Condition::Decided => "decided".to_owned(),
            Condition::Stopped(stop) => format!("stopped by {stop}"),
            Condition::Detail(name, value) => format!("with {name}={value}"),
        }
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "rows" => return Ok(Condition::All),
            "solved" => return Ok(Condition::Verdict("solved")),
            "unsolvable" => return Ok(Condition::Verdict("unsolvable")),
            "unknown" => return Ok(Condition::Verdict("unknown")),
            "decided" => return Ok(Condition::Decided),
            _ => {}
        }
        if let Some(stop) = text.strip_prefix("stopped by ") {
            return Ok(Condition::Stopped(stop.to_owned()));
        }
        if let Some((name, value)) =
            text.strip_prefix("with ").and_then(|detail| detail.split_once('='))
        {
            return Ok(Condition::Detail(name.to_owned(), value.to_owned()));
        }
        Err(format!(
            "`{text}` is not a valid condition; expected rows, solved, unsolvable, unknown, \
             decided, `stopped by REASON` or `with DETAIL=VALUE`"
        ))
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Ok(condition) = text.parse() {
            return Ok(Metric::Count(condition));
        }
        let (what, of) = match text.split_once(" of ") {
            Some((what, of)) => (what, Some(of.parse()?)),
            None => (text.as_str(), None),
        };
        let help = || {
            format!(
                "`{text}` is not a valid value; expected a count (solved, unsolvable, unknown, \
                 decided, rows), `share CONDITION`, or `mean|sd|median|pN|min|max|total FIELD [of \
                 CONDITION]` with a field of {} or details.NAME",
                FIELDS.join(", ")
            )
        };
        let (word, rest) = what.split_once(' ').ok_or_else(help)?;
        if word == "share" {
            return Ok(Metric::Share(rest.parse()?, of.unwrap_or(Condition::All)));
        }
        let aggregate = match word {
            "mean" => Aggregate::Mean,
            "sd" => Aggregate::Deviation,
            "median" => Aggregate::Median,
            "min" => Aggregate::Min,
            "max" => Aggregate::Max,
            "total" => Aggregate::Total,
            _ => match word.strip_prefix('p').and_then(|percent| percent.parse().ok()) {
                Some(percent @ 0..=100) => Aggregate::Percentile(percent),
                _ => return Err(help()),
            },
        };
        let detail = rest
            .strip_prefix("details.")
            .is_some_and(|name| !name.is_empty() && !name.contains(['"', '\'']));
        if !FIELDS.contains(&rest) && !detail {
            return Err(help());
        }
        Ok(Metric::Field { aggregate, field: rest.to_owned(), of: of.unwrap_or(Condition::All) })
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |of: &Condition| match of {
            Condition::All => String::new(),
            of => format!(" of {}", of.words()),
        };
        match self {
            Metric::Count(condition) => write!(f, "{}", condition.words()),
            Metric::Share(condition, among) => {
                write!(f, "share {}{}", condition.words(), of(among))
            }
            Metric::Field { aggregate, field, of: among } => {
                match aggregate {
                    Aggregate::Mean => write!(f, "mean")?,
                    Aggregate::Deviation => write!(f, "sd")?,
                    Aggregate::Median => write!(f, "median")?,
                    Aggregate::Percentile(percent) => write!(f, "p{percent}")?,
                    Aggregate::Min => write!(f, "min")?,
                    Aggregate::Max => write!(f, "max")?,
                    Aggregate::Total => write!(f, "total")?,
                }
                write!(f, " {field}{}", of(among))
            }
        }
    }
}

impl Metric {
    /// The SQL expression over a group of rows of `query`.
    pub(crate) fn sql(&self, query: &mut Grouped) -> String {
        let filter = |of: &Condition| match of {
            Condition::All => String::new(),
            of => format!(" FILTER (WHERE {})", of.sql()),
        };
        match self {
            Metric::Count(condition) => format!("count(*){}", filter(condition)),
            Metric::Share(condition, among) => format!("avg({}){}", condition.sql(), filter(among)),
            Metric::Field { aggregate, field, of } => {
                let value = match field.strip_prefix("details.") {
                    Some(name) => {
                        format!("CAST(details ->> {} AS REAL)", quoted(&format!("$.\"{name}\"")))
                    }
                    None => field.clone(),
                };
                let call = match aggregate {
                    Aggregate::Deviation => return deviation(&value, &filter(of)),
                    Aggregate::Median => return query.quantile(&value, 50, of),
                    Aggregate::Percentile(percent) => return query.quantile(&value, *percent, of),
                    Aggregate::Mean => format!("avg({value})"),
                    Aggregate::Min => format!("min({value})"),
                    Aggregate::Max => format!("max({value})"),
                    Aggregate::Total => format!("sum({value})"),
                };
                format!("{call}{}", filter(of))
            }
        }
    }

    /// The required columns of `results`.
    pub(crate) fn columns(&self) -> Vec<&str> {
        let of = |condition: &Condition| match condition {
            Condition::All => None,
            Condition::Verdict(_) | Condition::Decided => Some("verdict"),
            Condition::Stopped(_) => Some("stop"),
            Condition::Detail(..) => Some("details"),
        };
        match self {
            Metric::Count(condition) => of(condition).into_iter().collect(),
            Metric::Share(condition, among) => {
                [of(condition), of(among)].into_iter().flatten().collect()
            }
            Metric::Field { field, of: among, .. } => {
                let field = if field.starts_with("details.") { "details" } else { field };
                [Some(field), of(among)].into_iter().flatten().collect()
            }
        }
    }

    /// Whether its values are whole numbers.
    pub fn is_whole(&self) -> bool {
        let whole_aggregate =
            |aggregate| matches!(aggregate, Aggregate::Min | Aggregate::Max | Aggregate::Total);
        match self {
            Metric::Count(_) => true,
            Metric::Share(..) => false,
            Metric::Field { aggregate, field, .. } => {
                whole_aggregate(*aggregate)
                    && !field.ends_with("seconds")
                    && field != "energy"
                    && !field.starts_with("details.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_sql() {
        let sql = |text: &str| text.parse::<Metric>().unwrap().sql(&mut Grouped::default());
        assert_eq!(sql("solved"), "count(*) FILTER (WHERE verdict = 'solved')");
        assert_eq!(sql("share solved"), "avg(verdict = 'solved')");
        assert_eq!(sql("mean length"), "avg(length)");
        assert_eq!(
            sql("median seconds of solved"),
            "sum(seconds * (100 - abs(100 * (rank0 - 1) - 50 * (count0 - 1))) / 100.0) FILTER \
             (WHERE seconds IS NOT NULL AND verdict = 'solved' AND abs(100 * (rank0 - 1) - 50 * \
             (count0 - 1)) < 100)"
        );
        assert_eq!(
            sql("share stopped by time of unknown"),
            "avg(stop IS 'time') FILTER (WHERE verdict = 'unknown')"
        );
        assert_eq!(sql("mean details.visited"), "avg(CAST(details ->> '$.\"visited\"' AS REAL))");
        for text in [
            "solved",
            "share solved of decided",
            "p90 expanded of solved",
            "sd length of solved",
            "share with phase=2 of solved",
        ] {
            assert_eq!(text.parse::<Metric>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for text in [
            "",
            "mean",
            "mean beauty",
            "share beautiful",
            "p101 length",
            "mean length of beautiful",
            "mean x'; drop",
        ] {
            assert!(text.parse::<Metric>().is_err(), "{text}");
        }
    }
}
