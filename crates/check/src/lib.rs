#![doc = include_str!("../README.md")]
//!
//! Checks certificates: files that prove that a deal is lost, that a plan wins, or that a plan is
//! shortest.
//!
//! The program is independent. It has no dependencies, shares no code with the solvers, and is
//! written from the rules of the games and the lemmas of `docs/certificates.md`, which also defines
//! the format, byte by byte:
//! - [`gaps`], [`birds`], [`grids`]: the rules: a function that lists the moves of a state, and one
//!   that recognises a won state;
//! - `closed`: sets of states that play cannot leave, which need no lemma (but see [`birds`] and
//!   [`grids`]);
//! - [`set`], [`position`], `relax`, `tree`: proofs that a deal of Gaps is lost, and their lemmas.

#![forbid(unsafe_code)]

pub mod birds;
mod closed;
pub mod gaps;
pub mod grids;
mod input;
pub mod position;
mod relax;
pub mod set;
mod tree;

use std::collections::BTreeSet;
use std::io::Read;

use gaps::{Gaps, Rules::FixedSuits, Rules::FixedTwos, Rules::Standard};
use input::{Input, Pass};

/// The reason why [`check`] does not verify a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It cannot be read: not a certificate, another version, damaged, cut off.
    Unreadable(String),
    /// It can be read but is not a proof: the number of the record, from 1 (0: the header), and the
    /// reason.
    Refused(u64, String),
    /// The caller stopped the check, which has no result.
    Stopped,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Unreadable(reason) => write!(f, "unreadable: {reason}"),
            Failure::Refused(record, reason) => write!(f, "refused: record {record}: {reason}"),
            Failure::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Failure {}

/// A reason for refusing the current record; [`check`] adds its number.
impl From<&str> for Failure {
    fn from(reason: &str) -> Self {
        Failure::Refused(0, reason.to_owned())
    }
}

/// Refuses the record if the condition is true.
fn refuse_if(fault: bool, reason: &str) -> Result<(), Failure> {
    if fault { Err(reason.into()) } else { Ok(()) }
}

/// The statement that a certificate proves, and its assumptions, from [`check`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// `lost`, `won in 9 moves`, or `won in 9 moves and in no fewer`.
    pub claim: String,
    /// The game with its rule set, as `gaps+fixed-suits`, and the deal.
    pub deal: (String, String),
    /// The checksum of the certificate.
    pub checksum: u64,
    /// Records read.
    pub records: u64,
    /// Positions or states in memory at the end; with several passes, in the pass that held most.
    pub held: usize,
    /// The lemmas used; empty if the rules of the game suffice.
    pub lemmas: BTreeSet<&'static str>,
}

/// A game in which states are bytes, one per cell in reading order.
///
/// ```
/// use patience_check::{Game, birds};
///
/// let (game, start) =
///     birds::read("2D JD -- -- / -- -- -- -- / -- -- -- -- / -- -- -- --").unwrap();
/// assert!(!game.is_won(&start));
/// let (_, after) = &game.moves(&start)[0];
/// assert!(game.is_won(after), "one stack is left");
/// ```
pub trait Game {
    /// Whether the game is won.
    fn is_won(&self, state: &[u8]) -> bool;
    /// Every legal move: its name in plans, and the state after it. A state may be any bytes, as
    /// many as the deal has.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)>;
    /// Whether the state is visibly lost, and the lemma that shows it.
    fn is_cut(&self, _state: &[u8]) -> Option<&'static str> {
        None
    }
}

/// The items reachable from a first one via neighbours, starting with it. They are marked, and
/// already marked ones are not reached.
fn component<N: IntoIterator<Item = usize>>(
    first: usize,
    marked: &mut [bool],
    neighbours: impl Fn(usize) -> N,
) -> Vec<usize> {
    let (mut reached, mut next) = (vec![first], 0);
    marked[first] = true;
    while let Some(&from) = reached.get(next) {
        let new = neighbours(from).into_iter();
        reached.extend(new.filter(|to| !std::mem::replace(&mut marked[*to], true)));
        next += 1;
    }
    reached
}

