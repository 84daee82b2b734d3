"""Heuristics written in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., float])


def heuristic(
    *, admissible: bool = False, consistent: bool = False, sound_dead_ends: bool = False
) -> Callable[[_Function], _Function]:
    """Declares the guarantees of a function, so that proofs may rely on them.

    Without a guarantee a plan is never called optimal. ``consistent`` includes ``admissible``.
    ``sound_dead_ends`` guarantees that a state for which the function returns infinity is lost.
    :func:`check_heuristic` compares guarantees with true distances.

    >>> import patience_games as pg
    >>> @pg.heuristic(consistent=True)
    ... def nothing(state):
    ...     return 0
    >>> pg.open("tiles:level/iartistas-04").solve("astar", nothing).optimal
    True
    """

    def promise(function: _Function) -> _Function:
        said: Any = function
        said.admissible = admissible or consistent
        said.consistent = consistent
        said.sound_dead_ends = sound_dead_ends
        return function

    return promise
