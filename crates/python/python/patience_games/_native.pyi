"""The native module: the fast parts, and the proofs. Import ``patience_games`` instead."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, final

from numpy import uint8
from numpy.typing import NDArray

from ._arguments import Bounds, Parameter

__all__ = [
    "VERSION",
    "Heuristic",
    "Instance",
    "Move",
    "SolveMany",
    "State",
    "analyse",
    "certify",
    "check",
    "games",
    "names",
    "open",
    "read",
    "redeal_chance",
    "redeal_rules",
    "redealt",
    "review",
    "solve_puzzle",
    "train",
]

VERSION: str

@final
class Move:
    """A move; ``str()`` writes it in plan notation. Those from ``legal_moves`` also have their words and cost."""

    def __new__(cls, text: str, words: str | None = None, cost: int = 1) -> Move:
        """The move with the given text, for any state in which it is legal."""
    def __reduce__(self) -> tuple[type[Move], tuple[str, str, int]]: ...
    @property
    def words(self) -> str:
        """The move in words."""
    @property
    def cost(self) -> int:
        """Its cost."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, _memo: Any, /) -> Move: ...

@final
class State:
    """A position. It never changes, can be hashed, and equals another one of the same instance if
    and only if the same plans win from both."""

    def __reduce__(self) -> tuple[Callable[[str, str, str], State], tuple[str, str, str]]: ...
    def _repr_svg_(self) -> str: ...
    @property
    def board(self) -> str:
        """The board in the canonical notation."""
    @property
    def view_json(self) -> str:
        """Cells, faces and moves as JSON, for drawings."""
    def to_numpy(self, *, targets: bool = False) -> NDArray[uint8]:
        """The board as a read-only array of numpy, one ``uint8`` for each cell, row by row.

        0 is an empty cell, 255 a wall. A card is ``4 * (rank - 1) + suit + 1`` with the suits CDHS
        from 0 and an ace of rank 1; a piece is the number of its colour's letter, ``A`` being 1.
        With ``targets`` the colours of the targets in Match the Tiles, 0 if there is none.
        """
    @property
    def is_goal(self) -> bool:
        """Whether the game is won."""
    @property
    def move_count(self) -> int:
        """Number of legal moves; cheaper than listing them."""
    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in the game's order."""
    def parse(self, text: str) -> Move:
        """The legal move with the given text, in plan notation or in words."""
    def apply(self, move: Move | str) -> State:
        """The state after a move, which may be given as text."""
    def child(self, index: int) -> State:
        """The state after the legal move with an index."""
    def children(self) -> list[State]:
        """The states after each legal move, in the order of the moves: the fastest way."""
    def successors(self) -> list[tuple[State, Move, int]]:
        """``(state, move, cost)`` of every legal move."""
    def __lt__(self, other: State, /) -> bool: ...
    def __le__(self, other: State, /) -> bool: ...
    def __gt__(self, other: State, /) -> bool: ...
    def __ge__(self, other: State, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any, /) -> State: ...

@final
class Heuristic:
    """A heuristic of the game, built for one instance: a number for each state, or infinity for a
    dead end."""

    @property
    def name(self) -> str: ...
    @property
    def admissible(self) -> bool: ...
    @property
    def consistent(self) -> bool: ...
    @property
    def sound_dead_ends(self) -> bool: ...
    def __call__(self, state: State) -> float: ...

@final
class Instance:
    """An instance: a deal or a level under its rules. ``patience_games.Instance`` wraps it."""

    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def board(self) -> str: ...
    @property
    def start(self) -> State: ...
    @property
    def pddl(self) -> tuple[str, str] | None: ...
    def draw(self) -> str: ...
    def write(self, format: str) -> str | None: ...
    def after(self, moves: str) -> Instance: ...
    def texts(self, moves: str) -> list[str]: ...
    def state_on(self, board: str) -> State: ...
    def starting_at(self, state: State, name: str) -> Instance: ...
    def validate(self, plan: str) -> int: ...
    def heuristics(self) -> list[str]: ...
    def heuristic(self, name: str) -> Heuristic: ...
    def solve(
        self,
        algorithm: str | None,
        heuristic: str | None,
        bounds: Bounds,
        parameters: Mapping[str, Parameter],
        for_player: bool,
    ) -> str: ...
    def solve_with(
        self,
        function: Callable[[State], float],
        name: str,
        algorithm: str,
        bounds: Bounds,
        parameters: Mapping[str, Parameter],
    ) -> str: ...
    def closure(
        self, most: int, bounds: Bounds
    ) -> tuple[list[State], list[tuple[int, int, int]], list[int | None]]: ...
    def evaluate(self, bounds: Bounds) -> str: ...

@final
class SolveMany(Iterator[str]):
    """The reports as JSON, in order. Names are taken from the iterable as they are needed."""

    def __new__(
        cls,
        jobs: Iterable[str | Instance],
        algorithm: str | None,
        heuristic: str | None,
        threads: int,
        bounds: Bounds,
        parameters: Mapping[str, Parameter],
    ) -> SolveMany: ...
    def __iter__(self) -> SolveMany: ...
    def __next__(self) -> str: ...
    def close(self) -> None: ...

def open(name: str, bounds: Bounds) -> Instance: ...
def read(game: str, board: str, name: str) -> Instance: ...
def games() -> str: ...
def names(pattern: str) -> list[tuple[str, tuple[int, int] | None]]: ...
def analyse(
    instance: Instance,
    algorithm: str | None,
    heuristic: str | None,
    bounds: Bounds,
    parameters: Mapping[str, Parameter],
) -> str: ...
def certify(
    instance: Instance, lemmas: str, bounds: Bounds, parameters: Mapping[str, Parameter]
) -> tuple[str, bytes | None]: ...
def check(certificate: bytes, seconds: float | None) -> tuple[str, str, str, int, list[str]]: ...
def redeal_chance(
    instance: Instance, rule: str, redeals: int, samples: int, seed: int, bounds: Bounds
) -> str: ...
def redeal_rules(instance: Instance) -> list[tuple[str, int, bool]]: ...
def redealt(instance: Instance, rule: str, seed: int) -> Instance: ...
def review(positions: list[tuple[str, int | None, bool]]) -> str: ...
def solve_puzzle(
    game: object,
    algorithm: str,
    heuristic: Callable[[Any], float] | None,
    heuristic_name: str | None,
    options: tuple[bool, bool, int],
    bounds: Bounds,
    parameters: Mapping[str, Parameter],
) -> tuple[str, list[Any] | None]: ...
def train(game: str, seed: int, by_ranking: bool) -> str: ...
