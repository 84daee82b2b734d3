//! Gaps under the standard rules: completed sequences and dead gaps.

use std::sync::LazyLock;

use patience_core::{Claims, Domain, Environment, Estimate, Heuristic, Part, Random, Stop, Value};
use patience_games::gaps::{Gaps, GapsDomain, State};
use patience_gaps::{Board, Services, Solver};

use super::gaps_moves;
use super::learner::{Built, Learner, Suite, TRAINING_SEEDS, built_in, instances, learned};
use crate::LearnedHeuristic;
use crate::features::{self, Features};
use crate::model::Model;
use crate::models::{Adam, Network};
use crate::states::drawing::{Drawing, proved};
use crate::states::sampling::Proved;
use crate::teach::{Dataset, Label, distances_within, farthest};

const ROW: usize = 14;
const RANKS: u8 = 13;
const GAP: u8 = 52;

pub(super) const NAMES: &[&str] = &[
    "cards out of sequence",
    "cards in wrong columns",
    "joints missing",
    "longest row",
    "shortest row",
    "Twos outside",
    "dead gaps",
    "gaps behind gaps",
    "gaps at the left",
    "highest cards astray",
    "cards to move before the next",
    "open gaps",
    "kings' distance",
    "buried next cards",
    "reachability",
];

/// The hand-made heuristic on which the learned one builds.
pub(super) fn reachability(game: &Gaps) -> Built<Gaps> {
    let entry = GapsDomain.heuristics().into_iter().find(|entry| entry.name == "reachability");
    entry.expect("the heuristic exists").build_default(game)
}

/// Features of a board of any size under rules that let any suit end in any row.
///
/// ```
/// use patience_core::Domain;
/// use patience_games::gaps::GapsDomain;
/// use patience_learn::features::Features;
/// use patience_learn::games::gaps::GapsFeatures;
///
/// let game = GapsDomain.instance("standard", "random/4x6/1")?;
/// let features = GapsFeatures::new(&game);
/// let mut row = vec![0.0; Features::<_>::names(&features).len()];
/// features.compute(&game, &patience_core::Game::start(&game), &mut row);
/// assert!(row.iter().any(|feature| *feature != 0.0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct GapsFeatures {
    reachability: Built<Gaps>,
}

impl GapsFeatures {
    /// Creates the features for a deal.
    pub fn new(game: &Gaps) -> Self {
        GapsFeatures { reachability: reachability(game) }
    }

    /// The features; `None` if the position is proved lost.
    pub(super) fn unless_lost(&self, game: &Gaps, state: &State) -> Option<[f32; NAMES.len()]> {
        Some(counts(game, state, self.reachability.estimate(game, state).cost()?))
    }
}

impl Features<Gaps> for GapsFeatures {
    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn compute(&self, game: &Gaps, state: &State, out: &mut [f32]) {
        let least = match self.reachability.estimate(game, state) {
            Estimate::Cost(least) => least,
            Estimate::DeadEnd => 0,
        };
        out.copy_from_slice(&counts(game, state, least));
    }
}

/// The features, given the value of the hand-made heuristic.
#[inline]
fn counts(game: &Gaps, state: &State, least: u32) -> [f32; NAMES.len()] {
    let (rows, columns) = (game.rows(), game.columns());
    let cards = state.numbers();
    let row = |row: usize| &cards[row * ROW..][..columns];
    let mut sums =
        Sums { top: (columns - 2) as u8, shortest: u32::MAX, wanted: [GAP; 4], ..Sums::default() };
    (0..rows).for_each(|number| sums.row(number, row(number)));
    let count = (rows * (columns - 1)) as u32;
    let all_joints = (rows * (columns - 2)) as u32;
    [
        count - sums.built,
        count - sums.in_column,
        all_joints - sums.joints,
        sums.longest,
        sums.shortest,
        sums.twos_outside,
        sums.dead,
        sums.behind,
        sums.left,
        sums.tops_astray,
        sums.wrong_before,
        sums.open,
        sums.distance,
        (0..rows).map(|number| sums.buried(row(number))).sum(),
        least,
    ]
    .map(|value| value as f32)
}

