"""One mutable game, as in python-chess."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ._native import Move, State
from .catalogue import Instance, open
from .errors import IllegalMove


class LegalMoves(tuple[Move, ...]):
    """Legal moves in the game's order; ``count()`` is their number, as in python-chess."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        return super().__contains__(Move(move) if isinstance(move, str) else move)

    def count(self, *move: Any) -> int:
        return super().count(*move) if move else len(self)


class Outcome(NamedTuple):
    """The end of a game."""

    termination: str
    """``won``, or ``stuck``: no move is left."""

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.termination == "won"

    def result(self) -> str:
        """``won`` or ``stuck``."""
        return self.termination


class Board:
    """A game in play: moves are pushed and popped.

    >>> import patience_games as pg
    >>> board = pg.Board("tiles:level/iartistas-04")
    >>> [str(move) for move in board.legal_moves]
    ['R', 'D']
    >>> board.push("R")
    Move('R')
    >>> board.pop()
    Move('R')
    >>> for move in board.instance.solve().plan:
    ...     _ = board.push(move)
    >>> board.is_won()
    True
    """

    def __init__(
        self,
        name: str | Instance,
        moves: Iterable[Move | str] = (),
        *,
        start: State | str | None = None,
    ) -> None:
        """``start``: the state, or board, of the instance from which the game continues."""
        self.instance = name if isinstance(name, Instance) else _opened(name)
        self.move_stack: list[Move] = []
        """The moves that were made."""
        at = self.instance.start
        if start is not None:
            at = self.instance.state(start if isinstance(start, str) else start.board)
        self._states = [at]
        for index, move in enumerate(moves):
            try:
                self.push(move)
            except IllegalMove as error:
                raise IllegalMove(index, error.reason) from None

    @property
    def state(self) -> State:
        """The current position, which is immutable."""
        return self._states[-1]

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves in the game's order."""
        return LegalMoves(self.state.legal_moves)

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move is legal now."""
        try:
            self.state.apply(move)
        except IllegalMove:
            return False
        return True

    def parse(self, text: str) -> Move:
        """The legal move with the given text, in plan notation or in words."""
        return self.state.parse(text)

    # Names of python-chess. Its two notations are the same here: `push` and `parse` read both.
    def parse_san(self, text: str) -> Move:
        """Alias of :meth:`parse`."""
        return self.parse(text)

    parse_uci = parse_san

    def push_san(self, text: str) -> Move:
        """Alias of :meth:`push`."""
        return self.push(text)

    push_uci = push_san

    def san(self, move: Move | str) -> str:
        """A legal move in words; :meth:`push` reads it.

        >>> import patience_games as pg
        >>> board = pg.Board("birds:neller/42")
        >>> board.san("0,0>0,1"), board.uci("5♠ b1")
        ('5♠ b1', '0,0>0,1')
        """
        return self.parse(str(move)).words

    def uci(self, move: Move | str) -> str:
        """A legal move in plan notation."""
        return str(self.parse(str(move)))

    def fen(self) -> str:
        """Like :attr:`board`; :meth:`set_fen` and ``start`` of a new board read it."""
        return self.board

    def set_fen(self, fen: str) -> None:
        """Continues from a board with the pieces of this instance, and forgets the moves.

        >>> import patience_games as pg
        >>> board = pg.Board("birds:neller/42", ["0,0>0,1"])
        >>> other = pg.Board("birds:neller/42")
        >>> other.set_fen(board.fen())
        >>> other == board == pg.Board("birds:neller/42", start=board.fen())
        True
        """
        self._states, self.move_stack = [self.instance.state(fen)], []

    def push(self, move: Move | str) -> Move:
        """Makes a move, and returns it. Raises :class:`IllegalMove`."""
        if not isinstance(move, (Move, str)):
            raise TypeError(f"expected a Move or its text, but not {move!r}")
        made = self.state.parse(move) if isinstance(move, str) else move
        self._states.append(self.state.apply(made))
        self.move_stack.append(made)
        return made

    def pop(self) -> Move:
        """Undoes the last move, and returns it."""
        if not self.move_stack:
            raise IndexError("there is no move to take back")
        self._states.pop()
        return self.move_stack.pop()

    def peek(self) -> Move:
        """The last move."""
        if not self.move_stack:
            raise IndexError("no move was made")
        return self.move_stack[-1]

    def reset(self) -> None:
        """Undoes all moves."""
        del self._states[1:], self.move_stack[:]

    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.state.is_goal

    def is_stuck(self) -> bool:
        """Whether no legal move remains although the game is not won."""
        return not self.is_won() and self.state.move_count == 0

    def is_game_over(self) -> bool:
        """Whether the game is won or stuck; ``here().solve()`` decides whether it can be won."""
        return self.is_won() or self.is_stuck()

    def outcome(self) -> Outcome | None:
        """The end of the game; ``None`` if it has not ended.

        >>> import patience_games as pg
        >>> board = pg.Board("tiles:level/iartistas-04")
        >>> board.outcome()
        >>> for move in board.instance.solve().plan:
        ...     _ = board.push(move)
        >>> board.outcome()
        Outcome(termination='won')
        """
        if self.is_won():
            return Outcome("won")
        return Outcome("stuck") if self.is_stuck() else None

    def result(self) -> str:
        """``won``, ``stuck``, or ``*`` if it has not ended."""
        outcome = self.outcome()
        return outcome.result() if outcome else "*"

    def ply(self) -> int:
        """Number of moves made."""
        return len(self.move_stack)

    def variation(self, moves: Iterable[Move | str]) -> str:
        """Moves from here in words, numbered. Raises :class:`IllegalMove`.

        >>> import patience_games as pg
        >>> board = pg.Board("tiles:level/iartistas-04")
        >>> board.variation(["R", "D"])
        '1. tilt right 2. tilt down'
        """
        state, texts = self.state, list[str]()
        for index, move in enumerate(moves):
            try:
                made = state.parse(str(move))
                state = state.apply(made)
            except IllegalMove as error:
                raise IllegalMove(index, error.reason) from None
            texts.append(f"{self.ply() + index + 1}. {made.words}")
        return " ".join(texts)

    variation_san = variation

    def piece_map(self) -> dict[tuple[int, int], str]:
        """The content of each cell that is not empty, by ``(row, column)`` from 0.

        >>> import patience_games as pg
        >>> pg.Board(pg.read("cohesion", "R.R/B.B")).piece_map()
        {(0, 0): 'R', (0, 2): 'R', (1, 0): 'B', (1, 2): 'B'}
        """
        view = json.loads(self.state.view_json)
        cells, columns = enumerate(view["cells"]), view["columns"]
        taken = ((at, cell) for at, cell in cells if cell["kind"] != "empty")
        # The symbol of a piece on a target names both.
        return {divmod(at, columns): cell.get("colour", cell["sign"]) for at, cell in taken}

    def piece_at(self, row: int | str, column: int | None = None) -> str | None:
        """The content of a cell: a card such as ``AS``, a piece's colour, a tile's number, ``#``.

        Rows and columns count from 0. A string names a cell as drawings and words do.

        >>> import patience_games as pg
        >>> board = pg.Board("birds:neller/42")
        >>> board.piece_at(0, 1), board.piece_at("b1")
        ('JS', 'JS')
        """
        if isinstance(row, str):
            if column is not None or not _CELL.fullmatch(row):
                raise ValueError(f"`{row}` is not a cell; expected a letter and a number: `b1`")
            letter, number = row[0], row[1:]
            return self.piece_map().get((int(number) - 1, ord(letter) - ord("a")))
        if column is None:
            raise TypeError("expected a row and a column, or a cell such as `b1`")
        return self.piece_map().get((row, column))

    def clear_stack(self) -> None:
        """Discards the moves: the game now starts here."""
        del self._states[:-1], self.move_stack[:]

    def root(self) -> Board:
        """A board at the start of the game."""
        return self._since(self._states[:1], [])

    def copy(self, *, stack: bool | int = True) -> Board:
        """An independent copy of the game; without ``stack`` it begins here.

        With a number for ``stack`` it begins that many moves ago.
        """
        last = self.ply() if stack is True else min(max(int(stack), 0), self.ply())
        first = self.ply() - last
        return self._since(self._states[first:], self.move_stack[first:])

    def _since(self, states: list[State], moves: list[Move]) -> Board:
        made = Board(self.instance)
        made._states, made.move_stack = states, moves
        return made

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[Instance, list[str], str]]:
        moves = [str(move) for move in self.move_stack]
        return _restored, (self.instance, moves, self._states[0].board)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Board:
        # Instances, states and moves never change.
        return self.copy()

    def here(self) -> Instance:
        """The instance that starts in the current position, for questions about it."""
        if self._states[0] == self.instance.start:
            return self.instance.after(self.move_stack)
        return self.instance.at(self.state)

    @property
    def board(self) -> str:
        """The current position in the canonical notation."""
        return self.state.board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        moves = [str(move) for move in self.move_stack]
        told = [repr(self.instance.name), *([repr(moves)] if moves else [])]
        if self._states[0] != self.instance.start:
            told.append(f"start={self._states[0].board!r}")
        return f"Board({', '.join(told)})"

    def _repr_svg_(self) -> str:
        from .svg import board_svg

        last = (self._states[-2], self.move_stack[-1]) if self.move_stack else None
        return board_svg(self.state, last=last)


_CELL = re.compile("[a-z][0-9]{1,2}")


def _opened(name: str) -> Instance:
    if not isinstance(name, str):
        raise TypeError(
            f"expected an instance or its name, but not {name!r}; a state or a board goes with its"
            " instance: `Board(instance, start=state)`"
        )
    try:
        return open(name)
    except ValueError as error:
        if ":" in name:
            raise
        hint = 'a board is read by `Board(read("GAME", board))`'
        raise ValueError(f"{error}; {hint}") from None


def _restored(instance: Instance, moves: list[str], start: str) -> Board:
    """Called by ``pickle`` for a board."""
    return Board(instance, moves, start=start)
