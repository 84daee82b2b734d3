//! The search: depth-first, most promising move first, over positions that are not dead ends,
//! with an exact table of all positions proved lost.
//!
//! Greedy depth-first search is heavy-tailed (Gomes, Selman and Kautz 1998): a bad choice near the
//! root costs the whole subtree. The search therefore restarts after a number of expansions that
//! grows with each try, each time with new random noise in the order of moves. Proved losses are
//! kept; a restart loses only the positions on the current path, and the last try, being long
//! enough, is complete.

use patience_core::{Budget, Counters, Random, Stop, Verdict};

use crate::board::{Board, Move};
use crate::dead_end::{DeadEnds, Tables};
use crate::endgame::STACKS;
use crate::goal::Goal;
use crate::key_set::KeySet;
use crate::position::{Deal, KEYED, Partners, Position, ROOK, Set};

/// The result of [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// A plan, which is always shortest (every plan has one move fewer than there are stacks); the
    /// proof that there is none; or the limit reached.
    pub verdict: Verdict<Move>,
    /// Counters of the search. Dead ends are positions that were recognised as lost without search.
    pub counters: Counters,
}

/// Solves one position. For many positions, one [`Solver`] is faster, with equal results and
/// counters.
///
/// # Examples
/// ```
/// use patience_birds::{Board, solve};
/// use patience_core::{Budget, Verdict};
///
/// let board = Board::neller(0);
/// let solution = solve(&board, &mut Budget::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = solution.verdict else {
///     panic!("deal 0 can be won")
/// };
/// assert!(board.is_won_by(&plan));
/// ```
pub fn solve(board: &Board, budget: &mut Budget) -> Solution {
    Solver::new().solve(board, budget)
}

/// The solver with the data kept between deals: tables filled on demand, and buffers. Results and
/// counters do not depend on earlier solves.
///
/// ```
/// use patience_birds::{Board, Solver};
/// use patience_core::{Budget, Verdict};
///
/// // One solver for many deals keeps its tables.
/// let mut solver = Solver::new();
/// let won = (1..=20).filter(|number| {
///     let solution = solver.solve(&Board::neller(*number), &mut Budget::unlimited());
///     matches!(solution.verdict, Verdict::Solved { .. })
/// });
/// assert!(won.count() >= 19);
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    /// Created on first use, since a small memory limit may forbid them.
    tables: Option<Box<Tables>>,
    /// Keys of the current deal's positions that are proved lost.
    lost: KeySet,
    /// The untried moves of all positions on the path.
    candidates: Vec<Candidate>,
    path: Vec<Move>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

/// A move to try, in one machine word, so that candidates sort fast: the score above the two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate(i32);

impl Candidate {
    fn new(score: i32, from: usize, to: usize) -> Self {
        Candidate(score << 8 | (from << 4 | to) as i32)
    }

    fn from(self) -> usize {
        (self.0 >> 4 & 15) as usize
    }

    fn to(self) -> usize {
        (self.0 & 15) as usize
    }

    fn mv(self) -> Move {
        Move { from: self.from() as u8, to: self.to() as u8 }
    }
}

impl Solver {
    /// Creates a solver without tables.
    pub fn new() -> Self {
        Solver { tables: None, lost: KeySet::new(), candidates: Vec::new(), path: Vec::new() }
    }

    pub(crate) fn tables(&mut self) -> &mut Tables {
        self.tables.get_or_insert_with(|| Box::new(Tables::new()))
    }

    /// Decides whether a position is winnable, within the budget. Every plan was replayed by the
    /// rules before it is returned, and `Unsolvable` is a proof.
    ///
    /// *Memory*: the tables of 12.5 MB, most of which are touched only as needed, count in every
    /// solve, even if an earlier one created them; a limit below that stops at once. *Depth*: every
    /// plan has one move fewer than there are stacks, so a limit below that ends in [`Stop::Depth`]
    /// if the position is winnable. A proof of loss needs no plan and is valid under any limit.
    pub fn solve(&mut self, board: &Board, budget: &mut Budget) -> Solution {
        let (deal, position) = Deal::new(board);
        self.lost.clear();
        self.path.clear();
        let mut counters = Counters::default();
        let verdict = match self.decide(&deal, position, budget, &mut counters) {
            Ok(true) => validated(board, &self.path, budget.limits().depth),
            Ok(false) => Verdict::Unsolvable,
            Err(stop) => Verdict::Unknown(stop),
        };
        Solution { verdict, counters }
    }

