"""Tests for you: `python -m pytest`. The hidden tests use other levels."""

import patience_games as pg
import pytest
import search

LEVELS = [f"tiles:level/iartistas-{number:02}" for number in (1, 3, 4, 7)]


def dear(state, move):
    """Tilts cost more in some directions."""
    return {"L": 7, "R": 2, "U": 4, "D": 1}[str(move)]


def test_depth_first_search():
    found = pg.grade(search.depth_first_search, LEVELS, optimal=False, convention="none")
    found.check()


def test_breadth_first_search():
    pg.grade(search.breadth_first_search, LEVELS).check()


def test_uniform_cost_search():
    found = pg.grade(search.uniform_cost_search, LEVELS, cost=dear, convention="cheapest")
    found.check()


def test_iterative_deepening_search():
    pg.grade(search.iterative_deepening_search, LEVELS[:3], convention="none").check()


@pytest.mark.parametrize("limit", [4, 5])
def test_depth_limited_search(limit):
    # The shortest plan has 5 moves.
    problem = pg.Problem("tiles:level/iartistas-04", limit=10_000)
    plan = search.depth_limited_search(problem, limit)
    assert (plan is not None) == (limit == 5)
