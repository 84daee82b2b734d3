//! The paper's training data: positions of played games, labelled solvable or not by an exact solver.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::fast::FixedState;
use patience_core::Random;

use super::board::{Board, Deal, MOST_MOVES, Move, is_connected};
use super::features::Counts;

/// Boards of so few stacks are cheaper to search than to remember.
const SMALL: u32 = 4;

/// Decides positions of one deal exactly. It remembers what it has proved lost, so that many questions about one deal
/// cost little more than one.
#[derive(Clone, Debug)]
pub struct Labeller<'a> {
    deal: &'a Deal,
    lost: HashSet<Board, FixedState>,
}

impl<'a> Labeller<'a> {
    /// A labeller that knows nothing yet.
    pub fn new(deal: &'a Deal) -> Self {
        Labeller { deal, lost: HashSet::default() }
    }

    /// Whether a position can be won.
    ///
    /// A position in which either graph has fallen apart is lost: a move deletes a vertex from each, and no deletion
    /// joins two components, while the last stack needs one. The children that keep the most pairs of compatible cards
    /// come first.
    pub fn is_solvable(&mut self, board: &Board) -> bool {
        if board.is_won() {
            return true;
        }
        if board.is_torn(self.deal) || board.count() > SMALL && self.lost.contains(board) {
            return false;
        }
        let mut moves = [Move::default(); MOST_MOVES];
        let count = board.moves(self.deal, &mut moves);
        let degree = |mv: &Move| (self.deal.compatible[board.card(mv.to)] & board.cards()).count_ones();
        let mut ranked = [(0, Move::default()); MOST_MOVES];
        for (slot, mv) in ranked.iter_mut().zip(&moves[..count]) {
            *slot = (degree(mv), *mv);
        }
        ranked[..count].sort_unstable_by_key(|(degree, mv)| (*degree, mv.from, mv.to));
        let won = ranked[..count].iter().any(|(_, mv)| self.is_solvable(&board.apply(*mv)));
        if !won && board.count() > SMALL {
            self.lost.insert(*board);
        }
        won
    }
}

/// A labelled position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What the features are made of.
    pub counts: Counts,
    /// The exact answer.
    pub solvable: bool,
    /// Whether the compatibility graph of the cards hangs together.
    pub connected: bool,
}

/// The paper's samples of Neller's deals with seeds from 1 to `deals`, by deal. Each deal is played with a generator of its
/// own, so that the result does not depend on the number of threads.
pub fn samples_by_deal(deals: u32, seed: u64, threads: usize) -> Vec<(u32, Vec<Sample>)> {
    let next = AtomicU32::new(1);
    let mut played: Vec<(u32, Vec<Sample>)> = std::thread::scope(|scope| {
        let worker = || {
            let mut mine = Vec::new();
            loop {
                let deal = next.fetch_add(1, Ordering::Relaxed);
                if deal > deals {
                    return mine;
                }
                let mut random = Random::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(u64::from(deal)));
                mine.push((deal, samples_of(&Deal::neller(i64::from(deal)), &mut random)));
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("labelling does not panic")).collect()
    });
    played.sort_unstable_by_key(|(deal, _)| *deal);
    played
}

/// The samples of [`samples_by_deal`], one after the other.
pub fn samples(deals: u32, seed: u64, threads: usize) -> Vec<Sample> {
    samples_by_deal(deals, seed, threads).into_iter().flat_map(|(_, samples)| samples).collect()
}

/// The root of a deal; then, down one random solvable path, all the children of a position where some of them are
/// unsolvable.
pub fn samples_of(deal: &Deal, random: &mut Random) -> Vec<Sample> {
    let mut labeller = Labeller::new(deal);
    let mut board = Board::START;
    let mut counts = Counts::of(deal, &board);
    let solvable = labeller.is_solvable(&board);
    let mut samples = vec![Sample { counts, solvable, connected: deal.is_connected() }];
    while !board.is_won() && samples[0].solvable {
        let mut moves = [Move::default(); MOST_MOVES];
        let count = board.moves(deal, &mut moves);
        let children: Vec<(Board, Sample)> = moves[..count]
            .iter()
            .map(|&mv| {
                let next = board.apply(mv);
                let counts = counts.after(deal, &board, mv, &next);
                let connected = is_connected(next.cards(), &deal.compatible);
                (next, Sample { counts, solvable: labeller.is_solvable(&next), connected })
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
        fn plainly(deal: &Deal, board: &Board) -> bool {
            let mut moves = [Move::default(); MOST_MOVES];
            let count = board.moves(deal, &mut moves);
            board.is_won() || moves[..count].iter().any(|mv| plainly(deal, &board.apply(*mv)))
        }
        let mut random = Random::new(4);
        let mut seen = [0; 2];
        for seed in 0..1500 {
            let deal = Deal::neller(seed);
            let mut labeller = Labeller::new(&deal);
            let mut board = Board::START;
            let mut moves = [Move::default(); MOST_MOVES];
            loop {
                if board.count() <= 7 {
                    let solvable = plainly(&deal, &board);
                    assert_eq!(labeller.is_solvable(&board), solvable, "deal {seed}, {board:?}");
                    seen[usize::from(solvable)] += 1;
                }
                match board.moves(&deal, &mut moves) {
                    0 => break,
                    count => board = board.apply(moves[random.index(count)]),
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "both answers occur: {seen:?}");
    }

    /// The lost ones among the first deals, as recorded with the reference verdicts.
    #[test]
    fn lost_roots_are_the_known_ones() {
        let lost = |seed: &i64| !Labeller::new(&Deal::neller(*seed)).is_solvable(&Board::START);
        assert_eq!((0..600).filter(lost).collect::<Vec<_>>(), [10, 190, 397, 520]);
    }

    #[test]
    fn threads_change_nothing() {
        let alone = samples(12, 3, 1);
        assert_eq!(samples(12, 3, 3), alone);
        assert!(alone.iter().any(|sample| sample.solvable) && alone.iter().any(|sample| !sample.solvable));
    }
}
