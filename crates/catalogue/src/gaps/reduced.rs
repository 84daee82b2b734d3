//! The solver for the rule sets that the conclusive one does not know: random restarts that remember, on the deal with the
//! moves of persistent sets alone (`patience_games::gaps::Reduced`), in turn with beams of doubling width (complete anytime beam
//! search, Zhang 1998, ended by its first plan).

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{
    Counters, Environment, Event, Heuristic, Limits, Observer, Outcome, Parameter, Run, Stop, Verdict,
};
use patience_games::gaps::{Gaps, LevelSum, Move, OfDeal, Reduced};
use patience_search::{Algorithm, Arguments, beam, restarts};

use super::since;
use crate::solver::Solver;

/// Expansions of the shortest probe.
const UNIT: u64 = 256;

/// Expansions of the restarts in the first round.
const SLICE: u64 = 4096;

/// The states that a layer of the first beam keeps.
const WIDTH: usize = 32;

/// For each expansion of the restarts the beams get so many: theirs are cheaper, for they look for no persistent sets.
const SHARE: u64 = 4;

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
            summary: "restarts that remember, on the deal with the moves of persistent sets alone, in turn with beams of doubling \
                      width: for what the conclusive solver does not know, such as free-parking, galary, jungle and \
                      spaces-and-aces (docs/gaps-solver.md)",
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
    in_turn(&Reduced::new(game, MOST), &OfDeal(&heuristic), &mut run).verdict
}

/// In rounds, restarts on the reduced deal and beams of doubling width on the whole one; the first verdict counts. Each search
/// begins anew, with twice as much as the last time, so that all together cost some twice the last. Where the memory does not
/// hold a beam, the restarts go on alone.
fn in_turn<'a>(
    reduced: &Reduced<'a>,
    heuristic: &dyn Heuristic<Reduced<'a>>,
    run: &mut Run<Reduced<'a>>,
) -> Outcome<Move> {
    let whole = Reduced::new(reduced.game(), 0);
    let (mut slice, mut width, mut beams) = (SLICE, WIDTH, true);
    loop {
        run.slice(beams.then_some(slice));
        let outcome = restarts::solve(reduced, heuristic, UNIT, run);
        run.slice(None);
        if !matches!(outcome.verdict, Verdict::Unknown(Stop::Expansions)) || run.is_used_up() {
            return outcome;
        }
        let until = run.counters().expanded.saturating_add(slice.saturating_mul(SHARE));
        while beams && run.counters().expanded < until {
            let outcome = beam::solve(&whole, heuristic, width, run);
            match outcome.verdict {
                Verdict::Unknown(Stop::Incomplete) => width *= 2,
                Verdict::Unknown(Stop::Memory | Stop::Depth) => beams = false,
                _ => return outcome,
            }
        }
        slice = slice.saturating_mul(2);
    }
}

fn solve(game: &Gaps, arguments: &Arguments<Gaps>, run: &mut Run<Gaps>) -> Outcome<Move> {
    let reduced = Reduced::new(game, arguments.values.whole(&SETS) as u32);
    let (limits, environment, seed) = (run.limits().clone(), run.environment(), run.seed());
    let mut relay = Relay { run, told: Counters::default() };
    let mut inner = Run::new(limits, environment).with_seed(seed).with_observer(&mut relay);
    let outcome = in_turn(&reduced, &OfDeal(arguments.heuristic), &mut inner);
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
