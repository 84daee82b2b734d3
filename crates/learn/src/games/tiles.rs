//! Match the Tiles: the distances of the pieces, each alone on the board.

use std::sync::LazyLock;

use patience_core::{
    Budget, Claims, Domain, Environment, Estimate, Heuristic, Part, PartValue, Random, Stop, Value,
};
use patience_games::grid::{Direction, MAX_CELLS};
use patience_games::tiles::{TilesDomain, TilesGame, TilesState};
use patience_generators::tiles::generated;

use super::learner::{Learner, Suite, TRAINING_SEEDS, built_in, instances, learned};
use crate::LearnedHeuristic;
use crate::features::{self, Features, Learned};
use crate::model::Model;
use crate::models::{Adam, Network};
use crate::states::drawing::by_astar;
use crate::teach::{Dataset, distances_within, farthest};

/// Cap for tilts, also used for a piece that cannot reach a target. Straight runs have the same
/// cap.
const FAR: usize = 12;
const FAR_RUNS: usize = 4;

/// Number of classes of a piece or a board by tilts, and by runs.
const TILTS: usize = FAR + 1;
const RUNS: usize = FAR_RUNS + 1;

/// The numbers of pieces at each distance from a target, in tilts of a lone piece and in straight
/// runs that may stop anywhere; then the same for the farthest piece only; and the sum of the
/// Manhattan distances. All features except those of the farthest piece are sums over pieces, so
/// learning assigns one number to each cell of a piece.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "0 tilts", "1 tilt", "2 tilts", "3 tilts", "4 tilts", "5 tilts", "6 tilts", "7 tilts",
    "8 tilts", "9 tilts", "10 tilts", "11 tilts", "more tilts",
    "0 runs", "1 run", "2 runs", "3 runs", "more runs",
    "farthest 0 tilts", "farthest 1 tilt", "farthest 2 tilts", "farthest 3 tilts",
    "farthest 4 tilts", "farthest 5 tilts", "farthest 6 tilts", "farthest 7 tilts",
    "farthest 8 tilts", "farthest 9 tilts", "farthest 10 tilts", "farthest 11 tilts",
    "farthest more tilts",
    "farthest 0 runs", "farthest 1 run", "farthest 2 runs", "farthest 3 runs", "farthest more runs",
    "Manhattan",
];

/// The distances of a piece to the nearest target: tilts of a lone piece, straight runs, and
/// Manhattan distance.
#[derive(Clone, Copy, Debug)]
struct Way {
    tilts: u8,
    runs: u8,
    manhattan: u8,
}

/// Features of a level, from tables computed once.
///
/// ```
/// use patience_core::Domain;
/// use patience_games::tiles::TilesDomain;
/// use patience_learn::features::Features;
/// use patience_learn::games::tiles::TilesFeatures;
///
/// let game = TilesDomain.instance("standard", "level/iartistas-07")?;
/// let features = TilesFeatures::new(&game);
/// let mut row = vec![0.0; Features::<_>::names(&features).len()];
/// features.compute(&game, &patience_core::Game::start(&game), &mut row);
/// assert!(row.iter().any(|feature| *feature != 0.0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TilesFeatures {
    /// Indexed by piece and cell.
    ways: Vec<Box<[Way]>>,
}

impl TilesFeatures {
    /// The tables of a level.
    pub fn new(game: &TilesGame) -> Self {
        let size = game.size();
        let steps = steps(game);
        let table = |colour: u8| -> Box<[Way]> {
            let targets: Vec<usize> =
                (0..size.cells()).filter(move |cell| game.target(*cell) == Some(colour)).collect();
            let runs = distances(&steps, &targets, true, FAR_RUNS as u8);
            let tilts = distances(&steps, &targets, false, FAR as u8);
            let mut manhattan = vec![FAR as u8; size.cells()];
            for target in targets.iter().map(|cell| [cell % size.width, cell / size.width]) {
                let rows = manhattan.chunks_exact_mut(size.width).zip(0..);
                for (distance, [x, y]) in
                    rows.flat_map(|(row, y)| row.iter_mut().zip(0..).map(move |(d, x)| (d, [x, y])))
                {
                    *distance =
                        (*distance).min((target[0].abs_diff(x) + target[1].abs_diff(y)) as u8);
                }
            }
            let way = |((tilts, runs), manhattan)| Way { tilts, runs, manhattan };
            tilts.into_iter().zip(runs).zip(manhattan).map(way).collect()
        };
        let colours = game.colours();
        let mut ways: Vec<Box<[Way]>> = Vec::with_capacity(colours.len());
        for (piece, &colour) in colours.iter().enumerate() {
            let same = piece.checked_sub(1).filter(|before| colours[*before] == colour);
            ways.push(same.map_or_else(|| table(colour), |before| ways[before].clone()));
        }
        TilesFeatures { ways }
    }
}

