//! The best plan so far of a search that updates parents when it finds cheaper paths.

use patience_core::{Game, Run};

use crate::table::Id;

/// The best plan so far.
///
/// The plan is the path to its goal along the final parents, since each new parent makes the plan
/// cheaper. But a cheaper path may have more moves. So under a depth limit the path is fixed when
/// the goal is found; if it is already too long, there is no plan, even if the state before the
/// goal was reached within the limit.
pub(crate) struct Incumbent<K> {
    goal: Id,
    pub cost: u32,
    /// Under a depth limit: the keys from the start to the goal.
    path: Option<Vec<K>>,
}

impl<K> Incumbent<K> {
    /// A plan of this cost to a goal; `path` returns the keys from the start. Returns `None` if it
    /// is longer than the limits allow, and [`Run::exhausted`] then claims no proof.
    pub fn new<G: Game<Key = K>>(
        goal: Id,
        cost: u32,
        path: impl Fn(Id) -> Vec<K>,
        run: &mut Run<G>,
    ) -> Option<Self> {
        let path = run.limits().depth.map(|_| path(goal));
        // Of n keys, the one before the last is that of a state n - 2 moves from the start.
        let deepest = path.as_ref().and_then(|keys| keys.len().checked_sub(2));
        if deepest.is_some_and(|depth| !run.depth_allows(u32::try_from(depth).unwrap_or(u32::MAX)))
        {
            return None;
        }
        Some(Incumbent { goal, cost, path })
    }

    /// The keys from the start to the goal.
    pub fn path(self, path: impl Fn(Id) -> Vec<K>) -> Vec<K> {
        self.path.unwrap_or_else(|| path(self.goal))
    }
}
