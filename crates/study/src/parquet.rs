//! Rows as Apache Parquet: optional columns of integers, real numbers and text, in gzipped pages.
//!
//! The default feature `parquet` adds the crate that writes the files. Without it every call
//! returns an error that names the feature.

#[cfg_attr(feature = "parquet", path = "parquet/file.rs")]
#[cfg_attr(not(feature = "parquet"), path = "parquet/absent.rs")]
mod writer;

use std::borrow::Cow;
use std::io::Write;

use rusqlite::types::{Type, ValueRef};
use rusqlite::{Error, Statement};

use crate::export_error::ExportError;
pub use writer::Writer;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Integers of 64 bits.
    Whole,
    /// Real numbers of 64 bits.
    Real,
    /// Text in UTF-8.
    Text,
}

/// A value of a row, for [`Writer::push`].
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value, in a column of any kind.
    Null,
    /// An integer.
    Whole(i64),
    /// A real number.
    Real(f64),
    /// A string.
    Text(Cow<'a, str>),
}

/// Writes the answer to a query.
pub(crate) fn write(
    statement: &mut Statement<'_>,
    provenance: &str,
    out: impl Write + Send,
) -> Result<(), ExportError> {
    write_with(statement, |columns| {
        let mut writer = Writer::new(columns, out)?;
        writer.note("patience.provenance", provenance);
        Ok(writer)
    })
}

fn write_with<W: Write + Send>(
    statement: &mut Statement<'_>,
    begin: impl FnOnce(&[(&str, Kind)]) -> Result<Writer<W>, ExportError>,
) -> Result<(), ExportError> {
    let kinds = kinds(statement)?;
    let columns: Vec<(&str, Kind)> = statement.column_names().zip(kinds.iter().copied()).collect();
    let mut writer = begin(&columns)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let cells = kinds.iter().enumerate().map(|(index, kind)| cell(*kind, row.get_ref(index)?));
        writer.push(cells.collect::<Result<Vec<_>, Error>>()?)?;
    }
    writer.finish()
}

