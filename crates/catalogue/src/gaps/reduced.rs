//! The solver for rule sets that the exact one does not support. Restarts with a lost-position
//! table, on the deal with the moves of persistent sets only (`patience_games::gaps::Reduced`),
//! alternate with beams of doubling width (complete anytime beam search, Zhang 1998, ended by its
//! first plan). If links only grow (`patience_games::gaps::Links`), the beams are grouped by links.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{
    Counters, Environment, Event, Heuristic, Limits, Observer, Outcome, Parameter, Run, Stop,
    Verdict,
};
use patience_games::gaps::{Gaps, LevelSum, Links, Move, OfDeal, Reduced};
use patience_search::{Algorithm, Arguments, beam, levels, restarts};

use super::conclusive::since;
use crate::solver::Solver;

/// Number of expansions of the shortest probe.
const UNIT: u64 = 256;

/// Expansions of the restarts in the first round.
const SLICE: u64 = 4096;

/// States kept per layer of the first beam.
const WIDTH: usize = 32;

/// Expansions of the beams per expansion of the restarts: they are cheaper, since they compute no
/// persistent sets.
const SHARE: u64 = 4;

/// Expansions of beams by links per expansion of the restarts: they are even cheaper and win nearly
/// all deals.
const SHARE_BY_LINKS: u64 = 64;

/// Expansions of breadth-first search per expansion of the restarts, after beams by links: beams
/// cannot prove a loss, and restarts take a long time to prove one if moves can be undone.
const SHARE_BY_BREADTH: u64 = 16;

/// Expansions per level of the first beam by links that is ordered by the solver's heuristic.
const WIDTH_BY_HEURISTIC: usize = 1000;

/// Default maximum size of a persistent set.
const MAX_SET: u32 = 2;

const SETS: Parameter<u64> = Parameter::whole(
    "sets",
    "cards",
    0..=4,
    MAX_SET as u64,
    "Maximum number of cards of a persistent set: if the moves of at most this many cards \
     suffice, no others are made; 0 makes all moves",
);

/// Default number of expansions per level of the first beam by links.
const NARROWEST: u64 = 500;

const LINK_WIDTH: Parameter<u64> = Parameter::whole(
    "link-width",
    "positions",
    1..=1_000_000_000,
    NARROWEST,
    "For beams by links (free-parking and galary of gaps): positions per level that the narrowest \
     beam of the first round expands; each round begins with twice as many. Larger values suit \
     deals known to be hard",
);

pub(super) fn solver() -> Solver<Gaps> {
    Solver {
        heuristic: Some("level-sum"),
        fits,
        ..Solver::generic(Algorithm {
            name: "reduced",
            summary: "restarts with a lost-position table, on the deal with the moves of \
                      persistent sets alone, alternating with beams of doubling width: for \
                      rule sets that the exact solver does not support, such as \
                      free-parking, galary, jungle and spaces-and-aces (docs/gaps-solver.md)",
            complete: true,
            optimal: false,
            parameters: &[HEURISTIC, SETS.declared, LINK_WIDTH.declared, SEED.declared],
            solve,
        })
    }
}

/// Whether the solver accepts a deal: if any card may enter column a, persistent sets are not worth
/// computing.
pub(super) fn fits(game: &Gaps) -> bool {
    !game.rules().takes_any_card()
}

/// The verdict on a deal, without a watcher, with the default heuristic and sets.
pub(super) fn decide(
    game: &Gaps,
    limits: Limits,
    environment: Environment<'_>,
    seed: u64,
) -> Verdict<Move> {
    let heuristic = LevelSum::new(game);
    let mut run = Run::new(limits, environment).with_seed(seed);
    in_turn(&Reduced::new(game, MAX_SET), &OfDeal(&heuristic), NARROWEST, &mut run).verdict
}

