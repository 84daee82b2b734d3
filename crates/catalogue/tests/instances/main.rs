//! Instances, and their names, boards and requests. These tests are not next to the code, because a
//! unit test would compile the whole catalogue once more.

mod best_plans;
mod boards;
mod cpu;
mod parameters;
mod references;
mod requests;
