//! Features compared with the games' own counts, and the built-in models.

use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{
    Budget, Claims, Domain, Environment, Estimate, Game, Heuristic, Random, Run, Stop, Verdict,
    replay,
};
use patience_games::birds::{BirdsDomain, compatible};
use patience_games::cohesion::CohesionDomain;
use patience_games::gaps::GapsDomain;
use patience_games::tiles::TilesDomain;
use patience_learn::LearnedHeuristic;
use patience_learn::features::{Features, Learned};
use patience_learn::games::birds::BirdsFeatures;
use patience_learn::games::cohesion::CohesionFeatures;
use patience_learn::games::gaps::GapsFeatures;
use patience_learn::games::tiles::TilesFeatures;
use patience_learn::games::{COURSES, Course, birds, cohesion, gaps, tiles};
use patience_learn::model::Model;
use patience_learn::teach::{Label, all_distances};
use proptest::prelude::*;

/// The states of a random game.
fn stroll<G: Game>(game: &G, seed: u64, most: usize) -> Vec<G::State> {
    let mut random = Random::new(seed);
    let mut states = vec![game.start()];
    let mut moves = Vec::new();
    while states.len() < most {
        let last = states.last().unwrap();
        moves.clear();
        game.moves(last, &mut moves);
        if moves.is_empty() {
            break;
        }
        let next = game.apply(last, moves[random.index(moves.len())]);
        states.push(next);
    }
    states
}

fn row<G: Game, F: Features<G>>(features: &F, game: &G, state: &G::State) -> Vec<f32> {
    let mut row = vec![f32::NAN; features.names().len()];
    features.compute(game, state, &mut row);
    assert!(row.iter().all(|value| value.is_finite()), "every feature is written");
    row
}