/// Alternates restarts on the reduced deal and beams on the whole one; the first verdict counts. In
/// each round the restarts start over with twice the last budget, so that all rounds together cost
/// about twice the last. With beams by links, a round ends with breadth-first search. If memory
/// cannot hold a beam by depth, or the narrowest one by links, the restarts continue alone.
fn in_turn<'a>(
    reduced: &Reduced<'a>,
    heuristic: &dyn Heuristic<Reduced<'a>>,
    link_width: u64,
    run: &mut Run<Reduced<'a>>,
) -> Outcome<Move> {
    let mut beams = Beams {
        whole: Reduced::new(reduced.game(), 0),
        heuristic,
        link_width,
        widest: usize::MAX,
        by_depth: 0,
        by_links: 0,
    };
    let (mut slice, mut fit, mut breadth) = (SLICE, true, Links::fits(reduced.game()));
    for round in 0.. {
        run.slice(fit.then_some(slice));
        let outcome = restarts::solve(reduced, heuristic, UNIT, run);
        run.slice(None);
        match outcome.verdict {
            Verdict::Unknown(Stop::Depth) => return by_breadth(reduced, heuristic, run),
            Verdict::Unknown(Stop::Expansions) if !run.is_used_up() => {}
            _ => return outcome,
        }
        if !fit {
            continue;
        }
        let outcome = beams.round(round, slice, run);
        run.slice(None);
        match outcome.verdict {
            Verdict::Unknown(Stop::Incomplete) => {}
            Verdict::Unknown(Stop::Memory) => fit = false,
            Verdict::Unknown(Stop::Depth) => return by_breadth(reduced, heuristic, run),
            _ => return outcome,
        }
        if breadth && fit {
            // Only breadth-first search may conclude that there is no plan within the depth limit.
            let share =
                if run.limits().depth.is_some() { SHARE_BY_LINKS } else { SHARE_BY_BREADTH };
            run.slice(Some(slice.saturating_mul(share)));
            let outcome = by_breadth(&beams.whole, heuristic, run);
            run.slice(None);
            match outcome.verdict {
                Verdict::Unknown(Stop::Expansions) if !run.is_used_up() => {}
                Verdict::Unknown(Stop::Memory) => breadth = false,
                _ => return outcome,
            }
        }
        slice = slice.saturating_mul(2);
    }
    unreachable!("restarts eventually end")
}

/// Breadth-first search without drops, for searches that ended at the depth limit: a search that
/// reaches a position by a detour may not get as far as the limit allows on the shortest path.
/// Persistent sets preserve shortest plans.
fn by_breadth<'a>(
    reduced: &Reduced<'a>,
    heuristic: &dyn Heuristic<Reduced<'a>>,
    run: &mut Run<Reduced<'a>>,
) -> Outcome<Move> {
    beam::solve(reduced, heuristic, usize::MAX, run)
}

/// The beams of a solve.
struct Beams<'a, 'h> {
    /// The deal with all its moves.
    whole: Reduced<'a>,
    heuristic: &'h dyn Heuristic<Reduced<'a>>,
    /// Expansions per level of the narrowest beam by links of the first round.
    link_width: u64,
    /// The widest beam by links that memory can hold.
    widest: usize,
    /// The number of beams by depth that have ended.
    by_depth: u64,
    by_links: u64,
}

