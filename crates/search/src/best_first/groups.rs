//! States that are expanded together.
//!
//! Once many states are stored, nearly every look-up waits for memory. A*, and every variant that
//! differs from it only in ties, then takes up to 16 states of the same f at once and looks all
//! their successors up together. Bounds are unaffected: states of equal f may be expanded in any
//! order. Among the states of the last f it may expand a few more than a search that takes states
//! one by one.

use patience_core::{Game, Run, Stop};

use super::{Child, End, GoalTest, OpenNode, Parent, Search};
use crate::table::together;

impl<G: Game> Search<'_, G> {
    /// Expands group after group until the requested plan is found or open is empty.
    pub(super) fn expand_all(&mut self, run: &mut Run<G>) -> Result<End, Stop> {
        loop {
            if together(self.closed.len()) == 1 {
                let waiting = match self.take_one(run)? {
                    Ok(waiting) => waiting,
                    Err(end) => return Ok(end),
                };
                if !self.expand_alone(waiting, run)? {
                    return Ok(End::Found);
                }
                continue;
            }
            if let Some(end) = self.take_group(run)? {
                return Ok(end);
            }
            self.generate();
            let mut children = std::mem::take(&mut self.children);
            let mut rest = children.drain(..);
            while let Some(Parent { waiting, children: count }) = self.group.pop_front() {
                if self.is_superfluous(&waiting) {
                    // A member of the group has reached it more cheaply, and it is open again.
                    rest.by_ref().take(count).for_each(drop);
                } else if !self.expand(waiting, count, rest.by_ref(), run)? {
                    return Ok(End::Found);
                }
            }
            drop(rest);
            self.children = children;
        }
    }

    /// Takes the next state to expand from open, in a small search.
    #[inline]
    fn take_one(&mut self, run: &mut Run<G>) -> Result<Result<OpenNode<G::State>, End>, Stop> {
        loop {
            // As many entries in a row may be stale as there are.
            run.tick()?;
            let Some(waiting) = self.open.pop() else { return Ok(Err(End::Exhausted)) };
            if self.is_to_expand(&waiting, run) {
                return Ok(Ok(waiting));
            }
            if self.is_done() {
                return Ok(Err(End::Found));
            }
        }
    }

    /// Takes states of the smallest f from open, as many as are expanded together.
    fn take_group(&mut self, run: &mut Run<G>) -> Result<Option<End>, Stop> {
        let most = if self.variant.may_group() { together(self.closed.len()) } else { 1 };
        while self.group.is_empty() {
            let Some((f, _)) = self.open.least() else { return Ok(Some(End::Exhausted)) };
            let mut taken = 0;
            while taken < most && self.open.least().is_some_and(|(least, _)| least == f) {
                // Millions of entries in a row may be stale. Before the next entry is taken, open
                // and the group contain all states needed for the bound.
                run.tick()?;
                let Some(waiting) = self.open.pop() else { break };
                self.group.push_back(Parent { waiting, children: 0 });
                taken += 1;
            }
            // Whether they are stale is read from memory for all at once.
            let mut group = std::mem::take(&mut self.group);
            group.retain(|parent| self.is_done() || self.is_to_expand(&parent.waiting, run));
            self.group = group;
            if self.is_done() {
                return Ok(Some(End::Found));
            }
        }
        Ok(None)
    }

    /// Whether a state taken from open is to be expanded; a goal is recorded instead.
    #[inline]
    fn is_to_expand(&mut self, waiting: &OpenNode<G::State>, run: &mut Run<G>) -> bool {
        if self.is_superfluous(waiting) {
            return false;
        }
        if self.variant.goal_test == GoalTest::Removal && self.game.is_goal(&waiting.state) {
            self.found(waiting.id, waiting.g, run);
            return false;
        }
        let allowed = run.depth_allows(waiting.depth);
        if !allowed {
            self.leave_out(waiting.g, waiting.h);
        }
        allowed
    }

    /// Generates the successors of the group.
    fn generate(&mut self) {
        let (game, closed, children) = (self.game, &self.closed, &mut self.children);
        children.clear();
        for parent in &mut self.group {
            let before = children.len();
            game.each_successor(&parent.waiting.state, &mut self.buffer, |mv, cost, state| {
                let key = game.key(&state);
                children.push(Child { hash: closed.hash(&key), key, known: None, cost, mv, state });
            });
            parent.children = children.len() - before;
        }
        closed.fetch(children.iter().map(|child| child.hash));
        for child in children {
            child.known = closed.get_hashed(child.hash, &child.key);
        }
    }
}
