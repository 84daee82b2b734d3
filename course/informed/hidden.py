"""A* and heuristics on Cohesion: the checks, on levels that students do not see."""

from collections import deque

import patience_games as pg
from patience_games.course import Assignment, Check

LEVELS = [
    "cohesion:generate/3x3/2/2-4/1",
    "cohesion:generate/3x3/3/3-5/1",
    "cohesion:generate/4x4/2/3-5/1",
    "cohesion:generate/4x4/3/4-6/1",
    "cohesion:generate/4x3/3/4-7/1",
]
PAID = ["tiles:level/iartistas-02", "tiles:level/iartistas-08", "tiles:generate/5x5/3/8/2"]
TRAPS = ["tiles:level/iartistas-08", "tiles:level/iartistas-10", "tiles:generate/5x5/2/8/2"]
MANY = 150
"""Expansions of A* over LEVELS if h only counts colours: 117. Without h: 252."""
FEW = 70
"""Expansions with a heuristic that uses distances; the model solution needs 48."""


def ways(start, closed):
    """The fewest moves to each state along paths that avoid some states, and its predecessor."""
    depth, before, queue = {start: 0}, {}, deque([start])
    while queue:
        state = queue.popleft()
        for after in state.children():
            if after not in depth and after not in closed:
                depth[after], before[after] = depth[state] + 1, state
                queue.append(after)
    return depth, before


def trap(instance):
    """An admissible heuristic with which A* must open a state again.

    It is exact, but 0 on a detour to a state through which every shortest plan leads: so the state
    is first expanded along the detour.
    """
    closure = instance.closure()
    left = dict(zip(closure.states, closure.distances))
    best, (depth, _) = left[instance.start], ways(instance.start, set())
    shortest = [s for s in depth if left[s] is not None and depth[s] + left[s] == best]
    for middle in shortest:
        alone = sum(depth[state] == depth[middle] for state in shortest) == 1
        if not (alone and 1 < depth[middle] < best - 1):
            continue
        earlier = {state for state in shortest if 0 < depth[state] < depth[middle]}
        detour, before = ways(instance.start, earlier)
        if detour.get(middle, best) < best:
            low = {middle}
            while middle in before:
                middle = before[middle]
                low.add(middle)
            return lambda state: 0 if state in low or left[state] is None else left[state]
    raise ValueError(f"{instance.name} has no detour")


def greedy(search):
    levels = [*LEVELS, LEVELS[0]]
    return pg.grade(
        search, levels, heuristic="mst", optimal=False, convention="greedy", limit=20_000,
        seconds=1e6,
    )  # fmt: skip


def astar(search):
    levels = [*LEVELS, LEVELS[0]]
    yield from faults(pg.grade(search, levels, heuristic="mst", limit=20_000, seconds=1e6))
    sheet = pg.grade(search, PAID, heuristic="runs", cost=dear, limit=20_000, seconds=1e6)
    yield from (f"{fault} (moves cost more than 1 there)" for fault in faults(sheet))


def dear(state, move):
    """Tilts cost more in some directions, but at least 1, so "runs" stays consistent."""
    return {"L": 7, "R": 2, "U": 4, "D": 1}[str(move)]


def faults(sheet):
    return [f"{each.instance}: {each.message}" for each in sheet if not each.passed]


def reopening(search):
    for name in TRAPS:
        instance = pg.open(name)
        sheet = pg.grade(search, [instance], heuristic=trap(instance), limit=20_000, seconds=1e6)
        for each in sheet:
            if not each.passed:
                yield f"{name} with a heuristic that is not consistent: {each.message}"


def promises(kinds):
    def judge(h):
        for name in LEVELS[:4]:
            for found in pg.check_heuristic(h, name):
                if found.kind in kinds:
                    yield f"{name}: {found}"
                    return
        # The starter's heuristic 0 keeps its guarantees.
        if not any(h(pg.open(name).start) for name in LEVELS):
            yield "it is 0 at the start of every level: that says nothing about the remaining moves"

    return judge


def strength(most):
    """Points for few expansions of A*; an inadmissible heuristic earns none."""

    def judge(h):
        for fault in promises({"admissible", "goal", "dead end", "error"})(h):
            yield f"only an admissible heuristic can earn these points: {fault.splitlines()[0]}"
            return
        expanded = 0
        for name in LEVELS:
            problem = pg.Problem(name, h, limit=20_000)
            reference(problem)
            expanded += problem.expanded
        if expanded > most:
            yield f"with it A* expands {expanded} states on {len(LEVELS)} levels; {most} suffice"

    return judge


def reference(problem):
    """A* that opens states again."""
    import heapq

    start = problem.initial
    frontier, best, number = [(problem.h(start), 0, 0, start)], {start: 0}, 0
    while frontier:
        _, _, g, state = heapq.heappop(frontier)
        if g > best[state]:
            continue
        if problem.goal_test(state):
            return
        for action in problem.actions(state):
            after = problem.result(state, action)
            if g + 1 < best.get(after, 1e9):
                best[after], number = g + 1, number + 1
                heapq.heappush(frontier, (g + 1 + problem.h(after), number, g + 1, after))


ASSIGNMENT = Assignment(
    title="A* and heuristics",
    file="informed.py",
    checks=(
        Check("greedy best-first search", 15, "greedy_search", greedy, visible=True),
        Check("A*", 30, "astar_search", astar, visible=True),
        Check("A* with heuristics that are not consistent", 15, "astar_search", reopening),
        Check(
            "the heuristic is admissible", 15, "heuristic",
            promises({"admissible", "goal", "dead end", "error"}), visible=True,
        ),
        Check("the heuristic is consistent", 10, "heuristic", promises({"consistent", "error"})),
        Check("the heuristic helps", 5, "heuristic", strength(MANY)),
        Check("the heuristic helps much", 10, "heuristic", strength(FEW)),
    ),
)  # fmt: skip