/// Counts over all rows.
#[derive(Default)]
struct Sums {
    /// The highest rank.
    top: u8,
    /// The next card of each row in sequence.
    wanted: [u8; 4],
    built: u32,
    in_column: u32,
    joints: u32,
    longest: u32,
    shortest: u32,
    twos_outside: u32,
    dead: u32,
    behind: u32,
    left: u32,
    tops_astray: u32,
    wrong_before: u32,
    open: u32,
    distance: u32,
}

impl Sums {
    fn row(&mut self, number: usize, cells: &[u8]) {
        let sequence = cells
            .iter()
            .zip(0..self.top + 1)
            .take_while(|(card, rank)| **card == cells[0].wrapping_add(*rank))
            .count();
        let sequence = if cells[0] != GAP && cells[0].is_multiple_of(RANKS) { sequence } else { 0 };
        if (1..cells.len() - 1).contains(&sequence) {
            self.wanted[number] = cells[sequence - 1] + 1;
            self.wrong_before += u32::from(cells[sequence] != GAP);
        }
        self.built += sequence as u32;
        self.longest = self.longest.max(sequence as u32);
        self.shortest = self.shortest.min(sequence as u32);
        // Whether a gap here cannot be filled until something to its left moves.
        let mut is_dead = false;
        for (column, &card) in cells.iter().enumerate() {
            let before = column.checked_sub(1).map(|column| cells[column]);
            is_dead = card == GAP
                && (before.is_some_and(|before| before % RANKS == self.top && before != GAP)
                    || is_dead && before == Some(GAP));
            match card {
                GAP => self.gap(before, is_dead),
                card => self.card(column, card, before),
            }
        }
    }

    fn gap(&mut self, before: Option<u8>, is_dead: bool) {
        match before {
            None => self.left += 1,
            Some(GAP) => self.behind += 1,
            Some(_) => self.open += u32::from(!is_dead),
        }
        self.dead += u32::from(is_dead);
    }

    fn card(&mut self, column: usize, card: u8, before: Option<u8>) {
        let rank = card % RANKS;
        self.in_column += u32::from(usize::from(rank) == column);
        if rank == 0 {
            self.twos_outside += u32::from(column != 0);
        } else {
            self.joints += u32::from(before == Some(card - 1));
        }
        if rank == self.top {
            self.tops_astray += u32::from(column != usize::from(rank));
            self.distance += u32::from(rank).abs_diff(column as u32);
        }
    }

    /// Wanted cards in a row to the right of a highest card: they leave a gap of little use.
    fn buried(&self, cells: &[u8]) -> u32 {
        let is_buried = |pair: &&[u8]| {
            pair[1] != GAP
                && self.wanted.contains(&pair[1])
                && pair[0] != GAP
                && pair[0] % RANKS == self.top
        };
        cells.windows(2).filter(is_buried).count() as u32
    }
}

/// The network's estimate, with the dead ends of the hand-made heuristic, which are sound.
struct OnTop<'m> {
    reachability: Built<Gaps>,
    model: &'m Model,
}

impl Heuristic<Gaps> for OnTop<'_> {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, game: &Gaps, state: &State) -> Option<Value> {
        let least = self.reachability.estimate(game, state).cost()?;
        Some(self.model.value(self.model.network.output(&counts(game, state, least))))
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        match self.reachability.estimate(game, state) {
            Estimate::DeadEnd => self.reachability.parts(game, state),
            Estimate::Cost(least) => {
                let counts = counts(game, state, least);
                features::parts(NAMES, &counts, self.model.network.output(&counts))
            }
        }
    }
}

const SHAPES: [(&str, usize); 2] = [("4x5", 80), ("4x6", 50)];
const MOST: usize = 60_000;
const POSITIONS: usize = 500;
const LOST: f32 = 10.0;
const ADAM: Adam = Adam { epochs: 20, batch: 32, rate: 0.003, penalty: 0.0 };

fn recipe() -> String {
    format!(
        "solvable random deals {SHAPES:?}, standard rules, seeds from {TRAINING_SEEDS}, of at \
         most {MOST} positions, which are enumerated; {POSITIONS} random positions each, half of \
         them lost, with exact distances, lost positions {LOST} beyond the farthest; a hidden \
         layer of 8, squared loss, {ADAM:?}"
    )
}

