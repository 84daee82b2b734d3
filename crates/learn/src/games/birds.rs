//! Birds of a Feather: features of the remaining connections.

use std::sync::LazyLock;

use patience_core::sets::is_connected;
use patience_core::{
    Claims, Domain, Environment, Estimate, Game, Heuristic, Part, Random, Stop, Value, successors,
};
use patience_games::birds::{BirdsDomain, BirdsGame, BirdsState, neller};

use super::birds_report;
use super::learner::{Learner, Suite, TRAINING_SEEDS, built_in, instances, learned};
use crate::LearnedHeuristic;
use crate::birds::data::Labeller;
pub use crate::birds::graphs::BirdsFeatures;
use crate::birds::graphs::{Flock, NAMES};
use crate::features;
use crate::model::Model;
use crate::models::{Adam, Loss, Network};
use crate::states::drawing::{Drawing, Drawn};
use crate::states::sampling::Proved;
use crate::teach::Dataset;

/// Estimates are stacks less 1, with the dead ends of disconnected graphs, which are sound. Ordered
/// by fewest stacks, then by the highest probability of being solvable:
///
/// 128·(stacks − 1) + 64 − 8·log-odds, within the 128 of the number of stacks: a greedy search
/// dives.
struct LearnedOrder<'m>(&'m Network);

impl Heuristic<BirdsGame> for LearnedOrder<'_> {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &BirdsGame, state: &BirdsState) -> Estimate {
        self.value(game, state).into()
    }

    #[inline]
    fn value(&self, game: &BirdsGame, state: &BirdsState) -> Option<Value> {
        let flock = Flock::new(game, state);
        if !game.grid_is_connected(state) || !is_connected(&flock.partners, flock.tops) {
            return None;
        }
        let cost = state.stacks() - 1;
        if cost == 0 {
            return Some(Value { cost, ordering: 0 });
        }
        let odds = self.0.output(&flock.counts(state.occupied()));
        Some(Value { cost, ordering: 128 * cost + (64.0 - 8.0 * odds).clamp(0.0, 127.0) as u32 })
    }

    fn parts(&self, game: &BirdsGame, state: &BirdsState) -> Vec<Part> {
        let flock = Flock::new(game, state);
        let counts = flock.counts(state.occupied());
        let odds = self.0.output(&counts);
        let mut parts = features::parts(NAMES, &counts, odds);
        parts.push(Part::real(
            "probability that it is winnable",
            f64::from(1.0 / (1.0 + libm::expf(-odds))),
        ));
        if !game.grid_is_connected(state) || !is_connected(&flock.partners, flock.tops) {
            parts.push(Part::dead_end(
                "the grid of the stacks or the flock of their cards is disconnected",
            ));
        }
        parts
    }
}

const DEALS: u64 = 700;
const ADAM: Adam = Adam { epochs: 15, batch: 32, rate: 0.003, penalty: 0.0 };

fn recipe() -> String {
    format!(
        "deals neller/{TRAINING_SEEDS} and the next {DEALS}; down a random solvable path of each, \
         all connected children where some are lost, with exact labels; no hidden layer, \
         log-loss, {ADAM:?}; the output is the log-odds of solvable"
    )
}

/// The deal with a seed of Neller's numbering.
fn deal(seed: u64) -> Option<BirdsGame> {
    BirdsDomain.instance("standard", &format!("neller/{seed}")).ok()
}

/// Labelled positions of a deal: along a random winnable path, all children of each position with a
/// lost child, except those detected as lost.
fn positions(
    game: &BirdsGame,
    labeller: &mut Labeller,
    random: &mut Random,
) -> Vec<(BirdsState, bool)> {
    let mut positions = Vec::new();
    let mut state = game.start();
    loop {
        let (mut solvable, mut labels) = (Vec::new(), Vec::new());
        for (_, next) in successors(game, &state) {
            let won = labeller.is_solvable(game, &next);
            if won {
                solvable.push(next);
            }
            if won || (game.grid_is_connected(&next) && game.flock_is_connected(&next)) {
                labels.push((next, won));
            }
        }
        if labels.iter().any(|(_, won)| !won) {
            positions.append(&mut labels);
        }
        if solvable.is_empty() {
            return positions;
        }
        state = solvable[random.index(solvable.len())];
    }
}

/// Positions like those of the paper's training games, without disconnected ones, from other deals.
fn train(
    seed: u64,
    environment: Environment<'_>,
    say: &mut dyn FnMut(&str),
) -> Result<Network, Stop> {
    let mut dataset = Dataset::default();
    let mut random = Random::new(seed);
    let mut labeller = Labeller::default();
    let games = instances(TRAINING_SEEDS, environment, |number, _| Some(neller(number as i64)));
    for (done, game) in (1..).zip(games.take(DEALS as usize)) {
        let game = &game?;
        dataset.begin_instance();
        for (state, won) in positions(game, &mut labeller, &mut random) {
            dataset.push(&BirdsFeatures, game, &state, f32::from(u8::from(won)));
        }
        dataset.report("deals", done, DEALS as usize, say);
    }
    let (network, _) = dataset.train_within(0, Loss::Logistic, ADAM, seed, environment)?;
    Ok(network)
}

/// Returns the same positions with their proved results; all plans from a position have the same
/// length.
fn drawn(game: &BirdsGame, drawing: &Drawing<'_>, random: &mut Random) -> Drawn<BirdsState> {
    let mut positions = positions(game, &mut Labeller::default(), random);
    random.shuffle(&mut positions);
    positions.truncate(drawing.sampling.positions);
    let proved = |state: &BirdsState, won| match won {
        true => Proved::Distance(state.stacks() - 1),
        false => Proved::Lost,
    };
    let states = positions.into_iter().map(|(state, won)| (state, proved(&state, won)));
    Drawn { states: states.collect(), undecided: 0 }
}

/// Learning task for Birds of a Feather.
pub(super) static LEARNER: Learner<BirdsDomain> = Learner {
    domain: &BirdsDomain,
    model: || MODEL.as_ref(),
    features: NAMES,
    per_move: 1.0,
    recipe,
    train,
    // The output is the log-odds of solvable, which is largest where a distance would be smallest.
    ranking: None,
    see: |_| Box::new(BirdsFeatures),
    source: "neller",
    open: |path, _| Ok(BirdsDomain.instance("standard", path)?),
    draw: |game, drawing, _, random| Ok(drawn(game, drawing, random)),
    build: |_, model| {
        assert!(model.features == NAMES, "the model was trained on these features");
        Box::new(LearnedOrder(&model.network))
    },
    suites: &[Suite { name: "neller", expansions: 10_000, instance: |seed, _| deal(seed) }],
};

/// The learned heuristic, and those of the Birds paper.
///
/// ```
/// assert_eq!(patience_learn::games::birds::heuristics()[0].name, "learned");
/// ```
pub fn heuristics() -> Vec<LearnedHeuristic<BirdsGame>> {
    let summary = "fewest stacks first, then most likely solvable by a weighted sum of 5 \
                   features, with the dead ends of connected";
    let own = learned(
        &LEARNER,
        summary,
        |file| LEARNER.takes_file(file),
        |game, file| LEARNER.build_file(game, file),
    );
    own.into_iter().chain(birds_report::heuristics()).collect()
}

static MODEL: LazyLock<Option<Model>> = LazyLock::new(|| built_in("birds"));
