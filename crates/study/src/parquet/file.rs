//! Writes Parquet files with the crate `parquet`, one row at a time.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{Type, TypePtr};

use super::{Cell, Kind};
use crate::export_error::ExportError;

/// Rows per row group: enough to make reading a single column worthwhile.
const ROWS: usize = 100_000;

/// Maximum bytes of values in a row group, which is held in memory.
const BYTES: usize = 64 << 20;

/// Writes rows as Apache Parquet; every column may be null.
///
/// ```
/// use patience_study::parquet::{Cell, Kind, Writer};
///
/// let mut file = Vec::new();
/// let columns = [("deal", Kind::Text), ("length", Kind::Whole)];
/// let mut writer = Writer::new(&columns, &mut file)?;
/// writer.push([Cell::Text("gaps:random/4x4/1".into()), Cell::Whole(12)])?;
/// writer.push([Cell::Text("gaps:random/4x4/2".into()), Cell::Null])?;
/// writer.finish()?;
/// assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
/// # Ok::<(), patience_study::export::ExportError>(())
/// ```
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    /// Rows per row group.
    group: usize,
    /// Number of rows in the row group being filled.
    rows: usize,
    bytes: usize,
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file with these columns.
    ///
    /// # Errors
    /// The writer fails.
    pub fn new(columns: &[(&str, Kind)], out: W) -> Result<Self, ExportError> {
        Self::grouped(columns, out, ROWS)
    }

    /// Starts a file with at most this many rows per row group.
    pub(super) fn grouped(
        columns: &[(&str, Kind)],
        out: W,
        group: usize,
    ) -> Result<Self, ExportError> {
        let fields =
            columns.iter().map(|(name, kind)| field(name, *kind)).collect::<Result<_, _>>();
        let root = Type::group_type_builder("rows").with_fields(fields?).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::GZIP(Default::default()))
            .set_created_by(concat!("patience version ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(root), Arc::new(properties))?;
        let columns = columns.iter().map(|(_, kind)| Column::new(*kind)).collect();
        Ok(Writer { file, columns, group, rows: 0, bytes: 0 })
    }

    /// Adds a row: a cell per column, of the column's kind or null.
    ///
    /// # Errors
    /// The writer fails.
    ///
    /// # Panics
    /// If there are more or fewer cells than columns, or a cell is of another kind.
    pub fn push<'a>(&mut self, row: impl IntoIterator<Item = Cell<'a>>) -> Result<(), ExportError> {
        let mut cells = row.into_iter();
        for column in &mut self.columns {
            self.bytes += column.push(cells.next().expect("a row has a cell for each column"));
        }
        assert!(cells.next().is_none(), "a row has at most one cell per column");
        self.rows += 1;
        if self.rows == self.group || self.bytes >= BYTES { self.end_group() } else { Ok(()) }
    }

    /// Adds a key and a value to the file's metadata.
    pub fn note(&mut self, key: &str, value: &str) {
        self.file.append_key_value_metadata(KeyValue::new(key.to_owned(), value.to_owned()));
    }

    /// Writes the remaining rows and the end of the file.
    ///
    /// # Errors
    /// The writer fails.
    pub fn finish(mut self) -> Result<(), ExportError> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.close()?;
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), ExportError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let writer = group.next_column()?.expect("the schema has a column for each of these");
            column.write(writer)?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

/// The description of an optional column.
fn field(name: &str, kind: Kind) -> Result<TypePtr, ParquetError> {
    let physical = match kind {
        Kind::Whole => Physical::INT64,
        Kind::Real => Physical::DOUBLE,
        Kind::Text => Physical::BYTE_ARRAY,
    };
    let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
    let field = match kind {
        Kind::Text => field
            .with_logical_type(Some(LogicalType::String))
            .with_converted_type(ConvertedType::UTF8),
        _ => field,
    };
    Ok(Arc::new(field.build()?))
}

/// A column of the row group being filled.
struct Column {
    values: Values,
    /// By row: 1 if there is a value, 0 if it is null.
    levels: Vec<i16>,
}

/// The values of a column without the nulls.
enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Text(Vec<ByteArray>),
}

impl Column {
    fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Whole => Values::Whole(Vec::new()),
            Kind::Real => Values::Real(Vec::new()),
            Kind::Text => Values::Text(Vec::new()),
        };
        Column { values, levels: Vec::new() }
    }

    /// Adds a cell and returns the bytes that its value takes.
    fn push(&mut self, cell: Cell<'_>) -> usize {
        self.levels.push(i16::from(!matches!(cell, Cell::Null)));
        match (&mut self.values, cell) {
            (_, Cell::Null) => return 0,
            (Values::Whole(values), Cell::Whole(value)) => values.push(value),
            (Values::Real(values), Cell::Real(value)) => values.push(value),
            (Values::Text(values), Cell::Text(value)) => {
                values.push(value.into_owned().into_bytes().into());
                return size_of::<ByteArray>() + values.last().map_or(0, ByteArray::len);
            }
            _ => panic!("a cell is of the kind of its column"),
        }
        size_of::<u64>()
    }

    /// Writes the column and empties it.
    fn write(&mut self, mut out: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        fn batch<T: DataType>(
            out: &mut SerializedColumnWriter<'_>,
            values: &mut Vec<T::T>,
            levels: &[i16],
        ) -> Result<(), ParquetError> {
            out.typed::<T>().write_batch(values, Some(levels), None)?;
            values.clear();
            Ok(())
        }
        match &mut self.values {
            Values::Whole(values) => batch::<Int64Type>(&mut out, values, &self.levels),
            Values::Real(values) => batch::<DoubleType>(&mut out, values, &self.levels),
            Values::Text(values) => batch::<ByteArrayType>(&mut out, values, &self.levels),
        }?;
        self.levels.clear();
        out.close()
    }
}

impl From<ParquetError> for ExportError {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => ExportError::File(*error),
                Err(error) => ExportError::Parquet(error),
            },
            error => ExportError::Parquet(Box::new(error)),
        }
    }
}
