"""The autograder: each seeded error is found, and no correct variant is blamed."""

import heapq
import itertools
import json
import random
import re
from collections import deque

import patience_games as pg
import pytest

NAMES = ["tiles:level/iartistas-04", "tiles:level/iartistas-08"]


def bfs(problem, *, early=False, shuffled=None, remember=True, copies=False, last=True, drop=0):
    """Breadth-first search, right or with a seeded error."""
    start = problem.getStartState()
    frontier, seen = deque([(start, [])]), {start}
    if early and problem.isGoalState(start):
        return []
    while frontier:
        state, plan = frontier.popleft() if last else frontier.pop()
        if not early and problem.isGoalState(state):
            return plan[: len(plan) - drop]
        successors = problem.getSuccessors(state)
        if shuffled is not None:
            shuffled.shuffle(successors)
        for after, action, _ in successors:
            if remember and after in seen:
                continue
            seen.add(after)
            longer = plan + [action]
            if early and problem.isGoalState(after):
                return longer
            frontier.append((after, longer))
    return None


def astar(problem, *, weight=1.0, early=False, lifo=False, reopen=True, cost=True):
    """A*, right or with a seeded error."""
    count = itertools.count()
    start = problem.initial
    best, closed = {start: 0}, set()
    frontier = [(problem.h(start), 0, start, ())]
    while frontier:
        _, _, state, plan = heapq.heappop(frontier)
        if state in closed:
            continue
        closed.add(state)
        if problem.goal_test(state):
            return list(plan)
        for action in problem.actions(state):
            after = problem.result(state, action)
            g = best[state] + 1
            if after in closed or g >= best.get(after, 10**9) or (not reopen and after in best):
                continue
            best[after] = g
            if early and problem.goal_test(after):
                return [*plan, action]
            tick = -next(count) if lifo else next(count)
            f = (g if cost else 0) + weight * problem.h(after)
            heapq.heappush(frontier, (f, tick, after, (*plan, action)))
    return None


CORRECT = {
    "late": lambda p: bfs(p),
    "early": lambda p: bfs(p, early=True),
    "any order of moves": lambda p: bfs(p, shuffled=random.Random(7)),
    "any order, early": lambda p: bfs(p, early=True, shuffled=random.Random(8)),
    "texts for moves": lambda p: [str(move) for move in bfs(p)],
    "one text": lambda p: " ".join(str(move) for move in bfs(p)),
    "tuple": lambda p: tuple(bfs(p)),
}


@pytest.mark.parametrize("variant", CORRECT)
def test_correct_variant_is_not_blamed(variant):
    sheet = pg.grade(CORRECT[variant], NAMES)
    assert sheet.passed, sheet.table()
    sheet.check()


def dfs(problem):
    return bfs(problem, last=False)


def loop(problem):
    while True:
        pass


def stubborn(problem):
    while True:
        try:
            problem.getSuccessors(problem.getStartState())
        except Exception:
            pass


def recursive(problem, state=None):
    state = state or problem.getStartState()
    for after, action, _ in problem.getSuccessors(state):
        found = recursive(problem, after)
        if found is not None:
            return [action, *found]


SEEDED = {
    "visited set forgotten": (lambda p: bfs(p, remember=False), "again|more than"),
    "depth first": (dfs, "moves, but"),
    "path reversed": (lambda p: bfs(p)[::-1], "reversed"),
    "last move missing": (lambda p: bfs(p, drop=1), "too early"),
    "nothing returned": (lambda p: bfs(p) and None, "found no plan"),
    "states returned": (lambda p: [p.getStartState()], "it holds states"),
    "number returned": (lambda p: 5, "returned no plan"),
    "illegal move": (lambda p: ["U", "U"], "the plan fails"),
    "endless loop": (loop, "never ends"),
    "swallows every exception": (stubborn, "does it remember"),
    "endless recursion": (recursive, "recursed too deeply|does it remember"),
    "raises": (lambda p: p.no_such_thing, "AttributeError"),
    "empty plan": (lambda p: [], "too early"),
}