impl<'a> Beams<'a, '_> {
    /// The beams of a round, given its restarts' expansions. If there are beams by links, beams by
    /// depth run only in the first round: they are narrower, and win easy deals with fewer
    /// expansions.
    fn round(&mut self, round: u32, slice: u64, run: &mut Run<Reduced<'a>>) -> Outcome<Move> {
        let links = Links::fits(self.whole.game());
        if !links || round == 0 {
            let outcome = self.by_depth(slice.saturating_mul(SHARE), run);
            if !links || !matches!(outcome.verdict, Verdict::Unknown(Stop::Incomplete)) {
                return outcome;
            }
        }
        // The same number of beams at any width.
        let wider = self.link_width.div_ceil(NARROWEST);
        self.by_links(round, slice.saturating_mul(SHARE_BY_LINKS).saturating_mul(wider), run)
    }

    /// Beams by depth, each twice as wide as the last.
    fn by_depth(&mut self, expansions: u64, run: &mut Run<Reduced<'a>>) -> Outcome<Move> {
        let until = run.counters().expanded.saturating_add(expansions);
        loop {
            let outcome =
                beam::solve(&self.whole, self.heuristic, times(WIDTH, self.by_depth), run);
            self.by_depth += 1;
            if !matches!(outcome.verdict, Verdict::Unknown(Stop::Incomplete))
                || run.counters().expanded >= until
            {
                return outcome;
            }
        }
    }

    /// Beams by links. Each beam except the first has random bonuses; their widths follow Luby's
    /// sequence, because most deals are won by some narrow beam, and a few by a wide one. Each
    /// round restarts the sequence with twice the width, for deals that many narrow beams did not
    /// win. Each round ends with a beam ordered by the heuristic, which wins other deals.
    fn by_links(
        &mut self,
        round: u32,
        expansions: u64,
        run: &mut Run<Reduced<'a>>,
    ) -> Outcome<Move> {
        let game = self.whole.game();
        let narrowest = times(self.link_width as usize, u64::from(round));
        let until = run.counters().expanded.saturating_add(expansions);
        for number in 1.. {
            if run.counters().expanded >= until {
                break;
            }
            let links = Links::new(
                game,
                (self.by_links > 0).then(|| run.seed().wrapping_add(self.by_links)),
            );
            self.by_links += 1;
            let width = narrowest.saturating_mul(restarts::luby(number) as usize);
            let outcome = self.by_levels(&OfDeal(&links), width, run);
            if !matches!(outcome.verdict, Verdict::Unknown(Stop::Incomplete)) {
                return outcome;
            }
        }
        self.by_levels(self.heuristic, times(WIDTH_BY_HEURISTIC, u64::from(round)), run)
    }

    /// Runs one beam by links, as wide as the memory allows: if a beam does not fit, it and all
    /// later ones are at most half as wide.
    fn by_levels(
        &mut self,
        order: &dyn Heuristic<Reduced<'a>>,
        width: usize,
        run: &mut Run<Reduced<'a>>,
    ) -> Outcome<Move> {
        let game = self.whole.game();
        loop {
            let width = width.min(self.widest);
            let outcome =
                levels::solve(&self.whole, order, |state| Links::count(game, state), width, run);
            if width == 1 || !matches!(outcome.verdict, Verdict::Unknown(Stop::Memory)) {
                return outcome;
            }
            self.widest = width / 2;
        }
    }
}

/// A width doubled `doubled` times.
fn times(width: usize, doubled: u64) -> usize {
    1usize
        .checked_shl(doubled.min(64) as u32)
        .map_or(usize::MAX, |times| width.saturating_mul(times))
}

fn solve(game: &Gaps, arguments: &Arguments<Gaps>, run: &mut Run<Gaps>) -> Outcome<Move> {
    let reduced = Reduced::new(game, arguments.values.get(&SETS) as u32);
    let (limits, environment, seed) = (run.limits().clone(), run.environment(), run.seed());
    let mut relay = Relay { run, told: Counters::default() };
    let mut inner = Run::new(limits, environment).with_seed(seed).with_observer(&mut relay);
    let width = arguments.values.get(&LINK_WIDTH);
    let outcome = in_turn(&reduced, &OfDeal(arguments.heuristic), width, &mut inner);
    let done = inner.counters();
    relay.notify(&done);
    outcome
}

/// Forwards events on the reduced deal, whose positions are the deal's.
struct Relay<'r, 'a> {
    run: &'r mut Run<'a, Gaps>,
    told: Counters,
}

impl Relay<'_, '_> {
    fn notify(&mut self, now: &Counters) {
        self.run.absorb(&since(&self.told, now));
        self.told = *now;
    }
}

impl Observer<Reduced<'_>> for Relay<'_, '_> {
    fn event(&mut self, reduced: &Reduced<'_>, event: Event<'_, Reduced<'_>>, counters: &Counters) {
        self.notify(counters);
        let event = match event {
            Event::Expanded { state, g, h, open, closed } => {
                Event::Expanded { state, g, h, open, closed }
            }
            Event::Iteration { bound } => Event::Iteration { bound },
            Event::Incumbent { cost } => Event::Incumbent { cost },
            Event::Simulated { settled, line, in_tree, won } => {
                Event::Simulated { settled, line, in_tree, won }
            }
            _ => Event::Working,
        };
        self.run.notify(reduced.game(), event);
    }
}
