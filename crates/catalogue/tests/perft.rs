//! Perft: how many sequences of so many moves each rule set allows from pinned positions. A fault
//! of the move generator that no plan happens to meet changes these counts. `data/perft.tsv` has
//! them; they are counted by the rules and, for Gaps and Birds of a Feather, by the independent
//! rules of the conclusive solvers.

use patience_core::{Budget, Domain, Game};
use patience_games::birds::{BirdsDomain, BirdsGame};
use patience_games::cohesion::CohesionDomain;
use patience_games::gaps::two_decks::TwoDecksDomain;
use patience_games::gaps::{Gaps, GapsDomain};
use patience_games::tiles::TilesDomain;
use patience_generators::{cohesion, tiles};

/// What is counted: game, rule set, paths of instances, depth.
const CASES: &[(&str, &str, &[&str], usize)] = &[
    ("gaps", "standard", GAPS, 6),
    ("gaps", "fixed-suits", GAPS, 6),
    ("gaps", "fixed-twos", GAPS, 6),
    ("gaps", "paper", PAPER, 5),
    ("gaps", "paper-any-row", PAPER, 5),
    ("gaps", "line-up", SMALL, 4),
    ("gaps", "house-of-commons", FAMILY, 4),
    ("gaps", "blue-moon", FAMILY, 4),
    ("gaps", "red-moon", FAMILY, 4),
    ("gaps", "paganini", FAMILY, 4),
    ("gaps", "free-parking", FAMILY, 4),
    ("gaps", "galary", FAMILY, 4),
    ("gaps", "jungle", FAMILY, 4),
    ("gaps", "spaces-and-aces", FAMILY, 4),
    ("gaps", "double-montana", TWO_DECKS, 4),
    ("gaps", "double-blue-moon", TWO_DECKS, 4),
    ("gaps", "double-red-moon", TWO_DECKS, 4),
    ("gaps", "paganini-ii", TWO_DECKS, 4),
    ("birds", "standard", &["neller/1", "neller/42", "neller/-7"], 4),
    (
        "cohesion",
        "standard",
        &["level/vieira-1", "generate/5x5/3/6-8/1", "generate/4x4/3/6-8/1"],
        4,
    ),
    ("tiles", "standard", &["level/iartistas-04", "level/iartistas-12", "generate/8x8/5/14/1"], 6),
];

const GAPS: &[&str] = &[
    "random/4x13/1",
    "random/4x13/2",
    "random/4x5/7",
    "random/3x4/1",
    "random/1x6/1",
    "scramble/4x9/40/3",
];
const PAPER: &[&str] = &["paper/4x13/20/1", "paper/4x5/20/2", "random/4x6/7", "random/2x3/1"];

const FAMILY: &[&str] = &["pysol/1", "pysol/32000", "random/4x6/7", "scramble/3x8/40/3"];
const TWO_DECKS: &[&str] = &["pysol/1", "pysol/32000", "random/4x6/7", "scramble/2x8/40/3"];
const SMALL: &[&str] = &["pysol/1", "pysol/32000", "random/4x5/7", "scramble/3x6/40/3"];

/// The sequences of 1, 2, … moves from the start, by the rules of the game.
fn by_rules<G: Game>(game: &G, depth: usize) -> Vec<u64> {
    fn count<G: Game>(game: &G, state: &G::State, counts: &mut [u64]) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        *here += moves.len() as u64;
        if !deeper.is_empty() {
            moves.into_iter().for_each(|mv| count(game, &game.apply(state, mv), deeper));
        }
    }
    let mut counts = vec![0; depth];
    count(game, &game.start(), &mut counts);
    counts
}

