//! Explicit estimation search (Thayer and Ruml 2011).
//!
//! Focal search compares states by an admissible f, which grows along every path, so it returns to
//! states near the start too often. This search also estimates the cost of a plan through each
//! state
//! *without* the guarantee, and expands
//! 1. the state estimated nearest to a goal, among those estimated within the bound of the best
//!    estimate, if it is within the bound of the least f;
//! 2. else the state with the best estimate, if that is within the bound of the least f;
//! 3. else the state with the least f, which raises the bound.
//!
//! Estimates without the guarantee come from the guide; without a guide they are the heuristic's
//! estimates, corrected by the error that they made on the path to the state. A plan costs at most
//! `bound` times the optimum, proved when the search ends. Complete. For bounds at which focal
//! search and weighted A* expand too many states.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use patience_core::{Budget, Game, Heuristic, Outcome, Run, Stop};

use crate::Algorithm;
use crate::bounded::{self, Factor, Open, OpenNode};
use crate::slots::Slots;
use crate::table::Id;

/// Describes explicit estimation search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    let summary =
        "explicit estimation search: a plan within a bound of the cheapest (Thayer and Ruml 2011)";
    bounded::algorithm::<G, Lists<G::State>>("ees", summary)
}

/// Runs explicit estimation search. The bound is rounded to thousandths.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{ees, example::Doubling};
///
/// let outcome = ees::solve(&Doubling { goal: 10 }, &Blind, None, 1.0, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    guide: Option<&dyn Heuristic<G>>,
    bound: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    bounded::search::<G, Lists<G::State>>(game, heuristic, guide, bound, run)
}

/// Bytes of the list entries of one state, for the memory limit: three nodes of half-full trees.
const ENTRIES: u64 = 3 * 2 * 16;

/// States with the same estimate, by remaining distance and newness.
type Shared = BTreeSet<(u32, Reverse<u32>, u32)>;

/// Open: the states in slots, and two orders of the slots. States with the same estimate are kept
/// together, so that the nearest state within a bound is the nearest of a few groups, for every
/// bound.
struct Lists<S> {
    factor: Factor,
    proved: u32,
    slots: Slots<OpenNode<S>>,
    by_belief: BTreeMap<u32, Shared>,
    by_f: BTreeSet<(u32, u32, u32)>,
}

impl<S> Lists<S> {
    /// The slot of the next state to expand.
    fn next(&self) -> Option<u32> {
        let &(_, _, least) = self.by_f.first()?;
        let most = self.factor.times(self.proved);
        let (&best, _) = self.by_belief.first_key_value()?;
        if best > most {
            return Some(least);
        }
        let groups = self.by_belief.range(best..=self.factor.times(best));
        let firsts = groups.filter_map(|(&belief, group)| Some((*group.first()?, belief)));
        let ((_, _, nearest), belief) = firsts.min()?;
        if belief <= most {
            return Some(nearest);
        }
        self.by_belief[&best].first().map(|&(_, _, slot)| slot)
    }

    /// Empties a slot.
    fn take(&mut self, slot: u32) -> OpenNode<S> {
        let waiting = self.slots.take(slot);
        self.by_f.remove(&(waiting.f, waiting.believed, slot));
        let group = self.by_belief.get_mut(&waiting.believed).expect("an open state is in a group");
        group.remove(&(waiting.remaining, Reverse(waiting.g), slot));
        if group.is_empty() {
            self.by_belief.remove(&waiting.believed);
        }
        waiting
    }
}

impl<S> Open<S> for Lists<S> {
    const CORRECTS: bool = true;

    fn new(factor: Factor) -> Self {
        Lists {
            factor,
            proved: 0,
            slots: Slots::new(),
            by_belief: BTreeMap::new(),
            by_f: BTreeSet::new(),
        }
    }

    fn push(&mut self, waiting: OpenNode<S>, budget: &Budget<'_>) -> Result<u32, Stop> {
        budget.check_memory(ENTRIES)?;
        let entry = (waiting.remaining, Reverse(waiting.g));
        let (f, believed) = (waiting.f, waiting.believed);
        let slot = self.slots.insert(waiting, budget)?;
        self.by_f.insert((f, believed, slot));
        self.by_belief.entry(believed).or_default().insert((entry.0, entry.1, slot));
        Ok(slot)
    }

    fn withdraw(&mut self, ticket: u32, _: u32) {
        self.take(ticket);
    }

    fn pop(
        &mut self,
        _: impl Fn(Id, u32) -> bool,
        _: &Budget<'_>,
    ) -> Result<Option<OpenNode<S>>, Stop> {
        let Some(least) = self.least() else { return Ok(None) };
        self.proved = self.proved.max(least);
        Ok(self.next().map(|slot| self.take(slot)))
    }

    fn least(&self) -> Option<u32> {
        self.by_f.first().map(|(f, _, _)| *f)
    }

    fn len(&self) -> usize {
        self.by_f.len()
    }
}
