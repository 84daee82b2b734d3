//! A lower bound on the moves of every plan.
//!
//! Every plan of the game is one of its delete relaxation. A *landmark* is a set of moves (card and
//! target) such that every relaxed plan makes at least one of them; the number of landmarks that
//! share no move is a lower bound (Helmert and Domshlak 2009). A card that is not in its final cell
//! must enter it: such a landmark exists for each of these cards. The others are found by the
//! opposite of planning: with the moves of the landmarks so far allowed, further moves are allowed
//! as long as the goal stays unreachable; the remaining moves are the next landmark. The bound thus
//! counts the cards that are not at home, and also cards that block each other and must step aside.
//!
//! The final rows of the suits are not known: the bound is the minimum over all assignments.

use patience_core::sets::permutations;
use patience_core::{Budget, Stop};

use crate::counters::Counters;
use crate::job::{Claim, Ended, Job};
use crate::position::{CARDS, Cells, Geometry, Position, RANKS, cell_at};
use crate::reduce::{Allowed, EVERYWHERE, Relaxation};

/// The bound of a deal, or that it is lost; it does not detect every lost deal.
pub(crate) fn fewest_moves(job: &mut Job<'_>) -> Ended {
    let geometry = Geometry::new(job.board, false, 0);
    let bound = lower_bound(&geometry, &Position::new(&geometry, job.board), &job.budget());
    let claim = match bound {
        Ok(None) => Claim::Lost,
        Ok(Some(_)) => Claim::Stopped(Stop::Incomplete),
        Err(stop) => Claim::Stopped(stop),
    };
    Ended { lower_bound: bound.ok().flatten(), ..Ended::new(claim, Counters::default()) }
}

/// A lower bound on the moves of a plan from a position without open rows; `None` if there is no
/// plan.
pub(super) fn lower_bound(
    geometry: &Geometry,
    position: &Position,
    budget: &Budget<'_>,
) -> Result<Option<u32>, Stop> {
    let assignments = match geometry.fixed_suits {
        true => vec![(0..geometry.rows).collect()],
        false => permutations(geometry.rows),
    };
    // The best assignments come first: others are skipped once they are known to be no better.
    let mut goals: Vec<Goal> =
        assignments.iter().map(|rows| Goal::new(geometry, position, rows)).collect();
    goals.sort_by_key(Goal::cards_away);
    let relaxation = Relaxation::new(geometry, position);
    let mut least = None;
    for goal in &goals {
        let most = least.unwrap_or(u32::MAX);
        if let Some(bound) = goal.landmarks(geometry, &relaxation, most, budget)? {
            least = Some(most.min(bound));
        }
    }
    Ok(least)
}

/// The solved board under one assignment.
struct Goal {
    /// The final cell of each card; none for cards that are not in play.
    home: [Cells; CARDS],
    /// Cards that are not in their final cell.
    away: Vec<u8>,
}

impl Goal {
    fn new(geometry: &Geometry, position: &Position, rows: &[u8]) -> Self {
        let mut home = [Cells::EMPTY; CARDS];
        for (suit, &row) in rows.iter().enumerate() {
            for rank in 0..geometry.cards / 4 {
                home[usize::from(rank) * 4 + suit] = Cells::of(cell_at(row, rank));
            }
        }
        let is_away = |&card: &u8| {
            let (home, cell) = (home[usize::from(card)], position.cell[usize::from(card)]);
            !home.is_empty() && !home.contains(cell)
        };
        Goal { home, away: (0..geometry.cards).filter(is_away).collect() }
    }

    fn cards_away(&self) -> u32 {
        self.away.len() as u32
    }

    /// The number of landmarks, counted up to `most`; `None` if the goal is unreachable.
    fn landmarks(
        &self,
        geometry: &Geometry,
        relaxation: &Relaxation,
        most: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<u32>, Stop> {
        let reached = |allowed: &Allowed| relaxation.reaches(geometry, allowed, &self.home);
        if !reached(&[[EVERYWHERE; 4]; RANKS]) {
            return Ok(None);
        }
        let mut count = self.cards_away();
        let mut counted: Allowed = [[Cells::EMPTY; 4]; RANKS];
        for &card in &self.away {
            *of(&mut counted, card) |= self.home[usize::from(card)];
        }
        while count < most && !reached(&counted) {
            budget.poll()?;
            let mut allowed = counted;
            for card in 0..geometry.cards {
                let before = *of(&mut allowed, card);
                *of(&mut allowed, card) = EVERYWHERE;
                if !reached(&allowed) {
                    continue;
                }
                *of(&mut allowed, card) = before;
                for cell in !before {
                    of(&mut allowed, card).insert(cell);
                    if reached(&allowed) {
                        of(&mut allowed, card).remove(cell);
                    }
                }
            }
            for (counted, allowed) in counted.iter_mut().flatten().zip(allowed.iter().flatten()) {
                *counted |= !*allowed;
            }
            count += 1;
        }
        Ok(Some(count))
    }
}

/// The cells of a card.
fn of(allowed: &mut Allowed, card: u8) -> &mut Cells {
    &mut allowed[usize::from(card / 4)][usize::from(card % 4)]
}