/// The same by other rules: a list of the positions after each move.
fn by_other_rules<B>(board: &B, depth: usize, next: &impl Fn(&B) -> Vec<B>) -> Vec<u64> {
    fn count<B>(board: &B, counts: &mut [u64], next: &impl Fn(&B) -> Vec<B>) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        let boards = next(board);
        *here += boards.len() as u64;
        if !deeper.is_empty() {
            boards.iter().for_each(|board| count(board, deeper, next));
        }
    }
    let mut counts = vec![0; depth];
    count(board, &mut counts, next);
    counts
}

/// A deal as the conclusive solver has it; `None` under rules that it does not know.
fn gaps_board(game: &Gaps) -> Option<patience_gaps::Board> {
    let rules = match game.rules().name() {
        "standard" => patience_gaps::Rules::Standard,
        "fixed-suits" => patience_gaps::Rules::FixedSuits,
        "fixed-twos" => patience_gaps::Rules::FixedTwos,
        _ => return None,
    };
    let cells = game.board(&game.start()).concat();
    Some(patience_gaps::Board::new(game.rows(), game.columns(), rules, cells).unwrap())
}

fn birds_board(game: &BirdsGame) -> patience_birds::Board {
    patience_birds::Board::new(game.grid(&game.start())).unwrap()
}

/// The counts of an instance, compared with those of the other rules.
fn counts(game: &str, rules: &str, path: &str, depth: usize) -> Vec<u64> {
    fn open<D: Domain>(domain: D, rules: &str, path: &str) -> D::Game {
        domain.instance(rules, path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
    match game {
        "gaps" if TwoDecksDomain.rule_sets().iter().any(|set| set.name == rules) => {
            by_rules(&open(TwoDecksDomain, rules, path), depth)
        }
        "gaps" => {
            let game = open(GapsDomain, rules, path);
            let counts = by_rules(&game, depth);
            if let Some(board) = gaps_board(&game) {
                let next = |board: &patience_gaps::Board| {
                    board.moves().into_iter().filter_map(|mv| board.after(mv)).collect::<Vec<_>>()
                };
                assert_eq!(
                    by_other_rules(&board, depth, &next),
                    counts,
                    "{rules} {path}: the other rules disagree"
                );
            }
            counts
        }
        "birds" => {
            let game = open(BirdsDomain, rules, path);
            let counts = by_rules(&game, depth);
            let next = |board: &patience_birds::Board| {
                board.moves().filter_map(|mv| board.after(mv)).collect::<Vec<_>>()
            };
            assert_eq!(
                by_other_rules(&birds_board(&game), depth, &next),
                counts,
                "{path}: the other rules disagree"
            );
            counts
        }
        "cohesion" => match path.strip_prefix("generate/") {
            Some(name) => {
                by_rules(&cohesion::generated(name, &mut Budget::unlimited()).unwrap(), depth)
            }
            None => by_rules(&open(CohesionDomain, rules, path), depth),
        },
        "tiles" => match path.strip_prefix("generate/") {
            Some(name) => {
                by_rules(&tiles::generated(name, &mut Budget::unlimited()).unwrap(), depth)
            }
            None => by_rules(&open(TilesDomain, rules, path), depth),
        },
        _ => unreachable!("four games"),
    }
}

#[test]
fn every_rule_set_allows_as_many_sequences_of_moves_as_ever() {
    let mut table = String::new();
    for (game, rules, paths, depth) in CASES {
        for path in *paths {
            let counts: Vec<String> =
                counts(game, rules, path, *depth).iter().map(u64::to_string).collect();
            table += &format!("{game}+{rules}:{path}\t{}\n", counts.join("\t"));
        }
    }
    let pinned: String = include_str!("data/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(table, pinned, "counted:\n{table}");
}

#[test]
fn every_rule_set_of_every_game_is_counted() {
    for entry in patience_catalogue::GAMES {
        for rules in entry.info().rule_sets {
            let counted =
                CASES.iter().any(|(game, name, ..)| (*game, *name) == (entry.name(), &*rules.name));
            assert!(counted, "{}+{} has no pinned counts", entry.name(), rules.name);
        }
    }
}
