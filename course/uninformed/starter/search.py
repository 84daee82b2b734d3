"""Uninformed search on Match the Tiles: your solution.

Every function gets a problem and returns the list of actions that lead from its start to a goal,
or None if there is no plan. You may ask the problem only three questions:

    problem.getStartState()          the state in which the level begins
    problem.isGoalState(state)       whether every piece is on its target
    problem.getSuccessors(state)     a list of (state after the action, action, cost)

States can be compared, and put into sets and dictionaries.
"""


def depth_first_search(problem):
    """Any plan; no state is expanded twice."""
    raise NotImplementedError


def breadth_first_search(problem):
    """A plan with the fewest actions; no state is expanded twice."""
    raise NotImplementedError


def uniform_cost_search(problem):
    """A cheapest plan."""
    raise NotImplementedError


def depth_limited_search(problem, limit):
    """A plan of at most `limit` actions, or None. No path visits a state twice."""
    raise NotImplementedError


def iterative_deepening_search(problem, deepest=12):
    """A plan with the fewest actions, by depth_limited_search with limits from 0 to `deepest`."""
    raise NotImplementedError
