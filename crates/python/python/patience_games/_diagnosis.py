"""Explains a failed search by replaying the order in which it expanded states."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ._native import State
from ._reference import Cost, successors

Order = Literal["breadth", "cost", "astar", "greedy"]
"""The state that comes next: the shallowest, the cheapest, or that with the lowest g + h or h."""


@dataclass(frozen=True)
class Disorder:
    """A state that was expanded while a better one was waiting."""

    number: int
    """Which expansion, from 1."""
    g: int
    h: float
    better_g: int
    better_h: float
    was_expanded: bool
    """Whether the better one had already been expanded, by a costlier path."""


def disorder(
    trace: Iterable[State],
    start: State,
    order: Order,
    h: Callable[[State], float] | None,
    cost: Cost | None,
) -> Disorder | None:
    """The first expansion out of order, if there is one."""

    def estimate(state: State) -> float:
        return 0.0 if h is None or order in ("breadth", "cost") else float(h(state))

    def priority(g: int, h: float) -> float:
        return h if order == "greedy" else g + h

    best, expanded = {start: 0}, set[State]()
    waiting = {start: priority(0, estimate(start))}
    heap = [(waiting[start], 0, start)]
    pushed = 0
    for number, state in enumerate(trace, 1):
        if state not in best:
            return None
        g, own = best[state], estimate(state)
        while heap and waiting.get(heap[0][2]) != heap[0][0]:
            heapq.heappop(heap)
        if heap and state in waiting and heap[0][0] < priority(g, own):
            better = heap[0][2]
            return Disorder(number, g, own, best[better], estimate(better), better in expanded)
        waiting.pop(state, None)
        expanded.add(state)
        for after, paid in successors(state, None if order == "breadth" else cost):
            total = g + paid
            if total >= best.get(after, 1 << 60) or (order == "greedy" and after in best):
                continue
            best[after], pushed = total, pushed + 1
            waiting[after] = priority(total, estimate(after))
            heapq.heappush(heap, (waiting[after], pushed, after))
    return None


def told(found: Disorder, order: Order) -> str:
    """A disorder in words for students."""
    which = f"expansion {found.number}"
    if found.was_expanded:
        return (
            f"before {which} a cheaper path (g = {found.better_g}) to a state that had been expanded"
            " already was found and not followed: must that state be reopened?"
        )
    if order == "breadth":
        return (
            f"{which} is of a state {found.g} moves deep while one {found.better_g} moves deep was"
            " waiting: is the frontier a queue (first in, first out) rather than a stack?"
        )
    if order == "cost":
        return (
            f"{which} is of a state that costs {found.g} to reach while one that costs"
            f" {found.better_g} was waiting: is the frontier ordered by the cost of the path, and is"
            " a cheaper path to a state in it used?"
        )
    if order == "greedy":
        return (
            f"{which} is of a state with h = {found.h:g} while one with h = {found.better_h:g} was"
            " waiting: is the frontier ordered by h alone?"
        )
    mine = f"g + h = {found.g} + {found.h:g}"
    better = f"{found.better_g} + {found.better_h:g}"
    return (
        f"{which} is of a state with {mine} while one with {better} was waiting: is the frontier"
        " ordered by g + h, with g the cost of the path so far, and neither g nor h alone?"
    )
