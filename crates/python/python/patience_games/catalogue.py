"""Instances: deals and levels, and all queries on them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

from . import _native
from ._arguments import Parameter, bounds
from ._native import Heuristic, Move, State
from .certificate import Certificate
from .closure import Closure
from .report import Report

Estimate = str | Heuristic | Callable[[State], float]
"""A heuristic: a name, an object from ``heuristic``, or a Python function."""


def _moves_text(moves: str | Iterable[Move | str]) -> str:
    return moves if isinstance(moves, str) else " ".join(str(move) for move in moves)


class Instance:
    """A deal or a level under its rules; :func:`open` and :func:`read` make them.

    >>> import patience_games as pg
    >>> deal = pg.open("birds:neller/42")
    >>> deal.game, deal.rules, len(deal.moves)
    ('birds', 'standard', 42)
    >>> deal.solve().length
    15
    """

    __slots__ = ("_native", "is_named", "start")

    def __init__(self, native: _native.Instance, *, is_named: bool = False) -> None:
        self._native = native
        self.is_named = is_named
        """Whether :func:`open` accepts its name."""
        self.start: State = native.start
        """The position in which play starts."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        return self._native.name

    @property
    def game(self) -> str:
        """The game's name."""
        return self._native.game

    @property
    def rules(self) -> str:
        """The rule set's name."""
        return self._native.rules

    @property
    def board(self) -> str:
        """The board in the canonical notation."""
        return self._native.board

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the start."""
        return self.start.legal_moves

    @property
    def pddl(self) -> tuple[str, str] | None:
        """Domain and problem for planners; ``None`` if the instance is too large."""
        return self._native.pddl

    @property
    def info(self) -> dict[str, Any]:
        """The game: rule sets, sources, algorithms with their parameters, heuristics."""
        return next(game for game in games() if game["name"] == self.game)

    @property
    def heuristics(self) -> dict[str, dict[str, Any]]:
        """Every heuristic that the rule set offers, with its guarantees.

        >>> import patience_games as pg
        >>> pg.open("tiles:level/iartistas-04").heuristics["runs"]["admissible"]
        True
        """
        known = set(self._native.heuristics())
        entries = [each for each in self.info["heuristics"] if each["name"] in known]
        return {each["name"]: {"summary": each["summary"], **each["claims"]} for each in entries}

    def heuristic(self, name: str) -> Heuristic:
        """A heuristic of the game as a function of states, infinite for dead ends.

        >>> import patience_games as pg
        >>> level = pg.open("tiles:level/iartistas-04")
        >>> level.heuristic("runs")(level.start) <= level.solve("bfs").length
        True
        """
        return self._native.heuristic(name)

    def write(self, format: str) -> str | None:
        """The board in another notation of the game, or ``None`` if it cannot express the board."""
        return self._native.write(format)

    def after(self, moves: str | Iterable[Move | str]) -> Instance:
        """The instance that starts after some moves."""
        return Instance(self._native.after(_moves_text(moves)))

    def at(self, state: State, name: str | None = None) -> Instance:
        """The instance that starts in a state of this one."""
        return Instance(self._native.starting_at(state, name or self.name))

    def state(self, board: str) -> State:
        """The state on a board, in any notation, with the pieces of this instance.

        >>> import patience_games as pg
        >>> level = pg.read("cohesion", "R.R/B.B")
        >>> level.state(".RR/B.B") == level.start.apply("0,0R")
        True
        """
        return self._native.state_on(board)

    def solve(
        self,
        algorithm: str | None = None,
        heuristic: Estimate | None = None,
        *,
        seconds: float | None = None,
        expansions: int | None = None,
        memory: int | None = None,
        depth: int | None = None,
        **parameters: Parameter,
    ) -> Report:
        """Solves the instance: with the game's best solver, or with any algorithm.

        Every parameter that ``patience list GAME`` shows is a keyword, with ``_`` for ``-``;
        so are ``threads``, ``scratch``, ``checkpoint`` and ``model``. ``memory`` is in bytes.
        A function as heuristic guides a generic search (default: A*).

        >>> import patience_games as pg
        >>> level = pg.open("tiles:level/iartistas-08")
        >>> level.solve("beam", "runs", width=50).algorithm
        'beam'
        >>> level.solve("astar", lambda state: 0, expansions=10).stop
        'expansions'
        """
        limits = bounds(seconds, expansions, memory, depth)
        if callable(heuristic) and not isinstance(heuristic, Heuristic):
            name = getattr(heuristic, "__name__", type(heuristic).__name__)
            text = self._native.solve_with(
                heuristic, name, algorithm or "astar", limits, parameters
            )
        else:
            named = heuristic.name if isinstance(heuristic, Heuristic) else heuristic
            text = self._native.solve(algorithm, named, limits, parameters, False)
        return Report.from_json(text)

    def analyse(
        self,
        algorithm: str | None = None,
        heuristic: str | None = None,
        *,
        seconds: float | None = None,
        expansions: int | None = None,
        memory: int | None = None,
        **parameters: Parameter,
    ) -> list[dict[str, Any]]:
        """The value of every legal move; the limits are those of one move.

        >>> import patience_games as pg
        >>> moves = pg.open("tiles:level/iartistas-04").analyse()
        >>> sorted({move["worth"] for move in moves}) == ["wins"]
        True
        """
        limits = bounds(seconds, expansions, memory)
        text = _native.analyse(self._native, algorithm, heuristic, limits, parameters)
        return cast("list[dict[str, Any]]", json.loads(text))

    def hint(self, *, seconds: float | None = 10.0, memory: int | None = None) -> dict[str, Any]:
        """A move that provably wins, or the proof that there is none.

        >>> import patience_games as pg
        >>> hint = pg.open("cohesion:level/vieira-1").hint()
        >>> hint["worth"], hint["move"] == hint["plan"][0]
        ('wins', True)
        """
        text = self._native.solve(None, None, bounds(seconds, None, memory), {}, True)
        report = Report.from_json(text)
        move = self.start.parse(report.plan[0]) if report.plan else None
        worths = {"solved": "wins", "unsolvable": "loses", "unknown": "unknown"}
        return {
            "worth": worths[report.verdict],
            "move": str(move) if move else None,
            "words": move.words if move else None,
            "distance": report.length,
            "exact": report.optimal,
            "plan": report.plan,
            "stop": report.stop,
        }

    def review(
        self,
        moves: str | Iterable[Move | str],
        *,
        seconds: float | None = 10.0,
        expansions: int | None = None,
    ) -> dict[str, Any]:
        """Reviews a played game: the losing move, narrow escapes, detours. Limits are per search.

        >>> import patience_games as pg
        >>> level = pg.open("tiles:level/iartistas-04")
        >>> level.review(level.solve("bfs").plan)["accuracy"]
        100
        """
        from .review import review

        return review(self, moves, bounds(seconds, expansions))

    def evaluate(
        self, *, seconds: float | None = None, memory: int | None = None
    ) -> list[dict[str, Any]]:
        """The value of the board by every heuristic of the game, with its parts.

        >>> import patience_games as pg
        >>> len(pg.open("tiles:level/iartistas-04").evaluate()) > 3
        True
        """
        text = self._native.evaluate(bounds(seconds, None, memory))
        return cast("list[dict[str, Any]]", json.loads(text))

    @property
    def redeal_rules(self) -> list[tuple[str, int, bool]]:
        """``(rule, redeals, only when no card can move)`` of each rule that redeals such deals."""
        return _native.redeal_rules(self._native)

    def redeal(
        self,
        rule: str = "pysol",
        redeals: int = 1,
        *,
        samples: int = 100,
        seed: int = 1,
        seconds: float | None = None,
        expansions: int | None = None,
    ) -> dict[str, Any]:
        """The chance of winning a deal of Gaps with redeals, sampled for each policy.

        >>> import patience_games as pg
        >>> pg.open("gaps:random/4x4/1").redeal(samples=5)["verdict"] in ("solved", "unsolvable")
        True
        """
        limits = bounds(seconds, expansions)
        text = _native.redeal_chance(self._native, rule, redeals, samples, seed, limits)
        return cast("dict[str, Any]", json.loads(text))

    def redealt(self, rule: str, seed: int) -> Instance:
        """The deal of Gaps after a redeal."""
        return Instance(_native.redealt(self._native, rule, seed))

    def certify(
        self,
        *,
        lemmas: str = "all",
        seconds: float | None = None,
        expansions: int | None = None,
        memory: int | None = None,
        **parameters: Parameter,
    ) -> Certificate:
        """Decides the instance and writes the proof down; :func:`check` verifies it.

        >>> import patience_games as pg
        >>> certificate = pg.open("birds:neller/10").certify()
        >>> certificate.verdict, certificate.check().claim
        ('unsolvable', 'lost')
        """
        limits = bounds(seconds, expansions, memory)
        text, data = _native.certify(self._native, lemmas, limits, parameters)
        report = json.loads(text)
        return Certificate(report["verdict"], report["stop"], report["expanded"], data)

    def validate(self, plan: str | Sequence[Move | str]) -> int:
        """The number of moves of a plan that wins.

        Raises :class:`IllegalMove` at the move that fails, and ``ValueError`` where the plan ends
        before the game is won.
        """
        return self._native.validate(_moves_text(plan))

    def closure(
        self,
        most: int = 1_000_000,
        *,
        seconds: float | None = None,
        memory: int | None = 4 << 30,
    ) -> Closure:
        """Every state that can be reached, with its true distance to the nearest goal.

        ``ValueError`` reports more than ``most`` states, ``MemoryError`` more than ``memory``
        bytes for them and their moves, and ``TimeoutError`` that the time is up.

        >>> import patience_games as pg
        >>> closure = pg.open("tiles:level/iartistas-04").closure()
        >>> closure.distance(closure.states[0])
        5
        """
        return Closure(*self._native.closure(most, bounds(seconds, None, memory)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Instance)
            and (self.name, self.game, self.rules) == (other.name, other.game, other.rules)
            and self.board == other.board
        )

    def __hash__(self) -> int:
        return hash((self.name, self.game, self.rules))

    def __reduce__(self) -> tuple[Callable[..., Instance], tuple[str, str, str]]:
        return read, (f"{self.game}+{self.rules}", self.board, self.name)

    def __str__(self) -> str:
        return self._native.draw()

    def __repr__(self) -> str:
        return f"Instance({self.name!r})"

    def _repr_svg_(self) -> str:
        from .svg import board_svg

        return board_svg(self.start)


def open(name: str, *, seconds: float | None = None, memory: int | None = None) -> Instance:
    """The instance with a name, ``GAME[+RULES]:SOURCE/…``.

    Finding a generated level takes a search, to which the limits apply.

    >>> import patience_games as pg
    >>> pg.open("gaps:solvitaire/4x13/7").rules
    'standard'
    >>> pg.open("gasp:solvitaire/4x13/7")
    Traceback (most recent call last):
        ...
    ValueError: unknown game `gasp`; did you mean `gaps`? There are gaps, birds, cohesion, tiles, sliding
    """
    return Instance(_native.open(name, bounds(seconds, None, memory)), is_named=True)


instance = open
"""Alias of ``open`` that shadows no built-in."""


def read(game: str, board: str, name: str = "board") -> Instance:
    """The instance on a board of ``GAME[+RULES]``, in any notation of the game.

    >>> import patience_games as pg
    >>> pg.read("cohesion", "R.R/B.B").game
    'cohesion'
    """
    return Instance(_native.read(game, board, name))


@lru_cache(maxsize=64)
def _origin(game: str, board: str) -> _native.Instance:
    return _native.read(game, board, "board")


def _state(game: str, origin: str, board: str) -> State:
    """Called by ``pickle`` for a state."""
    return _origin(game, origin).state_on(board)


def names(pattern: str) -> Iterator[str]:
    """The names that a pattern stands for.

    >>> import patience_games as pg
    >>> list(pg.names("birds:neller/1..3"))
    ['birds:neller/1', 'birds:neller/2', 'birds:neller/3']
    """
    for prefix, numbers in _native.names(pattern):
        if numbers is None:
            yield prefix
        else:
            for number in range(numbers[0], numbers[1] + 1):
                yield f"{prefix}/{number}"


def instances(pattern: str) -> Iterator[Instance]:
    """The instances that a pattern stands for, opened one by one."""
    return (open(name) for name in names(pattern))


def generate(game: str, source: str, count: int = 1, *, seed: int = 1) -> Iterator[Instance]:
    """Instances from a seeded source, with consecutive seeds.

    >>> import patience_games as pg
    >>> [level.name for level in pg.generate("gaps", "random/4x4", 2)]
    ['gaps:random/4x4/1', 'gaps:random/4x4/2']
    """
    return (open(f"{game}:{source}/{number}") for number in range(seed, seed + count))


_GAMES: list[dict[str, Any]] = []


def games() -> list[dict[str, Any]]:
    """Every game as plain data: rule sets, sources, algorithms, heuristics.

    >>> import patience_games as pg
    >>> [game["name"] for game in pg.games()]
    ['gaps', 'birds', 'cohesion', 'tiles', 'sliding']
    """
    if not _GAMES:
        _GAMES.extend(json.loads(_native.games()))
    return list(_GAMES)
