//! Perft: counts the sequences of moves of each length that each rule set allows from pinned
//! positions. A fault of the move generator changes these counts even if it affects no plan.
//! `data/perft.tsv` has a line for each position, with one count per depth. The sequences of Gaps
//! and Birds of a Feather are also counted under the independent rules of the exact solvers.

use patience_catalogue::{GAMES, InstanceName, open};
use patience_games::birds::BirdsGame;
use patience_games::gaps::Gaps;

/// Like `Instance::perft`; `next` lists the boards after each move.
fn counts<B>(board: B, depth: usize, next: &impl Fn(&B) -> Vec<B>) -> Vec<u64> {
    fn count<B>(board: &B, counts: &mut [u64], next: &impl Fn(&B) -> Vec<B>) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        let boards = next(board);
        *here += boards.len() as u64;
        if !deeper.is_empty() {
            boards.iter().for_each(|board| count(board, deeper, next));
        }
    }
    let mut counts = vec![0; depth];
    count(&board, &mut counts, next);
    counts
}

/// Counts by the rules of an exact solver, which were written independently; `None` if no
/// solver has them.
fn by_other_rules(name: &str, depth: usize) -> Option<Vec<u64>> {
    let start = open(name).unwrap();
    if let Some(game) = start.typed().downcast_ref::<BirdsGame>() {
        let board = patience_birds::Board::new(game.grid(&patience_core::Game::start(game)));
        return Some(counts(board.unwrap(), depth, &|board| {
            board.moves().filter_map(|mv| board.after(mv)).collect()
        }));
    }
    let game = start.typed().downcast_ref::<Gaps>()?;
    let rules = match game.rules().name() {
        "standard" => patience_gaps::Rules::Standard,
        "fixed-suits" => patience_gaps::Rules::FixedSuits,
        "fixed-twos" => patience_gaps::Rules::FixedTwos,
        _ => return None,
    };
    let cells = game.board(&patience_core::Game::start(game)).concat();
    let board = patience_gaps::Board::new(game.rows(), game.columns(), rules, cells).unwrap();
    Some(counts(board, depth, &|board| {
        board.moves().into_iter().filter_map(|mv| board.after(mv)).collect()
    }))
}

/// The pinned positions: name and counts.
fn pinned() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    let lines = include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (name, counts) = line.split_once('\t').unwrap();
        (name, counts.split('\t').map(|count| count.parse().unwrap()).collect())
    })
}

#[test]
fn every_rule_set_allows_as_many_sequences_of_moves_as_ever() {
    let mut compared = 0;
    for (name, expected) in pinned() {
        assert_eq!(open(name).unwrap().perft(expected.len()), expected, "{name}");
        if let Some(other) = by_other_rules(name, expected.len()) {
            assert_eq!(other, expected, "{name}, by the other rules");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} positions compared");
}

#[test]
fn every_rule_set_of_every_game_is_counted() {
    for entry in GAMES {
        let info = entry.info();
        for rules in &info.rule_sets {
            let is_counted = pinned().any(|(name, _)| {
                let name = InstanceName::parse(name).unwrap();
                (name.game, name.rules) == (entry.name(), Some(rules.name))
            });
            if !is_counted {
                let path = info.sources[0].example.split_once(':').unwrap().1;
                let name = format!("{}+{}:{path}", entry.name(), rules.name);
                let instance = open(&name).unwrap_or_else(|error| {
                    panic!(
                        "add lines with a deal of these rules to data/perft.tsv; {name}: {error}"
                    )
                });
                let line: Vec<String> = instance.perft(4).iter().map(u64::to_string).collect();
                panic!(
                    "add lines such as this one to data/perft.tsv:\n{name}\t{}",
                    line.join("\t")
                );
            }
        }
    }
}
