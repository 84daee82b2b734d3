//! Cohesion: the distances between pieces of each colour, and the density of the board.

use std::sync::LazyLock;

use patience_core::{Budget, Domain, Environment, Game, Random, Stop};
use patience_games::cohesion::{CohesionDomain, CohesionGame, CohesionState};
use patience_games::grid::MAX_CELLS;
use patience_generators::cohesion::generated;

use super::learner::{Learner, Suite, TRAINING_SEEDS, built_in, instances, learned};
use crate::LearnedHeuristic;
use crate::features::{Features, Learned};
use crate::model::Model;
use crate::models::{Adam, Network};
use crate::states::drawing::by_astar;
use crate::teach::{Dataset, Teacher, random_walk};

const NAMES: &[&str] = &[
    "largest gaps",
    "all gaps",
    "pieces to join",
    "colours to join",
    "largest gap",
    "blanks",
    "filled",
    "contacts of colours",
    "edges to blanks",
    "extents",
];

/// Features of a board. Gaps are those of a minimum spanning tree of the cells of a colour.
///
/// ```
/// use patience_core::Domain;
/// use patience_games::cohesion::CohesionDomain;
/// use patience_learn::features::Features;
/// use patience_learn::games::cohesion::CohesionFeatures;
///
/// let game = CohesionDomain.instance("standard", "level/vieira-1")?;
/// let features = CohesionFeatures;
/// let mut row = vec![0.0; Features::<_>::names(&features).len()];
/// features.compute(&game, &patience_core::Game::start(&game), &mut row);
/// assert!(row.iter().any(|feature| *feature != 0.0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CohesionFeatures;

impl Features<CohesionGame> for CohesionFeatures {
    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn compute(&self, game: &CohesionGame, state: &CohesionState, out: &mut [f32]) {
        let size = game.size();
        let (width, cells) = (size.width, size.cells());
        let mut grid = [0; MAX_CELLS];
        let grid = &mut grid[..cells];
        game.unpack(state, grid);

        // Cells sorted by colour, as columns and rows.
        let colours = game.letters().len();
        let mut begin = [0u16; 258];
        let (mut contacts, mut edges) = (0u32, 0u32);
        for (cell, &colour) in grid.iter().enumerate() {
            begin[usize::from(colour) + 1] += 1;
            let right = (cell % width + 1 < width).then(|| grid[cell + 1]);
            for other in right.into_iter().chain(grid.get(cell + width).copied()) {
                if other != colour {
                    if other == 0 || colour == 0 { edges += 1 } else { contacts += 1 }
                }
            }
        }
        let blanks = begin[1];
        for colour in 0..=colours {
            begin[colour + 1] += begin[colour];
        }
        let mut next = begin;
        let mut places = [[0i8; 2]; MAX_CELLS];
        for (cell, &colour) in grid.iter().enumerate() {
            let at = &mut next[usize::from(colour)];
            places[usize::from(*at)] = [(cell % width) as i8, (cell / width) as i8];
            *at += 1;
        }

        let (mut largest_sum, mut all, mut pieces, mut unjoined, mut largest, mut extents) =
            (0, 0, 0, 0, 0, 0);
        let mut distances = [0i8; MAX_CELLS];
        for colour in 1..=colours {
            let own = &places[usize::from(begin[colour])..usize::from(begin[colour + 1])];
            let Tree { longest, gaps, joins } = spanning_tree(own, &mut distances[..own.len()]);
            if joins > 0 {
                let span = |axis: usize| {
                    let values = || own.iter().map(|place| i32::from(place[axis]));
                    values().max().unwrap_or(0) - values().min().unwrap_or(0)
                };
                extents += span(0) + span(1);
                unjoined += 1;
            }
            largest_sum += longest - 1;
            largest = largest.max(longest - 1);
            all += gaps;
            pieces += joins;
        }
        out.copy_from_slice(&[
            largest_sum as f32,
            all as f32,
            pieces as f32,
            unjoined as f32,
            largest as f32,
            f32::from(blanks),
            (cells - usize::from(blanks)) as f32,
            contacts as f32,
            edges as f32,
            extents as f32,
        ]);
    }
}

/// A minimum spanning tree of the cells of a colour, by their Manhattan distances.
struct Tree {
    /// The longest edge of the tree.
    longest: i32,
    /// The cells between the ends of its edges.
    gaps: i32,
    /// Its edges between cells that do not touch.
    joins: i32,
}

