//! Links, and the beam search that uses them.

use patience_core::{
    Environment, Estimate, Game, Heuristic, Limits, Random, Run, Stop, Verdict, successors,
};
use patience_games::gaps::{Gaps, Links, Move, State};
use patience_search::levels;
use patience_testing::size;

use crate::deal;
use crate::shortest::shortest;

const BOTH: [&str; 2] = ["free-parking", "galary"];

/// Deals with more positions are left out: plain search is slow.
const MAX_POSITIONS: usize = 2_000;

fn beam(game: &Gaps, seed: Option<u64>, width: usize, run: &mut Run<Gaps>) -> Verdict<Move> {
    levels::solve(game, &Links::new(game, seed), |state| Links::count(game, state), width, run)
        .verdict
}

/// A move removes links only if a lowest card leaves its successor in column 0 for another
/// row.
#[test]
fn links_grow_and_are_all_there_when_solved() {
    for rules in BOTH {
        let (mut same, mut more, mut fewer, mut solved) = (0, 0, 0, 0);
        for (seed, size) in (0..40).map(|seed| (seed, [14, 13, 7, 4][seed % 4])) {
            let columns = size.min(crate::most_columns(rules));
            let path = if seed % 3 == 0 {
                format!("scramble/4x{columns}/{}/{seed}", 2 + seed % 4)
            } else {
                format!("random/4x{columns}/{seed}")
            };
            let game = deal(rules, &path);
            let (mut state, mut random) = (game.start(), Random::new(seed as u64));
            for _ in 0..200 {
                let links = Links::count(&game, &state);
                assert_eq!(links == Links::all(&game), game.is_goal(&state), "{rules}: {state:?}");
                solved += u32::from(game.is_goal(&state));
                let next = successors(&game, &state);
                for (mv, next) in &next {
                    let after = Links::count(&game, next);
                    let between_rows = mv.from().1 == 0 && mv.to().1 == 0;
                    assert!(
                        after >= links || between_rows && after + 1 == links,
                        "{rules}: {mv:?} in {state:?}"
                    );
                    same += u32::from(after == links);
                    more += u32::from(after > links);
                    fewer += u32::from(after < links);
                }
                if next.is_empty() {
                    break;
                }
                state = next[random.index(next.len())].1;
            }
        }
        println!("{rules}: {same} same, {more} more, {fewer} fewer, {solved} solved");
        assert!(
            same > 1000 && more > 1000 && fewer > 10 && solved > 3,
            "{rules}: {same} {more} {fewer} {solved}"
        );
    }
}

/// Published counts of expansions depend on every estimate. The sums are over random walks.
#[test]
fn estimates_stay_as_they_are() {
    let mut found = Vec::new();
    for (rules, number) in
        BOTH.into_iter().flat_map(|rules| (32_000..32_003).map(move |number| (rules, number)))
    {
        let game = deal(rules, &format!("pysol/{number}"));
        let (links, mut state, mut random) =
            (Links::new(&game, None), game.start(), Random::new(number));
        let mut sum = 0;
        for _ in 0..1000 {
            let Estimate::Cost(cost) = links.estimate(&game, &state) else {
                panic!("it knows no dead ends")
            };
            sum += u64::from(cost);
            state = random_successor(&game, &state, &mut random);
        }
        found.push(sum);
    }
    assert_eq!(found, [4_388_774, 4_098_999, 4_128_512, 4_233_897, 4_363_472, 4_165_821]);
}

/// Estimates are looked up; the learned weights are those of single features.
#[test]
fn estimates_are_sums_over_features() {
    let mut random = Random::new(1);
    let weights: [i8; Links::FEATURES] = std::array::from_fn(|_| random.below(256) as u8 as i8);
    for (rules, seed) in BOTH.into_iter().flat_map(|rules| (0..60).map(move |seed| (rules, seed))) {
        let columns = [crate::most_columns(rules), 4, 8, 2][seed % 4];
        let game = deal(
            rules,
            &format!(
                "scramble/{}x{columns}/{}/{seed}",
                1 + seed % 3 + usize::from(seed % 4 == 0),
                10 * seed
            ),
        );
        let (links, mut state) = (Links::with_weights(&game, weights), game.start());
        for _ in 0..300 {
            let sum: i32 = Links::features(&game, &state)
                .into_iter()
                .map(|feature| i32::from(weights[feature]))
                .sum();
            let Estimate::Cost(cost) = links.estimate(&game, &state) else {
                panic!("it knows no dead ends")
            };
            assert_eq!(i64::from(cost), (4000 + i64::from(sum)).max(0), "{rules}: {state:?}");
            state = random_successor(&game, &state, &mut random);
        }
    }
}

