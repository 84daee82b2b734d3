//! The Birds paper's searches, guided by every kind of model of its Table 1.

use patience_core::{Domain, Game, Random, Run, Verdict, replay};
use patience_games::birds::{BirdsDomain, BirdsGame, neller};
use patience_learn::ModelFile;
use patience_learn::birds::classifiers::{Kind, heuristics};
use patience_learn::birds::data::Labeller;
use patience_learn::birds::deal::Deal;
use patience_learn::birds::report::Repetition;
use patience_learn::birds::search::Searcher;
use patience_papers::birds::guided_dfs;

/// The searches by their heuristics, with the least cards that the model looks at, as the catalogue
/// has them.
const SEARCHES: [(&str, &str, u32); 4] = [
    ("LR", "report-lr", 2),
    ("LR+DFS", "report-lr-dfs", 9),
    ("LR8+DFS", "report-lr8", 8),
    ("LR16+DFS", "report-lr16", 16),
];

fn kept(kind: Kind) -> &'static ModelFile {
    ModelFile::keep(&Repetition::new(60, 1, 1).classifiers(kind, 60).write()).unwrap()
}

/// A deal begun after random moves, at so many cards.
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

/// The generic search with a heuristic visits exactly what the fast repetition of the paper's
/// program visits.
#[test]
fn nodes_are_those_of_the_repetition() {
    let repetition = Repetition::new(60, 1, 1);
    let file =
        ModelFile::keep(&repetition.classifiers(Kind::LogisticRegression, 60).write()).unwrap();
    let orders = repetition.searches();
    for (name, heuristic, cards) in SEARCHES {
        let (_, order) = orders.iter().find(|(other, _)| *other == name).unwrap();
        let entry = heuristics().into_iter().find(|entry| entry.name == heuristic).unwrap();
        for seed in [277, 1207, 2817, 2926, 3336, 3716, 4010] {
            let deal = Deal::neller(seed);
            let found = Searcher::new(order.clone()).search(&deal);
            let mut run = Run::unlimited();
            let outcome =
                guided_dfs(&deal.game, &*(entry.build)(&deal.game, Some(file)), cards, &mut run);
            let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("{name} on {seed}") };
            assert_eq!(
                (Some(plan), run.counters().expanded),
                (found.plan, found.nodes),
                "{name} on {seed}"
            );
        }
    }
}

/// Won exactly where the conclusive solver says so, whatever the model, and every plan is one.
#[test]
fn verdicts_are_those_of_the_conclusive_solver() {
    let mut labeller = Labeller::default();
    let mut seen = [0; 2];
    for (name, kind) in Kind::ALL {
        let file = kept(kind);
        // Random moves lose; two whole deals can be won.
        let begun = (0..12).map(|seed| (seed, begun(seed, 8 + (seed % 3) as u32)));
        for (seed, game) in begun.chain([277, 3336].map(|seed| (seed, neller(seed)))) {
            let deal = Deal::of(&game);
            let solvable = labeller.is_solvable(&deal, &game.start());
            seen[usize::from(solvable)] += 1;
            for (search, heuristic, cards) in SEARCHES {
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

/// A position of fewer cards than any model was trained on has a probability, too, and so has a
/// board that begins there.
#[test]
fn the_features_and_the_probability_are_told() {
    for cards in [2, 5, 8, 16] {
        let game = begun(42, cards);
        for entry in heuristics() {
            let parts = (entry.build)(&game, None).parts(&game, &game.start());
            assert_eq!(parts.len(), 8, "{cards} {parts:?}");
            let patience_core::PartValue::Real(probability) = parts[7].value else {
                panic!("{parts:?}")
            };
            assert!((0.0..=1.0).contains(&probability), "{cards} {parts:?}");
        }
    }
}