/// Prim's algorithm; `distances` is a buffer with one number per place.
fn spanning_tree(places: &[[i8; 2]], distances: &mut [i8]) -> Tree {
    distances.fill(i8::MAX);
    let mut tree = Tree { longest: 1, gaps: 0, joins: 0 };
    let mut newest = 0;
    for _ in 1..places.len() {
        distances[newest] = 0;
        let [x, y] = places[newest];
        let mut nearest = (i8::MAX, 0);
        for (index, (distance, [a, b])) in distances.iter_mut().zip(places).enumerate() {
            if *distance > 0 {
                *distance = (*distance).min((x - a).abs() + (y - b).abs());
                if *distance < nearest.0 {
                    nearest = (*distance, index);
                }
            }
        }
        tree.longest = tree.longest.max(i32::from(nearest.0));
        tree.gaps += i32::from(nearest.0) - 1;
        tree.joins += i32::from(nearest.0 > 1);
        newest = nearest.1;
    }
    tree
}

const SHAPES: [(&str, usize); 3] = [("4x4/4/6-14", 150), ("5x5/3/8-14", 150), ("5x5/4/8-16", 150)];
const WALKS: u32 = 12;
const TEACHER_EXPANSIONS: u64 = 5_000;
const LOST: f32 = 20.0;
const ADAM: Adam = Adam { epochs: 30, batch: 32, rate: 0.003, penalty: 0.0 };

fn recipe() -> String {
    format!(
        "generated boards {SHAPES:?}, seeds from {TRAINING_SEEDS}; from each {WALKS} random walks \
         of 0 to {} moves, solved by A* within {TEACHER_EXPANSIONS} expansions; every position of \
         the plan with its distance, unsolved ones with {LOST}; a hidden layer of 16, squared \
         loss, {ADAM:?}",
        2 * (WALKS - 1)
    )
}

/// The generated board of a shape with a seed, if there is one.
fn board(shape: &str, seed: u64, budget: &mut Budget<'_>) -> Option<CohesionGame> {
    generated(&format!("{shape}/{seed}"), budget).ok()
}

/// Positions of generated boards and of random walks on them, with the plans of A*.
fn train(
    seed: u64,
    environment: Environment<'_>,
    say: &mut dyn FnMut(&str),
) -> Result<Network, Stop> {
    let mut dataset = Dataset::default();
    let mut random = Random::new(seed);
    for (shape, count) in SHAPES {
        let make = |seed, budget: &mut Budget<'_>| board(shape, seed, budget);
        let games = instances(TRAINING_SEEDS, environment, make);
        for (done, game) in (1..).zip(games.take(count)) {
            let game = game?;
            let entry = &CohesionDomain.heuristics()[0];
            let heuristic = entry.build_default(&game);
            let teacher = Teacher {
                heuristic: &*heuristic,
                weight: 1.0,
                expansions: TEACHER_EXPANSIONS,
                environment,
            };
            dataset.begin_instance();
            for walk in 0..WALKS {
                let start = random_walk(&game, &game.start(), walk * 2, &mut random);
                for (state, label) in teacher.labels(&game, start) {
                    dataset.push(&CohesionFeatures, &game, &state, label.target(LOST));
                }
            }
            dataset.report(shape, done, count, say);
        }
    }
    dataset.train_on_distances(16, ADAM, seed, environment, say)
}

/// Maximum number of random moves from the start of a board too large to enumerate.
const MAX_WALK: usize = 24;

/// Learning task for Cohesion.
pub(super) static LEARNER: Learner<CohesionDomain> = Learner {
    domain: &CohesionDomain,
    model: || MODEL.as_ref(),
    features: NAMES,
    per_move: 8.0,
    recipe,
    train,
    ranking: Some(16),
    see: |_| Box::new(CohesionFeatures),
    source: "generate/4x4/4/6-14",
    open: |path, budget| match path.strip_prefix("generate/") {
        Some(shape) => generated(shape, budget),
        None => Ok(CohesionDomain.instance("standard", path)?),
    },
    draw: |game, drawing, is_seen, random| {
        drawing.states(game, is_seen, MAX_WALK, random, |state| {
            by_astar(&CohesionDomain, game, state, drawing)
        })
    },
    build: |_, model| Box::new(Learned::new(CohesionFeatures, model)),
    suites: &[
        Suite {
            name: "5x5/4/8-14",
            expansions: 10_000,
            instance: |seed, budget| board("5x5/4/8-14", seed, budget),
        },
        Suite {
            name: "6x6/4/6-12",
            expansions: 10_000,
            instance: |seed, budget| board("6x6/4/6-12", seed, budget),
        },
        Suite {
            name: "7x7/4/6-12",
            expansions: 10_000,
            instance: |seed, budget| board("7x7/4/6-12", seed, budget),
        },
    ],
};

/// The learned heuristic, with the built-in model.
///
/// ```
/// assert_eq!(patience_learn::games::cohesion::heuristics()[0].name, "learned");
/// ```
pub fn heuristics() -> Vec<LearnedHeuristic<CohesionGame>> {
    let summary = "a network over 10 features, trained on plans of A*";
    learned(
        &LEARNER,
        summary,
        |file| LEARNER.takes_file(file),
        |game, file| LEARNER.build_file(game, file),
    )
}

static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| built_in("cohesion"));
