//! The Birds paper's searches, guided by every kind of model of its Table 1.

use patience_core::{Domain, Game, Random, Run, Verdict, replay};
use patience_games::birds::{BirdsDomain, BirdsGame, neller};
use patience_learn::ModelFile;
use patience_learn::birds::classifiers::Kind;
use patience_learn::birds::data::Labeller;
use patience_learn::birds::guided::{Guided, LR, LR_DFS, LR8_DFS, LR16_DFS};
use patience_learn::birds::repetition::Repetition;
use patience_learn::games::birds::heuristics;
use patience_papers::birds::guided_dfs;
use patience_testing::size;

/// The searches by their heuristics.
const SEARCHES: [(Guided, &str); 4] = [
    (LR, "report-lr"),
    (LR_DFS, "report-lr-dfs"),
    (LR8_DFS, "report-lr8"),
    (LR16_DFS, "report-lr16"),
];

fn kept(kind: Kind) -> &'static ModelFile {
    let deals = size(30, 60);
    let repetition = Repetition::new(deals, 1, 1);
    ModelFile::keep(&repetition.classifiers(kind, deals).write().unwrap()).unwrap()
}

/// A deal that starts after random moves, with this many cards.
fn begun(seed: i64, cards: u32) -> BirdsGame {
    let game = neller(seed);
    let mut random = Random::new(seed.unsigned_abs());
    let (mut state, mut moves) = (game.start(), Vec::new());
    while state.stacks() > cards {
        moves.clear();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        state = game.apply(&state, moves[random.index(moves.len())]);
    }
    BirdsDomain.starting_at(&game, &state)
}

/// With every model, a deal is won exactly when the exact solver wins it, and every plan is valid.
#[test]
fn verdicts_are_those_of_the_conclusive_solver() {
    let mut labeller = Labeller::default();
    let mut seen = [0; 2];
    for (name, kind) in Kind::ALL {
        let file = kept(kind);
        // Random moves lose; two whole deals can be won.
        let begun = (0..size(3, 12)).map(|seed| (seed, begun(seed, 8 + (seed % 3) as u32)));
        let whole = size(&[277][..], &[277, 3336]).iter().map(|&seed| (seed, neller(seed)));
        for (seed, game) in begun.chain(whole) {
            let solvable = labeller.is_solvable(&game, &game.start());
            seen[usize::from(solvable)] += 1;
            for (Guided { name: search, cards, .. }, heuristic) in SEARCHES {
                let entry = heuristics().into_iter().find(|entry| entry.name == heuristic).unwrap();
                assert!((entry.takes)(file).is_ok());
                let mut run = Run::unlimited();
                match guided_dfs(&game, &*(entry.build)(&game, Some(file)), cards, &mut run).verdict
                {
                    Verdict::Solved { plan, .. } => {
                        assert!(
                            solvable && replay(&game, &plan).is_ok(),
                            "{search}, {name}, {seed}"
                        );
                    }
                    Verdict::Unsolvable => assert!(!solvable, "{search}, {name}, {seed}"),
                    Verdict::Unknown(stop) => panic!("{search}, {name}, {seed}: {stop}"),
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "both verdicts occur: {seen:?}");
}

/// A position with fewer cards than any training data also has a probability, and so does a board
/// that starts there.
#[test]
fn the_features_and_the_probability_are_told() {
    for cards in [2, 5, 8, 16] {
        let game = begun(42, cards);
        for entry in heuristics().into_iter().filter(|entry| entry.name.starts_with("report-")) {
            let parts = (entry.build)(&game, None).parts(&game, &game.start());
            assert_eq!(parts.len(), 8, "{cards} {parts:?}");
            let patience_core::PartValue::Real(probability) = parts[7].value else {
                panic!("{parts:?}")
            };
            assert!((0.0..=1.0).contains(&probability), "{cards} {parts:?}");
        }
    }
}
