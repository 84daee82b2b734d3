//! Focal search: A*ε (Pearl and Kim 1982). An admissible heuristic gives the bound, another one
//! guides.
//!
//! Among the states whose f = g + h is within the bound of the least, the search expands the one
//! that the guide estimates nearest to a goal. The guide, which may be learned and without
//! guarantees, thus determines how soon a plan is found, and only the heuristic determines its
//! quality: at most `bound` times the optimum, proved when the search ends. Complete. Suited to a
//! good guide together with an admissible heuristic that is too weak for A*.

use std::collections::BTreeMap;

use patience_core::{Budget, Game, Heuristic, Outcome, Run, Stop};

use crate::Algorithm;
use crate::bounded::{self, Factor, Open, OpenNode};
use crate::bucket_queue::{BucketQueue, Order};
use crate::table::Id;

/// Describes focal search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    let summary = "focal search: a plan within a bound of the cheapest, found by a guide (Pearl \
                   and Kim 1982)";
    bounded::algorithm::<G, Focal<G::State>>("focal", summary)
}

/// Runs focal search. Without a guide, the heuristic's ordering guides. The bound is rounded to
/// thousandths.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, focal};
///
/// let outcome = focal::solve(&Doubling { goal: 10 }, &Blind, None, 1.5, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!((4..=6).contains(&plan.len()) && 2 * plan.len() as u32 <= 3 * outcome.lower_bound);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    guide: Option<&dyn Heuristic<G>>,
    bound: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    bounded::search::<G, Focal<G::State>>(game, heuristic, guide, bound, run)
}

/// Open in two parts: the states within the bound by the guide's order, the others by f. The least
/// f so far is stored, so that the bound only grows and no state moves from the first part to the
/// second.
struct Focal<S> {
    factor: Factor,
    proved: u32,
    within: BucketQueue<OpenNode<S>>,
    beyond: BucketQueue<OpenNode<S>>,
    /// Number of open states by f, without withdrawn ones.
    counts: BTreeMap<u32, usize>,
    len: usize,
}

impl<S> Focal<S> {
    #[inline]
    fn enter(&mut self, waiting: OpenNode<S>, budget: &Budget<'_>) -> Result<(), Stop> {
        self.within.push((u64::from(waiting.remaining), waiting.f), waiting, budget)
    }
}

impl<S> Open<S> for Focal<S> {
    const CORRECTS: bool = false;

    fn new(factor: Factor) -> Self {
        Focal {
            factor,
            proved: 0,
            within: BucketQueue::new(Order::Lifo),
            beyond: BucketQueue::new(Order::Lifo),
            counts: BTreeMap::new(),
            len: 0,
        }
    }

    #[inline]
    fn push(&mut self, waiting: OpenNode<S>, budget: &Budget<'_>) -> Result<u32, Stop> {
        let f = waiting.f;
        if f <= self.factor.times(self.proved) {
            self.enter(waiting, budget)?;
        } else {
            self.beyond.push((u64::from(f), 0), waiting, budget)?;
        }
        *self.counts.entry(f).or_default() += 1;
        self.len += 1;
        // Withdrawn states are recognised by their cost.
        Ok(0)
    }

    #[inline]
    fn withdraw(&mut self, _: u32, f: u32) {
        let count = self.counts.get_mut(&f).expect("an open state is counted");
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&f);
        }
        self.len -= 1;
    }

    #[inline]
    fn pop(
        &mut self,
        is_current: impl Fn(Id, u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Option<OpenNode<S>>, Stop> {
        let Some(least) = self.least() else { return Ok(None) };
        self.proved = self.proved.max(least);
        let most = u64::from(self.factor.times(self.proved));
        while self.beyond.least().is_some_and(|(f, _)| f <= most) {
            budget.tick()?;
            let waiting = self.beyond.pop().expect("something waits");
            if is_current(waiting.id, waiting.g) {
                self.enter(waiting, budget)?;
            }
        }
        while let Some(waiting) = self.within.pop() {
            if is_current(waiting.id, waiting.g) {
                self.withdraw(0, waiting.f);
                return Ok(Some(waiting));
            }
            budget.tick()?;
        }
        Ok(None)
    }

    fn least(&self) -> Option<u32> {
        self.counts.first_key_value().map(|(f, _)| *f)
    }

    fn len(&self) -> usize {
        self.len
    }
}
