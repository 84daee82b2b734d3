"""Tests for you: `python -m pytest`. The hidden tests use other levels."""

import informed
import patience_games as pg

LEVELS = ["cohesion:generate/3x3/2/2-4/1", "cohesion:generate/3x3/3/3-5/2"]


def test_greedy_search():
    found = pg.grade(
        informed.greedy_search, LEVELS, heuristic="mst", optimal=False, convention="greedy"
    )
    found.check()


def test_astar_search():
    pg.grade(informed.astar_search, LEVELS, heuristic="mst").check()


def test_own_heuristic_keeps_its_promises():
    for level in LEVELS:
        found = pg.check_heuristic(informed.heuristic, level)
        assert not found, "\n\n".join(map(str, found))
