"""States, moves and heuristics in a browser: bytes that the WebAssembly expands."""

from __future__ import annotations

import json
import math
from functools import total_ordering
from typing import Any

from ._wasm import SOLVERS, answer, expand, question
from .errors import IllegalMove

HEAD, RECORD = 8, 16


class Rules:
    """One instance in the module, loaded on demand."""

    def __init__(self, position: dict[str, str]) -> None:
        told = self._load(position)
        self.name: str = told["name"]
        self.game: str = told["game"]
        self.rules: str = told["rules"]
        self.board: str = told["board"]
        self.start = bytes(told["start"])
        self.origin = (self.game, self.rules, self.board)
        self.here = {"game": f"{self.game}+{self.rules}", "board": self.board}

    def _load(self, position: dict[str, str]) -> Any:
        told = answer("load", json.dumps(position).encode())
        self._number: int = told["number"]
        self._began = SOLVERS.began
        return told

    @property
    def number(self) -> int:
        SOLVERS.driver()
        if self._began != SOLVERS.began:
            self._load(self.here)
        return self._number

    def __del__(self) -> None:
        if getattr(self, "_began", None) == SOLVERS.began:
            from ._wasm import call

            call("unload", b"", self._number)

    def expand(self, state: bytes) -> tuple[bool, list[tuple[int, bool, str, bytes]]]:
        """Whether a state is won, and cost, win, text and state of each move."""
        return self.expand_all([state])[0]

    def expand_all(
        self, states: list[bytes]
    ) -> list[tuple[bool, list[tuple[int, bool, str, bytes]]]]:
        width, out, at = len(self.start), [], 0
        told = expand(b"".join(states), self.number)
        for _ in states:
            count = int.from_bytes(told[at : at + 4], "little")
            won, at, found = told[at + 4] == 1, at + HEAD, []
            for _ in range(count):
                cost = int.from_bytes(told[at : at + 4], "little")
                text = told[at + 5 : at + RECORD].rstrip(b"\0").decode()
                after = told[at + RECORD : at + RECORD + width]
                found.append((cost, told[at + 4] == 1, text, after))
                at += RECORD + width
            out.append((won, found))
        return out


@total_ordering
class Move:
    """A move; ``str()`` writes it in plan notation. Those from ``legal_moves`` also have their words and cost."""

    __slots__ = ("_state", "_text", "_words", "cost")

    def __init__(self, text: str, words: str | None = None, cost: int = 1) -> None:
        self._text, self._words, self.cost = text, words, cost
        self._state: State | None = None

    @classmethod
    def _of(cls, state: State, text: str, cost: int) -> Move:
        move = cls(text, None, cost)
        move._state = state
        return move

    @property
    def words(self) -> str:
        """The move in words."""
        if self._words is None and self._state is not None:
            moves = self._state._described["view"]["moves"]
            self._words = next(each["words"] for each in moves if each["text"] == self._text)
        return self._words or self._text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Move({self._text!r})"

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other._text == self._text

    def __lt__(self, other: Move) -> bool:
        return self._text < other._text

    def __reduce__(self) -> tuple[type[Move], tuple[str, str, int]]:
        return Move, (self._text, self.words, self.cost)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, _memo: object) -> Move:
        return self


