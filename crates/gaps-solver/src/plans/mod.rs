//! [Shortest](shortest) plans, [shorter](shorten) plans by windows and beams within a budget (one
//! [A*](astar) serves both), a [lower bound](bound), and the number of [reachable] boards. This
//! module imports positions and the relaxation.

mod astar;
mod beam;
mod bound;
mod home;
mod reachable;
mod shorten;
mod shortest;
mod window;
mod work;

pub(crate) use bound::fewest_moves;
pub(crate) use reachable::count_reachable;
pub use shorten::MAX_ROUNDS;
pub(crate) use shorten::shorten;
pub(crate) use shortest::shortest;
