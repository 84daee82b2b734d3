//! The test for a dead end and the search for a persistent set, one after the other.

use patience_core::sets::Set32;

use super::persistent::persistent;
use super::relaxation::is_dead_end;
#[cfg(target_arch = "x86_64")]
use super::wide;
use crate::position::{Geometry, Position, Steps};

/// The steps that suffice in this position, as in [`persistent`], or `None` if dead-end tests are
/// on and it is a dead end.
#[inline]
pub(crate) fn sufficient(
    geometry: &Geometry,
    position: &Position,
    steps: &Steps,
    dead_ends: bool,
    most: u32,
) -> Option<Set32> {
    #[cfg(target_arch = "x86_64")]
    if patience_core::vectors::width() == 512 {
        // SAFETY: the processor has the instructions, as was just checked.
        return unsafe { wide::sufficient(geometry, position, steps, dead_ends, most) };
    }
    let is_dead = dead_ends && is_dead_end(geometry, position);
    (!is_dead).then(|| persistent(geometry, position, steps, most))
}

#[cfg(test)]
mod tests {
    use patience_core::vectors::limit_width;
    use patience_core::{Limits, Random};
    use patience_testing::size;

    use crate::position::tests::random_board;
    use crate::{Config, Reductions, Rules, Solver};

    #[test]
    fn every_width_of_vectors_gives_the_same_verdicts_and_expansions() {
        let mut random = Random::new(13);
        let limits = Limits { expansions: Some(3000), ..Limits::default() };
        let all = [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos];
        for (rules, pairs) in all.into_iter().flat_map(|rules| [(rules, false), (rules, true)]) {
            let reductions = Reductions { pairs, ..Reductions::default() };
            let config = Config { reductions, ..Config::default() };
            for _ in 0..size(3, 15) {
                let board = random_board(&mut random, 4, 9, rules);
                let [narrow, middle, wide] = [0, 256, 512].map(|bits| {
                    limit_width(bits);
                    let answer =
                        Solver::new(&board).config(config.clone()).limits(limits.clone()).solve();
                    let bound = Solver::new(&board).fewest_moves();
                    (answer.verdict, answer.counters, bound.verdict, bound.lower_bound)
                });
                assert_eq!(narrow, middle, "{board}");
                assert_eq!(narrow, wide, "{board}");
            }
        }
    }
}
