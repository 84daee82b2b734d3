//! The models of the paper's guided searches, evolved: their parameters are chosen by the effort of
//! the search itself, not by how well they separate positions.

use patience_core::{Environment, Game, Limits, Random, Run, successors};
use patience_games::birds::{BirdsGame, neller};
use patience_papers::birds::{dfs, guided_dfs};

use super::classifiers::{Classifiers, Fitted, Kind};
use super::features::{COUNT, Counts, Families};
use super::guided::{Guided, LR, LR_DFS, LR8_DFS, LR16_DFS};
use super::parallel::in_parallel;
use super::searches::{Searched, won};
use crate::evolution::{Evolution, Evolved, evolve};
use crate::models::{COLUMNS, CubicScore, Scaling, Table, cubic};

/// The searches whose models can be evolved, by the names of their algorithms.
pub const ALGORITHMS: [(&str, Guided); 4] = [
    ("birds-report-lr", LR),
    ("birds-report-lr-dfs", LR_DFS),
    ("birds-report-lr8-dfs", LR8_DFS),
    ("birds-report-lr16-dfs", LR16_DFS),
];

/// A deal that is not won within the limit costs as much as this many times the limit.
const PENALTY: f64 = 10.0;

/// Evolves the models of a search on training deals.
///
/// ```
/// use patience_learn::birds::evolving::{Training, searched};
/// use patience_learn::birds::guided::LR;
/// use patience_learn::evolution::Evolution;
///
/// let training = Training::new(LR, &[3, 5, 6], 1, 500, 1);
/// let evolution = Evolution { generations: 2, ..Evolution::new(training.start().len()) };
/// let (classifiers, evolved) = training.evolve(&evolution, 1, &|| {});
/// assert!(evolved.costs[evolved.generation as usize] <= evolved.costs[0]);
/// assert_eq!(searched(Some((&LR, &classifiers)), &[42], 20_000).len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Training {
    guided: Guided,
    games: Vec<BirdsGame>,
    expansions: u64,
    /// The monomials that have a parameter, by their columns.
    columns: Vec<usize>,
    scaling: Scaling,
    recipe: String,
}

impl Training {
    /// Training on deals of Neller's numbering, with this limit for each, of polynomials of a
    /// degree from 1 to 3. `seed` draws the positions that columns are scaled by.
    ///
    /// # Panics
    /// If there is no deal, or no such degree.
    pub fn new(guided: Guided, deals: &[i64], degree: u8, expansions: u64, seed: u64) -> Training {
        assert!(!deals.is_empty() && (1..=3).contains(&degree), "deals, and a degree from 1 to 3");
        let games: Vec<BirdsGame> = deals.iter().map(|deal| neller(*deal)).collect();
        let columns =
            degrees().enumerate().filter(|(_, of)| *of <= degree).map(|(column, _)| column);
        let recipe = format!(
            "{}, polynomials of degree {degree}, evolved on {} deals from {} on, {expansions} \
             expansions each",
            guided.name,
            deals.len(),
            deals[0]
        );
        let columns = columns.collect();
        Training { guided, scaling: scaling(&games, seed), games, expansions, columns, recipe }
    }

    /// The parameters at the start: for degree 3 those of the built-in models, otherwise 0, which
    /// is plain depth-first search.
    ///
    /// # Panics
    /// If there are no built-in models.
    pub fn start(&self) -> Vec<f64> {
        let mut start = vec![0.0; self.columns.len() * self.guided.used().len()];
        if self.columns.len() < COLUMNS {
            return start;
        }
        let built_in = Classifiers::built_in().expect("they were trained");
        for (model, to) in self.guided.used().iter().zip(start.chunks_mut(COLUMNS)) {
            let Fitted::LogisticRegression(score) = &built_in.models[*model] else {
                panic!("the built-in models are regressions")
            };
            let numbers: Vec<f64> = (**score).clone().into();
            for ((to, number), factor) in to.iter_mut().zip(&numbers[1..]).zip(&self.scaling.factor)
            {
                *to = if *factor > 0.0 { number / factor } else { 0.0 };
            }
        }
        start
    }

    /// Returns models with these parameters; those that the search does not use are built in.
    fn classifiers(&self, point: &[f64], seed: u64) -> Classifiers {
        let built_in = Classifiers::built_in().expect("they were trained");
        let mut models = built_in.models.clone();
        for (model, numbers) in self.guided.used().iter().zip(point.chunks(self.columns.len())) {
            let mut weights = vec![0.0; COLUMNS];
            self.columns
                .iter()
                .zip(numbers)
                .for_each(|(column, number)| weights[*column] = *number);
            let score = CubicScore::new(0.0, &weights, &self.scaling);
            models[*model] = Fitted::LogisticRegression(Box::new(score));
        }
        Classifiers::new(Kind::LogisticRegression, self.recipe.clone(), seed, models)
    }

