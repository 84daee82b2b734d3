"""Games written in Python, solved by the Rust algorithms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from . import _native
from ._arguments import Parameter, bounds
from .report import Report

S = TypeVar("S")
M = TypeVar("M", bound=Hashable)


class PuzzleGame(ABC, Generic[S, M]):
    """A one-player game: subclass it, and every search algorithm runs on it.

    Rules must depend on the state alone. Moves must be hashable; so must states, or their
    keys (:meth:`key`).

    >>> import patience_games as pg
    >>> class Doubling(pg.PuzzleGame[int, str]):
    ...     def start(self): return 1
    ...     def is_goal(self, state): return state == 10
    ...     def moves(self, state): return ["double", "add"] if state < 10 else []
    ...     def apply(self, state, move): return 2 * state if move == "double" else state + 1
    >>> report = Doubling().solve("bfs")
    >>> report.plan, report.optimal
    (['double', 'double', 'add', 'double'], True)
    """

    least_cost: int | None = None
    """Lower bound on the cost of a move. Default: 1, or 0 if :meth:`cost` is overridden."""

    @abstractmethod
    def start(self) -> S:
        """The position in which play begins."""

    @abstractmethod
    def is_goal(self, state: S) -> bool:
        """Whether the game is won."""

    @abstractmethod
    def moves(self, state: S) -> Iterable[M]:
        """The legal moves, always in the same order."""

    @abstractmethod
    def apply(self, state: S, move: M) -> S:
        """The position after a legal move; the state itself must not change."""

    def cost(self, state: S, move: M) -> int:
        """The cost of a legal move: a whole number, 0 or more."""
        return 1

    def key(self, state: S) -> Hashable:
        """Identifies a state: equal keys must mean paths of equal length to a goal."""
        return state

    def heuristic(self, state: S) -> float:
        """Estimates the remaining cost; used if overridden and no other heuristic is given."""
        return 0

    def solve(
        self,
        algorithm: str | None = None,
        heuristic: Callable[[S], float] | None = None,
        *,
        seconds: float | None = None,
        expansions: int | None = None,
        memory: int | None = None,
        depth: int | None = None,
        **parameters: Parameter,
    ) -> Report:
        """Solves the game; by default by A*, or breadth-first without a heuristic.

        The plan in the report is made of the moves themselves. ``memory`` limits the growth of the
        process, if the system reports it.
        """
        mine = type(self)
        if heuristic is None and mine.heuristic is not PuzzleGame.heuristic:
            heuristic = self.heuristic
        costs = mine.cost is not PuzzleGame.cost
        if algorithm is None:
            algorithm = "astar" if heuristic else "ucs" if costs else "bfs"
        if heuristic is not None and not _uses_heuristic(algorithm):
            heuristic = None
        name = None if heuristic is None else getattr(heuristic, "__name__", "heuristic")
        least = self.least_cost if self.least_cost is not None else 0 if costs else 1
        options = (costs, mine.key is not PuzzleGame.key, least)
        limits = bounds(seconds, expansions, memory, depth)
        text, plan = _native.solve_puzzle(
            self, algorithm, heuristic, name, options, limits, parameters
        )
        report = Report.from_json(text)
        report["plan"] = plan or []
        return Report({"instance": mine.__name__, **report})


def _uses_heuristic(algorithm: str) -> bool:
    from .catalogue import games

    entries = (each for game in games() for each in game["algorithms"])
    known = [each for each in entries if each["name"] == algorithm]
    return not known or known[0]["heuristic"] is not None