/// By direction: the cell ahead of each cell, or the cell itself where the edge or an obstacle is
/// ahead.
fn steps(game: &TilesGame) -> [Vec<u8>; 4] {
    let size = game.size();
    Direction::ALL.map(|direction| {
        let ahead = |cell| {
            size.neighbour(cell, direction)
                .filter(|ahead| !game.is_obstacle(*ahead))
                .unwrap_or(cell)
        };
        (0..size.cells()).map(|cell| ahead(cell) as u8).collect()
    })
}

/// For each cell, the minimum number of moves of a lone piece to a target, at most `far`: straight
/// runs that may stop anywhere, or tilts, which slide to the end. Both are computed backwards from
/// the targets.
fn distances(steps: &[Vec<u8>; 4], targets: &[usize], anywhere: bool, far: u8) -> Vec<u8> {
    let mut distances = vec![far; steps[0].len()];
    let mut queue = targets.to_vec();
    queue.iter().for_each(|target| distances[*target] = 0);
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        let distance = distances[cell] + 1;
        if distance >= far {
            break;
        }
        for direction in Direction::ALL {
            // A tilt ends here only if the way ahead is blocked; it came from behind.
            if !anywhere && usize::from(steps[direction as usize][cell]) != cell {
                continue;
            }
            let back = &steps[direction.opposite() as usize];
            let mut at = cell;
            while usize::from(back[at]) != at {
                at = usize::from(back[at]);
                if distances[at] > distance {
                    distances[at] = distance;
                    queue.push(at);
                }
            }
        }
    }
    distances
}

impl Features<TilesGame> for TilesFeatures {
    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn compute(&self, game: &TilesGame, state: &TilesState, out: &mut [f32]) {
        let mut buffer = [0; MAX_CELLS];
        let cells = &*game.unpack(state, &mut buffer);
        out.fill(0.0);
        let (mut tilts, mut runs) = (0, 0);
        for (ways, cell) in self.ways.iter().zip(cells) {
            let way = ways[usize::from(*cell)];
            out[usize::from(way.tilts)] += 1.0;
            out[TILTS + usize::from(way.runs)] += 1.0;
            out[NAMES.len() - 1] += f32::from(way.manhattan);
            (tilts, runs) = (way.tilts.max(tilts), way.runs.max(runs));
        }
        out[TILTS + RUNS + usize::from(tilts)] = 1.0;
        out[2 * TILTS + RUNS + usize::from(runs)] = 1.0;
    }
}

/// A weighted sum of the features, precomputed as far as possible: an estimate takes two look-ups
/// per piece.
struct Tabulated {
    /// By piece and cell: the piece's contribution, with its tilts and runs.
    places: Vec<Box<[(i32, u8, u8)]>>,
    /// By tilts and runs of the farthest piece: its contribution, including the constant.
    farthest: [[i32; RUNS]; TILTS],
    /// Value of a move in these sums.
    per_move: f32,
}

/// Sums are in this fraction of the unit of the model's ordering, so that they do not depend on
/// their order.
const FRACTION: f32 = 1024.0;

impl Tabulated {
    /// The tables of a level for a model that is the given weighted sum.
    fn new(game: &TilesGame, model: &Model, (weights, bias): (&[f32], f32)) -> Self {
        assert!(model.features == NAMES, "the model was trained on these features");
        let per_move = model.per_move * FRACTION;
        let part = |value: f32| (value * per_move) as i32;
        let (by_piece, by_farthest) = weights.split_at(TILTS + RUNS);
        let place = |way: &Way| {
            let value = by_piece[usize::from(way.tilts)]
                + by_piece[TILTS + usize::from(way.runs)]
                + weights[NAMES.len() - 1] * f32::from(way.manhattan);
            (part(value), way.tilts, way.runs)
        };
        let mut farthest = [[0; RUNS]; TILTS];
        for (tilts, row) in farthest.iter_mut().enumerate() {
            for (runs, value) in row.iter_mut().enumerate() {
                *value = part(bias + by_farthest[tilts] + by_farthest[TILTS + runs]);
            }
        }
        let ways = TilesFeatures::new(game).ways;
        Tabulated {
            places: ways.iter().map(|ways| ways.iter().map(place).collect()).collect(),
            farthest,
            per_move,
        }
    }
}

impl Tabulated {
    /// The weighted sum, in units of 1/`per_move` of a move.
    #[inline]
    fn sum(&self, game: &TilesGame, state: &TilesState) -> u32 {
        let mut buffer = [0; MAX_CELLS];
        let cells = &*game.unpack(state, &mut buffer);
        let (mut sum, mut tilts, mut runs) = (0, 0, 0);
        for (places, cell) in self.places.iter().zip(cells) {
            let (value, its_tilts, its_runs) = places[usize::from(*cell)];
            sum += value;
            (tilts, runs) = (its_tilts.max(tilts), its_runs.max(runs));
        }
        (sum + self.farthest[usize::from(tilts)][usize::from(runs)]).max(0) as u32
    }
}

