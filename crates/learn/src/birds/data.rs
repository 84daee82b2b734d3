//! The paper's training data: positions of played games, labelled solvable or not by an exact
//! solver.

use std::sync::atomic::{AtomicU32, Ordering};

use patience_birds::Solver;
use patience_core::cards::Card;
use patience_core::{Budget, Random, Verdict};
use patience_games::birds::{BirdsMove, BirdsState};

use super::deal::{Deal, MOST_MOVES};
use super::features::Counts;

/// Decides positions exactly, by the conclusive solver. Its tables serve all deals.
///
/// ```
/// use patience_core::Game;
/// use patience_learn::birds::{data::Labeller, deal::Deal};
///
/// let mut labeller = Labeller::default();
/// let [won, lost] = [42, 10].map(Deal::neller);
/// assert!(labeller.is_solvable(&won, &won.game.start()));
/// assert!(!labeller.is_solvable(&lost, &lost.game.start()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Labeller {
    solver: Box<Solver>,
}

impl Labeller {
    /// Whether a position of a deal can be won.
    pub fn is_solvable(&mut self, deal: &Deal, board: &BirdsState) -> bool {
        let on = |cell: usize| {
            let is_there = board.occupied() >> cell & 1 != 0;
            is_there.then(|| Card::of_number(deal.cards[board.top(cell as u8)]))
        };
        let board = patience_birds::Board::new(std::array::from_fn(on))
            .expect("a position of a deal is a board");
        match self.solver.solve(&board, &mut Budget::unlimited()).verdict {
            Verdict::Solved { .. } => true,
            Verdict::Unsolvable => false,
            Verdict::Unknown(stop) => {
                unreachable!("the solver is conclusive without limits, not stopped by {stop}")
            }
        }
    }
}

/// A labelled position, of [`samples_by_deal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position, a state of its deal.
    pub state: BirdsState,
    /// What the features are made of.
    pub counts: Counts,
    /// The exact answer.
    pub solvable: bool,
    /// Whether the compatibility graph of the cards hangs together.
    pub connected: bool,
}

/// The paper's samples of Neller's deals with seeds from 1 to `deals`, by deal. Each deal is played
/// with a generator of its own, so that the result does not depend on the number of threads. `done`
/// is told of every deal that was played.
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
    let next = AtomicU32::new(1);
    let mut played: Vec<(u32, Vec<Sample>)> = std::thread::scope(|scope| {
        let worker = || {
            let (mut mine, mut labeller) = (Vec::new(), Labeller::default());
            loop {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal > deals {
                    return mine;
                }
                let mut random =
                    Random::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(u64::from(deal)));
                mine.push((
                    deal,
                    samples_of(&Deal::neller(i64::from(deal)), &mut labeller, &mut random),
                ));
                done();
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("labelling does not panic"))
            .collect()
    });
    played.sort_unstable_by_key(|(deal, _)| *deal);
    played
}

/// The root of a deal; then, down one random solvable path, all the children of a position where
/// some of them are unsolvable.
fn samples_of(deal: &Deal, labeller: &mut Labeller, random: &mut Random) -> Vec<Sample> {
    let mut board = deal.start();
    let mut counts = Counts::of(deal, &board);
    let solvable = labeller.is_solvable(deal, &board);
    let mut samples =
        vec![Sample { state: board, counts, solvable, connected: deal.is_connected() }];
    while board.stacks() > 1 && samples[0].solvable {
        let mut moves = [BirdsMove::default(); MOST_MOVES];
        let count = deal.moves(&board, &mut moves);
        let children: Vec<(BirdsState, Sample)> = moves[..count]
            .iter()
            .map(|&mv| {
                let next = deal.apply(&board, mv);
                let counts = counts.after(deal, &board, mv, &next);
                let connected = deal.game.flock_is_connected(&next);
                (
                    next,
                    Sample {
                        state: next,
                        counts,
                        solvable: labeller.is_solvable(deal, &next),
                        connected,
                    },
                )
            })
            .collect();
        if children.iter().any(|(_, sample)| !sample.solvable) {
            samples.extend(children.iter().map(|(_, sample)| *sample));
        }
        let solvable: Vec<_> = children.iter().filter(|(_, sample)| sample.solvable).collect();
        let (next, sample) = solvable[random.index(solvable.len())];
        (board, counts) = (*next, sample.counts);
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exact labels against the plain search of the paper, on boards of few enough cards for it.
    #[test]
    fn labels_are_those_of_plain_search() {
        fn plainly(deal: &Deal, board: &BirdsState) -> bool {
            let mut moves = [BirdsMove::default(); MOST_MOVES];
            let count = deal.moves(board, &mut moves);
            board.stacks() == 1
                || moves[..count].iter().any(|mv| plainly(deal, &deal.apply(board, *mv)))
        }
        let mut random = Random::new(4);
        let mut seen = [0; 2];
        let mut labeller = Labeller::default();
        for seed in 0..1500 {
            let deal = Deal::neller(seed);
            let mut board = deal.start();
            let mut moves = [BirdsMove::default(); MOST_MOVES];
            loop {
                if board.stacks() <= 7 {
                    let solvable = plainly(&deal, &board);
                    assert_eq!(
                        labeller.is_solvable(&deal, &board),
                        solvable,
                        "deal {seed}, {board:?}"
                    );
                    seen[usize::from(solvable)] += 1;
                }
                match deal.moves(&board, &mut moves) {
                    0 => break,
                    count => board = deal.apply(&board, moves[random.index(count)]),
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
            let deal = Deal::neller(*seed);
            !labeller.is_solvable(&deal, &deal.start())
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