@pytest.mark.parametrize("error", SEEDED)
def test_seeded_error_is_found_with_a_message_that_helps(error):
    search, message = SEEDED[error]
    # Levels on which the error shows.
    sheet = pg.grade(search, NAMES, limit=3000, seconds=1.0)
    assert not sheet.passed, error
    told = " | ".join(grade.message for grade in sheet if not grade.passed)
    assert re.search(message, told), told
    with pytest.raises(AssertionError):
        sheet.check()


@pytest.mark.parametrize("variant", [dict(), dict(lifo=True), dict(reopen=True, lifo=True)])
def test_correct_astar_is_not_blamed_for_its_ties(variant):
    sheet = pg.grade(lambda p: astar(p, **variant), NAMES, heuristic="runs")
    assert sheet.passed, sheet.table()


@pytest.mark.parametrize("name", ["runs", "report-manhattan"])
def test_only_consistent_heuristics_are_references(name):
    level = pg.open(NAMES[1])
    sheet = pg.grade(lambda p: astar(p), [level], heuristic=name, optimal=False)
    assert (sheet.grades[0].expected != "not known") or not level.heuristic(name).consistent


def test_astar_without_costs_or_with_weight_is_found():
    names = [f"tiles:level/iartistas-{number:02}" for number in (4, 5, 6, 7, 8)]
    for wrong in (dict(cost=False), dict(weight=5.0)):
        sheet = pg.grade(lambda p, w=wrong: astar(p, **w), names, heuristic="runs")
        assert not sheet.passed, sheet.table()


def test_uniform_cost_is_held_against_its_own_count():
    sheet = pg.grade(lambda p: astar(p), NAMES, convention="cheapest")
    assert sheet.passed, sheet.table()
    level = ["tiles:level/iartistas-07"]
    assert not pg.grade(lambda p: bfs(p, early=True), level, convention="late").passed
    assert pg.grade(lambda p: bfs(p, early=True), level, convention="early").passed


def test_results_are_for_gradescope_pandas_and_people():
    sheet = pg.grade(bfs, NAMES, memory=True)
    results = json.loads(sheet.gradescope(20))
    assert results["score"] == 20 and len(results["tests"]) == 2
    assert {test["status"] for test in results["tests"]} == {"passed"}
    assert sheet.rows()[0]["instance"] == NAMES[0] and len(sheet) == 2
    assert sheet.table().count("pass") == 2 and all(each.peak_bytes > 0 for each in sheet)
    mixed = pg.grade(dfs, NAMES, limit=3000)
    results = json.loads(mixed.gradescope())
    assert results["score"] == pytest.approx(100 * mixed.score)


def test_own_heuristics_of_the_games_keep_their_promises():
    for name in ("tiles:level/iartistas-04", "cohesion:generate/3x3/2/3-5/1"):
        instance = pg.open(name)
        for each, promised in instance.heuristics.items():
            try:
                h = instance.heuristic(each)
            except ValueError:
                continue
            kinds = {found.kind for found in pg.check_heuristic(h, instance)}
            if promised["admissible"]:
                assert "admissible" not in kinds, each
            if promised["consistent"]:
                assert "consistent" not in kinds, each
            if promised["sound_dead_ends"]:
                assert "dead end" not in kinds, each


def test_counterexamples_are_the_smallest_and_drawn():
    level = pg.open(NAMES[1])
    closure = level.closure()

    def too_high(state):
        distance = closure.distance(state)
        return 0 if not distance else distance + (1 if distance == 3 else 0)

    found = {each.kind: each for each in pg.check_heuristic(too_high, level)}
    assert found["admissible"].distance == 3 and found["admissible"].value == 4
    assert found["admissible"].count == closure.distances.count(3)
    assert str(found["admissible"].state).strip() in str(found["admissible"])
    assert found["consistent"].state.apply(found["consistent"].move) == found["consistent"].after
    assert "<svg" in found["admissible"]._repr_svg_()

    def exact(state):
        distance = closure.distance(state)
        return 10**6 if distance is None else distance

    assert pg.check_heuristic(exact, level) == []


def test_other_faults_of_heuristics_are_found():
    level = pg.open(NAMES[0])
    for h, kind in [
        (lambda state: float("inf"), "dead end"),
        (lambda state: 1, "goal"),
        (lambda state: -1, "error"),
        (lambda state: float("nan"), "error"),
        (lambda state: state.nothing, "error"),
    ]:
        assert kind in {each.kind for each in pg.check_heuristic(h, level)}
