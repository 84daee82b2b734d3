//! The paper's depth-first search, plain and with the children sorted by learned models.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use patience_games::birds::{BirdsMove, BirdsState};

use super::deal::{Deal, MOST_MOVES};
use super::features::Counts;
use crate::models::CubicScore;

/// Which model sorts the children of a position for a [`Searcher`], by the stacks that the position
/// has.
#[derive(Clone, Debug, Default)]
pub struct ChildOrder {
    models: Vec<(std::ops::RangeInclusive<u32>, CubicScore)>,
}

impl ChildOrder {
    /// No model anywhere: plain depth-first search.
    pub fn plain() -> ChildOrder {
        ChildOrder::default()
    }

    /// The same order with a model for positions of so many stacks.
    pub fn with(mut self, stacks: std::ops::RangeInclusive<u32>, model: CubicScore) -> ChildOrder {
        self.models.push((stacks, model));
        self
    }

    fn model(&self, stacks: u32) -> Option<&CubicScore> {
        self.models.iter().find(|(range, _)| range.contains(&stacks)).map(|(_, model)| model)
    }
}

/// What one search of a [`Searcher`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The moves to one stack; `None` if the search looked at everything that it had not seen
    /// before in vain.
    pub plan: Option<Vec<BirdsMove>>,
    /// Positions visited, counted before it is known whether they were visited already.
    pub nodes: u64,
}

/// A depth-first searcher as the paper's program has it: its visited set is kept from one deal to
/// the next.
///
/// ```
/// use patience_learn::birds::deal::Deal;
/// use patience_learn::birds::search::{ChildOrder, Searcher, is_plan};
///
/// let deal = Deal::neller(42);
/// let found = Searcher::new(ChildOrder::plain()).search(&deal);
/// assert!(is_plan(&deal, &found.plan.expect("deal 42 can be won")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    order: ChildOrder,
    visited: HashSet<u128, FixedState>,
    nodes: u64,
    plan: Vec<BirdsMove>,
}

impl Searcher {
    /// A searcher that has visited nothing.
    pub fn new(order: ChildOrder) -> Searcher {
        Searcher { order, ..Searcher::default() }
    }

    /// Searches one deal.
    pub fn search(&mut self, deal: &Deal) -> Found {
        self.nodes = 0;
        self.plan.clear();
        let won = self.visit(deal, deal.start(), Counts::of(deal, &deal.start()));
        Found { plan: won.then(|| self.plan.clone()), nodes: self.nodes }
    }

    /// Visits one position; `counts` are right wherever a model will look at them. Nothing is
    /// allocated but room in the visited set.
    fn visit(&mut self, deal: &Deal, board: BirdsState, counts: Counts) -> bool {
        self.nodes += 1;
        // A single stack may have ended an earlier deal too, so winning comes first.
        if board.stacks() == 1 {
            return true;
        }
        if !self.visited.insert(deal.global_key(&board)) {
            return false;
        }
        let mut moves = [BirdsMove::default(); MOST_MOVES];
        let count = deal.moves(&board, &mut moves);
        let Some(model) = self.order.model(board.stacks()) else {
            return moves[..count]
                .iter()
                .any(|mv| self.follow(deal, *mv, deal.apply(&board, *mv), counts));
        };

        // Insertion keeps children of equal score in the order of the moves.
        let mut sorted: [(f64, BirdsMove, Counts); MOST_MOVES] =
            [(0.0, BirdsMove::default(), counts); MOST_MOVES];
        for (index, &mv) in moves[..count].iter().enumerate() {
            let after = counts.after(deal, &board, mv, &deal.apply(&board, mv));
            let score = model.score(&after.features());
            let mut place = index;
            while place > 0 && sorted[place - 1].0 < score {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = (score, mv, after);
        }
        sorted[..count]
            .iter()
            .any(|(_, mv, after)| self.follow(deal, *mv, deal.apply(&board, *mv), *after))
    }

    fn follow(&mut self, deal: &Deal, mv: BirdsMove, next: BirdsState, counts: Counts) -> bool {
        self.plan.push(mv);
        let won = self.visit(deal, next, counts);
        if !won {
            self.plan.pop();
        }
        won
    }
}

/// Whether a plan is one: every move legal, one stack at the end; [`Searcher`] has an example.
pub fn is_plan(deal: &Deal, plan: &[BirdsMove]) -> bool {
    let mut board = deal.start();
    for mv in plan {
        let mut moves = [BirdsMove::default(); MOST_MOVES];
        let count = deal.moves(&board, &mut moves);
        if !moves[..count].contains(mv) {
            return false;
        }
        board = deal.apply(&board, *mv);
    }
    board.stacks() == 1
}
