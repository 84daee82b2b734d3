//! The rows as Apache Parquet: optional columns of integers, real numbers and text, plainly encoded
//! in gzipped pages.
//!
//! The format: <https://parquet.apache.org/docs/file-format/> and `parquet.thrift`, whose numbers
//! of fields these are.

mod thrift;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use rusqlite::Statement;
use rusqlite::types::{Type, ValueRef};

use crate::export::ExportError;
use thrift::Struct;

/// Rows of a row group: enough that reading a column of it is worth while.
const GROUP: usize = 100_000;

/// Bytes of a page before compression.
const PAGE: usize = 1 << 20;

/// What a file begins and ends with.
const MAGIC: &[u8; 4] = b"PAR1";

// Numbers of the format.
const OPTIONAL: i32 = 1;
const DATA_PAGE: i32 = 0;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const GZIP: i32 = 2;
const UTF8: i32 = 0;

/// Writes the answer to a query. Every column may be null; integers are of 64 bits, text is UTF-8.
pub fn write(statement: &mut Statement<'_>, out: impl Write) -> Result<(), ExportError> {
    write_groups(statement, out, GROUP, PAGE)
}

/// What a column holds, with the format's number for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Whole = 2,
    Real = 5,
    Text = 6,
}

/// A column in a row group: pages that are finished, and the one that is being filled.
struct Column {
    name: String,
    kind: Kind,
    pages: Vec<u8>,
    /// Bytes of the finished pages before compression.
    uncompressed: usize,
    /// Rows in finished pages.
    paged: usize,
    /// By row of the page: whether there is a value.
    defined: Vec<bool>,
    /// The page's values, without the nulls.
    values: Vec<u8>,
}

impl Column {
    /// An empty column.
    fn new(name: String, kind: Kind) -> Self {
        Column {
            name,
            kind,
            pages: Vec::new(),
            uncompressed: 0,
            paged: 0,
            defined: Vec::new(),
            values: Vec::new(),
        }
    }

    fn schema(&self) -> Struct {
        let element =
            Struct::default().i32(1, self.kind as i32).i32(3, OPTIONAL).text(4, &self.name);
        match self.kind {
            // The same twice: for old readers, and for new ones.
            Kind::Text => {
                element.i32(6, UTF8).inner(10, Struct::default().inner(1, Struct::default()))
            }
            _ => element,
        }
    }

    fn push(&mut self, value: ValueRef<'_>, page: usize) -> Result<(), ExportError> {
        self.defined.push(value != ValueRef::Null);
        match (self.kind, value) {
            (_, ValueRef::Null) => {}
            (Kind::Whole, value) => {
                self.values.extend(value.as_i64().map_err(rusqlite::Error::from)?.to_le_bytes())
            }
            (Kind::Real, ValueRef::Integer(number)) => {
                self.values.extend((number as f64).to_le_bytes())
            }
            (Kind::Real, value) => {
                self.values.extend(value.as_f64().map_err(rusqlite::Error::from)?.to_le_bytes())
            }
            (Kind::Text, value) => {
                let text = match value {
                    ValueRef::Integer(number) => number.to_string().into(),
                    ValueRef::Real(number) => number.to_string().into(),
                    value => {
                        String::from_utf8_lossy(value.as_bytes().map_err(rusqlite::Error::from)?)
                    }
                };
                self.values.extend(length(text.len())?.to_le_bytes());
                self.values.extend(text.bytes());
            }
        }
        if self.values.len() + self.defined.len() >= page {
            self.end_page().map_err(ExportError::File)
        } else {
            Ok(())
        }
    }

    /// Packs what waits into a page.
    fn end_page(&mut self) -> io::Result<()> {
        if self.defined.is_empty() {
            return Ok(());
        }
        let levels = levels(&self.defined);
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&length(levels.len())?.to_le_bytes())?;
        packed.write_all(&levels)?;
        packed.write_all(&self.values)?;
        let packed = packed.finish()?;
        let unpacked = 4 + levels.len() + self.values.len();
        let values = Struct::default()
            .i32(1, length(self.defined.len())?)
            .i32(2, PLAIN)
            .i32(3, RLE)
            .i32(4, RLE);
        let header = Struct::default()
            .i32(1, DATA_PAGE)
            .i32(2, length(unpacked)?)
            .i32(3, length(packed.len())?)
            .inner(5, values)
            .finish();
        self.uncompressed += header.len() + unpacked;
        self.paged += self.defined.len();
        self.pages.extend(header);
        self.pages.extend(packed);
        self.defined.clear();
        self.values.clear();
        Ok(())
    }
}

