"""Tests for you: `python -m pytest`. The hidden tests use other deals."""

import random

import local
import patience_games as pg
import pytest

DEALS = ["gaps:scramble/4x5/10/1", "gaps:scramble/4x5/10/2"]


@pytest.mark.parametrize("name", DEALS)
def test_hill_climbing_climbs(name):
    problem = pg.Problem(name, "misplaced")
    state = problem.initial
    for action in local.hill_climbing(problem):
        after = problem.result(state, action)
        assert problem.value(after) > problem.value(state)
        state = after
    assert all(problem.value(after) <= problem.value(state) for after in state.children())


def test_random_walks_win():
    problem = pg.Problem("gaps:scramble/3x4/6/1", limit=100_000)
    plan = local.random_walks(problem, random.Random(1))
    problem.instance.validate(plan)


def test_ucb1():
    assert local.ucb1(0, 0, 10, 1.0) == float("inf")
    assert local.ucb1(3, 4, 16, 0.0) == 0.75
    assert local.ucb1(3, 4, 16, 1.0) == pytest.approx(0.75 + 0.8325546)


def test_mcts_makes_a_legal_move():
    problem = pg.Problem(DEALS[0])
    assert local.mcts(problem, random.Random(1), 50) in problem.initial.legal_moves
