"""An autograder for searches and heuristics.

Every judgement follows from the rules and from true distances, and none depends on a
particular order of moves, in which correct variants differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ._diagnosis import Order, disorder, told
from ._native import Heuristic, Move, State
from ._reference import Cost, References, informed, references
from ._running import Ran, run
from .catalogue import Instance, open
from .errors import IllegalMove
from .grade_sheet import Grade, GradeSheet
from .problem import Problem

__all__ = ["Convention", "Grade", "GradeSheet", "Search", "grade"]

Search = Callable[[Problem], Any]
Convention = Literal["any", "early", "late", "cheapest", "greedy", "none"]


def _as_plan(answer: Any) -> list[Move | str]:
    """The moves in the answer of a search: a list, a string, or a node of aima-python."""
    if hasattr(answer, "solution"):
        answer = answer.solution()
    if isinstance(answer, str):
        return list(answer.split())
    moves = list(answer)
    if any(isinstance(move, State) for move in moves):
        raise TypeError("it holds states; expected the moves that lead from one to the next")
    for move in moves:
        if not isinstance(move, (Move, str)):
            raise TypeError(f"{move!r} is not a move; expected the actions, in order")
    return moves


def _is_nothing(answer: Any) -> bool:
    """Whether an answer means that there is no plan."""
    return answer is None or (isinstance(answer, (bool, list, tuple, str)) and not answer)


@dataclass(frozen=True)
class _Case:
    """A run of a search, and the right answer."""

    problem: Problem
    known: References
    order: Order | None
    h: Callable[[State], float] | None
    cost: Cost | None
    ran: Ran

    @property
    def start(self) -> State:
        return self.problem.initial

    def why(self) -> str:
        """The fault shown by the order of expansions; empty if there is none."""
        if self.order is None:
            return ""
        found = disorder(self.problem.trace, self.start, self.order, self.h, self.cost)
        if found is not None:
            return told(found, self.order)
        if self.order == "astar" and self.problem.heuristic_calls == 0:
            return "it never asks for the heuristic, `problem.h`"
        return ""


def _no_plan(case: _Case) -> str:
    """The fault of an answer that is not a plan."""
    solvable, best = case.known.solvable, case.known.length
    if case.ran.answer is None and case.ran.printed and solvable is not False:
        return f"it printed `{case.ran.printed}` but returned nothing: `return` the plan"
    if solvable is None:
        return "it returned nothing, and it is unknown whether there is a plan"
    if best == 0 and case.ran.answer is None:
        return "it found no plan, but the start is won already: the plan is empty, `[]`"
    return f"it found no plan, but there is one of {best} moves"


def _judge_plan(instance: Instance, case: _Case) -> tuple[list[Move | str] | None, str]:
    """The plan and its fault; empty if it has none."""
    answer, known, problem = case.ran.answer, case.known, case.problem
    if answer is None or (answer is False and known.solvable):
        return None, _no_plan(case)
    try:
        plan = _as_plan(answer)
    except TypeError as error:
        return None, f"it returned no plan: {error}"
    written = problem.expanded == 0 and plan and known.length
    if known.solvable is False:
        hint = "there is none: this level cannot be solved, so expected `None`"
        return plan, f"it returned a plan of {len(plan)} moves, but {hint}"
    try:
        instance.validate(plan)
        return plan, ""
    except IllegalMove as error:
        fault = f"the plan fails at move {error.index + 1}: {error.reason}"
    except ValueError as error:
        fault = f"the plan ends too early: {str(error).splitlines()[0]}"
        if known.length == len(plan) + 1:
            fault += "; the move to the goal may be missing"
    if written:
        return plan, f"{fault}. It expanded no state: is the plan written into the program?"
    try:
        instance.validate(plan[::-1])
        return plan, "the plan is reversed: its last move comes first"
    except ValueError:
        pass
    if len(plan) > problem.distinct > 0:
        fault = (
            f"the plan has {len(plan)} moves, more than any path among the {problem.distinct}"
            " states that it expanded: do all paths share one list? `plan + [action]` makes a new"
            " list; `plan.append(action)` changes the old one"
        )
    return plan, fault


_TOO_EARLY = (
    "is a goal accepted when it is generated, before a cheaper path to it is found? Test it when it"
    " is taken out of the frontier"
)


def _too_dear(case: _Case, mine: int, best: int, unit: str) -> str:
    """The reason why a winning plan is not the best."""
    fault = f"the plan {unit.format(mine)}, but {best} suffice"
    why = case.why()
    if why:
        return f"{fault}: {why}"
    if case.order in ("astar", "cost"):
        return f"{fault}. States were expanded in the right order: {_TOO_EARLY}"
    return (
        f"{fault}: is the goal tested too early, are costs left out, or is a cheaper path to a"
        " known state ignored?"
    )


def _convention(case: _Case, convention: Convention) -> tuple[str | None, str]:
    """The place of the goal test according to the count, and the fault of the count."""
    problem, known = case.problem, case.known
    if convention == "greedy":
        return None, case.why()
    if convention == "none" or known.late is None or known.early is None:
        return None, ""
    wanted = {"early": known.early, "late": known.late}
    if convention == "cheapest":
        wanted = {"late": known.cheapest or known.late}
    elif convention != "any":
        wanted = {convention: wanted[convention]}
    fitting = [name for name, each in wanted.items() if problem.distinct in each]
    found = " or ".join(fitting)
    if not fitting:
        # With a heuristic, or if no goal is reached, the two conventions agree.
        if len(set(wanted.values())) == 1:
            known_counts = str(next(iter(wanted.values())))
        else:
            known_counts = ", ".join(f"{name} {each}" for name, each in wanted.items())
            known_counts = f"goal test {known_counts}"
        fault_is_less = problem.distinct < min(e.least for e in wanted.values())
        fault = "fewer" if fault_is_less else "other"
        if problem.distinct > max(e.most for e in wanted.values()):
            fault = "more"
        fault = (
            f"it expanded {problem.distinct} different states, {fault} than a correct search"
            f" ({known_counts})"
        )
        if problem.expanded == 0:
            return None, f"{fault}: do moves come from the problem, or is the plan written into the program?"
        why = case.why()
        if not why and fault_is_less and case.order in ("astar", "cost"):
            why = _TOO_EARLY
        return None, f"{fault}: {why}" if why else fault
    if convention == "cheapest" and case.why():
        return None, case.why()
    if problem.expanded > problem.distinct and getattr(case.h, "consistent", True):
        again = problem.expanded - problem.distinct
        return found, (
            f"it expanded {again} states again ({problem.expanded} in all, {problem.distinct}"
            " different): are states remembered when they are put into the frontier or expanded?"
        )
    return found, ""


def _order(heuristic: object, convention: Convention) -> Order | None:
    if convention == "greedy":
        return "greedy"
    if heuristic is not None:
        return "astar"
    orders: dict[Convention, Order] = {"none": None, "cheapest": "cost"}  # type: ignore[dict-item]
    return orders.get(convention, "breadth")


def _grade(
    instance: Instance, case: _Case, optimal: bool, convention: Convention, expected: str
) -> Grade:
    known, problem, ran = case.known, case.problem, case.ran
    shortest, counted, valid, fault, message = None, None, False, ran.fault, ""
    length: int | None = None
    if not fault and known.solvable is False and _is_nothing(ran.answer):
        valid, message = True, "it reports correctly that there is no plan"
        counted, fault = _convention(case, convention)
    elif not fault:
        plan, fault = _judge_plan(instance, case)
        length, valid = None if plan is None else len(plan), not fault
        if valid and plan is not None:
            best = known.length
            mine, unit = len(plan), "has {} moves"
            if case.cost is not None:
                mine, unit, best = problem.getCostOfActions(plan), "costs {}", known.cost
            if best is not None:
                shortest = mine == best
                if optimal and not shortest:
                    fault = _too_dear(case, mine, best, unit)
            if shortest or not optimal:
                counted, miscounted = _convention(case, convention)
                fault = fault or miscounted
            message = "the plan wins" + (" and is shortest" if shortest else "")
    return Grade(
        instance=instance.name,
        valid=valid,
        shortest=shortest,
        length=length,
        best=known.length,
        expanded=problem.expanded,
        distinct=problem.distinct,
        expected=expected,
        convention=counted,
        seconds=ran.seconds,
        peak_bytes=ran.peak_bytes,
        passed=not fault,
        message=fault or message,
    )


def grade(
    search: Search,
    names: Iterable[str | Instance],
    *,
    heuristic: str | Heuristic | Callable[[State], float] | None = None,
    cost: Cost | None = None,
    optimal: bool = True,
    convention: Convention = "any",
    limit: int = 100_000,
    seconds: float = 10.0,
    memory: bool = False,
    most: int = 200_000,
) -> GradeSheet:
    """Runs a search on instances, and reports the faults on each.

    The search is called with a :class:`Problem`, and returns the actions, or a node of aima-python.
    A plan must win, and with ``optimal`` have the fewest moves. ``convention`` states when the goal
    is tested: ``early`` when a state is generated, ``late`` when it is expanded, ``any`` of these,
    ``cheapest`` for uniform-cost search, ``greedy`` for greedy best-first search, or ``none`` if
    expansions are not judged. With a ``heuristic`` (a game's or a function, which ``problem.h``
    calls), expansions are those of A*; they are counted if the heuristic is consistent. ``cost``
    returns the cost of a move in a state: then the plan must be the cheapest. For an instance that
    cannot be solved, the right answer is ``None``. ``limit`` bounds the expansions, ``seconds`` the time of each
    instance. ``memory`` measures allocations, which takes time. ``most`` bounds the states that
    references may need.

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
    passed = set[str]()
    for name in names:
        instance = name if isinstance(name, Instance) else open(name)
        h = instance.heuristic(heuristic) if isinstance(heuristic, str) else heuristic
        known = references(instance.start, most, cost)
        if h is not None:
            known = informed(known, instance.start, h, most, cost)
        problem = Problem(instance, h, limit, cost=cost)
        ran = run(search, problem, seconds, memory)
        # The search's counts end here: judging expands no states.
        case = _Case(problem, known, _order(h, convention), h, cost, ran)
        expected = _expected(case, convention)
        graded = _grade(instance, case, optimal, convention, expected)
        if graded.passed:
            passed.add(instance.name)
        elif instance.name in passed:
            graded = graded.with_hint(
                "The search passed here before: is something kept between calls, such as a list or"
                " set that is a default argument, or a global variable?"
            )
        sheet.grades.append(graded)
    return sheet


def _expected(case: _Case, convention: Convention) -> str:
    known = case.known
    if known.late is None or convention in ("greedy", "none"):
        return "not known" if known.late is None else "any"
    if known.solvable is False:
        return str(known.late)
    if case.h is not None:
        return f"A* {known.late}"
    if convention == "cheapest":
        return str(known.cheapest)
    return f"early {known.early}, late {known.late}"
