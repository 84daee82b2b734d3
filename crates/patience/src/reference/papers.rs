//! Memory, time and source of each algorithm of the catalogue.

pub mod one_game;

/// Facts that a page adds to the catalogue's description.
pub struct Facts {
    /// The name of the algorithm.
    pub name: &'static str,
    /// Memory, in states of the search.
    pub memory: &'static str,
    /// Time, in expansions.
    pub time: &'static str,
    /// The paper, or another description of the method.
    pub paper: &'static str,
}

const fn facts(
    name: &'static str,
    memory: &'static str,
    time: &'static str,
    paper: &'static str,
) -> Facts {
    Facts { name, memory, time, paper }
}

/// States that are generated, each stored once.
const ALL: &str = "every generated state";
/// Branching factor b, depth d of the plan.
const EXPONENTIAL: &str = "up to b^d, fewer with a better heuristic";

/// Algorithms of every game, in the order of the catalogue.
pub static GENERAL: &[Facts] = &[
    facts(
        "bfs",
        ALL,
        "every state at a smaller depth than the plan",
        "E. F. Moore, The shortest path through a maze, 1959",
    ),
    facts(
        "dfs",
        ALL,
        "every state at worst",
        "S. Even, Graph Algorithms, 2nd edition, Cambridge University Press, 2011",
    ),
    facts(
        "iddfs",
        "the states of the current iteration",
        "the sum over all iterations",
        "R. E. Korf, Depth-first iterative-deepening, Artificial Intelligence 27, 1985",
    ),
    facts(
        "ucs",
        ALL,
        "every state cheaper than the plan",
        "E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik \
         1, 1959",
    ),
    facts(
        "greedy",
        ALL,
        "every state at worst; few with a good heuristic",
        "J. E. Doran and D. Michie, Experiments with the graph traverser program, 1966",
    ),
    facts(
        "astar",
        ALL,
        EXPONENTIAL,
        "P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination \
         of minimum cost paths, 1968",
    ),
    facts(
        "wastar",
        ALL,
        "fewer than A\\* with growing weight, as a rule",
        "I. Pohl, Heuristic search viewed as path finding in a graph, Artificial Intelligence 1, \
         1970",
    ),
    facts(
        "peastar",
        "the states whose f is no larger than the cost of the plan",
        "as for A\\*, multiplied by the number of distinct f values among a state's successors",
        "T. Yoshizumi, T. Miura and T. Ishida, A\\* with partial expansion for large branching \
         factor problems, AAAI 2000",
    ),
    facts(
        "dwastar",
        ALL,
        "between A\\* and weighted A\\*, as a rule",
        "I. Pohl, The avoidance of (relative) catastrophe, heuristic competence, genuine dynamic \
         weighting and computational issues in heuristic problem solving, IJCAI 1973",
    ),
    facts(
        "focal",
        ALL,
        "fewer than A\\* if the guide is good",
        "J. Pearl and J. H. Kim, Studies in semi-admissible heuristics, IEEE PAMI 4, 1982",
    ),
    facts(
        "ees",
        ALL,
        "fewer than focal search, as a rule",
        "J. T. Thayer and W. Ruml, Bounded suboptimal search: a direct approach using \
         inadmissible estimates, IJCAI 2011",
    ),
    facts(
        "lts",
        ALL,
        "at most the plan's depth over its probability",
        "L. Orseau, L. Lelis, T. Lattimore and T. Weber, Single-agent policy tree search with \
         guarantees, NeurIPS 2018",
    ),
    facts(
        "phs",
        ALL,
        "as Levin tree search, fewer with a good heuristic",
        "L. Orseau and L. Lelis, Policy-guided heuristic search with guarantees, AAAI 2021",
    ),
    facts(
        "idastar",
        "every state searched; with `--table none` the current path",
        "the sum over all bounds; states on several paths count again",
        "R. E. Korf, Depth-first iterative-deepening, Artificial Intelligence 27, 1985",
    ),
    facts(
        "bfhs",
        "the widest three layers if moves can be undone, else every state within the bound",
        "the sum over all bounds, and up to twice the last for the plan",
        "R. Zhou and E. A. Hansen, Breadth-first heuristic search, Artificial Intelligence 170, \
         2006",
    ),
    facts(
        "beam",
        "the width times the depth",
        "the width times the depth",
        "B. T. Lowerre, The HARPY speech recognition system, Carnegie Mellon University, 1976",
    ),
    facts(
        "anytime",
        ALL,
        "as A\\* for the proof; the first plan comes sooner",
        "E. A. Hansen and R. Zhou, Anytime heuristic search, JAIR 28, 2007",
    ),
    facts(
        "mcts",
        "the tree of one move",
        "simulations times moves of the plan",
        "L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, ECML 2006",
    ),
    facts(
        "hybrid",
        "the tree, then that of the finishing search",
        "simulations, then the finishing search",
        "Darmanger, Gombas and Radomski, the Gaps paper, 2024",
    ),
    facts(
        "nmcs",
        "one line per level of nesting",
        "grows with the power of the level",
        "T. Cazenave, Nested Monte-Carlo search, IJCAI 2009",
    ),
    facts(
        "nrpa",
        "one policy per level of nesting",
        "iterations to the power of the level",
        "C. D. Rosin, Nested rollout policy adaptation for Monte Carlo tree search, IJCAI 2011",
    ),
    facts(
        "player",
        "the positions of one game",
        "positions within the lookahead, for every move",
        "G. Rasch, Probabilistic models for some intelligence and attainment tests, 1960, for the \
         ratings",
    ),
    facts(
        "restarts",
        "dead states and the current path",
        "Luby's sequence of probes",
        "C. P. Gomes, B. Selman and H. Kautz, Boosting combinatorial search through \
         randomization, AAAI 1998; M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las \
         Vegas algorithms, 1993",
    ),
    facts(
        "portfolio",
        "that of its largest part",
        "at most a constant factor above its best part",
        "B. A. Huberman, R. M. Lukose and T. Hogg, An economics approach to hard computational \
         problems, Science 275, 1997",
    ),
];

/// The facts about an algorithm.
pub fn of(name: &str) -> Option<&'static Facts> {
    GENERAL.iter().chain(one_game::FACTS).find(|facts| facts.name == name)
}
