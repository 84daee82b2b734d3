//! The lemmas of `docs/certificates.md`, attacked by brute force on small boards: what the checker believes of positions is
//! compared with plain search on all boards that they stand for.

use std::collections::{HashMap, HashSet};

use patience_check::Game;
use patience_check::gaps::{GAP, Gaps, Rules};
use patience_check::position::{LEVELS, Position};

/// Xorshift: the same boards in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A board of random cells; every second one from a solved board by a few exchanges, so that more can be won.
fn random_deal(random: &mut Random) -> (Gaps, Vec<u8>) {
    let rules = [Rules::Standard, Rules::Standard, Rules::FixedSuits, Rules::FixedTwos][random.below(4)];
    let (rows, columns) = (1 + random.below(4), 2 + random.below(5));
    let mut cells: Vec<String> = Vec::new();
    for row in 0..rows {
        cells.extend((1..columns).map(|rank| format!("{}{}", &"A23456789TJQK"[rank..=rank], &"CHSD"[row..=row])));
        cells.push("--".to_owned());
    }
    let exchanges = if random.below(2) == 0 { 3 } else { 3 * cells.len() };
    for _ in 0..exchanges {
        let (one, other) = (random.below(cells.len()), random.below(cells.len()));
        cells.swap(one, other);
    }
    let text: Vec<String> = cells.chunks(columns).map(|row| row.join(" ")).collect();
    Gaps::read(rules, &text.join(" / ")).expect("the deal is whole")
}

/// All boards that a position stands for.
fn boards(gaps: &Gaps, position: &Position) -> HashSet<Vec<u8>> {
    let mut all = vec![position.at];
    for level in 0..LEVELS {
        let cells: Vec<usize> =
            (0..4).filter(|row| position.open[level] >> row & 1 != 0).map(|row| 16 * row + level).collect();
        for index in 0..cells.len() {
            let with = |board: &[u8; 64], other: usize| {
                let mut board = *board;
                board.swap(cells[index], other);
                board
            };
            all = all.iter().flat_map(|board| cells[index..].iter().map(move |other| with(board, *other))).collect();
        }
    }
    let plain = |board: [u8; 64]| {
        let cells = (0..usize::from(gaps.rows)).flat_map(|row| (0..gaps.columns).map(move |column| 16 * row + column));
        cells.map(|cell| board[cell]).collect()
    };
    all.into_iter().map(plain).collect()
}

/// A position with the boards that it stands for, and the numbers of the positions after its steps, in their order.
struct Node {
    position: Position,
    boards: HashSet<Vec<u8>>,
    after: Vec<usize>,
}

