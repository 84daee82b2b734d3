"""Saved games: the file that the terminal and the page also read and write."""

from __future__ import annotations

import json
from collections.abc import Iterable
from os import PathLike
from typing import Any

from .board import Board
from .catalogue import open as open_instance
from .catalogue import read
from .errors import IllegalMove

_VERSION = 1
_MAX_BYTES = 20_000_000


def save_games(path: str | PathLike[str], games: Iterable[Board]) -> None:
    """Writes games with their moves, for ``patience play`` and the page's import.

    >>> import patience_games as pg, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "games.json")
    >>> pg.save_games(path, [pg.Board("tiles:level/iartistas-04", ["R", "D"])])
    >>> pg.load_games(path)
    [Board('tiles:level/iartistas-04', ['R', 'D'])]
    """
    written = {"version": _VERSION, "games": [_written(game) for game in games]}
    text = json.dumps(written, ensure_ascii=False)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text + "\n")


def load_games(path: str | PathLike[str]) -> list[Board]:
    """The games of a file, each in the position in which it was left.

    Raises ``ValueError`` if it is not a file of saved games, and :class:`IllegalMove`.
    """
    with open(path, "rb") as file:
        data = file.read(_MAX_BYTES + 1)
    try:
        if len(data) > _MAX_BYTES:
            raise ValueError("it has more than 20 MB")
        found = json.loads(data.decode("utf-8"))
        if not isinstance(found, dict) or found.get("version") != _VERSION:
            raise ValueError(f"expected an object with version {_VERSION}")
        if not isinstance(found.get("games"), list):
            raise ValueError("it has no list of games")
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not a valid file of games: {error}") from None
    return [_read(game, f"{path}, game {number}") for number, game in enumerate(found["games"], 1)]


def _written(game: Board) -> dict[str, Any]:
    instance, start = game.instance, game.root().state
    where: dict[str, Any] = {"name": instance.name}
    if not instance.is_named or start != instance.start:
        where["board"] = [f"{instance.game}+{instance.rules}", start.board]
    return {
        "start": where,
        "moves": [str(move) for move in game.move_stack],
        "at": game.ply(),
        "helped": False,
        "won": game.is_won(),
    }


def _read(game: Any, place: str) -> Board:
    try:
        name, board = game["start"]["name"], game["start"].get("board")
        moves = game["moves"][: game["at"]]
        texts = [name, *(board or []), *moves]
        if not all(isinstance(text, str) for text in texts):
            raise TypeError
        if board is None:
            return Board(open_instance(name), moves)
        rules, cells = board
        return Board(read(rules, cells, name), moves)
    except IllegalMove as error:
        raise IllegalMove(error.index, f"{place}: {error.reason}") from None
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    except (AttributeError, KeyError, TypeError):
        expected = "expected `start` with a `name`, `moves` and `at`"
        raise ValueError(f"{place} is not a valid game: {expected}") from None
