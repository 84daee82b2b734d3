"""Prints the package's answers about all five games: they must be the same in a browser.

`scripts/test-browser-notebooks.sh` runs this with CPython and with Pyodide, and compares.
"""

import copy
import hashlib
import math
import pickle
import random

import patience_games as pg

NAMES = [
    "gaps:solvitaire/4x13/7",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-08",
    "sliding:random/3x3/1",
]


def told(error):
    return f"{type(error).__name__}: {str(error).split(';')[0].split(':')[0]}"


for name in NAMES:
    instance = pg.open(name)
    print(name, instance.game, instance.rules, instance.board, instance.name)
    print(instance, instance.write("solvitaire"), instance.pddl is None)
    state, chance = instance.start, random.Random(1)
    for _ in range(8):
        print(repr(state), state.is_goal, state.move_count, state)
        print([(repr(move), move.words, move.cost) for move in state.legal_moves])
        moves = state.legal_moves
        assert state.children() == [after for after, _, _ in state.successors()]
        assert [state.apply(move) for move in moves] == state.children()
        assert [state.apply(move.words) for move in moves] == state.children()
        assert pickle.loads(pickle.dumps(state)) == state == instance.state(state.board)
        assert pickle.loads(pickle.dumps(moves)) == moves and copy.copy(state) is state
        print(hashlib.sha256(state._repr_svg_().encode()).hexdigest())
        if not moves:
            break
        state = state.apply(chance.choice(moves))
    report = instance.solve(expansions=200_000)
    print(report, report.plan, report.cost)
    if report.plan:
        assert instance.validate(report.plan) == report.length
        said, at = [], instance.start
        for text in report.plan:
            said.append(at.parse(text).words)
            at = at.apply(text)
        assert at.is_goal and instance.validate(" ".join(said)) == report.length
        board = pg.Board(instance, report.plan)
        assert board.is_won() and board.pop() == pg.Move(report.plan[-1])
    for bad in ("nonsense", "9,9>9,9"):
        try:
            instance.start.apply(bad)
        except pg.IllegalMove as error:
            print(type(error).__name__, error.index)
    known = [each for each in instance.heuristics if "learned" not in each][:3]
    for each in known:
        values = [instance.heuristic(each)(after) for after in instance.start.children()[:3]]
        print(each, ["inf" if math.isinf(value) else value for value in values])

level = pg.open("tiles:level/iartistas-08")
closure = level.closure()
print(closure, closure.distance(level.start), sorted(closure.edges)[:5], len(closure.edges))
print(level.solve("astar", "runs").length, level.solve("bfs", expansions=5).stop)
print([report.verdict for report in pg.solve_many("birds:neller/10..12")])
print(pg.open("birds:neller/10").certify().check(), level.certify().check())
print(level.review(level.solve("bfs").plan), level.hint()["worth"])
print([(each["move"], each["worth"]) for each in level.analyse()])
print(list(pg.names("birds:neller/1..3")), list(pg.names("cohesion:level/vieira-*"))[:2])
problem = pg.Problem("tiles:level/iartistas-04", heuristic="runs")
print(problem.getSuccessors(problem.getStartState()), problem.h(problem.initial), problem.expanded)
deal = pg.open("gaps:solvitaire/4x13/7")
print(deal._native.__class__.__name__, pg.games()[0]["name"])
for bad in (
    lambda: pg.open("gasp:random/4x4/1"),
    lambda: pg.read("cohesion", "R?R"),
    lambda: pg.open("birds:neller/42").state(pg.open("birds:neller/43").board),
    lambda: pg.check(b"anything"),
    lambda: level.validate("R Q"),
    lambda: level.validate("R"),
):
    try:
        bad()
    except ValueError as error:
        print(told(error))
print([str(found) for found in pg.check_heuristic(lambda state: 3 * (not state.is_goal), level)])


def breadth_first(problem):
    frontier, seen = [(problem.getStartState(), [])], set()
    while frontier:
        state, plan = frontier.pop(0)
        if state in seen:
            continue
        seen.add(state)
        if problem.isGoalState(state):
            return plan
        frontier += [(after, plan + [move]) for after, move, _ in problem.getSuccessors(state)]


sheet = pg.grade(breadth_first, ["tiles:level/iartistas-08", "sliding:random/2x3/1"])
print(sheet.passed, [grade.message for grade in sheet.grades])
