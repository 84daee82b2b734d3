//! The order in which jobs run.
//!
//! The first run on an instance pays for cold caches, and the last one profits from the others.
//! Configurations therefore take turns: the jobs on an instance run in rounds of repetitions, and
//! the order of configurations changes between rounds by a Williams square (1949). In a cycle of as
//! many rounds as configurations, each configuration takes each place once; in one cycle, or two if
//! their number is odd, each follows every other equally often. The rows of a square are shuffled
//! by the study's seed in every cycle, so that no chunk gets only one row of the square.
//!
//! The order depends only on the study: a resumed study and all its chunks share it.

use patience_core::Random;

use super::Spec;

/// The order of the jobs of a set, from [`Spec::order`].
pub(crate) struct Order {
    seed: u64,
    /// The repetitions of each configuration, with the first of its jobs among those of an
    /// instance.
    configurations: Vec<(u64, u64)>,
    /// Number of instances of earlier sets with the same configurations: the cycles continue.
    before: u64,
}

/// Consecutive rounds with the same configurations.
struct Stage {
    /// The first round.
    from: u64,
    /// The round after the last.
    to: u64,
    /// For each configuration, its first job.
    takes_part: Vec<u64>,
}

impl Spec {
    /// The order in which the jobs on each instance of a set are run.
    pub(crate) fn order(&self, set: usize) -> Order {
        let own = &self.sets[set].configurations;
        let mut first = 0;
        let configurations = own.iter().map(|&index| {
            let repetitions = self.configurations[index].repetitions;
            first += repetitions;
            (repetitions, first - repetitions)
        });
        let alike = self.sets[..set].iter().filter(|earlier| earlier.configurations == *own);
        Order {
            seed: Random::new(self.seed.unwrap_or(0)).next_u64(),
            configurations: configurations.collect(),
            before: alike.map(|earlier| earlier.len()).sum(),
        }
    }
}

impl Order {
    /// The jobs on an instance of the set in running order; numbers count from 0 in file order.
    pub fn on(self, instance: u64) -> impl Iterator<Item = u64> {
        let Order { seed, configurations, before } = self;
        stages(configurations).into_iter().flat_map(move |stage| {
            let rounds = stage.to - stage.from;
            (0..rounds).flat_map(move |round| {
                let block = (before + instance) * rounds + round;
                let repetition = stage.from + round;
                let jobs = stage.takes_part.iter().map(|first| first + repetition);
                let jobs: Vec<u64> = jobs.collect();
                turns(jobs.len(), block, seed).into_iter().map(move |turn| jobs[turn])
            })
        })
    }
}

/// The rounds of configurations with these repetitions and first jobs.
fn stages(configurations: Vec<(u64, u64)>) -> Vec<Stage> {
    let mut ends: Vec<u64> = configurations.iter().map(|(repetitions, _)| *repetitions).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut from = 0;
    let stage = |to| {
        let takes_part = configurations.iter().filter(|(repetitions, _)| *repetitions >= to);
        let takes_part = takes_part.map(|(_, first)| *first).collect();
        Stage { from: std::mem::replace(&mut from, to), to, takes_part }
    };
    ends.into_iter().map(stage).collect()
}

/// The order of `n` configurations in one block.
fn turns(n: usize, block: u64, seed: u64) -> Vec<usize> {
    let cycle = block / n as u64;
    let mut rows: Vec<usize> = (0..n).collect();
    Random::new(seed ^ cycle).shuffle(&mut rows);
    let row = rows[(block % n as u64) as usize];
    // 0, 1, n - 1, 2, n - 2, …: neighbours differ by every number once.
    let zigzag = |place: usize| if place % 2 == 1 { place.div_ceil(2) } else { n - place / 2 };
    let mut order: Vec<usize> = (0..n).map(|place| (zigzag(place) + row) % n).collect();
    // With an odd number only the square and its mirror together are balanced.
    if n % 2 == 1 && cycle % 2 == 1 {
        order.reverse();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often each takes each place, and how often each follows every other.
    fn counts(n: usize, blocks: u64) -> [Vec<Vec<u64>>; 2] {
        let mut places = vec![vec![0; n]; n];
        let mut follows = places.clone();
        for block in 0..blocks {
            let order = turns(n, block, 7);
            for (place, who) in order.iter().enumerate() {
                places[place][*who] += 1;
            }
            for pair in order.windows(2) {
                follows[pair[0]][pair[1]] += 1;
            }
        }
        [places, follows]
    }

    #[test]
    fn each_has_each_place_equally_often() {
        for n in 1..=9 {
            for blocks in [1, 5, 24, 100, 101] {
                let (least, most) = (blocks / n as u64, blocks.div_ceil(n as u64));
                for (place, all) in counts(n, blocks)[0].iter().enumerate() {
                    assert!(
                        all.iter().all(|count| (least..=most).contains(count)),
                        "place {place} of {n} in {blocks} blocks: {all:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_follows_each_other_equally_often() {
        for n in 2..=9 {
            let cycles = 6;
            let [_, follows] = counts(n, cycles * n as u64);
            for (one, all) in follows.iter().enumerate() {
                for (other, count) in all.iter().enumerate() {
                    let wanted = if one == other { 0 } else { cycles };
                    assert_eq!(*count, wanted, "{other} after {one} of {n}");
                }
            }
        }
    }

    #[test]
    fn cycles_differ_and_so_do_seeds() {
        let rows = |cycle: u64, seed| (0..6).map(move |row| turns(6, 6 * cycle + row, seed)[0]);
        let orders: Vec<Vec<usize>> = (0..4).map(|cycle| rows(cycle, 1).collect()).collect();
        assert!(orders.iter().any(|order| *order != orders[0]), "{orders:?}");
        assert!(rows(0, 1).ne(rows(0, 2)));
    }
}