/// The deal of a shape with a seed.
fn deal(shape: &str, seed: u64) -> Option<Gaps> {
    GapsDomain.instance("standard", &format!("random/{shape}/{seed}")).ok()
}

/// Random positions of deals small enough to enumerate.
fn train(
    seed: u64,
    environment: Environment<'_>,
    say: &mut dyn FnMut(&str),
) -> Result<Network, Stop> {
    let mut dataset = Dataset::default();
    let mut random = Random::new(seed);
    for (shape, count) in SHAPES {
        let won = instances(TRAINING_SEEDS, environment, |seed, budget| {
            let game = deal(shape, seed)?;
            let states = distances_within(&game, MOST, budget).ok()??;
            (states[0].1 != Label::Lost && states.len() > 500).then_some((states, game))
        });
        for (done, won) in (1..).zip(won.take(count)) {
            let (mut states, game) = won?;
            let features = GapsFeatures::new(&game);
            states.retain(|(state, _)| {
                features.reachability.estimate(&game, state) != Estimate::DeadEnd
            });
            let lost = LOST + farthest(&states);
            random.shuffle(&mut states);
            // The same number of lost and other positions, if there are enough.
            let (losing, winning): (Vec<_>, Vec<_>) =
                states.into_iter().partition(|(_, label)| *label == Label::Lost);
            dataset.begin_instance();
            for (state, label) in
                losing.iter().take(POSITIONS / 2).chain(winning.iter().take(POSITIONS / 2))
            {
                dataset.push(&features, &game, state, label.target(lost));
            }
            dataset.report(shape, done, count, say);
        }
    }
    dataset.train_on_distances(8, ADAM, seed, environment, say)
}

/// Maximum number of random moves from the start of a deal too large to enumerate.
const MAX_WALK: usize = 40;

/// Decides a position by the exact solver.
fn decided(game: &Gaps, state: &State, drawing: &Drawing<'_>) -> Result<Option<Proved>, Stop> {
    let board: Board =
        GapsDomain.notation(game, state).parse().expect("the solver reads the canonical notation");
    let services = Services::new(drawing.environment);
    proved(&Solver::new(&board).limits(drawing.decision()).services(services).solve().verdict)
}

/// Learning task for Gaps.
pub(super) static LEARNER: Learner<GapsDomain> = Learner {
    domain: &GapsDomain,
    model: || MODEL.as_ref(),
    features: NAMES,
    per_move: 8.0,
    recipe,
    train,
    ranking: Some(8),
    see: |game| Box::new(GapsFeatures::new(game)),
    source: "random/4x5",
    open: |path, _| Ok(GapsDomain.instance("standard", path)?),
    draw: |game, drawing, is_seen, random| {
        drawing.states(game, is_seen, MAX_WALK, random, |state| decided(game, state, drawing))
    },
    build: |game, model| {
        assert!(model.features == NAMES, "the model was trained on these features");
        Box::new(OnTop { reachability: reachability(game), model })
    },
    suites: &[
        Suite { name: "4x7", expansions: 20_000, instance: |seed, _| deal("4x7", seed) },
        Suite { name: "4x9", expansions: 20_000, instance: |seed, _| deal("4x9", seed) },
        Suite { name: "4x10", expansions: 20_000, instance: |seed, _| deal("4x10", seed) },
    ],
};

/// The learned heuristics, with the built-in models: of distances, and of moves.
///
/// ```
/// assert_eq!(patience_learn::games::gaps::heuristics()[0].name, "learned");
/// ```
pub fn heuristics() -> Vec<LearnedHeuristic<Gaps>> {
    let summary =
        "a network over reachability and 14 counts, trained on exact distances of small deals";
    let own = learned(
        &LEARNER,
        summary,
        |file| LEARNER.takes_file(file),
        |game, file| LEARNER.build_file(game, file),
    );
    own.into_iter().chain(gaps_moves::heuristic()).collect()
}

static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| built_in("gaps"));