fn named<D: Domain>(
    domain: &D,
    game: &D::Game,
    name: &str,
) -> Box<dyn Heuristic<D::Game> + Send + Sync> {
    let entry =
        domain.heuristics().into_iter().find(|entry| entry.name == name).expect("it exists");
    entry.build_default(game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn birds_counts_are_the_games(seed in 0i64..1_000_000, walk: u64) {
        let game = BirdsDomain.instance("standard", &format!("neller/{seed}")).unwrap();
        let learned = (birds::heuristics()[0].build)(&game, None);
        for state in stroll(&game, walk, 20) {
            let grid = game.grid(&state);
            let stacks: Vec<_> = (0..16).filter_map(|cell| Some((cell, grid[cell]?))).collect();
            let in_line = |a: usize, b: usize| a != b && (a / 4 == b / 4 || a % 4 == b % 4);
            let partners: Vec<usize> = stacks
                .iter()
                .map(|(cell, card)| {
                    let fits = |(other, top): &&(_, _)| other != cell && compatible(*card, *top);
                    stacks.iter().filter(fits).count()
                })
                .collect();
            let with = |count| partners.iter().filter(|partners| **partners == count).count();
            let in_line_with = |a: usize| stacks.iter().filter(move |(b, _)| in_line(a, *b));
            let lines = stacks.iter().flat_map(|(a, _)| in_line_with(*a));
            let lines = lines.count() / 2;
            let row = row(&BirdsFeatures, &game, &state);
            prop_assert_eq!(row[0] as u32, state.stacks());
            prop_assert_eq!(row[1] as u32, game.compatible_pairs(&state));
            let counted: Vec<_> = row[2..].iter().map(|value| *value as usize).collect();
            prop_assert_eq!(counted, [with(1), with(2), lines]);
            let dead = !game.grid_is_connected(&state) || !game.flock_is_connected(&state);
            prop_assert_eq!(learned.estimate(&game, &state) == Estimate::DeadEnd, dead);
        }
    }

    #[test]
    fn largest_gaps_are_the_bound_of_cohesion(level in 0usize..30, walk: u64) {
        let levels = CohesionDomain.levels();
        let source = format!("level/{}", levels[level % levels.len()]);
        let game = CohesionDomain.instance("standard", &source).unwrap();
        let bound = named(&CohesionDomain, &game, "mst");
        for state in stroll(&game, walk, 30) {
            let feature = row(&CohesionFeatures, &game, &state)[0] as u32;
            prop_assert_eq!(Estimate::Cost(feature), bound.estimate(&game, &state));
        }
    }

    #[test]
    fn most_runs_are_the_bound_of_tiles(level in 0usize..76, walk: u64) {
        let levels = TilesDomain.levels();
        let source = format!("level/{}", levels[level % levels.len()]);
        let game = TilesDomain.instance("standard", &source).unwrap();
        let bound = named(&TilesDomain, &game, "runs");
        let features = TilesFeatures::new(&game);
        for state in stroll(&game, walk, 30) {
            // States that the bound calls dead ends are those that the features count as far.
            if let Estimate::Cost(cost) = bound.estimate(&game, &state) {
                let row = row(&features, &game, &state);
                let named = features.names().iter().zip(&row);
                let names: Vec<&str> =
                    named.filter(|(_, value)| **value > 0.0).map(|(name, _)| *name).collect();
                let runs = ["0 runs", "1 run", "2 runs", "3 runs", "more runs"];
                let farthest = runs[cost.min(4) as usize];
                prop_assert!(names.contains(&&*format!("farthest {farthest}")), "{:?}", names);
            }
        }
    }

    #[test]
    fn the_tables_of_tiles_are_the_weighted_sum(level in 0usize..76, walk: u64) {
        let levels = TilesDomain.levels();
        let source = format!("level/{}", levels[level % levels.len()]);
        let game = TilesDomain.instance("standard", &source).unwrap();
        let course = COURSES.iter().find(|course| course.game() == "tiles").unwrap();
        let model = course.model().unwrap();
        let plain = Learned::new(TilesFeatures::new(&game), model);
        let tabulated = (tiles::heuristics()[0].build)(&game, None);
        for state in stroll(&game, walk, 30) {
            let [Some(plain), Some(tabulated)] =
                [plain.value(&game, &state), tabulated.value(&game, &state)]
            else { panic!("nothing is called dead") };
            // One is rounded, the other truncated.
            let apart = plain.ordering.abs_diff(tabulated.ordering);
            prop_assert!(apart <= 1, "{plain:?} {tabulated:?}");
            prop_assert!(plain.cost.abs_diff(tabulated.cost) <= 1, "{plain:?} {tabulated:?}");
        }
    }

    #[test]
    fn a_won_board_of_gaps_misses_nothing(seed in 0u32..10_000, columns in 3usize..=13, walk: u64) {
        let game = GapsDomain.instance("standard", &format!("random/4x{columns}/{seed}")).unwrap();
        for state in stroll(&game, walk, 60) {
            let row = row(&GapsFeatures::new(&game), &game, &state);
            prop_assert_eq!(game.is_goal(&state), row[0] == 0.0, "{:?}", state);
        }
    }
}

#[test]
fn the_models_that_are_built_in_are_sound() {
    for course in COURSES {
        let model = course.model().unwrap();
        assert_eq!(model.game, course.game());
        assert_eq!(Model::read(&model.write().unwrap()).unwrap(), *model);
        assert_eq!(
            model.recipe,
            course.recipe(),
            "{} was trained as it would be now",
            course.game()
        );
    }
}

/// A cancelled training ends at once, without another message.
#[test]
fn cancelled_training_says_nothing_more() {
    let train = |course: &dyn Course, by_ranking, most| {
        let cancel = AtomicBool::new(most == 0);
        let environment = Environment::none().with_cancel(&cancel);
        let mut said = 0;
        let mut say = |_: &str| {
            said += 1;
            cancel.store(true, Ordering::Relaxed);
        };
        let ended = match by_ranking {
            false => course.train(1, environment, &mut say).map(Some),
            true => course.train_by_ranking(1, environment, &mut say),
        };
        // Not every course has a ranking.
        let is_none = by_ranking && ended == Ok(None);
        assert!(is_none || ended == Err(Stop::Cancelled), "{}", course.game());
        assert_eq!(said, if is_none { 0 } else { most }, "messages of {}", course.game());
    };
    for course in COURSES {
        train(*course, false, 0);
        train(*course, true, 0);
    }
    // The others take a minute until their first message.
    for course in COURSES.iter().filter(|course| ["birds", "cohesion"].contains(&course.game())) {
        train(*course, false, 1);
    }
}

#[test]
fn learned_heuristics_solve_and_claim_nothing() {
    fn solves<D: Domain>(
        domain: &D,
        entries: Vec<LearnedHeuristic<D::Game>>,
        rules: &str,
        path: &str,
    ) {
        let game = domain.instance(rules, path).unwrap();
        let heuristic = (entries[0].build)(&game, None);
        assert!(!heuristic.claims().admissible && !heuristic.claims().consistent);
        let greedy = patience_search::best_first::greedy();
        let arguments = patience_search::Arguments::new(&*heuristic);
        let outcome = (greedy.solve)(&game, &arguments, &mut Run::unlimited());
        let Verdict::Solved { plan, optimal, .. } = outcome.verdict else {
            panic!("{path} is solvable")
        };
        assert!(!optimal, "nothing is proved");
        assert!(replay(&game, &plan).is_ok());
    }
    solves(&BirdsDomain, birds::heuristics(), "standard", "neller/1");
    solves(&CohesionDomain, cohesion::heuristics(), "standard", "level/vieira-1");
    solves(&TilesDomain, tiles::heuristics(), "standard", "level/iartistas-04");
    solves(&GapsDomain, gaps::heuristics(), "standard", "random/4x5/2");
}

/// Estimates are costs: averaged over all positions of small instances, they are about the true
/// distance rather than a multiple of that distance.
#[test]
fn learned_estimates_are_in_moves() {
    fn check<G: Game, E: std::fmt::Debug>(
        name: &str,
        game: Result<G, E>,
        entries: Vec<LearnedHeuristic<G>>,
    ) {
        let game = game.unwrap();
        let heuristic = (entries[0].build)(&game, None);
        let (mut estimated, mut distances) = (0.0, 0.0);
        for (state, label) in
            all_distances(&game, 200_000).unwrap_or_else(|| panic!("{name} is small"))
        {
            if let (Label::Distance(distance), Some(value)) =
                (label, heuristic.value(&game, &state))
            {
                estimated += f64::from(value.cost);
                distances += f64::from(distance);
                assert!(
                    value.ordering >= value.cost,
                    "{name}: the ordering is finer than the estimate"
                );
                assert_eq!(Estimate::from(Some(value)), heuristic.estimate(&game, &state));
            }
        }
        let ratio = estimated / distances;
        assert!((0.4..2.5).contains(&ratio), "{name}: estimates are {ratio:.2} times the distance");
    }
    let ten = "8S 9S JD --/6S 8H TH 4D/-- JH 9D --/-- 8C 9C --";
    check("birds", BirdsDomain.read("standard", ten), birds::heuristics());
    check(
        "cohesion",
        patience_generators::cohesion::generated("3x4/3/6-8/1", &mut Budget::unlimited()),
        cohesion::heuristics(),
    );
    check(
        "tiles",
        patience_generators::tiles::generated("7x7/4/11/1", &mut Budget::unlimited()),
        tiles::heuristics(),
    );
    check("gaps", GapsDomain.instance("standard", "random/4x5/2"), gaps::heuristics());
}

/// From one corner of a square to the other, around a wall: a model that predicts the Manhattan
/// distance must make each search that adds estimates to costs expand the same states as the
/// Manhattan distance does.
#[test]
fn a_model_of_a_heuristic_searches_like_that_heuristic() {
    const SIDE: i32 = 24;

    struct Walk;

    impl Game for Walk {
        type State = (i32, i32);
        type Move = (i32, i32);
        type Key = (i32, i32);
        fn start(&self) -> (i32, i32) {
            (0, 0)
        }
        fn is_goal(&self, state: &(i32, i32)) -> bool {
            *state == (SIDE - 1, SIDE - 1)
        }
        fn moves(&self, (x, y): &(i32, i32), out: &mut Vec<(i32, i32)>) {
            let free = |(x, y)| {
                (0..SIDE).contains(&x) && (0..SIDE).contains(&y) && !(x == SIDE - 4 && y > 2)
            };
            out.extend(
                [(1, 0), (0, 1), (-1, 0), (0, -1)]
                    .into_iter()
                    .filter(|(dx, dy)| free((x + dx, y + dy))),
            );
        }
        fn apply(&self, (x, y): &(i32, i32), (dx, dy): (i32, i32)) -> (i32, i32) {
            (x + dx, y + dy)
        }
        fn key(&self, state: &(i32, i32)) -> (i32, i32) {
            *state
        }
    }

    struct Manhattan;

    impl Heuristic<Walk> for Manhattan {
        fn claims(&self) -> Claims {
            Claims::SOUND
        }
        fn estimate(&self, _: &Walk, (x, y): &(i32, i32)) -> Estimate {
            Estimate::Cost((2 * SIDE - 2 - x - y) as u32)
        }
    }

    struct Coordinates;

    impl Features<Walk> for Coordinates {
        fn names(&self) -> &'static [&'static str] {
            &["x", "y"]
        }
        fn compute(&self, _: &Walk, (x, y): &(i32, i32), out: &mut [f32]) {
            out.copy_from_slice(&[*x as f32, *y as f32]);
        }
    }

    let sum = format!(r#"{{"layers":[{{"bias":[{}],"weights":[-1,-1]}}]}}"#, 2 * SIDE - 2);
    let network = serde_json::from_str(&sum).unwrap();
    let model = Model::new("walk", "by hand".into(), 0, Coordinates.names(), 8.0, network);
    let learned = Learned::new(Coordinates, &model);
    for name in ["astar", "wastar", "anytime", "idastar", "greedy"] {
        let algorithm =
            patience_search::algorithms::<Walk>().into_iter().find(|it| it.name == name).unwrap();
        let solve = |heuristic: &dyn Heuristic<Walk>| {
            let mut run = Run::unlimited();
            let outcome =
                (algorithm.solve)(&Walk, &patience_search::Arguments::new(heuristic), &mut run);
            let Verdict::Solved { plan, .. } = outcome.verdict else {
                panic!("{name} finds the way")
            };
            (plan.len(), run.counters().expanded)
        };
        assert_eq!(solve(&learned), solve(&Manhattan), "moves and expansions of {name}");
    }
}
