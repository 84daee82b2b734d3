//! How far the cards are from home by the delete relaxation, added up: the heuristic that finds
//! wins.

use patience_core::{Claims, Estimate, Heuristic, Part};

use super::heuristics::{NO_ARRANGEMENT, matches};
use super::relax::Facts;
use super::{Gaps, State};

/// Cost of a card that is not home, besides its round. Chosen for the temperature 1 of random
/// restarts, which draw a move with probability proportional to exp(−h).
const NOT_HOME: u32 = 2;

/// Over all cards that are not home, the round of the delete relaxation after which they could
/// stand there, and 2 for each; under the arrangement of suits to rows that makes it least. None
/// left: dead end, as in [`Reachability`](super::Reachability).
///
/// The planner AltAlt's sum of levels (Nguyen and Kambhampati 2000) without its planning graph's
/// exclusions. It is no lower bound: what one move does for many cards is counted for each.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, LevelSum};
///
/// let (deal, solved) = (GapsDomain.read("standard", "2H 3H -- 4H")?, GapsDomain.read("standard", "2H 3H 4H --")?);
/// assert_eq!(LevelSum::new(&deal).estimate(&deal, &deal.start()), Estimate::Cost(3), "the Four comes home in round 1");
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
        Claims::NONE
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.least(game, state)
            .map_or(Estimate::DeadEnd, |(away, rounds)| Estimate::Cost(NOT_HOME * away + rounds))
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        match self.least(game, state) {
            Some((away, rounds)) => {
                vec![
                    Part::whole("cards not home", away),
                    Part::whole("rounds until they could be", rounds),
                ]
            }
            None => vec![Part::dead_end(NO_ARRANGEMENT)],
        }
    }
}
