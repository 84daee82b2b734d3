"""The grades of a search: as a table, as rows, for Gradescope and for pytest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Grade:
    """The result of a search on one instance."""

    instance: str
    valid: bool
    """Whether its plan wins."""
    shortest: bool | None
    """Whether no plan has fewer moves; ``None`` if unknown."""
    length: int | None
    best: int | None
    expanded: int
    distinct: int
    """Different states among those expanded."""
    expected: str
    """Expansions of a correct search: goal test early (at generation) or late (at expansion)."""
    convention: str | None
    """``early``, ``late`` or both: the goal tests that the count fits."""
    seconds: float
    peak_bytes: int | None
    passed: bool
    message: str
    """The fault and where to look; for a pass, the correct part."""

    def with_hint(self, hint: str) -> Grade:
        """Returns the result with another hint."""
        return replace(self, message=f"{self.message}. {hint}")


@dataclass
class GradeSheet:
    """The grades of one search."""

    search: str
    grades: list[Grade] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every instance passed."""
        return all(grade.passed for grade in self.grades)

    @property
    def score(self) -> float:
        """The share of instances that passed."""
        return sum(grade.passed for grade in self.grades) / max(1, len(self.grades))

    def __iter__(self) -> Iterator[Grade]:
        return iter(self.grades)

    def __len__(self) -> int:
        return len(self.grades)

    def rows(self) -> list[dict[str, Any]]:
        """Plain rows, for pandas and polars."""
        return [asdict(grade) for grade in self.grades]

    def table(self) -> str:
        """A human-readable table."""
        rows = [("instance", "", "moves", "best", "expanded", "expected", "seconds", "message")]
        for g in self.grades:
            sign = "pass" if g.passed else "FAIL"
            length, best = ("-" if value is None else str(value) for value in (g.length, g.best))
            seconds = f"{g.seconds:.2f}"
            message = g.message.splitlines()[0]
            rows.append(
                (g.instance, sign, length, best, str(g.expanded), g.expected, seconds, message)
            )
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = (
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) for row in rows
        )
        return "\n".join(line.rstrip() for line in lines)

    def gradescope(self, points: float = 100.0) -> str:
        """The file ``results.json`` of Gradescope's autograder."""
        each = points / max(1, len(self.grades))
        tests = [
            {
                "name": f"{self.search} on {grade.instance}",
                "score": round(each, 6) if grade.passed else 0.0,
                "max_score": round(each, 6),
                "status": "passed" if grade.passed else "failed",
                "output": grade.message,
            }
            for grade in self.grades
        ]
        seconds = sum(grade.seconds for grade in self.grades)
        return json.dumps(
            {
                "score": round(points * self.score, 6),
                "execution_time": round(seconds),
                "stdout_visibility": "after_published",
                "tests": tests,
            },
            indent=2,
        )

    def check(self) -> None:
        """For pytest: raises ``AssertionError`` with the table unless every instance passed."""
        if not self.passed:
            faults = "\n\n".join(f"{g.instance}: {g.message}" for g in self if not g.passed)
            raise AssertionError(f"{self.table()}\n\n{faults}")

    def __str__(self) -> str:
        return self.table()
