//! One deal, decided by several processes that know nothing of each other but files.
//!
//! Every process cuts the game into the same *parts*: positions, found breadth first from the deal,
//! one of which every play to a solved board passes. A part is decided by restarts that remember;
//! it is won, and so is the deal, or lost, and then all the positions that were proved lost for it
//! are written down with that. The deal is lost when all parts are. What is written down of the
//! parts of others goes into the table, so that nobody proves it again.
//!
//! A process claims a part before it works on it, so that no two work on the same. But no verdict
//! depends on claims: what is known of a part is true whoever found it, and there is one file for
//! it, which is written whole. The files are described in [`file`]; `docs/gaps-solver.md` argues
//! why nothing is lost or counted twice.
//!
//! Nothing but the door imports this room. It imports `restarts`, `memory` and `disk`.

mod cut;
mod exchange;
mod file;
mod team;

pub use exchange::Exchange;
pub(crate) use team::run;