    /// The cost of parameters: the mean logarithm of the positions visited, to base 10.
    fn cost(&self, point: &[f64]) -> f64 {
        let classifiers = self.classifiers(point, 0);
        let cost = |game: &BirdsGame| {
            let found = search(Some((&self.guided, &classifiers)), game, self.expansions);
            let nodes = match found.won {
                true => found.nodes.max(1) as f64,
                false => PENALTY * self.expansions as f64,
            };
            libm::log10(nodes)
        };
        self.games.iter().map(cost).sum::<f64>() / self.games.len() as f64
    }

    /// Evolves the parameters. Threads change only the time; `done` is called after every
    /// generation.
    pub fn evolve(
        &self,
        evolution: &Evolution,
        threads: usize,
        done: &dyn Fn(),
    ) -> (Classifiers, Evolved) {
        let evolved = evolve(&self.start(), evolution, |points| {
            done();
            in_parallel(points.len(), threads, || (), |(), index| self.cost(&points[index]))
        });
        (self.classifiers(&evolved.point, evolution.seed), evolved)
    }
}

/// Searches deals of Neller's numbering depth first, within an expansion limit; without models,
/// by the paper's plain search.
pub fn searched(
    guided: Option<(&Guided, &Classifiers)>,
    deals: &[i64],
    expansions: u64,
) -> Vec<Searched> {
    deals.iter().map(|deal| search(guided, &neller(*deal), expansions)).collect()
}

fn search(guided: Option<(&Guided, &Classifiers)>, game: &BirdsGame, expansions: u64) -> Searched {
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    let mut run = Run::new(limits, Environment::none());
    let outcome = match guided {
        None => dfs(game, &mut run),
        Some((guided, classifiers)) => {
            let heuristic = guided.heuristic(game, classifiers);
            guided_dfs(game, &*heuristic, guided.cards, &mut run)
        }
    };
    Searched { won: won(game, &outcome.verdict), nodes: run.counters().expanded, seconds: 0.0 }
}

/// The degree of each monomial, in the order of [`cubic`].
fn degrees() -> impl Iterator<Item = u8> {
    (0..COUNT).flat_map(|i| {
        let squares =
            (i..COUNT).flat_map(|j| std::iter::once(2).chain(std::iter::repeat_n(3, COUNT - j)));
        std::iter::once(1).chain(squares)
    })
}

/// The scaling of the monomials over a random play of each deal.
fn scaling(games: &[BirdsGame], seed: u64) -> Scaling {
    let mut random = Random::new(seed);
    let mut rows = Vec::new();
    for game in games {
        let families = Families::of(game);
        let mut state = game.start();
        loop {
            rows.push((Counts::of(game, &families, &state).features(), false));
            let next = successors(game, &state);
            if next.is_empty() {
                break;
            }
            state = next[random.index(next.len())].1;
        }
    }
    Scaling::of(&Table::new(COUNT, rows).map(COLUMNS, cubic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_are_those_of_the_monomials() {
        // A monomial of degree d grows by 2^d if all features double.
        let (mut once, mut twice) = (Vec::new(), Vec::new());
        cubic(&[1.0, 3.0, 5.0, 7.0, 11.0, 13.0], &mut once);
        cubic(&[2.0, 6.0, 10.0, 14.0, 22.0, 26.0], &mut twice);
        let found: Vec<f64> = once.iter().zip(&twice).map(|(a, b)| (b / a).log2()).collect();
        let degrees: Vec<f64> = degrees().map(f64::from).collect();
        assert_eq!(found, degrees);
    }

    /// The start of degree 3 is the built-in model up to rounding, that of degree 1 plain search.
    #[test]
    fn the_search_at_the_start_is_a_known_one() {
        let deals: Vec<i64> = (1..=40).collect();
        let built_in = Classifiers::built_in().unwrap();
        for guided in [LR, LR_DFS] {
            let known = searched(Some((&guided, built_in)), &deals, 2_000);
            let training = Training::new(guided, &deals, 3, 2_000, 1);
            let classifiers = training.classifiers(&training.start(), 1);
            let found = searched(Some((&guided, &classifiers)), &deals, 2_000);
            let same = known.iter().zip(&found).filter(|(a, b)| a == b).count();
            assert!(same >= 38, "{}: {same} of 40", guided.name);
        }
        let training = Training::new(LR, &deals, 1, 2_000, 1);
        let classifiers = training.classifiers(&training.start(), 1);
        let found = searched(Some((&LR, &classifiers)), &deals, 2_000);
        assert_eq!(found, searched(None, &deals, 2_000));
    }

    #[test]
    fn threads_change_nothing() {
        let training = Training::new(LR, &[3, 5, 6, 8], 1, 300, 1);
        let evolution = Evolution { generations: 3, ..Evolution::new(6) };
        let [one, three] = [1, 3].map(|threads| training.evolve(&evolution, threads, &|| {}));
        assert_eq!(one, three);
    }
}
