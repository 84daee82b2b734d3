//! One expansion: its successors are looked up in closed, and the new ones are queued.

use patience_core::{Game, Run, Stop};

use super::{Child, Duplicates, Fresh, GoalTest, Search};
use crate::table::{Entry, Id, Reached};

impl<G: Game> Search<'_, G> {
    /// Expands the first of the group.
    pub(super) fn expand(
        &mut self,
        children: impl Iterator<Item = Child<G>>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let (way, depth) = self.begin_expansion(run)?;
        run.generated(self.group[0].children as u64);
        for child in children {
            if !self.receive(way, child, run)? {
                return Ok(());
            }
        }
        self.queue(depth + 1, true, run)
    }

    /// Expands the only one of a group in a small search: its successors are looked up as they are
    /// made.
    pub(super) fn expand_alone(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        let (way, depth) = self.begin_expansion(run)?;
        let group = std::mem::take(&mut self.group);
        let (game, mut buffer, mut end) = (self.game, std::mem::take(&mut self.buffer), Ok(true));
        game.each_successor(&group[0].waiting.state, &mut buffer, |mv, cost, state| {
            run.generated(1);
            if end == Ok(true) {
                let key = game.key(&state);
                let child =
                    Child { hash: self.closed.hash(&key), key, known: None, cost, mv, state };
                end = self.receive(way, child, run);
            }
        });
        self.buffer = buffer;
        // Kept until it is expanded: a bound may need it.
        self.group = group;
        if end? { self.queue(depth + 1, true, run) } else { Ok(()) }
    }

    /// Counts an expansion of the first of the group. Returns its number and cost, and its depth.
    fn begin_expansion(&mut self, run: &mut Run<G>) -> Result<((Id, u32), u32), Stop> {
        let waiting = &self.group[0].waiting;
        let (id, g, depth) = (waiting.id, waiting.g, waiting.depth);
        let others = self.open.len() + self.group.len() - 1;
        self.check_nodes()?;
        run.sizes(others as u64, self.closed.len() as u64);
        run.expand(self.game, &waiting.state, g, Some(waiting.h))?;
        self.expanded.insert(id.index());
        self.fresh.clear();
        self.states.clear();
        self.moves.clear();
        Ok(((id, g), depth))
    }

    /// Looks a successor up. Returns whether the search continues.
    #[inline(always)]
    fn receive(
        &mut self,
        (parent, g): (Id, u32),
        child: Child<G>,
        run: &mut Run<G>,
    ) -> Result<bool, Stop> {
        let Child { hash, key, known, cost, mv, state } = child;
        // 1. Known?
        let path = Reached { parent: Some(parent), g: g.saturating_add(cost) };
        let Some(id) = self.reach(hash, key, known, path, run)? else {
            run.duplicate();
            return Ok(true);
        };
        // 2. Goal?
        if self.variant.goal_test == GoalTest::Generation && self.game.is_goal(&state) {
            if !self.is_too_expensive(path.g, 0) {
                self.found(id, path.g, run);
            }
            return Ok(!self.is_done());
        }
        // 3. To be estimated.
        self.fresh.push(Fresh { id, g: path.g });
        self.states.push(state);
        self.moves.push(mv);
        Ok(true)
    }

    /// Records a path to a state in closed; `None` if it is useless.
    #[inline]
    fn reach(
        &mut self,
        hash: u64,
        key: G::Key,
        known: Option<Id>,
        path: Reached,
        run: &mut Run<G>,
    ) -> Result<Option<Id>, Stop> {
        let id = match known {
            Some(id) => id,
            None => match self.closed.insert_hashed(hash, key, path, run.budget())? {
                Entry::New(id) => return Ok(Some(id)),
                Entry::Known(id) => id,
            },
        };
        let known = self.closed.value_mut(id);
        if path.g >= known.g || self.variant.duplicates == Duplicates::Ignore {
            return Ok(None);
        }
        if self.expanded.contains(id.index()) {
            run.reopened();
        }
        *known = path;
        Ok(Some(id))
    }
}
