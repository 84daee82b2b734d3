//! The bytes of a certificate, counted and added to a checksum as they are read.

use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::io::{BufReader, ErrorKind::UnexpectedEof, Read};

use crate::{Failure, Watch};

/// The start of every certificate: a byte that is not text, a name, a line end (which copying as
/// text changes), and the version of the format.
pub const MAGIC: [u8; 8] = *b"\x89PCERT\n\x02";

/// The start of a file compressed by zstd (RFC 8878, 3.1.1).
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The number of this pass over a certificate, from 0, and of all passes. Each pass holds its share
/// of the states or positions in memory, and checks the statements about these; the first pass
/// makes all checks that need no memory.
#[derive(Clone, Copy)]
pub struct Pass(pub u64, pub u64);

impl Pass {
    /// Whether a state or position is held in this pass.
    pub fn holds(self, state: &impl Hash) -> bool {
        self.1 == 1
            || BuildHasherDefault::<DefaultHasher>::default().hash_one(state) % self.1 == self.0
    }
}

/// Reads a certificate from front to back.
pub struct Input<'w, R> {
    reader: BufReader<R>,
    /// The number of this pass.
    pub pass: Pass,
    sum: u64,
    /// Records begun.
    pub record: u64,
    watch: Watch<'w>,
    /// Bytes read.
    read: u64,
}

/// Bytes that a collection of `T` allocates for `more` items: if they do not fit, it doubles, and a
/// hash table needs a little more than its entries.
pub fn growth<T>(length: usize, capacity: usize, more: usize) -> u64 {
    let grows = length + more > capacity;
    if grows { (5 * capacity.max(length + more) * size_of::<T>() / 2) as u64 } else { 0 }
}

impl<'w, R: Read> Input<'w, R> {
    /// Reads the magic.
    pub fn new(reader: R, pass: Pass, watch: Watch<'w>) -> Result<Self, Failure> {
        let (reader, sum) = (BufReader::new(reader), 0xCBF2_9CE4_8422_2325);
        let mut input = Input { reader, pass, sum, record: 0, read: 0, watch };
        let unreadable = |why: &str| Err(Failure::Unreadable(why.to_owned()));
        let bytes = input.bytes(8)?;
        match bytes.strip_prefix(&MAGIC[..7]) {
            Some([2]) => Ok(input),
            Some(other) => unreadable(&format!("version {} of the format; expected 2", other[0])),
            None if bytes.starts_with(&ZSTD) => unreadable(
                "compressed by zstd; expected a certificate, as from `zstd -dc FILE | \
                 patience-check -`",
            ),
            None => unreadable("not a certificate: it does not begin like one"),
        }
    }

    /// Asks the caller whether to continue, before `more` bytes are allocated: at every record, and
    /// at every other piece of work of similar length.
    pub fn poll(&mut self, more: u64) -> Result<(), Failure> {
        if (self.watch)(more) { Ok(()) } else { Err(Failure::Stopped) }
    }

    /// Begins a record.
    pub fn begin(&mut self) -> Result<(), Failure> {
        self.record += 1;
        self.poll(0)
    }

    /// The next byte. The sum is FNV-1a with 64 bits.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, Failure> {
        let mut byte = [0];
        self.reader.read_exact(&mut byte).map_err(|error| self.failure(&error))?;
        self.read += 1;
        self.sum = (self.sum ^ u64::from(byte[0])).wrapping_mul(0x100_0000_01B3);
        Ok(byte[0])
    }

    /// The reason why there is no next byte.
    fn failure(&self, error: &std::io::Error) -> Failure {
        let Input { record, read, .. } = self;
        Failure::Unreadable(match error.kind() {
            UnexpectedEof if *read < 8 => "not a certificate: it has under 8 bytes".to_owned(),
            UnexpectedEof => format!(
                "it ends within record {record} (0: the header), at byte {read}; expected the rest \
                 of it, and the records up to the checksum"
            ),
            _ => format!("within record {record}: {error}"),
        })
    }

    /// The next bytes.
    pub fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Failure> {
        (0..count).map(|_| self.byte()).collect()
    }

    /// The next `N` bytes as a little-endian number.
    pub fn number<const N: usize>(&mut self) -> Result<u64, Failure> {
        (0..N).try_fold(0, |number, index| Ok(number | u64::from(self.byte()?) << (8 * index)))
    }

    /// A string of printable ASCII, preceded by its length.
    pub fn text(&mut self) -> Result<String, Failure> {
        let length = self.number::<2>()?;
        let text = String::from_utf8(self.bytes(length as usize)?).ok();
        let printable = text.filter(|text| text.bytes().all(|sign| (b' '..=b'~').contains(&sign)));
        printable.ok_or_else(|| Failure::Unreadable("the header is not printable text".to_owned()))
    }

    /// Compares the sum at the end, after which no bytes may follow, and returns it.
    pub fn finish(&mut self) -> Result<u64, Failure> {
        let sum = self.sum;
        let fits = self.number::<8>()? == sum && self.byte().is_err();
        let failure =
            || Failure::Unreadable("the checksum is wrong, or something follows it".to_owned());
        if fits { Ok(sum) } else { Err(failure()) }
    }
}
