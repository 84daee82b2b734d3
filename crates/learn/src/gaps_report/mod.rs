//! The open questions of the Gaps paper (Darmanger, Gombas and Radomski 2024): the best weights of
//! its estimates H and S, weights that change during the game, and a hybrid in which Monte Carlo
//! tree search explores and A* finishes.

mod grid;
mod methods;

use patience_core::Domain;
use patience_games::gaps::{Gaps, GapsDomain};

pub use grid::{Axis, Found};
pub use methods::{Method, Played, play, rounded};

/// One of the paper's questions, answered by [`answers`]: the candidates, the choice on training
/// games, and the results of the choice and others on unseen games.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: &'static str,
    /// The candidates, with their training costs.
    pub found: Found,
    /// The best points as methods, the best first.
    pub candidates: Vec<(Method, f64)>,
    /// The best candidate and its competitors, with their results on the test games.
    pub judged: Vec<(&'static str, Method, Vec<Played>)>,
}

/// Games for training by default; eight of each kind.
pub const TRAINING: u32 = 288;

/// Kinds of games: 5 to 13 columns, 20 to 35 shuffles, as the paper's.
const KINDS: u32 = 36;

/// Simulations of Monte Carlo tree search, few enough to end within a few thousand expansions.
const MCTS_ITERATIONS: u64 = 50;

fn dealt(columns: u32, shuffles: u32, seed: u32) -> Gaps {
    let path = format!("paper/4x{columns}/{shuffles}/{seed}");
    GapsDomain.instance("paper", &path).expect("the paper's deals exist")
}

/// The questions of [`answers`].
pub const QUESTIONS: u64 = 4;

/// Returns `count` games of the paper's kinds in turn, with consecutive seeds.
fn games(count: u32, seed: u32) -> Vec<Gaps> {
    let kind_and_seed = |n: u32| (n % KINDS, seed + n / KINDS);
    (0..count)
        .map(kind_and_seed)
        .map(|(kind, seed)| dealt(5 + kind % 9, 20 + 5 * (kind / 9), seed))
        .collect()
}

/// Returns games for training. The paper's own have seeds from 1 to 8.
fn training_games(count: u32) -> Vec<Gaps> {
    games(count, 1_001)
}

/// Returns games that are neither the paper's nor used for training.
fn test_games(count: u32) -> Vec<Gaps> {
    games(count, 1_000_001)
}

