"""Students' algorithms, unchanged."""

import heapq
import itertools
from collections import deque

import patience_games as pg
import pytest

LEVELS = ["tiles:level/iartistas-04", "tiles:level/iartistas-08", "birds:neller/42"]


@pytest.fixture(scope="module")
def aima():
    pytest.importorskip("aima3")
    import aima3.search

    return aima3.search


def solved(problem, node):
    plan = node.solution()
    assert problem.instance.validate(plan) == len(plan)
    assert problem.getCostOfActions(plan) == node.path_cost
    return len(plan)


@pytest.mark.parametrize("name", LEVELS[:2])
def test_aima_searches_run_unchanged(aima, name):
    best = pg.open(name).solve("bfs").length
    # The third edition's name; it is a graph search.
    breadth_first = getattr(aima, "breadth_first_graph_search", aima.breadth_first_search)
    for search in (breadth_first, aima.uniform_cost_search, aima.astar_search):
        problem = pg.Problem(name, "runs")
        assert solved(problem, search(problem)) == best
        assert problem.expanded >= problem.distinct > 0
        assert problem.goal_tests > 0
    problem = pg.Problem(name)
    assert solved(problem, aima.depth_first_graph_search(problem)) >= best


def test_aima_iterative_deepening_runs_unchanged(aima):
    problem = pg.Problem("tiles:level/iartistas-04")
    node = aima.iterative_deepening_search(problem)
    assert solved(problem, node) == 5
    assert problem.expanded > problem.distinct, "states are expanded again at every depth"


def test_aima_astar_asks_the_heuristic(aima):
    blind, guided = pg.Problem(LEVELS[1]), pg.Problem(LEVELS[1], "runs")
    aima.astar_search(blind), aima.astar_search(guided)
    assert guided.heuristic_calls > 0 and guided.expanded < blind.expanded


def pacman_bfs(problem):
    """As students write the search: the goal is tested when a state is expanded."""
    frontier = deque([(problem.getStartState(), [])])
    visited = {problem.getStartState()}
    while frontier:
        state, actions = frontier.popleft()
        if problem.isGoalState(state):
            return actions
        for successor, action, _ in problem.getSuccessors(state):
            if successor not in visited:
                visited.add(successor)
                frontier.append((successor, actions + [action]))
    return None


def pacman_astar(problem, heuristic):
    count = itertools.count()
    frontier = [(0, next(count), problem.getStartState(), [], 0)]
    visited = set()
    while frontier:
        _, _, state, actions, cost = heapq.heappop(frontier)
        if state in visited:
            continue
        visited.add(state)
        if problem.isGoalState(state):
            return actions
        for successor, action, step in problem.getSuccessors(state):
            total = cost + step
            priority = total + heuristic(successor, problem)
            entry = (priority, next(count), successor, actions + [action], total)
            heapq.heappush(frontier, entry)
    return None


@pytest.mark.parametrize("name", LEVELS[:2])
def test_pacman_searches_run_unchanged(name):
    best = pg.open(name).solve("bfs").length
    problem = pg.Problem(name, "runs")
    assert problem.getCostOfActions(pacman_bfs(problem)) == best
    late = problem.expanded
    problem.reset()
    assert problem.getCostOfActions(pacman_astar(problem, lambda state, p: p.h(state))) == best
    assert 0 < problem.expanded <= late
    assert problem.getCostOfActions(["nonsense"]) == 999_999


def test_both_conventions_of_counting_differ_as_told(aima):
    """aima tests the goal at generation, Pacman at expansion."""
    early, late = pg.Problem(LEVELS[1]), pg.Problem(LEVELS[1])
    breadth_first = getattr(aima, "breadth_first_graph_search", aima.breadth_first_search)
    breadth_first(early), pacman_bfs(late)
    assert early.expanded < late.expanded
    assert late.expanded == late.distinct == len({*late._expanded_states})


def test_limit_ends_a_search_that_does_not_end():
    problem = pg.Problem(LEVELS[0], limit=100)

    def endless(problem):
        while True:
            try:
                problem.getSuccessors(problem.getStartState())
            except Exception:  # what students write
                pass

    with pytest.raises(pg.LimitReached, match="100"):
        endless(problem)
    assert problem.distinct == 1
