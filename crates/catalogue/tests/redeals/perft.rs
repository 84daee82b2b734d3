//! Numbers of sequences of moves and redeals that each rule set allows under each redeal rule. A
//! redeal counts as one move: its shuffle is that of a seed. The rules must give the pinned counts,
//! and so must a second implementation of the rules.

use patience_catalogue::gaps::{Redeal, RedealRule, redealt};
use patience_catalogue::{Instance, open};
use patience_core::Random;
use patience_games::cards::Card;

use crate::naive::{self, Board};

/// Rule sets with the starting boards: 4 rows, so that every suit of one deck
/// occurs.
const CASES: [(&str, &str); 16] = [
    ("standard", "scramble/4x5/30/2"),
    ("fixed-suits", "scramble/4x5/30/2"),
    ("fixed-twos", "scramble/4x5/30/2"),
    ("line-up", "scramble/4x5/30/2"),
    ("house-of-commons", "random/4x5/7"),
    ("blue-moon", "random/4x5/7"),
    ("red-moon", "random/4x5/7"),
    ("paganini", "random/4x5/7"),
    ("free-parking", "random/4x5/7"),
    ("galary", "random/4x5/7"),
    ("jungle", "random/4x5/7"),
    ("spaces-and-aces", "random/4x5/7"),
    ("double-montana", "scramble/4x5/30/2"),
    ("double-blue-moon", "random/4x5/7"),
    ("double-red-moon", "random/4x5/7"),
    ("paganini-ii", "random/4x5/7"),
];
const DEPTH: usize = 4;

/// The redeals of a game as in PySolFC and the other programs.
fn redeals(rules: &str, rule: RedealRule) -> usize {
    match (rules, rule.name()) {
        ("line-up" | "spaces-and-aces" | "paganini-ii", _) => 0,
        ("house-of-commons" | "paganini" | "jungle", _) => 1,
        (_, "addiction") => 3,
        _ => 2,
    }
}

/// The sequences of 1, 2, … moves and redeals, by the rules.
fn by_rules(instance: &dyn Instance, rule: RedealRule, left: usize, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    for mv in instance.moves() {
        *here += 1;
        if !deeper.is_empty() {
            by_rules(&*instance.after(&mv.text).unwrap(), rule, left, deeper);
        }
    }
    let wanted = Redeal { rule, seed: deeper.len() as u32 };
    if left > 0
        && let Ok(next) = redealt(instance, wanted)
    {
        *here += 1;
        by_rules(&*next, rule, left - 1, deeper);
    }
}

/// Counts by the naive rules.
fn by_naive_rules(rules: &str, board: &Board, rule: RedealRule, left: usize, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    let moves = naive::moves(rules, board);
    *here += moves.len() as u64;
    if !deeper.is_empty() {
        moves
            .iter()
            .for_each(|mv| by_naive_rules(rules, &naive::after(board, *mv), rule, left, deeper));
    }
    let allowed =
        !naive::is_solved(rules, board) && (rule.name() != "aisleriot" || moves.is_empty());
    if left > 0 && allowed {
        *here += 1;
        by_naive_rules(
            rules,
            &dealt_again(rules, board, rule, deeper.len() as u64),
            rule,
            left - 1,
            deeper,
        );
    }
}

/// Gathers the cards that are not in order from the left edge, and deals them again.
fn dealt_again(rules: &str, board: &Board, rule: RedealRule, seed: u64) -> Board {
    let columns = board[0].len();
    let ranks: Vec<u8> = match rules {
        "standard" | "fixed-suits" | "fixed-twos" | "house-of-commons" | "free-parking"
        | "double-montana" => (2..).take(columns - 1).collect(),
        "paganini" => [1].into_iter().chain(6..).take(columns - 1).collect(),
        _ => (1..).take(columns - 1).collect(),
    };
    let kept = |row: usize| {
        let suit = board[row][0].map(|card| card.suit());
        let own =
            rules != "fixed-suits" || suit.map(|suit| suit.letter()) == "CHSD".chars().nth(row);
        let in_order = ranks.iter().zip(&board[row]).take_while(|(rank, cell)| {
            own && cell.is_some_and(|card| card.rank() == **rank && Some(card.suit()) == suit)
        });
        in_order.count()
    };
    let mut next: Board = (0..board.len()).map(|row| board[row][..kept(row)].to_vec()).collect();
    let free: Vec<(usize, usize)> = (0..board.len())
        .flat_map(|row| (kept(row)..columns).map(move |column| (row, column)))
        .collect();
    let mut gathered: Vec<Card> =
        free.iter().filter_map(|(row, column)| board[*row][*column]).collect();
    let mut random = Random::new(seed);
    let gaps: Vec<(usize, usize)> = match rule.name() {
        "station" => (0..board.len()).map(|row| (row, columns - 1)).collect(),
        "spaces" | "addiction" => {
            let mut drawn = free.clone();
            random.shuffle(&mut drawn);
            drawn[..board.len()].to_vec()
        }
        _ => (0..board.len()).map(|row| (row, kept(row))).collect(),
    };
    if rule.name() != "unshuffled" {
        random.shuffle(&mut gathered);
    }
    let mut cards = gathered.into_iter();
    for cell in free {
        next[cell.0].push(if gaps.contains(&cell) { None } else { cards.next() });
    }
    next
}

#[test]
fn every_rule_allows_as_many_sequences_with_redeals_as_ever() {
    let mut table = String::new();
    for (rules, path) in CASES {
        let instance = open(&format!("gaps+{rules}:{path}")).unwrap();
        let cell = |word: &str| if word == "--" { None } else { Some(Card::parse(word).unwrap()) };
        let board: Board =
            instance.board().split(" / ").map(|row| row.split(' ').map(cell).collect()).collect();
        for rule in RedealRule::ALL {
            let (mut ours, mut theirs) = ([0; DEPTH], [0; DEPTH]);
            by_rules(&*instance, rule, redeals(rules, rule), &mut ours);
            by_naive_rules(rules, &board, rule, redeals(rules, rule), &mut theirs);
            assert_eq!(ours, theirs, "{rules} {}: the naive rules disagree", rule.name());
            let counts = ours.map(|count| count.to_string()).join("\t");
            table += &format!("gaps+{rules}:{path}\t{}\t{counts}\n", rule.name());
        }
    }
    let pinned: String = include_str!("../data/perft-redeals.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(table, pinned, "counted:\n{table}");
}
