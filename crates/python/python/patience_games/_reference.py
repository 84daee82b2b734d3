"""What a correct search expands, whatever its order of moves and ties."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from ._native import State


@dataclass(frozen=True)
class Expected:
    """The least and the most distinct states that a correct graph search expands."""

    least: int
    most: int

    def __contains__(self, expanded: object) -> bool:
        return isinstance(expanded, int) and self.least <= expanded <= self.most

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


@dataclass(frozen=True)
class References:
    """What is right on one instance; ``None`` where the instance is too large to say."""

    length: int | None
    """Moves of a shortest plan."""
    cost: int | None
    """The least cost."""
    early: Expected | None
    """Expansions of breadth-first search that tests the goal when a state is generated."""
    late: Expected | None
    """The same where the goal is tested when a state is expanded."""
    cheapest: Expected | None
    """Expansions of uniform-cost search, which tests at expansion."""


def breadth_first(start: State, most: int) -> tuple[int, list[int]] | None:
    """The depth of the nearest goal, and how many states each depth up to it has."""
    seen, layer, sizes = {start}, [start], list[int]()
    while layer:
        sizes.append(len(layer))
        if any(state.is_goal for state in layer):
            return len(sizes) - 1, sizes
        after = []
        for state in layer:
            for child in state.children():
                if child not in seen:
                    seen.add(child)
                    after.append(child)
        if len(seen) > most:
            return None
        layer = after
    return None


def best_first(start: State, h: Callable[[State], float], most: int) -> tuple[int, Expected] | None:
    """The least cost, and the states with f below it and up to it, of A* with a consistent h.

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
        for after, _, cost in state.successors():
            total = g + cost
            if total < best.get(after, 1 << 60):
                best[after], number = total, number + 1
                heapq.heappush(frontier, (total + h(after), total, number, after))
    if least is None:
        return None
    # States are counted again by their final f, for the order within one f is not fixed.
    values = [best[state] + h(state) for state in closed if not state.is_goal]
    below = sum(value < least for value in values)
    return int(least), Expected(below, below + sum(value == least for value in values))


def references(start: State, most: int) -> References:
    """References for the searches that need no heuristic."""
    found = breadth_first(start, most)
    if found is None:
        return References(None, None, None, None, None)
    depth, sizes = found
    above, last = sum(sizes[:depth]), sizes[-1]
    # A goal is met at the earliest as the first state of its depth, at the latest as the last.
    late = Expected(above, above + last - 1)
    before = sum(sizes[: depth - 1]) if depth else 0
    early = Expected(before + 1, above) if depth else Expected(0, 0)
    cheapest = best_first(start, lambda state: 0.0, most)
    cost = cheapest[0] if cheapest else None
    return References(depth, cost, early, late, cheapest[1] if cheapest else None)
