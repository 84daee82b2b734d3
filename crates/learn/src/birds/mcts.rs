//! The paper's Monte Carlo tree search: UCT with a constant of 1.4, rewards of 1 and -1, a tree
//! that is kept between moves, and the child of the best mean at the end.

use patience_core::Random;
use patience_games::birds::{BirdsMove, BirdsState};

use super::deal::{Deal, MOST_MOVES};

/// What was tried from a position.
#[derive(Clone, Copy, Debug)]
struct Node {
    board: BirdsState,
    /// Wins minus losses below.
    total: i32,
    visits: u32,
    /// The first of the children, which lie side by side; 0 until the node is visited for the
    /// second time.
    first: u32,
    children: u8,
    /// The move that leads here.
    mv: BirdsMove,
}

impl Node {
    fn new(board: BirdsState, mv: BirdsMove) -> Node {
        Node { board, total: 0, visits: 0, first: 0, children: 0, mv }
    }

    fn mean(&self) -> f64 {
        f64::from(self.total) / f64::from(self.visits)
    }
}

/// Plays a deal to its end, with so many simulations before each move. The moves win if the last
/// board is won.
///
/// ```
/// use patience_core::Random;
/// use patience_learn::birds::{deal::Deal, mcts::play};
///
/// let plan = play(&Deal::neller(42), 50, &mut Random::new(1));
/// assert!(!plan.is_empty() && plan.len() <= 15, "won or not");
/// ```
///
/// # Panics
/// If there are fewer than two simulations a move: the first only looks at the start.
pub fn play(deal: &Deal, simulations: u32, random: &mut Random) -> Vec<BirdsMove> {
    assert!(simulations > 1, "a move is chosen by simulations");
    let mut tree = vec![Node::new(deal.start(), BirdsMove::default())];
    let mut plan = Vec::new();
    let mut path = Vec::with_capacity(16);
    loop {
        for _ in 0..simulations {
            simulate(deal, &mut tree, &mut path, random);
        }
        let root = tree[0];
        if root.children == 0 {
            return plan;
        }
        let children = &tree[root.first as usize..][..usize::from(root.children)];
        // The first of the best, as a scan from left to right finds it.
        let tried = children.iter().filter(|child| child.visits > 0);
        let best =
            tried.reduce(|best, child| if child.mean() > best.mean() { child } else { best });
        let best = best.expect("the second simulation of a position tries a move");
        plan.push(best.mv);
        tree = subtree(&tree, best);
    }
}

/// 1. Select by UCT, 2. expand a node visited before, 3. play on at random, 4. add the reward along
///    the path.
fn simulate(deal: &Deal, tree: &mut Vec<Node>, path: &mut Vec<u32>, random: &mut Random) {
    path.clear();
    path.push(0);
    let mut at = 0;
    loop {
        if tree[at].first == 0 && tree[at].visits > 0 {
            expand(deal, tree, at, random);
        }
        let node = tree[at];
        if node.children == 0 {
            break;
        }
        at = select(tree, &node);
        path.push(at as u32);
    }
    let reward = playout(deal, tree[at].board, random);
    for &index in &*path {
        tree[index as usize].visits += 1;
        tree[index as usize].total += reward;
    }
}

/// The first child that was not tried yet, else the best by q/n + 1.4·√(2 ln N / n).
fn select(tree: &[Node], node: &Node) -> usize {
    let first = node.first as usize;
    let log = 2.0 * libm::log(f64::from(node.visits.max(1)));
    let (mut best, mut best_value) = (first, f64::NEG_INFINITY);
    for (offset, child) in tree[first..][..usize::from(node.children)].iter().enumerate() {
        if child.visits == 0 {
            return first + offset;
        }
        let value = child.mean() + 1.4 * (log / f64::from(child.visits)).sqrt();
        if value > best_value {
            (best, best_value) = (first + offset, value);
        }
    }
    best
}

/// Appends the children of a node in random order.
fn expand(deal: &Deal, tree: &mut Vec<Node>, at: usize, random: &mut Random) {
    let board = tree[at].board;
    let mut moves = [BirdsMove::default(); MOST_MOVES];
    let count = deal.moves(&board, &mut moves);
    random.shuffle(&mut moves[..count]);
    tree[at].first = tree.len() as u32;
    tree[at].children = count as u8;
    tree.extend(moves[..count].iter().map(|mv| Node::new(deal.apply(&board, *mv), *mv)));
}

/// 1 if random moves lead to one stack, else -1.
fn playout(deal: &Deal, mut board: BirdsState, random: &mut Random) -> i32 {
    loop {
        let mut moves = [BirdsMove::default(); MOST_MOVES];
        match deal.moves(&board, &mut moves) {
            0 => return if board.stacks() == 1 { 1 } else { -1 },
            count => board = deal.apply(&board, moves[random.below(count as u32) as usize]),
        }
    }
}

/// The tree below a node, copied so that the rest can be dropped.
fn subtree(tree: &[Node], root: &Node) -> Vec<Node> {
    let mut kept = vec![*root];
    let mut next = 0;
    while next < kept.len() {
        let node = kept[next];
        if node.children > 0 {
            kept[next].first = kept.len() as u32;
            kept.extend_from_slice(&tree[node.first as usize..][..usize::from(node.children)]);
        }
        next += 1;
    }
    kept
}
