//! An evolutionary search for real-valued parameters: the matrix adaptation evolution strategy of
//! Beyer and Sendhoff (2017), *Simplify your covariance matrix adaptation evolution strategy*. It
//! is CMA-ES without the covariance matrix itself, so that it needs no eigenvalues.

use patience_core::Random;

/// Settings of [`evolve`].
///
/// ```
/// use patience_learn::evolution::{Evolution, evolve};
///
/// let sphere = |points: &[Vec<f64>]| {
///     points.iter().map(|point| point.iter().map(|x| (x - 3.0).powi(2)).sum()).collect()
/// };
/// let evolution = Evolution { generations: 80, ..Evolution::new(4) };
/// let evolved = evolve(&[0.0; 4], &evolution, sphere);
/// assert!(evolved.point.iter().all(|x| (x - 3.0).abs() < 0.01));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evolution {
    /// The standard deviation of the first mutations, in each direction.
    pub step: f64,
    /// Number of points tried in each generation, at least 4.
    pub population: usize,
    /// Number of generations.
    pub generations: u32,
    /// The seed of all mutations.
    pub seed: u64,
}

impl Evolution {
    /// The usual settings for this many parameters, and a hundred generations.
    pub fn new(parameters: usize) -> Evolution {
        let population = 4 + (3.0 * libm::log(parameters as f64)) as usize;
        Evolution { step: 0.3, population, generations: 100, seed: 1 }
    }
}

/// The result of [`evolve`].
#[derive(Clone, Debug, PartialEq)]
pub struct Evolved {
    /// The cheapest of all centres, that of the start included.
    pub point: Vec<f64>,
    /// The generation of this centre; 0 for the start.
    pub generation: u32,
    /// The cost of the centre at the start and after each generation.
    pub costs: Vec<f64>,
}

/// Minimises a cost from a start. Each generation draws points around its centre, and moves the
/// centre towards the cheaper half; the directions and the size of the steps adapt. `costs` judges
/// all points of a generation at once, the centre last. The centre is returned rather than the
/// cheapest point drawn, which is only the luckiest of many.
///
/// # Panics
/// If there are no parameters, fewer than four points in a generation, or not a cost for each.
pub fn evolve(
    start: &[f64],
    evolution: &Evolution,
    mut costs: impl FnMut(&[Vec<f64>]) -> Vec<f64>,
) -> Evolved {
    let rates = Rates::new(start.len(), evolution.population);
    let mut random = Random::new(evolution.seed);
    let mut strategy = Strategy::new(start, evolution.step);
    let mut best = (f64::INFINITY, 0, start.to_vec());
    let mut history = Vec::new();
    for generation in 0..=evolution.generations {
        // The centre is judged together with the points drawn around it, and the last centre is
        // judged by itself.
        let is_last = generation == evolution.generations;
        let count = if is_last { 0 } else { evolution.population };
        let drawn = strategy.draw(count, &mut random);
        let steps = drawn.iter().map(|mutation| strategy.at(&mutation.step));
        let points: Vec<Vec<f64>> = steps.chain([strategy.centre.clone()]).collect();
        let mut judged = costs(&points);
        assert_eq!(judged.len(), points.len(), "each point has a cost");
        let cost = judged.pop().expect("the centre is judged");
        history.push(cost);
        if cost < best.0 {
            best = (cost, generation, strategy.centre.clone());
        }
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        order.sort_by(|a, b| judged[*a].total_cmp(&judged[*b]));
        let chosen: Vec<&Mutation> = order.iter().map(|index| &drawn[*index]).collect();
        if !is_last {
            strategy.adapt(&chosen, &rates);
        }
    }
    Evolved { point: best.2, generation: best.1, costs: history }
}

/// The constants of the strategy, by the paper.
struct Rates {
    /// By rank among the points of a generation: the weights of the better half.
    weights: Vec<f64>,
    /// The effective number of points of these weights.
    worth: f64,
    path: f64,
    one: f64,
    all: f64,
    damping: f64,
    /// The expected length of a normal vector.
    length: f64,
}

