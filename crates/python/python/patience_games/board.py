"""One mutable game, as in python-chess."""

from __future__ import annotations

from collections.abc import Iterable

from ._native import Move, State
from .catalogue import Instance, open
from .errors import IllegalMove


class Board:
    """A game that is played: moves are pushed and popped.

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

    def __init__(self, name: str | Instance, moves: Iterable[Move | str] = ()) -> None:
        self.instance = name if isinstance(name, Instance) else open(name)
        self.move_stack: list[Move] = []
        """The moves that were made."""
        self._states = [self.instance.start]
        for index, move in enumerate(moves):
            try:
                self.push(move)
            except IllegalMove as error:
                raise IllegalMove(index, error.reason) from None

    @property
    def state(self) -> State:
        """The position now; it is frozen."""
        return self._states[-1]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in the game's order."""
        return self.state.legal_moves

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move can be made now."""
        try:
            self.state.apply(move)
        except IllegalMove:
            return False
        return True

    def parse(self, text: str) -> Move:
        """The legal move with a text, as plans write it or as people say it."""
        return self.state.parse(text)

    def push(self, move: Move | str) -> Move:
        """Makes a move, and returns it. Raises :class:`IllegalMove`."""
        if not isinstance(move, (Move, str)):
            raise TypeError(f"expected a Move or its text, but not {move!r}")
        made = self.state.parse(move) if isinstance(move, str) else move
        self._states.append(self.state.apply(made))
        self.move_stack.append(made)
        return made

    def pop(self) -> Move:
        """Takes the last move back."""
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
        """Takes all moves back."""
        del self._states[1:], self.move_stack[:]

    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.state.is_goal

    def is_stuck(self) -> bool:
        """Whether no move is left although the game is not won."""
        return not self.is_won() and self.state.move_count == 0

    def is_game_over(self) -> bool:
        """Whether the game is won or stuck; ``here().solve()`` tells whether it can be won."""
        return self.is_won() or self.is_stuck()

    def ply(self) -> int:
        """How many moves were made."""
        return len(self.move_stack)

    def root(self) -> Board:
        """A board at the beginning of the game."""
        return Board(self.instance)

    def copy(self, *, stack: bool = True) -> Board:
        """The same game, to be played on independently; without ``stack`` it begins here."""
        if not stack:
            return Board(self.here())
        copied = Board(self.instance)
        copied.move_stack, copied._states = self.move_stack.copy(), self._states.copy()
        return copied

    def __reduce__(self) -> tuple[type[Board], tuple[Instance, list[str]]]:
        return Board, (self.instance, [str(move) for move in self.move_stack])

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Board:
        # Instances, states and moves never change.
        return self.copy()

    def here(self) -> Instance:
        """The instance that begins in the position now, for questions about it."""
        return self.instance.after(self.move_stack)

    @property
    def board(self) -> str:
        """The position in the canonical notation."""
        return self.state.board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        moves = [str(move) for move in self.move_stack]
        return (
            f"Board({self.instance.name!r}, {moves})" if moves else f"Board({self.instance.name!r})"
        )

    def _repr_svg_(self) -> str:
        from .svg import board_svg

        last = (self._states[-2], self.move_stack[-1]) if self.move_stack else None
        return board_svg(self.state, last=last)
