//! Beam search in the reduced game, where reversible rearrangements cost nothing: its plans differ
//! greatly from the given plan.

use patience_core::{HashSet, Random, Stop};

use super::home::cards_not_home;
use super::work::Work;
use crate::board::{Board, Move};
use crate::position::{CARDS, Geometry, Position, Step, path, real_moves};
use crate::reduce::is_dead_end;

/// A beam search.
pub(super) struct Beam {
    /// Positions kept per layer.
    pub width: usize,
    /// Upper limit of the random number added to a position's score, so that beams of the same
    /// width differ.
    pub noise: u32,
    /// Plans of this many steps or more are not searched.
    pub upper: usize,
}

/// Rank of a position, lower being better; the index of its parent, and the step.
type Candidate = (u32, u32, Step);

/// The step to a position of a layer, and the entry of the preceding step.
type Trail = Vec<(u32, Step)>;

impl Beam {
    /// Returns a plan for the board, if the beam finds one. `geometry` is the one with open rows.
    pub fn search(
        &self,
        geometry: &Geometry,
        board: &Board,
        random: &mut Random,
        work: &mut Work<'_, '_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let start = Position::new(geometry, board);
        let mut trail: Trail = vec![(0, Step { card: 0, to: 0 })];
        let mut met = HashSet::default();
        met.insert(start.key());
        let mut layer = vec![(start.clone(), 0)];
        let mut candidates: Vec<Candidate> = Vec::new();
        for depth in 1..self.upper {
            candidates.clear();
            for (index, (position, entry)) in layer.iter().enumerate() {
                work.expand(held(&met, &trail, self.width))?;
                for &step in position.steps(geometry).iter() {
                    let mut after = position.clone();
                    after.take(geometry, step);
                    if !met.insert(after.key()) {
                        continue;
                    }
                    if after.is_goal(geometry) {
                        trail.push((*entry, step));
                        return Ok(real_moves(
                            geometry,
                            board,
                            &path(geometry, &start, &steps(&trail)),
                        ));
                    }
                    let not_home = cards_not_home(geometry, &after);
                    if depth + not_home as usize >= self.upper || is_dead_end(geometry, &after) {
                        continue;
                    }
                    let noise = if self.noise > 0 { random.below(self.noise) } else { 0 };
                    candidates.push((
                        4 * (not_home + cards_apart(&after)) + noise,
                        index as u32,
                        step,
                    ));
                }
            }
            if candidates.len() > self.width {
                candidates
                    .select_nth_unstable_by_key(self.width, |&(worth, index, _)| (worth, index));
                candidates.truncate(self.width);
            }
            let next = candidates.iter().map(|&(_, index, step)| {
                let (position, entry) = &layer[index as usize];
                let mut after = position.clone();
                after.take(geometry, step);
                trail.push((*entry, step));
                (after, trail.len() as u32 - 1)
            });
            layer = next.collect();
            if layer.is_empty() {
                break;
            }
        }
        Ok(None)
    }
}

/// Bytes of a search, with room to grow.
fn held(met: &HashSet<u128>, trail: &Trail, width: usize) -> usize {
    2 * (met.len() * (size_of::<u128>() + 1)
        + trail.len() * size_of::<(u32, Step)>()
        + width * (size_of::<Position>() + 8 * size_of::<Candidate>()))
}

/// The steps to the last entry.
fn steps(trail: &Trail) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut entry = trail.len() - 1;
    while entry != 0 {
        steps.push(trail[entry].1);
        entry = trail[entry].0 as usize;
    }
    steps.reverse();
    steps
}

/// Number of cards not to the right of their predecessor.
fn cards_apart(position: &Position) -> u32 {
    let pairs = position.cell[..CARDS - 4].iter().zip(&position.cell[4..]);
    pairs.filter(|&(left, right)| left.wrapping_add(1) != *right).count() as u32
}