    /// Whether a position is winnable; if so, the plan is left in `path`.
    fn decide(
        &mut self,
        deal: &Deal,
        position: Position,
        budget: &mut Budget,
        counters: &mut Counters,
    ) -> Result<bool, Stop> {
        budget.check_held(Tables::BYTES + self.lost.bytes())?;
        budget.poll()?;
        let expanded_before = budget.expanded();
        let tables = self.tables.get_or_insert_with(|| Box::new(Tables::new()));
        let mut search = DepthFirst {
            dead_ends: tables.dead_ends(deal),
            budget,
            random: Random::new(0),
            noise: 0,
            counters: Counters::default(),
            lost: &mut self.lost,
            candidates: &mut self.candidates,
            path: &mut self.path,
        };
        let result = search.decide(position, &position.partners(deal));
        *counters = search.counters;
        counters.expanded = search.budget.expanded() - expanded_before;
        counters.peak_closed = search.lost.len() as u64;
        counters.peak_bytes = Tables::BYTES + search.lost.bytes();
        result
    }
}

/// A plan as a verdict, replayed by the rules. All plans of a position have the same length.
pub(crate) fn validated(board: &Board, plan: &[Move], depth: Option<u32>) -> Verdict<Move> {
    if !board.is_won_by(plan) {
        Verdict::Unknown(Stop::Defect)
    } else if depth.is_some_and(|most| plan.len() > most as usize) {
        Verdict::Unknown(Stop::Depth)
    } else {
        Verdict::Solved { plan: plan.to_vec(), optimal: true, stop: None }
    }
}

/// The expansions of the first try, and the growth factor of further tries.
const FIRST_TRY: u64 = 100;
const GROWTH: (u64, u64) = (3, 2);

/// Upper limit of the random number added to a move's score from the second try onward.
const NOISE: u32 = 12;

/// One search of one position.
struct DepthFirst<'a, 'e> {
    dead_ends: DeadEnds<'a>,
    /// The budget, of which each try is a slice.
    budget: &'a mut Budget<'e>,
    random: Random,
    noise: u32,
    counters: Counters,
    lost: &'a mut KeySet,
    candidates: &'a mut Vec<Candidate>,
    path: &'a mut Vec<Move>,
}

impl DepthFirst<'_, '_> {
    /// Tries until the position is decided; `true` leaves the plan in `path`.
    fn decide(&mut self, position: Position, partners: &Partners) -> Result<bool, Stop> {
        if position.stacks() <= STACKS {
            return Ok(self.finish(position));
        }
        if self.dead_ends.is_dead(position, partners, Goal::ANY) {
            self.counters.dead_ends += 1;
            return Ok(false);
        }
        let mut length = FIRST_TRY;
        loop {
            self.path.clear();
            self.candidates.clear();
            self.budget.slice(Some(length));
            let end = self.expand(position, partners);
            self.budget.slice(None);
            match end {
                // Only the try has ended, not the budget.
                Err(Stop::Expansions) if !self.budget.is_used_up() => {
                    length = length * GROWTH.0 / GROWTH.1;
                    self.noise = NOISE;
                }
                end => return end,
            }
        }
    }

