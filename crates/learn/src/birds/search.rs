//! The paper's depth-first search, plain and with the children sorted by learned models.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::board::{Board, Deal, MOST_MOVES, Move};
use super::features::Counts;
use crate::models::CubicScore;

/// Which model sorts the children of a position, by the stacks that the position has.
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

/// What one search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The moves to one stack; `None` if the search looked at everything that it had not seen before in vain.
    pub plan: Option<Vec<Move>>,
    /// Positions visited, counted before it is known whether they were visited already.
    pub nodes: u64,
}

/// A depth-first searcher as the paper's program has it: its visited set is kept from one deal to the next.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    order: ChildOrder,
    visited: HashSet<u128, FixedState>,
    nodes: u64,
    plan: Vec<Move>,
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
        let won = self.visit(deal, Board::START, Counts::of(deal, &Board::START));
        Found { plan: won.then(|| self.plan.clone()), nodes: self.nodes }
    }

    /// Visits one position; `counts` are right wherever a model will look at them. Nothing is allocated but room in
    /// the visited set.
    fn visit(&mut self, deal: &Deal, board: Board, counts: Counts) -> bool {
        self.nodes += 1;
        // A single stack may have ended an earlier deal too, so winning comes first.
        if board.is_won() {
            return true;
        }
        if !self.visited.insert(board.global_key(deal)) {
            return false;
        }
        let mut moves = [Move::default(); MOST_MOVES];
        let count = board.moves(deal, &mut moves);
        let Some(model) = self.order.model(board.count()) else {
            return moves[..count].iter().any(|mv| self.follow(deal, *mv, board.apply(*mv), counts));
        };

        // Insertion keeps children of equal score in the order of the moves.
        let mut sorted: [(f64, Move, Counts); MOST_MOVES] = [(0.0, Move::default(), counts); MOST_MOVES];
        for (index, &mv) in moves[..count].iter().enumerate() {
            let after = counts.after(deal, &board, mv, &board.apply(mv));
            let score = model.score(&after.features());
            let mut place = index;
            while place > 0 && sorted[place - 1].0 < score {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = (score, mv, after);
        }
        sorted[..count].iter().any(|(_, mv, after)| self.follow(deal, *mv, board.apply(*mv), *after))
    }

    fn follow(&mut self, deal: &Deal, mv: Move, next: Board, counts: Counts) -> bool {
        self.plan.push(mv);
        let won = self.visit(deal, next, counts);
        if !won {
            self.plan.pop();
        }
        won
    }
}

/// Whether a plan is one: every move legal, one stack at the end.
pub fn is_plan(deal: &Deal, plan: &[Move]) -> bool {
    let mut board = Board::START;
    for mv in plan {
        let mut moves = [Move::default(); MOST_MOVES];
        let count = board.moves(deal, &mut moves);
        if !moves[..count].contains(mv) {
            return false;
        }
        board = board.apply(*mv);
    }
    board.is_won()
}
