//! Plain search on small boards of Gaps, and small deals with all its results.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet};

use patience_check::Game;
use patience_check::gaps::{Gaps, Rules};
use patience_check::position::{LEVELS, Position};

/// Xorshift: the same boards in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A board of random cells; every second one is a solved board after a few swaps, so that more
/// can be won.
pub fn random_deal(random: &mut Random) -> (Rules, String) {
    let rules =
        [Rules::Standard, Rules::Standard, Rules::FixedSuits, Rules::FixedTwos][random.below(4)];
    let (rows, columns) = (1 + random.below(4), 2 + random.below(5));
    let mut cells: Vec<String> = Vec::new();
    for row in 0..rows {
        cells.extend(
            (1..columns)
                .map(|rank| format!("{}{}", &"A23456789TJQK"[rank..=rank], &"CHSD"[row..=row])),
        );
        cells.push("--".to_owned());
    }
    let exchanges = if random.below(2) == 0 { 3 } else { 3 * cells.len() };
    for _ in 0..exchanges {
        let (one, other) = (random.below(cells.len()), random.below(cells.len()));
        cells.swap(one, other);
    }
    let text: Vec<String> = cells.chunks(columns).map(|row| row.join(" ")).collect();
    (rules, text.join(" / "))
}

/// All boards that a position stands for.
pub fn boards(gaps: &Gaps, position: &Position) -> HashSet<Vec<u8>> {
    let mut all = vec![position.at];
    for level in 0..LEVELS {
        let cells: Vec<usize> = (0..4)
            .map(|row| 16 * row + level)
            .filter(|cell| position.open.has(*cell as u8))
            .collect();
        for index in 0..cells.len() {
            let with = |board: &[u8; 64], other: usize| {
                let mut board = *board;
                board.swap(cells[index], other);
                board
            };
            all = all
                .iter()
                .flat_map(|board| cells[index..].iter().map(move |other| with(board, *other)))
                .collect();
        }
    }
    let plain = |board: [u8; 64]| {
        let cells = (0..usize::from(gaps.rows))
            .flat_map(|row| (0..gaps.columns).map(move |column| 16 * row + column));
        cells.map(|cell| board[cell]).collect()
    };
    all.into_iter().map(plain).collect()
}

/// A position with the boards that it stands for, and the numbers of the positions after its steps,
/// in their order.
pub struct Node {
    pub position: Position,
    pub boards: HashSet<Vec<u8>>,
    pub after: Vec<usize>,
}

/// All positions reachable by steps, or `None` if there are too many.
pub fn positions(gaps: &Gaps, start: &[u8]) -> Option<Vec<Node>> {
    let key = |position: &Position| (position.cell, position.open);
    let node =
        |position: Position| Node { boards: boards(gaps, &position), position, after: Vec::new() };
    let first = gaps.position(start).expect("a deal has a position");
    let mut known = HashMap::from([(key(&first), 0)]);
    let mut all = vec![node(first)];
    let mut next = 0;
    while next < all.len() {
        for step in gaps.steps(&all[next].position) {
            let after = gaps
                .take(&all[next].position, step)
                .expect("the invariant that the checker ensures holds");
            let index = *known.entry(key(&after)).or_insert(all.len());
            if index == all.len() {
                all.push(node(after));
            }
            all[next].after.push(index);
        }
        next += 1;
        if all.len() > 1500 {
            return None;
        }
    }
    Some(all)
}

/// The winnable boards among those reachable from the given ones.
pub fn winnable(gaps: &Gaps, from: impl Iterator<Item = Vec<u8>>) -> Option<HashSet<Vec<u8>>> {
    let mut before: HashMap<Vec<u8>, Vec<Vec<u8>>> =
        from.map(|board| (board, Vec::new())).collect();
    let mut open: Vec<Vec<u8>> = before.keys().cloned().collect();
    while let Some(board) = open.pop() {
        for (_, after) in gaps.moves(&board) {
            let befores = before.entry(after.clone()).or_insert_with(|| {
                open.push(after);
                Vec::new()
            });
            befores.push(board.clone());
        }
        if before.len() > 20_000 {
            return None;
        }
    }
    let mut open: Vec<&Vec<u8>> = before.keys().filter(|board| gaps.is_won(board)).collect();
    let mut won: HashSet<Vec<u8>> = open.iter().map(|board| (*board).clone()).collect();
    while let Some(board) = open.pop() {
        open.extend(before[board].iter().filter(|board| won.insert((*board).clone())));
    }
    Some(won)
}

/// A small deal, with all facts that brute force finds about it.
pub struct Known {
    pub rules: Rules,
    /// The deal in the canonical notation.
    pub text: String,
    pub gaps: Gaps,
    /// The positions, the deal's first.
    pub nodes: Vec<Node>,
    /// The boards that can be won.
    pub won: HashSet<Vec<u8>>,
}

impl Known {
    /// Whether some board that a position stands for can be won.
    pub fn can_be_won(&self, node: usize) -> bool {
        self.nodes[node].boards.iter().any(|board| self.won.contains(board))
    }
}

/// Deals small enough for exhaustive search.
pub fn small_deals(seed: u64) -> impl Iterator<Item = Known> {
    let mut random = Random(seed);
    let deals = std::iter::from_fn(move || Some(random_deal(&mut random)));
    deals.filter_map(|(rules, text)| {
        let (gaps, start) = Gaps::read(rules, &text).expect("the deal is whole");
        let nodes = positions(&gaps, &start)?;
        let won = winnable(&gaps, nodes.iter().flat_map(|node| node.boards.iter().cloned()))?;
        Some(Known { rules, text, gaps, nodes, won })
    })
}