#[test]
fn features_are_within_their_tables() {
    assert_eq!(
        Links::TABLES.iter().map(|(_, rows, columns)| rows * columns).sum::<usize>(),
        Links::FEATURES
    );
    let mut seen = vec![0; Links::FEATURES];
    for (rules, seed) in BOTH.into_iter().flat_map(|rules| (0..60).map(move |seed| (rules, seed))) {
        let columns = [crate::most_columns(rules), 4, 8][seed % 3];
        let game = deal(rules, &format!("scramble/4x{columns}/{}/{seed}", 10 * seed));
        let (mut state, mut random) = (game.start(), Random::new(seed as u64));
        for _ in 0..500 {
            Links::features(&game, &state).into_iter().for_each(|feature| seen[feature] += 1);
            state = random_successor(&game, &state, &mut random);
        }
    }
    let unseen = seen.iter().filter(|times| **times == 0).count();
    println!("{unseen} of {} features not seen", Links::FEATURES);
    // Some are impossible, such as a lowest card left of its last column, and some are rare.
    assert!(unseen < 80, "{seen:?}");
}

/// Returns the start if there is no successor.
fn random_successor(game: &Gaps, state: &State, random: &mut Random) -> State {
    let next = successors(game, state);
    if next.is_empty() { game.start() } else { next[random.index(next.len())].1 }
}

#[test]
fn beams_by_links_say_nothing_that_plain_search_denies() {
    for rules in BOTH {
        let (mut won, mut lost, mut open) = (0, 0, 0);
        for (rows, columns) in (1..=4).flat_map(|rows| (2..=6).map(move |columns| (rows, columns)))
        {
            for path in (0..size(4, 10))
                .flat_map(|seed| ["random", "scramble"].map(|kind| (kind, seed)))
                .map(|(kind, seed)| match kind {
                    "random" => format!("random/{rows}x{columns}/{seed}"),
                    _ => format!("scramble/{rows}x{columns}/{}/{seed}", 3 * columns),
                })
            {
                let game = deal(rules, &path);
                let Ok(expected) = shortest(rules, game.start_board(), MAX_POSITIONS) else {
                    continue;
                };
                for width in [1, 10, 1_000_000] {
                    let found = beam(&game, Some(7), width, &mut Run::unlimited());
                    match (&found, expected) {
                        (Verdict::Solved { plan, .. }, Some(length)) => {
                            assert!(plan.len() >= length);
                            assert!(patience_core::replay(&game, plan).is_ok(), "{rules}:{path}");
                            won += 1;
                        }
                        (Verdict::Unsolvable, None) => lost += 1,
                        (Verdict::Unknown(Stop::Incomplete), _) => open += 1,
                        _ => panic!("{rules}:{path}, width {width}: {found:?}, but {expected:?}"),
                    }
                }
            }
        }
        println!("{rules}: {won} won, {lost} lost, {open} open");
        assert!(
            won > size(40, 100) && lost > size(1, 3) && open > size(4, 10),
            "{rules}: {won} won, {lost} lost, {open} open"
        );
    }
}

#[test]
fn a_seed_decides_the_whole_search_and_limits_are_kept() {
    let game = deal("free-parking", "pysol/32003");
    let plan = |seed| {
        let mut run = Run::unlimited();
        let verdict = beam(&game, seed, 500, &mut run);
        (verdict, run.counters())
    };
    assert_eq!(plan(Some(1)), plan(Some(1)));
    assert_ne!(plan(Some(1)), plan(Some(2)));
    assert!(matches!(plan(None).0, Verdict::Solved { .. }));

    let limits = Limits { expansions: Some(1000), ..Limits::default() };
    let mut run = Run::new(limits, Environment::none());
    assert!(matches!(beam(&game, None, 500, &mut run), Verdict::Unknown(Stop::Expansions)));
    assert_eq!(run.counters().expanded, 1000);
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let mut run = Run::new(limits, Environment::none());
    assert!(matches!(
        beam(&game, None, 1_000_000, &mut run),
        Verdict::Unknown(Stop::Depth | Stop::Incomplete)
    ));
}
