//! Checks certificates: files that prove that a deal cannot be won, or how it can, or that a plan is a shortest one.
//!
//! The program stands alone. It has no dependency, shares no code with the solvers, and is written from the rules of the
//! games and from the lemmas of `docs/certificates.md`, which also has the format, byte by byte:
//! - [`gaps`], [`birds`], [`grids`]: the rules, a function that lists the moves of a state and one that knows a won one;
//! - [`closed`]: sets of states that play cannot leave, which need no lemma (but see [`birds`]);
//! - [`position`], [`relax`], [`tree`]: proofs that a deal of Gaps is lost, and the lemmas that they use.

pub mod birds;
pub mod closed;
pub mod gaps;
pub mod grids;
pub mod input;
pub mod position;
pub mod relax;
pub mod tree;

use std::fmt;
use std::io::Read;

use input::Input;

/// Why a certificate is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It cannot be read: not a certificate, another version, damaged, cut off.
    Unreadable(String),
    /// It can be read and proves nothing: the number of the record, from 1 (0: the header), and the reason.
    Refused(u64, String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(reason) => write!(f, "unreadable: {reason}"),
            Failure::Refused(record, reason) => write!(f, "refused: record {record}: {reason}"),
        }
    }
}

/// What a certificate proves, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// `lost`, `won in 9 moves`, or `won in 9 moves and in no fewer`.
    pub claim: String,
    /// The game with its rule set, as `gaps+fixed-suits`, and the deal.
    pub deal: (String, String),
    /// Records read.
    pub records: u64,
    /// Positions or states in memory at the end.
    pub held: usize,
    /// The lemmas that were relied on; none if the rules of the game suffice.
    pub lemmas: Vec<&'static str>,
}

/// A game in which states are bytes, one a cell in reading order.
pub trait Game {
    /// The deal.
    fn start(&self) -> &[u8];
    /// Whether the game is won.
    fn is_won(&self, state: &[u8]) -> bool;
    /// Every legal move: its name in plans, and the state after it. A state may be any bytes, as many as the deal has.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)>;
    /// Whether the state is lost for a reason that can be seen, and the lemma that says so.
    fn is_cut(&self, _state: &[u8]) -> Option<&'static str> {
        None
    }
}

/// Reads and checks a certificate.
pub fn check(reader: impl Read) -> Result<Verified, Failure> {
    let mut input = Input::new(reader)?;
    let kind = input.byte()?;
    let deal = (input.text()?, input.text()?);
    let faulty = |reason: String| Failure::Unreadable(format!("the deal: {reason}"));
    let gaps = gaps::Rules::named(&deal.0).map(|rules| gaps::Gaps::read(rules, &deal.1)).transpose().map_err(faulty)?;
    let rules: Box<dyn Game> = match (&gaps, deal.0.as_str()) {
        (Some(gaps), _) => Box::new(gaps.clone()),
        (None, "birds") => Box::new(birds::Birds::read(&deal.1).map_err(faulty)?),
        (None, "cohesion") => Box::new(grids::Cohesion::read(&deal.1).map_err(faulty)?),
        (None, "tiles") => Box::new(grids::Tiles::read(&deal.1).map_err(faulty)?),
        _ => return Err(faulty(format!("there is no game `{}`", deal.0))),
    };
    let moves = if matches!(kind, b'P' | b'O') { Some(plan(&mut input, &*rules)?) } else { None };
    let (held, lemmas) = match (kind, &gaps) {
        (b'P', _) => (0, Vec::new()),
        (b'O' | b'C', _) => closed::check(&mut input, &*rules, moves)?,
        (b'T', Some(gaps)) => tree::check(&mut input, gaps)?,
        _ => return Err(Failure::Unreadable(format!("{} has no certificates of kind {kind}", deal.0))),
    };
    let optimal = if kind == b'O' { " and in no fewer" } else { "" };
    let claim = moves.map_or("lost".to_owned(), |moves| format!("won in {moves} moves{optimal}"));
    Ok(Verified { claim, deal, records: input.finish()?, held, lemmas })
}

/// Plays a plan: the number of its moves, then each move's name. Returns the number.
fn plan(input: &mut Input<impl Read>, game: &dyn Game) -> Result<u64, Failure> {
    let length = input.number::<4>()?;
    let mut state = game.start().to_vec();
    for _ in 0..length {
        let name = [input.byte()?, input.byte()?];
        input.record += 1;
        let after = game.moves(&state).into_iter().find(|(legal, _)| *legal == name);
        state = after.ok_or_else(|| input.refuse("the move is not legal"))?.1;
    }
    if game.is_won(&state) { Ok(length) } else { Err(input.refuse("the plan ends before the game is won")) }
}
