"""All states of a small instance, with true distances."""

from __future__ import annotations

from ._native import State


class Closure:
    """Every state reachable from the start."""

    def __init__(
        self,
        states: list[State],
        edges: list[tuple[int, int, int]],
        distances: list[int | None],
    ) -> None:
        self.states = states
        """In breadth-first order, the start first."""
        self.edges = edges
        """``(from, to, cost)`` of every move, by indices of states."""
        self.distances = distances
        """The minimum cost to a goal; ``None`` for lost states."""
        self._indices = dict[State, int]()

    def __len__(self) -> int:
        return len(self.states)

    def index(self, state: State) -> int:
        """The index of a state. Raises ``KeyError`` if it cannot be reached."""
        if not self._indices:
            self._indices.update((state, index) for index, state in enumerate(self.states))
        return self._indices[state]

    def distance(self, state: State) -> int | None:
        """The minimum cost from a state to a goal; ``None`` if it is lost."""
        return self.distances[self.index(state)]

    def __repr__(self) -> str:
        return f"Closure({len(self.states)} states, {len(self.edges)} moves)"