impl Heuristic<TilesGame> for Tabulated {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &TilesGame, state: &TilesState) -> Estimate {
        self.value(game, state).into()
    }

    #[inline]
    fn value(&self, game: &TilesGame, state: &TilesState) -> Option<Value> {
        let sum = self.sum(game, state);
        Some(Value {
            cost: (sum as f32 / self.per_move + 0.5) as u32,
            ordering: sum / FRACTION as u32,
        })
    }

    fn parts(&self, game: &TilesGame, state: &TilesState) -> Vec<Part> {
        let mut row = [0.0; NAMES.len()];
        TilesFeatures::new(game).compute(game, state, &mut row);
        let parts = features::parts(NAMES, &row, self.sum(game, state) as f32 / self.per_move);
        // Most features count pieces at one distance; zeros are not listed.
        parts.into_iter().filter(|part| part.value != PartValue::Real(0.0)).collect()
    }
}

const SHAPES: [(&str, u32); 3] = [("8x8/5/14", 120), ("7x7/4/11", 60), ("10x10/4/14", 60)];
const POSITIONS: usize = 400;
const ADAM: Adam = Adam { epochs: 20, batch: 32, rate: 0.003, penalty: 0.0 };

fn recipe() -> String {
    format!(
        "{POSITIONS} random positions each of generated levels {SHAPES:?}, seeds from \
         {TRAINING_SEEDS}; exact distances by enumeration, lost positions 2 beyond the farthest; \
         no hidden layer, squared loss, {ADAM:?}"
    )
}

/// The generated level of a shape with a seed, if there is one.
fn level(shape: &str, seed: u64, budget: &mut Budget<'_>) -> Option<TilesGame> {
    generated(&format!("{shape}/{seed}"), budget).ok()
}

/// Exact distances on generated levels of three shapes; lost positions count as slightly farther
/// than the farthest.
fn train(
    seed: u64,
    environment: Environment<'_>,
    say: &mut dyn FnMut(&str),
) -> Result<Network, Stop> {
    let mut dataset = Dataset::default();
    let mut random = Random::new(seed);
    for (shape, count) in SHAPES {
        let known = instances(TRAINING_SEEDS, environment, |seed, budget| {
            let game = level(shape, seed, budget)?;
            Some((distances_within(&game, 150_000, budget).ok()??, game))
        });
        for (done, known) in (1..).zip(known.take(count as usize)) {
            let (mut states, game) = known?;
            let features = TilesFeatures::new(&game);
            let lost = 2.0 + farthest(&states);
            random.shuffle(&mut states);
            dataset.begin_instance();
            for (state, label) in states.iter().take(POSITIONS) {
                dataset.push(&features, &game, state, label.target(lost));
            }
            dataset.report(shape, done, count as usize, say);
        }
    }
    dataset.train_on_distances(0, ADAM, seed, environment, say)
}

/// Maximum number of random moves from the start of a level too large to enumerate.
const MAX_WALK: usize = 24;

/// Learning task for Match the Tiles.
pub(super) static LEARNER: Learner<TilesDomain> = Learner {
    domain: &TilesDomain,
    model: || MODEL.as_ref(),
    features: NAMES,
    per_move: 8.0,
    recipe,
    train,
    ranking: Some(0),
    see: |game| Box::new(TilesFeatures::new(game)),
    source: "generate/7x7/4/11",
    open: |path, budget| match path.strip_prefix("generate/") {
        Some(shape) => generated(shape, budget),
        None => Ok(TilesDomain.instance("standard", path)?),
    },
    draw: |game, drawing, is_seen, random| {
        drawing.states(game, is_seen, MAX_WALK, random, |state| {
            by_astar(&TilesDomain, game, state, drawing)
        })
    },
    build: |game, model| match model.network.as_sum() {
        Some(sum) => Box::new(Tabulated::new(game, model, sum)),
        None => Box::new(Learned::new(TilesFeatures::new(game), model)),
    },
    suites: &[
        Suite {
            name: "8x8/5/14",
            expansions: 100_000,
            instance: |seed, budget| level("8x8/5/14", seed, budget),
        },
        Suite {
            name: "10x10/5/16",
            expansions: 100_000,
            instance: |seed, budget| level("10x10/5/16", seed, budget),
        },
        Suite {
            name: "12x12/5/20",
            expansions: 100_000,
            instance: |seed, budget| level("12x12/5/20", seed, budget),
        },
    ],
};

/// The learned heuristic, with the built-in model.
///
/// ```
/// assert_eq!(patience_learn::games::tiles::heuristics()[0].name, "learned");
/// ```
pub fn heuristics() -> Vec<LearnedHeuristic<TilesGame>> {
    let summary = "a weighted sum over the distances of lone pieces, trained on exact distances";
    learned(
        &LEARNER,
        summary,
        |file| LEARNER.takes_file(file),
        |game, file| LEARNER.build_file(game, file),
    )
}

static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| built_in("tiles"));
