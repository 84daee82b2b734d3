"""The expansions of a correct search, whatever its order of moves and ties."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from ._native import Move, State


@dataclass(frozen=True)
class Expected:
    """The minimum and maximum number of distinct states that a correct graph search expands."""

    least: int
    most: int

    def __contains__(self, expanded: object) -> bool:
        return isinstance(expanded, int) and self.least <= expanded <= self.most

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


Cost = Callable[[State, Move], int]
"""The cost of a move in a state."""


@dataclass(frozen=True)
class References:
    """The right answers for one instance; ``None`` if it is too large to compute."""

    solvable: bool | None = None
    length: int | None = None
    """Moves of a shortest plan."""
    cost: int | None = None
    """The minimum cost."""
    early: Expected | None = None
    """Expansions of breadth-first search that tests the goal when a state is generated."""
    late: Expected | None = None
    """Expansions if the goal is tested when a state is expanded."""
    cheapest: Expected | None = None
    """Expansions of uniform-cost search, which tests at expansion."""


def layers(start: State, most: int) -> tuple[list[int], bool] | None:
    """The number of states at each depth, up to that of the nearest goal, and whether there is one."""
    seen, layer, sizes = {start}, [start], list[int]()
    while layer:
        sizes.append(len(layer))
        if any(state.is_goal for state in layer):
            return sizes, True
        after = []
        for state in layer:
            for child in state.children():
                if child not in seen:
                    seen.add(child)
                    after.append(child)
        if len(seen) > most:
            return None
        layer = after
    return sizes, False


def successors(state: State, cost: Cost | None) -> list[tuple[State, int]]:
    """The state after each move, with the move's cost."""
    if cost is None:
        return [(after, paid) for after, _, paid in state.successors()]
    return [(after, cost(state, move)) for after, move, _ in state.successors()]


def best_first(
    start: State, h: Callable[[State], float], most: int, cost: Cost | None = None
) -> tuple[int, Expected] | None:
    """The minimum cost, and the states with f below it and up to it, of A* with a consistent h.

    A* must expand the first, and may expand the others before it meets a goal.
    """
    best = {start: 0}
    frontier, number = [(h(start), 0, 0, start)], 0
    least: float | None = None
    closed = set[State]()
    while frontier:
        f, g, _, state = heapq.heappop(frontier)
        if least is not None and f > least:
            break
        if state in closed:
            continue
        closed.add(state)
        if state.is_goal:
            if least is None:
                least = f
            continue
        if len(closed) > most:
            return None
        for after, paid in successors(state, cost):
            total = g + paid
            if total < best.get(after, 1 << 60):
                best[after], number = total, number + 1
                heapq.heappush(frontier, (total + h(after), total, number, after))
    if least is None:
        return None
    # States are counted again by their final f, because the order within one f is not fixed.
    values = [best[state] + h(state) for state in closed if not state.is_goal]
    below = sum(value < least for value in values)
    return int(least), Expected(below, below + sum(value == least for value in values))


def references(start: State, most: int, cost: Cost | None = None) -> References:
    """References for the searches that need no heuristic."""
    found = layers(start, most)
    if found is None:
        return References()
    sizes, solvable = found
    if not solvable:
        everything = Expected(sum(sizes), sum(sizes))
        return References(False, None, None, everything, everything, everything)
    depth = len(sizes) - 1
    above, last = sum(sizes[:depth]), sizes[-1]
    # At the earliest, a goal is the first state of its depth; at the latest, it is the last.
    late = Expected(above, above + last - 1)
    before = sum(sizes[: depth - 1]) if depth else 0
    early = Expected(before + 1, above) if depth else Expected(0, 0)
    cheapest = best_first(start, lambda state: 0.0, most, cost)
    least = cheapest[0] if cheapest else None
    return References(True, depth, least, early, late, cheapest[1] if cheapest else None)


def informed(
    known: References, start: State, h: Callable[[State], float], most: int, cost: Cost | None
) -> References:
    """References for A*, which tests at expansion; no counts unless the heuristic is consistent."""
    late = known.late
    if known.solvable:
        found = best_first(start, h, most, cost) if getattr(h, "consistent", False) else None
        late = found[1] if found else None
    return References(known.solvable, known.length, known.cost, late, late, late)
