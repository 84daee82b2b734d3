//! The paper's searches on its test deals.

use std::time::Duration;

use patience_core::{DEFECT, Environment, Limits, Run, Verdict, replay};
use patience_games::birds::{BirdsGame, BirdsMove, neller};
use patience_papers::birds::{MCTS, dfs, guided_dfs};
use patience_search::mcts;

use super::classifiers::Classifiers;
use super::guided::{Guided, LR, LR_DFS, LR8_DFS, LR16_DFS};

/// The deals that the searches are compared on: Python's `random.seed(1)`, the first fifty of
/// `sorted(random.sample(range(1, 100000), 100))`.
pub const TEST_DEALS: [i64; 50] = [
    277, 1207, 2817, 2926, 3336, 3716, 3807, 4010, 4526, 8272, 11334, 12303, 13108, 13400, 14147,
    15456, 15846, 17612, 21457, 22677, 24368, 24884, 27520, 28391, 28677, 29058, 29985, 30261,
    30551, 31817, 33433, 34909, 37246, 37983, 38849, 39764, 41607, 43608, 45312, 48120, 49114,
    49757, 49966, 51094, 51558, 52991, 54305, 54550, 55327, 55328,
];

/// The depth-first searches under their names in Table 5, in the table's order; plain search uses
/// no classifier.
pub const SEARCHES: [(&str, Option<Guided>); 5] = [
    ("DFS", None),
    (LR_DFS.name, Some(LR_DFS)),
    (LR.name, Some(LR)),
    (LR16_DFS.name, Some(LR16_DFS)),
    (LR8_DFS.name, Some(LR8_DFS)),
];

/// One search of one deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// Whether a plan was found; it was replayed.
    pub won: bool,
    /// Positions visited, counted before they are looked up; playouts included.
    pub nodes: u64,
    /// Time, with all features and models.
    pub seconds: f64,
}

impl Searched {
    fn new(
        deal: i64,
        clock: &dyn Fn() -> Duration,
        search: impl FnOnce(
            &BirdsGame,
            &mut Run<BirdsGame>,
        ) -> Verdict<patience_games::birds::BirdsMove>,
        seed: u64,
    ) -> Searched {
        let game = neller(deal);
        let mut run = Run::new(Limits::default(), Environment::none()).with_seed(seed);
        let before = clock();
        let verdict = search(&game, &mut run);
        let seconds = (clock() - before).as_secs_f64();
        Searched { won: won(&game, &verdict), nodes: run.counters().expanded, seconds }
    }
}

/// Whether a plan was found, which is replayed.
///
/// # Panics
/// If the plan does not win: a defect, as in `Verdict::plan`.
pub(super) fn won(game: &BirdsGame, verdict: &Verdict<BirdsMove>) -> bool {
    verdict.plan().is_some_and(|plan| {
        replay(game, plan).unwrap_or_else(|error| panic!("{DEFECT}: {error}"));
        true
    })
}

/// Searches deals depth first, without guidance or guided by classifiers. `clock` returns the time
/// since any moment.
///
/// The paper's program keeps visited positions from one deal to the next. On the paper's deals that
/// changes no count, so each deal is searched separately.
///
/// ```
/// use patience_learn::birds::classifiers::Classifiers;
/// use patience_learn::birds::searches::{TEST_DEALS, depth_first};
/// use std::time::Duration;
///
/// let classifiers = Classifiers::built_in().expect("they were trained");
/// let found = depth_first(None, classifiers, &TEST_DEALS[2..3], &|| Duration::ZERO);
/// assert_eq!((found[0].won, found[0].nodes), (true, 2_394));
/// ```
pub fn depth_first(
    guided: Option<&Guided>,
    classifiers: &Classifiers,
    deals: &[i64],
    clock: &dyn Fn() -> Duration,
) -> Vec<Searched> {
    let search = |game: &BirdsGame, run: &mut Run<BirdsGame>| match guided {
        None => dfs(game, run).verdict,
        Some(guided) => {
            let heuristic = guided.heuristic(game, classifiers);
            guided_dfs(game, &*heuristic, guided.cards, run).verdict
        }
    };
    deals.iter().map(|deal| Searched::new(*deal, clock, search, 0)).collect()
}

/// Plays deals with the paper's Monte Carlo tree search with this many simulations before each
/// move, each deal with its own seed.
///
/// ```
/// use patience_learn::birds::searches::monte_carlo;
/// use std::time::Duration;
///
/// let played = monte_carlo(50, &[42], 1, &|| Duration::ZERO);
/// assert!(played[0].nodes > 50);
/// ```
pub fn monte_carlo(
    simulations: u32,
    deals: &[i64],
    seed: u64,
    clock: &dyn Fn() -> Duration,
) -> Vec<Searched> {
    let variant = mcts::Variant { simulations: simulations.into(), ..MCTS };
    let play =
        |game: &BirdsGame, run: &mut Run<BirdsGame>| mcts::solve(game, &variant, run).verdict;
    let seed_of = |deal: i64| seed.wrapping_add(deal as u64);
    deals.iter().map(|deal| Searched::new(*deal, clock, play, seed_of(*deal))).collect()
}