impl Rates {
    fn new(parameters: usize, population: usize) -> Rates {
        assert!(parameters > 0 && population >= 4, "four points of a parameter, or more");
        let n = parameters as f64;
        let half = population / 2;
        let raw: Vec<f64> =
            (1..=half).map(|rank| libm::log(half as f64 + 0.5) - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let worth = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let path = (worth + 2.0) / (n + worth + 5.0);
        let one = 2.0 / ((n + 1.3).powi(2) + worth);
        let all = (2.0 * (worth - 2.0 + 1.0 / worth) / ((n + 2.0).powi(2) + worth)).min(1.0 - one);
        let excess = (((worth - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        let damping = 1.0 + path + 2.0 * excess;
        let length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Rates { weights, worth, path, one, all, damping, length }
    }
}

/// A point drawn around the centre.
struct Mutation {
    /// A normal vector.
    normal: Vec<f64>,
    /// The vector in the adapted directions.
    step: Vec<f64>,
}

/// The state that adapts.
struct Strategy {
    centre: Vec<f64>,
    size: f64,
    /// Row by row: maps a normal vector to a step.
    directions: Vec<f64>,
    path: Vec<f64>,
}

impl Strategy {
    fn new(start: &[f64], size: f64) -> Strategy {
        let n = start.len();
        let directions = (0..n * n).map(|at| f64::from(u8::from(at % (n + 1) == 0))).collect();
        Strategy { centre: start.to_vec(), size, directions, path: vec![0.0; n] }
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Mutation> {
        let draw = |_| {
            let normal: Vec<f64> = self.path.iter().map(|_| normal(random)).collect();
            Mutation { step: self.turned(&normal), normal }
        };
        (0..count).map(draw).collect()
    }

    fn turned(&self, vector: &[f64]) -> Vec<f64> {
        self.directions.chunks(vector.len()).map(|row| dot(row, vector)).collect()
    }

    fn at(&self, step: &[f64]) -> Vec<f64> {
        self.centre.iter().zip(step).map(|(centre, step)| centre + self.size * step).collect()
    }

    /// Adapts to the mutations of a generation, the cheapest first.
    fn adapt(&mut self, chosen: &[&Mutation], rates: &Rates) {
        let n = self.centre.len();
        let (mut mean, mut step) = (vec![0.0; n], vec![0.0; n]);
        for (weight, mutation) in rates.weights.iter().zip(chosen) {
            for i in 0..n {
                mean[i] += weight * mutation.normal[i];
                step[i] += weight * mutation.step[i];
            }
        }
        self.centre = self.at(&step);
        let gain = (rates.worth * rates.path * (2.0 - rates.path)).sqrt();
        for (path, mean) in self.path.iter_mut().zip(&mean) {
            *path = (1.0 - rates.path) * *path + gain * mean;
        }
        // Corrections by the path, of rank one, and by all chosen mutations.
        let turned = self.turned(&self.path);
        for (at, entry) in self.directions.iter_mut().enumerate() {
            let (i, j) = (at / n, at % n);
            let all: f64 = (rates.weights.iter().zip(chosen))
                .map(|(weight, it)| weight * it.step[i] * it.normal[j])
                .sum();
            let one = turned[i] * self.path[j];
            *entry += rates.one / 2.0 * (one - *entry) + rates.all / 2.0 * (all - *entry);
        }
        let length = dot(&self.path, &self.path).sqrt();
        self.size *= libm::exp(rates.path / rates.damping * (length / rates.length - 1.0));
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A standard normal number, by Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let (radius, angle) = (1.0 - random.unit(), random.unit());
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ellipsoid whose axes are not those of the parameters, and differ by a factor of 1,000.
    fn ellipsoid(point: &[f64]) -> f64 {
        let n = point.len();
        let axis = |k: usize| -> f64 {
            // A cosine transform: its rows are orthogonal.
            let cosine =
                |i: usize| libm::cos(std::f64::consts::PI * (i as f64 + 0.5) * k as f64 / n as f64);
            (0..n).map(|i| cosine(i) * (point[i] - 1.0)).sum()
        };
        (0..n).map(|k| 1000f64.powf(k as f64 / (n - 1) as f64) * axis(k).powi(2)).sum()
    }

    #[test]
    fn directions_adapt_to_a_turned_ellipsoid() {
        let evolution = Evolution { generations: 500, ..Evolution::new(10) };
        let evolved = evolve(&[0.0; 10], &evolution, |points| {
            points.iter().map(|point| ellipsoid(point)).collect()
        });
        let cost = evolved.costs[evolved.generation as usize];
        assert!(cost < 1e-6, "{cost}");
        assert!(evolved.point.iter().all(|x| (x - 1.0).abs() < 1e-3), "{:?}", evolved.point);
        assert_eq!(evolved.costs.len(), 501);
    }

    #[test]
    fn a_start_that_is_never_improved_is_returned() {
        let evolution = Evolution { generations: 5, ..Evolution::new(3) };
        let distance = |points: &[Vec<f64>]| points.iter().map(|p| dot(p, p)).collect();
        let evolved = evolve(&[0.0; 3], &evolution, distance);
        assert_eq!((evolved.point, evolved.generation), (vec![0.0; 3], 0));
    }

    #[test]
    fn the_seed_decides_everything() {
        let run = |seed| {
            let evolution = Evolution { generations: 20, seed, ..Evolution::new(5) };
            evolve(&[0.0; 5], &evolution, |points| points.iter().map(|p| ellipsoid(p)).collect())
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
