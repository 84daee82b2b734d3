//! The difficulty of a deal: the probability that uniformly random play wins; and deals of a given
//! difficulty.
//!
//! [`enumerate`](crate::enumerate) computes that probability exactly in tens of seconds. Here it is
//! estimated in milliseconds by multilevel splitting (Kahn and Harris 1951; Del Moral 2004): a
//! population of positions plays one random move each; those recognised as lost (by the dead ends
//! of the solver and its endgame table) are dropped, and the population is refilled by drawing from
//! the others. The product of the surviving shares is an unbiased estimate of the probability that
//! random play wins, even if that probability is far too small for complete random games, because a
//! dropped position would have contributed zero.

use std::fmt;
use std::str::FromStr;

use patience_core::{Budget, Random, Stop, Verdict, suggest};

use crate::board::Board;
use crate::dead_end::{DeadEnds, Tables};
use crate::goal::Goal;
use crate::position::{Deal, Position};
use crate::search::Solver;

/// A class of winnable deals, by the probability that uniformly random play wins. The median deal
/// has 1e-4.
///
/// ```
/// use patience_birds::Difficulty;
///
/// assert_eq!("hard".parse(), Ok(Difficulty::Hard));
/// assert_eq!(Difficulty::of(0.5).name(), "easy");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// A rate of at least 3e-4.
    Easy,
    /// From 3e-5 to below 3e-4.
    Medium,
    /// From 1e-6 to below 3e-5.
    Hard,
    /// Below 1e-6.
    Extreme,
}

impl Difficulty {
    /// Every class, the easiest first.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Extreme];

    /// The class of a win probability.
    pub fn of(win_probability: f64) -> Self {
        match win_probability {
            p if p >= 3e-4 => Difficulty::Easy,
            p if p >= 3e-5 => Difficulty::Medium,
            p if p >= 1e-6 => Difficulty::Hard,
            _ => Difficulty::Extreme,
        }
    }

    /// The word used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is not a [`Difficulty`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected easy, medium, hard or extreme{}", .meant)]
#[non_exhaustive]
pub struct UnknownDifficulty {
    /// The end of the message: a similar difficulty.
    meant: String,
}

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(word: &str) -> Result<Self, UnknownDifficulty> {
        let found = Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == word);
        found.ok_or_else(|| UnknownDifficulty {
            meant: suggest::meant(word, Difficulty::ALL.map(Difficulty::name)),
        })
    }
}

/// Estimates the probability that uniformly random play wins, without bias: the mean over many
/// seeds is the exact value. The relative error of one estimate is a few tens of per cent with
/// 1000 particles and falls with their square root; 0 means that no particle survived, which can
/// also happen for a winnable deal.
///
/// ```
/// use patience_birds::{Board, Solver, estimate_win_probability};
/// use patience_core::{Budget, Random};
///
/// let (mut solver, budget) = (Solver::new(), Budget::unlimited());
/// let estimate = estimate_win_probability(
///     &mut solver,
///     &Board::neller(42),
///     100,
///     &mut Random::new(1),
///     &budget,
/// )?;
/// assert!((0.0..=1.0).contains(&estimate));
/// # Ok::<(), patience_core::Stop>(())
/// ```
///
/// # Errors
/// The budget is used up; each particle's move is a unit of work.
///
/// # Panics
/// If `particles` is 0.
pub fn estimate_win_probability(
    solver: &mut Solver,
    board: &Board,
    particles: u32,
    random: &mut Random,
    budget: &Budget<'_>,
) -> Result<f64, Stop> {
    assert!(particles > 0, "an estimate needs particles");
    let (deal, start) = Deal::new(board);
    let mut dead_ends = solver.tables().dead_ends(&deal);
    let is_dead = |dead_ends: &mut DeadEnds, position: Position| {
        dead_ends.is_dead(position, &position.partners(&deal), Goal::ANY)
    };
    if is_dead(&mut dead_ends, start) {
        return Ok(0.0);
    }
    let mut population = vec![start; particles as usize];
    let mut alive = Vec::with_capacity(population.len());
    let mut probability = 1.0;
    for _ in 1..start.stacks() {
        alive.clear();
        for position in &population {
            budget.tick()?;
            alive.extend(
                random_successor(&deal, *position, random)
                    .filter(|child| !is_dead(&mut dead_ends, *child)),
            );
        }
        if alive.is_empty() {
            return Ok(0.0);
        }
        probability *= alive.len() as f64 / f64::from(particles);
        population.fill_with(|| alive[random.index(alive.len())]);
    }
    Ok(probability)
}

/// The position after a random legal move; `None` if there is no move.
fn random_successor(deal: &Deal, position: Position, random: &mut Random) -> Option<Position> {
    let targets = position.targets(deal);
    let moves: u32 = targets.iter().map(|targets| targets.len()).sum();
    let mut choice = if moves > 0 { random.below(moves) } else { return None };
    for from in position.cells.iter() {
        let here = targets[from].len();
        if choice < here {
            return targets[from].iter().nth(choice as usize).map(|to| position.after(from, to));
        }
        choice -= here;
    }
    None
}

/// The number, in Neller's numbering, of a winnable deal of the given difficulty: the first one
/// among the random numbers of `seed`. The deal of a seed never changes. The difficulty is
/// estimated, so a deal near the border of a class may belong to the next class by its exact value.
///
/// # Errors
/// The budget is used up.
///
/// # Examples
/// ```
/// use patience_birds::{Difficulty, deal_of_difficulty};
/// use patience_core::Budget;
///
/// let number = deal_of_difficulty(Difficulty::Hard, 1, &mut Budget::unlimited())?;
/// assert_eq!(deal_of_difficulty(Difficulty::Hard, 1, &mut Budget::unlimited())?, number);
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub fn deal_of_difficulty(
    difficulty: Difficulty,
    seed: u64,
    budget: &mut Budget<'_>,
) -> Result<i64, Stop> {
    let mut random = Random::new(seed);
    // Nearly all memory is in the tables, which are created once.
    budget.check_held(Tables::BYTES)?;
    let mut solver = Solver::new();
    loop {
        budget.poll()?;
        let number = i64::from(random.below(1 << 31));
        let board = Board::neller(number);
        // A rough estimate rules out most deals; a more precise one decides.
        let mut dice = Random::new(number as u64);
        let rough = estimate_win_probability(&mut solver, &board, 100, &mut dice, budget)?;
        let may_fit = Difficulty::of(rough * 10.0) <= difficulty
            && difficulty <= Difficulty::of(rough / 10.0);
        if !may_fit {
            continue;
        }
        let good = estimate_win_probability(&mut solver, &board, 4_000, &mut dice, budget)?;
        if Difficulty::of(good) == difficulty {
            match solver.solve(&board, budget).verdict {
                Verdict::Solved { .. } => return Ok(number),
                Verdict::Unsolvable => {}
                Verdict::Unknown(stop) => return Err(stop),
            }
        }
    }
}
