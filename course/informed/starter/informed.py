"""A* and heuristics on Cohesion: your solution.

A problem is as in aima-python:

    problem.initial                          the state in which the level begins
    problem.actions(state)                   the legal actions
    problem.result(state, action)            the state after an action
    problem.goal_test(state)                 whether every colour is one piece
    problem.path_cost(c, state, action, s)   c and the cost of the action from state to s
    problem.h(state)                         the heuristic to be used

Searches return the list of actions, or None if there is no plan.
"""


def greedy_search(problem):
    """Greedy best-first search: the state with the lowest h comes next. Any plan."""
    raise NotImplementedError


def astar_search(problem):
    """A* graph search, optimal with every admissible heuristic, consistent or not."""
    raise NotImplementedError


def heuristic(state):
    """Your own estimate of the remaining moves: admissible, consistent, and as large as possible.

    `state.board` is the board as text, rows joined by `/`: "R.R/B.B".
    """
    return 0