/// The rules of a game on the board of a deal, and the deal.
type Deal = (Box<dyn Game>, Vec<u8>);
/// Memory of a proof, and the lemmas that it uses.
type Used = (usize, BTreeSet<&'static str>);

/// Called repeatedly during a check: returns whether to continue, given that this many bytes are
/// about to be allocated in addition to those in use.
pub type Watch<'w> = &'w mut dyn FnMut(u64) -> bool;

/// Reads and checks a certificate.
///
/// ```
/// use patience_check::{Failure, check};
///
/// assert!(matches!(check(&b"not a certificate"[..]), Err(Failure::Unreadable(_))));
/// ```
pub fn check(reader: impl Read) -> Result<Verified, Failure> {
    pass(reader, Pass(0, 1), &mut |_| true)
}

/// Reads and checks a certificate several times, each time with a share of the states or positions
/// in memory.
///
/// ```
/// // A certificate that claims a plan of no moves.
/// let text = |text: &str| [&(text.len() as u16).to_le_bytes(), text.as_bytes()].concat();
/// let bytes = [&b"\x89PCERT\n\x02P"[..], &text("gaps"), &text("2H --"), &[0; 4]].concat();
/// let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum: u64, byte| {
///     (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
/// });
/// let certificate = [&bytes[..], &sum.to_le_bytes()].concat();
///
/// let verified = patience_check::check_in_passes(2, || Ok(&certificate[..])).unwrap();
/// assert_eq!(verified.claim, "won in 0 moves");
/// ```
pub fn check_in_passes<R: Read>(
    passes: u64,
    open: impl Fn() -> Result<R, Failure>,
) -> Result<Verified, Failure> {
    check_watched(passes, open, &mut |_| true)
}

/// Checks as [`check_in_passes`] does, until the caller stops it: `watch` is called at every record
/// and between any two pieces of work that take about a millisecond, and before a table grows.
///
/// ```
/// use patience_check::{Failure, check_watched};
///
/// let mut calls = 0;
/// let stopped =
///     check_watched(1, || Ok(&b"\x89PCERT\n\x02C\x08\0cohesion\x03\0R.R"[..]), &mut |_| {
///         calls += 1;
///         false
///     });
/// assert_eq!((stopped, calls), (Err(Failure::Stopped), 1));
/// ```
pub fn check_watched<R: Read>(
    passes: u64,
    open: impl Fn() -> Result<R, Failure>,
    watch: Watch<'_>,
) -> Result<Verified, Failure> {
    let mut all = pass(open()?, Pass(0, passes), watch)?;
    for number in 1..passes {
        let verified = pass(open()?, Pass(number, passes), watch)?;
        refuse_if(verified.checksum != all.checksum, "the certificate changed between two passes")?;
        all.held = all.held.max(verified.held);
        all.lemmas.extend(verified.lemmas);
    }
    Ok(all)
}

fn pass(reader: impl Read, pass: Pass, watch: Watch<'_>) -> Result<Verified, Failure> {
    let mut input = Input::new(reader, pass, watch)?;
    match verify(&mut input) {
        Err(Failure::Refused(_, reason)) => Err(Failure::Refused(input.record, reason)),
        result => result,
    }
}

fn verify(input: &mut Input<'_, impl Read>) -> Result<Verified, Failure> {
    let (kind, deal) = (input.byte()?, (input.text()?, input.text()?));
    let all =
        [("gaps", Standard), ("gaps+fixed-suits", FixedSuits), ("gaps+fixed-twos", FixedTwos)];
    let rules = all.into_iter().find(|(name, _)| *name == deal.0);
    let gaps = rules.map(|(_, rules)| Gaps::read(rules, &deal.1)).transpose()?;
    let unreadable = |reason: String| Err(Failure::Unreadable(reason));
    let (game, start): Deal = match (deal.0.as_str(), &gaps) {
        (_, Some((gaps, start))) => (Box::new(gaps.clone()), start.clone()),
        ("birds", _) => birds::read(&deal.1)?,
        ("cohesion", _) => grids::read_cohesion(&deal.1)?,
        ("tiles", _) => grids::read_tiles(&deal.1)?,
        ("sliding", _) => grids::read_sliding(&deal.1, false)?,
        ("sliding+blank-last", _) => grids::read_sliding(&deal.1, true)?,
        _ => return unreadable(format!("this checker lacks the game `{}`", deal.0)),
    };
    let moves = if matches!(kind, b'P' | b'O') { Some(plan(input, &*game, &start)?) } else { None };
    let (held, lemmas) = match (kind, gaps) {
        (b'P', _) => (0, BTreeSet::new()),
        (b'O' | b'C', _) => closed::check(input, &*game, &start, moves)?,
        (b'T', Some((gaps, _))) => tree::check(input, &gaps, &start)?,
        _ => return unreadable(format!("the game has no certificates of the kind {kind}")),
    };
    let optimal = if kind == b'O' { " and in no fewer" } else { "" };
    let claim = moves.map_or("lost".to_owned(), |moves| format!("won in {moves} moves{optimal}"));
    Ok(Verified { claim, deal, checksum: input.finish()?, records: input.record, held, lemmas })
}

/// Plays a plan: the number of its moves, then each move's name. Returns the number.
fn plan(input: &mut Input<'_, impl Read>, game: &dyn Game, start: &[u8]) -> Result<u64, Failure> {
    let length = input.number::<4>()?;
    let mut state = start.to_vec();
    for _ in 0..length {
        input.begin()?;
        let name = [input.byte()?, input.byte()?];
        let found = game.moves(&state).into_iter().find(|(legal, _)| *legal == name);
        state = found.ok_or("the move is not legal")?.1;
    }
    refuse_if(!game.is_won(&state), "the plan ends before the game is won").map(|()| length)
}
