"""An autograder for searches and heuristics.

Every judgement is held against the rules and against true distances, and none against one
particular order of moves: correct variants differ in it.
"""

from __future__ import annotations

import ctypes
import json
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ._native import Heuristic, Move
from ._reference import Expected, References, best_first, references
from .catalogue import Instance, open
from .errors import IllegalMove, LimitReached
from .problem import Problem

Search = Callable[[Problem], Any]
Convention = Literal["any", "early", "late", "cheapest", "none"]


@dataclass(frozen=True)
class Grade:
    """What became of a search on one instance."""

    instance: str
    valid: bool
    """Whether its plan wins."""
    shortest: bool | None
    """Whether no plan has fewer moves; ``None`` where that is not known."""
    length: int | None
    best: int | None
    expanded: int
    distinct: int
    """Different states among those expanded."""
    expected: str
    """What a correct search expands: goal test early (at generation) or late (at expansion)."""
    convention: str | None
    """``early`` or ``late``: where the count says that the goal was tested, or both."""
    seconds: float
    peak_bytes: int | None
    passed: bool
    message: str
    """What is wrong and what to look at; for a pass what was right."""


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
        """A table for people."""
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
        """For pytest: raises ``AssertionError`` with the table unless all passed."""
        if not self.passed:
            faults = "\n\n".join(f"{g.instance}: {g.message}" for g in self if not g.passed)
            raise AssertionError(f"{self.table()}\n\n{faults}")

    def __str__(self) -> str:
        return self.table()


class _Timer:
    """Raises :class:`LimitReached` in a thread that runs Python code for too long."""

    def __init__(self, seconds: float) -> None:
        self._thread = threading.get_ident()
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self._is_over = False
        self._lock = threading.Lock()

    def _end(self) -> None:
        with self._lock:
            if not self._is_over:
                raised = ctypes.py_object(LimitReached)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), raised)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._is_over = True


def _as_plan(answer: Any) -> list[Move | str]:
    """The moves of what a search returned: a list, a text, or a node of aima-python."""
    if hasattr(answer, "solution"):
        answer = answer.solution()
    if isinstance(answer, str):
        return list(answer.split())
    moves = list(answer)
    for move in moves:
        if not isinstance(move, (Move, str)):
            raise TypeError(f"{move!r} is no move; expected the actions, in order")
    return moves


def _judge_plan(instance: Instance, answer: Any, best: int | None) -> tuple[int | None, str]:
    """The plan's length and what is wrong with it; empty if nothing."""
    if answer is None:
        if best is None:
            return None, "it returned nothing, and whether there is a plan is not known here"
        return None, f"it found no plan, but there is one of {best} moves"
    try:
        plan = _as_plan(answer)
    except TypeError as error:
        return None, f"it returned no plan: {error}"
    try:
        return instance.validate(plan), ""
    except IllegalMove as error:
        try:
            instance.validate(plan[::-1])
        except ValueError:
            return len(plan), f"the plan fails: {error.reason}"
        return len(plan), "the plan is reversed: its last move stands first"
    except ValueError as error:
        reason = str(error).splitlines()[0]
        hint = "; the move to the goal may be missing" if best == len(plan) + 1 else ""
        return len(plan), f"the plan ends too early: {reason}{hint}"


def _informed(known: References, h: Heuristic, instance: Instance, most: int) -> References:
    """The references for A*, which tests at expansion; none unless the heuristic is consistent."""
    found = best_first(instance.start, h, most) if h.consistent else None
    late = found[1] if found else None
    return References(known.length, known.cost, late, late, late)


def _convention(
    problem: Problem, known: References, convention: Convention
) -> tuple[str | None, str]:
    """Where the count says that the goal was tested, and what is wrong with the count."""
    if convention == "none" or known.late is None or known.early is None:
        return None, ""
    wanted: dict[str, Expected | None] = {"early": known.early, "late": known.late}
    if convention == "cheapest":
        wanted = {"late": known.cheapest}
    elif convention != "any":
        wanted = {convention: wanted[convention]}
    fitting = [name for name, each in wanted.items() if each and problem.distinct in each]
    found = " or ".join(fitting)
    if not fitting:
        known_counts = ", ".join(f"{name} {each}" for name, each in wanted.items())
        many = max(each.most for each in wanted.values() if each is not None)
        fault = "more" if problem.distinct > many else "other"
        return None, (
            f"it expanded {problem.distinct} different states, {fault} than a correct search"
            f" (goal test {known_counts})"
        )
    if problem.expanded > problem.distinct:
        again = problem.expanded - problem.distinct
        return found, (
            f"it expanded {again} states again ({problem.expanded} in all, {problem.distinct}"
            " different): are states remembered when they are put into the frontier or expanded?"
        )
    return found, ""