/// All positions that can be reached by steps, or `None` if they are too many.
fn positions(gaps: &Gaps, start: &[u8]) -> Option<Vec<Node>> {
    let key = |position: &Position| (position.cell, position.open);
    let node = |position: Position| Node { boards: boards(gaps, &position), position, after: Vec::new() };
    let first = gaps.position(start).expect("a deal has a position");
    let mut known = HashMap::from([(key(&first), 0)]);
    let mut all = vec![node(first)];
    let mut next = 0;
    while next < all.len() {
        for step in gaps.steps(&all[next].position) {
            let mut after = all[next].position.clone();
            gaps.take(&mut after, step).expect("what the checker makes sure of holds");
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

/// The boards that can be won, of those that can be reached from some.
fn winnable(gaps: &Gaps, from: impl Iterator<Item = Vec<u8>>) -> Option<HashSet<Vec<u8>>> {
    let mut before: HashMap<Vec<u8>, Vec<Vec<u8>>> = from.map(|board| (board, Vec::new())).collect();
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

/// Deals small enough, with their positions and the boards that can be won.
fn small_deals(seed: u64, count: usize) -> impl Iterator<Item = (Gaps, Vec<Node>, HashSet<Vec<u8>>)> {
    let mut random = Random(seed);
    let deals = std::iter::from_fn(move || Some(random_deal(&mut random)));
    let whole = deals.filter_map(|(gaps, start)| {
        let nodes = positions(&gaps, &start)?;
        let won = winnable(&gaps, nodes.iter().flat_map(|node| node.boards.iter().cloned()))?;
        Some((gaps, nodes, won))
    });
    whole.take(count)
}

#[test]
fn steps_cover_moves() {
    let (mut moves, mut open) = (0, 0);
    for (gaps, nodes, _) in small_deals(1, 3000) {
        for node in &nodes {
            open += usize::from(node.position.open != [0; LEVELS]);
            let is_won = node.boards.iter().any(|board| gaps.is_won(board));
            assert_eq!(gaps.is_won_somehow(&node.position), is_won, "{:?}", node.boards);
            for (_, after) in node.boards.iter().flat_map(|board| gaps.moves(board)) {
                let is_covered = |index: &usize| nodes[*index].boards.contains(&after);
                assert!(node.boards.contains(&after) || node.after.iter().any(is_covered), "{after:?}");
                moves += 1;
            }
        }
    }
    assert!(moves > 500_000 && open > 20_000, "{moves} moves, {open} positions with open rows");
}

#[test]
fn no_relaxed_dead_end_can_be_won() {
    let (mut dead, mut alive) = (0, 0);
    for (gaps, nodes, won) in small_deals(2, 3000) {
        for node in &nodes {
            let can_be_won = node.boards.iter().any(|board| won.contains(board));
            let is_dead = gaps.is_dead_end(&node.position);
            assert!(!(is_dead && can_be_won), "{:?}", node.boards);
            dead += usize::from(is_dead);
            alive += usize::from(can_be_won);
        }
    }
    assert!(dead > 20_000 && alive > 20_000, "{dead} dead ends, {alive} that can be won");
}

#[test]
fn persistent_sets_suffice() {
    // Sets that the checker takes at positions that can be won, and sets that do not suffice, which it must not take.
    let (mut taken, mut insufficient) = (0, 0);
    for (gaps, nodes, won) in small_deals(3, 3000) {
        let can_be_won: Vec<bool> =
            nodes.iter().map(|node| node.boards.iter().any(|board| won.contains(board))).collect();
        for (node, _) in nodes.iter().zip(&can_be_won).filter(|(node, can)| **can && node.after.len() < 9) {
            let steps = gaps.steps(&node.position);
            for set in 0..1u64 << steps.len() {
                let suffices = (0..steps.len()).any(|index| set >> index & 1 != 0 && can_be_won[node.after[index]]);
                let is_taken = gaps.is_persistent(&node.position, &steps, set);
                let is_won = gaps.is_won_somehow(&node.position);
                assert!(is_won || suffices || !is_taken, "{set:b} of {steps:?} in {:?}", node.boards);
                taken += usize::from(is_taken && !is_won && set + 1 < 1 << steps.len());
                insufficient += usize::from(!suffices && !is_won && set != 0);
            }
        }
    }
    assert!(taken > 3_000 && insufficient > 3_000, "{taken} sets taken, {insufficient} insufficient");
}

#[test]
fn gaps_are_read_as_they_are() {
    let read = |rules, text| Gaps::read(rules, text).map(|(gaps, start)| (gaps.rows, gaps.columns, start));
    assert_eq!(read(Rules::Standard, "3H -- 2H").ok(), Some((1, 3, vec![4, GAP, 0])));
    for (rules, text) in [
        (Rules::Standard, ""),
        (Rules::Standard, "--"),
        (Rules::Standard, "2H 2H"),
        (Rules::Standard, "AH -- 2H"),
        (Rules::Standard, "2H --/2C"),
        (Rules::Standard, "2H 3H 3C / -- 2C 2H"),
        (Rules::Standard, "2H é --"),
        (Rules::FixedSuits, "3H -- 2H"),
    ] {
        assert!(read(rules, text).is_err(), "{text:?}");
    }
}