/// A length as the format's numbers of 32 bits.
fn length(length: usize) -> io::Result<i32> {
    i32::try_from(length)
        .map_err(|_| io::Error::other(format!("{length} bytes are too many for a page of Parquet")))
}

/// Definition levels in the hybrid of run lengths and packed bits: runs only, for nulls come in
/// long ones.
fn levels(defined: &[bool]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for run in defined.chunk_by(|a, b| a == b) {
        thrift::varint(&mut bytes, (run.len() as u64) << 1);
        bytes.push(u8::from(run[0]));
    }
    bytes
}

/// What the columns of a query hold: what the tables behind it declare, and where a column is
/// computed what its values are.
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

fn write_groups(
    statement: &mut Statement<'_>,
    mut out: impl Write,
    group: usize,
    page: usize,
) -> Result<(), ExportError> {
    let kinds = kinds(statement)?;
    let named: Vec<(String, Kind)> =
        statement.column_names().map(str::to_owned).zip(kinds).collect();
    let empty =
        || named.iter().map(|(name, kind)| Column::new(name.clone(), *kind)).collect::<Vec<_>>();

    out.write_all(MAGIC)?;
    let mut at = MAGIC.len();
    let mut columns = empty();
    let root = Struct::default().text(4, "rows").i32(5, length(columns.len())?);
    let schema: Vec<Struct> =
        std::iter::once(root).chain(columns.iter().map(Column::schema)).collect();
    let (mut groups, mut held, mut count) = (Vec::new(), 0, 0_i64);
    let mut rows = statement.query([])?;
    loop {
        let row = rows.next()?;
        if held == group || (row.is_none() && held > 0) {
            groups.push(write_group(
                &mut out,
                std::mem::replace(&mut columns, empty()),
                held,
                &mut at,
            )?);
            held = 0;
        }
        let Some(row) = row else { break };
        for (index, column) in columns.iter_mut().enumerate() {
            column.push(row.get_ref(index)?, page)?;
        }
        held += 1;
        count += 1;
    }
    let footer = Struct::default()
        .i32(1, 1)
        .structs(2, schema.into_iter())
        .i64(3, count)
        .structs(4, groups.into_iter())
        .text(6, concat!("patience version ", env!("CARGO_PKG_VERSION")))
        .finish();
    out.write_all(&footer)?;
    out.write_all(&length(footer.len())?.to_le_bytes())?;
    out.write_all(MAGIC)?;
    Ok(out.flush()?)
}

/// Writes a row group, which begins at the byte `at` of the file, and returns its description.
fn write_group(
    out: &mut impl Write,
    columns: Vec<Column>,
    rows: usize,
    at: &mut usize,
) -> io::Result<Struct> {
    let (mut uncompressed, mut chunks) = (0, Vec::new());
    for mut column in columns {
        column.end_page()?;
        out.write_all(&column.pages)?;
        let description = Struct::default()
            .i32(1, column.kind as i32)
            .i32s(2, &[PLAIN, RLE])
            .texts(3, &[&column.name])
            .i32(4, GZIP)
            .i64(5, column.paged as i64)
            .i64(6, column.uncompressed as i64)
            .i64(7, column.pages.len() as i64)
            .i64(9, *at as i64);
        // The first is where the description stands besides: nowhere.
        chunks.push(Struct::default().i64(2, 0).inner(3, description));
        *at += column.pages.len();
        uncompressed += column.uncompressed;
    }
    Ok(Struct::default()
        .structs(1, chunks.into_iter())
        .i64(2, uncompressed as i64)
        .i64(3, rows as i64))
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
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

    /// What another implementation reads is what the JSON lines say, over several row groups and
    /// pages, with nulls and text of all kinds.
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

        // Computed columns have no declared type: whole numbers, real ones, both, what is null
        // throughout, and text beside numbers.
        let computed = "SELECT job * 2 AS twice, seconds / 2 AS half, iif(job < 9, 1, 2.5) AS both, NULL AS none, \
                        iif(job < 9, 'few', job) AS mixed FROM runs ORDER BY job";
        for (sql, group, page) in [
            (ROWS, 7, PAGE),
            (ALL_ROWS, GROUP, PAGE),
            (ALL_ROWS, GROUP, 100),
            (ROWS, 3, 1),
            (computed, 7, PAGE),
        ] {
            let path = folder.path().join("rows.parquet");
            let mut statement = store.connection().prepare(sql).unwrap();
            write_groups(&mut statement, std::fs::File::create(&path).unwrap(), group, page)
                .unwrap();
            let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
            assert_eq!(reader.metadata().num_row_groups(), 20_usize.div_ceil(group));
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
