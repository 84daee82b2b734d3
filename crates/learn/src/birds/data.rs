//! The paper's training data: positions of played games, labelled solvable or not by an exact
//! solver.

use patience_birds::{Board, Solver};
use patience_core::{Budget, Game, Random, Verdict, successors};
use patience_games::birds::{BirdsGame, BirdsState, neller, write};

use super::features::{Counts, Families};
use super::parallel::in_parallel;

/// Decides positions with the exact solver, whose tables are shared by all deals.
///
/// ```
/// use patience_core::Game;
/// use patience_games::birds::neller;
/// use patience_learn::birds::data::Labeller;
///
/// let mut labeller = Labeller::default();
/// let [won, lost] = [42, 10].map(neller);
/// assert!(labeller.is_solvable(&won, &won.start()));
/// assert!(!labeller.is_solvable(&lost, &lost.start()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Labeller {
    solver: Box<Solver>,
}

impl Labeller {
    /// Whether a state of a game is winnable.
    pub fn is_solvable(&mut self, game: &BirdsGame, state: &BirdsState) -> bool {
        let board = Board::new(game.grid(state)).expect("a state of a game is a board");
        label(&self.solver.solve(&board, &mut Budget::unlimited()).verdict)
    }
}

/// A verdict as a label. [`Verdict::plan`] panics on a defect of the solver.
fn label<M>(verdict: &Verdict<M>) -> bool {
    let won = verdict.plan().is_some();
    assert!(won || matches!(verdict, Verdict::Unsolvable), "the solver decides without limits");
    won
}

/// A labelled position, of [`samples_by_deal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position, a state of its deal.
    pub state: BirdsState,
    /// The counts from which the features are computed.
    pub counts: Counts,
    /// The exact answer.
    pub solvable: bool,
    /// Whether the compatibility graph of the cards is connected.
    pub connected: bool,
}

impl Sample {
    /// The position in the canonical notation, given the number of its deal.
    pub fn board(&self, deal: u32) -> String {
        write(&neller(deal.into()), &self.state)
    }
}

/// The paper's samples of Neller's deals with seeds from 1 to `deals`, by deal. Each deal is played
/// with its own generator, so that the result does not depend on the number of threads. `done` is
/// called after every deal.
///
/// ```
/// use patience_learn::birds::data::samples_by_deal;
///
/// let played = samples_by_deal(5, 1, 1, &|| {});
/// let samples = || played.iter().flat_map(|(_, samples)| samples);
/// assert!(samples().any(|sample| sample.solvable) && samples().any(|sample| !sample.solvable));
/// ```
pub fn samples_by_deal(
    deals: u32,
    seed: u64,
    threads: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<(u32, Vec<Sample>)> {
    in_parallel(deals as usize, threads, Labeller::default, |labeller, index| {
        let deal = index as u32 + 1;
        let mut random =
            Random::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(u64::from(deal)));
        let samples = samples_of(&neller(deal.into()), labeller, &mut random);
        done();
        (deal, samples)
    })
}

/// The start of a deal; then, along one random winnable path, all children of each position with an
/// unwinnable child.
fn samples_of(game: &BirdsGame, labeller: &mut Labeller, random: &mut Random) -> Vec<Sample> {
    let families = Families::of(game);
    let mut sample = |state: BirdsState| Sample {
        state,
        counts: Counts::of(game, &families, &state),
        solvable: labeller.is_solvable(game, &state),
        connected: game.flock_is_connected(&state),
    };
    let mut samples = vec![sample(game.start())];
    let mut state = game.start();
    while state.stacks() > 1 && samples[0].solvable {
        let children: Vec<Sample> =
            successors(game, &state).into_iter().map(|(_, next)| sample(next)).collect();
        if children.iter().any(|sample| !sample.solvable) {
            samples.extend(&children);
        }
        let solvable: Vec<_> = children.iter().filter(|sample| sample.solvable).collect();
        state = solvable[random.index(solvable.len())].state;
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_of_the_solver_is_reported_as_one() {
        use patience_core::{DEFECT, Stop};
        let defect = || label(&Verdict::<char>::Unknown(Stop::Defect));
        let panic = std::panic::catch_unwind(defect).unwrap_err();
        let said = panic.downcast_ref::<String>().expect("a message");
        assert!(said.starts_with(DEFECT), "{said}");
    }

    /// Exact labels compared with plain search, on boards small enough for it.
    #[test]
    fn labels_are_those_of_plain_search() {
        fn plainly(game: &BirdsGame, state: &BirdsState) -> bool {
            let mut next = successors(game, state).into_iter();
            state.stacks() == 1 || next.any(|(_, next)| plainly(game, &next))
        }
        let mut random = Random::new(4);
        let mut seen = [0; 2];
        let mut labeller = Labeller::default();
        for seed in 0..1500 {
            let game = neller(seed);
            let mut state = game.start();
            loop {
                if state.stacks() <= 7 {
                    let solvable = plainly(&game, &state);
                    let labelled = labeller.is_solvable(&game, &state);
                    assert_eq!(labelled, solvable, "deal {seed}, {state:?}");
                    seen[usize::from(solvable)] += 1;
                }
                let next = successors(&game, &state);
                match next.len() {
                    0 => break,
                    moves => state = next[random.index(moves)].1,
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "both answers occur: {seen:?}");
    }

    /// The lost ones among the first deals, as recorded with the reference verdicts.
    #[test]
    fn lost_roots_are_the_known_ones() {
        let mut labeller = Labeller::default();
        let lost = |seed: &i64| {
            let game = neller(*seed);
            !labeller.is_solvable(&game, &game.start())
        };
        assert_eq!((0..600).filter(lost).collect::<Vec<_>>(), [10, 190, 397, 520]);
    }

    #[test]
    fn threads_change_nothing() {
        let alone = samples_by_deal(12, 3, 1, &|| {});
        assert_eq!(samples_by_deal(12, 3, 3, &|| {}), alone);
        let alone: Vec<Sample> = alone.into_iter().flat_map(|(_, samples)| samples).collect();
        assert!(
            alone.iter().any(|sample| sample.solvable)
                && alone.iter().any(|sample| !sample.solvable)
        );
    }
}
