//! One deal split into parts: regardless of which processes decide them and how often they stop,
//! the verdict is that of one run.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor, Read, Write};

use patience_core::{Limits, Stop, Verdict};
use patience_gaps::{Answer, Board, Fault, PartStore, Rules, Services, Solver, SplitCounters};
use patience_testing::size;

use crate::{deals, is_right, reference, support};

/// A folder in memory, as seen by one process after another.
#[derive(Clone, Default)]
struct Folder {
    files: BTreeMap<(u32, bool), Vec<u8>>,
    /// Parts that others have claimed.
    taken: BTreeSet<u32>,
    saved: BTreeMap<(u32, bool), u32>,
    waits: u32,
    due: bool,
}

impl PartStore for Folder {
    fn claim(&mut self, part: u32) -> io::Result<bool> {
        Ok(!self.taken.contains(&part))
    }

    fn release(&mut self) {}

    fn decided(&mut self) -> io::Result<Vec<u32>> {
        Ok(self.files.keys().filter(|key| key.1).map(|key| key.0).collect())
    }

    fn save(
        &mut self,
        part: u32,
        is_decided: bool,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.files.insert((part, is_decided), bytes);
        if is_decided {
            self.files.remove(&(part, false));
        }
        *self.saved.entry((part, is_decided)).or_default() += 1;
        Ok(())
    }

    fn load(&mut self, part: u32, is_decided: bool) -> io::Result<Option<(Box<dyn Read>, u64)>> {
        let Some(bytes) = self.files.get(&(part, is_decided)) else { return Ok(None) };
        Ok(Some((Box::new(Cursor::new(bytes.clone())), bytes.len() as u64)))
    }

    fn is_due(&mut self) -> bool {
        self.due
    }

    /// A process that holds a part releases it at the end.
    fn wait(&mut self) {
        self.waits += 1;
        self.taken.pop_first();
    }

    fn name(&self, part: u32, is_decided: bool) -> String {
        format!("{part}.{}", if is_decided { "part" } else { "begun" })
    }
}

fn work(
    board: &Board,
    expansions: Option<u64>,
    parts: usize,
    folder: &mut Folder,
) -> Result<(Answer, SplitCounters), Fault> {
    let limits = Limits { expansions, ..Limits::default() };
    let answer = Solver::new(board).limits(limits).solve_parts(parts, folder)?;
    let together = answer.together.expect("what all did");
    Ok((answer, together))
}

/// A waiting process learns of every decided part, up to the last of a lost deal.
#[test]
fn parts_are_counted_as_they_are_decided() {
    let (board, _) = deals().into_iter().find(|(_, won)| !won).expect("a lost deal");
    let told = RefCell::new(Vec::new());
    let tell = |done, total| told.borrow_mut().push((done, total));
    let services = Services { parts: Some(&tell), ..Services::none() };
    let mut folder = Folder::default();
    let answer = Solver::new(&board).services(services).solve_parts(8, &mut folder).unwrap();
    let together = answer.together.expect("what all did");
    let told = told.into_inner();
    assert!(told.is_sorted() && told.first() == Some(&(0, together.parts)), "{told:?}");
    assert!(told.last() == Some(&(together.parts, together.parts)), "{told:?}");
}

/// A single process that is stopped, at any stage, has used exactly its allowance.
#[test]
fn a_stopped_process_counts_what_it_spent() {
    let (board, _) = deals().into_iter().find(|(_, won)| !won).expect("a lost deal");
    let mut cut_short = 0;
    for expansions in [1, 5, 20, 100, 700, 1500] {
        let (solution, together) =
            work(&board, Some(expansions), 64, &mut Folder::default()).unwrap();
        assert_eq!(solution.verdict, Verdict::Unknown(Stop::Expansions));
        assert_eq!((solution.counters.expanded, together.expanded), (expansions, expansions));
        assert!(expansions == 1 || solution.counters.generated > 0);
        cut_short += u32::from(together.parts == 0);
    }
    assert!((1..6).contains(&cut_short), "some while it is cut, some later: {cut_short}");
}

/// Processes run one after the other, each stopped after a few expansions: each resumes from the
/// last one, every part is decided once, and the sum of their expansions is that of the parts.
#[test]
fn stopped_again_and_again_all_parts_are_decided_once() {
    for (board, won) in deals() {
        for (parts, due) in [(8, false), (64, true)] {
            let mut folder = Folder { due, ..Folder::default() };
            let mut spent = 0;
            let mut runs = 0;
            let (last, together) = loop {
                runs += 1;
                assert!(runs < 1000, "no progress");
                let (solution, together) = work(&board, Some(1500), parts, &mut folder).unwrap();
                spent += solution.counters.expanded;
                match solution.verdict {
                    Verdict::Unknown(stop) => assert_eq!(stop, Stop::Expansions),
                    _ => break (solution, together),
                }
            };
            assert!(is_right(&last, won) && (won || runs > 2), "{:?} after {runs}", last.verdict);
            let twice =
                folder.saved.iter().filter(|((_, is_decided), saves)| *is_decided && **saves != 1);
            assert_eq!(twice.count(), 0);
            if !won {
                assert!(together.decided == together.parts && together.parts >= parts as u32);
                // Every process splits the deal again, but no other work is repeated.
                let cut = spent - together.expanded;
                assert_eq!(
                    cut % (runs - 1),
                    0,
                    "{spent} in {runs} runs, {} for the parts",
                    together.expanded
                );
                assert!(last.failure_probability > 0.0 && last.failure_probability < 1e-9);
            }
        }
    }
}

