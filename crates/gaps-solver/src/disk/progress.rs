//! The progress of a sweep, as bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::record::{FIRST_RUN, RECORD, Record};
use super::sealed::{Checksum, Sealed, Sealing};
use crate::fault::Fault;
use crate::position::PACKED;

/// The progress of a sweep. Together with the layers in the scratch space it is all that is needed
/// to resume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The layers not yet processed; the first may be processed in part.
    pub layers: BTreeSet<u32>,
    /// The last record processed in the first of these layers.
    pub upto: Option<Record>,
    /// The processed layers, in order.
    pub done: Vec<u32>,
    /// Length and checksum of each.
    pub written: BTreeMap<u32, Checksum>,
}

impl Progress {
    pub fn write(&self, out: &mut Sealing<'_>) -> io::Result<()> {
        out.word(self.done.len() as u64)?;
        out.word(self.layers.len() as u64)?;
        for number in self.done.iter().chain(&self.layers) {
            let (bytes, state) =
                self.written.get(number).map_or_else(|| Checksum::EMPTY.parts(), Checksum::parts);
            out.word((*number).into())?;
            out.word(bytes)?;
            out.word(state)?;
        }
        out.put(&[self.upto.is_some().into()])?;
        self.upto.map_or(Ok(()), |record| out.put(&record))
    }

    pub fn read(from: &mut Sealed) -> Result<Self, Fault> {
        let mut progress = Progress::default();
        let done = from.count(24)?;
        let waiting = from.count(24)?;
        let mut last = None;
        for index in 0..done.saturating_add(waiting) {
            let [number, bytes, state] = [from.word()?, from.word()?, from.word()?];
            let number = u32::try_from(number)
                .ok()
                .filter(|&number| number < FIRST_RUN && Some(number) > last);
            let whole = bytes > 0 && bytes.is_multiple_of(PACKED as u64);
            let Some(number) = number.filter(|_| whole) else {
                return Err(from.damaged("its list of layers is invalid"));
            };
            last = Some(number);
            if index < done {
                progress.done.push(number);
            } else {
                progress.layers.insert(number);
            }
            progress.written.insert(number, Checksum::of_parts(bytes, state));
        }
        progress.upto = match from.take::<1>()? {
            [0] => None,
            [1] => Some(from.take::<RECORD>()?),
            _ => return Err(from.damaged("its list of layers is invalid")),
        };
        Ok(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_being_written_and_no_part_of_it_is_read() {
        let sums = [(1, 56), (2, 112), (3, 56), (70_000, 560)];
        let progress = Progress {
            layers: BTreeSet::from([3, 70_000]),
            upto: Some([7; RECORD]),
            done: vec![1, 2],
            written: sums
                .map(|(number, bytes)| (number, Checksum::of_parts(bytes, bytes * 77)))
                .into(),
        };
        let mut bytes = Vec::new();
        progress.write(&mut Sealing::new(&mut bytes)).unwrap();
        let read = |bytes: &[u8]| {
            let from = Box::new(io::Cursor::new(bytes.to_vec()));
            Progress::read(&mut Sealed::new(from, bytes.len() as u64, "it".to_owned()))
        };
        assert_eq!(read(&bytes).expect("it is whole"), progress);
        for length in 0..bytes.len() {
            assert!(matches!(read(&bytes[..length]), Err(Fault::Broken { .. })), "{length} bytes");
        }
    }
}
