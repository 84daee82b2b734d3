"""Reports of solves."""

from __future__ import annotations

import json
from typing import Any, Literal, cast

Verdict = Literal["solved", "unsolvable", "unknown"]


class Report(dict[str, Any]):
    """One solve of one instance: a dictionary whose fields are also attributes.

    A list of reports goes into pandas, polars and Arrow as it is.

    >>> import patience_games as pg
    >>> report = pg.open("tiles:level/iartistas-04").solve("bfs")
    >>> report.verdict, report.length, report["optimal"]
    ('solved', 5, True)
    """

    __slots__ = ()

    @classmethod
    def from_json(cls, text: str) -> Report:
        """The report that the program prints with ``--json``."""
        return cls(json.loads(text))

    @property
    def instance(self) -> str:
        """The instance's name."""
        return cast(str, self["instance"])

    @property
    def verdict(self) -> Verdict:
        """``solved``, ``unsolvable`` (a proof), or ``unknown``."""
        return cast(Verdict, self["verdict"])

    @property
    def is_solved(self) -> bool:
        """Whether there is a plan."""
        return self.verdict == "solved"

    @property
    def stop(self) -> str | None:
        """The reason why the search ended without settling everything."""
        return cast("str | None", self["stop"])

    @property
    def plan(self) -> list[Any]:
        """The moves; empty if there is no plan."""
        return cast("list[Any]", self["plan"])

    @property
    def length(self) -> int | None:
        """The number of moves."""
        return cast("int | None", self["length"])

    @property
    def cost(self) -> int | None:
        """The cost of the plan; 4294967295 also means any greater cost."""
        return cast("int | None", self["cost"])

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no plan is cheaper."""
        return cast(bool, self["optimal"])

    @property
    def lower_bound(self) -> int:
        """Lower bound on the cost of any plan; 0 if nothing was proved."""
        return cast(int, self["lower_bound"])

    @property
    def expanded(self) -> int:
        """States whose successors were generated."""
        return cast(int, self["expanded"])

    @property
    def generated(self) -> int:
        """Successors generated."""
        return cast(int, self["generated"])

    @property
    def seconds(self) -> float:
        """The time of the solve."""
        return cast(float, self["seconds"])

    @property
    def algorithm(self) -> str:
        """The algorithm that was used."""
        return cast(str, self["algorithm"])

    @property
    def heuristic(self) -> str | None:
        """The heuristic that was used, if any."""
        return cast("str | None", self["heuristic"])

    def __repr__(self) -> str:
        fields = ("instance", "algorithm", "verdict", "length", "optimal", "expanded")
        shown = ", ".join(f"{name}={self[name]!r}" for name in fields if name in self)
        return f"Report({shown})"
