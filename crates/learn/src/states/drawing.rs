//! Drawing and deciding states.

use patience_core::{
    Budget, Domain, Environment, Game, HashSet, Limits, Random, Run, Stop, Verdict,
};
use patience_search::best_first::{Variant, search};

use super::sampling::{Proved, Sampling};
use crate::teach::{Label, distances_within, random_walk};

/// Limits for labelling the states of an instance.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    pub sampling: &'a Sampling,
    /// Time and memory.
    pub limits: &'a Limits,
    pub environment: Environment<'a>,
}

/// States with their labels, and the number omitted as undecided.
pub(crate) struct Drawn<S> {
    pub states: Vec<(S, Proved)>,
    pub undecided: usize,
}

/// Whether the model is evaluated on a state.
pub(crate) type IsSeen<'a, G> = &'a dyn Fn(&<G as Game>::State) -> bool;

impl<'a> Drawing<'a> {
    /// The budget of the search for an instance.
    pub fn opening(&self) -> Budget<'a> {
        Budget::new(self.limits.clone(), self.environment)
    }

    /// The limits for deciding one state.
    pub fn decision(&self) -> Limits {
        Limits { expansions: Some(self.sampling.expansions), ..self.limits.clone() }
    }

    /// All states of an instance if there are not too many; otherwise states after random walks of
    /// at most `longest` moves from the start, decided one by one.
    pub fn states<G: Game>(
        &self,
        game: &G,
        is_seen: IsSeen<'_, G>,
        longest: usize,
        random: &mut Random,
        decide: impl Fn(&G::State) -> Result<Option<Proved>, Stop>,
    ) -> Result<Drawn<G::State>, Stop> {
        match distances_within(game, self.sampling.states, &self.opening())? {
            Some(mut states) => {
                states.retain(|(state, _)| is_seen(state));
                Ok(self.balanced(states, random))
            }
            None => self.walked(game, is_seen, longest, random, decide),
        }
    }

    /// Returns equal numbers of lost and other states, if there are enough states of both kinds.
    fn balanced<S>(&self, mut states: Vec<(S, Label)>, random: &mut Random) -> Drawn<S> {
        random.shuffle(&mut states);
        let most = self.sampling.positions;
        let (mut lost, mut won): (Vec<_>, Vec<_>) =
            states.into_iter().partition(|(_, label)| *label == Label::Lost);
        lost.truncate((most / 2).max(most.saturating_sub(won.len())));
        won.truncate(most - lost.len());
        let proved = |label| match label {
            Label::Distance(distance) => Proved::Distance(distance),
            Label::Lost => Proved::Lost,
        };
        let states = won.into_iter().chain(lost).map(|(state, label)| (state, proved(label)));
        Drawn { states: states.collect(), undecided: 0 }
    }

    fn walked<G: Game>(
        &self,
        game: &G,
        is_seen: IsSeen<'_, G>,
        longest: usize,
        random: &mut Random,
        decide: impl Fn(&G::State) -> Result<Option<Proved>, Stop>,
    ) -> Result<Drawn<G::State>, Stop> {
        let mut known: HashSet<G::Key> = HashSet::default();
        let mut drawn = Drawn { states: Vec::new(), undecided: 0 };
        // Short walks lead to the same states repeatedly.
        for _ in 0..4 * self.sampling.positions {
            if drawn.states.len() + drawn.undecided >= self.sampling.positions {
                break;
            }
            self.opening().poll()?;
            let length = random.index(longest + 1) as u32;
            let state = random_walk(game, &game.start(), length, random);
            if !known.insert(game.key(&state)) || !is_seen(&state) {
                continue;
            }
            match decide(&state)? {
                Some(proved) => drawn.states.push((state, proved)),
                None => drawn.undecided += 1,
            }
        }
        Ok(drawn)
    }
}

/// Returns the proved label of a verdict; `None` if it is undecided.
///
/// # Errors
/// The search was cancelled, which ends all work; or it has a defect or was rejected, which must
/// not count as an undecided state.
pub(crate) fn proved<M>(verdict: &Verdict<M>) -> Result<Option<Proved>, Stop> {
    match verdict {
        Verdict::Solved { plan, optimal: true, .. } => {
            Ok(Some(Proved::Distance(plan.len() as u32)))
        }
        Verdict::Solved { .. } => Ok(Some(Proved::Winnable)),
        Verdict::Unsolvable => Ok(Some(Proved::Lost)),
        Verdict::Unknown(
            stop @ (Stop::Cancelled | Stop::Defect | Stop::NoClock | Stop::NoMeter),
        ) => Err(*stop),
        Verdict::Unknown(_) => Ok(None),
    }
}

/// Decides a state by A* with the best admissible heuristic of a game whose moves all cost 1.
pub(crate) fn by_astar<D: Domain>(
    domain: &D,
    game: &D::Game,
    state: &<D::Game as Game>::State,
    drawing: &Drawing<'_>,
) -> Result<Option<Proved>, Stop> {
    let begun = domain.starting_at(game, state);
    let heuristic = domain.heuristics()[0].build_default(&begun);
    let mut run = Run::new(drawing.decision(), drawing.environment);
    proved(&search(&begun, &*heuristic, &Variant::ASTAR, &mut run).verdict)
}
