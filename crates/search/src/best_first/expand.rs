//! One expansion: its successors are looked up in closed, and the new ones are queued.

use patience_core::{Game, Run, Stop};

use super::{Child, Duplicates, Fresh, GoalTest, OpenNode, Parent, Search};
use crate::table::{Entry, Id, Reached};

impl<G: Game> Search<'_, G> {
    /// Expands a state of a group, whose successors are the next children. Returns whether the
    /// search continues.
    pub(super) fn expand(
        &mut self,
        parent: OpenNode<G::State>,
        count: usize,
        children: &mut impl Iterator<Item = Child<G>>,
        run: &mut Run<G>,
    ) -> Result<bool, Stop> {
        let mut expand = || {
            self.begin_expansion(&parent, run)?;
            run.generated(count as u64);
            for child in children.take(count) {
                if !self.receive((parent.id, parent.g), child, run)? {
                    return Ok(false);
                }
            }
            self.queue(parent.depth + 1, Some(&parent), run)?;
            Ok(true)
        };
        let end = expand();
        self.end_expansion(parent, end)
    }

    /// Expands a state of a small search: its successors are looked up as they are made. Returns
    /// whether the search continues.
    pub(super) fn expand_alone(
        &mut self,
        parent: OpenNode<G::State>,
        run: &mut Run<G>,
    ) -> Result<bool, Stop> {
        let end = self.expand_now(&parent, run);
        self.end_expansion(parent, end)
    }

    #[inline]
    fn expand_now(&mut self, parent: &OpenNode<G::State>, run: &mut Run<G>) -> Result<bool, Stop> {
        self.begin_expansion(parent, run)?;
        let (game, mut buffer, mut end) = (self.game, std::mem::take(&mut self.buffer), Ok(true));
        game.each_successor(&parent.state, &mut buffer, |mv, cost, state| {
            run.generated(1);
            if end == Ok(true) {
                let key = game.key(&state);
                let child =
                    Child { hash: self.closed.hash(&key), key, known: None, cost, mv, state };
                end = self.receive((parent.id, parent.g), child, run);
            }
        });
        self.buffer = buffer;
        if end? {
            self.queue(parent.depth + 1, Some(parent), run)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Keeps a state whose expansion was interrupted, because a bound may need it.
    #[inline]
    fn end_expansion(
        &mut self,
        parent: OpenNode<G::State>,
        end: Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        if end != Ok(true) {
            self.group.push_front(Parent { waiting: parent, children: 0 });
        }
        end
    }

    /// Counts an expansion.
    #[inline]
    fn begin_expansion(
        &mut self,
        parent: &OpenNode<G::State>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let others = self.open.len() + self.group.len();
        self.check_nodes()?;
        run.sizes(others as u64, self.closed.len() as u64);
        run.expand(self.game, &parent.state, parent.g, Some(parent.h))?;
        self.expanded.insert(parent.id.index());
        self.fresh.clear();
        self.states.clear();
        self.moves.clear();
        Ok(())
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
