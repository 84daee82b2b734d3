//! The solver for the rule sets that the conclusive one does not know: random restarts that remember, on the deal with the
//! moves of persistent sets alone (`patience_games::gaps::Reduced`).

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Counters, Environment, Event, Limits, Observer, Outcome, Parameter, Run, Verdict};
use patience_games::gaps::{Gaps, LevelSum, Move, OfDeal, Reduced};
use patience_search::{Algorithm, Arguments, restarts};

use super::since;
use crate::solver::Solver;

/// Expansions of the shortest probe.
const UNIT: u64 = 256;

/// The cards of the largest set that is looked for unless told otherwise.
const MOST: u32 = 2;

const SETS: Parameter = Parameter::whole(
    "sets",
    "cards",
    0..=4,
    MOST as u64,
    "The largest persistent set that is looked for: where the moves of so few cards suffice, no others are made; 0 makes all",
);

pub(super) fn solver() -> Solver<Gaps> {
    Solver {
        heuristic: Some("level-sum"),
        fits,
        ..Solver::generic(Algorithm {
            name: "reduced",
            summary: "restarts that remember, on the deal with the moves of persistent sets alone: for what the conclusive solver does \
                      not know, such as free-parking, galary, jungle and spaces-and-aces (docs/gaps-solver.md)",
            complete: true,
            optimal: false,
            parameters: &[HEURISTIC, SETS, SEED],
            solve,
        })
    }
}

/// Whether the solver takes a deal: where any card may enter column a there are no persistent sets worth the search for them.
pub(super) fn fits(game: &Gaps) -> bool {
    !game.rules().takes_any_card()
}

/// The verdict on a deal, unwatched, with the usual heuristic and sets.
pub(super) fn decide(game: &Gaps, limits: Limits, environment: Environment<'_>, seed: u64) -> Verdict<Move> {
    let heuristic = LevelSum::new(game);
    let mut run = Run::new(limits, environment).with_seed(seed);
    restarts::solve(&Reduced::new(game, MOST), &OfDeal(&heuristic), UNIT, &mut run).verdict
}

fn solve(game: &Gaps, arguments: &Arguments<Gaps>, run: &mut Run<Gaps>) -> Outcome<Move> {
    let reduced = Reduced::new(game, arguments.values.whole(&SETS) as u32);
    let (limits, environment, seed) = (run.limits().clone(), run.environment(), run.seed());
    let mut relay = Relay { run, told: Counters::default() };
    let mut inner = Run::new(limits, environment).with_seed(seed).with_observer(&mut relay);
    let outcome = restarts::solve(&reduced, &OfDeal(arguments.heuristic), UNIT, &mut inner);
    let done = inner.counters();
    relay.tell(&done);
    outcome
}

/// Hands on what happens on the reduced deal: its positions are the deal's.
struct Relay<'r, 'a> {
    run: &'r mut Run<'a, Gaps>,
    told: Counters,
}

impl Relay<'_, '_> {
    fn tell(&mut self, now: &Counters) {
        self.run.absorb(&since(&self.told, now));
        self.told = *now;
    }
}

impl Observer<Reduced<'_>> for Relay<'_, '_> {
    fn event(&mut self, reduced: &Reduced<'_>, event: Event<'_, Reduced<'_>>, counters: &Counters) {
        self.tell(counters);
        let event = match event {
            Event::Expanded { state, g, h, open, closed } => Event::Expanded { state, g, h, open, closed },
            Event::Iteration { bound } => Event::Iteration { bound },
            Event::Incumbent { cost } => Event::Incumbent { cost },
            _ => Event::Working,
        };
        self.run.notify(reduced.game(), event);
    }
}
