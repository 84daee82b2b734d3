//! Proofs of loss that others can check: the search of
//! [`restarts that remember`](crate::Strategy::Restarts), written down while it runs, as
//! `docs/certificates.md` defines it.
//!
//! The search meets positions in an order in which each proved loss relies on earlier ones only, so
//! its record is a proof as it stands. It says what was done at each position with a choice (a
//! relaxed dead end, lost before, which steps suffice) and which step is looked at next; the
//! positions themselves follow from the deal. A position is marked to be remembered only once
//! something relies on it: most are not, and take no memory of the checker.

use patience_core::{HashMap, Limits, Verdict};

use crate::board::Board;
use crate::config::{Config, Services, Strategy};
use crate::policy::Policy;
use crate::position::{Geometry, Position, Step, Steps, bits};
use crate::search::Worker;
use crate::shared::Shared;
use crate::solution::Solution;
use crate::table::Table;
use crate::verdict::finish;

const DEAD_END: u8 = 0;
const LOST_BEFORE: u8 = 1;
const ALL: u8 = 2;
const SOME: u8 = 4;
const REMEMBER: u8 = 1;
const ONLY: u8 = 8;
const RESTART: u8 = 0xFF;

/// The record of a search.
pub(crate) struct Log {
    bytes: Vec<u8>,
    /// For each position on the line the place of its hint.
    line: Vec<usize>,
    /// For each position proved lost the place of its hint.
    lost: HashMap<[u32; 3], u32>,
}

impl Log {
    /// Of a search in which steps sleep or do not.
    fn new(sleep: bool) -> Self {
        Log { bytes: vec![sleep.into()], line: Vec::new(), lost: HashMap::default() }
    }

    /// The bytes in use.
    fn size(&self) -> u64 {
        // A slot of the map has a key, a value and a byte for itself, and at most half of the slots
        // are free.
        (self.bytes.capacity() + self.lost.capacity() * 8 / 7 * 17) as u64
    }

    /// The position is a relaxed dead end.
    pub fn dead_end(&mut self) {
        self.bytes.push(DEAD_END);
    }

    /// The position was proved lost before.
    pub fn lost_before(&mut self, position: &Position) {
        self.bytes.push(LOST_BEFORE);
        // A false match of the table has no entry here; the checker then refuses.
        if let Some(&place) = self.lost.get(&key(position)) {
            self.bytes[place as usize] |= REMEMBER;
        }
    }

    /// These steps suffice, and of them at most one is awake, which is taken.
    pub fn suffices(&mut self, steps: &Steps, set: u32) {
        self.hint(steps, set);
    }

    /// These steps suffice, and those that are awake are looked at one after the other.
    pub fn choice(&mut self, steps: &Steps, set: u32) {
        self.line.push(self.bytes.len());
        self.hint(steps, set);
    }

    fn hint(&mut self, steps: &Steps, set: u32) {
        let mut numbers = bits(set.into()).map(|index| number(steps, steps[usize::from(index)]));
        if set.count_ones() as usize == steps.len() {
            self.bytes.push(ALL);
        } else if set.count_ones() == 1 {
            self.bytes.extend(numbers.next().map(|number| ONLY + number));
        } else {
            self.bytes.push(SOME);
            self.bytes.extend(numbers.fold(0u32, |set, number| set | 1 << number).to_le_bytes());
        }
    }

    /// A step of the last choice is looked at.
    pub fn step(&mut self, geometry: &Geometry, position: &Position, step: Step) {
        self.bytes.push(number(&position.steps(geometry), step));
    }

    /// The position of the last choice is lost, as those after all its steps are.
    pub fn lost(&mut self, position: &Position) {
        if let Some(place) = self.line.pop() {
            // Beyond 4 GiB nothing is marked, and what is found lost before is not accepted.
            if let Ok(place) = u32::try_from(place) {
                self.lost.insert(key(position), place);
            }
        }
    }

    /// The search goes back to the first choice.
    pub fn restart(&mut self) {
        self.bytes.push(RESTART);
        self.line.truncate(1);
    }
}

/// What the table stores of a position's key.
fn key(position: &Position) -> [u32; 3] {
    let key = position.key();
    [0, 32, 64].map(|shift| (key >> shift) as u32)
}

/// The number of a step: steps are ordered by card, and by row where a card has several. (A card
/// that enters a free level has one, whatever row its representative is put in.)
fn number(steps: &Steps, step: Step) -> u8 {
    steps.iter().filter(|other| (other.card, other.to) < (step.card, step.to)).count() as u8
}

/// A deal with what proves the verdict, from [`certify`].
#[non_exhaustive]
pub struct Certified {
    /// The verdict, and what it cost.
    pub solution: Solution,
    /// If the deal is lost, the proof: the body of a certificate of the kind `T`.
    pub proof: Option<Vec<u8>>,
}

/// Decides a deal as [`solve`](crate::solve()) does with one thread, and writes a proof if it is
/// lost.
///
/// Of the configuration, the seed, the restarts, and of the reductions dead ends, persistent sets
/// and sleep sets count: steps are drawn by [`Policy::OF_CERTIFICATES`], and fixed Twos are not
/// tried. The proof is held in memory, and counts against the limit: about a byte for each
/// expansion, and 20 for each position stored.
///
/// ```
/// use patience_core::Limits;
/// use patience_gaps::{Board, Config, Services, certify};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let certified = certify(&board, &Config::default(), &Limits::default(), Services::none());
/// let certificate = patience_core::certificate(b'T', "gaps", &board.to_string(), &certified.proof.unwrap());
/// assert_eq!(patience_check::check(&certificate[..]).unwrap().claim, "lost");
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn certify(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
) -> Certified {
    let mut config = Config { strategy: Strategy::Restarts, threads: 1, ..config.clone() };
    (config.reductions.open_rows, config.reductions.chains) = (true, true);
    config.reductions.pairs = false;
    config.policy = Policy::OF_CERTIFICATES;
    let geometry = Geometry::new(board, true, config.seed);
    // The record takes about twice as much as the table.
    let table = Table::new(limits.memory.map_or(u64::MAX, |most| most / 3));
    let budget = services.budget(limits);
    let shared = Shared::new(&geometry, &config, &table, limits.expansions);
    let mut worker = Worker::new(&shared, config.seed);
    worker.log = Some(Log::new(config.reductions.sleep));
    worker.run(&Position::new(&geometry, board), &mut |counters| {
        budget.poll()?;
        if let Some(progress) = &mut services.progress {
            progress(counters);
        }
        Ok(())
    });
    let (mut counters, deepest, log) =
        (worker.counters, worker.deepest, worker.log.unwrap_or_else(|| Log::new(false)));
    counters.peak_bytes += log.size();
    let failure_probability = table.failure_probability();
    let end = shared.into_end();
    let solution = finish(
        &geometry,
        board,
        end,
        Strategy::Restarts,
        counters,
        failure_probability,
        Some(&deepest),
    );
    let proof = (solution.verdict == Verdict::Unsolvable).then_some(log.bytes);
    Certified { solution, proof }
}
