"""Many instances on several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import _native
from ._arguments import Parameter, bounds
from .catalogue import Instance, names
from .report import Report


class Reports(Iterator[Report]):
    """Reports one by one, in the order of the names; closing it stops the threads.

    A name that cannot be solved raises its error in the place of its report, and the next report
    can still be requested.
    """

    def __init__(self, native: _native.SolveMany) -> None:
        self._native = native

    def __next__(self) -> Report:
        return Report.from_json(next(self._native))

    def close(self) -> None:
        """Stops the threads; unfinished solves are abandoned."""
        self._native.close()

    def __enter__(self) -> Reports:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def solve_many(
    names_or_instances: str | Iterable[str | Instance],
    algorithm: str | None = None,
    heuristic: str | None = None,
    *,
    threads: int = 0,
    seconds: float | None = None,
    expansions: int | None = None,
    memory: int | None = None,
    depth: int | None = None,
    **parameters: Parameter,
) -> Reports:
    """Solves instances side by side, as many at once as the machine has cores (``threads=0``).

    Names are taken as they are needed, and may be a pattern. The limits are those of one solve.

    >>> import patience_games as pg
    >>> [report.verdict for report in pg.solve_many("birds:neller/10..12")]
    ['unsolvable', 'solved', 'solved']
    """
    if isinstance(names_or_instances, str):
        names_or_instances = names(names_or_instances)
    jobs = (each._native if isinstance(each, Instance) else each for each in names_or_instances)
    limits = bounds(seconds, expansions, memory, depth)
    return Reports(_native.SolveMany(jobs, algorithm, heuristic, threads, limits, parameters))