/// Converts a query's value for a column of the given kind.
fn cell(kind: Kind, value: ValueRef<'_>) -> Result<Cell<'_>, Error> {
    Ok(match (kind, value) {
        (_, ValueRef::Null) => Cell::Null,
        (Kind::Whole, value) => Cell::Whole(value.as_i64()?),
        (Kind::Real, ValueRef::Integer(number)) => Cell::Real(number as f64),
        (Kind::Real, value) => Cell::Real(value.as_f64()?),
        (Kind::Text, ValueRef::Integer(number)) => Cell::Text(number.to_string().into()),
        (Kind::Text, ValueRef::Real(number)) => Cell::Text(number.to_string().into()),
        (Kind::Text, value) => Cell::Text(String::from_utf8_lossy(value.as_bytes()?)),
    })
}

/// Determines the types of a query's columns: the declared type in its table, or the type of the
/// values if it is computed.
fn kinds(statement: &mut Statement<'_>) -> Result<Vec<Kind>, ExportError> {
    let declared = |name: &str| match name.to_ascii_uppercase().as_str() {
        "INTEGER" => Kind::Whole,
        "REAL" => Kind::Real,
        _ => Kind::Text,
    };
    let mut kinds: Vec<Option<Kind>> =
        statement.columns().map(|column| column.decl_type().map(declared)).collect();
    let computed: Vec<usize> = (0..kinds.len()).filter(|index| kinds[*index].is_none()).collect();
    if !computed.is_empty() {
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for index in computed.iter().copied() {
                kinds[index] = match (kinds[index], row.get_ref(index)?.data_type()) {
                    (kind, Type::Null) => kind,
                    (None | Some(Kind::Whole), Type::Integer) => Some(Kind::Whole),
                    (None | Some(Kind::Whole | Kind::Real), Type::Real)
                    | (Some(Kind::Real), Type::Integer) => Some(Kind::Real),
                    _ => Some(Kind::Text),
                };
            }
        }
    }
    Ok(kinds.into_iter().map(|kind| kind.unwrap_or(Kind::Text)).collect())
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use std::fs::File;

    use ::parquet::basic::Compression;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;
    use serde_json::Value;

    use super::*;
    use crate::export::{ALL_ROWS, Format, ROWS, write};
    use crate::job::Row;
    use crate::spec::Spec;
    use crate::store::Store;

    const STUDY: &str = r#"
title = "Rows"
[[instances]]
set = "a | set, \"named\""
names = ["gaps:random/4x5/1..20"]
[[configurations]]
algorithm = "bfs"
"#;

    /// The values read back equal those of the JSON lines, over several row groups, with nulls and
    /// all kinds of text.
    #[test]
    fn what_is_written_can_be_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let spec = Spec::read(STUDY.to_owned(), "s.toml", folder.path().to_owned(), "s".to_owned())
            .unwrap();
        let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        store.adopt(&spec).unwrap();
        let orders = store.claim(&spec, 20).unwrap();
        let rows = orders.iter().enumerate().map(|(index, order)| Row {
            job: order.job,
            attempt: order.attempt,
            game: "gaps".to_owned(),
            rules: "standard".to_owned(),
            board: format!("board {index} ♠"),
            algorithm: "bfs".to_owned(),
            verdict: "solved".to_owned(),
            stop: (index % 3 == 0).then(|| "time".to_owned()),
            length: (index % 2 == 0).then_some(index as u64),
            expanded: 1 << (3 * index),
            seconds: index as f64 / 3.0,
            plan: (index % 4 == 0).then(|| "x".repeat(1000 * index)),
            ..Row::default()
        });
        store.add(&rows.collect::<Vec<_>>()).unwrap();

        // Computed columns have no declared type: whole numbers, real numbers, both, only nulls,
        // and text next to numbers.
        let computed = "SELECT job * 2 AS twice, seconds / 2 AS half, iif(job < 9, 1, \
                        2.5) AS both, NULL AS none, iif(job < 9, 'few', job) AS mixed FROM runs \
                        ORDER BY job";
        let path = folder.path().join("noted.parquet");
        let file = File::create(&path).unwrap();
        write(&store, ROWS, Format::Parquet, &mut { file }).unwrap();
        let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
        let noted = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let noted = noted.iter().find(|note| note.key == "patience.provenance").unwrap();
        let noted: Value = serde_json::from_str(noted.value.as_deref().unwrap()).unwrap();
        assert_eq!(noted, crate::export::provenance(&store).unwrap());

        for (sql, group) in [(ROWS, 7), (ALL_ROWS, 100), (ALL_ROWS, 20), (ROWS, 1), (computed, 7)] {
            let path = folder.path().join("rows.parquet");
            let mut statement = store.connection().prepare(sql).unwrap();
            let file = File::create(&path).unwrap();
            write_with(&mut statement, |columns| Writer::grouped(columns, file, group)).unwrap();
            let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
            let groups = reader.metadata().row_groups();
            assert_eq!(groups.len(), 20_usize.div_ceil(group));
            for column in groups.iter().flat_map(|group| group.columns()) {
                assert!(matches!(column.compression(), Compression::GZIP(_)), "{column:?}");
            }
            let mut lines = Vec::new();
            write(&store, sql, Format::JsonLines, &mut lines).unwrap();
            let lines = String::from_utf8(lines).unwrap();
            let mut read = reader.get_row_iter(None).unwrap();
            for line in lines.lines() {
                let line: Value = serde_json::from_str(line).unwrap();
                let row = read.next().expect("as many rows").unwrap();
                assert_eq!(row.len(), line.as_object().unwrap().len());
                for (name, field) in row.get_column_iter() {
                    let field = match field {
                        Field::Null => Value::Null,
                        Field::Long(number) if name == "optimal" => (*number != 0).into(),
                        Field::Long(number) => (*number).into(),
                        Field::Double(number) => (*number).into(),
                        Field::Str(text) if name == "setting" || name == "details" => {
                            serde_json::from_str(text).unwrap()
                        }
                        Field::Str(text) if name == "mixed" && line[name].is_number() => {
                            text.parse::<i64>().unwrap().into()
                        }
                        Field::Str(text) => text.as_str().into(),
                        other => panic!("{name}: {other:?}"),
                    };
                    match line[name].as_f64() {
                        Some(number) if field.is_f64() => assert_eq!(field, number, "{name}"),
                        _ => assert_eq!(field, line[name], "{name}"),
                    }
                }
            }
            assert!(read.next().is_none());
        }
    }
}
