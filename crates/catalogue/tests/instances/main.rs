//! Instances, and what names, boards and requests have to do with them. They stand here rather than
//! beside the code, because a unit test would compile the whole catalogue once more.

mod best_plans;
mod boards;
mod cpu;
mod parameters;
mod references;
mod requests;
