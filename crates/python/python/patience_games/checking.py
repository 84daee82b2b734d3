"""Compares heuristics with true distances."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ._native import Move, State
from ._running import where
from .catalogue import Instance, open
from .closure import Closure


@dataclass(frozen=True)
class Counterexample:
    """A state or move on which a heuristic breaks a guarantee: the one nearest to a goal."""

    kind: str
    """``admissible``, ``consistent``, ``goal``, ``dead end``, or ``error``."""
    state: State
    value: float
    distance: int | None
    """The true distance; ``None`` if the state is lost."""
    count: int
    """Number of states or moves of the closure that break the guarantee."""
    reason: str
    move: Move | None = None
    after: State | None = None
    after_value: float | None = None

    def __str__(self) -> str:
        drawn = str(self.state).rstrip()
        if self.after is not None:
            drawn += f"\n\nafter {self.move}:\n" + str(self.after).rstrip()
        return f"{self.kind}: {self.reason} ({self.count} such in all)\n{drawn}"

    def _repr_svg_(self) -> str:
        from .svg import board_svg

        return board_svg(self.state)


def _nearest(closure: Closure, indices: list[int]) -> int:
    """The state nearest to a goal, lost ones last; of several, the first in breadth-first order."""
    return min(indices, key=lambda index: (closure.distances[index] is None,
                                           closure.distances[index] or 0, index))  # fmt: skip


def _values(
    h: Callable[[State], float], closure: Closure
) -> tuple[list[float], Counterexample | None]:
    values = list[float]()
    for index, state in enumerate(closure.states):
        try:
            value = float(h(state))
            reason = f"h is {value}, which is not an estimate" if not value >= 0 else ""
        except Exception as error:  # students' code may raise anything
            at = where(error.__traceback__)
            value, reason = math.nan, f"h raises {type(error).__name__}: {error}{at}"
        if reason:
            found = Counterexample("error", state, value, closure.distances[index], 1, reason)
            return values, found
        values.append(value)
    return values, None


def check_heuristic(
    h: Callable[[State], float], instance: str | Instance, *, most: int = 200_000
) -> list[Counterexample]:
    """Checks a heuristic on every state of a small instance.

    Returns at most one counterexample for each guarantee, the smallest: admissible (never above
    the true distance), consistent (never falls by more than a move costs), zero in goals, and
    infinite only where the game is lost.

    >>> import patience_games as pg
    >>> level = pg.open("tiles:level/iartistas-04")
    >>> pg.check_heuristic(level.heuristic("runs"), level)
    []
    >>> found = pg.check_heuristic(lambda state: 0 if state.is_goal else 2, level)
    >>> [(each.kind, each.value, each.distance) for each in found]
    [('admissible', 2.0, 1), ('consistent', 2.0, 1)]
    """
    instance = instance if isinstance(instance, Instance) else open(instance)
    closure = instance.closure(most)
    values, error = _values(h, closure)
    if error is not None:
        return [error]
    found = list[Counterexample]()

    def add(kind: str, indices: list[int], reason: Callable[[int], str]) -> None:
        if indices:
            at = _nearest(closure, indices)
            state, distance = closure.states[at], closure.distances[at]
            found.append(
                Counterexample(kind, state, values[at], distance, len(indices), reason(at))
            )

    distances = closure.distances
    over, dead, goals = list[int](), list[int](), list[int]()
    for index, (value, distance) in enumerate(zip(values, distances, strict=True)):
        if distance is None:
            continue
        if math.isinf(value):
            dead.append(index)
        elif distance == 0 and value > 0:
            goals.append(index)
        elif value > distance + 1e-9:
            over.append(index)
    add("dead end", dead, lambda at: f"h is infinite, but a goal is {distances[at]} away")
    add("goal", goals, lambda at: f"h is {values[at]:g} in a goal; expected 0")
    add("admissible", over, lambda at: f"h is {values[at]:g}, but a goal is {distances[at]} away")
    falls = [
        edge
        for edge in closure.edges
        if not math.isinf(values[edge[1]]) and values[edge[0]] > edge[2] + values[edge[1]] + 1e-9
    ]
    if falls:
        nearest = _nearest(closure, [tail for tail, _, _ in falls])
        tail, head, cost = next(edge for edge in falls if edge[0] == nearest)
        state, after = closure.states[tail], closure.states[head]
        move = next(move for child, move, _ in state.successors() if child == after)
        fall = f"h falls from {values[tail]:g} to {values[head]:g}"
        reason = f"{fall} by the move {move}, which costs {cost}"
        found.append(
            Counterexample(
                "consistent",
                state,
                values[tail],
                distances[tail],
                len(falls),
                reason,
                move,
                after,
                values[head],
            )  # fmt: skip
        )
    return found
