//! Memory, time and source of the algorithms of a single game, and of the papers' searches.

use super::{ALL, Facts, facts};

/// States that depth-first search has visited.
const VISITED: &str = "every visited state";
/// Depth-first search as the papers count it.
const ARRIVALS: &str = "every state at worst; each arrival at a known state counts as well";
/// A tree for the whole game.
const TREE: &str = "the tree";
/// A new tree before each move.
const ONE_MOVE: &str = "the tree of one move";
/// The time that tree searches take if they play move by move.
const PLAYED: &str = "simulations times moves of the plan";
const GAPS_PAPER: &str = "Darmanger, Gombas and Radomski, the Gaps paper, 2024";
const BIRDS_PAPER: &str = "Kucharski, Deihim and Ergezer, Machine learning based heuristic search \
                           algorithms to solve Birds of a Feather card game, 2019";
const COHESION_PAPER: &str = "the Cohesion paper ([compared](../../results/cohesion-paper.md))";
const TILES_PAPER: &str =
    "the Match the Tiles paper ([compared](../../results/tiles-report/report.md))";

/// In the order of the catalogue.
pub static FACTS: &[Facts] = &[
    facts(
        "conclusive",
        "lost positions and the current path; for Gaps, the limit makes it evict losses",
        "every position at worst; [Gaps](../../gaps-solver/results.md) and \
         [Birds](../../birds-solver/measurements.md) have measurements",
        "none; the book describes the methods for [Gaps](../../gaps-solver.md) and \
         [Birds](../../birds-solver.md)",
    ),
    facts(
        "reduced",
        "lost positions and the current path, or one beam",
        "every position of the reduced game at worst",
        "none; the book describes [the method](../../gaps-solver/any-rule-set.md)",
    ),
    facts("gaps-report-astar", ALL, "10,000 expansions unless a limit is given", GAPS_PAPER),
    facts("gaps-report-greedy", ALL, "20,000 expansions unless a limit is given", GAPS_PAPER),
    facts("gaps-report-mcts", TREE, "simulations times the moves of a playout", GAPS_PAPER),
    facts("birds-report-dfs", VISITED, ARRIVALS, BIRDS_PAPER),
    facts("birds-report-mcts", ONE_MOVE, PLAYED, BIRDS_PAPER),
    facts("birds-report-lr", VISITED, ARRIVALS, BIRDS_PAPER),
    facts("birds-report-lr-dfs", VISITED, ARRIVALS, BIRDS_PAPER),
    facts("birds-report-lr8-dfs", VISITED, ARRIVALS, BIRDS_PAPER),
    facts("birds-report-lr16-dfs", VISITED, ARRIVALS, BIRDS_PAPER),
    facts("birds-report-lr-mcts", ONE_MOVE, PLAYED, BIRDS_PAPER),
    facts("birds-report-uct", ONE_MOVE, PLAYED, BIRDS_PAPER),
    facts("cohesion-report-wastar", ALL, "every state at worst", COHESION_PAPER),
    facts("cohesion-report-climb", "the positions of one path", "one path", COHESION_PAPER),
    facts("tiles-report-bfs", ALL, "every state at most as deep as the plan", TILES_PAPER),
    facts("tiles-report-dfs", VISITED, ARRIVALS, TILES_PAPER),
    facts(
        "tiles-report-iddfs",
        "the states of the current iteration",
        "the sum over all iterations",
        TILES_PAPER,
    ),
    facts("tiles-report-greedy", ALL, "every state at worst", TILES_PAPER),
    facts("tiles-report-astar", ALL, "every state at worst", TILES_PAPER),
    facts(
        "nbs",
        "every generated state of both searches",
        "with a consistent heuristic, at most twice the fewest states that any such search expands",
        "J. Chen, R. C. Holte, S. Zilles and N. R. Sturtevant, Front-to-end bidirectional \
         heuristic search with near-optimal node expansions, IJCAI 2017",
    ),
];
