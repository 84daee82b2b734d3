//! What of Thrift's compact protocol Parquet's metadata needs: structs of integers, text, lists and
//! structs.
//!
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>

/// The protocol's numbers for types.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct that is being written: fields in ascending order of their ids.
#[derive(Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    /// The field's header: how much its id is above the last one's, and its type.
    fn field(&mut self, id: u8, kind: u8) {
        let delta = id
            .checked_sub(self.last)
            .filter(|delta| (1..16).contains(delta))
            .expect("ids ascend, in small steps");
        self.bytes.push(delta << 4 | kind);
        self.last = id;
    }

    /// An integer of 32 bits.
    pub fn i32(mut self, id: u8, value: i32) -> Self {
        self.field(id, I32);
        zigzag(&mut self.bytes, value.into());
        self
    }

    /// An integer of 64 bits.
    pub fn i64(mut self, id: u8, value: i64) -> Self {
        self.field(id, I64);
        zigzag(&mut self.bytes, value);
        self
    }

    /// A text.
    pub fn text(mut self, id: u8, value: &str) -> Self {
        self.field(id, BINARY);
        text(&mut self.bytes, value);
        self
    }

    /// A struct.
    pub fn inner(mut self, id: u8, value: Struct) -> Self {
        self.field(id, STRUCT);
        self.bytes.extend(value.finish());
        self
    }

    /// A list of structs.
    pub fn structs(mut self, id: u8, values: impl ExactSizeIterator<Item = Struct>) -> Self {
        self.field(id, LIST);
        list(&mut self.bytes, values.len(), STRUCT);
        values.for_each(|value| self.bytes.extend(value.finish()));
        self
    }

    /// A list of integers of 32 bits.
    pub fn i32s(mut self, id: u8, values: &[i32]) -> Self {
        self.field(id, LIST);
        list(&mut self.bytes, values.len(), I32);
        values.iter().for_each(|value| zigzag(&mut self.bytes, (*value).into()));
        self
    }

    /// A list of texts.
    pub fn texts(mut self, id: u8, values: &[&str]) -> Self {
        self.field(id, LIST);
        list(&mut self.bytes, values.len(), BINARY);
        values.iter().for_each(|value| text(&mut self.bytes, value));
        self
    }

    /// The bytes, with the sign that ends a struct.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Seven bits a byte, the lowest first; all but the last byte have their highest bit set.
pub(super) fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A number with a sign, so that small ones take few bytes.
fn zigzag(out: &mut Vec<u8>, value: i64) {
    varint(out, (value << 1 ^ value >> 63) as u64);
}

fn text(out: &mut Vec<u8>, text: &str) {
    varint(out, text.len() as u64);
    out.extend(text.bytes());
}

/// A list's header.
fn list(out: &mut Vec<u8>, length: usize, kind: u8) {
    match length {
        0..15 => out.push((length as u8) << 4 | kind),
        _ => {
            out.push(0xf0 | kind);
            varint(out, length as u64);
        }
    }
}