/// Chooses on this many training games ([`TRAINING`] by default), with this many expansions per
/// solve, and evaluates on this many test games. A lost game costs 1; a won game costs a tenth of
/// the share of expansions used.
///
/// ```no_run
/// use patience_learn::gaps_report::{TRAINING, answers};
///
/// for answer in answers(5_000, TRAINING, 360, &mut |question| eprintln!("{question}")) {
///     println!("{}: {:?}", answer.question, answer.found.best[0]);
/// }
/// ```
pub fn answers(
    expansions: u64,
    training: u32,
    count: u32,
    say: &mut dyn FnMut(&str),
) -> Vec<Answer> {
    let (training, test) = (training_games(training), test_games(count));
    let mut answer =
        |question, axes, of: &dyn Fn(&[f64]) -> Method, rivals: &[(&'static str, Method)]| {
            say(question);
            let found = grid::search(axes, training.len(), |point, game| {
                let played = play(&training[game], of(point), expansions);
                if played.length.is_some() {
                    0.1 * played.expanded as f64 / expansions as f64
                } else {
                    1.0
                }
            });
            let candidates: Vec<_> =
                found.best.iter().map(|(point, cost)| (of(point), *cost)).collect();
            let judged = [("chosen", candidates[0].0)].into_iter().chain(rivals.iter().copied());
            let judged = judged
                .map(|(who, method)| {
                    (who, method, test.iter().map(|game| play(game, method, expansions)).collect())
                })
                .collect();
            Answer { question, found, candidates, judged }
        };
    let weights =
        |point: &[f64]| Method::BestFirst { g: point[0], early: 1.0, late: 1.0, z: point[1] };
    let fixed = answer(
        "the best weights of H",
        vec![g(), z()],
        &weights,
        &[("the paper's H(2)", Method::GREEDY)],
    );
    let best_fixed = ("the best constant weights", fixed.candidates[0].0);
    // The ratio of the weight at the start to that at the end; their mean is 1.
    let ratio = axis("early by late", &[0.25, 0.5, 1.0, 2.0, 4.0], None);
    let changing = |point: &[f64]| {
        let late = (2000.0 / (1.0 + point[2])).round() / 1000.0;
        Method::BestFirst { g: point[0], early: 2.0 - late, late, z: point[1] }
    };
    let changing = answer(
        "weights that change during the game",
        vec![g(), z(), ratio],
        &changing,
        &[("the paper's H(2)", Method::GREEDY), best_fixed],
    );
    let tree = |point: &[f64]| Method::Mcts {
        iterations: MCTS_ITERATIONS,
        exploration: point[0],
        evaluation: point[1],
        x: point[2],
    };
    let axes = vec![
        axis("exploration", &[0.1, 0.3, 1.0], None),
        axis("S", &[0.0, 0.2, 1.0], Some(0.0)),
        axis("X by Z", &[3.0, 10.0, 30.0], None),
    ];
    let own =
        Method::Mcts { iterations: MCTS_ITERATIONS, exploration: 0.3, evaluation: 0.2, x: 10.0 };
    let tree = answer("the best weights of S", axes, &tree, &[("the paper's weights", own)]);
    let hybrid = |point: &[f64]| Method::Hybrid { iterations: point[0] as u64, g: point[1] };
    let hybrid = answer(
        "MCTS explores, A* finishes",
        vec![axis("iterations", &[0.0, 5.0, 10.0, 20.0], Some(0.0)), g()],
        &hybrid,
        &[("the paper's A*", Method::ASTAR), best_fixed],
    );
    vec![fixed, changing, tree, hybrid]
}

/// The weight of the moves made; 0 is greedy search, and negative weights would reward detours.
fn g() -> Axis {
    axis("g", &[0.0, 0.25, 0.5, 1.0], Some(0.0))
}

/// The weight of Z. It may be negative: then gaps after gaps are rewarded.
fn z() -> Axis {
    axis("Z", &[-1.0, 0.0, 1.0, 3.0, 6.0], None)
}

fn axis(name: &'static str, values: &[f64], least: Option<f64>) -> Axis {
    Axis { name, values: values.to_vec(), least }
}

#[cfg(test)]
mod tests {
    use patience_core::Game;

    use super::*;

    /// The paper's A* and greedy search solve what its program solves (success rates of its table
    /// 7.1).
    #[test]
    fn the_reports_methods_are_its_own() {
        let of = |at: u32| dealt(5, 20 + 5 * (at / 5), 1 + at / 5 + at % 5);
        let games: Vec<Gaps> = (0..20).map(of).collect();
        let rate = |method, expansions| {
            games.iter().filter(|game| play(game, method, expansions).length.is_some()).count()
                as f64
                / 20.0
        };
        assert_eq!(games[0].columns(), 5);
        assert_eq!(rate(Method::GREEDY, 20_000), 1.00, "greedy");
        assert_eq!(rate(Method::ASTAR, 10_000), 0.85, "A*");
    }

    #[test]
    fn every_method_plays_within_its_budget() {
        let game = &training_games(1)[0];
        let hybrid = |iterations| Method::Hybrid { iterations, g: 0.5 };
        for method in [Method::ASTAR, Method::GREEDY, hybrid(5), hybrid(0)] {
            let played = play(game, method, 3_000);
            assert!(played.expanded <= 3_000, "{method}: {played:?}");
            assert_eq!(played, play(game, method, 3_000), "{method} gives the same result twice");
        }
    }

    /// Test games are neither training games nor the paper's games.
    #[test]
    fn test_games_are_no_training_games() {
        let texts = |games: Vec<Gaps>| {
            games.iter().map(|game| format!("{:?}", game.start())).collect::<Vec<_>>()
        };
        let (training, test) = (texts(training_games(TRAINING)), texts(test_games(400)));
        assert!(training.iter().all(|game| !test.contains(game)));
        assert_eq!(
            training_games(TRAINING).iter().filter(|game| game.columns() == 13).count(),
            32,
            "every kind alike"
        );
    }
}
