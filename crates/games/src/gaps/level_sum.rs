//! The sum of the cards' distances from home in the delete relaxation: the heuristic that finds
//! wins.

use patience_core::{Claims, Estimate, Heuristic, Part};

use super::heuristics::{NO_ARRANGEMENT, matches};
use super::relax::Facts;
use super::{Gaps, State};

/// Cost of a card that is not home, in addition to its round. Chosen for the temperature 1 of
/// random restarts, which draw a move with probability proportional to exp(−h).
const NOT_HOME: u32 = 2;

/// For every card that is not home, 2 plus the round of the delete relaxation after which it could
/// be there, summed and minimised over the arrangements of suits to rows. If no arrangement is
/// left, the state is a dead end, as in [`Reachability`](super::Reachability).
///
/// The planner AltAlt's sum of levels (Nguyen and Kambhampati 2000) without its planning graph's
/// exclusions. It is not a lower bound: a move that helps many cards is counted for each.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, LevelSum};
///
/// let (deal, solved) = (
///     GapsDomain.read("standard", "2H 3H -- 4H")?,
///     GapsDomain.read("standard", "2H 3H 4H --")?,
/// );
/// assert_eq!(
///     LevelSum::new(&deal).estimate(&deal, &deal.start()),
///     Estimate::Cost(3),
///     "the Four comes home in round 1"
/// );
/// assert_eq!(LevelSum::new(&solved).estimate(&solved, &solved.start()), Estimate::Cost(0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct LevelSum {
    arrangements: Vec<[u8; 4]>,
    facts: Facts,
}

impl LevelSum {
    /// The estimate for an instance.
    pub fn new(game: &Gaps) -> Self {
        LevelSum { arrangements: game.arrangements(), facts: Facts::new(game) }
    }

    /// The least sum with its two parts: cards not home, rounds.
    fn least(&self, game: &Gaps, state: &State) -> Option<(u32, u32)> {
        let rounds = self.facts.rounds(game, state);
        let matches = matches(game, state);
        let sums = self.arrangements.iter().filter_map(|suits| {
            let rows = || (0..game.rows()).map(|row| (row, usize::from(suits[row])));
            let rounds: u32 = rows().map(|(row, slot)| rounds[row][slot]).sum::<Option<u32>>()?;
            let home: u32 = rows().map(|(row, slot)| u32::from(matches[row][slot])).sum();
            Some((game.card_count() as u32 - home, rounds))
        });
        sums.min_by_key(|(away, rounds)| NOT_HOME * away + rounds)
    }
}

impl Heuristic<Gaps> for LevelSum {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.least(game, state)
            .map_or(Estimate::DeadEnd, |(away, rounds)| Estimate::Cost(NOT_HOME * away + rounds))
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        match self.least(game, state) {
            Some((away, rounds)) => {
                vec![
                    Part::whole("two for each card not home", NOT_HOME * away),
                    Part::whole("rounds until they could be", rounds),
                ]
            }
            None => vec![Part::dead_end(NO_ARRANGEMENT)],
        }
    }
}
