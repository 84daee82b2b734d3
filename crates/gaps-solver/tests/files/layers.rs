//! Layers of a sweep that are damaged, missing or do not fit on the disk.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

use patience_core::Limits;
use patience_gaps::{Answer, Board, Config, Fault, Files, Rules, Scratch, Strategy};
use patience_testing::size;

use crate::{SWEEP, deals, deals_of, in_full, is_right, support};

/// A change to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Missing,
    Empty,
    Short,
    Long,
    Zeros,
    Bit(usize),
    Unreadable,
    /// The content of another file.
    Swapped,
}

impl Damage {
    fn all(bit: usize) -> [Self; 8] {
        use Damage::{Bit, Empty, Long, Missing, Short, Swapped, Unreadable, Zeros};
        [Missing, Empty, Short, Long, Zeros, Bit(bit), Unreadable, Swapped]
    }

    fn of(self, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Damage::Swapped => {}
            Damage::Missing => return Err(io::ErrorKind::NotFound.into()),
            Damage::Unreadable => return Err(io::Error::other("a broken disk")),
            Damage::Empty => bytes.clear(),
            Damage::Short => bytes.truncate(bytes.len() - 1),
            Damage::Long => bytes.push(0xFF),
            Damage::Zeros => bytes.fill(0),
            Damage::Bit(bit) => {
                let bit = bit % (bytes.len() * 8);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        }
        Ok(bytes)
    }
}

/// Scratch space in which one read is damaged.
#[derive(Default)]
struct Faulty {
    files: BTreeMap<u32, Vec<u8>>,
    reads: Cell<usize>,
    /// The number of the read, and how it is damaged.
    fault: Option<(usize, Damage)>,
    /// Available space in bytes.
    space: Option<usize>,
    met: Cell<bool>,
}

impl Scratch for Faulty {
    fn append(&mut self, number: u32, _: u64, bytes: &[u8]) -> io::Result<()> {
        let used: usize = self.files.values().map(Vec::len).sum();
        if self.space.is_some_and(|space| used + bytes.len() > space) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.files.entry(number).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        let mut bytes = self.files.get(&number).ok_or(io::ErrorKind::NotFound)?.clone();
        let read = self.reads.replace(self.reads.get() + 1);
        if let Some((_, damage)) = self.fault.filter(|&(at, _)| at == read) {
            let before = bytes.clone();
            if damage == Damage::Swapped {
                let other = self
                    .files
                    .iter()
                    .find(|&(&other, content)| other != number && *content != bytes);
                bytes = other.map_or(bytes, |(_, content)| content.clone());
            }
            let damaged = damage.of(bytes);
            self.met.set(!damaged.as_ref().is_ok_and(|damaged| *damaged == before));
            bytes = damaged?;
        }
        Ok(Box::new(Cursor::new(bytes)))
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.files.remove(&number);
        Ok(())
    }

    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        self.files.retain(|number, _| lengths.contains_key(number));
        for (number, &length) in lengths {
            let file = self.files.get_mut(number).ok_or(io::ErrorKind::NotFound)?;
            file.truncate(length as usize);
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self, number: u32) -> String {
        format!("layers/{number}.layer")
    }
}

fn run(board: &Board, config: &Config, scratch: &mut Faulty, memory: u64) -> Result<Answer, Fault> {
    let limits = Limits { memory: Some(memory), ..Limits::default() };
    crate::run(board, config, &limits, Files { scratch: Some(scratch), ..Files::default() })
}

/// Each read of a layer, or of one of its runs, is damaged in each way in turn: the result is an
/// error that names the file or, if the rest was no longer needed, the right verdict, never a wrong
/// one.
#[test]
fn a_damaged_layer_is_an_error_and_never_a_verdict() {
    // The deals of the ordinary tier have a tenth and a half of the positions.
    let (won, lost) = size((91, 104), (38, 40));
    for (board, won) in deals_of(won, lost) {
        // Little memory forces runs; the ordinary tier gives little to the win and much to the
        // loss.
        let memories = [160 << 10, 1 << 30];
        let ordinary = if won { &memories[..1] } else { &memories[1..] };
        for &memory in size(ordinary, &memories) {
            check_damage(&board, won, &SWEEP(), memory);
        }
    }
}

/// Damages the sets of Masten's third search, with so little memory that the visited positions do
/// not fit into it.
#[test]
fn a_damaged_set_is_an_error_and_never_a_verdict() {
    let masten = Config { strategy: Strategy::Masten, ..Config::default() };
    for (seed, won) in [(6, true), (11, false)] {
        let board = support::solvitaire(4, 6, seed, Rules::Standard);
        check_damage(&board, won, &masten, 100 << 10);
    }
}

fn check_damage(board: &Board, won: bool, config: &Config, memory: u64) {
    let mut sound = Faulty::default();
    assert!(is_right(&run(board, config, &mut sound, memory).unwrap(), won));
    let reads = sound.reads.get();
    assert!(reads > 10, "{reads}");
    let (mut met, mut errors) = (0, 0);
    let points = size(4, 12);
    for point in 0..points {
        let at = point * (reads - 1) / (points - 1);
        // Each kind of damage at a quarter of the points.
        for damage in Damage::all(at * 977 + 5).into_iter().skip(point % 4).step_by(4) {
            let mut scratch = Faulty { fault: Some((at, damage)), ..Faulty::default() };
            let result = run(board, config, &mut scratch, memory);
            met += u32::from(scratch.met.get());
            match result {
                Err(fault @ Fault::Broken { .. }) => {
                    let message = in_full(&fault);
                    errors += 1;
                    assert!(scratch.met.get(), "{message}");
                    assert!(message.contains(".layer"), "{message}");
                }
                Err(fault) => panic!("{fault:?}"),
                Ok(solution) => {
                    assert!(is_right(&solution, won), "{damage:?} at {at}: {:?}", solution.verdict)
                }
            }
        }
    }
    // A win found before the end of a run does not need the rest of the run.
    assert!(
        met > size(5, 15) && errors * 20 >= met * if won { 15 } else { 20 },
        "{errors} of {met}"
    );
}

#[test]
fn a_full_disk_is_named() {
    let (board, won) = &deals()[1];
    for space in [0, 100, 10_000, 100_000] {
        let mut scratch = Faulty { space: Some(space), ..Faulty::default() };
        match run(board, &SWEEP(), &mut scratch, 1 << 20) {
            Err(fault @ Fault::Broken { .. }) => {
                let message = in_full(&fault);
                assert!(
                    message.contains("layers/") && message.contains("no storage space"),
                    "{message}"
                );
            }
            result => assert!(is_right(&result.unwrap(), *won)),
        }
    }
}
