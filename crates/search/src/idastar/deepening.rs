//! Searches within a bound that rises from iteration to iteration.

use patience_core::{Estimate, Event, Game, Heuristic, Outcome, Run, Stop, Verdict};

use crate::report;

/// The cut-off and left-out states of an iterative-deepening search.
pub(crate) struct Bounds {
    pub(crate) bound: u32,
    /// The smallest f above the bound among states that certainly were not searched.
    pub(crate) next: Option<u32>,
    /// Lower bound on plans through the states left out without proof in any iteration.
    left_out: u32,
    /// Whether an unsound dead end was left out.
    left_out_unsoundly: bool,
}

impl Bounds {
    pub(crate) fn leave_out(&mut self, f: u32, unsoundly: bool) {
        self.left_out = self.left_out.min(f);
        self.left_out_unsoundly |= unsoundly;
    }
}

/// A search within a bound, run repeatedly.
pub(crate) trait Deepening<G: Game> {
    fn bounds(&mut self) -> &mut Bounds;

    /// Searches all states within the bound.
    fn iteration(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop>;
}

/// Raises the bound from the start's estimate until an iteration ends the search. `begin` creates
/// the search from its bounds and the estimate.
pub(crate) fn deepen<G: Game, H: Heuristic<G> + ?Sized, S: Deepening<G>>(
    game: &G,
    heuristic: &H,
    run: &mut Run<G>,
    begin: impl FnOnce(Bounds, u32, &mut Run<G>) -> Result<S, Stop>,
) -> Outcome<G::Move> {
    let claims = heuristic.claims();
    let start = game.start();
    let bound = match heuristic.estimate(game, &start) {
        _ if game.is_goal(&start) => 0,
        Estimate::Cost(h) => h,
        Estimate::DeadEnd => {
            run.dead_end();
            return run.exhausted(claims.sound_dead_ends);
        }
    };
    let bounds = Bounds { bound, next: None, left_out: u32::MAX, left_out_unsoundly: false };
    let mut search = match begin(bounds, bound, run) {
        Ok(search) => search,
        Err(stop) => return Outcome::unknown(stop),
    };
    loop {
        run.notify(game, Event::Iteration { bound: search.bounds().bound });
        let end = search.iteration(run);
        let bounds = search.bounds();
        // All plans cost at least the bound, except those through states left out.
        let proved = if claims.admissible { bounds.bound.min(bounds.left_out) } else { 0 };
        match end {
            Ok(End::Plan(plan)) => return report(game, plan, proved, None),
            Err(stop) => return Outcome::unknown(stop).with_lower_bound(proved),
            Ok(End::CutOff(next)) => bounds.bound = next,
            Ok(End::NothingLeft) => {
                let outcome = run.exhausted(!bounds.left_out_unsoundly);
                return match outcome.verdict {
                    Verdict::Unsolvable => outcome,
                    _ if claims.admissible => outcome.with_lower_bound(bounds.left_out),
                    _ => outcome.with_lower_bound(0),
                };
            }
        }
    }
}

/// The end of an iteration.
pub(crate) enum End<M> {
    Plan(Vec<M>),
    /// The smallest f above the bound.
    CutOff(u32),
    /// Every successor of every searched state was searched as well.
    NothingLeft,
}

#[inline]
pub(crate) fn lower(bound: &mut Option<u32>, f: u32) {
    *bound = Some(bound.map_or(f, |bound| bound.min(f)));
}
