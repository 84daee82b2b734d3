"""Local search and Monte Carlo tree search on Gaps: your solution.

A problem is as in aima-python: `problem.initial`, `problem.actions(state)`,
`problem.result(state, action)`, `problem.goal_test(state)`, and `problem.value(state)`, which is
higher the better a state seems.

`rng` is a `random.Random`. Use it, and no other source of chance, so that runs can be repeated.
"""


def hill_climbing(problem):
    """Steepest ascent: the actions from the start to a state without a better neighbour.

    Each action leads to a best neighbour, and only to one that is better than the state itself.
    """
    raise NotImplementedError


def random_walks(problem, rng, longest=60):
    """Walks from the start, each of at most `longest` random actions, until one wins: its actions."""
    raise NotImplementedError


def ucb1(wins, visits, parent_visits, exploration):
    """The share of wins plus exploration * sqrt(ln(parent_visits) / visits); infinite at 0 visits."""
    raise NotImplementedError


def mcts(problem, rng, iterations):
    """The action that Monte Carlo tree search with UCB1 and random playouts chooses at the start."""
    raise NotImplementedError