    /// Searches below a position of more than [`STACKS`] stacks that is not a dead end.
    fn expand(&mut self, position: Position, partners: &Partners) -> Result<bool, Stop> {
        self.budget.expand()?;
        let base = self.candidates.len();
        self.generate(position, partners);
        if position.stacks() == STACKS + 1 {
            return Ok(self.try_endgames(position, base));
        }
        self.candidates[base..].sort_unstable();
        self.counters.peak_open = self.counters.peak_open.max(self.candidates.len() as u64);
        while self.candidates.len() > base {
            let Some(candidate) = self.candidates.pop() else { break };
            let child = position.after(candidate.from(), candidate.to());
            if self.is_known_lost(child) {
                self.counters.duplicates += 1;
                continue;
            }
            let partners = partners.after(candidate.from(), candidate.to());
            if self.dead_ends.is_refuted_by_cuts(child, &partners, Goal::ANY) {
                self.counters.dead_ends += 1;
            } else {
                self.path.push(candidate.mv());
                if self.expand(child, &partners)? {
                    return Ok(true);
                }
                self.path.pop();
            }
            self.remember_lost(child)?;
        }
        Ok(false)
    }

    /// Appends the moves that keep both graphs connected, with scores: higher is better.
    ///
    /// The score follows the *flockability* of the position after the move, the number of remaining
    /// compatible pairs: a move loses the pairs of the covered card. Lines of the emptied cell
    /// count half as much, and cards reduced to one partner three quarters.
    fn generate(&mut self, position: Position, partners: &Partners) {
        let cells = position.cells;
        let (cut_cells, cut_cards) =
            (self.dead_ends.cut_cells(position), self.dead_ends.cut_cards(position));
        let Partners(partners) = partners;
        // All sixteen at once, which compilers turn into a few vector instructions; empty cells are
        // meaningless.
        let degrees = partners.map(|set| (set & cells).len() as i16);
        let with_degree = |wanted| {
            let having = |cell: usize| Set::of(cell).only_if(degrees[cell] == wanted);
            cells.iter().fold(Set::EMPTY, |set, cell| set | having(cell))
        };
        let (leaves, near_leaves) = (with_degree(1), with_degree(2));
        let near = partners.map(|set| (set & near_leaves).len() as i16);
        // The cost of covering the card of each cell.
        let all_leaves = leaves.len() as i16;
        let costs: [i16; 16] = std::array::from_fn(|cell| {
            let lonely = all_leaves - i16::from(degrees[cell] == 1) + near[cell];
            4 * degrees[cell] + 3 * lonely
        });
        let uncut = cells - position.cells_of(cut_cards);
        for from in (cells - cut_cells).iter() {
            let lines = (ROOK[from] & cells).len() as i32;
            for to in (ROOK[from] & uncut & partners[from]).iter() {
                let noise = if self.noise > 0 { self.random.below(self.noise) as i32 } else { 0 };
                let score = noise - i32::from(costs[to]) - 2 * lines;
                self.candidates.push(Candidate::new(score, from, to));
                self.counters.generated += 1;
            }
        }
    }

    /// Looks the successors of a position up in the endgame table; the first that is won ends the
    /// search.
    fn try_endgames(&mut self, position: Position, base: usize) -> bool {
        while self.candidates.len() > base {
            let Some(candidate) = self.candidates.pop() else { break };
            let child = position.after(candidate.from(), candidate.to());
            if self.dead_ends.is_won(child) {
                self.path.push(candidate.mv());
                return self.finish(child);
            }
        }
        false
    }

    /// Plays a position of the endgame table to the end, if it is won.
    fn finish(&mut self, mut position: Position) -> bool {
        if !self.dead_ends.is_won(position) {
            return false;
        }
        while let Some((from, to)) = self.dead_ends.winning_move(position) {
            self.path.push(Move { from: from as u8, to: to as u8 });
            position = position.after(from, to);
        }
        true
    }

    fn is_known_lost(&self, position: Position) -> bool {
        position.stacks() <= KEYED && self.lost.contains(position.key())
    }

    fn remember_lost(&mut self, position: Position) -> Result<(), Stop> {
        if position.stacks() <= KEYED {
            if self.lost.wants() > 0 {
                self.budget.check_held(Tables::BYTES + self.lost.bytes() + self.lost.wants())?;
                self.lost.grow(self.budget)?;
            }
            self.lost.insert(position.key());
        }
        Ok(())
    }
}
