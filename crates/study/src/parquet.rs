//! The rows as Apache Parquet.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use rusqlite::types::ValueRef;

use crate::export::{ExportError, rows_query};
use crate::store::Store;

/// Rows of a row group: enough that columns compress well, few enough to be held in memory.
const GROUP: usize = 100_000;

/// Writes the latest row of each job, or all rows, with the columns of the other exports. Every column may be null;
/// integers are of 64 bits, text is UTF-8.
///
/// # Errors
/// The database's or the writer's.
pub fn write(store: &Store, all: bool, out: impl Write + Send) -> Result<(), ExportError> {
    write_groups(store, all, out, GROUP)
}

/// The values of a column in a row group, without the nulls.
enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Text(Vec<ByteArray>),
}

/// A column in a row group.
struct Column {
    values: Values,
    /// By row: 1 where there is a value, 0 where there is none.
    defined: Vec<i16>,
}

impl Column {
    /// An empty column for a type that a table declares.
    fn new(declared: &str) -> Self {
        let values = match declared {
            "INTEGER" => Values::Whole(Vec::new()),
            "REAL" => Values::Real(Vec::new()),
            _ => Values::Text(Vec::new()),
        };
        Column { values, defined: Vec::new() }
    }

    fn field(&self, name: &str) -> Result<TypePtr, ExportError> {
        let (physical, logical) = match self.values {
            Values::Whole(_) => (Physical::INT64, None),
            Values::Real(_) => (Physical::DOUBLE, None),
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
        Ok(Arc::new(field.with_logical_type(logical).build()?))
    }

    fn push(&mut self, value: ValueRef<'_>) -> Result<(), rusqlite::Error> {
        self.defined.push(i16::from(value != ValueRef::Null));
        match (&mut self.values, value) {
            (_, ValueRef::Null) => {}
            (Values::Whole(values), value) => values.push(value.as_i64()?),
            (Values::Real(values), ValueRef::Integer(number)) => values.push(number as f64),
            (Values::Real(values), value) => values.push(value.as_f64()?),
            (Values::Text(values), value) => values.push(value.as_str()?.into()),
        }
        Ok(())
    }
}

fn write_groups(store: &Store, all: bool, out: impl Write + Send, group: usize) -> Result<(), ExportError> {
    let mut statement = store.connection().prepare(rows_query(all))?;
    // The columns of a view have the types of the tables behind it.
    let (names, declared): (Vec<String>, Vec<String>) = statement
        .columns()
        .map(|column| (column.name().to_owned(), column.decl_type().unwrap_or("TEXT").to_ascii_uppercase()))
        .unzip();
    let empty = || declared.iter().map(|declared| Column::new(declared)).collect::<Vec<_>>();
    let fields = names.iter().zip(empty()).map(|(name, column)| column.field(name)).collect::<Result<_, _>>()?;
    let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties))?;

    let mut columns = empty();
    let mut held = 0;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for (index, column) in columns.iter_mut().enumerate() {
            column.push(row.get_ref(index)?)?;
        }
        held += 1;
        if held == group {
            write_group(&mut writer, std::mem::replace(&mut columns, empty()))?;
            held = 0;
        }
    }
    if held > 0 {
        write_group(&mut writer, columns)?;
    }
    writer.close()?;
    Ok(())
}

fn write_group(writer: &mut SerializedFileWriter<impl Write + Send>, columns: Vec<Column>) -> Result<(), ExportError> {
    let mut group = writer.next_row_group()?;
    for Column { values, defined } in columns {
        let mut out = group.next_column()?.expect("a column for each field");
        match values {
            Values::Whole(values) => out.typed::<Int64Type>().write_batch(&values, Some(&defined), None)?,
            Values::Real(values) => out.typed::<DoubleType>().write_batch(&values, Some(&defined), None)?,
            Values::Text(values) => out.typed::<ByteArrayType>().write_batch(&values, Some(&defined), None)?,
        };
        out.close()?;
    }
    group.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use serde_json::Value;

    use super::*;
    use crate::export::json_lines;
    use crate::job::Row;
    use crate::plan::Plan;

    const STUDY: &str = r#"
title = "Rows"
[[instances]]
set = "a | set, \"named\""
names = ["gaps:random/4x5/1..20"]
[[configurations]]
algorithm = "bfs"
"#;

    /// What is read back is what the JSON lines say, over several row groups, with nulls and text of all kinds.
    #[test]
    fn what_is_written_can_be_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::read(STUDY.to_owned(), "s.toml", folder.path().to_owned(), "s".to_owned()).unwrap();
        let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        store.adopt(&plan).unwrap();
        let orders = store.claim(&plan, 20).unwrap();
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

        for (all, group) in [(false, 7), (true, GROUP)] {
            let path = folder.path().join("rows.parquet");
            write_groups(&store, all, std::fs::File::create(&path).unwrap(), group).unwrap();
            let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
            assert_eq!(reader.metadata().num_row_groups(), 20_usize.div_ceil(group));
            let mut lines = Vec::new();
            json_lines(&store, all, &mut lines).unwrap();
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
                        Field::Str(text) => text.as_str().into(),
                        other => panic!("{name}: {other:?}"),
                    };
                    assert_eq!(field, line[name], "{name}");
                }
            }
            assert!(read.next().is_none());
        }
    }
}
