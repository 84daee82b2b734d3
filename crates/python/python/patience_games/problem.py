"""Problems for students' searches, in the form of aima-python and the Pacman projects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ._native import Heuristic, Move, State
from .catalogue import Instance, open
from .errors import LimitReached


class Problem:
    """An instance as ``search.Problem`` of aima-python and ``SearchProblem`` of Pacman; counts calls.

    It subclasses neither, so no version of them is needed. Actions are :class:`Move`.
    ``heuristic`` is what ``h`` calls: a name, or a function of states. With a ``limit`` the search
    is ended by :class:`LimitReached` once it expands more states. ``cost`` returns the cost of a
    move in a state; by default the game's cost, which is 1.

    >>> import patience_games as pg
    >>> problem = pg.Problem("tiles:level/iartistas-04")
    >>> state = problem.getStartState()
    >>> [(str(action), cost) for _, action, cost in problem.getSuccessors(state)]
    [('R', 1), ('D', 1)]
    >>> problem.expanded
    1
    """

    def __init__(
        self,
        name: str | Instance,
        heuristic: str | Heuristic | Callable[[State], float] | None = None,
        limit: int | None = None,
        *,
        cost: Callable[[State, Move], int] | None = None,
    ) -> None:
        self.instance = name if isinstance(name, Instance) else open(name)
        self.initial: State = self.instance.start
        """aima-python's name for the start."""
        self.goal = None
        """aima-python keeps the goal here; our goal is a test."""
        if isinstance(heuristic, str):
            heuristic = self.instance.heuristic(heuristic)
        self._h = heuristic
        self.limit = limit
        self._cost = cost
        self.reset()

    def reset(self) -> None:
        """Restarts the counts from 0."""
        self.expanded = 0
        """Number of requests for the moves of a state, repetitions included."""
        self.generated = 0
        """States that were made."""
        self.goal_tests = 0
        """Goal tests."""
        self.heuristic_calls = 0
        """Calls of ``h``."""
        self._expanded_states: set[State] = set()
        self.trace: list[State] = []
        """The states that were expanded, in order."""

    @property
    def distinct(self) -> int:
        """Different states that were expanded."""
        return len(self._expanded_states)

    def _expand(self, state: State) -> None:
        self.expanded += 1
        if self.limit is not None and self.expanded > self.limit:
            raise LimitReached(f"more than {self.limit} states were expanded")
        self._expanded_states.add(state)
        self.trace.append(state)

    def _cost_of(self, state: State, action: Move) -> int:
        return action.cost if self._cost is None else self._cost(state, action)

    # aima-python

    def actions(self, state: State) -> tuple[Move, ...]:
        """The legal moves; counts an expansion."""
        self._expand(state)
        return state.legal_moves

    def result(self, state: State, action: Move | str) -> State:
        """The state after a move."""
        self.generated += 1
        return state.apply(action)

    def goal_test(self, state: State) -> bool:
        """Whether the game is won."""
        self.goal_tests += 1
        return state.is_goal

    def path_cost(self, c: int, state1: State, action: Move, state2: State) -> int:
        """The cost of a path extended by a move."""
        return c + self._cost_of(state1, action)

    def h(self, node: Any) -> float:
        """The heuristic value of a node or a state; 0 without a heuristic."""
        self.heuristic_calls += 1
        state = node if isinstance(node, State) else node.state
        return 0.0 if self._h is None else self._h(state)

    def value(self, state: State) -> float:
        """For local search, which climbs: the heuristic's value, negated."""
        return -self.h(state)

    # The fourth edition's notebooks use this spelling.
    is_goal = goal_test

    def action_cost(self, state: State, action: Move, after: State) -> int:
        """The cost of a move."""
        return self._cost_of(state, action)

    # Pacman

    def getStartState(self) -> State:
        """The start."""
        return self.initial

    def isGoalState(self, state: State) -> bool:
        """Whether the game is won."""
        return self.goal_test(state)

    def getSuccessors(self, state: State) -> list[tuple[State, Move, int]]:
        """``(state, action, cost)`` of every move; counts an expansion."""
        self._expand(state)
        successors = state.successors()
        self.generated += len(successors)
        if self._cost is None:
            return successors
        return [(after, move, self._cost(state, move)) for after, move, _ in successors]

    def getCostOfActions(self, actions: Iterable[Move | str]) -> int:
        """The cost of a sequence of moves; 999999 if one of them is illegal, as in the projects."""
        state, total = self.initial, 0
        for action in actions:
            try:
                move = state.parse(str(action))
                after = state.apply(move)
            except ValueError:
                return 999_999
            total += self._cost_of(state, move)
            state = after
        return total

    def __repr__(self) -> str:
        return f"Problem({self.instance.name!r}, expanded={self.expanded})"
