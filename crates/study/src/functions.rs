//! SQL functions: `median`, `percentile`, `exp`, `ln` and `sqrt`, which the `sqlite3` shell has and
//! the library lacks, and `checksum`; and a guard that allows reading only.

use rusqlite::Connection;
use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;

use crate::statistics;

/// `median(x)` and `percentile(x, p)` as SQLite's own percentile extension defines them, `ln(x)`,
/// `sqrt(x)`, and `checksum(…)`.
pub(crate) fn add(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_aggregate_function("median", 1, flags, Percentile)?;
    connection.create_aggregate_function("percentile", 2, flags, Percentile)?;
    add_mathematics(connection)?;
    connection.create_scalar_function("checksum", -1, flags, checksum)
}

/// `exp`, `ln` and `sqrt`, which SQLite provides if built with its mathematical functions.
pub(crate) fn add_mathematics(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("ln", 1, flags, |context| {
        Ok(context.get::<Option<f64>>(0)?.filter(|value| *value > 0.0).map(libm::log))
    })?;
    connection.create_scalar_function("exp", 1, flags, |context| {
        Ok(context.get::<Option<f64>>(0)?.map(libm::exp))
    })?;
    connection.create_scalar_function("sqrt", 1, flags, |context| {
        Ok(context.get::<Option<f64>>(0)?.filter(|value| *value >= 0.0).map(f64::sqrt))
    })
}

/// Makes SQLite reject every statement that would change, attach or create a database. Temporary
/// tables remain possible.
pub(crate) fn only_read(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.authorizer(Some(|context: AuthContext<'_>| match context.action {
        AuthAction::Select
        | AuthAction::Read { .. }
        | AuthAction::Function { .. }
        | AuthAction::Recursive
        | AuthAction::Pragma { .. }
        | AuthAction::Transaction { .. }
        | AuthAction::Savepoint { .. } => Authorization::Allow,
        _ if context.database_name == Some("temp") => Authorization::Allow,
        _ => Authorization::Deny,
    }))
}

struct Percentile;

/// The requested share, and the values so far.
type Values = (f64, Vec<f64>);

impl Aggregate<Values, Option<f64>> for Percentile {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Values> {
        Ok((0.5, Vec::new()))
    }

    fn step(&self, context: &mut Context<'_>, values: &mut Values) -> rusqlite::Result<()> {
        if context.len() > 1 {
            values.0 = context.get::<f64>(1)? / 100.0;
        }
        values.1.extend(context.get::<Option<f64>>(0)?);
        Ok(())
    }

    fn finalize(
        &self,
        _: &mut Context<'_>,
        values: Option<Values>,
    ) -> rusqlite::Result<Option<f64>> {
        Ok(values.and_then(|(share, mut values)| {
            values.sort_unstable_by(f64::total_cmp);
            statistics::quantile(&values, share)
        }))
    }
}

/// FNV-1a over the values, each with its type and its length.
fn checksum(context: &Context<'_>) -> rusqlite::Result<i64> {
    let mut bytes = Vec::with_capacity(512);
    for index in 0..context.len() {
        match context.get_raw(index) {
            ValueRef::Null => bytes.push(0),
            ValueRef::Integer(number) => {
                bytes.push(1);
                bytes.extend(number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                bytes.push(2);
                bytes.extend(number.to_bits().to_le_bytes());
            }
            value @ (ValueRef::Text(text) | ValueRef::Blob(text)) => {
                bytes.push(if matches!(value, ValueRef::Text(_)) { 3 } else { 4 });
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text);
            }
        }
    }
    Ok(patience_core::fnv1a(&bytes) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::deviation;

    #[test]
    fn the_standard_deviation_in_sql_is_that_of_a_sample() {
        let connection = Connection::open_in_memory().unwrap();
        add(&connection).unwrap();
        let of = |values: &[f64]| -> Option<f64> {
            let rows: Vec<String> = values.iter().map(|value| format!("({value})")).collect();
            let sql = format!(
                "SELECT {} FROM (SELECT column1 AS x FROM (VALUES {}))",
                deviation("x", ""),
                rows.join(", ")
            );
            connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        for values in [
            &[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0][..],
            &[1e6, 1e6 + 1.0],
            &[3.0, 3.0, 3.0],
            &[7.0],
        ] {
            let (sql, own) = (of(values), statistics::standard_deviation(values));
            assert!(
                sql.zip(own).is_none_or(|(sql, own)| (sql - own).abs() < 1e-3),
                "{sql:?} {own:?}"
            );
            assert_eq!(sql.is_some(), own.is_some());
        }
    }
}