@total_ordering
class State:
    """A position. It never changes, can be hashed, and equals another one of the same instance if
    and only if the same plans win from both."""

    __slots__ = ("__weakref__", "_bytes", "_known", "_rules", "_told", "_won")

    def __init__(self, rules: Rules, state: bytes, won: bool | None = None) -> None:
        self._rules, self._bytes, self._won = rules, state, won
        self._known: list[tuple[int, bool, str, bytes]] | None = None
        self._told: Any = None

    @property
    def _moves(self) -> list[tuple[int, bool, str, bytes]]:
        if self._known is None:
            self._won, self._known = self._rules.expand(self._bytes)
        return self._known

    @property
    def _described(self) -> Any:
        if self._told is None:
            self._told = answer("describe", self._bytes, self._rules.number)
        return self._told

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and other._bytes == self._bytes
            and (other._rules is self._rules or other._rules.origin == self._rules.origin)
        )

    def __lt__(self, other: State) -> bool:
        return self._bytes < other._bytes

    def __str__(self) -> str:
        return str(self._described["drawing"])

    def __repr__(self) -> str:
        return f"State({self.board!r})"

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        from .catalogue import _state

        return _state, (self._rules.here["game"], self._rules.board, self.board)

    def _repr_svg_(self) -> str:
        from .svg import board_svg

        return board_svg(self)

    @property
    def board(self) -> str:
        """The board in the canonical notation."""
        return str(self._described["board"])

    @property
    def view_json(self) -> str:
        """Cells, faces and moves as JSON, for drawings."""
        return json.dumps(self._described["view"])

    def to_numpy(self, *, targets: bool = False) -> Any:
        """The board as a read-only numpy array, one ``uint8`` per cell, row by row."""
        import numpy

        def number(cell: dict[str, Any]) -> int:
            if targets:
                return ord(cell["target"]) - 64 if cell.get("target") else 0
            kind = cell["kind"]
            if kind == "card":
                return 4 * (int(cell["rank"]) - 1) + "CDHS".index(cell["suit"]) + 1
            if kind == "piece":
                return ord(cell["colour"]) - 64
            return {"tile": cell.get("number", 0), "wall": 255}.get(kind, 0)

        view = self._described["view"]
        flat = numpy.frombuffer(bytes(map(number, view["cells"])), numpy.uint8)
        return flat.reshape(view["rows"], view["columns"])

    @property
    def is_goal(self) -> bool:
        """Whether the game is won."""
        if self._won is None:
            self._moves
        return bool(self._won)

    @property
    def move_count(self) -> int:
        """How many moves are legal."""
        return len(self._moves)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in the game's order."""
        return tuple(Move._of(self, text, cost) for cost, _, text, _ in self._moves)

    def _index(self, text: str) -> int:
        texts = [text for _, _, text, _ in self._moves]
        if text in texts:
            return texts.index(text)
        words = [each["words"] for each in self._described["view"]["moves"]]
        if text in words:
            return words.index(text)
        legal = " ".join(texts) or "none"
        raise IllegalMove(0, f"`{text}` is not legal there; legal moves: {legal}")

    def parse(self, text: str) -> Move:
        """The legal move with the given text, in plan notation or in words."""
        return self.legal_moves[self._index(text)]

    def apply(self, move: Move | str) -> State:
        """The state after a move, given as a move or as text."""
        if not isinstance(move, (Move, str)):
            raise TypeError(f"expected a Move or its text, but not {move!r}")
        return self.child(self._index(str(move)))

    def child(self, index: int) -> State:
        """The state after the legal move with an index."""
        if not 0 <= index < len(self._moves):
            raise IndexError(f"there is no move {index}")
        _, won, _, after = self._moves[index]
        return State(self._rules, after, won)

    def children(self) -> list[State]:
        """The states after each legal move, in the order of the moves: the fastest way."""
        return [State(self._rules, after, won) for _, won, _, after in self._moves]

    def successors(self) -> list[tuple[State, Move, int]]:
        """``(state, move, cost)`` of every legal move."""
        return [
            (State(self._rules, after, won), Move._of(self, text, cost), cost)
            for cost, won, text, after in self._moves
        ]


class Heuristic:
    """A heuristic of the game. In a browser a value takes milliseconds, because all heuristics are computed for it."""

    def __init__(self, rules: Rules, name: str) -> None:
        self._rules, self.name = rules, name
        found = question("games", {})
        entries = next(game for game in found if game["name"] == rules.game)["heuristics"]
        claims = {each["name"]: each["claims"] for each in entries}
        if name not in claims:
            raise ValueError(f"unknown heuristic `{name}`; there are {', '.join(claims)}")
        self.admissible = bool(claims[name]["admissible"])
        self.consistent = bool(claims[name]["consistent"])
        self.sound_dead_ends = bool(claims[name]["sound_dead_ends"])

    def __call__(self, state: State) -> float:
        if state._rules.origin != self._rules.origin:
            raise ValueError("the state is of another instance")
        asked = {"game": self._rules.here["game"], "board": state.board}
        told = question("evaluate", asked)["heuristics"]
        mine = next(each for each in told if each["heuristic"] == self.name)
        if mine["dead_end"]:
            return math.inf
        if mine["value"] is None:
            raise ValueError(f"{self.name} was stopped by the browser's limits")
        return float(mine["value"])

    def __repr__(self) -> str:
        return f"Heuristic({self.name!r})"
