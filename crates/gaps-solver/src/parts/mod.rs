//! One deal, decided by several processes that communicate only through files.
//!
//! Every process splits the game into the same *parts*: positions, found breadth first from the
//! deal, such that every play to a solved board passes one of them. A part is decided by restarts
//! with a lost-position table: if it is won, so is the deal; if it is lost, all the positions that
//! were proved lost for it are stored with the result. The deal is lost when all parts are. The
//! stored losses of other processes' parts go into the table, so that no loss is proved twice.
//!
//! A process claims a part before it works on it, so that no two work on the same part. But no
//! verdict depends on claims: the state of a part is true whichever process found it, and each part
//! has one file, which is written atomically. The files are described in [`file`];
//! `docs/gaps-solver.md` argues why nothing is lost or counted twice. Only the entry point imports
//! this module. It imports `restarts`, `memory` and `disk`.

mod cut;
mod file;
mod store;
mod team;

pub use store::PartStore;
pub(crate) use team::run;
