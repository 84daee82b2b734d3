//! Aggregates that SQLite has no function for: standard deviations and quantiles.

use super::Condition;

/// The SQL expression for the standard deviation of a sample, for which SQLite has no function. For
/// a single value it is null, by SQL's division by zero.
pub(crate) fn deviation(value: &str, filter: &str) -> String {
    let mean = |of: &str| format!("avg({of}){filter}");
    let (square, count) =
        (mean(&format!("1.0 * ({value}) * ({value})")), format!("count({value}){filter}"));
    let mean = mean(value);
    format!("sqrt(max(0, {square} - {mean} * {mean}) * {count} / ({count} - 1))")
}

/// A query that groups rows. SQLite has no quantiles: they are computed from the ranks of the
/// values in their group, by window functions.
#[derive(Debug, Default)]
pub(crate) struct Grouped {
    /// The columns by which rows are grouped.
    by: String,
    /// For each rank, the value and the condition of the ranked rows.
    ranked: Vec<(String, String)>,
}

impl Grouped {
    /// An empty query. `by` are the columns by which rows are grouped, separated by commas.
    pub fn by(by: &str) -> Grouped {
        Grouped { by: by.to_owned(), ranked: Vec::new() }
    }

    /// The expression for a percentile, with linear interpolation between neighbours, over the rows
    /// that satisfy a condition.
    pub fn quantile(&mut self, value: &str, percent: u8, of: &Condition) -> String {
        let condition = match of {
            Condition::All => format!("{value} IS NOT NULL"),
            of => format!("{value} IS NOT NULL AND {}", of.sql()),
        };
        let wanted = (value.to_owned(), condition.clone());
        let place = self.ranked.iter().position(|known| *known == wanted);
        let place = place.unwrap_or_else(|| {
            self.ranked.push(wanted);
            self.ranked.len() - 1
        });
        // In whole hundredths of a rank: a neighbour closer than one rank is weighted by its
        // closeness.
        let away = format!("abs(100 * (rank{place} - 1) - {percent} * (count{place} - 1))");
        format!("sum({value} * (100 - {away}) / 100.0) FILTER (WHERE {condition} AND {away} < 100)")
    }

    /// The source of the rows: a view or table with some columns, all of them if there are no
    /// ranks.
    pub fn source(&self, columns: &[&str], from: &str) -> String {
        if self.ranked.is_empty() {
            return from.to_owned();
        }
        let by = if self.by.is_empty() { String::new() } else { format!("{}, ", self.by) };
        let ranks = self.ranked.iter().enumerate().map(|(place, (value, condition))| {
            format!(
                ",\n             row_number() OVER (PARTITION BY {by}{condition} ORDER BY {value}) \
                 AS rank{place},\n             \
                 count(*) OVER (PARTITION BY {by}{condition}) AS count{place}"
            )
        });
        format!("(SELECT {}{}\n      FROM {from})", columns.join(", "), ranks.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quantiles of plain SQL are those of
    /// [`statistics::quantile`](crate::statistics::quantile).
    #[test]
    fn ranks_give_quantiles() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let values = [4.0, 1.0, 9.5, f64::INFINITY, 2.0, 2.0, 7.25];
        for count in 1..=values.len() {
            let mut sorted = values[..count].to_vec();
            sorted.sort_unstable_by(f64::total_cmp);
            for percent in [0, 10, 25, 50, 57, 90, 100] {
                let mut grouped = Grouped::by("g");
                let call = grouped.quantile("v", percent, &Condition::All);
                let rows = values[..count].iter().map(|v| match v.is_finite() {
                    true => format!("(1, {v:?})"),
                    false => "(1, 9e999)".to_owned(),
                });
                let rows = rows.chain(["(1, NULL)".to_owned(), "(2, 1000.0)".to_owned()]);
                let from = format!(
                    "(SELECT column1 AS g, column2 AS v FROM (VALUES {}))",
                    rows.collect::<Vec<_>>().join(", ")
                );
                let sql = format!(
                    "SELECT {call} FROM {} WHERE g = 1",
                    grouped.source(&["g", "v"], &from)
                );
                let found: f64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
                let wanted =
                    crate::statistics::quantile(&sorted, f64::from(percent) / 100.0).unwrap();
                let same = found == wanted || (found - wanted).abs() < 1e-9;
                assert!(same, "p{percent} of {sorted:?}: {found} is not {wanted}");
            }
        }
    }
}