/// A process waits for parts held by others, and takes them when those have ended.
#[test]
fn parts_that_others_hold_are_waited_for() {
    let (board, won) = &deals()[1];
    let mut folder = Folder { taken: BTreeSet::from([0, 5, 7]), ..Folder::default() };
    let (solution, _) = work(board, None, 8, &mut folder).unwrap();
    assert!(is_right(&solution, *won) && folder.waits == 3);
    // A process that starts when all parts are decided has no work.
    let (again, together) = work(board, None, 8, &mut folder).unwrap();
    assert!(is_right(&again, *won) && again.counters.expanded < together.expanded / 10);
}

/// Small boards of all rule sets, split into a few parts, get the verdicts of breadth-first search.
#[test]
fn parts_keep_the_verdict() {
    let mut cut = 0;
    for seed in 1..=size(4, 40) {
        for (rows, columns) in [(3, 5), (4, 5), (3, 6), (4, 6)] {
            for rules in [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos] {
                let board = support::solvitaire(rows, columns, seed, rules);
                let Some(truth) = reference::explore(&board, 20_000) else { continue };
                let (solution, together) = work(&board, None, 5, &mut Folder::default()).unwrap();
                assert!(is_right(&solution, truth.shortest.is_some()), "{board:?}");
                if let Verdict::Solved { plan, .. } = &solution.verdict {
                    assert!(board.replay(plan).unwrap().is_solved());
                }
                cut += u32::from(together.parts >= 5);
            }
        }
    }
    assert!(cut > size(4, 40), "only {cut} were not decided at once");
}

/// Every byte of a file of a part is changed in turn, and it is cut at many places: the result is
/// an error that names it, never a verdict.
#[test]
fn a_damaged_part_is_an_error_and_never_a_verdict() {
    for (board, _) in deals() {
        let mut sound = Folder::default();
        let (_, together) = work(&board, None, 8, &mut sound).unwrap();
        assert!(together.parts >= 8);
        for ((part, _), bytes) in sound.files.clone().into_iter().take(2) {
            let attempt = |bytes: Vec<u8>| {
                let mut folder = sound.clone();
                folder.files.insert((part, true), bytes);
                let fault = work(&board, None, 8, &mut folder).unwrap_err();
                assert!(fault.to_string().contains(&format!("{part}.part")), "{fault}");
            };
            let step = bytes.len() / 200 + 1;
            for index in (0..120.min(bytes.len())).chain((120..bytes.len()).step_by(step)) {
                let mut flipped = bytes.clone();
                flipped[index] ^= 1 << (index % 8);
                attempt(flipped);
            }
            (0..bytes.len()).step_by(step).for_each(|length| attempt(bytes[..length].to_vec()));
            attempt([&bytes[..], &[0]].concat());
            attempt(b"a shopping list".to_vec());
        }
    }
}

/// Files of another deal, rule set, seed or number of parts, of another part, or of an unfinished
/// part.
#[test]
fn files_that_belong_elsewhere_are_refused() {
    let [(other, _), (board, _)] = deals();
    let mut sound = Folder::default();
    work(&board, None, 8, &mut sound).unwrap();
    let mut of_other = Folder::default();
    work(&other, None, 8, &mut of_other).unwrap();
    for mut folder in [of_other.clone(), {
        let mut swapped = sound.clone();
        let second = swapped.files[&(1, true)].clone();
        swapped.files.insert((0, true), second);
        swapped
    }] {
        assert!(matches!(work(&board, None, 8, &mut folder), Err(Fault::Refused { .. })));
    }
    assert!(matches!(work(&board, None, 16, &mut sound.clone()), Err(Fault::Refused { .. })));
    assert!(matches!(
        work(&board.with_rules(Rules::FixedSuits), None, 8, &mut sound.clone()),
        Err(Fault::Refused { .. })
    ));
    // An unfinished part is not decided, even under the name of a decided one.
    let mut begun = Folder::default();
    assert_eq!(
        work(&board, Some(700), 8, &mut begun).unwrap().0.verdict,
        Verdict::Unknown(Stop::Expansions)
    );
    let ((part, _), bytes) =
        begun.files.iter().find(|(key, _)| !key.1).map(|(key, it)| (*key, it.clone())).unwrap();
    begun.files.insert((part, true), bytes);
    let fault = work(&board, None, 8, &mut begun).unwrap_err();
    assert!(matches!(&fault, Fault::Broken { what, .. } if what.contains("not decided")));
}