def _run(
    search: Search, problem: Problem, seconds: float, memory: bool
) -> tuple[Any, float, int | None, str]:
    peak = None
    began, fault, answer = time.perf_counter(), "", None
    if memory:
        tracemalloc.start()
    try:
        with _Timer(seconds):
            answer = search(problem)
    except LimitReached:
        spent = time.perf_counter() - began
        if problem.limit is not None and problem.expanded > problem.limit:
            again = problem.expanded - problem.distinct
            fault = f"it expanded more than {problem.limit} states, {again} of them again"
            fault += ": does it remember the states that it has seen?"
        else:
            fault = f"it was ended after {spent:.1f} s: is there a loop that never ends?"
    except RecursionError:
        fault = "it recursed too deeply: does it remember the states on its path?"
    except Exception as error:  # students' code may raise anything
        fault = f"it raised {type(error).__name__}: {error}"
    finally:
        if memory:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    return answer, time.perf_counter() - began, peak, fault


def grade(
    search: Search,
    names: Iterable[str | Instance],
    *,
    heuristic: str | None = None,
    optimal: bool = True,
    convention: Convention = "any",
    limit: int = 100_000,
    seconds: float = 10.0,
    memory: bool = False,
    most: int = 200_000,
) -> GradeSheet:
    """Runs a search on instances, and says of each what is right and what is not.

    The search is called with a :class:`Problem`, and returns the actions, or a node of aima-python.
    A plan must win, and with ``optimal`` have the fewest moves. ``convention`` says where the goal
    is tested: ``early`` when a state is generated, ``late`` when it is expanded, ``any`` of these,
    ``cheapest`` for uniform-cost search, or ``none`` where expansions are not judged. With a
    ``heuristic`` of the game, which is what ``problem.h`` asks, expansions are those of A*.
    ``limit`` bounds the expansions, ``seconds`` the time of each instance. ``memory`` measures
    allocations, which takes time. ``most`` bounds the states that references may need.

    >>> import patience_games as pg
    >>> from collections import deque
    >>> def search(problem):
    ...     frontier, seen = deque([(problem.getStartState(), [])]), {problem.getStartState()}
    ...     while frontier:
    ...         state, plan = frontier.popleft()
    ...         if problem.isGoalState(state):
    ...             return plan
    ...         for after, action, _ in problem.getSuccessors(state):
    ...             if after not in seen:
    ...                 seen.add(after)
    ...                 frontier.append((after, plan + [action]))
    >>> sheet = pg.grade(search, ["tiles:level/iartistas-04", "tiles:level/iartistas-08"])
    >>> sheet.passed, [grade.convention for grade in sheet]
    (True, ['early or late', 'late'])
    """
    sheet = GradeSheet(getattr(search, "__name__", type(search).__name__))
    for name in names:
        instance = name if isinstance(name, Instance) else open(name)
        known = references(instance.start, most)
        problem = Problem(instance, heuristic, limit)
        if heuristic is not None:
            known = _informed(known, instance.heuristic(heuristic), instance, most)
        answer, spent, peak, fault = _run(search, problem, seconds, memory)
        # What the search counts ends here: judging expands nothing.
        length, shortest, counted, valid = None, None, None, False
        if not fault:
            length, fault = _judge_plan(instance, answer, known.length)
            valid = not fault
        if valid and known.length is not None:
            shortest = length == known.length
            if optimal and not shortest:
                fault = (
                    f"the plan has {length} moves, but {known.length} suffice: is the goal tested"
                    " too early, are costs left out, or is a cheaper way to a known state ignored?"
                )
        if valid and (shortest or not optimal):
            counted, miscounted = _convention(problem, known, convention)
            fault = fault or miscounted
        expected = "not known"
        if heuristic is not None and known.late is not None:
            expected = f"A* {known.late}"
        elif known.early is not None:
            expected = f"early {known.early}, late {known.late}"
        sheet.grades.append(
            Grade(
                instance.name,
                valid,
                shortest,
                length,
                known.length,
                problem.expanded,
                problem.distinct,
                expected,
                counted,
                spent,
                peak,
                not fault,
                fault or "the plan wins" + (" and is shortest" if shortest else ""),
            )  # fmt: skip
        )
    return sheet
