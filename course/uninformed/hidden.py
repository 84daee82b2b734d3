"""Uninformed search on Match the Tiles: the checks, on levels that students do not see."""

import patience_games as pg
from patience_games.course import Assignment, Check

LEVELS = [f"tiles:level/iartistas-{number:02}" for number in (2, 5, 6, 8, 9)]
GENERATED = ["tiles:generate/5x5/2/8/1", "tiles:generate/5x5/3/8/2"]
DEEPENED = ["tiles:level/iartistas-02", "tiles:level/iartistas-05", "tiles:generate/4x4/2/5/1"]


def without_plan():
    """A level that cannot be won: its piece never leaves its side of the wall."""
    return pg.read("tiles", "r..#R/...#./...#.", "a level without a plan")


def won():
    """A level that is already won at the start."""
    level = pg.open("tiles:level/iartistas-03")
    return level.after(level.solve().plan)


def dear(state, move):
    """Tilts cost more in some directions."""
    return {"L": 7, "R": 2, "U": 4, "D": 1}[str(move)]


def twice(names):
    """Repeats the first name at the end, to reveal state kept between calls."""
    return [*names, names[0]]


def depth_first(search):
    levels = [*twice(LEVELS), *GENERATED, without_plan()]
    return pg.grade(search, levels, optimal=False, convention="none", limit=5000, seconds=1e6)


def breadth_first(search):
    levels = [*twice(LEVELS), *GENERATED]
    return pg.grade(search, levels, limit=5000, seconds=1e6)


def uniform_cost(search):
    levels = [*twice(LEVELS), *GENERATED]
    return pg.grade(search, levels, cost=dear, convention="cheapest", limit=5000, seconds=1e6)


def edges(search):
    return pg.grade(search, [won(), without_plan()], limit=5000, seconds=1e6)


def depth_limited(search):
    for name in twice(DEEPENED):
        instance = pg.open(name)
        best = instance.solve("bfs").length
        for limit in (best - 1, best, best + 2):
            problem = pg.Problem(instance, limit=200_000)
            plan = search(problem, limit)
            if limit < best:
                if plan:
                    fault = f"with the limit {limit} it returned a plan of {len(plan)} moves"
                    yield f"{name}: {fault}, which is deeper: is the limit off by one?"
                continue
            if plan is None or not isinstance(plan, (list, tuple)):
                fault = f"with the limit {limit} it found no plan, but there is one of {best} moves"
                yield f"{name}: {fault}: a state at the limit must still be tested"
                continue
            if len(plan) > limit:
                yield f"{name}: with the limit {limit} it returned a plan of {len(plan)} moves"
            try:
                instance.validate(plan)
            except ValueError as error:
                yield f"{name}: the plan fails: {str(error).splitlines()[0]}"


def deepening(search):
    return pg.grade(search, twice(DEEPENED), convention="none", limit=500_000, seconds=1e6)


def deepening_ends(search):
    """Nothing to do, no plan, and limits from 0 to the last, which is included."""
    sheet = pg.grade(search, [won(), without_plan()], convention="none", limit=500_000, seconds=1e6)
    yield from (f"{each.instance}: {each.message}" for each in sheet if not each.passed)
    instance = pg.open(DEEPENED[0])
    best = instance.solve("bfs").length
    for deepest in (best - 1, best):
        plan = search(pg.Problem(instance, limit=500_000), deepest)
        if (plan is None) != (deepest < best):
            found = "no plan" if plan is None else f"a plan of {len(plan)} moves"
            wanted = "there is none" if deepest < best else f"there is one of {best} moves"
            yield f"{instance.name}: with limits from 0 to {deepest} it found {found}; {wanted}"


ASSIGNMENT = Assignment(
    title="Uninformed search",
    file="search.py",
    checks=(
        Check("depth-first search", 15, "depth_first_search", depth_first, visible=True),
        Check("breadth-first search", 25, "breadth_first_search", breadth_first, visible=True),
        Check("breadth-first search: nothing to do, or no plan", 10, "breadth_first_search", edges),
        Check("uniform-cost search", 25, "uniform_cost_search", uniform_cost, visible=True),
        Check("depth-limited search", 15, "depth_limited_search", depth_limited),
        Check("iterative deepening", 6, "iterative_deepening_search", deepening),
        Check("iterative deepening: its end", 4, "iterative_deepening_search", deepening_ends),
    ),
)
